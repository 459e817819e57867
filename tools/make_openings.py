"""Make a set of balanced openings that ships with the package; the engine is the judge.

python tools/make_openings.py freestyle15            write openings_freestyle15.txt
python tools/make_openings.py renju20 --count 200    more of them
python tools/make_openings.py caro15 --jobs 2        the same file, sooner
python tools/make_openings.py renju15 --survey 300   what black scores by win rate, for --even

The files lie in src/wuzi/arena/data. A set is named by rule and size. Candidate number N of a
seed is the same position everywhere: two to eight stones in turn, drawn by chance near the
middle and near each other. It is kept if it is not another one turned or mirrored, and

* in renju nothing is forbidden to black yet,
* a search holds it for nearly even, and so does a second search of many more nodes; what win
  rate of black means even may be told (``--even``), since a search may err for all alike,
* the side to move has no win by fours or by threats; nor has the other side one by fours if
  it were to move now, or one by threats after the move that the second search would play,
* the engine, playing both sides with several numbers of nodes, wins with both colours: black
  scores from one quarter to three quarters; and all that are kept so far, taken together,
  favour neither.

The same arguments give the same file, with however many ``--jobs``, as long as the engine and
its weights are those that the file names: all limits are in nodes, and one thread searches.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import itertools
import multiprocessing
import random
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wuzi.arena.openings import Opening
from wuzi.arena.worker import be_worker
from wuzi.engine.bench import bench
from wuzi.engine.network import network_file
from wuzi.engine.solver import Goal, solve
from wuzi.engine.weights import load_weights
from wuzi.engine.win_rate import win_rate
from wuzi.errors import WuziError
from wuzi.files import write_atomically
from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    Board,
    Move,
    Point,
    Rule,
    canonical,
    check_size,
    col_of,
    parse_rule,
    row_of,
)
from wuzi.thinking import Limit
from wuzi.train.player import Player
from wuzi.train.selfplay import deep

DATA = Path(__file__).resolve().parent.parent / "src" / "wuzi" / "arena" / "data"

COUNT = 105
STONES = range(2, 9)
SHARE = 4
"""At most one in so many openings has the same number of stones. With an even number black is
to move, and seldom is that balanced: most of the time goes into finding those."""
REACH = 2
"""A stone is at most so far from another, in both directions."""
FROM_EDGE = 2
"""No stone is on so many lines at the edge."""

NODES = 4_000
DEEP_NODES = 40_000
OFF = 0.12
"""How far the win rate may be from one half in the first search."""
DEEP_OFF = 0.10
"""The same in the second."""
SOLVER_NODES = 20_000
GAMES = (1_000, 1_600, 2_600, 4_200)
"""Nodes a move of the games: of too few, they say little about longer searches."""
LEAN = 0.25
"""How many points of a game, summed over the set, black may be ahead or behind in them."""
LONGEST = 120
"""Moves after the opening that make a game a draw."""
MARK_DEPTH = 8


@dataclass(frozen=True)
class Judge:
    """What an opening must pass; picklable."""

    rule: Rule
    size: int
    seed: int = 1
    nodes: int = NODES
    deep_nodes: int = DEEP_NODES
    games: tuple[int, ...] = GAMES
    even: float = 0.5
    """Black's win rate, as searches see it, of positions from which both score alike."""

    def verdict(self, number: int) -> Verdict | None:
        """What is said for the candidate of that number; ``None`` if it is not kept."""
        return deep(lambda: self._verdict(number))

    def _verdict(self, number: int) -> Verdict | None:
        opening = candidate(self.rule, self.size, self.seed, number)
        if opening is None:
            return None
        board = opening.board(self.rule)
        if board.forbidden_points():
            return None
        first, _ = self.rate(board, self.nodes)
        if abs(first - self.even) > OFF or wins_at_once(board):
            return None
        second, best = self.rate(board, self.deep_nodes)
        if abs(second - self.even) > DEEP_OFF or wins_after(board, best):
            return None
        games = self._games(board)
        return None if games is None else Verdict(number, opening, first, second, games)

    def rate(self, board: Board, nodes: int) -> tuple[float, Point]:
        """Black's win rate by a search, 0 or 1 if it is proved; and the best move."""
        player = _player(self.rule, self.size)
        player.begin(board.moves)
        thought = player.think(nodes)
        assert thought is not None, "black has a move left"
        rate = win_rate(thought.value)
        return (rate if board.turn == BLACK else 1 - rate), thought.move

    def survey(self, number: int) -> tuple[float, float] | None:
        """Black's win rate and score in a game, whatever they are; ``None`` if it is decided."""
        return deep(lambda: self._survey(number))

    def _survey(self, number: int) -> tuple[float, float] | None:
        opening = candidate(self.rule, self.size, self.seed, number)
        if opening is None:
            return None
        board = opening.board(self.rule)
        if board.forbidden_points() or wins_at_once(board):
            return None
        rate, best = self.rate(board, self.deep_nodes)
        if not 0.2 < rate < 0.9 or wins_after(board, best):
            return None
        return rate, black_score(_player(self.rule, self.size), board.moves, max(self.games))

    def _games(self, board: Board) -> str | None:
        """The results for black, such as ``+-=+``; ``None`` if black does too well or badly."""
        n = len(self.games)
        results, points = "", 0.0
        for played, nodes in enumerate(self.games, 1):
            score = black_score(_player(self.rule, self.size), board.moves, nodes)
            results += {1.0: "+", 0.0: "-", 0.5: "="}[score]
            points += score
            if points > 3 * n / 4 or points + (n - played) < n / 4:
                return None
        return results


