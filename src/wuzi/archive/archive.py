"""The archive on a loop: all SQL runs in one thread of its own, and nothing waits for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, ParamSpec, Self, TypeVar

from wuzi.archive.database import Database
from wuzi.archive.entry import ANY, Entry, Filters, Tally
from wuzi.archive.faults import DAMAGED, ArchiveError
from wuzi.archive.schema import archive_path
from wuzi.archive.snapshot import snapshot
from wuzi.errors import WuziError
from wuzi.rules import Game, Node

P = ParamSpec("P")
R = TypeVar("R")

_REMEMBERED: Final = 64
"""Games whose numbers are remembered; of an older one a new entry is made if it is kept again."""


@dataclass(slots=True)
class _Kept:
    """What is known of a game that is being kept."""

    game: Game  # held, so that no other game gets its identity
    id: int | None = None
    life: int = 0
    end: Node | None = None
    again: bool = False  # it has changed since the copy that is being written was taken
    keeping: bool = False
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Archive:
    """Keeps games as a :class:`wuzi.play.GameStore`, and answers what is asked of them.

    Make one with :meth:`open`. One object of ``Game`` is one entry, also of a game that
    was opened by :meth:`load`.

    Attributes
    ----------
    path : Path
    notice : ArchiveError or None
        One sentence for the user: the file was damaged and has been put aside.

    Examples
    --------
    >>> import tempfile
    >>> from wuzi.rules import parse_moves
    >>> async def keep(path):
    ...     game = Game()
    ...     game.extend(parse_moves("h8i9"))
    ...     async with await Archive.open(path) as archive:
    ...         await archive.keep(game)
    ...         [entry] = await archive.games()
    ...         return entry.moves, entry.state
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     asyncio.run(keep(Path(folder) / "games.sqlite"))
    (2, 'playing')
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice: ArchiveError | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._database: Database | None = None
        self._kept: OrderedDict[int, _Kept] = OrderedDict()
        self._listeners: list[Callable[[], None]] = []
        self._last_fault = ""
        self._closed = False

    @classmethod
    async def open(cls, path: Path | None = None) -> Self:
        """Open an archive, by default the user's; file and folder are made if need be.

        Raises
        ------
        ArchiveError
            If it cannot be used, or was made by a newer Wuzi: the game goes on without it.
        """
        archive = cls(path or archive_path())
        try:
            archive._database = await archive._in_thread(Database, archive.path)
        except BaseException:
            archive._closed = True
            archive._thread.shutdown()
            raise
        archive.notice = archive._database.notice
        return archive

    async def _in_thread(self, job: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do ``job`` in the thread; once begun it is not cancelled."""
        future = asyncio.wrap_future(self._thread.submit(job, *args, **kwargs))
        future.add_done_callback(_look_at)
        return await asyncio.shield(future)

    @property
    def _db(self) -> Database:
        assert self._database is not None, "Archive.open makes one"
        return self._database

    async def close(self) -> None:
        """End the thread, after what it has been given to do. May be repeated."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._in_thread(self._db.close)
        finally:
            self._thread.shutdown()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    def subscribe(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call ``listener`` on the loop after every change; the function returned ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def _changed(self) -> None:
        for listener in tuple(self._listeners):
            listener()

    # Keeping

    async def save(self, game: Game) -> None:
        """Keep ``game`` as it is now, finished or left, in place of what was kept of it.

        Raises
        ------
        WuziError
            If it cannot be kept.
        """
        kept = self._remember(game)
        kept.again, kept.end = False, None
        await self._put(kept, playing=False)

    async def keep(self, game: Game, *, end: Node | None = None) -> None:
        """Keep ``game``, which is under way, against a crash: call it after every move.

        Parameters
        ----------
        game : Game
        end : Node, optional
            Where the game stands: what was taken back beyond it is left out, so that an
            opened game goes on from here.

        Raises
        ------
        WuziError
            If it cannot be kept: once, until it can be again.

        Notes
        -----
        Calls that come while the game is being written are answered by one more writing of
        it. A game without a move is not kept before it has one.
        """
        kept = self._remember(game)
        if kept.id is None and not game.root.children:
            return
        kept.again, kept.end = True, end
        if kept.keeping:
            return
        kept.keeping = True
        try:
            while kept.again and not self._closed:
                kept.again = False
                await self._put(kept, playing=True)
        except WuziError as error:
            if error.id == self._last_fault:
                return
            self._last_fault = error.id
            raise
        finally:
            kept.keeping = False
        self._last_fault = ""

    def _remember(self, game: Game) -> _Kept:
        kept = self._kept.setdefault(id(game), _Kept(game))
        self._kept.move_to_end(id(game))
        while len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)
        return kept

    async def _put(self, kept: _Kept, *, playing: bool) -> None:
        async with kept.lock:
            copy = await snapshot(kept.game, kept.end)
            notice = await self._in_thread(self._write, kept, copy, playing)
        self._changed()
        if notice is not None:
            raise notice

    def _write(self, kept: _Kept, copy: Game, playing: bool) -> ArchiveError | None:
        """In the thread: keep a copy; the notice, if a damaged file had to be put aside."""
        notice = None
        try:
            id = self._db.put(self._id(kept), copy, playing=playing)
        except ArchiveError as error:
            if error.id != DAMAGED:
                raise
            notice = self._db.renew(error)
            id = self._db.put(None, copy, playing=playing)
        kept.id, kept.life = id, self._db.life
        return notice

    def _id(self, kept: _Kept) -> int | None:
        return kept.id if kept.life == self._db.life else None

    async def discard(self, id: int) -> None:
        """Remove a game for good."""
        await self._in_thread(self._db.discard, id)
        self._changed()

    async def dismiss(self, id: int) -> None:
        """Keep a game that was cut off, but let :meth:`unfinished` offer it no more."""
        await self._in_thread(self._db.dismiss, id)
        self._changed()

    # Asking

    async def unfinished(self) -> list[Entry]:
        """The games that were cut off when their program died, the newest first."""
        return await self._in_thread(self._db.unfinished)

    async def games(self, limit: int = 100, offset: int = 0, filters: Filters = ANY) -> list[Entry]:
        """Kept games, the one kept last first."""
        return await self._in_thread(self._db.games, limit, offset, filters)

    async def count(self, filters: Filters = ANY) -> int:
        """How many games there are."""
        return await self._in_thread(self._db.count, filters)

    async def load(self, id: int) -> Game:
        """Open a kept game; what is kept of it from now on takes its place.

        Raises
        ------
        ArchiveError
            If there is none of that number, or it is damaged.
        """
        game = await self._in_thread(self._db.load, id)
        kept = self._remember(game)
        kept.id, kept.life = id, self._db.life
        return game

    async def statistics(self, filters: Filters = ANY) -> list[Tally]:
        """How the human fared, by opponent and colour; levels first."""
        return await self._in_thread(self._db.statistics, filters)

    async def backup(self, target: Path) -> None:
        """Copy the archive into one file."""
        await self._in_thread(self._db.backup, target)


def _look_at(future: asyncio.Future[R]) -> None:
    """Where nobody waits any more, a fault is nobody's."""
    if not future.cancelled():
        future.exception()
