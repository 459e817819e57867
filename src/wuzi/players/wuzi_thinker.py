"""Our own engine as a player, and the textbook in its place while its kernels are compiled.

A fresh installation has no compiled kernels yet. They are compiled once, by a child process
that takes some twenty seconds, and nobody whose clock runs waits for it: until they are
there the textbook's alpha-beta plays, and between two moves the engine takes over. Where no
clock runs (a limit of nodes or depth only) the engine is waited for.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wuzi.errors import N_, EngineError, SettingsError, WuziError
from wuzi.players.analysing import ForcedWin, Goal
from wuzi.rules import Board, Point, Rule
from wuzi.textbook.options import Option, parse_options
from wuzi.textbook.thinkers import SearchThinker
from wuzi.thinking import Info, Limit, Stop, Thinker

if TYPE_CHECKING:
    from wuzi.engine.thinker import EngineThinker
    from wuzi.engine.warm import Compilation

LARGEST: Final = 22
"""Lines of the largest board that the engine plays on."""
WAIT: Final = 0.02
"""Seconds between two looks whether a search that waits for the engine is to stop."""
STAND_IN_DEPTH: Final = 8
"""Plies that the textbook may search within its time; without a limit in time it keeps to its 2."""
CLOSE_WITHIN: Final = 2.0
"""Seconds that closing may wait for an engine that is just being loaded."""

OPTIONS: Final = (
    Option("threads", "int", 1, N_("Search threads."), least=1, most=256),
    Option("memory", "int", 64, N_("Megabytes of the table of positions."), least=1, most=1 << 20),
    Option(
        "nodes",
        "int",
        0,
        N_("Positions to look at for a move, at most; 0 for no limit of its own."),
        least=0,
        most=10**12,
    ),
    Option(
        "depth",
        "int",
        0,
        N_("Plies to search for a move, at most; 0 for no limit of its own."),
        least=0,
        most=1000,
    ),
    Option(
        "weights",
        "text",
        "",
        N_("A file of evaluation weights, which is for one rule, instead of the shipped ones."),
    ),
    Option(
        "network",
        "text",
        "1",
        N_("1 to evaluate with the network where there is one, 0 without, or a network's file."),
    ),
)
"""The options of ``wuzi,threads=2,...``."""

COMPILING: Final = "the engine is being compiled{progress}: until it is ready the textbook plays"
DAMAGED: Final = "the compiled engine was damaged and is made again"
UNWRITABLE: Final = (
    "the folder of compiled engines {folder} cannot be written, so every start has to"
    " compile: make it writable, or set WUZI_HOME"
)
READY: Final = "the engine is ready and plays from now on"
FAILED: Final = (
    "the engine could not be compiled, so the textbook plays:"
    " run 'wuzi engine --compile' to see why"
)
NO_ENGINE: Final = "the textbook plays, since the engine cannot: {why}"
LITTLE: Final = (
    "{allowed} MB are less than the engine takes without any table of positions, about {own} MB:"
    " it plays with the smallest table"
)
TOO_LARGE: Final = "the engine plays on up to {largest} lines: on {size} the textbook plays"


class WuziThinker:
    """The engine, or while it cannot run yet the textbook.

    Making one checks the options and loads nothing; :meth:`prepare` does, or the first move.

    Parameters
    ----------
    options : mapping of str to str
        As a WHO text writes them: :data:`OPTIONS`.
    compiler : sequence of str, optional
        The command of the child that compiles; by default this Python's.

    Raises
    ------
    SettingsError
        If an option is unknown or its value impossible, or there is no such file of weights
        or of a network.
    """

    name = "Wuzi"

    def __init__(
        self, options: Mapping[str, str] | None = None, compiler: Sequence[str] | None = None
    ) -> None:
        values = {option.name: option.default for option in OPTIONS}
        values |= parse_options(OPTIONS, options or {})
        self.options = values
        self._weights = _weights_file(str(values["weights"]))
        self._network = _network_file(str(values["network"]))
        self._use_network = int(values["network"] != "0")
        self._compiler = compiler
        self._stand_in: Thinker = SearchThinker()
        self._engine: EngineThinker | None = None
        self._compilation: Compilation | None = None
        self._waiting: threading.Thread | None = None
        self._prepared = False
        self._closed = False
        self._settled = threading.Event()
        """Set when there is an engine, or there will be none."""
        self._lock = threading.Lock()
        self._told: dict[str, int] = {}
        self._notices: list[str] = []
        self._weighed: set[Rule] = set()
        """The rules that the files of weights and network are for."""

    def prepare(self) -> None:
        """Load the engine if it is compiled, else begin to compile it."""
        if self._prepared:
            return
        self._prepared = True
        from wuzi.engine import cache  # noqa: PLC0415  # loads Numba

        state = cache.state()
        if state is cache.State.READY or os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
            self._load()
            return
        if state is cache.State.DAMAGED:
            self._tell(DAMAGED)
        private = None
        if state is cache.State.UNWRITABLE:
            self._tell(UNWRITABLE.format(folder=cache.kernel_cache().parent))
            private = _private_folder()
        self._compile(private)

    def has_engine(self, board: Board) -> bool:
        """Whether the engine would think about ``board`` now, and not the textbook for it."""
        self.prepare()
        return self._thinker(board) is not self._stand_in

    def wait(self) -> None:
        """Wait until the engine is there, or it is known that there will be none."""
        self.prepare()
        self._settled.wait()

    @property
    def _has_files(self) -> bool:
        """Whether weights or a network of somebody's own were named."""
        return self._weights is not None or self._network is not None

    def _load(self) -> None:
        """Import the engine, which loads its kernels, or compiles those that are not there."""
        try:
            engine = self._made()
        except WuziError as error:  # damaged weights: the textbook has none
            self._tell(NO_ENGINE.format(why=error))
        else:
            with self._lock:
                for key, value in self._told.items():
                    self._configure(engine, key, value)
                self._engine = engine
        self._settled.set()

    def _made(self) -> EngineThinker:
        from wuzi.engine.tables import tables_of  # noqa: PLC0415
        from wuzi.engine.thinker import EngineThinker  # noqa: PLC0415
        from wuzi.rules import RULES  # noqa: PLC0415

        first, *others = RULES.values()
        tables_of(first)  # made once, and no move has to wait for them
        threading.Thread(
            target=_make_tables, args=(others,), name="wuzi-tables", daemon=True
        ).start()
        try:
            thinker = EngineThinker(self.options["threads"], self.options["memory"] << 20)
        except EngineError as error:  # the machine has not so much memory
            self._tell(str(error))
            thinker = EngineThinker(self.options["threads"])
        if self._has_files or not self._use_network:
            from wuzi.engine.engine import Engine  # noqa: PLC0415

            ready = thinker.engine
            thinker.engine = Engine(
                threads=ready.threads,
                memory=ready.memory,
                weights=self._weights,
                network=self._network,
                switches={"use_network": self._use_network},
            )
        return thinker

    def _compile(self, private: Path | None) -> None:
        """Compile in a child, and load what it made as soon as it is there."""
        from wuzi.engine.warm import Compilation  # noqa: PLC0415

        with contextlib.suppress(OSError):  # no child can be started: this process compiles
            self._compilation = Compilation(self._compiler, private=private is not None)
        self._waiting = threading.Thread(
            target=self._wait_and_load, args=(private,), name="wuzi-kernels", daemon=True
        )
        self._waiting.start()

    def _wait_and_load(self, private: Path | None) -> None:
        from wuzi.engine.warm import NOT_KEPT  # noqa: PLC0415

        try:
            status = NOT_KEPT if self._compilation is None else self._compilation.wait()
            if self._closed:
                return
            if status in (0, NOT_KEPT):
                self._load()
                if self._engine is not None:
                    self._tell(READY)
            else:
                self._tell(FAILED)
        finally:
            self._settled.set()
            if private is not None:
                shutil.rmtree(private, ignore_errors=True)

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Think with the engine, or with the textbook where there is none yet.

        Raises
        ------
        ValueError
            If the game is over.
        """
        self.prepare()
        limit = self._within_options(limit)
        timed = limit.time is not None or limit.clock is not None
        while not timed and not self._settled.wait(WAIT) and not stop.is_set():
            pass
        thinker = self._thinker(board)
        if thinker is self._stand_in and timed and limit.depth is None:
            limit = replace(limit, depth=STAND_IN_DEPTH)
        return thinker.think(board, limit, stop)

    def analyse(
        self, board: Board, limit: Limit, stop: Stop, *, lines: int, exclude: Collection[Point]
    ) -> Iterator[Info]:
        """Look at the best ``lines`` moves outside ``exclude``.

        Until the engine is there the textbook tells of one move, anywhere; then the engine
        goes on in its place.
        """
        self.prepare()
        limit = self._within_options(limit)
        if not self._settled.is_set():
            self._thinker(board)  # says why the engine does not think yet
            shallow = limit if limit.depth is not None else replace(limit, depth=STAND_IN_DEPTH)
            yield from self._stand_in.think(board, shallow, _Either(stop, self._settled))
            timed = limit.time is not None or limit.clock is not None
            while not timed and not self._settled.wait(WAIT) and not stop.is_set():
                pass
            if stop.is_set() or not self._settled.is_set():
                return
        if self._thinker(board) is self._stand_in or self._engine is None:
            yield from self.think(board, limit, stop)
        else:
            yield from self._engine.engine.analyse(
                board, limit, lines=lines, stop=stop, exclude=exclude
            )

    def solve(self, board: Board, goal: Goal, limit: Limit, stop: Stop) -> ForcedWin:
        """Look for a win by force; unknown where the engine cannot be had."""
        self.prepare()
        while not self._settled.wait(WAIT) and not stop.is_set():
            pass
        if stop.is_set() or self._thinker(board) is self._stand_in:
            return ForcedWin(goal, "unknown")
        from wuzi.engine.solver import solve  # noqa: PLC0415

        found = solve(board, goal, limit, stop)
        return ForcedWin(goal, found.result, found.line)

    def _within_options(self, limit: Limit) -> Limit:
        """The limit, and those of the options."""
        lowered = {}
        for key in ("nodes", "depth"):
            own, given = self.options[key], getattr(limit, key)
            if own:
                lowered[key] = own if given is None else min(own, given)
        return replace(limit, **lowered)

    def _thinker(self, board: Board) -> Thinker:
        """Who thinks about a board, and why it is not the engine if it is not."""
        if board.size > LARGEST:
            self._tell(TOO_LARGE.format(largest=LARGEST, size=board.size))
        elif self._engine is not None:
            from wuzi.engine.network import load_network  # noqa: PLC0415
            from wuzi.engine.tables import tables_of  # noqa: PLC0415
            from wuzi.engine.weights import load_weights  # noqa: PLC0415

            try:
                if not self._has_files:
                    tables_of(board.rule)
                elif board.rule not in self._weighed:
                    load_weights(board.rule, self._weights)
                    load_network(board.rule, self._network)
                    self._weighed.add(board.rule)
            except WuziError as error:
                self._tell(NO_ENGINE.format(why=error))
            else:
                return self._engine
        elif not self._settled.is_set():
            self._tell(COMPILING.format(progress=self._progress()))
        return self._stand_in

    def _progress(self) -> str:
        running = self._compilation
        return f" ({running.done} of {running.parts})" if running and running.parts else ""

    def configure(self, key: str, value: int) -> bool:
        """Take an option of the protocol's INFO; an engine that comes later is told, too."""
        with self._lock:
            self._told[key] = value
            return self._engine is None or self._configure(self._engine, key, value)

    def _configure(self, engine: EngineThinker, key: str, value: int) -> bool:
        from wuzi.engine.thinker import OWN_SHARE  # noqa: PLC0415

        if key == "max_memory" and 0 < value < OWN_SHARE:
            self._tell(LITTLE.format(allowed=value >> 20, own=OWN_SHARE >> 20))
        try:
            return engine.configure(key, value)
        except EngineError as error:  # it stays as it was
            self._tell(str(error))
            return True

    def _tell(self, sentence: str) -> None:
        self._notices.append(sentence)

    def notices(self) -> Sequence[str]:
        """What has happened since the last call, in English sentences."""
        told = self._notices[:]
        del self._notices[: len(told)]
        return told

    def close(self) -> None:
        """End the child that compiles, if there is one."""
        self._closed = True
        if self._compilation is not None:
            self._compilation.kill()
        if self._waiting is not None:
            self._waiting.join(CLOSE_WITHIN)


