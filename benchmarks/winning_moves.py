"""Whether a player finds the move that wins: a missed forced win is a bug.

    python benchmarks/winning_moves.py [FILE ...] [--player level:10] [--time 1]

Without FILE the won positions of ``tests/data/solver.jsonl`` are played; lines as for
``benchmarks/solver_truth.py``. A move counts if the position is still won after it, whatever is
replied: a five; a four, if the solver wins after the block; or any other move, if it wins after
each legal reply. Proofs are replayed by the referee.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

from solver_truth import DATA, read, read_board

from wuzi.engine.proof import flaw
from wuzi.engine.solver import solve
from wuzi.players import make_thinker, parse_who
from wuzi.rules import Board, Move, point_name
from wuzi.thinking import Limit, answer

CHECK = Limit(time=10)


def is_won(board: Board) -> bool:
    """Whether the side to move wins, by fours or by threats, with a proof that stands."""
    for goal in ("vcf", "vct"):
        solution = solve(board, goal, CHECK)
        if solution.proof is not None and flaw(board, solution.proof) is None:
            return True
    return False


def keeps_the_win(board: Board, move: Move) -> bool:
    """Whether the side that plays ``move`` wins whatever is replied."""
    side = board.turn
    board.push(move)
    try:
        if board.outcome is not None:
            return board.outcome.winner == side
        return all(wins_after(board, reply, side) for reply in replies(board))
    finally:
        board.pop()


def replies(board: Board) -> list[Move]:
    """The replies worth a look: those that stop a five, if one threatens; else all."""
    every = list(board.legal_points())
    threats = [p for p in every if makes_five(board, p)]
    if not threats:
        return every
    return [*{*threats, *(p for p in every if ends_with(board, p))}]


def ends_with(board: Board, p: Move) -> bool:
    """Whether the side to move ends the game at ``p``."""
    board.push(p)
    over = board.outcome is not None
    board.pop()
    return over


def makes_five(board: Board, p: Move) -> bool:
    """Whether the side that is not to move would win at ``p``."""
    stones = [list(board.stones(colour)) for colour in (1, 2)]
    other = Board.from_stones(*stones, turn=3 - board.turn, size=board.size, rule=board.rule)
    return other.is_legal(p) and ends_with(other, p)


def wins_after(board: Board, reply: Move, side: int) -> bool:
    """Whether ``side`` wins after its opponent's ``reply``."""
    board.push(reply)
    try:
        if board.outcome is not None:
            return board.outcome.winner == side
        return is_won(board)
    finally:
        board.pop()


def main() -> None:
    """Play all positions and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, default=[DATA / "solver.jsonl"])
    parser.add_argument("--player", default="level:10")
    parser.add_argument("--time", type=float, default=1.0)
    given = parser.parse_args()
    for file in given.files:
        thinker = make_thinker(parse_who(given.player))
        entries, missed, longest = read(file), 0, 0.0
        for entry in entries:
            board = read_board(entry)
            start = perf_counter()
            info = answer(thinker, board, Limit(time=given.time))
            longest = max(longest, perf_counter() - start)
            if not keeps_the_win(board, info.move):
                missed += 1
                print(entry.get("id"), point_name(info.move, board.size), info.score)
        won = len(entries) - missed
        print(f"{file.name}: {given.player} plays a winning move in {won} of {len(entries)}")
        print(f"  longest thought {longest:.2f} s")


if __name__ == "__main__":
    main()
