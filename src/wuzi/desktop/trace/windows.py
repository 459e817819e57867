"""Alpha and beta along the line being searched, a bar for each ply on one common scale.

To the right is good for the side to move at the root, to the left for its opponent. Alpha
(▶) moves right as the one finds better moves, beta (◀) moves left as the other does; when
they meet, the rest is cut off. The scale is one of order, not of size: alpha-beta asks only
which of two values is greater.
"""

from __future__ import annotations

from typing import Final

from qtpy.QtCore import QEasingCurve, QPointF, QRectF, QSize, Qt, QVariantAnimation
from qtpy.QtGui import QFontMetricsF, QHideEvent, QPainter, QPaintEvent, QPen, QPolygonF
from qtpy.QtWidgets import QSizePolicy, QWidget

from wuzi.desktop.style import scaled
from wuzi.desktop.trace.captions import colour_word, move_label, value_label
from wuzi.desktop.trace.look import Look, paint_chooser, paint_stone
from wuzi.desktop.trace.rows import in_focus
from wuzi.desktop.words import _
from wuzi.textbook.trace import Kind
from wuzi.textbook.trace_film import Film
from wuzi.textbook.values import INFINITY

ROW: Final = 30
HEAD: Final = 19
MOST_ROWS: Final = 5
SLIDE: Final = 220
"""Milliseconds in which alpha and beta slide to where they belong."""
NAME: Final = 74
"""Width of the name before a bar."""


