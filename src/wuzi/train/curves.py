"""Curves of losses as an SVG picture, written by hand: no library, and small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from wuzi.train.fit import Curve

_WIDTH: Final = 480
_HEIGHT: Final = 280
_LEFT: Final = 64
_EDGE: Final = 34
_COLOURS: Final = {"fitted": "#888888", "held out": "#c0392b"}


def curves_svg(curves: Sequence[Curve]) -> str:
    """One panel a curve: its loss by step, on the games fitted to and on those held out.

    >>> curves_svg([Curve("value", [0.2, 0.1], [0.3, 0.2])]).count("<polyline")
    2
    """
    width = _WIDTH * len(curves)
    panels = [_panel(curve, _WIDTH * at) for at, curve in enumerate(curves)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}"'
        f' font-family="sans-serif" font-size="12">\n'
        f'<rect width="{width}" height="{_HEIGHT}" fill="white"/>\n' + "".join(panels) + "</svg>\n"
    )


def _panel(curve: Curve, x0: int) -> str:
    lines = {"fitted": curve.fitted, "held out": curve.held_out}
    every = [value for line in lines.values() for value in line]
    low, high = min(every), max(every)
    span = (high - low) or 1.0
    right, top, bottom = _WIDTH - 20, _EDGE, _HEIGHT - _EDGE
    drawn = [
        f'<text x="{x0 + _LEFT}" y="20">{escape(curve.name)}: nats a position,'
        f" from the old weights on</text>\n",
        f'<path d="M{x0 + _LEFT} {top}V{bottom}H{x0 + right}" fill="none" stroke="black"/>\n',
    ]
    for value, y in ((high, top), (low, bottom)):
        drawn.append(
            f'<text x="{x0 + _LEFT - 6}" y="{y + 4}" text-anchor="end">{value:.4f}</text>\n'
        )
    for at, (name, values) in enumerate(lines.items()):
        step = (right - _LEFT) / max(len(values) - 1, 1)
        points = " ".join(
            f"{x0 + _LEFT + i * step:.1f},{bottom - (value - low) / span * (bottom - top):.1f}"
            for i, value in enumerate(values)
        )
        colour = _COLOURS[name]
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>\n')
        drawn.append(
            f'<text x="{x0 + right}" y="{top + 14 + 16 * at}" text-anchor="end"'
            f' fill="{colour}">{name} {values[-1]:.4f}</text>\n'
        )
    return "".join(drawn)
