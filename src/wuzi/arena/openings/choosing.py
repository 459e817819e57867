"""Which opening each pair of a match gets, and openings made at random."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from wuzi.arena.openings.opening import Opening
from wuzi.errors import N_, ParseError
from wuzi.rules import (
    BLACK,
    EMPTY,
    FREESTYLE,
    WHITE,
    Board,
    Rule,
    all_points,
    canonical,
    centre,
    check_size,
    col_of,
    row_of,
)


def unique_openings(openings: Iterable[Opening]) -> list[Opening]:
    """The openings without those that lead to a position met before, or to its mirror image.

    >>> from wuzi.rules import parse_moves
    >>> names = ("h8i9", "h8g7", "h8i8")
    >>> [str(o) for o in unique_openings(Opening(tuple(parse_moves(n))) for n in names)]
    ['h8i9', 'h8i8']
    """
    first: dict[bytes, Opening] = {}
    for opening in openings:
        key, _ = canonical(opening.board(opening.rule or FREESTYLE))
        first.setdefault(key, opening)
    return list(first.values())


def openings_cycle(
    openings: Sequence[Opening],
    pairs: int,
    *,
    transforms: bool = True,
    seed: int | None = None,
) -> list[Opening]:
    """The opening of each colour-swapped pair of a match.

    Parameters
    ----------
    openings : sequence of Opening
        At least one.
    pairs : int
        How many pairs are wanted. A longer match begins as a shorter one does.
    transforms : bool, default True
        Whether to turn and mirror them.
    seed : int, optional
        Shuffles each lap through the openings, and the order of the symmetric forms; the
        same seed gives the same order everywhere. By default the order is that given, and
        the first lap shows the openings as they are.

    Notes
    -----
    No opening comes again before all others have been played as often, and none comes in
    a form it came in before until it has been seen in all its forms.

    Examples
    --------
    >>> from wuzi.rules import parse_moves
    >>> one = Opening(tuple(parse_moves("h8h9")))
    >>> [str(o) for o in openings_cycle([one], 5)]
    ['h8h9', 'h8g8', 'h8h7', 'h8i8', 'h8h9']
    """
    if not openings:
        raise ValueError("no openings to choose from")
    forms = [
        _shuffled(opening.distinct_symmetries() if transforms else [0], seed, f"forms {i}")
        for i, opening in enumerate(openings)
    ]
    chosen: list[Opening] = []
    lap = 0
    while len(chosen) < pairs:
        for i in _shuffled(range(len(openings)), seed, f"lap {lap}"):
            chosen.append(openings[i].transformed(forms[i][lap % len(forms[i])]))
        lap += 1
    return chosen[:pairs]


def _shuffled(items: Iterable[int], seed: int | None, purpose: str) -> list[int]:
    """The items in an order that depends on seed and purpose only; as given without a seed."""
    order = list(items)
    if seed is not None:
        random.Random(f"{seed} {purpose}").shuffle(order)  # a text seed is the same everywhere
    return order


_ATTEMPTS = 1000


def random_opening(rule: Rule, size: int = 15, plies: int = 5, seed: int = 0) -> Opening:
    """A legal opening of random stones near the centre, in which nobody can win at once.

    Parameters
    ----------
    rule : Rule
    size : int, default 15
    plies : int, default 5
        How many stones.
    seed : int, default 0
        The same seed gives the same opening.

    Raises
    ------
    ParseError
        If there is no room for so many stones, or a thousand attempts found none.

    Notes
    -----
    The stones lie in a square around the centre of at least 5 by 5 points and of at least
    four times as many points as stones, as far as the board has them.

    Examples
    --------
    >>> from wuzi.rules import RENJU
    >>> random_opening(RENJU, plies=3, seed=7) == random_opening(RENJU, plies=3, seed=7)
    True
    """
    reach = 2
    while (2 * reach + 1) ** 2 < 4 * plies and reach < size:
        reach += 1
    middle = centre(check_size(size))
    near = [
        p
        for p in all_points(size)
        if abs(col_of(p) - col_of(middle)) <= reach and abs(row_of(p) - row_of(middle)) <= reach
    ]
    rng = random.Random(f"{seed} {rule.name} {size} {plies}")
    if 0 <= plies <= len(near):
        for _ in range(_ATTEMPTS):
            board = Board(size, rule)
            for p in rng.sample(near, plies):
                if not board.is_legal(p):
                    break
                board.push(p)
            else:
                if not _decided(board):
                    return Opening(tuple(board.moves), size, rule, source=f"random {seed}")
    raise ParseError(
        "opening.random",
        N_("no opening of {plies} stones was found for a board of {size} lines: ask for fewer"),
        plies=plies,
        size=size,
    )


def _decided(board: Board) -> bool:
    """Whether the game is over or one of the sides has a five to complete."""
    return board.outcome is not None or any(
        board.wins_at(p, colour) for p in board.stones(EMPTY) for colour in (BLACK, WHITE)
    )
