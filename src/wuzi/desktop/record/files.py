"""Files, the clipboard, turning the board, and branches: what one does with a whole game."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from qtpy.QtCore import QEvent, QMimeData, QObject, Qt
from qtpy.QtGui import QAction, QGuiApplication, QKeySequence
from qtpy.QtWidgets import QFileDialog, QWidget

from wuzi.desktop.board.marks import NO_MARKS, merged
from wuzi.desktop.board.themes import theme_named
from wuzi.desktop.board.to_picture import board_png, board_svg
from wuzi.desktop.desk import Desk
from wuzi.desktop.record.choose import GameChooser
from wuzi.desktop.record.pages import game_page
from wuzi.desktop.words import _, capital, ngettext, translate
from wuzi.errors import N_, RecordError, WuziError
from wuzi.records import FORMATS, RecordWarning, dumps, format_of, read, write_bytes
from wuzi.rules import Game, Node, transform_game

MOST_GAMES: Final = 10_000
"""Games of one file that are looked at."""
PICTURE: Final = 1200
"""Pixels of an exported picture."""
_TEXTS: Final = {
    "open": (N_("Open..."), "Ctrl+O"),
    "save": (N_("Save"), "Ctrl+S"),
    "save_as": (N_("Save as..."), "Ctrl+Shift+S"),
    "export": (N_("Export as HTML, PNG or SVG..."), "Ctrl+E"),
    "copy": (N_("Copy the position"), "Ctrl+C"),
    "paste": (N_("Paste a game or position"), "Ctrl+V"),
    "turn_left": (N_("Turn to the left"), "["),
    "turn_right": (N_("Turn to the right"), "]"),
    "mirror": (N_("Mirror"), "\\"),
    "promote": (N_("Make this the main line"), "Ctrl+Up"),
    "cut_branch": (N_("Delete from here on"), "Ctrl+Del"),
}
_SYMMETRY: Final = {"turn_left": 1, "turn_right": 3, "mirror": 4}
_EXPORTS: Final = (".html", ".png", ".svg")


class FileActions(QObject):
    """The actions about whole games; each works on the desk's game.

    Parameters
    ----------
    desk : Desk
    window : QWidget
        The parent of dialogs.
    """

    def __init__(self, desk: Desk, window: QWidget) -> None:
        super().__init__(window)
        self._desk = desk
        self._window = window
        self._dialog: QWidget | None = None
        orders: dict[str, Callable[[], object]] = {
            "open": self._ask_what_to_open,
            "save": self.save,
            "save_as": self._ask_where_to_save,
            "export": self._ask_where_to_export,
            "copy": self.copy,
            "paste": self.paste,
            "promote": lambda: desk.promote(desk.node),
            "cut_branch": self._cut_branch,
        }
        for name, symmetry in _SYMMETRY.items():
            orders[name] = partial(self.turn, symmetry)
        self.named: dict[str, QAction] = {}
        for name, (_text, keys) in _TEXTS.items():
            action = QAction(self)
            action.setObjectName(f"file.{name}")
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(_without_arguments(orders[name]))
            self.named[name] = action
        for signal in (desk.position_changed, desk.tree_changed, desk.mode_changed):
            signal.connect(self._refresh)
        window.installEventFilter(self)
        self.retranslate()
        self._refresh()

    def actions(self) -> list[QAction]:
        """All of them, in the order of a menu."""
        return list(self.named.values())

    def branch_actions(self) -> list[QAction]:
        """Those about the branch of the node shown."""
        return [self.named["promote"], self.named["cut_branch"]]

    def _refresh(self) -> None:
        looking = self._desk.mode in ("play", "analyse")
        branch = looking and self._desk.node.parent is not None
        for name in ("promote", "cut_branch"):
            self.named[name].setEnabled(branch)
        for name in _SYMMETRY:
            self.named[name].setEnabled(looking)

    # Opening

    def _ask_what_to_open(self) -> None:
        dialog = QFileDialog(self._window, _("Open a game"), self._folder(), _all_filters())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.open_path(Path(name)))
        self._show(dialog)

    def open_path(self, path: Path) -> asyncio.Task[None]:
        """Open the file ``path``; if it cannot be read, that is said and the game stays."""
        return self._desk.run(self._open(path))

    async def _open(self, path: Path) -> None:
        games, warnings = await asyncio.to_thread(_read, path, path.name)
        if len(games) == 1:
            await self._desk.open_game(games[0], path)
        else:
            chooser = GameChooser(games, self._window)
            chooser.chosen.connect(lambda at: self._desk.run(self._desk.open_game(games[at], None)))
            self._show(chooser)
        self._mention(warnings)

    def _mention(self, warnings: list[RecordWarning]) -> None:
        """Say what was passed over in the file."""
        if not warnings:
            return
        first = WuziError(warnings[0].id, warnings[0].template, **warnings[0].fields)
        text = capital(translate(first))
        others = len(warnings) - 1
        if others:
            more = ngettext("(and {count} more)", "(and {count} more)", others)
            text = f"{text} {more.format(count=others)}"
        self._desk.notice(text)

    def drop(self, mime: QMimeData) -> None:
        """Open the first file of what was dropped."""
        for url in mime.urls():
            if url.isLocalFile():
                self.open_path(Path(url.toLocalFile()))
                return

    # Saving

    def save(self) -> None:
        """Save to the file that the game came from, or ask for one."""
        path = self._desk.path
        if path is not None and _is_written(path):
            self.save_to(path)
        else:
            self._ask_where_to_save()

    def _ask_where_to_save(self) -> None:
        formats = [f for f in FORMATS.values() if f.write is not None]
        filters = ";;".join(_filter(_(f.title), f.extensions) for f in formats)
        self._ask(_("Save the game"), filters, ".sgf", self.save_to)

    def save_to(self, path: Path) -> asyncio.Task[None]:
        """Save the game as ``path``, in the format that its name tells."""
        return self._desk.run(self._save(path))

    async def _save(self, path: Path) -> None:
        game = self._desk.game
        data = dumps(game, format_of(path))
        whole = _contents(game)
        await asyncio.to_thread(write_bytes, path, data)
        if game is self._desk.game:
            self._desk.path = path
            self._desk.changed = False
            self._desk.tree_changed.emit()
        [kept] = await asyncio.to_thread(_read_back, data, path.name)
        told = _("Saved as {name}.").format(name=path.name)
        if _contents(kept) != whole:
            part = _("This format keeps only a part: for all variations and comments, take sgf.")
            told = f"{told} {part}"
        self._desk.notice(told)

    def _ask_where_to_export(self) -> None:
        filters = ";;".join(_filter(end[1:].upper(), (end,)) for end in _EXPORTS)
        self._ask(_("Export"), filters, ".html", self.export_to)

    def export_to(self, path: Path) -> asyncio.Task[None]:
        """Write the game as a page (``.html``), or the position shown as a picture."""
        return self._desk.run(self._export(path))

    async def _export(self, path: Path) -> None:
        kind = path.suffix.lower()
        if kind not in _EXPORTS:
            raise RecordError(
                "export.extension",
                N_("the name {name} does not tell what to export: end it in one of {extensions}"),
                name=path.name,
                extensions=" ".join(_EXPORTS),
            )
        desk = self._desk
        settings = desk.settings.window
        palette = "colour_blind" if settings.colour_blind else "standard"
        theme = theme_named(settings.board, palette)
        marks = merged([NO_MARKS, *desk.layers.values()])
        options = {"coordinates": settings.coordinates, "numbers": settings.numbers}
        if kind == ".html":
            data = game_page(desk.game, desk.trail.last).encode()
        elif kind == ".svg":
            data = board_svg(desk.board, marks, theme, PICTURE, **options).encode()
        else:
            data = board_png(desk.board, marks, theme, PICTURE, **options)
        await asyncio.to_thread(write_bytes, path, data)
        desk.notice(_("Exported as {name}.").format(name=path.name))

    # The clipboard

    def copy(self) -> None:
        """Put the moves or stones of the position shown on the clipboard, as text."""
        game = Game.from_board(self._desk.board)
        text = dumps(game, "position").decode().strip()
        QGuiApplication.clipboard().setText(text)
        shown = text if len(text) < 60 else f"{text[:57]}..."
        self._desk.notice(_("Copied: {text}").format(text=shown))

    def paste(self) -> None:
        """Open what is on the clipboard: a file, or text in any format."""
        mime = QGuiApplication.clipboard().mimeData()
        if mime is not None and any(url.isLocalFile() for url in mime.urls()):
            self.drop(mime)
        elif mime is None or not mime.text().strip():
            error = N_("there is no text on the clipboard: copy a game or a position first")
            self._desk.complain(RecordError("clipboard.empty", error))
        else:
            self._desk.run(self._paste(mime.text()))

    async def _paste(self, text: str) -> None:
        games, warnings = await asyncio.to_thread(_read, text.encode(), _("clipboard"))
        game = games[0]
        if not game.rule_known:
            self._assume_rule(game)
        await self._desk.open_game(game)
        self._mention(warnings)

    def _assume_rule(self, game: Game) -> None:
        """Take a game that does not tell its rule for one of the rule at hand, if it can be."""
        assumed, game.rule = game.rule, self._desk.game.rule
        try:
            for node in game.nodes():
                if not node.children:
                    game.board(node)
        except WuziError:
            game.rule = assumed

    # The board, and branches

    def turn(self, symmetry: int) -> None:
        """Show the game turned or mirrored, at the same move."""
        desk = self._desk
        twin, nodes = transform_game(desk.game, symmetry)
        path, changed, shown = desk.path, desk.changed, nodes[id(desk.node)]
        if desk.mode == "play" and desk.session.outcome is None:
            desk.session.restart(twin, node=nodes[id(desk.session.node)])
            desk.go(shown)
            desk.path, desk.changed = path, changed
        else:
            desk.run(self._reopen(twin, nodes, path))

    async def _reopen(self, twin: Game, nodes: dict[int, Node], path: Path | None) -> None:
        desk = self._desk
        shown = nodes[id(desk.node)]
        mode = desk.mode
        await desk.open_game(twin, path, node=nodes[id(desk.session.node)])
        desk.set_mode(mode)
        desk.go(shown)
        desk.changed = True

    def _cut_branch(self) -> None:
        if self._desk.node.parent is not None:
            self._desk.remove(self._desk.node)

    # Dialogs

    def _folder(self) -> str:
        path = self._desk.path
        return str(path.parent) if path is not None else str(Path.home())

    def _ask(self, title: str, filters: str, suffix: str, then: Callable[[Path], object]) -> None:
        """Ask for the name of a file to write, without standing in the way of anything."""
        dialog = QFileDialog(self._window, title, self._folder(), filters)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix[1:])
        if self._desk.path is not None:
            dialog.selectFile(self._desk.path.stem + suffix)

        def accepted(name: str) -> None:
            path = Path(name)
            then(path if path.suffix else path.with_suffix(suffix))

        dialog.fileSelected.connect(accepted)
        self._show(dialog)

    def _show(self, dialog: QWidget) -> None:
        if self._dialog is not None:
            self._dialog.close()
        self._dialog = dialog
        dialog.destroyed.connect(lambda: self._forget(dialog))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()  # type: ignore[attr-defined]

    def _forget(self, dialog: QWidget) -> None:
        if self._dialog is dialog:
            self._dialog = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        return super().eventFilter(watched, event)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        for name, (text, _keys) in _TEXTS.items():
            self.named[name].setText(_(text))


def _without_arguments(act: Callable[[], object]) -> Callable[..., None]:
    def called(*_checked: object) -> None:
        act()

    return called


def _read(source: Path | bytes, name: str) -> tuple[list[Game], list[RecordWarning]]:
    """All games of a file, and what was passed over; in a thread.

    Raises
    ------
    RecordError
        If it cannot be read, or holds no game.
    """
    warnings: list[RecordWarning] = []
    games = list(islice(read(source, warn=warnings.append, name=name), MOST_GAMES))
    if not games:
        raise RecordError("record.none", N_("there is no game in {name}"), name=name)
    return games, warnings


def _read_back(data: bytes, name: str) -> list[Game]:
    """The game as the file just written tells it; in a thread."""
    return list(read(data, name=name))


def _contents(game: Game) -> tuple[int, int]:
    """How many moves a game has, variations included, and how many comments."""
    nodes = list(game.nodes())
    said = sum(1 for node in nodes if node.has_notes and node.notes.comment)
    return sum(1 for node in nodes if node.move is not None), said


def _is_written(path: Path) -> bool:
    try:
        return FORMATS[format_of(path)].write is not None
    except WuziError:
        return False


def _filter(title: str, extensions: tuple[str, ...]) -> str:
    return f"{title} ({' '.join('*' + end for end in extensions)})"


def _all_filters() -> str:
    every = tuple(end for format in FORMATS.values() for end in format.extensions)
    own = [_filter(_(format.title), format.extensions) for format in FORMATS.values()]
    return ";;".join([_filter(_("Games"), every), *own, _filter(_("All files"), ("",))])
