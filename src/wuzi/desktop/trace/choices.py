"""What search to record: the algorithm and its switches, a button, how far it is."""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QEvent, Signal
from qtpy.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from wuzi.desktop.style import scaled
from wuzi.desktop.widgets import ElidedLabel
from wuzi.desktop.words import _, ngettext
from wuzi.errors import N_
from wuzi.textbook.options import SearchOptions

DEPTHS: Final = (1, 2, 3, 4)
CAPS: Final = (2, 3, 4, 5, 6, 8, 10, 15, 25, 0)
"""How many moves are tried in a position, the best-looking; 0 for all."""
DEFAULT: Final = SearchOptions(depth=3, cap=6, deepening=False)

ALGORITHMS: Final = ((True, N_("Alpha-beta")), (False, N_("Minimax")))
RADII: Final = (
    ("1", N_("1 line")),
    ("2", N_("2 lines")),
    ("3", N_("3 lines")),
    ("adaptive", N_("2, later 1")),
    ("all", N_("the whole board")),
)
ORDERINGS: Final = (
    ("point", N_("best first")),
    ("neighbours", N_("most neighbours first")),
    ("none", N_("as on the board")),
    ("worst", N_("worst first")),
)


class Choices(QWidget):
    """The switches of a search."""

    asked = Signal(object)
    """A :class:`~wuzi.textbook.options.SearchOptions`: record that."""
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.algorithm_box = QComboBox(self)
        self.depth_box = QComboBox(self)
        self.cap_box = QComboBox(self)
        self.radius_box = QComboBox(self)
        self.ordering_box = QComboBox(self)
        self.table_box = QCheckBox(self)
        self.button = QPushButton(self)
        self.button.setProperty("primary", True)
        self.state = ElidedLabel(self)
        self.state.setFont(scaled(self.font(), 0.92))
        self.state.setProperty("pale", True)
        self.more = QPushButton(self)
        self.more.setCheckable(True)
        self._grid = QWidget(self)
        self._grid.hide()
        self._labels = [QLabel(self) for _index in range(5)]
        self._busy = False
        self._nodes = 0
        for box, values in (
            (self.algorithm_box, [value for value, _text in ALGORITHMS]),
            (self.depth_box, DEPTHS),
            (self.cap_box, CAPS),
            (self.ordering_box, [value for value, _text in ORDERINGS]),
            (self.radius_box, [value for value, _text in RADII]),
        ):
            for value in values:
                box.addItem(str(value), value)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(3)
        self._arrange()
        self.set_options(DEFAULT)
        self.button.clicked.connect(self._press)
        self.more.toggled.connect(self._grid.setVisible)
        for box in self._boxes():
            box.currentIndexChanged.connect(self._show_state)
        self.table_box.toggled.connect(self._show_state)
        self.algorithm_box.currentIndexChanged.connect(self._algorithm_changed)
        self._algorithm_changed()
        self.retranslate()

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(6)
        for index, (label, field) in enumerate(zip(self._labels, self._boxes(), strict=True)):
            label.setBuddy(field)
            line, column = (index // 3) * 2, index % 3
            grid.addWidget(label, line, column)
            grid.addWidget(field, line + 1, column)
        grid.addWidget(self.table_box, 3, 2)
        for column, stretch in enumerate((4, 3, 4)):
            grid.setColumnStretch(column, stretch)
        self._grid.setLayout(grid)
        grid.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addWidget(self.state, 1)
        row.addWidget(self.more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(row)
        layout.addWidget(self._grid)

    def _boxes(self) -> tuple[QComboBox, ...]:
        return (
            self.algorithm_box,
            self.depth_box,
            self.cap_box,
            self.ordering_box,
            self.radius_box,
        )

    # Values

    def options(self) -> SearchOptions:
        """The search chosen."""
        return SearchOptions(
            pruning=bool(self.algorithm_box.currentData()),
            depth=int(self.depth_box.currentData()),
            cap=int(self.cap_box.currentData()),
            radius=str(self.radius_box.currentData()),
            ordering=str(self.ordering_box.currentData()),
            table=self.table_box.isChecked(),
            deepening=False,
        )

    def set_options(self, options: SearchOptions) -> None:
        """Show another choice."""
        for box, value in (
            (self.algorithm_box, options.pruning),
            (self.radius_box, options.radius),
            (self.ordering_box, options.ordering),
            (self.depth_box, options.depth),
            (self.cap_box, options.cap),
        ):
            box.setCurrentIndex(max(0, box.findData(value)))
        self.table_box.setChecked(options.table)

    def set_busy(self, busy: bool) -> None:
        """Whether a search is being recorded: the button stops it then."""
        self._busy, self._nodes = busy, 0
        self._show_state()

    def set_progress(self, nodes: int) -> None:
        """How many positions have been recorded."""
        self._nodes = nodes
        self._show_state()

    def _press(self) -> None:
        if self._busy:
            self.cancelled.emit()
        else:
            self.asked.emit(self.options())

    def _algorithm_changed(self) -> None:
        self.table_box.setEnabled(bool(self.algorithm_box.currentData()))

    # Words

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language spoken now."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Say everything in the language spoken now."""
        words = (_("Algorithm"), _("Depth"), _("Candidates"), _("Order of moves"), _("Range"))
        for label, word in zip(self._labels, words, strict=True):
            label.setText(word)
        for box, entries in (
            (self.algorithm_box, ALGORITHMS),
            (self.radius_box, RADII),
            (self.ordering_box, ORDERINGS),
        ):
            for index, (_value, text) in enumerate(entries):
                box.setItemText(index, _(text))
        self.table_box.setText(_("Transposition table"))
        self.cap_box.setItemText(CAPS.index(0), _("all"))
        self.more.setText(_("Choices"))
        self.more.setToolTip(_("What is searched, and how"))
        self.depth_box.setToolTip(_("How many moves to look ahead."))
        self.cap_box.setToolTip(_("How many moves to try in each position, the best-looking ones."))
        self.radius_box.setToolTip(_("How far from the stones moves are tried."))
        self.ordering_box.setToolTip(
            _("Which moves are tried first: the better the order, the more is cut.")
        )
        self.table_box.setToolTip(_("Remember positions that other orders of moves led to."))
        self._show_state()

    def summary(self) -> str:
        """The search chosen, in one line."""
        options = self.options()
        parts = [
            self.algorithm_box.currentText(),
            _("depth {depth}").format(depth=options.depth),
            ngettext("{count} candidate", "{count} candidates", options.cap).format(
                count=options.cap
            )
            if options.cap
            else _("all candidates"),
            self.ordering_box.currentText(),
        ]
        if options.table and options.pruning:
            parts.append(_("transposition table"))
        return " · ".join(parts)

    def _show_state(self, *_changed: object) -> None:
        self.button.setText(_("Stop") if self._busy else _("Search"))
        text = self.summary()
        if self._busy:
            text = _("searching …")
            if self._nodes:
                text = ngettext("{nodes} position …", "{nodes} positions …", self._nodes).format(
                    nodes=f"{self._nodes:,}"
                )
        self.state.set_text(text)
