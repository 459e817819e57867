"""Our engine with switches of its search, as a program for matches.

``python -m wuzi.lab.engine_player use_lmr=0 threads=1`` speaks the Gomocup protocol. Beside
the switches there are ``threads``, ``memory`` (megabytes of the table), ``nodes`` and ``depth``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from wuzi.engine.engine import DEFAULT_MEMORY, Engine
from wuzi.engine.thinker import EngineThinker
from wuzi.protocol import brain
from wuzi.rules import Board
from wuzi.thinking import Info, Limit, Stop


class SwitchedThinker(EngineThinker):
    """The engine with some ideas of its search off or on.

    Parameters
    ----------
    switches : mapping of str to int
        See :data:`wuzi.engine.control.SWITCHES`.
    threads : int
    memory : int
        Bytes of the table of positions.
    nodes, depth : int or None
        Positions looked at for a move, and plies, at most.
    """

    def __init__(
        self,
        switches: Mapping[str, int],
        threads: int = 1,
        memory: int = DEFAULT_MEMORY,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> None:
        super().__init__(threads, memory)
        self.engine = Engine(threads=threads, memory=memory, switches=switches)
        self._most = {"nodes": nodes, "depth": depth}

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Yield what is found, within the nodes and the depth."""
        own = {
            key: min(most, getattr(limit, key) or most) for key, most in self._most.items() if most
        }
        return super().think(board, replace(limit, **own), stop)


def thinker_of(words: Sequence[str]) -> SwitchedThinker:
    """The thinker that ``use_lmr=0 threads=1`` stand for.

    >>> thinker_of(["use_lmr=0", "memory=1"]).engine.memory
    1048576
    """
    switches = {key: int(value) for key, _, value in (word.partition("=") for word in words)}
    threads = switches.pop("threads", 1)
    memory = switches.pop("memory", DEFAULT_MEMORY >> 20) << 20
    most = {key: switches.pop(key, None) for key in ("nodes", "depth")}
    return SwitchedThinker(switches, threads, memory, **most)


def main() -> int:
    """Be an engine until END or the end of input."""
    return brain.run(lambda: thinker_of(sys.argv[1:]))


if __name__ == "__main__":
    sys.exit(main())
