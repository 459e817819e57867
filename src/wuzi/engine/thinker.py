"""The strong engine as a :class:`wuzi.thinking.Thinker`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wuzi.engine.engine import DEFAULT_MEMORY, Engine
from wuzi.rules import Board, star_points
from wuzi.thinking import Info, Limit, Stop

OWN_SHARE: Final = 200 << 20
"""Bytes that the process takes without its table: interpreter, NumPy, Numba (with SciPy, which
it loads where it finds it), kernels. Measured: 184 to 196 MB."""
THREAD_SHARE: Final = 4 << 20
"""Bytes that a search thread takes."""


class EngineThinker:
    """The strong engine at the board.

    Parameters
    ----------
    threads : int, default 1
    memory : int, optional
        Bytes of the table of positions.

    Examples
    --------
    >>> from wuzi.rules import parse_position, point_name
    >>> from wuzi.thinking import answer
    >>> info = answer(EngineThinker(), parse_position("h8a1i8b1j8a2"), Limit(depth=3))
    >>> point_name(info.move)
    'g8'
    """

    name = "Wuzi"

    def __init__(self, threads: int = 1, memory: int | None = None) -> None:
        self.engine = Engine(threads=threads, memory=memory or DEFAULT_MEMORY)
        # Loads the tables and links the kernels, so that the first move keeps its clock.
        self.engine.play(Board.from_moves(star_points(15)), Limit(depth=2))

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        """Yield what is found, best last; see :class:`wuzi.thinking.Thinker`.

        Raises
        ------
        ValueError
            If the game is over.
        EngineError
            If the board is larger than 22 lines.
        """
        if board.outcome is not None:
            raise ValueError("the game is over: there is nothing to choose")
        return self.engine.think(board, limit, stop)

    def configure(self, key: str, value: int) -> bool:
        """Take an option of the protocol's INFO; whether it was one of ours.

        ``thread_num`` sets the number of search threads, ``max_memory`` the bytes that the
        whole process may take (0: as we like), ``hash_size`` the kilobytes of the table.

        Raises
        ------
        EngineError
            If the table would not fit into the machine.
        """
        if key == "thread_num":
            self.engine.resize(threads=value)
        elif key == "hash_size":
            self.engine.resize(memory=value << 10)
        elif key == "max_memory":
            share = OWN_SHARE + THREAD_SHARE * self.engine.threads
            wanted = DEFAULT_MEMORY if value <= 0 else max(value - share, 1 << 20)
            self.engine.resize(memory=min(wanted, 1 << 30) if value > 0 else wanted)
        else:
            return False
        return True
