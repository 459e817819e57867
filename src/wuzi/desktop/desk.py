"""The one model that all parts of the window share: a game, where one looks, who plays.

:class:`Desk` owns the :class:`~wuzi.play.Session` and knows which node of the game is
shown. Panels are given the desk, listen to its signals and call its methods; none of them
knows another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from qtpy.QtCore import QObject, Signal

from wuzi.desktop.seating import limits, seated
from wuzi.desktop.trail import Trail
from wuzi.errors import N_, IllegalMove, WuziError
from wuzi.play import (
    UNLIMITED,
    Event,
    GameOver,
    GameStore,
    HumanSeat,
    Jumped,
    MovePlayed,
    Redone,
    Restarted,
    SaveFailed,
    SeatFailed,
    SeatsSwapped,
    Session,
    TimeControl,
    Undone,
)
from wuzi.players import parse_who
from wuzi.rules import FREESTYLE, Board, Colour, Game, Move, Node, Point, Rule
from wuzi.settings import Settings

if TYPE_CHECKING:
    from wuzi.desktop.board.marks import Marks

Mode = Literal["play", "analyse", "setup", "trace"]
MODES: Final[tuple[Mode, ...]] = ("play", "analyse", "setup", "trace")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin.

    Attributes
    ----------
    black, white : str
        WHO texts.
    rule : Rule
    size : int
        Lines of the board.
    black_time, white_time : TimeControl
    forbidden_loses : bool
        In renju: whether a forbidden move may be played, and loses.
    start : Game or Board or None
        What to play on from, instead of an empty board of ``size`` and ``rule``.
    node : Node or None
        Where in ``start``; by default the end of its main line.
    names : tuple of str
        What black and white are called, where not by the players' own names.
    """

    black: str = "human"
    white: str = "human"
    rule: Rule = FREESTYLE
    size: int = 15
    black_time: TimeControl = UNLIMITED
    white_time: TimeControl = UNLIMITED
    forbidden_loses: bool = False
    start: Game | Board | None = None
    node: Node | None = None
    names: tuple[str, str] = ("", "")