class WindowBars(QWidget):
    """Shows the windows of the nodes that are open at a moment."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.film: Film | None = None
        self.at = 0
        self._before: dict[int, tuple[float, float]] = {}
        self._slide = QVariantAnimation(self)
        self._slide.setStartValue(0.0)
        self._slide.setEndValue(1.0)
        self._slide.setDuration(SLIDE)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._slide.valueChanged.connect(lambda _share: self.update())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_film(self, film: Film | None) -> None:
        """Show another film, at its beginning."""
        self._slide.stop()
        self.film, self.at = film, 0
        self.updateGeometry()
        self.update()

    def set_at(self, at: int, *, smooth: bool = False) -> None:
        """Show the moment ``at``, the ends of windows sliding there if ``smooth``."""
        self._slide.stop()
        self._before = self._places() if smooth and self.isVisible() else {}
        self.at = at
        if self._before:
            self._slide.start()
        self.update()

    def _places(self) -> dict[int, tuple[float, float]]:
        """Where the ends of each bar belong, from 0 to 1."""
        film = self.film
        if film is None:
            return {}
        return {node: (film.place(low), film.place(high)) for node, low, high in self.bars()}

    def _ends(self, film: Film, node: int, low: int, high: int) -> tuple[float, float]:
        """Where the ends of a bar are now, which may still be sliding."""
        ends = (film.place(low), film.place(high))
        before = self._before.get(node)
        if before is None or self._slide.state() != QVariantAnimation.State.Running:
            return ends
        share = float(self._slide.currentValue())
        return (
            before[0] + (ends[0] - before[0]) * share,
            before[1] + (ends[1] - before[1]) * share,
        )

    def bars(self) -> list[tuple[int, int, int]]:
        """What is shown: node, alpha and beta from the root's view, the root first."""
        film = self.film
        if film is None or self.at == 0:
            return []
        inner = [
            node
            for node in (in_focus(film, self.at) if film.path(self.at) else [0])
            if film.trace.kind[node] not in (Kind.LEAF, Kind.END, Kind.HIT)
        ]
        return [(node, *film.window_for_root(node, self.at)) for node in inner[:MOST_ROWS]]

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing slides where nobody looks."""
        self._slide.stop()
        super().hideEvent(event)

    def sizeHint(self) -> QSize:
        """Room for a bar for each ply that is searched."""
        depth = 3 if self.film is None else min(self.film.trace.depth, MOST_ROWS)
        return QSize(320, HEAD + ROW * max(depth, 1) + 4)

    def minimumSizeHint(self) -> QSize:
        """As high, but narrower."""
        return QSize(220, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the scale and the bars."""
        look = Look.of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.film is not None:
            self._paint_scale(painter, look, self.film)
            shown = self.bars()
            for index, (node, low, high) in enumerate(shown):
                self._paint_bar(painter, look, self.film, index, (node, low, high))
            for index in range(len(shown), min(self.film.trace.depth, MOST_ROWS)):
                track = self._track(index)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(look.line)
                painter.setOpacity(0.18)
                painter.drawRoundedRect(track, 4, 4)
                painter.setOpacity(1)
        painter.end()

    def _track(self, index: int) -> QRectF:
        return QRectF(NAME, HEAD + index * ROW + 17, self.width() - NAME - 14, 9)

    def _paint_scale(self, painter: QPainter, look: Look, film: Film) -> None:
        track = self._track(0)
        painter.setPen(look.soft)
        metrics = QFontMetricsF(painter.font())
        root, other = colour_word(film.trace.turn), colour_word(3 - film.trace.turn)
        left = _("◂ better for {player}").format(player=other)
        right = _("better for {player} ▸").format(player=root)
        box = QRectF(track.left(), 0, track.width(), HEAD)
        middle = int(Qt.AlignmentFlag.AlignVCenter)
        painter.drawText(box, middle | int(Qt.AlignmentFlag.AlignLeft), left)
        if metrics.horizontalAdvance(left + right) < track.width() - 20:
            painter.drawText(box, middle | int(Qt.AlignmentFlag.AlignRight), right)

    def _paint_bar(
        self, painter: QPainter, look: Look, film: Film, index: int, bar: tuple[int, int, int]
    ) -> None:
        node, low, high = bar
        track = self._track(index)
        middle = track.center().y()
        greatest = film.trace.ply[node] % 2 == 0
        painter.setPen(look.ink)
        paint_chooser(painter, QPointF(9, middle), 10, greatest)
        if node:
            paint_stone(painter, QPointF(25, middle), 4.6, 3 - film.turn(node))
        painter.setPen(look.ink)
        painter.drawText(
            QRectF(34 if node else 20, middle - 12, NAME - 20, 24),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
            move_label(film, node),
        )
        painter.setPen(QPen(look.line, 1))
        painter.setBrush(look.panel)
        painter.drawRoundedRect(track, 4, 4)
        places = self._ends(film, node, low, high)
        left = track.left() + places[0] * track.width()
        right = track.left() + places[1] * track.width()
        if left < right:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.window)
            painter.drawRoundedRect(QRectF(left, track.top(), right - left, 9), 4, 4)
        self._paint_values(painter, look, film, node, track)
        self._paint_arrival(painter, look, film, node, track)
        self._paint_end(painter, look, QPointF(left, middle), low, alpha=True)
        self._paint_end(painter, look, QPointF(right, middle), high, alpha=False)
        if low >= high:
            self._paint_closed(painter, look, QPointF((left + right) / 2, middle))
        self._paint_numbers(painter, look, track, (left, low), (right, high))

    def _paint_values(
        self, painter: QPainter, look: Look, film: Film, node: int, track: QRectF
    ) -> None:
        """A dot for each value that a move of the node has brought; the best one is a ring."""
        best = film.best_child(node, self.at)
        painter.setPen(Qt.PenStyle.NoPen)
        for child in film.children(node, self.at):
            if not film.is_finished(child, self.at):
                continue
            x = track.left() + film.place(film.trace.value_for_root(child)) * track.width()
            painter.setBrush(look.best if child == best else look.soft)
            radius = 3.6 if child == best else 1.7
            painter.drawEllipse(QPointF(x, track.center().y()), radius, radius)

    def _paint_arrival(
        self, painter: QPainter, look: Look, film: Film, node: int, track: QRectF
    ) -> None:
        """A ring for the value of the position just reached below the node."""
        reached = film.path(self.at)[-1:]
        if not reached or film.trace.parent[reached[0]] != node:
            return
        if film.trace.kind[reached[0]] in (Kind.LEAF, Kind.END, Kind.HIT):
            x = track.left() + film.place(film.trace.value_for_root(reached[0])) * track.width()
            painter.setPen(QPen(look.ink, 1.6))
            painter.setBrush(look.back)
            painter.drawEllipse(QPointF(x, track.center().y()), 4.6, 4.6)

    def _paint_end(
        self, painter: QPainter, look: Look, at: QPointF, value: int, *, alpha: bool
    ) -> None:
        """▶ for alpha, ◀ for beta; hollow while the end is open."""
        way = -1.0 if alpha else 1.0
        points = [
            QPointF(at.x(), at.y()),
            QPointF(at.x() + way * 8, at.y() - 7),
            QPointF(at.x() + way * 8, at.y() + 7),
        ]
        colour = look.alpha if alpha else look.beta
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(look.back if abs(value) >= INFINITY else colour)
        painter.drawPolygon(QPolygonF(points))

    def _paint_closed(self, painter: QPainter, look: Look, at: QPointF) -> None:
        """A cross where nothing is left between alpha and beta."""
        for colour, width in ((look.back, 5.5), (look.cut, 2.6)):
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            for up in (-1, 1):
                painter.drawLine(
                    QPointF(at.x() - 6, at.y() - 6 * up), QPointF(at.x() + 6, at.y() + 6 * up)
                )

    def _paint_numbers(
        self,
        painter: QPainter,
        look: Look,
        track: QRectF,
        low: tuple[float, int],
        high: tuple[float, int],
    ) -> None:
        """α and β above the bar, pushed apart where they would overlap."""
        painter.setFont(scaled(painter.font(), 0.88))
        metrics = QFontMetricsF(painter.font())
        texts = [f"α {value_label(low[1])}", f"β {value_label(high[1])}"]
        widths = [metrics.horizontalAdvance(text) for text in texts]
        lefts = [low[0] - widths[0] / 2, high[0] - widths[1] / 2]
        lefts[0] = min(max(lefts[0], track.left() - 8), track.right() - widths[0] + 8)
        lefts[1] = min(max(lefts[1], track.left() - 8), track.right() - widths[1] + 8)
        first, second = (0, 1) if lefts[0] <= lefts[1] else (1, 0)
        gap = lefts[first] + widths[first] + 8 - lefts[second]
        if gap > 0:
            room_right = track.right() + 8 - lefts[second] - widths[second]
            move = min(gap / 2, max(room_right, 0))
            lefts[second] += move
            lefts[first] -= gap - move
        for index, colour in ((0, look.alpha), (1, look.beta)):
            painter.setPen(colour)
            painter.drawText(
                QRectF(lefts[index], track.top() - 18, widths[index] + 4, 16),
                int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft),
                texts[index],
            )
        painter.setFont(self.font())
