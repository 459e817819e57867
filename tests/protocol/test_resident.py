"""What a thinker that lives behind the protocol is told besides positions, and tells."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from tests.protocol.thinkers import First
from wuzi.players.resident import Resident
from wuzi.protocol import brain
from wuzi.rules import Board
from wuzi.thinking import Info, Limit, Stop


class Lodger(First):
    """Writes down in which order things happen to it."""

    def __init__(self) -> None:
        self.diary: list[str] = []
        self.said: list[str] = []

    def prepare(self) -> None:
        self.diary.append("prepare")
        self.said.append("made\nready")

    def configure(self, key: str, value: int) -> bool:
        self.diary.append(f"{key}={value}")
        return key == "max_memory"

    def notices(self) -> Sequence[str]:
        said, self.said = self.said, []
        return said

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        self.diary.append("think")
        self.said.append("thinking")
        yield from super().think(board, limit, stop)
        self.said.append("thought")

    def close(self) -> None:
        self.diary.append("close")


def talk(script: str, thinker: object, notices: Sequence[str] = ()) -> list[str]:
    out = io.BytesIO()
    stdin = io.BytesIO(script.encode())
    brain.run(thinker, stdin=stdin, stdout=out, notices=notices, patience=None)
    return out.getvalue().decode().splitlines()


def test_it_is_prepared_at_the_first_start_told_of_info_and_closed() -> None:
    lodger = Lodger()
    assert isinstance(lodger, Resident)
    made = []

    def make() -> Lodger:
        made.append(lodger)
        return lodger

    script = (
        "ABOUT\nINFO max_memory 83886080\nSTART 15\nINFO THREAD_NUM 2\nINFO folder /x\n"
        "BEGIN\nSTART 15\nEND\n"
    )
    answers = talk(script, make)
    assert made == [lodger]
    assert lodger.diary == ["prepare", "max_memory=83886080", "thread_num=2", "think", "close"]
    assert [line for line in answers if not line.startswith("MESSAGE Depth")][1:] == [
        "OK",
        "MESSAGE made ready",
        "MESSAGE thinking",
        "MESSAGE thought",
        "0,14",
        "OK",
    ]


def test_others_are_asked_nothing() -> None:
    assert not isinstance(First(), Resident)
    assert talk("INFO max_memory 1\nSTART 15\nINFO x 3\nBEGIN\nEND", First())[0] == "OK"


def test_it_is_closed_when_it_fails() -> None:
    class Failing(Lodger):
        def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
            raise RuntimeError("no")
            yield

    lodger = Failing()
    talk("START 15\nBEGIN\n", lodger)
    assert lodger.diary[-1] == "close"


def test_what_is_known_of_a_thinker_is_told_once() -> None:
    for thinker in (First(), Lodger()):
        answers = talk("START 15\nBEGIN\nTURN 0,0\nEND\n", thinker, ["a doubtful\ntable"])
        assert answers.count("MESSAGE a doubtful table") == 1
        assert answers.index("OK") < answers.index("MESSAGE a doubtful table")
