"""Our engine as a player: the textbook stands in until it is there, whatever happens."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import psutil
import pytest

import wuzi.engine.thinker
from wuzi.engine import cache, tables
from wuzi.engine.warm import NOT_KEPT
from wuzi.errors import EngineError, SettingsError
from wuzi.players import check_who, command, make_thinker, parse_who, title
from wuzi.players.resident import Resident
from wuzi.players.wuzi_thinker import WuziThinker
from wuzi.rules import RULES, Board, Rule, Score, parse_position
from wuzi.thinking import Info, Limit, NeverStop, answer

SOON = Limit(time=0.2)


class FakeEngine:
    """Plays the first legal point, and remembers what it was told."""

    name = "fake"
    made: ClassVar[list[FakeEngine]] = []

    def __init__(self, threads: int = 1, memory: int | None = None) -> None:
        if memory is not None and memory >= 1 << 40:
            raise EngineError("engine.memory", "a table of that size does not fit")
        self.threads, self.memory = threads, memory
        self.told: dict[str, int] = {}
        self.limits: list[Limit] = []
        FakeEngine.made.append(self)

    def think(self, board: Board, limit: Limit, stop: Any) -> Iterator[Info]:
        self.limits.append(limit)
        yield Info((next(board.legal_points()),), Score(7), counts={"fake": 1})

    def configure(self, key: str, value: int) -> bool:
        if value == 13:
            raise EngineError("engine.memory", "thirteen does not fit")
        self.told[key] = value
        return key == "thread_num"


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(wuzi.engine.thinker, "EngineThinker", FakeEngine)
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kernels"))
    FakeEngine.made = []
    threads = set(threading.enumerate())
    yield
    left = [t for t in set(threading.enumerate()) - threads if t.name.startswith("wuzi-")]
    for thread in left:
        thread.join(30)  # tables are made where none are kept
    assert not any(thread.is_alive() for thread in left)


def seal_the_cache() -> None:
    cache.kernel_cache().mkdir(parents=True)
    cache.seal()


Compiler = Callable[[str], tuple[str, ...]]


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    """A child that says it has done 3 of 9, and ends as the script says when a file appears."""

    def make(end: str) -> tuple[str, ...]:
        script = tmp_path / "compiler.py"
        script.write_text(
            "import pathlib, sys, time\n"
            "print('3/9 make', flush=True)\n"
            f"while not pathlib.Path({str(tmp_path / 'go')!r}).exists(): time.sleep(0.01)\n"
            f"{end}\n"
        )
        return (sys.executable, str(script))

    return make


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


# While it is compiled


def test_the_textbook_plays_until_the_engine_is_there(compiler: Compiler, tmp_path: Path) -> None:
    thinker = WuziThinker({"threads": "2"}, compiler("sys.exit(0)"))
    assert isinstance(thinker, Resident)
    thinker.prepare()
    thinker.configure("hash_size", 4096)
    until(lambda: thinker._progress() != "")
    board = Board()
    info = answer(thinker, board, SOON)
    assert "fake" not in info.counts
    assert board.is_legal(info.move)
    assert thinker.notices() == [
        "the engine is being compiled (3 of 9): until it is ready the textbook plays"
    ]
    (tmp_path / "go").touch()
    until(lambda: bool(FakeEngine.made))
    until(lambda: thinker._engine is not None)
    assert answer(thinker, board, SOON).counts == {"fake": 1}
    until(lambda: "the engine is ready and plays from now on" in thinker.notices())
    (engine,) = FakeEngine.made
    assert (engine.threads, engine.memory) == (2, 64 << 20)
    assert engine.told == {"hash_size": 4096}
    thinker.close()


def test_the_textbook_makes_use_of_its_time(compiler: Compiler) -> None:
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    info = answer(thinker, parse_position("h8i9h9i8"), Limit(time=30, nodes=2000))
    assert info.depth > 2
    assert answer(thinker, parse_position("h8i9h9i8"), Limit(time=30, depth=1)).depth == 1
    thinker.close()


def test_where_no_clock_runs_the_engine_is_waited_for(compiler: Compiler, tmp_path: Path) -> None:
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    thinker.prepare()
    threading.Timer(0.1, (tmp_path / "go").touch).start()
    assert answer(thinker, Board(), Limit(nodes=100)).counts == {"fake": 1}
    thinker.close()


def test_waiting_heeds_a_stop(compiler: Compiler) -> None:
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    info = answer(thinker, Board(), Limit(depth=2), stop)
    assert "fake" not in info.counts
    thinker.close()


def test_a_compilation_that_fails_leaves_the_textbook(compiler: Compiler, tmp_path: Path) -> None:
    (tmp_path / "go").touch()
    thinker = WuziThinker({}, compiler("sys.exit(1)"))
    thinker.prepare()
    assert thinker._settled.wait(20)
    assert answer(thinker, Board(), Limit(depth=1)).depth == 1
    assert any("could not be compiled" in notice for notice in thinker.notices())
    assert not FakeEngine.made
    thinker.close()


@pytest.mark.parametrize("end", [f"sys.exit({NOT_KEPT})", None])
def test_what_cannot_be_kept_is_compiled_by_this_process(
    compiler: Compiler, tmp_path: Path, end: str | None
) -> None:
    (tmp_path / "go").touch()
    thinker = WuziThinker({}, compiler(end) if end else ("/no/such/program",))
    thinker.prepare()
    assert thinker._settled.wait(20)
    assert answer(thinker, Board(), SOON).counts == {"fake": 1}
    thinker.close()


def test_closing_ends_the_child(compiler: Compiler) -> None:
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    thinker.prepare()
    assert thinker._compilation is not None
    child = psutil.Process(thinker._compilation._child.pid)
    assert child.is_running()
    thinker.close()
    assert not child.is_running()
    assert not FakeEngine.made


def test_an_unwritable_cache_is_told_and_a_private_one_is_taken_away_again(
    compiler: Compiler, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernels").write_text("a file where a folder should be")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    thinker.prepare()
    (notice,) = thinker.notices()
    assert "cannot be written" in notice
    assert str(tmp_path / "kernels") in notice
    private = Path(os.environ[cache.VARIABLE])
    assert private.parent == tmp_path
    assert private.is_dir()
    (tmp_path / "go").touch()
    assert thinker._settled.wait(20)
    thinker.close()
    assert not private.exists()
    assert answer(thinker, Board(), SOON).counts == {"fake": 1}


# When it is there


def test_what_is_compiled_is_loaded_at_once() -> None:
    seal_the_cache()
    thinker = WuziThinker({"memory": "2"})
    thinker.prepare()
    thinker.prepare()
    (engine,) = FakeEngine.made
    assert engine.memory == 2 << 20
    assert answer(thinker, Board(), SOON).counts == {"fake": 1}
    assert thinker.notices() == []
    assert thinker.configure("thread_num", 2)
    assert not thinker.configure("caution_factor", 1)
    assert engine.told == {"thread_num": 2, "caution_factor": 1}


def test_a_damaged_cache_is_told(compiler: Compiler) -> None:
    folder = cache.kernel_cache()
    folder.mkdir(parents=True)
    (folder / "x.nbc").write_bytes(b"sound")
    cache.seal()
    (folder / "x.nbc").write_bytes(b"damaged")
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    thinker.prepare()
    assert "was damaged" in thinker.notices()[0]
    thinker.close()


def test_options_lower_the_limit_and_never_raise_it() -> None:
    seal_the_cache()
    thinker = WuziThinker({"nodes": "1000", "depth": "5"})
    for given in (Limit(time=1), Limit(nodes=10, depth=9), Limit(nodes=5000, depth=2)):
        answer(thinker, Board(), given)
    assert FakeEngine.made[0].limits == [
        Limit(time=1, nodes=1000, depth=5),
        Limit(nodes=10, depth=5),
        Limit(nodes=1000, depth=2),
    ]


def test_what_the_machine_cannot_give_is_told_and_the_game_goes_on() -> None:
    seal_the_cache()
    thinker = WuziThinker({"memory": str(1 << 20)})
    thinker.configure("hash_size", 13)
    thinker.prepare()
    thinker.configure("max_memory", 10 << 20)
    assert answer(thinker, Board(), SOON).counts == {"fake": 1}
    first, second, third = thinker.notices()
    assert first == "a table of that size does not fit"
    assert second == "thirteen does not fit"
    assert third.startswith("10 MB are less than the engine takes")


def test_on_boards_too_large_for_the_engine_the_textbook_plays() -> None:
    seal_the_cache()
    thinker = WuziThinker()
    for size, fake in ((22, True), (23, False), (26, False)):
        info = answer(thinker, Board(size), SOON)
        assert ("fake" in info.counts) == fake
    assert len(thinker.notices()) == 2


@pytest.mark.parametrize(
    ("damaged", "engine_plays"), [("freestyle", []), ("renju", ["freestyle", "standard"])]
)
def test_with_damaged_weights_the_textbook_plays(
    monkeypatch: pytest.MonkeyPatch, damaged: str, engine_plays: list[str]
) -> None:
    load = tables.load_weights

    def load_weights(rule: Rule) -> Any:
        if rule.name == damaged:
            raise SettingsError("weights.damaged", "the weights {file} are damaged", file="w.json")
        return load(rule)

    monkeypatch.setattr(tables, "load_weights", load_weights)
    tables.tables_of.cache_clear()
    seal_the_cache()
    thinker = WuziThinker()
    thinker.prepare()
    played = [
        name
        for name in ("freestyle", "standard", "renju")
        if "fake" in answer(thinker, Board(15, RULES[name]), SOON).counts
    ]
    assert played == engine_plays
    sentence = "the textbook plays, since the engine cannot: the weights w.json are damaged"
    assert list(thinker.notices()) == [sentence]
    monkeypatch.undo()
    tables.tables_of.cache_clear()


def test_a_game_that_is_over_is_refused(compiler: Compiler) -> None:
    won = parse_position("a1a2b1b2c1c2d1d2e1")
    thinker = WuziThinker({}, compiler("sys.exit(0)"))
    with pytest.raises(ValueError, match="over"):
        list(thinker.think(won, Limit(time=0), NeverStop()))
    thinker.close()


# By name


def test_it_is_named_by_one_word_with_options() -> None:
    who = parse_who(" Wuzi , threads=2, nodes=500")
    assert (who.kind, who.name, who.text) == ("wuzi", "wuzi", "wuzi,threads=2,nodes=500")
    assert parse_who(who.text) == who
    assert parse_who("wuzi engine").kind == "command"
    assert title(who) == "wuzi (threads=2, nodes=500)"
    assert command(who).argv[-3:] == ("engine", "--player", "wuzi,threads=2,nodes=500")
    with pytest.raises(wuzi.errors.ParseError, match="did you mean wuzi"):
        parse_who("wuzy,threads=2")


def test_looking_before_the_game_checks_options_and_loads_nothing() -> None:
    check_who(parse_who("wuzi,threads=2,memory=128"))
    assert not cache.kernels_dir().exists()
    assert not FakeEngine.made
    for text, sentence in (
        ("wuzi,threads=0", "threads=0 is not possible: choose 1 to 256"),
        ("wuzi,thread=2", "thread"),
        ("wuzi,memory=much", "memory=much"),
    ):
        with pytest.raises(SettingsError, match=sentence):
            check_who(parse_who(text))


def test_made_by_name_it_knows_how_to_compile() -> None:
    thinker = make_thinker(parse_who("wuzi,depth=3"))
    assert isinstance(thinker, WuziThinker)
    assert thinker._compiler is not None
    assert thinker._compiler[-2:] == ("engine", "--compile")
