"""Games of the engine against itself: random balanced openings, a fixed number of nodes a move.

A game follows from the seed and its number alone, whoever plays it: any
``concurrent.futures.Executor`` will do, and the file is the same. Only the coordinator
writes, one batch after another in their order, so that a file can be gone on with.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final, TypeVar

from wuzi.engine.cache import stamp
from wuzi.engine.layout import LARGEST
from wuzi.engine.search_threads import STACK
from wuzi.engine.weights import Weights, load_weights
from wuzi.engine.win_rate import win_rate
from wuzi.errors import N_, SettingsError
from wuzi.rules import (
    BLACK,
    EMPTY,
    Board,
    Point,
    Rule,
    centre,
    col_of,
    parse_rule,
    row_of,
)
from wuzi.train.data import GamesWriter, Header, PlayedGame
from wuzi.train.player import Player, Thought

T = TypeVar("T")

BATCH: Final = 16
"""Games of one task, which are written together."""
OPENING_MOVES: Final = (2, 8)
BALANCE: Final = 0.15
"""How far the win rate of an accepted opening may be from one half."""
REACH: Final = 2
"""A stone of an opening is at most so far from another, in both directions, ..."""
CENTRAL: Final = 5
"""... and from the middle."""
TRIES: Final = 200
RANDOM_MOVES: Final = 6
"""In so many moves after the opening ..."""
RANDOM_RATE: Final = 0.3
"""... the second best move is played this often, ..."""
RANDOM_COST: Final = 120
"""... if it is not worse by more than this."""
AMONG: Final = 10
"""A blunder is one of so many most promising candidates."""
_OUTSTANDING: Final = 2


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """What is to be played.

    Attributes
    ----------
    rule : str
    size : int
    nodes : int
        Of each move.
    seed : int
    weights : Weights or None
        Instead of the shipped ones.
    blunders : int
        Of a hundred moves so many are drawn by lot. A search looks at what comes of bad
        moves far more often than at what comes of good ones; an evaluation that has seen
        well played games alone does not know how bad they are.
    """

    rule: str
    size: int
    nodes: int
    seed: int
    weights: Weights | None = None
    blunders: int = 0

    def __post_init__(self) -> None:
        if not 5 <= self.size <= LARGEST:
            raise SettingsError(
                "train.size",
                N_("games are played on 5 to {most} lines, not {size}"),
                most=LARGEST,
                size=self.size,
            )
        if self.nodes < 1:
            raise SettingsError(
                "train.nodes", N_("a move takes at least 1 node, not {nodes}"), nodes=self.nodes
            )

        if not 0 <= self.blunders <= 50:
            raise SettingsError(
                "train.blunders",
                N_("of a hundred moves 0 to 50 may be blunders, not {value}"),
                value=self.blunders,
            )

    def header(self) -> Header:
        """The head of the file."""
        weights = self.weights or load_weights(parse_rule(self.rule))
        return Header(
            self.rule,
            self.size,
            self.nodes,
            self.seed,
            stamp(),
            weights.digest()[:16],
            self.blunders,
        )


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch that stands in the file.

    Attributes
    ----------
    games : tuple of PlayedGame
    twins : int
        Games that were left out because the file has the same one, turned or mirrored or not.
    resumed : bool
        It stands for all that was there before.
    """

    games: Sequence[PlayedGame]
    twins: int = 0
    resumed: int = 0


def self_play(
    spec: SelfPlay,
    games: int,
    path: str | os.PathLike[str],
    *,
    executor: Executor | None = None,
    workers: int = 1,
    resume: bool = False,
) -> Iterator[Batch]:
    """Play the games number 0 to ``games``, or those that a file still lacks.

    Parameters
    ----------
    spec : SelfPlay
    games : int
    path : path-like
    executor : Executor, optional
        Who plays; it is left open. By default processes of our own; with one worker, this
        process itself.
    workers : int, default 1
        How many play at the same time.
    resume : bool
        Go on with the file, if it is there.

    Yields
    ------
    Batch
        As soon as it is written. Whoever stops listening stops the games.

    Raises
    ------
    RecordError
        If the file cannot be used.
    SettingsError
        If ``games`` or ``workers`` is less than 1.
    """
    for word, number in (("games", games), ("workers", workers)):
        if number < 1:
            raise SettingsError(
                "train.least", N_("{what} is at least 1, not {value}"), what=word, value=number
            )
    return _self_play(spec, games, Path(path), executor, workers, resume=resume)


