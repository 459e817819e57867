"""Make a set of balanced openings that ships with the package.

python tools/make_openings.py freestyle15                 write openings_freestyle15.txt
python tools/make_openings.py renju15 --count 100         more of them
python tools/make_openings.py caro20 --judge textbook:alphabeta,depth=3   by another thinker

The files lie in src/wuzi/arena/data. A set is named by rule and size. Candidates are random
stones near the centre, three to five in turn, of which no two are the same position under the
board's symmetries. One is kept if

* nobody has a five to complete, and the judge proves no win for either side,
* the judge holds it for even, from both sides: it is asked about the position, then about
  the one after its own best move. The first score favours one side and the second the other,
  for a search sees more of what stands on the board than of what is still to come; their
  mean must be small,
* the players, each against itself, do not all win it with the same colour: black scores
  between a third and two thirds of the games.

The same arguments give the same file, with however many ``--jobs``. A judge and players
without a limit in time are needed for that.
"""

from __future__ import annotations

import argparse
import itertools
import multiprocessing
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wuzi.arena.openings import Opening, random_opening
from wuzi.arena.worker import be_worker
from wuzi.errors import WuziError
from wuzi.files import write_atomically
from wuzi.players import make_thinker, parse_who
from wuzi.rules import BLACK, EMPTY, Board, Rule, canonical, parse_rule
from wuzi.thinking import Limit, Thinker, answer

DATA = Path(__file__).resolve().parent.parent / "src" / "wuzi" / "arena" / "data"

STONES = (3, 4, 5)
JUDGE = "textbook:alphabeta,depth=4,cap=10"
PLAYERS = (
    "textbook:alphabeta,depth=2,cap=8",
    "textbook:alphabeta,depth=3,cap=6",
    "textbook:alphabeta,depth=2,cap=16,defence=1.2",
    "textbook:alphabeta,depth=3,cap=8,evaluation=lines",
    "textbook:alphabeta,depth=4,cap=6",
    "textbook:alphabeta,depth=4,cap=8,defence=1.1",
)
LONGEST = 120
"""Moves after which a game between the players is a draw."""


@dataclass(frozen=True)
class Test:
    """What an opening must pass; picklable."""

    rule: Rule
    size: int
    judge: str
    players: tuple[str, ...]
    limit: int

    def passes(self, opening: Opening) -> bool:
        """Whether the opening is kept."""
        board = opening.board(self.rule)
        return self._is_even(board) and self._is_open(board)

    def _is_even(self, board: Board) -> bool:
        judge = make_thinker(parse_who(self.judge))
        ours = answer(judge, board, Limit())
        if ours.score.win_in is not None:
            return False
        board.push(ours.move)
        theirs = answer(judge, board, Limit())
        board.pop()
        mean = (ours.score.value - theirs.score.value) / 2
        return theirs.score.win_in is None and abs(mean) <= self.limit

    def _is_open(self, board: Board) -> bool:
        """Whether black scores from one third to two thirds; played no further than needed."""
        n = len(self.players)
        points = 0.0
        for played, who in enumerate(self.players, 1):
            points += _black_score(board, make_thinker(parse_who(who)))
            if points > 2 * n / 3 or points + (n - played) < n / 3:
                return False
        return True


def _black_score(start: Board, player: Thinker) -> float:
    """1 if black wins when the player plays both sides, 1/2 for a draw."""
    board = start.copy()
    while board.outcome is None and len(board.moves) < LONGEST:
        board.push(answer(player, board, Limit()).move)
    winner = EMPTY if board.outcome is None else board.outcome.winner
    return 0.5 if winner == EMPTY else float(winner == BLACK)


def candidates(rule: Rule, size: int, seed: int) -> Iterator[Opening]:
    """Endless openings, all different under symmetry, three to five stones in turn."""
    seen: set[bytes] = set()
    for i in itertools.count():
        opening = random_opening(rule, size, STONES[i % len(STONES)], seed * 1_000_000 + i)
        key, _ = canonical(opening.board(rule))
        if key not in seen:
            seen.add(key)
            yield opening


