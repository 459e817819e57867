"""What the tests of the searches share: positions, and searches by one line."""

from hypothesis import strategies as st

from wuzi.rules import RENJU, RULES, parse_position
from wuzi.textbook.alphabeta import alphabeta
from wuzi.textbook.alphabeta_table import alphabeta_with_table
from wuzi.textbook.minimax import minimax
from wuzi.textbook.options import SearchOptions
from wuzi.textbook.samples import sample_board
from wuzi.textbook.search import Search

# Black has an open three and could make a straight four; white wins on e1 at once.
REFUTED = ("h8a1i8b1j8c1o15d1", "black")
# Black wins by one more stone, or by a straight four.
WIN_IN_1 = "h8a1i8b1j8c1k8d2"
WIN_IN_2 = "h8a1i8b1j8a2"
# White threatens five at e7, which only a stone there prevents.
SIMPLE_FOUR = "h8h7i7g9h6g5g7i6g8f8f6e5f5j10i10i11k9h10j12l10"
# White threatens five at j8, which is forbidden for black.
FORBIDDEN_DEFENCE = (
    "h8h9i8i9j9h10j10g11f12k7b1a1c1d1e1f1g1h1i1j1k1l1m1n1o1a2b2c2d2e2f2g2h2i2j2k2l2m2n2o2a3b3"
    "c3d3e3f3g3h3i3j3k3l3m3n3o3a4b4a5c4d4e4f4g4h4i4j4k4l4m4n4o4b5c5d5e5f5g5h5i5j5k5l5m5n5o5a6b6"
    "c6d6e7e6f6f7g6"
)


def no_winner_board(empty=(), turn=None):
    """A 6x6 board on which nobody can make a five, full but for the points named."""
    rows = ["OOXXOO", "XXOOXX"] * 3
    stones = {"X": [], "O": []}
    for row, marks in enumerate(rows, 1):
        for col, mark in zip("abcdef", marks, strict=True):
            if f"{col}{row}" not in empty:
                stones[mark].append(f"{col}{row}")
    return parse_position("".join(stones["X"]) + "/" + "".join(stones["O"]), 6, turn=turn)


def no_move_board():
    """Black to move in renju; the only empty point, d1, would be an overline."""
    rows = ["XXX_XX", "OOXXOO", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO"]
    stones = {"X": "", "O": "", "_": ""}
    for row, marks in enumerate(rows, 1):
        for col, mark in zip("abcdef", marks, strict=True):
            stones[mark] += f"{col}{row}"
    return parse_position(f"{stones['X']}/{stones['O']}", 6, RENJU, turn=1)


def plain(board, depth, **options):
    """Minimax's value and the nodes it took."""
    search = Search(board, SearchOptions(pruning=False, **options))
    value, _ = minimax(search, depth)
    return value, search.counters.nodes


def pruned(board, depth, **options):
    """Alpha-beta's value and the nodes it took."""
    search = Search(board, SearchOptions(**options))
    run = alphabeta_with_table if search.options.table else alphabeta
    value, _ = run(search, depth)
    return value, search.counters.nodes


@st.composite
def boards(draw, sizes=(5, 6, 7, 9, 15)):
    """Positions as games have them, of every rule, on small boards and large."""
    size = draw(st.sampled_from(sizes))
    stones = draw(st.integers(1, min(40, size * size // 3)))
    rule = RULES[draw(st.sampled_from(sorted(RULES)))]
    return sample_board(draw(st.integers(0, 10**6)), stones, size, rule)


def seeded_board(seed, least=8, most=40):
    """A freestyle position of ``least`` to ``most`` stones on 15x15, the same in every run."""
    return sample_board(seed, least + seed * 7 % (most - least + 1))
