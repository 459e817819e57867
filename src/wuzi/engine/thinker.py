"""The strong engine as a :class:`wuzi.thinking.Thinker`."""

from __future__ import annotations

from collections.abc import Iterator

from wuzi.rules import Board
from wuzi.thinking import Info, Limit, Stop


class EngineThinker:
    """The strong engine at the board.

    Parameters
    ----------
    threads : int, default 1
    memory : int, optional
        Bytes of the table of positions.
    """

    name = "Wuzi"

    def __init__(self, threads: int = 1, memory: int | None = None) -> None:
        raise NotImplementedError

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """See :class:`wuzi.thinking.Thinker`."""
        raise NotImplementedError

    def configure(self, key: str, value: int) -> bool:
        """Take an option of the protocol's INFO; whether it was one of ours.

        ``thread_num`` sets the number of search threads, ``max_memory`` the bytes that the
        whole process may take (0: as we like), ``hash_size`` kilobytes of the table.
        """
        raise NotImplementedError
