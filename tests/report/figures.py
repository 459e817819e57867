"""Figures for the tests of this room."""

from __future__ import annotations

import math
from typing import Any
from xml.etree import ElementTree

from wuzi.report import Figure, Kind, Series, draw

SVG = "{http://www.w3.org/2000/svg}"

CHINESE = Figure(
    "line",
    "各排序方式的结点数",
    "深度",
    "结点数",
    [Series("无排序", [1, 2, 3], [80, 900, 9000]), Series("按点分", [1, 2, 3], [80, 300, 1000])],
    note="八个局面之和。",
)


def figure(kind: Kind = "line", count: int = 2, **changes: Any) -> Figure:
    """A figure with error bars on every value."""
    series = [
        Series(
            f"series {i}",
            [1, 2, 3],
            [10 + i, 40 + i, 90 + i],
            [8 + i, 35 + i, 80 + i],
            [12 + i, 45 + i, math.inf],
        )
        for i in range(count)
    ]
    fields: dict[str, Any] = {"title": "A title", "x_label": "depth", "y_label": "nodes"}
    return Figure(kind, **{**fields, "series": series, **changes})


def tree(drawn: Figure, language: str = "en") -> ElementTree.Element:
    """The SVG of a figure, taken apart."""
    return ElementTree.fromstring(draw(drawn, "svg", language))


def texts(root: ElementTree.Element) -> list[str]:
    """Every text that stands in a picture."""
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """The group of that id, or of a series of bars all those whose ids begin so."""
    known = [(group.get("id", ""), group) for group in root.iter(f"{SVG}g")]
    return [group for id, group in known if id == name or id.startswith(f"{name}-")]
