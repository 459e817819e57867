"""The one model that all parts of the window share: a game, where one looks, who plays.

:class:`Desk` owns the :class:`~wuzi.play.Session` and knows which node of the game is
shown. Panels are given the desk, listen to its signals and call its methods; none of them
knows another.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from qtpy.QtCore import QObject, Signal

from wuzi.errors import N_, IllegalMove, WuziError
from wuzi.play import (
    UNLIMITED,
    Event,
    GameStore,
    HumanSeat,
    Jumped,
    MovePlayed,
    Redone,
    Restarted,
    SaveFailed,
    SeatsSwapped,
    Session,
    TimeControl,
    Undone,
)
from wuzi.rules import (
    EMPTY,
    FREESTYLE,
    Board,
    Colour,
    Game,
    Node,
    Point,
    Rule,
    point_name,
)
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

    event = Signal(object)
    """Every :class:`~wuzi.play.Event` of the session."""
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
        self._save = save
        self._saving = False
        self._keeping = False
        self._keep_again = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._paused_by_us = False
        self._laid: Board | None = None
        self._runner: asyncio.Task[None] | None = None
        self._quiet: Callable[[], None] = lambda: None
        self._closed = False
        self._take(Session(None, HumanSeat(), HumanSeat()))

    # The game

    @property
    def game(self) -> Game:
        """The tree of the game."""
        return self.session.game

    @property
    def at_game(self) -> bool:
        """Whether the node shown is the one where the game in progress stands."""
        return self.node is self.session.node

    async def new_game(self, spec: NewGame) -> None:
        """Begin another game and go to the mode ``"play"``; the old one is kept by the store.

        Raises
        ------
        WuziError
            If a player cannot be seated; the game at hand goes on then.
        """
        raise NotImplementedError

    async def open_game(
        self, game: Game, path: Path | None = None, *, node: Node | None = None
    ) -> None:
        """Show ``game`` in place of the game at hand, between two people.

        An unfinished game is shown at its end, a finished one at its end too unless
        ``node`` says where.

        Raises
        ------
        WuziError
            If a move on its main line is not allowed; the game at hand stays then.
        """
        raise NotImplementedError

    # Looking

    def go(self, node: Node) -> None:
        """Show ``node``, a node of the game. Nothing is taken back or made by that."""
        raise NotImplementedError

    def first(self) -> None:
        """Show the position before the first move."""
        raise NotImplementedError

    def back(self, plies: int = 1) -> None:
        """Show the position ``plies`` nodes earlier, or the first."""
        raise NotImplementedError

    def forward(self, plies: int = 1) -> None:
        """Show the position ``plies`` nodes later along the line that was last looked at."""
        raise NotImplementedError

    def last(self) -> None:
        """Show the end of the line (in the mode ``"play"``: where the game stands)."""
        raise NotImplementedError

    def lay(self, board: Board | None) -> None:
        """Show ``board`` in place of the node's position; ``None`` shows the node again."""
        raise NotImplementedError

    # Acting

    def legal(self, point: Point) -> bool:
        """Whether a click on ``point`` would act now."""
        raise NotImplementedError

    @property
    def hand(self) -> Colour | None:
        """The colour that a click would put down now, or ``None`` if clicks do nothing."""
        raise NotImplementedError

    def choose(self, point: Point) -> None:
        """A point was chosen on the board; what that means depends on the mode.

        ``"play"``: a move of the person on turn; at an earlier position, the game goes on
        from there. ``"analyse"``: go to the child with that move, added if need be.
        ``"setup"`` and ``"trace"``: :attr:`clicked` is emitted. What is not possible is
        complained of.
        """
        raise NotImplementedError

    def set_mode(self, mode: Mode) -> None:
        """Change the mode. Outside ``"play"`` the session is paused and nobody is asked."""
        raise NotImplementedError

    def touch(self) -> None:
        """Say that the game's tree or notes were changed: it is kept and shown anew."""
        raise NotImplementedError

    def remove(self, node: Node) -> None:
        """Cut off ``node`` (not the root) and all below it.

        The node shown and the game in progress go back to its parent if they stood below.
        """
        raise NotImplementedError

    def promote(self, node: Node) -> None:
        """Make the line through ``node`` the main line."""
        raise NotImplementedError

    # Marks

    def set_marks(self, layer: str, marks: Marks | None) -> None:
        """Draw ``marks`` on the board as the layer ``"analysis"``, ``"trace"``, ``"threats"``, ...

        ``None`` takes the layer away. Only what differs from the defaults counts.
        """
        raise NotImplementedError

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
        raise NotImplementedError

    # Running and ending

    def run(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Run ``coroutine`` on the window's loop.

        A :class:`~wuzi.errors.WuziError` out of it is complained of; any other exception
        goes to the loop's handler. What still runs when the desk is closed is cancelled.
        """
        raise NotImplementedError

    async def close(self) -> None:
        """End the game (it is kept), its engines, and everything that :meth:`run` began."""
        raise NotImplementedError
