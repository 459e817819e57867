"""``wuzi bench``: fixed positions to a fixed depth, and how fast the engine was."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import DEPTH_HELP, parse_count
from wuzi.cli.output import make_console, print_json
from wuzi.errors import N_
from wuzi.settings.language import _

HELP = N_("Measure our engine: a signature of its search, and its speed on one thread.")

_LABEL: Final = 24
"""Cells of a label."""


def bench(
    depth: Annotated[str, typer.Option("--depth", metavar="N", help=DEPTH_HELP)] = "",
    *,
    json: Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))] = False,
) -> int:
    """Run the benchmark."""
    from rich.cells import set_cell_size  # noqa: PLC0415 - Chinese is two cells wide

    plies = parse_count("--depth", depth, 60) if depth else None
    ready_kernels()
    from wuzi.engine.bench import bench as measure  # noqa: PLC0415  # loads Numba

    found = measure(plies)
    if json:
        print_json(found)
        return 0
    words = {
        "signature": _("signature"),
        "nodes": _("nodes"),
        "search_nodes": _("nodes of the search"),
        "solver_nodes": _("nodes of the solver"),
        "seconds": _("seconds"),
        "nodes_per_second": _("nodes/s"),
        "pairs_per_second": _("make/unmake pairs/s"),
    }
    console = make_console()
    for key, value in found.items():
        console.print(f"{set_cell_size(words.get(key, key), _LABEL)} {_figure(value)}")
    return 0


def _figure(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.2f}" if isinstance(value, float) else f"{value:,}"
