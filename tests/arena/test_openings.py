"""Openings: read from every kind of file, checked, transformed, dealt out to pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wuzi.arena import openings as room
from wuzi.arena.openings import (
    Opening,
    builtin_sets,
    load_openings,
    openings_cycle,
    parse_offsets,
    random_opening,
    unique_openings,
)
from wuzi.errors import IllegalMove, ParseError, RecordError
from wuzi.rules import (
    CARO,
    FREESTYLE,
    PASS,
    RENJU,
    RULES,
    SYMMETRIES,
    Board,
    Game,
    all_points,
    canonical,
    centre,
    inverse,
    parse_moves,
    point_name,
)

rules = st.sampled_from(list(RULES.values()))
stones = st.lists(st.sampled_from(all_points(15)), unique=True, max_size=8)


def opening(text, size=15, **fields):
    return Opening(tuple(parse_moves(text, size)), size, **fields)


@pytest.fixture
def write(tmp_path):
    def write(content, name="set.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# Offset lists


@pytest.mark.parametrize(("size", "middle"), [(15, "h8"), (20, "k10"), (19, "j10"), (10, "f5")])
def test_offset_zero_is_the_centre_as_piskvork_takes_it(size, middle):
    """Column size // 2, row size // 2 counted from the top."""
    [p] = parse_offsets("0,0", size)
    assert point_name(p) == middle
    assert p == centre(size)


def test_offsets_go_right_and_down(write):
    path = write("0,0, 1,0, 1,3\r\n\r\n-7,-7,\t7,7\r\n")
    assert [str(o) for o in load_openings(path)] == ["h8i8i5", "a15o1"]


def test_an_opening_knows_where_it_comes_from(write):
    path = write("# a set of two\n0,0, 1,0\n\n0,0, 1,1  # indirect\n")
    first, second = load_openings(path, 15, RENJU)
    assert (first.name, first.source, first.rule) == ("", "set.txt:2", RENJU)
    assert (second.name, second.source) == ("indirect", "set.txt:4")


@pytest.mark.parametrize(
    ("line", "size", "why"),
    [
        ("0,0, 1", 15, "3 numbers are there, but each stone takes two"),
        ("0,0, 1,x", 15, "'x' is not an offset: write whole numbers, two for each stone"),
        ("0,0, 1.5,2", 15, "'1.5' is not an offset: write whole numbers, two for each stone"),
        ("0,0, -8,0", 15, "the stone at offset -8,0 lies off the board of 15 lines"),
        ("0,0, 0,10", 20, "the stone at offset 0,10 lies off the board of 20 lines"),
        ("0,0, 1,1, 0,0", 15, "h8 already holds a stone: choose an empty point"),
    ],
)
def test_a_bad_line_is_refused_by_file_and_line(write, line, size, why):
    path = write(f"0,0, 1,0\n{line}\n")
    with pytest.raises(RecordError) as caught:
        load_openings(path, size)
    assert str(caught.value) == f"set.txt, line 2: {why}"
    assert caught.value.fields["line"] == 2


def test_a_list_for_a_larger_board_may_be_read_as_far_as_it_fits(write):
    path = write("-9,-9, -3,-9\n-2,-6, -4,-5\n-9,0\n")
    warnings = []
    found = load_openings(path, 15, strict=False, warn=warnings.append)
    assert [o.source for o in found] == ["set.txt:2"]
    assert [w.line for w in warnings] == [1, 3]
    assert str(warnings[0]).startswith("set.txt, line 1: the stone at offset -9,-9 lies off")
    assert len(load_openings(path, 20)) == 3


# Position strings


def test_position_strings(write):
    path = write("\ufeffh8i9g7\nH8 i10, j7  # Kansei\nd6 e5 g2 b5 g3\n")
    found = load_openings(path)
    assert [str(o) for o in found] == ["h8i9g7", "h8i10j7", "d6e5g2b5g3"]
    assert found[1].name == "Kansei"


