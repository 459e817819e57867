"""The client against the mock engine's faults, and against our own brain."""

import asyncio
import gc
import os
import re
import sys
import time

import psutil
import pytest

from tests.mock_engine import faults
from tests.protocol.engines import mock, ours
from wuzi.errors import EngineError
from wuzi.players.analysing import ForcedWin
from wuzi.protocol.client import EngineCommand, EngineProcess
from wuzi.rules import (
    BLACK,
    PASS,
    RULES,
    WHITE,
    Board,
    Outcome,
    Score,
    parse_moves,
    parse_position,
    point_name,
)
from wuzi.thinking import Limit

SECOND = Limit(time=1.0)
ALLOWED = 10.0
FREESTYLE = RULES["freestyle"]


@pytest.fixture(autouse=True)
async def nothing_left():
    """No process, task or file descriptor is left by any test here.

    What was there before is not ours: a pool of processes in another test has Python keep
    its resource tracker until the end.
    """
    me = psutil.Process()
    loop = asyncio.get_running_loop()
    tasks = asyncio.all_tasks()
    children = set(me.children(recursive=True))
    fds = me.num_fds()
    yield
    gc.collect()
    assert asyncio.all_tasks(loop) <= tasks | {asyncio.current_task()}
    assert set(me.children(recursive=True)) <= children
    assert me.num_fds() <= fds


def lines_of(log, mark=">"):
    return [text for m, text in log if m == mark]


async def play(engine, moves=3, allowed=ALLOWED, rule=FREESTYLE, limit=SECOND):
    """A few moves against an opponent who fills the top row; returns the board."""
    board = Board(15, rule)
    await engine.new_game(15, rule, limit)
    for i in range(moves):
        reply = await engine.choose(board, limit, allowed=allowed)
        board.push(reply.move)
        board.push(next(p for p in parse_moves("a5c5e5g5i5k5")[i:] if board[p] == 0))
    return board


NAMED = [
    (name, kind.expected)
    for name, kind in faults().items()
    if kind.expected.startswith("engine.") and "exit" not in kind.expected
]


@pytest.mark.parametrize(("fault", "expected"), NAMED)
async def test_each_fault_is_named(fault, expected):
    patience = 0.3 if fault in ("silent-start", "slow-start") else ALLOWED
    allowed = {"engine.time": 0.3}.get(expected, 1.0 if fault == "nonsense" else ALLOWED)
    command = mock(fault, "--delay", 1)
    async with await EngineProcess.start(command, start_limit=patience) as engine:
        with pytest.raises(EngineError) as caught:
            await play(engine, allowed=allowed)
        assert caught.value.id == expected
        sentence = str(caught.value)
        assert re.search(r"\bengine (Mock|python[0-9.]*)\b", sentence)
        assert "\n" not in sentence
        assert not engine.alive


@pytest.mark.parametrize(
    "fault",
    [name for name, kind in faults().items() if kind.expected == ""],
)
async def test_what_must_be_put_up_with(fault):
    async with await EngineProcess.start(mock(fault)) as engine:
        board = await play(engine)
        assert len(board.moves) == 6
        await play(engine)
        report = await engine.close()
    assert (report.error, report.status) == (None, "exit status 0")


@pytest.mark.parametrize(
    ("fault", "error", "status"),
    [
        ("ignore-end", "engine.hang_at_exit", "signal 9 (SIGKILL)"),
        ("crash-end", "engine.crash_at_exit", "exit status 5"),
        ("signal-end", "engine.crash_at_exit", "signal 6 (SIGABRT)"),
    ],
)
async def test_faults_at_the_end_are_reported(fault, error, status):
    async with await EngineProcess.start(mock(fault)) as engine:
        await play(engine)
        report = await engine.close(grace=0.3 if "hang" in error else 10)
        assert (report.error.id, report.status) == (error, status)
        assert (await engine.close()).error is None  # again does no harm


async def test_the_crash_tells_status_and_last_words():
    async with await EngineProcess.start(mock("crash")) as engine:
        with pytest.raises(EngineError, match=r"exit status 3.*out of ideas"):
            await play(engine)
        assert engine.exit_status == "exit status 3"
        assert engine.last_words[-1] == "out of ideas"
    async with await EngineProcess.start(mock("signal")) as engine:
        with pytest.raises(EngineError, match="SIGSEGV"):
            await play(engine)


