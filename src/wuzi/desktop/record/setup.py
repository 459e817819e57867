"""The set-up editor: stones put down as one likes, to be played from or analysed."""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QEvent, QSize, Qt
from qtpy.QtGui import QAction, QActionGroup, QIcon
from qtpy.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.desk import Desk, NewGame
from wuzi.desktop.icons import icon, stone_picture
from wuzi.desktop.widgets import ToolButton, label
from wuzi.desktop.words import _, capital
from wuzi.errors import N_, WuziError
from wuzi.rules import (
    BLACK,
    EMPTY,
    RULES,
    WHITE,
    Board,
    Colour,
    Game,
    Point,
    on_board,
    opponent,
    transform,
)
from wuzi.settings.phrases import TO_MOVE, colour_word, rule_word

BRUSHES: Final = {
    "black": N_("Black"),
    "white": N_("White"),
    "both": N_("In turn"),
    "none": N_("Take away"),
}
_COLOURS: Final = {"black": BLACK, "white": WHITE, "none": EMPTY}
LEAST, MOST = 5, 26


class SetupPanel(QWidget):
    """The tools of the set-up editor.

    It begins with the position shown, and lays what is being set up in its place; the game
    at hand stays as it is until the position is played from or analysed.

    Parameters
    ----------
    desk : Desk
    parent : QWidget, optional

    Attributes
    ----------
    stones : dict of Point to Colour
    turn : Colour
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.stones: dict[Point, Colour] = {}
        self.turn: Colour = BLACK
        self._brush = "both"
        self._next: Colour = BLACK
        self._filling = False
        self._lay_out()
        desk.mode_changed.connect(self._follow_mode)
        desk.game_changed.connect(lambda: self._follow_mode(desk.mode))
        desk.clicked.connect(self._paint)
        self.retranslate()
        self._follow_mode(desk.mode)

    # Putting together

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        self._heading = label(size=1.25, bold=True)
        self._lead = label(pale=True)
        self._lead.setWordWrap(True)
        layout.addWidget(self._heading)
        layout.addWidget(self._lead)
        layout.addWidget(self._card(self._brush_row(), self._form()))
        layout.addWidget(self._card(self._turning_row()))
        layout.addStretch(1)
        self.play_button, self.analyse_button = QPushButton(), QPushButton()
        self.play_button.setProperty("primary", True)
        self.play_button.clicked.connect(self.play_from_here)
        self.analyse_button.clicked.connect(self.analyse)
        row = QHBoxLayout()
        row.addWidget(self.analyse_button, 1)
        row.addWidget(self.play_button, 1)
        layout.addLayout(row)

    @staticmethod
    def _card(*parts: QWidget) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 12, 12, 12)
        inside.setSpacing(10)
        for part in parts:
            inside.addWidget(part)
        return card

    def _brush_row(self) -> QWidget:
        row = QWidget()
        grid = QGridLayout(row)
        grid.setContentsMargins(0, 0, 0, 0)
        group = QActionGroup(self)
        self.brushes: dict[str, QAction] = {}
        for at, name in enumerate(BRUSHES):
            action = QAction(self)
            action.setCheckable(True)
            action.setChecked(name == self._brush)
            group.addAction(action)
            action.triggered.connect(lambda _on=False, name=name: self.choose_brush(name))
            self.brushes[name] = action
            button = ToolButton(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            grid.addWidget(button, at // 2, at % 2)
        return row

    def _form(self) -> QWidget:
        form = QWidget()
        self._rows = QFormLayout(form)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._turns = {BLACK: QRadioButton(), WHITE: QRadioButton()}
        group = QButtonGroup(self)
        side = QWidget()
        beside = QHBoxLayout(side)
        beside.setContentsMargins(0, 0, 0, 0)
        for colour, button in self._turns.items():
            group.addButton(button)
            beside.addWidget(button)
            button.toggled.connect(lambda on, colour=colour: self._set_turn(colour) if on else None)
        beside.addStretch(1)
        self.rules, self.sizes = QComboBox(), QSpinBox()
        for rule in RULES.values():
            self.rules.addItem("", rule.name)
        self.sizes.setRange(LEAST, MOST)
        self.rules.currentIndexChanged.connect(lambda _at: self._change())
        self.sizes.valueChanged.connect(lambda _n: self._change())
        self._words = [label(pale=True) for _each in range(3)]
        for word, widget in zip(self._words, (side, self.rules, self.sizes), strict=True):
            self._rows.addRow(word, widget)
        return form

    def _turning_row(self) -> QWidget:
        row = QWidget()
        grid = QGridLayout(row)
        grid.setContentsMargins(0, 0, 0, 0)
        self.left, self.right, self.mirror, self.clear_button = (QPushButton() for _n in range(4))
        for at, (button, symmetry) in enumerate(
            ((self.left, 1), (self.right, 3), (self.mirror, 4))
        ):
            button.clicked.connect(lambda _on=False, symmetry=symmetry: self.turn_board(symmetry))
            grid.addWidget(button, at // 2, at % 2)
        self.clear_button.clicked.connect(lambda _on=False: self.clear())
        grid.addWidget(self.clear_button, 1, 1)
        return row

    def sizeHint(self) -> QSize:
        """Its natural size."""
        return QSize(340, 420)

    # Setting up

    def _follow_mode(self, mode: str) -> None:
        if mode == "setup":
            self.take(self._desk.board)

    def take(self, board: Board) -> None:
        """Begin with the stones of ``board``."""
        self.stones = {p: colour for colour in (BLACK, WHITE) for p in board.stones(colour)}
        self.turn = board.turn
        self._filling = True
        self.rules.setCurrentIndex(self.rules.findData(board.rule.name))
        self.sizes.setValue(board.size)
        self._turns[self.turn].setChecked(True)
        self._filling = False
        self._next = self.turn
        self._show()

    def board(self) -> Board:
        """What is set up, as a position.

        Raises
        ------
        WuziError
            If it is none that can be played from.
        """
        rule = RULES[self.rules.currentData()]
        black, white = ([p for p, c in self.stones.items() if c == side] for side in (BLACK, WHITE))
        return Board.from_stones(black, white, self.turn, self.sizes.value(), rule)

    def choose_brush(self, name: str) -> None:
        """Put down ``"black"``, ``"white"``, ``"both"`` in turn, or ``"none"``: take away."""
        self._brush = name
        self.brushes[name].setChecked(True)
        self._show_brush()

    def _show_brush(self) -> None:
        if self._desk.mode == "setup":
            self._desk.set_brush(_COLOURS.get(self._brush, self._next))

    def _paint(self, point: Point) -> None:
        """A click: put a stone down; on one of that colour, or with the eraser, take it away."""
        if self._desk.mode != "setup":
            return
        before = dict(self.stones)
        colour = _COLOURS.get(self._brush, self._next)
        if colour == EMPTY or self.stones.get(point) == colour:
            self.stones.pop(point, None)
        elif self._brush == "both" and point in self.stones:
            del self.stones[point]
        else:
            self.stones[point] = colour
            self._next = opponent(colour)
        self._try(before)

    def _set_turn(self, colour: Colour) -> None:
        if not self._filling:
            self.turn = colour
            self._show()

    def _change(self) -> None:
        """Another rule or size: what stands off the board is taken off."""
        if self._filling:
            return
        before = dict(self.stones)
        size = self.sizes.value()
        self.stones = {p: c for p, c in self.stones.items() if on_board(p, size)}
        self._try(before)

    def turn_board(self, symmetry: int) -> None:
        """Turn or mirror what is set up."""
        size = self.sizes.value()
        self.stones = {transform(p, symmetry, size): c for p, c in self.stones.items()}
        self._show()

    def clear(self) -> None:
        """Take all stones away."""
        self.stones = {}
        self._next = BLACK
        self._turns[BLACK].setChecked(True)
        self._show()

    def _try(self, before: dict[Point, Colour]) -> None:
        """Show what is set up now, or go back to the stones of before and say why."""
        try:
            self.board()
        except WuziError as error:
            self.stones = before
            self._desk.complain(error)
        self._show()

    def _show(self) -> None:
        if self._desk.mode != "setup":
            return
        try:
            board = self.board()
        except WuziError as error:
            self._desk.complain(error)
            return
        self._desk.lay(board)
        self._show_brush()
        going_on = board.outcome is None
        self.play_button.setEnabled(going_on)

    # Going on

    def play_from_here(self) -> None:
        """Begin a game from this position, between the players at hand."""
        session = self._desk.session
        black, white = (session.seat(colour).who or "human" for colour in (BLACK, WHITE))
        self._desk.run(self._desk.new_game(NewGame(black, white, start=self._game())))

    def analyse(self) -> None:
        """Open this position as a game to be analysed."""
        self._desk.run(self._desk.open_game(self._game()))

    def _game(self) -> Game:
        return Game.from_board(self.board())

    # Words

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "clear_button"):
            self._recolour()

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        self._heading.setText(_("Set up a position"))
        self._lead.setText(
            _("A click puts a stone down or takes it away. The game at hand stays as it was.")
        )
        for name, text in BRUSHES.items():
            self.brushes[name].setText(f" {_(text)}")  # a little room after the icon
        for word, text in zip(self._words, (_("To move"), _("Rule"), _("Size")), strict=True):
            word.setText(text)
        for colour, choice in self._turns.items():
            choice.setText(capital(colour_word(colour)))
            choice.setAccessibleName(_(TO_MOVE[colour]))
        for at, rule in enumerate(RULES.values()):
            self.rules.setItemText(at, capital(rule_word(rule)))
        self.left.setText(_("Turn to the left"))
        self.right.setText(_("Turn to the right"))
        self.mirror.setText(_("Mirror"))
        self.clear_button.setText(_("Take all away"))
        self.play_button.setText(_("Play from here"))
        self.analyse_button.setText(_("Analyse"))
        self._recolour()

    def _recolour(self) -> None:
        self.brushes["black"].setIcon(_stone(True))
        self.brushes["white"].setIcon(_stone(False))
        self.brushes["both"].setIcon(icon("swap"))
        self.brushes["none"].setIcon(icon("close"))


def _stone(black: bool) -> QIcon:
    made = QIcon()
    for ratio in (1.0, 2.0):
        made.addPixmap(stone_picture(black, 20, ratio))
    return made
