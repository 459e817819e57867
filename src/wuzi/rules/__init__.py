"""The referee: points, rules, boards, forbidden points, symmetries, and games as trees.

Pure Python, nothing to install. Start with :class:`Board`; :class:`Game` keeps what was
played and said.
"""

from wuzi.errors import IllegalMove, ParseError
from wuzi.rules.board import Board
from wuzi.rules.game import Game, Node, Notes, Player, SetUp, apply_set_up
from wuzi.rules.notation import (
    moves_text,
    parse_colour,
    parse_moves,
    parse_position,
    position_text,
)
from wuzi.rules.outcome import Outcome, Reason
from wuzi.rules.point import (
    BLACK,
    COLOUR_NAMES,
    DIRECTIONS,
    EMPTY,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    WALL,
    WHITE,
    Colour,
    Move,
    Point,
    all_points,
    centre,
    check_size,
    col_of,
    on_board,
    opponent,
    parse_point,
    point,
    point_name,
    row_of,
    star_points,
)
from wuzi.rules.renju import Forbidden
from wuzi.rules.rule import CARO, CARO6, FREESTYLE, RENJU, RULES, STANDARD, Rule, parse_rule
from wuzi.rules.score import Score
from wuzi.rules.symmetry import (
    SYMMETRIES,
    SYMMETRY_NAMES,
    canonical,
    inverse,
    transform,
    transform_board,
    transform_moves,
)

__all__ = [
    "BLACK",
    "CARO",
    "CARO6",
    "COLOUR_NAMES",
    "DIRECTIONS",
    "EMPTY",
    "FREESTYLE",
    "MAX_SIZE",
    "MIN_SIZE",
    "PASS",
    "RENJU",
    "RULES",
    "STANDARD",
    "SYMMETRIES",
    "SYMMETRY_NAMES",
    "WALL",
    "WHITE",
    "Board",
    "Colour",
    "Forbidden",
    "Game",
    "IllegalMove",
    "Move",
    "Node",
    "Notes",
    "Outcome",
    "ParseError",
    "Player",
    "Point",
    "Reason",
    "Rule",
    "Score",
    "SetUp",
    "all_points",
    "apply_set_up",
    "canonical",
    "centre",
    "check_size",
    "col_of",
    "inverse",
    "moves_text",
    "on_board",
    "opponent",
    "parse_colour",
    "parse_moves",
    "parse_point",
    "parse_position",
    "parse_rule",
    "point",
    "point_name",
    "position_text",
    "row_of",
    "star_points",
    "transform",
    "transform_board",
    "transform_moves",
]