def black_score(player: Player, opening: Sequence[Point], nodes: int) -> float:
    """1 if black wins when the player plays both sides, 1/2 for a draw; ends with a proof."""
    player.begin(opening)
    for _ in range(LONGEST):
        thought = None if player.drawn else player.think(nodes)
        if thought is None:
            break
        if thought.proved:
            return float((player.side == BLACK) == (thought.value > 0))
        player.push(thought.move)
    return 0.5


@dataclass(frozen=True)
class Verdict:
    """An opening that is kept, and why."""

    number: int
    opening: Opening
    first: float
    second: float
    games: str

    @property
    def lean(self) -> float:
        """By how much of a game black's mean score is above one half."""
        points = self.games.count("+") + self.games.count("=") / 2
        return points / len(self.games) - 0.5 if self.games else 0.0

    def __str__(self) -> str:
        return (
            f"{self.opening}  # candidate {self.number}, black {self.first:.3f},"
            f" deeper {self.second:.3f}, games {self.games}"
        )


@cache
def _player(rule: Rule, size: int) -> Player:
    return Player(rule, size)


def wins_at_once(board: Board) -> bool:
    """Whether the side to move wins by threats, or the other would by fours if it were to move."""
    return _wins(board, "vct") or wins_after(board, PASS, "vcf")


def wins_after(board: Board, move: Move, goal: Goal = "vct") -> bool:
    """Whether the other side wins by force after ``move``."""
    board.push(move)
    found = _wins(board, goal)
    board.pop()
    return found


def _wins(board: Board, goal: Goal) -> bool:
    return solve(board, goal, Limit(nodes=SOLVER_NODES)).result == "win"


# Candidates


def candidate(rule: Rule, size: int, seed: int, number: int) -> Opening | None:
    """The candidate of that number; ``None`` if the stones drawn ended the game.

    >>> from wuzi.rules import FREESTYLE
    >>> len(candidate(FREESTYLE, 15, 1, 0).moves), len(candidate(FREESTYLE, 15, 1, 6).moves)
    (2, 8)
    """
    dice = random.Random(f"{seed} {rule.name} {size} {number}")
    board = Board(size, rule)
    for _ in range(STONES[number % len(STONES)]):
        board.push(dice.choice([p for p in board.stones(EMPTY) if _fits(board, p)]))
        if board.outcome is not None:
            return None
    return Opening(tuple(board.moves), size, rule, source=f"candidate {number}")


