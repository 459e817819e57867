"""What a search counts: the figures by which one switch is compared with another."""

from __future__ import annotations


class Counters:
    """The counters of one search.

    Attributes
    ----------
    nodes : int
        Positions visited, leaves and the root included.
    leaves : int
        Positions evaluated because the search ended there: at the horizon.
    ends : int
        Positions where the game was over.
    cuts : dict of int to int
        How many cut-offs the first move tried made (key 1), the second (key 2), and so
        on. The better the ordering, the more of them stand under 1.
    table_lookups, table_hits : int
        Positions looked up in the transposition table, and those it answered.

    Examples
    --------
    >>> counters = Counters()
    >>> counters.nodes += 5
    >>> counters.cut(0); counters.cut(0); counters.cut(2)
    >>> counts = counters.as_dict()
    >>> counts["nodes"], counts["cuts"], counts["cut_1"], counts["cut_3"]
    (5, 3, 2, 1)
    """

    __slots__ = ("cuts", "ends", "leaves", "nodes", "table_hits", "table_lookups")

    def __init__(self) -> None:
        self.nodes = 0
        self.leaves = 0
        self.ends = 0
        self.cuts: dict[int, int] = {}
        self.table_lookups = 0
        self.table_hits = 0

    def cut(self, index: int) -> None:
        """Count a cut-off by the move at ``index`` (from 0) of its list."""
        place = index + 1
        self.cuts[place] = self.cuts.get(place, 0) + 1

    def as_dict(self) -> dict[str, int]:
        """All of them under flat names."""
        counts = {
            "nodes": self.nodes,
            "leaves": self.leaves,
            "ends": self.ends,
            "cuts": sum(self.cuts.values()),
            "table_lookups": self.table_lookups,
            "table_hits": self.table_hits,
        }
        counts.update({f"cut_{place}": self.cuts[place] for place in sorted(self.cuts)})
        return counts
