"""Hypothesis strategies: rules, sizes, and positions reached by legal moves or by set-up."""

from hypothesis import strategies as st

from wuzi.rules import BLACK, PASS, RULES, WHITE, Board, all_points

rules = st.sampled_from(list(RULES.values()))
sizes = st.integers(5, 26)


@st.composite
def played_boards(draw, max_moves=60, sizes=sizes, passes=True):
    """A board after random legal moves, kept close together so that rows and shapes arise."""
    size = draw(sizes)
    board = Board(size, draw(rules), forbidden_loses=draw(st.booleans()))
    width = min(size, draw(st.integers(5, 9)))
    field = [p for p in all_points(size) if p % 32 < width and p // 32 - 6 < width]
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=max_moves)):
        if board.outcome is not None:
            break
        if passes and choice % 50 == 0:
            board.push(PASS)
            continue
        p = field[choice % len(field)]
        if board.is_legal(p):
            board.push(p)
    return board


@st.composite
def set_up_boards(draw, sizes=sizes, max_stones=40, rule=rules):
    """A board with any stones anywhere near the lower left corner."""
    size = draw(sizes)
    width = min(size, 8)
    field = [p for p in all_points(size) if p % 32 < width and p // 32 - 6 < width]
    stones = draw(
        st.dictionaries(
            st.sampled_from(field), st.sampled_from([BLACK, WHITE]), max_size=max_stones
        )
    )
    return Board.from_stones(
        [p for p, colour in stones.items() if colour == BLACK],
        [p for p, colour in stones.items() if colour == WHITE],
        draw(st.sampled_from([BLACK, WHITE])),
        size,
        draw(rule),
    )
