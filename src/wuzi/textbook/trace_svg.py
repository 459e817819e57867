"""A recorded search as a picture: the tree on its side, from the root on the left.

Every position takes one row, a parent stands level with the middle of its moves, a ply is a
column. What is told is told by shape and line as well as by colour: squared boxes where the
side at the root chooses, round ones for its opponent; a heavy double line for the line that
decided; a dashed line to each list of moves that were cut off.
"""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from wuzi.errors import N_, SettingsError
from wuzi.rules import COLOUR_NAMES, point_name
from wuzi.textbook.trace import NO_NODE, Kind, Trace
from wuzi.textbook.trace_export import move_text, node_text, value_text

ROW: Final = 24
"""Height of a row."""
GAP: Final = 8
"""More room between the moves of one parent and of the next."""
BOX: Final = 124
"""Width of a node; a column is wider by the room for edges."""
BOX_HEIGHT: Final = 19
COLUMN: Final = BOX + 72
LEFT: Final = 24
TOP: Final = 96
"""Room for the title, the key to the signs and the heads of the columns."""
CUT_NAMES: Final = 6
"""Of a long list of moves cut off, this many are named."""
MAX_NODES: Final = 2000
"""A picture of more would be several metres high."""

_STYLE: Final = """
  text { font: 12px "DejaVu Sans", "Segoe UI", Helvetica, Arial, sans-serif; fill: #1f2933; }
  .title { font-size: 16px; font-weight: bold; }
  .head { font-weight: bold; fill: #52606d; }
  .value { text-anchor: end; font-variant-numeric: tabular-nums; }
  .note, .cut text { fill: #6b7280; }
  .edge { fill: none; stroke: #9aa5b1; stroke-width: 1.2; }
  .edge.decides { stroke: #1d4ed8; stroke-width: 4; }
  .edge.cut { stroke: #b45309; stroke-dasharray: 4 3; }
  .box { fill: #ffffff; stroke: #7b8794; stroke-width: 1.2; }
  .leaf .box { fill: #f3f5f7; }
  .end .box { fill: #fde8e8; stroke: #9b1c1c; }
  .hit .box { fill: #eef7ee; stroke-dasharray: 2 2; }
  .decides .box { fill: #e3ecff; stroke: #1d4ed8; stroke-width: 3; }
  .decides text { font-weight: bold; }
  .cut text { font-style: italic; fill: #92400e; }
"""


def to_svg(trace: Trace) -> str:
    """The tree as one SVG image.

    Values are from the view of the side to move at the root, which chooses the greatest in
    squared boxes; its opponent chooses the least in round ones.

    Raises
    ------
    SettingsError
        If the trace has more nodes than a picture can show.
    """
    if len(trace) > MAX_NODES:
        raise SettingsError(
            "trace.too_big",
            N_(
                "a tree of {nodes} nodes makes no picture: record at most {most}, with a smaller"
                " depth or cap"
            ),
            nodes=len(trace),
            most=MAX_NODES,
        )
    rows, bottom = _lay_out(trace)
    on_line = set(trace.deciding_nodes())
    plies = max(trace.ply, default=0)
    width = 2 * LEFT + (plies + 1) * COLUMN + 150
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{bottom + LEFT}"'
        f' viewBox="0 0 {width} {bottom + LEFT}">',
        f"<style>{_STYLE}</style>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        *_head(trace, plies),
    ]
    # The line that decided comes last, so that it lies on top.
    for node in sorted(range(len(trace)), key=lambda node: node in on_line):
        if node:
            parts.append(_edge(trace, rows, node, node in on_line))
    for node in range(len(trace)):
        parts.append(_box(trace, rows, node, node in on_line))
        if trace.cut_count[node]:
            parts.append(_cut(trace, rows, node))
    return "\n".join([*parts, "</svg>", ""])


class _Rows:
    """Where each node stands, from top to bottom, and each list of moves cut off."""

    def __init__(self, nodes: int) -> None:
        self.node = [0.0] * nodes
        self.cut = [0.0] * nodes


def _lay_out(trace: Trace) -> tuple[_Rows, float]:
    """Give every leaf and every list of cut moves a row, every parent the middle of its own.

    Nodes were recorded depth first, so leaves come from top to bottom in their order, and
    going backwards every child has its place before its parent.
    """
    rows = _Rows(len(trace))
    y = float(TOP)
    below = trace.children()
    last_parent = NO_NODE
    for node, ends in _rows_in_order(trace, below):
        parent = trace.parent[node] if ends else node
        y += GAP if last_parent not in (NO_NODE, parent) else 0
        last_parent = parent
        (rows.node if ends else rows.cut)[node] = y
        y += ROW
    for node in range(len(trace) - 1, -1, -1):
        if below[node]:
            ends_at = rows.cut[node] if trace.cut_count[node] else rows.node[below[node][-1]]
            rows.node[node] = (rows.node[below[node][0]] + ends_at) / 2
    return rows, y