@pytest.mark.parametrize(
    "fault", ["crash", "silent", "occupied", "double-answer", "move-and-crash"]
)
async def test_after_a_fault_the_engine_can_be_used_again(fault):
    command = mock(fault, "--at", 2)
    async with await EngineProcess.start(command) as engine:
        for _ in range(2):
            with pytest.raises(EngineError):
                await play(engine, allowed=0.5)
        # In the midst of a game too: it is told the whole position.
        board = parse_position("h8")
        reply = await engine.choose(board, SECOND, allowed=ALLOWED)
        assert board.is_legal(reply.move)


MISSING = [
    EngineCommand(("/no/such/engine",)),
    EngineCommand(("no-such-engine-anywhere",), name="Ghost"),
    EngineCommand((os.path.dirname(__file__),)),  # noqa: PTH120
    EngineCommand((__file__,)),
    EngineCommand((sys.executable,), cwd="/no/such/folder"),
]


@pytest.mark.parametrize("command", MISSING)
async def test_a_program_that_cannot_be_started(command):
    with pytest.raises(EngineError, match=r"cannot be started: (No such|Permission)") as caught:
        await EngineProcess.start(command)
    assert caught.value.id == "engine.missing"


# What is said


async def test_what_an_engine_is_told():
    log = []
    command = mock("none", info={"hash_size": "1024"})
    async with await EngineProcess.start(command, on_line=lambda *x: log.append(x)) as engine:
        await engine.new_game(15, RULES["renju"], Limit(time=2, clock=60), max_memory=1 << 26)
        board = Board(15, RULES["renju"])
        reply = await engine.choose(board, Limit(time=2, clock=60), allowed=ALLOWED)
        board.push(reply.move)
        board.push(board.point("h8"))
        await engine.choose(board, Limit(time=1, clock=58.5, depth=4), allowed=ALLOWED)
        assert engine.name == "Mock"
    assert lines_of(log) == [
        "ABOUT",
        "START 15",
        "INFO timeout_turn 2000",
        "INFO timeout_match 60000",
        "INFO max_memory 67108864",
        "INFO game_type 1",
        "INFO rule 4",
        "INFO hash_size 1024",
        "INFO time_left 60000",
        "BEGIN",
        "INFO timeout_turn 1000",
        "INFO max_depth 4",
        "INFO time_left 58500",
        "TURN 7,7",
        "END",
    ]


async def test_positions_are_told_shortly_or_anew():
    log = []
    async with await EngineProcess.start(mock(), on_line=lambda *x: log.append(x)) as engine:

        async def told(board):
            log.clear()
            reply = await engine.choose(board, SECOND, allowed=ALLOWED)
            return reply, [line for line in lines_of(log) if not line.startswith("INFO time")]

        board = parse_position("h8")
        reply, lines = await told(board)
        assert lines[-1] == "TURN 7,7"
        board.push(reply.move)
        board.push(board.point("i9"))
        reply, lines = await told(board)
        assert lines == ["TURN 8,6"]
        again, lines = await told(board)  # the same again: it thinks it has moved
        assert lines[0] == "RESTART"
        assert lines[-5:] == ["BOARD", "7,7,2", "0,0,1", "8,6,2", "DONE"]
        assert again.move == reply.move
        board.pop()
        board.pop()  # undo
        _, lines = await told(board)
        assert "RESTART" in lines
        assert lines[-1] == "TURN 7,7"
        _, lines = await told(Board(9))
        assert lines[0] == "START 9"
        assert lines[-1] == "BEGIN"
        set_up = parse_position("h8g7/i9", turn=BLACK)
        _, lines = await told(set_up)
        assert lines[-6:] == ["INFO side black", "BOARD", *lines[-4:-1], "DONE"]
        assert set(lines[-4:-1]) == {"7,7,1", "6,8,1", "8,6,2"}


async def test_a_pass_is_ours_to_say():
    board = Board(15)
    board.push(PASS)
    async with await EngineProcess.start(ours()) as engine:
        reply = await engine.choose(board, SECOND, allowed=ALLOWED)
        board.push(reply.move)
        assert board[reply.move] == WHITE
    rows = ["XXX.XX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO"]
    sides = {
        side: [
            p
            for y, row in enumerate(rows)
            for x, cell in enumerate(row)
            if cell == side and (p := parse_moves(f"{'abcdef'[x]}{6 - y}")[0])
        ]
        for side in "XO"
    }
    async with await EngineProcess.start(ours()) as engine:
        for loses in (False, True):
            stuck = Board.from_stones(
                sides["X"], sides["O"], BLACK, 6, RULES["renju"], forbidden_loses=loses
            )
            assert (await engine.choose(stuck, SECOND)).move == PASS
        over = Board(15)
        over.outcome = Outcome(BLACK, "resignation")
        with pytest.raises(ValueError, match="over"):
            await engine.choose(over, SECOND)


