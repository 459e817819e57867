"""Before the search begins: what was asked, and which moves there are at the root."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from wuzi.engine.kernels.hashtable import WIN
from wuzi.engine.kernels.moves import FIVE, list_blocks, list_moves
from wuzi.engine.kernels.vcf import black_may_not, code_at
from wuzi.engine.search_threads import Searcher
from wuzi.engine.win_rate import score_of
from wuzi.errors import N_, EngineError
from wuzi.rules import BLACK, EMPTY, PASS, WHITE, Board, Move, Point, Score, centre, point_name
from wuzi.thinking import Limit, Stop


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of the engine."""

    board: Board
    limit: Limit
    lines: int
    stop: Stop | None
    restrict: Collection[Point]
    exclude: Collection[Point]
    playing: bool


def allowed_points(question: Question, state: Any, tables: Any) -> list[Point]:
    """The points that may be played; empty if black has none at all."""
    board, restrict, exclude = question.board, question.restrict, question.exclude
    points = list(board.stones(EMPTY))
    if board.rule.forbidden and board.turn == BLACK:
        points = [p for p in points if not black_may_not(state, tables, p)]
    if not points or not (restrict or exclude):
        return points
    wanted = set(restrict) if restrict else set(points)
    wanted -= set(exclude)
    points = [p for p in points if p in wanted]
    if not points:
        raise EngineError(
            "engine.nothing_left",
            N_("none of the points that may be played is left: {points}"),
            points=" ".join(point_name(p) for p in sorted(restrict or exclude)[:10]),
        )
    return points


def root_moves(searcher: Searcher, tables: Any, board: Board, allowed: list[Point]) -> list[Point]:
    """The moves to search at the root, most promising first: never none."""
    state, control = searcher.state, searcher.control
    if board.empty_count == board.size**2 and centre(board.size) in allowed:
        return [centre(board.size)]
    foe_fives = int(state["count"][16 * (2 - board.turn) + FIVE])
    own_fives = int(state["count"][16 * (board.turn - 1) + FIVE])
    if foe_fives and not own_fives:
        end = list_blocks(state, tables, control, 0)
    else:
        end = list_moves(state, tables, control, 0, 0, 0)
    listed = {int(control["list_move"][i]): int(control["list_score"][i]) for i in range(end)}
    may = set(allowed)
    moves = [p for p in listed if p in may]
    if not moves:
        near = [p for p in allowed if state["near"][p] > 0]
        return _central(near or allowed, board.size)
    return sorted(moves, key=lambda p: -listed[p])


def _central(points: list[Point], size: int) -> list[Point]:
    middle = centre(size)

    def far(p: Point) -> int:
        return abs(p // 32 - middle // 32) + abs(p % 32 - middle % 32)

    return sorted(points, key=far)


def five_at_once(state: Any, tables: Any, moves: list[Point], lines: int) -> Score | None:
    """The score of a five at once, which is then the first of ``moves``."""
    side = int(state["side"])
    if lines == 1 and int(code_at(state, tables, side, moves[0])) & 15 == FIVE:
        return score_of(WIN - 1)
    return None


def legal_part(board: Board, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves of ``line`` up to the first that the rules do not allow, or the game's end."""
    twin = Board.from_stones(
        board.stones(BLACK),
        board.stones(WHITE),
        board.turn,
        board.size,
        board.rule,
        forbidden_loses=board.forbidden_loses,
    )
    legal = 0
    for move in line:
        if twin.outcome is not None or move == PASS or not twin.is_legal(move):
            break
        twin.push(move)
        legal += 1
    return line[: max(legal, 1)]
