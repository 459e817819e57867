"""The brain, by transcripts, by fuzzing, and as a process."""

import io
import os
import re
import subprocess
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.protocol.engines import MOCK, ours
from tests.protocol.thinkers import Cheating, Deep, Failing, First, Passing, Several
from wuzi.errors import N_, SettingsError
from wuzi.protocol import brain
from wuzi.protocol.coordinates import point_at
from wuzi.protocol.position import Position
from wuzi.protocol.wire import parse_xy, rule_by_number
from wuzi.rules import BLACK, Board, moves_text, parse_position
from wuzi.thinking import Limit

FIVES = "7,7,1\n7,0,2\n8,7,1\n8,0,2\n9,7,1\n9,0,2\n10,7,1\n10,0,2\n"


def talk(script, thinker=First, code=0):
    """What the brain answers to a script, without MESSAGE lines."""
    return [line for line in talk_all(script, thinker, code) if not line.startswith("MESSAGE")]


def talk_all(script, thinker=First, code=0):
    data = script if isinstance(script, bytes) else script.encode()
    out = io.BytesIO()
    assert brain.run(thinker, stdin=io.BytesIO(data), stdout=out, patience=None) == code
    return out.getvalue().decode().splitlines()


@pytest.mark.parametrize(
    ("script", "answers"),
    [
        ("", []),
        ("END", []),
        ("START 15\nBEGIN\n", ["OK", "0,14"]),
        ("start 15\r\nbegin\r\n", ["OK", "0,14"]),
        ("Start 15\rBegin\rEnd\rBEGIN\r", ["OK", "0,14"]),
        ("  START   15  \n\n\n\t BEGIN", ["OK", "0,14"]),
        ("START 20\nTURN 0,19\n", ["OK", "1,19"]),
        ("START 15\nTURN  3 , 4 \n", ["OK", "0,14"]),
        ("START 15 15\nRECTSTART 10,10\nTURN 0,9", ["OK", "OK", "1,9"]),
        ("START 15\nBEGIN\nRESTART\nBEGIN", ["OK", "0,14", "OK", "0,14"]),
        (
            "START 15\nTURN 7,7\nTAKEBACK 0,14\nTAKEBACK 7,7\nBEGIN",
            ["OK", "0,14", "OK", "OK", "0,14"],
        ),
        ("START 15\nBOARD\n7,7,1\n8,8,2\n7,8,1\nDONE", ["OK", "0,14"]),
        ("START 15\nBOARD\nDONE", ["OK", "0,14"]),
        ("START 15\nBOARD\nINFO time_left 3\n7 , 7 , 2\ndone", ["OK", "0,14"]),
        ("INFO rule 4\nSTART 15\nYXSHOWFORBID", ["OK", "FORBID ."]),
        ("START 15\nYXBOARD\n7,7,1\nDONE\nTURN 0,14", ["OK", "1,14"]),
        ("START 15\nYXSTOP\nBEGIN\nYXSTOP", ["OK", "0,14"]),
    ],
)
def test_conversations(script, answers):
    assert talk(script) == answers


@pytest.mark.parametrize(
    "command",
    [
        "TURN 7,7",
        "BEGIN",
        "BOARD\nDONE",
        "TAKEBACK 7,7",
        "RESTART",
        "YXSHOWFORBID",
        "START",
        "START x",
        "START 4",
        "START 27",
        "START -15",
        "START 15 16",
        "START 15 15 15",
        "START 99999999999999999999",
        "START ١٥",
        "RECTSTART 10,12",
        "RECTSTART 10",
        "DONE",
    ],
)
def test_what_cannot_be_done_before_start_is_one_error(command):
    (answer,) = talk(command)
    assert answer.startswith("ERROR ")


@pytest.mark.parametrize(
    "command",
    [
        "TURN 99,99",
        "TURN 15,0",
        "TURN -1,0",
        "TURN 7,7",
        "TURN",
        "TURN 7",
        "TURN 7,",
        "TURN h8",
        "TURN 8,8 9,9",
        "TURN 1.5,2",
        "TAKEBACK 3,3",
        "TAKEBACK x",
        "BOARD\n7,7\nDONE",
        "BOARD\n7,7,4\nDONE",
        "BOARD\n7,7,3\nDONE",
        "BOARD\n7,7,1\n7,7,2\nDONE",
        "BOARD\n15,7,1\nDONE",
        "BOARD\nhello\nDONE",
        "BOARD\n7,7,1,1\nDONE",
        "START 4",
        "DONE",
    ],
)
def test_what_cannot_be_done_is_one_error_and_the_game_stays(command):
    answers = talk(f"START 15\nTURN 7,7\n{command}\nTURN 8,8\n")
    assert answers[:2] == ["OK", "0,14"]
    assert answers[2].startswith("ERROR ")
    assert answers[3:] == ["1,14"]