@pytest.mark.parametrize(
    ("line", "rule", "why"),
    [
        ("h8z9", FREESTYLE, "move 2: z9 is off the board: on 15 lines the points run from a1 to o"),
        ("h8i9h8", FREESTYLE, "h8 already holds a stone"),
        ("h8 pass i9", FREESTYLE, "an opening is made of stones only"),
        ("h8a1i8b1j8c1k8d1l8", FREESTYLE, "the game is over after these moves"),
        ("h8a1h9a3i10a5j10a7h10", RENJU, "h10"),
        ("h8/i9", FREESTYLE, "move 2: '/' is not a point"),
    ],
)
def test_a_bad_position_is_refused_by_line(write, line, rule, why):
    path = write(f"h8i9\n{line}\n")
    with pytest.raises(RecordError) as caught:
        load_openings(path, 15, rule)
    assert f"set.txt, line 2: {why}" in str(caught.value)


def test_the_same_stones_may_be_legal_by_another_rule(write):
    path = write("h8a1h9a3i10a5j10a7h10\n")
    assert len(load_openings(path, 15, FREESTYLE)) == 1


def test_plies_cut_long_openings(write):
    path = write("h8i9g7j6\nh8i8\n")
    assert [str(o) for o in load_openings(path, plies=3)] == ["h8i9g7", "h8i8"]


# Files of games


def test_games_give_their_first_moves(write):
    path = write("(;GM[4]SZ[15];B[hh];W[ig];B[gi];W[jh];B[kk];W[ll])(;GM[4]SZ[15];B[hh];W[hg])")
    assert [str(o) for o in load_openings(path, plies=3)] == ["h8i9g7", "h8h9"]
    assert len(load_openings(path)[0].moves) == room.GAME_PLIES
    assert load_openings(path)[1].source == "set.txt (game 2)"


def test_a_game_of_piskvork_is_no_list_of_offsets(write):
    path = write("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,120\n-1\n", "game.psq")
    assert [str(o) for o in load_openings(path)] == ["h8i9"]


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("(;GM[4]SZ[19];B[hh];W[ig])", "this game is on a board of 19 lines, not 15"),
        ("(;GM[4]SZ[15]AB[hh];W[ig])", "this game begins from a set-up"),
        ("(;GM[4]SZ[15])", "there is no move"),
    ],
)
def test_a_game_that_gives_no_opening_is_refused_by_number(write, game, why):
    path = write(f"(;GM[4]SZ[15];B[hh];W[ii]){game}")
    with pytest.raises(RecordError) as caught:
        load_openings(path)
    assert str(caught.value).startswith(f"set.txt, game 2: {why}")
    warnings = []
    assert len(load_openings(path, strict=False, warn=warnings.append)) == 1
    assert len(warnings) == 1


# Files that are none


def test_what_is_not_there(tmp_path, write):
    with pytest.raises(RecordError, match=r"missing\.txt cannot be read"):
        load_openings(tmp_path / "missing.txt")
    for content in ("", "\n\n", "# nothing but words\n"):
        with pytest.raises(RecordError, match=r"set\.txt holds no opening for a board of 15 lines"):
            load_openings(write(content))
    with pytest.raises(ParseError, match="a board of 40 lines"):
        load_openings(write("0,0\n"), 40)
    with pytest.raises(RecordError):
        load_openings(write("what is this?\n"))


def test_sets_that_ship_with_the_package(tmp_path, monkeypatch):
    monkeypatch.setattr(room.reading.resources, "files", lambda package: tmp_path)
    assert builtin_sets() == []
    with pytest.raises(RecordError, match="no openings 'freestyle15' come with the program"):
        load_openings("builtin:freestyle15")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "openings_freestyle15.txt").write_text("h8i9g7\n")
    assert builtin_sets() == ["freestyle15"]
    [only] = load_openings("builtin:freestyle15")
    assert (str(only), only.source) == ("h8i9g7", "builtin:freestyle15:1")


def test_every_set_that_ships_can_be_played():
    for name in builtin_sets():
        rule, size = name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
        found = load_openings(f"builtin:{name}", size, RULES[rule])
        assert len(unique_openings(found)) == len(found)


# One opening


def test_the_board_of_an_opening():
    board = opening("h8i9g7").board(CARO)
    assert (board.rule, board.stone_count) == (CARO, 3)
    with pytest.raises(IllegalMove):
        opening("h8h8").board(CARO)
    with pytest.raises(ParseError, match="stones only"):
        Opening((PASS,)).board(CARO)


