"""How long the board takes to paint, at 1000 x 1000 in every theme; asked: under 4 ms.

A busy position: 120 stones with numbers, a winning row, ten candidates, forbidden points.
Medians in milliseconds of processor time, which other programs on the machine disturb less
than the wall's, of

* ``repaint``: all of it once more, as after another window lay over it;
* ``marks``: the same with new marks, as an analysis sends them;
* ``move``: one more stone;
* ``hover``: the pointer comes to another point;
* ``resize``: at another size, while it is being resized: the old board, stretched;
* ``settle``: the slowest of the parts in which the board is then painted anew.

Run ``QT_QPA_PLATFORM=offscreen python benchmarks/window_board.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import thread_time
from typing import Final

from wuzi.desktop.qt import choose_binding

choose_binding()

from qtpy import API_NAME, QT_VERSION  # noqa: E402
from qtpy.QtWidgets import QApplication  # noqa: E402

from wuzi.desktop.board.marks import Candidate, Marks  # noqa: E402
from wuzi.desktop.board.themes import THEMES  # noqa: E402
from wuzi.desktop.board.view import BoardOptions, BoardView  # noqa: E402
from wuzi.rules import BLACK, Board, all_points, centre  # noqa: E402

SIDE: Final = 1000
ROUNDS: Final = 60
COLUMNS: Final = ("repaint", "marks", "move", "hover", "resize", "settle")


def busy_board(stones: int) -> Board:
    """A board without five in a row: rows of pairs that never line up."""
    points = all_points(15)
    black = [p for i, p in enumerate(points) if (i % 15 + 2 * (i // 15)) % 4 < 2]
    white = [p for p in points if p not in black]
    return Board.from_moves(
        [move for pair in zip(black, white, strict=False) for move in pair][:stones]
    )


def busy_marks(board: Board, turn: int = 0) -> Marks:
    """Marks of every kind that an analysis shows at once."""
    free = [p for p in all_points(15) if not board[p]]
    candidates = tuple(
        Candidate(p, f"{56 - i - turn % 10}%", i + 1, 1 - i / 10) for i, p in enumerate(free[:10])
    )
    return Marks(
        last=board.last,
        winning=tuple(all_points(15)[:5]),
        candidates=candidates,
        forbidden=dict.fromkeys(free[12:16], "double_three"),
        threats=dict.fromkeys(free[17:22], "four"),
        hint=free[10],
    )


def milliseconds(prepare: Callable[[int], object], view: BoardView) -> float:
    """The median time of a repaint after ``prepare(round)``."""
    times = []
    for turn in range(ROUNDS):
        prepare(turn)
        start = thread_time()
        view.repaint()
        times.append(1000 * (thread_time() - start))
    return median(times)


def hover_milliseconds(app: QApplication, view: BoardView) -> float:
    """The median time of what a moving pointer repaints."""
    times = []
    for turn in range(ROUNDS):
        view._set_hover(centre(15) + turn % 5)
        start = thread_time()
        app.processEvents()
        times.append(1000 * (thread_time() - start))
    return median(times)


def settle_milliseconds(view: BoardView) -> float:
    """The median time of the slowest part of what follows a resize."""
    times = []
    for turn in range(ROUNDS):
        view.resize(SIDE - 10 - turn % 7, SIDE)
        parts = []
        settled = False
        while not settled:
            start = thread_time()
            settled = not view._painter.can_stretch(view.place, view._scene())
            if not settled:
                view._painter.prepare(view.place, view._scene())
            parts.append(1000 * (thread_time() - start))
        start = thread_time()
        view.repaint()
        times.append(max(*parts, 1000 * (thread_time() - start)))
    return median(times)


def main() -> None:
    """Print a row for each theme."""
    app = QApplication([])
    print(f"{API_NAME}, Qt {QT_VERSION}, {SIDE}x{SIDE}, milliseconds")
    print(
        f"{'theme':8}"
        + "".join(f"{n:>9}" for n in ("repaint", "marks", "move", "hover", "resize", "settle"))
    )
    boards = [busy_board(120), busy_board(121)]
    for name, theme in THEMES.items():
        view = BoardView()
        view.resize(SIDE, SIDE)
        view.set_theme(theme)
        view.set_options(BoardOptions(numbers=True))
        view.set_board(boards[0])
        view.set_playable(BLACK)
        view.show()
        app.processEvents()
        times = [
            milliseconds(lambda turn, view=view: view.set_marks(busy_marks(boards[0])), view),
            milliseconds(lambda turn, view=view: view.set_marks(busy_marks(boards[0], turn)), view),
            milliseconds(lambda turn, view=view: view.set_board(boards[turn % 2]), view),
            hover_milliseconds(app, view),
            milliseconds(lambda turn, view=view: view.resize(SIDE - turn % 7, SIDE), view),
            settle_milliseconds(view),
        ]
        view.close()
        print(f"{name:8}" + "".join(f"{time:9.2f}" for time in times))


if __name__ == "__main__":
    main()