def test_a_broken_off_board():
    answers = talk("START 15\nBOARD\n7,7,1\nRESTART\nBEGIN")
    assert answers[0] == "OK"
    assert answers[1].startswith("ERROR BOARD")
    assert answers[2:] == ["OK", "0,14"]


def test_unknown_commands():
    answers = talk("FOOBAR\n7,7\n\x00\xff\nswap2board\nSTART 15\nPLAY 7,7")
    assert [a.split()[0] for a in answers] == ["UNKNOWN"] * 4 + ["OK", "UNKNOWN"]


def test_about():
    (answer,) = talk("about")
    assert re.fullmatch(r'name="Wuzi", version="[^"]+", author="[^"]+"', answer)
    out = io.BytesIO()
    brain.run(First(), stdin=io.BytesIO(b"ABOUT\n"), stdout=out, about="name='x'", patience=None)
    assert out.getvalue() == b"name='x'\n"


def test_a_finished_game():
    full = "\n".join(f"{x},{y},{1 + (x + y // 2) % 2}" for y in range(5) for x in range(5))
    for stones in (FIVES + "11,7,1\n11,3,2\n", FIVES + "3,3,1\n11,0,2\n"):
        (_, answer) = talk(f"START 15\nBOARD\n{stones}DONE")
        assert answer == "ERROR the game is over: there are 5 in a row"
    (_, answer) = talk(f"INFO rule 1\nSTART 5\nBOARD\n{full}\nDONE")
    assert answer == "ERROR the game is over: the board is full"
    # The opponent's stone that wins is taken in; going on after it is refused.
    answers = talk(f"START 15\nYXBOARD\n{FIVES}DONE\nTURN 11,7\nTURN 1,1\nTAKEBACK 11,7\nBEGIN")
    assert answers[0] == "OK"
    assert [a[:23] for a in answers[1:3]] == ["ERROR the game is over:"] * 2
    assert answers[3:] == ["OK", "0,14"]


def test_rules_are_complained_of_late_and_changed_in_mid_game():
    answers = talk("INFO rule 77\nSTART 15\nBEGIN\nINFO rule 5\nBEGIN\nINFO rule 1\nBEGIN")
    assert [a.split()[0] for a in answers] == ["OK", "ERROR", "ERROR", "0,14"]
    assert talk("INFO rule x\nINFO\nINFO rule\nSTART 15\nBEGIN") == ["OK", "0,14"]


def board_script(board, side=""):
    stones = [
        f"{x},{14 - y},{1 if board[p] == board.turn else 2}"
        for y in range(15)
        for x in range(15)
        if board[p := board.point(f"{chr(97 + x)}{y + 1}")] in (1, 2)
    ]
    return side + "BOARD\n" + "\n".join(stones) + "\nDONE\n"


def test_forbidden_points():
    board = parse_position("f8g8h6h7/a1a15o1o15", turn=BLACK, rule=rule_by_number(4))
    forbidden = board.forbidden_points()
    assert forbidden
    script = "START 15\nINFO rule 4\n" + board_script(board).replace("BOARD", "YXBOARD")
    (_, answer) = talk(script + "YXSHOWFORBID\n")
    digits = re.fullmatch(r"FORBID ([0-9]+)\.", answer)[1]
    named = {point_at(int(s[:2]), int(s[2:]), 15) for s in re.findall("....", digits)}
    assert named == forbidden.keys()
    # The opponent's stone on a forbidden point is for the manager to judge.
    (x, y) = int(digits[:2]), int(digits[2:4])
    answers = talk(script + f"TURN {x},{y}\n")
    assert parse_xy(answers[1])


def test_a_side_to_move_that_the_stones_do_not_tell():
    said = []

    class Telling(First):
        def think(self, board, limit, stop):
            said.append((board.turn, board.stone_count))
            return super().think(board, limit, stop)

    talk("START 15\nINFO side white\nBOARD\n7,7,1\n8,8,2\nDONE\nBOARD\n7,7,1\n8,8,2\nDONE", Telling)
    assert said == [(2, 2), (1, 2)]


