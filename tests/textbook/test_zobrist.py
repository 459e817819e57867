from hypothesis import given
from hypothesis import strategies as st

from tests.textbook.boards import recoloured, scattered_boards
from wuzi.rules import BLACK, WHITE, all_points, parse_point
from wuzi.textbook.grid import ListGrid
from wuzi.textbook.zobrist import KEYS, SIDE, Zobrist

stones = st.dictionaries(st.sampled_from(all_points(26)), st.sampled_from([BLACK, WHITE]))


def test_keys_are_distinct_64_bit_numbers():
    keys = [SIDE, *KEYS[BLACK], *KEYS[WHITE]]
    assert len(set(keys)) == len(keys)
    assert all(0 < key < 1 << 64 for key in keys)


def test_keys_are_the_same_in_every_run():
    zobrist = Zobrist()
    zobrist.toggle(parse_point("h8"), BLACK)
    zobrist.toggle(parse_point("i9"), WHITE)
    assert f"{zobrist.key(BLACK):016x}" == "97f9850aeb0a96b4"
    assert f"{zobrist.key(WHITE):016x}" == "f58cb07954da5277"


@given(stones, st.randoms(use_true_random=False))
def test_the_order_of_the_stones_does_not_matter(stones, random):
    first, second = Zobrist(), Zobrist()
    pairs = list(stones.items())
    for p, colour in pairs:
        first.toggle(p, colour)
    random.shuffle(pairs)
    for p, colour in pairs:
        second.toggle(p, colour)
    assert first.value == second.value
    for p, colour in pairs:
        second.toggle(p, colour)
    assert second.value == 0


@given(scattered_boards())
def test_kept_up_to_date_or_from_scratch_is_the_same(board):
    kept = Zobrist()
    for colour in (BLACK, WHITE):
        for p in board.stones(colour):
            kept.toggle(p, colour)
    assert kept.value == Zobrist(ListGrid(board)).value


@given(scattered_boards(densities=st.floats(0.1, 1)))
def test_other_stones_and_the_other_side_hash_otherwise(board):
    zobrist = Zobrist(ListGrid(board))
    assert zobrist.key(BLACK) != zobrist.key(WHITE)
    if board.stone_count:
        assert Zobrist(ListGrid(recoloured(board))).value != zobrist.value
