"""What packages of other people may offer: good, picky, broken."""

from collections.abc import Iterator

from wuzi.errors import SettingsError
from wuzi.rules import Board
from wuzi.thinking import Info, Limit, Stop


class First:
    """Plays the first legal point."""

    def __init__(self, options: dict[str, str]) -> None:
        self.name = f"first {options}"

    def think(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        yield Info(pv=(next(board.legal_points()),))


def picky(options: dict[str, str]) -> First:
    raise SettingsError("picky", "picky takes no {key}", key=next(iter(options)))


def broken(options: dict[str, str]) -> First:
    raise ZeroDivisionError("oh")


def nothing(options: dict[str, str]) -> None:
    return None