def test_a_thinker_that_passes_is_overruled_while_there_is_a_legal_point():
    assert talk("START 15\nBEGIN", Passing) == ["OK", "0,14"]


def test_black_with_forbidden_points_only_plays_one():
    # The one free point makes six in the top row.
    rows = ["XXX.XX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO"]
    stones = [
        f"{x},{y},{'XO'.index(cell) + 1}"
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
        if cell != "."
    ]
    script = "START 6\nINFO rule {}\nINFO side black\nBOARD\n" + "\n".join(stones) + "\nDONE"
    assert talk(script.format(0)) == ["OK", "3,0"]
    assert talk(script.format(4)) == ["OK", "3,0"]  # an ERROR would leave the manager waiting
    assert talk(script.format(4) + "\nTAKEBACK 3,0\nYXSHOWFORBID")[2:] == ["OK", "FORBID 0300."]


def test_limits_reach_the_thinker():
    thinker = Deep()
    talk(
        "START 15\nINFO timeout_turn 1500\nINFO timeout_match 0\nINFO time_left 2147483647\nBEGIN\n"
        "INFO timeout_turn 0\nTURN 7,7\nINFO time_left -5\nTURN 8,8\nINFO max_depth 3\nTURN 9,9",
        thinker,
    )
    assert thinker.limits == [
        Limit(time=1.5),
        Limit(time=0.0),
        Limit(time=0.0, clock=-0.005),
        Limit(time=0.0, depth=3, clock=-0.005),
    ]


def test_the_search_reports_itself():
    out = talk_all("START 15\nBEGIN")
    assert out == ["OK", "MESSAGE Depth 1-2 | Eval +7 | Node 3 | Time 4ms | Bestline A1", "0,14"]


# Analysis

ONE_DEPTH = "START 15\nINFO max_depth 1\n"


def test_several_lines_are_told_and_the_position_stays():
    out = talk_all(ONE_DEPTH + "YXBOARD\n0,14,2\nDONE\nYXNBEST 2\nYXNBEST 1\nTURN 9,9", Several)
    best = "Depth 1-9 | Eval +99 | WinRate 85% | Node 1 | Speed 1000 | Time 500ms | Bestline B1 B1"
    second = (
        "Line 2 | Depth 1-9 | Eval +98 | WinRate 80% | Node 1 | Speed 2000 | Time 500ms"
        " | Bestline C1 B1"
    )
    assert out[:6] == [
        "OK", f"MESSAGE {best}", f"MESSAGE {second}", "1,14", f"MESSAGE {best}", "1,14",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("blocks", "move"),
    [
        ("", "0,14"),
        ("YXBLOCK\n0,14\n1,14\nDONE\n", "2,14"),
        ("YXBLOCK\n0,14\n1,14\nDONE\nYXBLOCKUNDO\n0,14\nDONE\n", "0,14"),
        ("YXBLOCK\n0,14\nDONE\nYXBLOCK\n1,14\nDONE\n", "2,14"),
        ("YXBLOCK\n0,14\nDONE\nYXBLOCKRESET\n", "0,14"),
        ("YXBLOCK\n0,14\nDONE\nRESTART\nINFO max_depth 1\n", "0,14"),
    ],
)
def test_points_are_left_out(blocks, move):
    assert talk(ONE_DEPTH + blocks + "YXNBEST 3", Several)[-1] == move


def test_a_thinker_of_one_line_tells_one():
    out = talk_all("START 15\nYXNBEST 3")
    assert out == ["OK", "MESSAGE Depth 1-2 | Eval +7 | Node 3 | Time 4ms | Bestline A1", "0,14"]


@pytest.mark.parametrize(
    "command",
    [
        "YXNBEST",
        "YXNBEST x",
        "YXNBEST 0",
        "YXBLOCK\n99,99\nDONE",
        "YXBLOCK\nh8\nDONE",
        "YXBLOCK\n"
        + "\n".join(f"{x},{y}" for x in range(15) for y in range(15))
        + "\nDONE\nYXNBEST 1",
        "SOLVE",
        "SOLVE vcq",
        "YXBOARD\n" + FIVES + "11,7,1\n11,0,2\nDONE\nYXNBEST 1",
        "YXBOARD\n" + FIVES + "11,7,1\n11,0,2\nDONE\nSOLVE vcf",
    ],
)
def test_what_cannot_be_analysed_is_one_error(command):
    ok, answer = talk("START 15\n" + command, Several)
    assert (ok, answer[:6]) == ("OK", "ERROR ")


