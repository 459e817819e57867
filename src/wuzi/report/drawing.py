"""How figures look."""

from __future__ import annotations

import io

from wuzi.report.figure import Figure, Format
from wuzi.report.needs import need


def picture(figure: Figure, fmt: Format, language: str) -> bytes:
    """A picture of ``figure``: see :func:`wuzi.report.figure.draw`."""
    canvas = need("matplotlib.figure").Figure(figsize=(6.4, 4.0), layout="constrained")
    axes = canvas.subplots()
    for series in figure.series:
        axes.plot(series.x, series.y, marker="o", label=series.name)
    axes.set(title=figure.title, xlabel=figure.x_label, ylabel=figure.y_label)
    file = io.BytesIO()
    canvas.savefig(file, format=fmt)
    return file.getvalue()