def _self_play(
    spec: SelfPlay, games: int, path: Path, executor: Executor | None, workers: int, *, resume: bool
) -> Iterator[Batch]:
    with GamesWriter(path, spec.header(), resume=resume) as writer:
        known: set[tuple[int, ...]] = set()
        first = 0
        if writer.old is not None and len(writer.old):
            old = writer.old
            known = {
                _same(tuple(old.move[a:b].tolist()), spec.size)
                for a, b in zip(old.start[:-1], old.start[1:], strict=True)
            }
            first = int(old.index.max()) + 1
            yield Batch((), resumed=len(old))
        starts = [first, *range((first // BATCH + 1) * BATCH, games, BATCH), games]
        tasks = deque((spec, start, end - start) for start, end in pairwise(starts) if start < end)
        for played in _in_order(tasks, executor, workers):
            fresh = []
            for game in played:
                key = _same(game.moves, spec.size)
                if key not in known:
                    known.add(key)
                    fresh.append(game)
            writer.append(fresh)
            yield Batch(fresh, len(played) - len(fresh))


def _in_order(
    tasks: deque[tuple[SelfPlay, int, int]], executor: Executor | None, workers: int
) -> Iterator[list[PlayedGame]]:
    """The results of the tasks, in their order."""
    if executor is None and workers == 1:
        for task in tasks:
            yield play_batch(*task)
        return
    own = None
    if executor is None:
        context = multiprocessing.get_context("spawn")  # a fork would copy Numba's threads
        executor = own = ProcessPoolExecutor(workers, context)
    flying: deque[Future[list[PlayedGame]]] = deque()
    try:
        while tasks or flying:
            while tasks and len(flying) < _OUTSTANDING * workers:
                flying.append(executor.submit(play_batch, *tasks.popleft()))
            yield flying.popleft().result()
    finally:
        for future in flying:
            future.cancel()
        if own is not None:
            own.shutdown(cancel_futures=True)


def _same(moves: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The first in order of the eight forms of a game."""
    last = size - 1
    forms = []
    for game in (moves, tuple(c // size * size + last - c % size for c in moves)):
        turned = game
        for _ in range(4):
            forms.append(turned)
            turned = tuple(c % size * size + last - c // size for c in turned)
    return min(forms)


# In a worker

_here = threading.local()


def play_batch(spec: SelfPlay, first: int, count: int) -> list[PlayedGame]:
    """Play the games ``first`` to ``first + count``, in whatever process and thread this is."""
    player, known = getattr(_here, "player", None), getattr(_here, "spec", None)
    if player is None or known != spec:
        player = Player(parse_rule(spec.rule), spec.size, spec.weights)
        _here.player, _here.spec = player, spec
    return deep(lambda: [play_game(player, spec, index) for index in range(first, first + count)])


def deep(work: Callable[[], T]) -> T:
    """Do ``work`` with a stack that has room for the recursion of the search."""
    found: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as fault:  # raised again where the caller waits
            faults.append(fault)

    old = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=run, name="wuzi-selfplay", daemon=True)
        thread.start()
    finally:
        threading.stack_size(old)
    thread.join()
    if faults:
        raise faults[0]
    return found[0]


def play_game(player: Player, spec: SelfPlay, index: int) -> PlayedGame:
    """Play the game of that number to its proved end, or until nobody can win any more."""
    dice = random.Random(f"{spec.seed} {index}")
    rule = parse_rule(spec.rule)
    opening = balanced_opening(player, dice, rule, spec)
    player.begin(opening)
    moves = list(opening)
    scores: list[int] = []
    result = 0
    while not player.drawn:
        thought = player.think(spec.nodes)
        if thought is None:  # black has no legal move left: as if all were full
            break
        moves.append(_chosen(player, dice, spec, thought, len(scores)))
        scores.append(thought.value)
        if thought.proved:
            result = 1 if (player.side == BLACK) == (thought.value > 0) else -1
            break
        player.push(moves[-1])
    cells = tuple(row_of(p) * spec.size + col_of(p) for p in moves)
    return PlayedGame(index, result, len(opening), cells, tuple(scores))


def _chosen(
    player: Player, dice: random.Random, spec: SelfPlay, best: Thought, played: int
) -> Point:
    """The best move; early in the game at times one nearly as good; at times any other."""
    if best.proved:
        return best.move
    if spec.blunders and dice.random() < spec.blunders / 100:
        return dice.choice(player.candidates()[:AMONG])
    if played >= RANDOM_MOVES or dice.random() >= RANDOM_RATE:
        return best.move
    second = player.think(spec.nodes, without=best.move)
    if second is None or second.value < best.value - RANDOM_COST:
        return best.move
    return second.move


def balanced_opening(
    player: Player, dice: random.Random, rule: Rule, spec: SelfPlay
) -> list[Point]:
    """An opening that a search calls balanced; the best of many if none is."""
    best: tuple[float, list[Point]] | None = None
    for _ in range(TRIES):
        opening = random_opening(dice, rule, spec.size)
        player.begin(opening)
        thought = None if player.drawn else player.think(spec.nodes)
        if thought is None:
            continue
        off = abs(win_rate(thought.value) - 0.5)
        if best is None or off < best[0]:
            best = off, opening
        if off <= BALANCE:
            break
    if best is None:
        raise SettingsError(
            "train.opening",
            N_("no opening on {size} lines leaves a game to be played: choose a larger board"),
            size=spec.size,
        )
    return best[1]


def random_opening(dice: random.Random, rule: Rule, size: int) -> list[Point]:
    """Some stones near the middle and near each other, that the rules allow.

    >>> from wuzi.rules import FREESTYLE
    >>> 2 <= len(random_opening(random.Random(1), FREESTYLE, 15)) <= 8
    True
    """
    middle = centre(size)
    wanted = dice.randint(*OPENING_MOVES)
    board = Board(size, rule)
    while len(board.moves) < wanted:
        near = [
            p
            for p in board.stones(EMPTY)
            if _apart(p, middle) <= CENTRAL and board.is_legal(p) and _fits(board, p, middle)
        ]
        if not near:
            break
        board.push(dice.choice(near))
        if board.outcome is not None:
            board.pop()
            break
    return list(board.moves)


def _fits(board: Board, p: Point, middle: Point) -> bool:
    if not board.moves:
        return _apart(p, middle) <= REACH
    return any(_apart(p, stone) <= REACH for stone in board.moves)


def _apart(p: Point, q: Point) -> int:
    return max(abs(row_of(p) - row_of(q)), abs(col_of(p) - col_of(q)))