def test_forced_wins_are_told_in_one_line():
    script = "START 15\nYXBOARD\n7,7,1\nDONE\nSOLVE vcf\nsolve VCF"
    assert talk(script, Several) == ["OK"] + ["SOLVED win 0,14 1,14 2,14"] * 2
    assert talk(script)[1].startswith("ERROR this thinker has no solver")


def test_yxstop_ends_an_analysis_and_a_solver():
    with Pipe(Several) as pipe:
        pipe.say("START 15\nINFO timeout_turn 100000000")
        assert pipe.hear() == "OK"
        for question, answer in (("YXNBEST 2", "0,14"), ("SOLVE vct", "SOLVED unknown")) * 2:
            pipe.say(question)
            if "BEST" in question:
                assert pipe.back.readline().startswith(b"MESSAGE Depth 1-9")
            pipe.say("YXSTOP")
            assert pipe.hear() == answer


@pytest.mark.parametrize("thinker", [Failing, Cheating])
def test_a_failing_thinker_is_one_sentence(thinker, capsys):
    script = "START 15\nTURN 7,7\nTURN 8,8\n"
    answers = talk(script, thinker, code=1)
    assert answers[0] == "OK"
    assert len(answers) == 2
    assert re.match("ERROR the thinker (failed: ZeroDivisionError: no way out|chose )", answers[1])
    captured = capsys.readouterr()
    assert captured.out == ""
    assert ("Traceback" in captured.err) == (thinker is Failing)


def test_a_thinker_that_cannot_be_made():
    def make():
        raise SettingsError("x", N_("no such table"))

    assert talk("ABOUT\nSTART 15\nBEGIN", make, code=1)[1:] == ["ERROR no such table"]


# Anything at all

NUMBER = st.integers(-3, 30) | st.sampled_from([15, 20, 2**31, 10**30])
COMMANDS = st.one_of(
    st.sampled_from(["BEGIN", "BOARD", "DONE", "RESTART", "ABOUT", "YXBOARD", "YXSHOWFORBID"]),
    st.sampled_from(["YXSTOP", "INFO", "TURN", "START 15", "START 5", "START 6"]),
    st.sampled_from(
        ["YXNBEST 2", "YXNBEST 0", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKRESET", "SOLVE vcf"]
    ),
    st.builds("TURN {},{}".format, st.integers(-1, 15), st.integers(-1, 15)),
    st.builds("TURN {},{}".format, st.integers(0, 5), st.integers(0, 5)),
    st.builds("TAKEBACK {},{}".format, st.integers(0, 5), st.integers(0, 5)),
    st.builds("{},{},{}".format, st.integers(0, 5), st.integers(0, 5), st.integers(1, 3)),
    st.builds("INFO rule {}".format, st.sampled_from([0, 1, 4, 4, 8, 9, 5])),
    st.builds("INFO {} {}".format, st.sampled_from(["timeout_turn", "time_left"]), NUMBER),
    st.builds("INFO side {}".format, st.sampled_from(["black", "white", "x"])),
    st.builds("START {}".format, NUMBER),
    st.text(max_size=30),
)
WORDS = ("OK", "ERROR", "UNKNOWN", "MESSAGE", "FORBID", "name=")


class Noting(First):
    """Notes the positions it is asked about."""

    def __init__(self):
        self.boards = []

    def think(self, board, limit, stop):
        self.boards.append(board)
        return super().think(board, limit, stop)


@given(st.lists(COMMANDS, max_size=40), st.sampled_from(["\n", "\r", "\r\n"]))
def test_any_commands_get_answers_and_the_moves_are_legal(commands, end):
    thinker = Noting()
    data = end.join(["START 6", *commands]).encode("utf-8", "replace")
    moves = [line for line in talk_all(data, thinker) if not line.startswith(WORDS)]
    for board, move in zip(thinker.boards, moves, strict=True):
        x, y = parse_xy(move)
        assert board.outcome is None
        assert board.is_legal(point_at(x, y, board.size))


@given(st.binary(max_size=300))
def test_any_bytes_get_answers(data):
    for line in talk_all(b"START 15\n" + data):
        assert line.startswith(WORDS) or parse_xy(line)


def test_a_line_of_ten_megabytes_is_nothing_special():
    data = b"START 15\nTURN " + b"7" * 10**7 + b"\nBEGIN\n"
    assert [a[:9] for a in talk(data)] == ["OK", "ERROR '77", "0,14"]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), unique=True, max_size=20))
