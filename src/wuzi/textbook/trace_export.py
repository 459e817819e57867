"""A recorded search for other programs: JSON for scripts, DOT for Graphviz."""

from __future__ import annotations

import json
from typing import Any, Final

from wuzi.rules import COLOUR_NAMES, point_name
from wuzi.textbook.table import Bound
from wuzi.textbook.trace import NO_MOVE, Kind, Trace
from wuzi.textbook.values import INFINITY, is_decided


def value_text(value: int) -> str:
    """A value for people: an evaluation with its sign, or what was proved.

    >>> value_text(120), value_text(-10**12)
    ('+120', 'loss')
    """
    if abs(value) >= INFINITY:
        return "∞" if value > 0 else "−∞"
    if is_decided(value):
        return "win" if value > 0 else "loss"
    return f"{value:+d}" if value else "0"


def node_text(trace: Trace, node: int) -> str:
    """The value of a node from the root's view, with ``≥`` or ``≤`` if it is only a bound."""
    if trace.kind[node] == Kind.OPEN:
        return "?"
    return _SIGNS[trace.bound(node)] + value_text(trace.value_for_root(node))


_SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}


def move_text(trace: Trace, node: int) -> str:
    """The name of the move that led to a node; ``"root"`` for the first."""
    move = trace.move[node]
    return "root" if move == NO_MOVE else point_name(move)


def to_json(trace: Trace) -> str:
    """The tree as one JSON object.

    Returns
    -------
    str
        ``{"depth", "turn", "line", "complete", "unrecorded", "nodes": [...]}``. A node has
        its ``parent`` (``null`` for the root, node 0), ``move``, ``ply``, ``kind``
        (``inner``, ``leaf``, ``end``, ``hit``, ``open``), ``alpha`` and ``beta`` (``null``
        for an open end) and ``value``, from the view of the side to move at the node; the
        value again ``for_root``, and what that says of the true one (``bound``: ``=``,
        ``>=``, ``<=``); ``decides`` if it is on the line that decided; ``cut``, the moves
        cut off there.
    """
    on_line = set(trace.deciding_nodes())
    nodes = [_json_node(trace, node, node in on_line) for node in range(len(trace))]
    return json.dumps(
        {
            "depth": trace.depth,
            "turn": COLOUR_NAMES[trace.turn],
            "line": [point_name(move) for move in trace.line()],
            "complete": trace.complete,
            "unrecorded": trace.unrecorded,
            "nodes": nodes,
        },
        indent=1,
    )


def _json_node(trace: Trace, node: int, decides: bool) -> dict[str, Any]:
    kind = Kind(trace.kind[node])
    alpha, beta = trace.alpha[node], trace.beta[node]
    return {
        "parent": trace.parent[node] if node else None,
        "move": point_name(trace.move[node]) if node else None,
        "ply": trace.ply[node],
        "kind": kind.name.lower(),
        "alpha": alpha if abs(alpha) < INFINITY else None,
        "beta": beta if abs(beta) < INFINITY else None,
        "value": None if kind == Kind.OPEN else trace.value[node],
        "for_root": None if kind == Kind.OPEN else trace.value_for_root(node),
        "bound": trace.bound(node).value,
        "decides": decides,
        "cut": [point_name(move) for move in trace.cut_off(node)],
    }


def to_dot(trace: Trace) -> str:
    """The tree in Graphviz's language: ``dot -Tpdf``.

    Boxes are nodes where the side at the root chooses (the greatest value), ellipses those
    of its opponent (the least); values are from the root's view. The line that decided is
    bold, moves that were cut off hang on a dashed edge in one plain text.
    """
    on_line = set(trace.deciding_nodes())
    lines = [
        "digraph search {",
        '  node [fontname="Helvetica", fontsize=11];',
        "  edge [arrowhead=none];",
    ]
    for node in range(len(trace)):
        value = node_text(trace, node)
        shape = "ellipse" if trace.ply[node] % 2 else "box"
        bold = ", penwidth=3" if node in on_line else ""
        lines.append(
            f'  n{node} [label="{move_text(trace, node)}\\n{value}", shape={shape}{bold}];'
        )
        if node:
            style = " [style=bold, penwidth=3]" if node in on_line else ""
            lines.append(f"  n{trace.parent[node]} -> n{node}{style};")
        cut = trace.cut_off(node)
        if cut:
            names = " ".join(point_name(move) for move in cut)
            lines.append(f'  c{node} [label="cut: {names}", shape=plaintext];')
            lines.append(f"  n{node} -> c{node} [style=dashed];")
    return "\n".join([*lines, "}", ""])