@pytest.mark.parametrize(
    ("restart", "fault", "processes"),
    [
        ("auto", "none", 1),
        ("off", "none", 3),
        ("on", "none", 1),
        ("auto", "no-restart", 3),
        ("auto", "crash-restart", 3),
    ],
)
async def test_restart(restart, fault, processes):
    pids = set()
    async with await EngineProcess.start(mock(fault, restart=restart)) as engine:
        for _ in range(3):
            await play(engine, 1)
            pids.add(engine.pid)
    assert len(pids) == processes


async def test_restart_that_must_work():
    async with await EngineProcess.start(mock("no-restart", restart="on")) as engine:
        await play(engine, 1)
        with pytest.raises(EngineError) as caught:
            await play(engine, 1)
        assert caught.value.id == "engine.start_up"


async def test_names():
    for command, name in [
        (mock(name="Given"), "Given"),
        (mock("none", "--name", "Own"), "Own"),
        (mock("old-about"), "Old brain"),
        (ours(), "Wuzi"),
    ]:
        async with await EngineProcess.start(command) as engine:
            await play(engine, 1)
            assert engine.name == name


@pytest.mark.parametrize("rule", RULES)
async def test_two_of_our_brains_play_a_game(rule):
    board = Board(15, RULES[rule])
    async with (
        await EngineProcess.start(ours()) as black,
        await EngineProcess.start(ours()) as white,
    ):
        while board.outcome is None:
            engine = black if board.turn == BLACK else white
            reply = await engine.choose(board, SECOND, allowed=ALLOWED)
            assert reply.info.score == Score(7)
            assert reply.info.pv == (reply.move,)
            board.push(reply.move)
        assert board.outcome.winner == BLACK or rule != "freestyle"


# Time


async def test_move_now_and_live_reports():
    infos = []
    async with await EngineProcess.start(ours("deep")) as engine:
        await engine.new_game(15, FREESTYLE, Limit())
        asking = asyncio.create_task(engine.choose(Board(15), Limit(), on_info=infos.append))
        while len(infos) < 2:
            await asyncio.sleep(0.01)
        await engine.stop_thinking()
        reply = await asking
        assert point_name(reply.move) == "a1"
        assert infos[-1].depth > infos[0].depth
        board = Board(15)
        board.push(reply.move)
        board.push(board.point("h8"))
        assert (await engine.choose(board, Limit(time=0.05), allowed=ALLOWED)).info.depth