def chosen(test: Test, count: int, seed: int, pool: Executor, jobs: int) -> Iterator[Opening]:
    """The first ``count`` candidates that pass, an equal share of each number of stones."""
    shares = {stones: -(-count // len(STONES)) for stones in STONES}
    found = 0
    wanted = (o for o in candidates(test.rule, test.size, seed) if shares[len(o.moves)])
    while True:
        batch = list(itertools.islice(wanted, 4 * jobs))
        for opening, passes in zip(batch, pool.map(test.passes, batch), strict=True):
            if passes and shares[len(opening.moves)]:
                shares[len(opening.moves)] -= 1
                yield opening
                found += 1
                if found == count:
                    return


def file_text(openings: Sequence[Opening], test: Test, count: int, command: str) -> str:
    """The set with a header that says what it is and how it was made."""
    head = [
        f"Balanced openings for {test.rule.name} on a board of {test.size} lines: {count} of"
        f" {STONES[0]} to {STONES[-1]} stones,",
        "no two alike under the symmetries of the board. Made by",
        f"    {command}",
        f"which asked {test.judge} (mean score of both sides at most {test.limit})",
        "and let each of these play both sides (black to score 1/3 to 2/3):",
        *(f"    {who}" for who in test.players),
        "The judges are slow textbook searches: the set is to be made again by the engine.",
    ]
    return "".join([*(f"# {line}\n" for line in head), *(f"{o}\n" for o in in_turn(openings))])


def in_turn(openings: Sequence[Opening]) -> list[Opening]:
    """Three stones, four, five, three again: a short match takes the first, and sees them all."""
    kinds = [[o for o in openings if len(o.moves) == stones] for stones in STONES]
    return [o for row in itertools.zip_longest(*kinds) for o in row if o is not None]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make one set."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="rule and size, such as freestyle15")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judge", metavar="WHO", default=JUDGE)
    parser.add_argument("--players", metavar="WHO", nargs="+", default=list(PLAYERS))
    parser.add_argument("--limit", type=int, default=1000, help="in the judge's units")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, help="another file")
    given = parser.parse_args(words)
    found = re.fullmatch(r"([a-z]+6?)(\d\d)", given.name)
    if found is None:
        parser.error(f"'{given.name}' is not a rule and a size, such as freestyle15 or renju15")
    try:
        test = Test(
            parse_rule(found[1]), int(found[2]), given.judge, tuple(given.players), given.limit
        )
        openings = _make(test, given.count, given.seed, given.jobs)
    except WuziError as error:
        parser.error(str(error))
    kept = _without(words, "--jobs", "--out")
    text = file_text(openings, test, given.count, f"python tools/make_openings.py {kept}")
    target = given.out or DATA / f"openings_{given.name}.txt"
    target.parent.mkdir(exist_ok=True)
    write_atomically(target, text.encode())
    print(f"{given.count} openings written to {target}")
    return 0


def _make(test: Test, count: int, seed: int, jobs: int) -> list[Opening]:
    console = Console(stderr=True)
    columns = (TextColumn("openings"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    found = []
    # Spawned: a fork would copy the thread that draws the progress.
    context = multiprocessing.get_context("spawn")
    theirs, leash = context.Pipe(duplex=False)
    with (
        theirs,
        ProcessPoolExecutor(jobs, context, initializer=be_worker, initargs=(theirs,)) as pool,
        leash,  # let go before the pool waits: no worker ends its batch for nothing
        Progress(*columns, console=console, disable=not console.is_terminal) as progress,
    ):
        for opening in progress.track(chosen(test, count, seed, pool, jobs), total=count):
            found.append(opening)
            if not console.is_terminal:
                print(f"{len(found)} of {count}: {opening}", file=sys.stderr, flush=True)
    return found


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