def _fits(board: Board, p: Point) -> bool:
    inside = range(FROM_EDGE, board.size - FROM_EDGE)
    if col_of(p) not in inside or row_of(p) not in inside or not board.is_legal(p):
        return False
    return not board.moves or any(_apart(p, stone) <= REACH for stone in board.moves)


def _apart(p: Point, q: Point) -> int:
    return max(abs(row_of(p) - row_of(q)), abs(col_of(p) - col_of(q)))


# A set


@dataclass(frozen=True)
class Wanted:
    """What the openings of a set must be together: see the module's text and its options."""

    count: int = COUNT
    share: int = SHARE
    lean: float = LEAN


def chosen(judge: Judge, wanted: Wanted, pool: Executor, jobs: int) -> Iterator[Verdict]:
    """The first of all that pass by which the set stays varied, balanced and without twins."""
    most = -(-wanted.count // wanted.share)
    lean = 0.0
    lengths: Counter[int] = Counter()
    seen: set[bytes] = set()
    numbers = (n for n in itertools.count() if lengths[STONES[n % len(STONES)]] < most)
    while True:
        batch = list(itertools.islice(numbers, 4 * jobs))
        for verdict in pool.map(judge.verdict, batch):
            if verdict is None or lengths[len(verdict.opening.moves)] == most:
                continue
            key, _ = canonical(verdict.opening.board(judge.rule))
            if key in seen or abs(lean + verdict.lean) > wanted.lean:
                continue
            seen.add(key)
            lengths[len(verdict.opening.moves)] += 1
            lean += verdict.lean
            yield verdict
            if len(seen) == wanted.count:
                return


def survey_text(found: Sequence[tuple[float, float]]) -> str:
    """A line for every tenth of win rate: how many games, and what black scored in them."""
    tenths: dict[int, list[float]] = {}
    for rate, score in found:
        tenths.setdefault(int(10 * rate), []).append(score)
    return "\n".join(
        f"win rate {tenth / 10:.1f} to {(tenth + 1) / 10:.1f}: {len(scores):4} games,"
        f" black scores {sum(scores) / len(scores):.1%}"
        for tenth, scores in sorted(tenths.items())
    )


def in_turn(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """One of each length, then again: a short match takes the first, and sees them all."""
    kinds = [[v for v in verdicts if len(v.opening.moves) == stones] for stones in STONES]
    return [v for row in itertools.zip_longest(*kinds) for v in row if v is not None]


def file_text(verdicts: Sequence[Verdict], judge: Judge, command: str) -> str:
    """The set with a header that says what it is and how it was made."""
    nodes = ", ".join(f"{n:,}" for n in judge.games)
    head = [
        f"Balanced openings for {judge.rule.name} on a board of {judge.size} lines:"
        f" {len(verdicts)} of {STONES[0]} to {STONES[-1]} stones,",
        "no two alike under the symmetries of the board. Made by",
        f"    {command}",
        f"with the engine {engine_mark(judge.rule)}.",
        f"After each: its number among the candidates, black's win rate by {judge.nodes:,} nodes"
        f" ({judge.even - OFF:.2f} to {judge.even + OFF:.2f})",
        f"and by {judge.deep_nodes:,} ({judge.even - DEEP_OFF:.2f} to {judge.even + DEEP_OFF:.2f}),"
        f" and black's results with {nodes} nodes a move.",
    ]
    return "".join([*(f"# {line}\n" for line in head), *(f"{v}\n" for v in in_turn(verdicts))])


def engine_mark(rule: Rule) -> str:
    """What tells this engine from others: ``wuzi bench`` to a small depth, and its data."""
    file = network_file(rule)
    network = hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.is_file() else "none"
    return (
        f"{bench(MARK_DEPTH)['signature']} (wuzi bench --depth {MARK_DEPTH}),"
        f" weights {load_weights(rule).digest()[:12]}, network {network}"
    )


def parse_name(name: str) -> tuple[Rule, int]:
    """Rule and size of a set.

    Raises
    ------
    WuziError
        If there is no such rule or size.
    ValueError
        If it is not a word and a number.
    """
    found = re.fullmatch(r"([a-z]+6?)(\d\d)", name)
    if found is None:
        raise ValueError(f"'{name}' is not a rule and a size, such as freestyle15 or renju15")
    return parse_rule(found[1]), check_size(int(found[2]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Make one set."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="rule and size, such as freestyle15")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=NODES, help="of the first search")
    parser.add_argument("--deep-nodes", type=int, default=DEEP_NODES, help="of the second")
    parser.add_argument(
        "--games", metavar="NODES", type=int, nargs="*", default=list(GAMES), help="of each game"
    )
    parser.add_argument("--even", type=float, default=0.5, help="black's win rate that means even")
    parser.add_argument(
        "--share", type=int, default=SHARE, help="one in so many may have the same length"
    )
    parser.add_argument("--lean", type=float, default=LEAN, help="points of a game, over all")
    parser.add_argument(
        "--survey", metavar="N", type=int, help="make no set: games of N candidates"
    )
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="another file")
    given = parser.parse_args(words)
    try:
        rule, size = parse_name(given.name)
        judge = Judge(
            rule, size, given.seed, given.nodes, given.deep_nodes, tuple(given.games), given.even
        )
        if not OFF < judge.even < 1 - OFF:
            raise ValueError(f"--even {judge.even:g} leaves no room: say {OFF} to {1 - OFF}")
        if given.survey is not None:
            if given.survey < 1:
                raise ValueError(f"--survey {given.survey} is no number of candidates")
            print(survey_text(_survey(judge, given.survey, given.jobs)))
            return 0
        verdicts = _make(judge, Wanted(given.count, given.share, given.lean), given.jobs)
    except (WuziError, ValueError) as error:
        parser.error(str(error))
    kept = _without(words, "--jobs", "--out")
    text = file_text(verdicts, judge, f"python tools/make_openings.py {kept}")
    target = given.out or DATA / f"openings_{given.name}.txt"
    target.parent.mkdir(exist_ok=True)
    write_atomically(target, text.encode())
    print(f"{given.count} openings written to {target}")
    return 0


def _make(judge: Judge, wanted: Wanted, jobs: int) -> list[Verdict]:
    found = []
    with _workers(jobs) as pool, _progress() as progress:
        for verdict in progress.track(chosen(judge, wanted, pool, jobs), total=wanted.count):
            found.append(verdict)
            if not progress.console.is_terminal:
                print(f"{len(found)} of {wanted.count}: {verdict}", file=sys.stderr, flush=True)
    return found


def _survey(judge: Judge, count: int, jobs: int) -> list[tuple[float, float]]:
    with _workers(jobs) as pool, _progress() as progress:
        surveys = pool.map(judge.survey, range(count))
        return [told for told in progress.track(surveys, total=count) if told is not None]


def _progress() -> Progress:
    console = Console(stderr=True)
    columns = (TextColumn("openings"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal)


@contextlib.contextmanager
def _workers(jobs: int) -> Iterator[Executor]:
    # Spawned: a fork would copy the thread that draws the progress.
    context = multiprocessing.get_context("spawn")
    theirs, leash = context.Pipe(duplex=False)
    with (
        theirs,
        ProcessPoolExecutor(jobs, context, initializer=be_worker, initargs=(theirs,)) as pool,
        leash,  # let go before the pool waits: no worker ends its batch for nothing
    ):
        yield pool


def _without(words: Sequence[str], *names: str) -> str:
    """The command line without what does not change the result."""
    left = list(words)
    for name in names:
        if name in left:
            at = left.index(name)
            del left[at : at + 2]
    return shlex.join(left)


if __name__ == "__main__":
    sys.exit(main())