class _Either:
    """A stop that comes with the first of two."""

    def __init__(self, *stops: Stop) -> None:
        self._stops = stops

    def is_set(self) -> bool:
        return any(stop.is_set() for stop in self._stops)


def _weights_file(name: str) -> Path | None:
    """The file of that name, if one is named."""
    if not name:
        return None
    path = Path(name).expanduser()
    if not path.is_file():
        raise SettingsError(
            "weights.missing",
            N_("there is no file of weights {file}: 'wuzi train fit' makes one"),
            file=name,
        )
    return path


def _network_file(word: str) -> Path | None:
    """The file of that name, unless it is a 0 or a 1."""
    if word in ("0", "1"):
        return None
    path = Path(word).expanduser()
    if not path.is_file():
        raise SettingsError(
            "network.missing",
            N_("there is no network {file}: write 0, 1 or the name of a file of a network"),
            file=word,
        )
    return path


def _make_tables(rules: Sequence[Rule]) -> None:
    from wuzi.engine.tables import tables_of  # noqa: PLC0415

    for rule in rules:
        with contextlib.suppress(WuziError):  # told when the rule is played
            tables_of(rule)


def _private_folder() -> Path | None:
    """A folder for this process and its child, deleted when the kernels have been loaded."""
    from wuzi.engine import cache  # noqa: PLC0415

    try:
        folder = Path(tempfile.mkdtemp(prefix="wuzi-kernels-"))
    except OSError:
        return None
    cache.use_folder(folder)
    return folder
