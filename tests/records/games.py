"""Random games that the referee allows, and how to compare two games."""

import copy

from hypothesis import strategies as st

from wuzi.errors import WuziError
from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    RULES,
    WHITE,
    Board,
    Game,
    Notes,
    Outcome,
    Player,
    Reason,
    Score,
    SetUp,
    all_points,
    apply_set_up,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\x00"), max_size=12)
LINE = TEXT.map(lambda text: " ".join(text.split("\n")).strip())
FLOATS = st.integers(0, 10**7).map(lambda ms: ms / 1000)
MARKS = st.sampled_from(["circle", "square", "triangle", "cross", "star"]) | LINE.map("={}".format)
SCORES = st.builds(
    Score, st.integers(-(10**9), 10**9), st.none() | st.integers(-300, 300).filter(bool)
)
TURNS = st.sampled_from([None, BLACK, WHITE])
RAW = st.sampled_from(["", "x", "a:b", r"\]", "五", "[", "a\nb", r"\\"])


def notes(size):
    return st.builds(
        Notes,
        comment=TEXT,
        marks=st.dictionaries(st.sampled_from(all_points(size)), MARKS, max_size=3),
        time=st.none() | FLOATS,
        clock=st.none() | FLOATS,
        score=st.none() | SCORES,
        depth=st.none() | st.integers(0, 99),
        nodes=st.none() | st.integers(0, 10**12),
        glyph=st.sampled_from(["", "!", "!!", "?", "??", "!?", "?!", "N", "±"]),
        other=st.dictionaries(
            st.sampled_from(["QPR", "KT", "V"]), st.lists(RAW, min_size=1, max_size=2), max_size=2
        ),
    )


@st.composite
def set_ups(draw, size):
    points = draw(st.lists(st.sampled_from(all_points(size)), unique=True, max_size=9))
    cuts = sorted(draw(st.lists(st.integers(0, len(points)), min_size=2, max_size=2)))
    black, white, empty = points[: cuts[0]], points[cuts[0] : cuts[1]], points[cuts[1] :]
    return SetUp(tuple(black), tuple(white), tuple(empty), draw(TURNS))


@st.composite
def games(draw, *, variations=True, set_up=True, passes=True, noted=True):
    size = draw(st.integers(5, 26))
    rule = draw(st.sampled_from(list(RULES.values())))
    game = Game(size, rule, rule_known=draw(st.booleans()))
    game.forbidden_loses = draw(st.booleans()) if noted else rule.forbidden
    boards = {game.root: Board(size, rule, forbidden_loses=game.forbidden_loses)}
    if set_up and draw(st.booleans()):
        _try_set_up(draw, game.root, boards, size)
    nodes = [game.root]
    points = st.sampled_from(all_points(size))
    moves = points | st.just(PASS) if passes else points
    for _ in range(draw(st.integers(0, 16))):
        parent = draw(st.sampled_from(nodes)) if variations else nodes[-1]
        board = boards[parent].copy()
        move = draw(moves)
        if not board.is_legal(move):
            continue
        node = parent.add(move)
        board.push(move)
        boards[node] = board
        nodes.append(node)
        if set_up and variations and draw(st.integers(0, 9)) == 0:
            extra = node.add()
            boards[extra] = board
            extra.notes.comment = "set up"
            nodes.append(extra)
            _try_set_up(draw, extra, boards, size)
        if noted and draw(st.booleans()):
            node._notes = draw(notes(size))
    game.outcome = game.board().outcome
    if noted:
        _describe(draw, game)
    return game


def _try_set_up(draw, node, boards, size):
    set_up = draw(set_ups(size))
    try:
        boards[node] = apply_set_up(boards[node], set_up)
    except WuziError:
        return
    node.notes.set_up = set_up


def _describe(draw, game):
    game.black = Player(draw(LINE), draw(TEXT), draw(LINE))
    game.white = Player(draw(LINE), draw(TEXT), draw(LINE))
    game.tags = draw(
        st.dictionaries(
            st.sampled_from(["event", "date", "time_control", "rules", "result", "source", "own"]),
            TEXT,
            max_size=4,
        )
    )
    if game.outcome is None and draw(st.booleans()):
        game.outcome = draw(
            st.builds(
                Outcome,
                st.sampled_from([BLACK, WHITE, EMPTY]),
                st.sampled_from(list(Reason)),
                st.lists(st.sampled_from(all_points(game.size)), max_size=2).map(tuple),
                TEXT,
            )
        )


def facts(game, turns_told=False):
    """All that a game holds, comparable; set-ups with their turn in full if ``turns_told``."""
    state = game.__getstate__()
    nodes = list(game.nodes())
    rows = [
        (parent, move, _told(game, node) if turns_told else notes or Notes())
        for (parent, move, notes), node in zip(state.pop("nodes"), nodes, strict=True)
    ]
    return {**state, "nodes": rows}


def _told(game, node):
    """The notes of ``node``, its set-up with its turn in full."""
    kept = copy.deepcopy(node.notes)
    if kept.set_up is not None and kept.set_up.turn is None:
        parent = node.parent
        kept.set_up.turn = BLACK if parent is None else game.board(parent).turn
    return kept
