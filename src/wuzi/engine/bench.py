"""The benchmark: fixed positions to a fixed depth on one thread."""

from __future__ import annotations


def bench(depth: int | None = None) -> dict[str, int | float]:
    """Search the fixed positions.

    Returns
    -------
    dict
        ``signature`` and ``nodes`` (equal on every run), ``solver_nodes``, ``seconds`` (of
        this thread's CPU), ``nodes_per_second``, ``pairs_per_second``.
    """
    raise NotImplementedError