def _rows_in_order(trace: Trace, below: list[list[int]]) -> list[tuple[int, bool]]:
    """What takes a row, in order: ``(leaf, True)``, or ``(parent, False)`` for its cut moves."""
    order: list[tuple[int, bool]] = []
    stack = [(0, False)] if len(trace) else []
    while stack:
        node, moves_done = stack.pop()
        if moves_done:
            order.append((node, False))
        elif not below[node]:
            order.append((node, True))
        else:
            if trace.cut_count[node]:
                stack.append((node, True))
            stack.extend((child, False) for child in reversed(below[node]))
    return order


def _left(ply: int) -> int:
    return LEFT + ply * COLUMN


def _head(trace: Trace, plies: int) -> list[str]:
    """The title, the key to the signs, and what each column is."""
    nodes = f"{len(trace)} nodes" + (f", {trace.unrecorded} more" if trace.unrecorded else "")
    cut = sum(trace.cut_count)
    title = f"Search to depth {trace.depth}: {nodes}, {cut} moves cut off"
    key_y = 52
    parts = [
        f'<text class="title" x="{LEFT}" y="28">{title}</text>',
        f'<path class="edge decides" d="M{LEFT} {key_y - 4} h28"/>',
        f'<text x="{LEFT + 36}" y="{key_y}">the line that decided</text>',
        f'<path class="edge cut" d="M{LEFT + 190} {key_y - 4} h28"/>',
        f'<text x="{LEFT + 226}" y="{key_y}">cut off, not looked at</text>',
        f'<text class="note" x="{LEFT + 390}" y="{key_y}">'
        "□ takes the greatest, ○ the least value; ≤ ≥ only a bound is known</text>",
    ]
    for ply in range(plies + 1):
        turn = trace.turn if ply % 2 == 0 else 3 - trace.turn
        sign, side = ("○", "min") if ply % 2 else ("□", "max")
        text = f"{sign} {side}: {COLOUR_NAMES[turn]} to move"
        parts.append(f'<text class="head" x="{_left(ply)}" y="{TOP - 22}">{text}</text>')
    return parts


def _edge(trace: Trace, rows: _Rows, node: int, decides: bool) -> str:
    parent = trace.parent[node]
    kind = "edge decides" if decides else "edge"
    return _curve(kind, _left(trace.ply[parent]) + BOX, rows.node[parent], rows.node[node])


def _curve(kind: str, x: float, start: float, end: float) -> str:
    """An edge from the right side of a node to the left side of one in the next column."""
    reach = COLUMN - BOX
    half = x + reach / 2
    return (
        f'<path class="{kind}" d="M{x} {start:g} C{half:g} {start:g} {half:g} {end:g}'
        f' {x + reach} {end:g}"/>'
    )


def _box(trace: Trace, rows: _Rows, node: int, decides: bool) -> str:
    kind = Kind(trace.kind[node])
    x, y = _left(trace.ply[node]), rows.node[node]
    value = node_text(trace, node)
    radius = BOX_HEIGHT / 2 if trace.ply[node] % 2 else 1
    classes = f"{kind.name.lower()}{' decides' if decides else ''}"
    return (
        f'<g class="{classes}"><title>{escape(_describe(trace, node, kind))}</title>'
        f'<rect class="box" x="{x}" y="{y - BOX_HEIGHT / 2:g}" width="{BOX}"'
        f' height="{BOX_HEIGHT}" rx="{radius:g}"/>'
        f'<text x="{x + 9}" y="{y + 4:g}">{move_text(trace, node)}</text>'
        f'<text class="value" x="{x + BOX - 9}" y="{y + 4:g}">{value}</text></g>'
    )


def _describe(trace: Trace, node: int, kind: Kind) -> str:
    """What a pointer held over a node shows."""
    alpha, beta = trace.alpha[node], trace.beta[node]
    if trace.ply[node] % 2:
        alpha, beta = -beta, -alpha
    window = f"window {value_text(alpha)} to {value_text(beta)}"
    return f"{move_text(trace, node)}: {kind.name.lower()}, {window}"


def _cut(trace: Trace, rows: _Rows, node: int) -> str:
    moves = trace.cut_off(node)
    names = " ".join(point_name(move) for move in moves[:CUT_NAMES])
    more = f" and {len(moves) - CUT_NAMES} more" if len(moves) > CUT_NAMES else ""
    x, y = _left(trace.ply[node]) + BOX, rows.cut[node]
    edge = _curve("edge cut", x, rows.node[node], y)
    left = x + COLUMN - BOX + 2
    return (
        f'<g class="cut">{edge}'
        f'<text x="{left}" y="{y + 4:g}">✕ {len(moves)} cut: {names}{more}</text></g>'
    )