def test_positions_told_by_turn_and_by_board_are_the_same(cells):
    by_turn = Position(6)
    played = []
    for x, y in cells:
        if by_turn.board.outcome is None:
            by_turn.play(f"{x},{y}")
            played.append((x, y))
    by_board = Position(6)
    me = len(played) % 2
    by_board.set_stones([f"{x},{y},{1 + (i + me) % 2}" for i, (x, y) in enumerate(played)], None)
    assert moves_text(by_board.board.stones(1)) == moves_text(by_turn.board.stones(1))
    assert by_board.board.turn == by_turn.board.turn
    assert (by_board.board.outcome is None) == (by_turn.board.outcome is None)
    for x, y in reversed(played):
        by_board.take_back(f"{x},{y}")
    assert by_board.board == Board(6)


# In time, as a process or with a real pipe


class Pipe:
    """A brain in a thread, at the other end of two pipes."""

    def __init__(self, thinker):
        stdin, self.to = os.pipe()
        back, stdout = os.pipe()
        self.stdin, self.stdout = open(stdin, "rb"), open(stdout, "wb")  # noqa: PTH123, SIM115
        self.back = open(back, "rb")  # noqa: PTH123, SIM115
        self.thread = threading.Thread(target=self.run, args=(thinker,))
        self.code = None

    def run(self, thinker):
        self.code = brain.run(thinker, stdin=self.stdin, stdout=self.stdout, patience=None)

    def say(self, text):
        os.write(self.to, text.encode() + b"\n")

    def hear(self):
        while line := self.back.readline().decode().strip():
            if not line.startswith("MESSAGE"):
                return line
        return None

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        os.close(self.to)
        self.thread.join()
        for file in (self.stdin, self.stdout, self.back):
            file.close()


def test_yxstop_ends_a_search_with_a_move():
    with Pipe(Deep) as pipe:
        pipe.say("START 15")
        assert pipe.hear() == "OK"
        for answer in ("0,14", "2,14"):
            pipe.say("INFO timeout_turn 100000000\nBEGIN" if answer == "0,14" else "TURN 1,14")
            line = pipe.back.readline()
            assert line.startswith(b"MESSAGE Depth 1-1")
            pipe.say("YXSTOP")
            assert pipe.hear() == answer
    assert pipe.code == 0


def test_end_ends_a_search_without_a_move():
    with Pipe(Deep) as pipe:
        pipe.say("START 15\nINFO timeout_turn 100000000\nBEGIN")
        assert pipe.hear() == "OK"
        assert pipe.back.readline().startswith(b"MESSAGE")
        pipe.say("END")
        pipe.thread.join()
        pipe.stdout.close()
        assert pipe.hear() is None


def start(thinker):
    command = ours(thinker)
    return subprocess.Popen(
        command.argv, cwd=MOCK.parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


@pytest.mark.parametrize("thinker", ["deep", "deaf"])
@pytest.mark.parametrize("ending", ["END\n", ""])
def test_the_process_ends_in_the_midst_of_a_search(thinker, ending):
    with start(thinker) as process:
        process.stdin.write(b"START 15\nINFO timeout_turn 100000000\n")
        process.stdin.flush()
        assert process.stdout.readline().strip() == b"OK"
        process.stdin.write(b"BEGIN\n")
        process.stdin.flush()
        time.sleep(0.1)
        process.stdin.write(ending.encode())
        process.stdin.close()
        assert process.wait(5) == 0
        assert not any(parse_xy(line.decode()) for line in process.stdout)


def test_a_script_that_says_all_at_once_gets_its_answers():
    script = b"START 15\nBEGIN\nTURN 7,7\nEND\n"
    done = subprocess.run(
        ours("deep").argv, cwd=MOCK.parents[1], input=script, capture_output=True, check=True
    )
    answers = [line for line in done.stdout.split(b"\n") if not line.startswith(b"MESSAGE")]
    assert answers == [b"OK", b"0,14", b"1,14", b""]
    assert done.stderr == b""


def test_a_manager_that_dies_is_no_traceback():
    with start("first") as process:
        process.stdout.close()
        process.stdin.write(b"START 15\nBEGIN\nBEGIN\n")
        process.stdin.close()
        assert process.wait(5) == 0