@pytest.mark.parametrize(("fault", "same"), [("stops", True), ("thinks", False), ("hang", False)])
async def test_a_question_given_up_leaves_the_engine_usable(fault, same):
    command = mock(fault, "--at", 2, "--delay", 60)
    async with await EngineProcess.start(command) as engine:
        board = await play(engine, 1)
        pid = engine.pid
        asking = asyncio.create_task(engine.choose(board, SECOND))
        await asyncio.sleep(0.1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        board.pop()  # an undo, and another move
        board.pop()
        reply = await engine.choose(board, SECOND, allowed=ALLOWED)
        assert board.is_legal(reply.move)
        assert (engine.pid == pid) is same


async def test_a_late_answer_is_nobodys():
    async with await EngineProcess.start(mock("late", "--delay", 0.5, "--at", 1)) as engine:
        with pytest.raises(EngineError, match=r"within 0\.2 s"):
            await engine.choose(Board(15), SECOND, allowed=0.2)
        started = time.perf_counter()
        reply = await engine.choose(Board(15), SECOND, allowed=ALLOWED)
        assert reply.elapsed >= 0.5
        assert time.perf_counter() - started >= 0.5


# Analysis


async def test_several_lines_of_part_of_the_board():
    infos = []
    board = parse_position("h8")
    async with await EngineProcess.start(ours("several")) as engine:
        assert await engine.is_extended(board, Limit())
        asking = asyncio.create_task(
            engine.analyse(
                board, Limit(), lines=3, exclude=parse_moves("a1c1"), on_info=infos.append
            )
        )
        while len(infos) < 7:
            await asyncio.sleep(0.01)
        await engine.stop_thinking()
        reply = await asking
        assert point_name(reply.move) == "b1"
        assert [(info.line, point_name(info.move)) for info in infos[:3]] == [
            (1, "b1"), (2, "d1"), (3, "e1"),
        ]  # fmt: skip
        assert infos[0].counts == {"win_rate": 8500, "nodes_per_second": 1000}
        assert infos[3].depth > infos[0].depth
        # Nothing of it is left in a game.
        reply = await engine.choose(board, Limit(depth=1), allowed=ALLOWED)
        assert point_name(reply.move) == "a1"


async def test_positions_are_analysed_one_after_the_other_in_the_same_game():
    log = []
    async with await EngineProcess.start(
        ours("several"), on_line=lambda *x: log.append(x)
    ) as engine:
        for position in ("h8", "h8i9", "", "h8/i9j9", "h8h9/i8i9"):
            board = (
                parse_position(position, turn=BLACK)
                if "/" in position
                else (parse_position(position) if position else Board(15))
            )
            reply = await engine.analyse(board, Limit(depth=2), lines=2, allowed=ALLOWED)
            assert board.is_legal(reply.move)
            assert reply.info.depth == 2
    said = lines_of(log)
    assert [said.count(word) for word in ("START 15", "RESTART", "YXSHOWFORBID")] == [1, 0, 1]
    assert "INFO side black" in said


@pytest.mark.parametrize("fault", [name for name, kind in faults().items() if kind.expected == ""])
async def test_an_engine_without_extensions_is_asked_for_a_move(fault):
    infos = []
    async with await EngineProcess.start(mock(fault)) as engine:
        board = Board(15)
        for _ in range(2):
            assert not await engine.is_extended(board, SECOND)
            reply = await engine.analyse(
                board, SECOND, lines=3, exclude=parse_moves("a1"), allowed=ALLOWED,
                on_info=infos.append,
            )  # fmt: skip
            board.push(reply.move)
            board.push(next(board.legal_points()))


async def test_an_analysis_given_up_makes_way_at_once():
    async with await EngineProcess.start(ours("several")) as engine:
        await engine.is_extended(Board(15), Limit())  # it runs
        pid = engine.pid
        for position in ("h8", "h8i9"):
            asking = asyncio.create_task(engine.analyse(parse_position(position), Limit(), lines=2))
            await asyncio.sleep(0.3)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
        await engine.solve(parse_position("h8"), "vcf", Limit(), allowed=ALLOWED)
        assert engine.pid == pid


async def test_forced_wins():
    async with await EngineProcess.start(ours("several")) as engine:
        board = parse_position("h8")
        found = await engine.solve(board, "vcf", SECOND, allowed=ALLOWED)
        assert found == ForcedWin("vcf", "win", tuple(board.legal_points())[:3])
        asking = asyncio.create_task(engine.solve(board, "vct", Limit()))
        await asyncio.sleep(0.2)
        await engine.stop_thinking()
        assert await asking == ForcedWin("vct", "unknown")
    async with await EngineProcess.start(mock()) as engine:
        with pytest.raises(EngineError) as caught:
            await engine.solve(board, "vcf", SECOND, allowed=ALLOWED)
        assert caught.value.id == "engine.garbage"


# Ends


async def test_cancelling_everything_leaves_nothing():
    async def use(fault):
        async with await EngineProcess.start(mock(fault, "--at", 1)) as engine:
            await play(engine, allowed=None)

    names = ("hang", "flood", "ignore-end", "grandchild", "daemon", "silent-start")
    for delay in (0.0, 0.02, 0.2):
        tasks = [asyncio.create_task(use(name)) for name in names]
        await asyncio.sleep(delay)
        for _ in range(2):  # once in the midst, once while it is being ended
            for task in tasks:
                task.cancel()
            await asyncio.sleep(0.005)
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            assert result is None or isinstance(result, (asyncio.CancelledError, EngineError))


async def test_an_exception_leaves_nothing():
    async def use():
        async with await EngineProcess.start(mock("grandchild")) as engine:
            await play(engine, 1)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await use()


async def test_a_closed_engine_is_not_started_again():
    async with await EngineProcess.start(mock()) as engine:
        await engine.close()
        with pytest.raises(RuntimeError):
            await play(engine)