@given(stones, st.sampled_from(SYMMETRIES))
def test_symmetries_are_undone_and_keep_the_position_canonical(moves, symmetry):
    one = Opening(tuple(moves))
    other = one.transformed(symmetry)
    assert other.transformed(inverse(symmetry)) == one
    keys = {canonical(Board.from_moves(o.moves))[0] for o in (one, other)}
    assert len(keys) == 1


@given(stones)
def test_distinct_symmetries_are_all_and_no_two_the_same(moves):
    one = Opening(tuple(moves))
    distinct = one.distinct_symmetries()
    positions = [one.transformed(s).position() for s in distinct]
    assert len(set(positions)) == len(positions)
    assert set(positions) == {one.transformed(s).position() for s in SYMMETRIES}
    assert distinct[0] == 0


@pytest.mark.parametrize(("text", "count"), [("h8", 1), ("h8h9", 4), ("h8i9", 4), ("h8i10", 8)])
def test_a_symmetric_opening_has_fewer_forms(text, count):
    assert len(opening(text).distinct_symmetries()) == count


@given(stones.filter(len), st.lists(st.sampled_from(SYMMETRIES), max_size=8))
def test_mirror_images_are_dropped(moves, symmetries):
    one = Opening(tuple(moves))
    images = [one.transformed(s) for s in symmetries]
    assert unique_openings([one, *images]) == [one]


def test_another_order_of_the_same_stones_is_dropped():
    assert unique_openings([opening("h8i9g7"), opening("g7i9h8")]) == [opening("h8i9g7")]


# Dealing out

SET = [opening(text) for text in ("h8i10", "h8i9g7", "h8", "h8h9j8")]


@given(st.integers(0, 60), st.booleans(), st.none() | st.integers())
def test_a_longer_match_begins_like_a_shorter_one(pairs, transforms, seed):
    dealt = openings_cycle(SET, pairs, transforms=transforms, seed=seed)
    assert len(dealt) == pairs
    longer = openings_cycle(SET, pairs + 7, transforms=transforms, seed=seed)
    assert longer[:pairs] == dealt


@given(st.integers(0, 12), st.none() | st.integers())
def test_no_opening_comes_again_before_all_have_come(laps, seed):
    dealt = openings_cycle(SET, laps * len(SET), transforms=False, seed=seed)
    for lap in range(laps):
        turn = dealt[lap * len(SET) : (lap + 1) * len(SET)]
        assert sorted(map(str, turn)) == sorted(map(str, SET))


@given(st.none() | st.integers())
def test_all_forms_come_before_one_comes_again(seed):
    one = opening("h8i10")
    dealt = openings_cycle([one], 8, seed=seed)
    assert len({o.position() for o in dealt}) == 8
    assert openings_cycle([one], 16, seed=seed)[8:] == dealt


def test_without_a_seed_the_first_lap_is_the_file():
    assert openings_cycle(SET, len(SET)) == SET


def test_the_deal_of_a_seed_never_changes():
    """Resuming a match on another machine or version must deal the same openings."""
    dealt = [str(o) for o in openings_cycle(SET, 6, seed=2024)]
    assert dealt == ["h8j7", "h8", "h8i9g7", "h8h9f8", "h8j9", "h8i7g9"]
    assert [str(o) for o in openings_cycle(SET, 6, seed=2025)] != dealt


def test_no_openings_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="no openings"):
        openings_cycle([], 3)


# At random


@given(rules, st.sampled_from([15, 19, 20]), st.integers(0, 12), st.integers())
def test_random_openings_are_legal_near_the_centre_and_open(rule, size, plies, seed):
    one = random_opening(rule, size, plies, seed)
    assert one == random_opening(rule, size, plies, seed)
    board = one.board(rule)
    assert len(one.moves) == plies
    assert not any(board.wins_at(p, c) for p in board.stones(0) for c in (1, 2))
    middle = centre(size)
    for p in one.moves:
        assert abs(p % 32 - middle % 32) <= 3
        assert abs(p // 32 - middle // 32) <= 3


def test_no_room_for_a_random_opening():
    assert len(random_opening(FREESTYLE, 5, 4).moves) == 4
    for plies in (25, 26, -1):
        with pytest.raises(ParseError, match="no opening of"):
            random_opening(FREESTYLE, 5, plies)


def test_an_opening_becomes_the_start_of_a_game():
    board = SET[1].board(FREESTYLE)
    assert Game.from_board(board).moves() == list(SET[1].moves)