class _Shelf:
    """The store of every session of a desk: whatever the desk's store is at the moment."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def save(self, game: Game) -> None:
        if self._desk.store is not None:
            await self._desk.store.save(game)


class Desk(QObject):
    """The game at hand, what is shown of it, and the settings.

    Parameters
    ----------
    settings : Settings
    store : GameStore, optional
        Keeps finished and unfinished games.
    save : callable, optional
        Writes the settings (in a thread); by default they are not kept.

    Attributes
    ----------
    session : Session
        The game in progress. Another object after :meth:`new_game` and :meth:`open_game`.
    game : Game
        Its tree.
    node : Node
        The node that is shown. It goes along with the session's as long as it was there.
    board : Board
        The position shown (that of ``node``, or what :meth:`lay` has put in its place).
        Look, and leave it as it is; it is another object after each change.
    mode : {"play", "analyse", "setup", "trace"}
    settings : Settings
    store : GameStore or None
    path : Path or None
        The file that the game was read from or last saved to.
    changed : bool
        Whether the game has changed since it was read, saved or begun.
    brush : Colour or None
        What a click of the set-up editor puts down: the colour of the ghost stone in the
        mode ``"setup"`` (``EMPTY`` takes away).
    """

    happened = Signal(object)
    """Every :class:`~wuzi.play.Event` of the session (``event`` is a method of Qt's)."""
    position_changed = Signal()
    """Another node is shown, or another board."""
    game_changed = Signal()
    """``game`` is another object."""
    tree_changed = Signal()
    """The game's tree or its notes have changed: moves, comments, variations, players, result."""
    mode_changed = Signal(str)
    marks_changed = Signal()
    """What is drawn on the board beside the stones (:attr:`layers`)."""
    hovered = Signal(object)
    """The point under the pointer, or None."""
    clicked = Signal(int)
    """A point was chosen in the modes ``"setup"`` and ``"trace"``, whose panels act on it."""
    region_chosen = Signal(object)
    """The region marked on the board (a frozenset of points, or None)."""
    picking_changed = Signal(bool)
    """Whether the board shall let a region be marked (see :meth:`pick_region`)."""
    complained = Signal(object)
    """A :class:`~wuzi.errors.WuziError` to be shown; see :meth:`complain`."""
    noticed = Signal(str)
    """A sentence to be shown; see :meth:`notice`."""
    settings_changed = Signal()
    traffic = Signal(str, str, str)
    """A line between us and an engine: its name, a mark (``<``, ``>`` or ``!``), the line."""
    replaced = Signal(object)
    """Another game was begun or opened; the one left (a Game), which can be opened again."""

    def __init__(
        self,
        settings: Settings = Settings(),  # noqa: B008  (it is frozen)
        store: GameStore | None = None,
        save: Callable[[Settings], None] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.settings = settings
        self.store = store
        self.mode: Mode = "play"
        self.path: Path | None = None
        self.changed = False
        self.brush: Colour | None = None
        self.layers: dict[str, Marks] = {}
        self._shelf = _Shelf(self)
        self._save = save
        self._tasks: set[asyncio.Task[Any]] = set()
        self._ending: set[asyncio.Task[Any]] = set()  # awaited at the end, not cancelled
        self._writing = asyncio.Lock()
        self._paused_here = False  # the session was paused for another mode
        self._laid: Board | None = None
        self._closed = False
        self._closers: list[Callable[[], Coroutine[Any, Any, None]]] = []
        self._take(Session(None, HumanSeat(), HumanSeat(), store=self._shelf))

    def _take(self, session: Session) -> None:
        """Make ``session`` the one at hand; its loop begins with :meth:`start`."""
        self.session = session
        self._unsubscribe = session.subscribe(self._hear)
        self._stood = session.node  # where the session stood when it was last heard
        self._trail = Trail(session.game, session.node)
        self._laid = None
        self.changed = False

    def start(self) -> None:
        """Begin to ask the seats; the loop must run."""
        self.run(self.session.run())

    # The game

    @property
    def game(self) -> Game:
        """The tree of the game."""
        return self.session.game

    @property
    def at_game(self) -> bool:
        """Whether the node shown is the one where the game in progress stands."""
        return self.node is self.session.node

    @property
    def node(self) -> Node:
        """The node that is shown."""
        return self._trail.node

    @property
    def board(self) -> Board:
        """The position that is shown; look, and leave it as it is."""
        return self._trail.board if self._laid is None else self._laid

    @property
    def trail(self) -> Trail:
        """The line that is looked at."""
        return self._trail

    async def new_game(self, spec: NewGame) -> None:
        """Begin another game and go to the mode ``"play"``; the old one is kept by the store.

        Raises
        ------
        WuziError
            If a player cannot be seated, or the start cannot be played from; the game at
            hand goes on then.
        """
        players = [parse_who(spec.black), parse_who(spec.white)]
        pace = None if any(player.kind == "human" for player in players) else self._pace
        start = spec.start
        if start is None:
            start = Game(spec.size, spec.rule)
            start.forbidden_loses = spec.forbidden_loses
        seats = []
        try:
            for player, name in zip(players, spec.names, strict=True):
                seats.append(await seated(player.text, name, pace, self.traffic.emit))
            limit, patience = limits(players, [spec.black_time, spec.white_time])
            session = Session(
                start,
                *seats,
                node=spec.node,
                time_control=spec.black_time,
                white_time_control=spec.white_time,
                limit=limit,
                patience=patience,
                store=self._shelf,
            )
        except WuziError:
            for seat in seats:
                await seat.close()
            raise
        self._replace(session, None)
        self.set_mode("play")

    def _pace(self) -> float:
        return self.settings.window.pace / 1000

    async def open_game(
        self, game: Game, path: Path | None = None, *, node: Node | None = None
    ) -> None:
        """Show ``game`` in place of the game at hand, between two people, to be analysed.

        It is shown at its end, unless ``node`` says where.

        Raises
        ------
        WuziError
            If a move on its main line is not allowed; the game at hand stays then.
        """
        seats = [HumanSeat(player.name, player.who) for player in (game.black, game.white)]
        session = Session(game, *seats, node=node, store=self._shelf)
        self._replace(session, path)
        self.set_mode("analyse")

    def _replace(self, session: Session, path: Path | None) -> None:
        """Put ``session`` in the place of the one at hand, which is ended and kept."""
        old = self.session
        self._keep_finished()
        self._unsubscribe()
        self._paused_here = False
        self._take(session)
        self.path = path
        if self.mode != "play" and session.outcome is None:
            session.pause()
            self._paused_here = True
        self.start()
        self._end_later(old.close())
        self.replaced.emit(old.game)
        self._show_game()

    def _end_later(self, ending: Coroutine[Any, Any, None]) -> None:
        """Let something end by itself; :meth:`close` waits for it."""
        task = asyncio.get_running_loop().create_task(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
        task.add_done_callback(self._look_at)

    def _keep_finished(self) -> None:
        """Have comments and variations kept that came to a game after its end."""
        if self.store is not None and self.changed and self.session.outcome is not None:
            self._end_later(self.store.save(self.game))

    def _show_game(self) -> None:
        self.layers.clear()
        self.game_changed.emit()
        self.tree_changed.emit()
        self.marks_changed.emit()
        self.position_changed.emit()

    def _hear(self, event: Event) -> None:
        """Follow the session."""
        match event:
            case Restarted():
                self._stood = self.session.node
                self._trail = Trail(self.session.game, self.session.node)
                self._laid = None
                self.path = None
                self.changed = False
                self._show_game()
            case MovePlayed() | Undone() | Redone() | Jumped():
                followed = self.node is self._stood
                self._stood = self.session.node
                self._trail.refresh()
                if followed:
                    self._look(self.session.node)
                self._note_change()
            case GameOver() | SeatsSwapped():
                self._note_change()
            case SeatFailed() | SaveFailed():
                self.complain(event.error)
        self.happened.emit(event)

    def _note_change(self) -> None:
        self.changed = True
        self._keep()
        self.tree_changed.emit()

    def _keep(self) -> None:
        """Have the game kept against a crash; a finished one the session itself has saved."""
        keep = getattr(self.store, "keep", None)
        if keep is not None and not self._closed and self.session.outcome is None:
            self.run(keep(self.game, end=self.session.node))

    # Looking

    def _look(self, node: Node) -> None:
        if node is self.node and self._laid is None:
            return
        try:
            self._trail.go(node)
        except WuziError as error:  # a variation of a file that the referee does not allow
            self.complain(error)
            return
        self._laid = None
        self.position_changed.emit()

    def go(self, node: Node) -> None:
        """Show ``node``, a node of the game. Nothing is taken back or made by that."""
        self._look(node)

    def first(self) -> None:
        """Show the position before the first move."""
        self._look(self._trail.first)

    def back(self, plies: int = 1) -> None:
        """Show the position ``plies`` nodes earlier, or the first."""
        self._look(self._trail.at(-plies))

    def forward(self, plies: int = 1) -> None:
        """Show the position ``plies`` nodes later along the line that was last looked at."""
        self._look(self._trail.at(plies))

    def last(self) -> None:
        """Show the end of the line (in the mode ``"play"``: where the game stands)."""
        self._look(self.session.node if self.mode == "play" else self._trail.last)

    def lay(self, board: Board | None) -> None:
        """Show ``board`` in place of the node's position; ``None`` shows the node again."""
        if board is not None or self._laid is not None:
            self._laid = board
            self.position_changed.emit()

    # Acting

    @property
    def hand(self) -> Colour | None:
        """The colour that a click would put down now, or ``None`` if clicks do nothing."""
        if self.mode == "setup":
            return self.brush
        if self.mode == "trace" or self.board.outcome is not None:
            return None
        turn, session = self.board.turn, self.session
        if self.mode == "analyse":
            return turn
        asked = session.outcome is None and not session.seat(session.turn).is_human
        ended = session.outcome is not None and self.at_game
        if asked or ended or session.phase == "paused" or not session.seat(turn).is_human:
            return None
        return turn

    def legal(self, point: Point) -> bool:
        """Whether a click on ``point`` would act now."""
        if self.hand is None:
            return False
        return self.mode == "setup" or self.board.is_legal(point)

    def choose(self, point: Point) -> None:
        """A point was chosen on the board; what that means depends on the mode.

        ``"play"``: a move of the person on turn; at an earlier position, the game goes on
        from there. ``"analyse"``: go to the child with that move, added if need be.
        ``"setup"`` and ``"trace"``: :attr:`clicked` is emitted. What is not possible is
        complained of.
        """
        if self.mode in ("setup", "trace"):
            self.clicked.emit(point)
            return
        try:
            if self.mode == "play":
                self._play(point)
            else:
                self._try_out(point)
        except WuziError as error:
            self.complain(error)

    def _play(self, move: Move) -> None:
        """Make a move in the game, which goes on from the position shown."""
        if not self.at_game:
            self.board.copy().push(move)  # refused before anything is taken back
            if not self.session.seat(self.board.turn).is_human:
                raise IllegalMove(
                    "desk.not_yours",
                    N_("it is not your turn in this position: go to one where it is"),
                )
            node = self.node
            self.session.go(node)
            self._look(node)
        self.session.offer(move)

    def _try_out(self, move: Move) -> None:
        """Go to the child with ``move``, without touching the game in progress."""
        child = self.node.child(move)
        if child is None:
            self.board.copy().push(move)
            child = self.node.add(move)
            self.touch()
        self._look(child)

    def set_mode(self, mode: Mode) -> None:
        """Change the mode. Outside ``"play"`` the session is paused and nobody is asked."""
        if mode == self.mode:
            return
        self.mode = mode
        self.brush = None
        self._laid = None
        if mode == "play":
            if self._paused_here:
                self._paused_here = False
                self.session.resume()
            self._look(self.session.node)
        elif self.session.phase not in ("paused", "over"):
            self._paused_here = True
            self.session.pause()
        self.mode_changed.emit(mode)
        self.position_changed.emit()

    def set_brush(self, colour: Colour | None) -> None:
        """Say what a click of the set-up editor puts down (``EMPTY``: takes away)."""
        self.brush = colour
        self.position_changed.emit()

    def touch(self) -> None:
        """Say that the game's tree or notes were changed: it is kept and shown anew."""
        self._trail.refresh()
        self._note_change()

    def remove(self, node: Node) -> None:
        """Cut off ``node`` (not the root) and all below it.

        The node shown and the game in progress go back to its parent if they stood below.
        """
        parent = node.parent
        assert parent is not None, "the root stays"
        if node in self.session.node.path():
            self.session.go(parent)
        if node in self.node.path():
            self._look(parent)
        parent.remove(node)
        self.touch()

    def promote(self, node: Node) -> None:
        """Make the line through ``node`` the main line, as far as the game is not elsewhere.

        The way to where a game in progress stands stays the main line.
        """
        for step in node.path()[1:]:
            assert step.parent is not None
            step.parent.promote(step)
        if self.session.outcome is None:
            for step in self.session.node.path()[1:]:
                assert step.parent is not None
                step.parent.promote(step)
        self.touch()

    # Marks

    def set_marks(self, layer: str, marks: Marks | None) -> None:
        """Draw ``marks`` on the board as the layer ``"analysis"``, ``"trace"``, ``"threats"``, ...

        ``None`` takes the layer away. Only what differs from the defaults counts.
        """
        if marks == self.layers.get(layer):
            return
        if marks is None:
            del self.layers[layer]
        else:
            self.layers[layer] = marks
        self.marks_changed.emit()

    def pick_region(self, on: bool) -> None:
        """Let a region be marked on the board, or end that."""
        self.picking_changed.emit(on)

    # Telling

    def complain(self, error: WuziError) -> None:
        """Show the sentence of ``error`` in the window; nothing waits for an answer."""
        self.complained.emit(error)

    def notice(self, text: str) -> None:
        """Show a sentence (already in the reader's language) in the window."""
        self.noticed.emit(text)

    def set_settings(self, settings: Settings) -> None:
        """Use ``settings`` from now on, tell everyone, and have them written."""
        if settings == self.settings:
            return
        self.settings = settings
        self.settings_changed.emit()
        if self._save is not None and not self._closed:
            self.run(self._write_settings())

    async def _write_settings(self) -> None:
        """Write the settings in a thread, the latest last."""
        assert self._save is not None
        async with self._writing:
            await asyncio.to_thread(self._save, self.settings)

    # Running and ending

    def run(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run ``coroutine`` on the window's loop.

        A :class:`~wuzi.errors.WuziError` out of it is complained of; any other exception
        goes to the loop's handler. What still runs when the desk is closed is cancelled.
        """
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._look_at)
        return task

    def _look_at(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        fault = None if task.cancelled() else task.exception()
        if isinstance(fault, WuziError):
            self.complain(fault)
        elif fault is not None:
            context = {"message": "a task of the window failed", "exception": fault, "task": task}
            task.get_loop().call_exception_handler(context)

    def at_close(self, end: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Have ``end()`` awaited when the desk is closed: for engines that a part has started."""
        self._closers.append(end)

    async def close(self) -> None:
        """End the game (it is kept), its engines, and everything that :meth:`run` began."""
        if self._closed:
            return
        self._closed = True
        self._keep_finished()
        await asyncio.gather(self.session.close(), *(end() for end in self._closers))
        self._unsubscribe()
        while self._ending or self._tasks:
            for task in self._tasks:
                task.cancel()
            await asyncio.wait({*self._ending, *self._tasks})
            await asyncio.sleep(0)  # the callbacks that take them off the lists
