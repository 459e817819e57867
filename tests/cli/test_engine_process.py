"""``wuzi engine`` as a process: our engine behind the protocol, warm and on a fresh machine."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.cli.test_processes import Program, until
from wuzi.protocol.coordinates import point_at, xy_of
from wuzi.protocol.wire import parse_xy
from wuzi.rules import RULES, Board, all_points

NUMBERS = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8, "caro6": 9}


class Talk:
    """A running engine, spoken to line by line."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.program = Program(home)
        self.program.env.update(environment)
        self.child = self.program.start("engine")
        self.messages: list[str] = []

    def say(self, *lines: str) -> None:
        assert self.child.stdin
        self.child.stdin.write("".join(line + "\n" for line in lines))
        self.child.stdin.flush()

    def answer(self) -> str:
        """The next line that is no MESSAGE."""
        assert self.child.stdout
        while (line := self.child.stdout.readline()).startswith("MESSAGE"):
            self.messages.append(line.removeprefix("MESSAGE ").strip())
        return line.strip()

    def end(self) -> str:
        """Say END; what it wrote to standard error."""
        self.say("END")
        _, err = self.child.communicate(timeout=30)
        assert self.child.returncode == 0
        assert until(lambda: not self.program.alive(), 2), "a child outlived it"
        return err


@pytest.fixture
def warm(tmp_path: Path, compiled: None) -> Iterator[Talk]:
    talk = Talk(tmp_path)
    yield talk
    talk.child.kill()
    talk.child.communicate()


def test_warm_it_plays_itself_from_the_first_move(warm: Talk) -> None:
    warm.say("START 15", "INFO timeout_turn 200", "BEGIN")
    assert [warm.answer(), warm.answer()] == ["OK", "7,7"]
    warm.say("TURN 8,8")
    assert parse_xy(warm.answer())
    assert all(message.startswith("Depth") for message in warm.messages)
    assert warm.end() == ""


def test_a_doubtful_score_table_is_told_once_as_a_message(tmp_path: Path) -> None:
    who = "textbook:greedy,scores=course"
    lines = "START 15\nBEGIN\nTURN 0,0\nEND\n"
    status, out, err = Program(tmp_path).run("engine", "--player", who, lines=lines)
    assert (status, err) == (0, "")
    assert out.count("MESSAGE in the score table course a straight four (100000) is worth") == 1


@pytest.mark.parametrize("limit", ["timeout_turn 0", "timeout_turn -50", "time_left -1000"])
def test_without_time_left_it_answers_legally_on_every_rule_and_size(
    warm: Talk, limit: str
) -> None:
    for rule, number in NUMBERS.items():
        for size in (5, 15, 22, 23):
            board = Board(size, RULES[rule])
            warm.say(f"INFO rule {number}", f"START {size}")
            assert warm.answer() == "OK"
            warm.say(f"INFO {limit}", "BEGIN")
            for _ in range(3):
                xy = parse_xy(warm.answer())
                assert xy is not None
                board.push(point_at(*xy, size))
                reply = next(p for p in all_points(size) if board.is_legal(p))
                board.push(reply)
                warm.say("TURN {},{}".format(*xy_of(reply, size)))
            assert warm.answer()
    assert any("up to 22 lines" in message for message in warm.messages)
    assert warm.end() == ""


def test_a_game_that_is_over_is_one_error_line(warm: Talk) -> None:
    warm.say("START 5", "INFO timeout_turn 100", "BOARD")
    warm.say(*(f"{x},0,1\n{x},1,2" for x in range(4)), "4,0,1", "DONE")
    assert warm.answer() == "OK"
    assert warm.answer().startswith("ERROR")
    assert warm.end() == ""


def test_a_table_larger_than_memory_is_one_message_and_the_game_goes_on(warm: Talk) -> None:
    warm.say("START 15", "INFO timeout_turn 100", "INFO hash_size 999999999999", "BEGIN")
    assert [warm.answer(), warm.answer()] == ["OK", "7,7"]
    assert sum("does not fit into this machine's memory" in m for m in warm.messages) == 1
    warm.say("INFO max_memory 1000000", "TURN 0,0")
    assert parse_xy(warm.answer())
    assert sum("less than the engine takes" in m for m in warm.messages) == 1
    assert warm.end() == ""


def test_on_a_fresh_machine_the_first_move_keeps_its_clock(tmp_path: Path) -> None:
    """The textbook plays, a MESSAGE says so, and END leaves no compiler behind."""
    talk = Talk(tmp_path, WUZI_KERNELS=str(tmp_path / "kernels"))
    talk.say("START 15", "INFO timeout_turn 500", "BEGIN")
    assert [talk.answer(), talk.answer()] == ["OK", "7,7"]
    assert talk.messages[0].startswith("the engine is being compiled")
    assert until(lambda: len(talk.program.alive()) == 2)
    assert talk.end() == ""
    assert not list((tmp_path / "kernels").glob("*/sealed.json"))


def test_killed_it_leaves_no_compiler_behind(tmp_path: Path) -> None:
    talk = Talk(tmp_path, WUZI_KERNELS=str(tmp_path / "kernels"))
    talk.say("START 15")
    assert talk.answer() == "OK"
    assert until(lambda: len(talk.program.alive()) == 2)
    talk.child.kill()
    talk.child.communicate()
    assert until(lambda: not talk.program.alive(), 10)


def test_a_script_that_says_it_all_at_once_is_answered(compiled: None, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wuzi", "engine"],
        input="START 15\nBEGIN\nEND\n",
        env={**os.environ, "WUZI_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    answers = [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")]
    assert (answers, done.stderr) == (["OK", "7,7"], "")


@pytest.mark.slow
@pytest.mark.parametrize("megabytes", [256, 350, 700])
@pytest.mark.parametrize("threads", [1, 2])
def test_max_memory_is_the_whole_process(warm: Talk, megabytes: int, threads: int) -> None:
    warm.say("START 22", f"INFO thread_num {threads}", f"INFO max_memory {megabytes << 20}")
    assert warm.answer() == "OK"
    most = 0
    for rule in NUMBERS.values():
        warm.say(f"INFO rule {rule}", "INFO timeout_turn 1500", "RESTART")
        assert warm.answer() == "OK"
        warm.say("TURN 11,11")
        for _ in range(14):
            time.sleep(0.1)
            most = max(most, psutil.Process(warm.child.pid).memory_info().rss >> 20)
        assert parse_xy(warm.answer())
    print(f"max_memory {megabytes} MB, {threads} threads: {most} MB at most")
    assert most <= megabytes
    assert warm.end() == ""
