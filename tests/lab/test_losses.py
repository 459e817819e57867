"""Losses by the last threat left, on games made so that the answer is known."""

from __future__ import annotations

import random
from itertools import zip_longest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.positions import playable
from tests.rules.strategies import rules
from wuzi.arena.record import GameRecord
from wuzi.lab.dangers import Danger, dangers, gravest
from wuzi.lab.losses import CAUSE_WORDS, Cause, Threes, classify, loss_of, threes_of
from wuzi.rules import (
    BLACK,
    EMPTY,
    FREESTYLE,
    RENJU,
    RULES,
    SYMMETRIES,
    WHITE,
    Board,
    Colour,
    Game,
    Outcome,
    Player,
    Reason,
    Rule,
    opponent,
    parse_moves,
    transform_game,
)

WINS: dict[Cause, tuple[str, str, int | None]] = {
    # what the winner plays, what the loser plays, and which of its moves left the threat
    Cause.FOUR: ("h8 i8 j8 k8 l8", "a1 o1 g8 o15", 3),
    Cause.OPEN_THREE: ("h8 i8 j8 k8 l8", "a1 o1 o15 g8", 2),
    Cause.DOUBLE_FOUR: (
        "h8 i8 j8 k9 k10 k11 k8 l8",
        "a1 o1 g8 a15 o15 k12 k7",
        5,
    ),
    Cause.FOUR_THREE: ("h8 i8 j8 k9 k10 k8 k11 k12", "a1 o1 g8 a15 o15 l8 k7", 4),
    Cause.DOUBLE_THREE: ("i8 k10 j8 k9 k8 k11 k12", "a1 o1 a15 o15 l8 k7", 3),
    Cause.FOURS: (
        "h1 i1 j1 k2 k3 h5 i5 k1 k5 j5 g5",
        "a8 o8 g1 k6 a15 o15 c14 l1 k4 l5",
        None,
    ),
    Cause.NOTHING: (
        "g1 i1 h2 h3 e5 f5 h1 h5 g5 d5",
        "a8 o8 h6 c14 a15 o15 f1 h4 i5",
        None,
    ),
}


def played(winner: str, loser: str, colour: Colour, rule: Rule = FREESTYLE) -> Game:
    """The game in which ``colour`` plays the moves of the winner; black may begin far away."""
    first, second = winner.split(), loser.split()
    if colour == WHITE:
        first, second = ["h15", *second], first
    names = [name for pair in zip_longest(first, second, fillvalue="") for name in pair]
    return Game.from_board(Board.from_moves(parse_moves("".join(names)), rule=rule))


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize("colour", [BLACK, WHITE], ids=["black", "white"])
@pytest.mark.parametrize("cause", WINS)
def test_the_cause_is_the_last_threat_left(cause: Cause, colour: Colour, rule: Rule) -> None:
    if rule is RENJU and colour == BLACK and cause in (Cause.DOUBLE_THREE, Cause.DOUBLE_FOUR):
        return  # black may not play so: see the test of forbidden points
    winner, loser, left = WINS[cause]
    game = played(winner, loser, colour, rule)
    assert game.outcome is not None
    assert game.outcome.winner == colour
    loss = loss_of(game)
    assert loss is not None
    assert (loss.cause, loss.loser) == (cause, opponent(colour))
    # Of a white winner, black's first move comes before all moves listed.
    ply = None if left is None else 2 * left + (1 if colour == BLACK else 2)
    assert loss.ply == ply
    for symmetry in SYMMETRIES:
        twin, _ = transform_game(game, symmetry)
        assert loss_of(twin) == loss


def test_a_five_of_its_own() -> None:
    game = played("h8 i8 j8 k8 l8", "a1 b1 c1 d1", BLACK)
    loss = loss_of(game)
    assert loss is not None
    assert loss.cause is Cause.OPEN_THREE  # its four was one stone short of a chance
    late = played("h8 i8 j8 a3 k8 l8", "b1 c1 d1 e1 o1", BLACK)
    loss = loss_of(late)
    assert loss is not None
    assert (loss.cause, loss.ply) == (Cause.OWN_FIVE, 9)


def test_an_own_four_only_puts_off() -> None:
    """White's four is answered; the open three is left all the same, one move later."""
    game = played("h8 i8 a3 j8 e1 k8 l8", "a1 b1 c1 d1 o1 g8", BLACK)
    loss = loss_of(game)
    assert loss is not None
    assert (loss.cause, loss.ply) == (Cause.OPEN_THREE, 9)
    assert threes_of(game)[WHITE] == Threes(by_four=1)


def test_what_the_opening_gave_is_nobodys_fault() -> None:
    winner, loser, _ = WINS[Cause.OPEN_THREE]
    game = played(winner, loser, BLACK)
    assert loss_of(game, opening_plies=5).cause is Cause.OPEN_THREE  # type: ignore[union-attr]
    assert loss_of(game, opening_plies=6).cause is Cause.NOTHING  # type: ignore[union-attr]


def test_renju_forbidden_points_save_nobody() -> None:
    """Black cannot block where he may not play; and what he may not make is no threat of his."""
    board = Board.from_stones(
        parse_moves("i8j8k9k10"), parse_moves("a1o1a15o15"), turn=BLACK, rule=RENJU
    )
    assert dangers(board, BLACK) == {}
    free = Board.from_stones(list(board.stones(BLACK)), list(board.stones(WHITE)), turn=BLACK)
    assert dangers(free, BLACK)[free.point("k8")] is Danger.DOUBLE_THREE

    lost = Board.from_moves(parse_moves("i8a1j8o1k9a15k10o15k8"), rule=RENJU, forbidden_loses=True)
    loss = loss_of(Game.from_board(lost))
    assert loss is not None
    assert (loss.cause, loss.loser, loss.ply) == (Cause.FORBIDDEN, BLACK, 8)


def test_a_three_of_black_that_cannot_grow_is_none() -> None:
    """Renju: k8 makes a four and a three whose straight fours are all overlines or too short."""
    stones = "h8i8j8k9k10"
    stops = "g8"
    board = Board.from_stones(parse_moves(stones), parse_moves(stops), turn=WHITE, rule=RENJU)
    p = board.point("k8")
    assert dangers(board, BLACK)[p] is Danger.FOUR_THREE
    longer = Board.from_stones(
        parse_moves(stones + "k13k5"), parse_moves(stops), turn=WHITE, rule=RENJU
    )
    assert p not in dangers(longer, BLACK)


def test_caro_minds_stopped_ends() -> None:
    stones, stops = parse_moves("h8i8j8k8"), parse_moves("g8m8")
    for name, wins in (("freestyle", True), ("caro", False)):
        board = Board.from_stones(stones, stops, turn=WHITE, rule=RULES[name])
        assert (board.point("l8") in dangers(board, BLACK)) is wins


def test_games_not_lost_on_the_board() -> None:
    board = Board.from_moves(parse_moves("h8i9"))
    game = Game.from_board(board)
    assert loss_of(game) is None
    game.outcome = Outcome(BLACK, Reason.TIME)
    assert loss_of(game).cause is Cause.OTHER  # type: ignore[union-attr]
    game.outcome = Outcome(EMPTY, Reason.AGREEMENT)
    assert loss_of(game) is None


# The words of this module against their definitions


@given(playable(rules, most=24), st.sampled_from([BLACK, WHITE]))
@settings(max_examples=60, deadline=None)
def test_dangers_are_what_the_referee_says(board: Board, colour: Colour) -> None:
    found = dangers(board, colour)
    wins = {p for p in board.stones(EMPTY) if board.wins_at(p, colour)}
    assert {p for p, danger in found.items() if danger is Danger.FOUR} == wins
    if wins:
        return
    black, white = list(board.stones(BLACK)), list(board.stones(WHITE))
    straight = set()
    for p in board.stones(EMPTY):
        if colour == BLACK and board.forbidden_kind(p):
            continue
        stones = ([*black, p], white) if colour == BLACK else (black, [*white, p])
        after = Board.from_stones(*stones, opponent(colour), board.size, board.rule)
        if sum(after.wins_at(q, colour) for q in after.stones(EMPTY)) >= 2:
            straight.add(p)
    assert {p for p, danger in found.items() if danger >= Danger.DOUBLE_FOUR} == straight


def random_game(seed: int, rule: Rule) -> Game:
    """Both play a five if they can, and most often near the middle of a small board."""
    dice = random.Random(seed)
    board = Board(8, rule)
    while board.outcome is None:
        legal = list(board.legal_points())
        if not legal:
            break
        wins = [p for p in legal if board.wins_at(p, board.turn)]
        good = [p for p in legal if p in dangers(board, board.turn)]
        board.push(dice.choice(wins or (good if dice.random() < 0.5 else ()) or legal))
    game = Game.from_board(board)
    game.black, game.white = Player("one"), Player("other")
    return game


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_cause_is_a_threat_that_another_reply_would_have_stopped(rule: Rule) -> None:
    """Over all legal replies, not only those near the threat; and the same in every mirror."""
    causes = set()
    for seed in range(12):
        game = random_game(seed, rule)
        loss = loss_of(game)
        twin, _ = transform_game(game, 1 + seed % 7)
        assert loss_of(twin) == loss
        assert threes_of(twin) == threes_of(game)
        if loss is None:
            continue
        causes.add(loss.cause)
        if loss.ply is None or loss.cause is Cause.OWN_FIVE:
            continue
        board = Board.from_moves(game.moves()[: loss.ply], 8, rule)
        winner = opponent(loss.loser)
        assert board.turn == loss.loser

        def left(reply: int, board: Board = board, winner: Colour = winner) -> Danger:
            board.push(reply)
            found = gravest(dangers(board, winner))
            board.pop()
            return found

        chosen = left(game.moves()[loss.ply])
        assert chosen.name.lower() == loss.cause
        assert min(left(reply).tier for reply in list(board.legal_points())) < chosen.tier
    assert causes


# Open threes


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
@pytest.mark.parametrize(
    ("moves", "reply", "met"),
    [
        ("h8 a1 i8 o1 j8", "k8", Threes(blocked=1)),
        ("h8 a1 i8 o1 j8", "g8", Threes(blocked=1)),
        ("h8 a1 i8 o1 j8", "f8", Threes(ignored=1)),  # on the other side it still grows
        ("h8 a1 i8 o1 j8", "o15", Threes(ignored=1)),
        ("h8 a1 i8 b1 e3 d1 j8", "c1", Threes(by_four=1)),
        ("h8 a1 i8 g8 j8", "o1", Threes()),  # stopped at one end: no open three
        ("h8 a1 i8 o1 k8", "j8", Threes(blocked=1)),  # broken
    ],
)
def test_open_threes_and_how_they_were_met(moves: str, reply: str, met: Threes, rule: Rule) -> None:
    board = Board.from_moves(parse_moves(moves.replace(" ", "") + reply), rule=rule)
    game = Game.from_board(board)
    for symmetry in SYMMETRIES:
        twin, _ = transform_game(game, symmetry)
        assert threes_of(twin) == {BLACK: Threes(), WHITE: met}


def test_two_at_once_are_hopeless_and_an_old_one_counts_once() -> None:
    two = Game.from_board(Board.from_moves(parse_moves("i8a1j8o1k9a15k10o15k8l8")))
    assert threes_of(two)[WHITE] == Threes(hopeless=1)
    left = Game.from_board(Board.from_moves(parse_moves("h8a1i8o1j8a15c3o15")))
    assert threes_of(left)[WHITE] == Threes(ignored=1)
    assert threes_of(left, opening_plies=6)[WHITE] == Threes()


# Many games


def record(number: int, moves: str, winner: str | None) -> GameRecord:
    n = len(parse_moves(moves)) - 1
    return GameRecord(
        game=number, opening="h8", size=15, rule=FREESTYLE,
        black_name="ab"[number % 2], white_name="ba"[number % 2], moves=moves,
        times=(0.0,) * n, nodes=(None,) * n, depths=(None,) * n, scores=(None,) * n,
        winner=winner,  # type: ignore[arg-type]
        reason=Reason.FIVE if winner else Reason.UNKNOWN,
    )  # fmt: skip


def test_classify_counts_by_player() -> None:
    moves = "h8a1i8o1j8o15k8g8l8"
    games = [record(0, moves, "A"), record(1, moves, "B"), record(2, "h8i9", None)]
    drawn = Game.from_board(Board.from_moves(parse_moves("h8i9")))
    drawn.black, drawn.white = Player("a"), Player("c")
    drawn.outcome = Outcome(EMPTY, Reason.AGREEMENT)
    found = classify([*games, drawn])
    assert list(found) == ["a", "b", "c"]
    a = found["a"]
    assert (a.games, a.wins, a.draws, sum(a.losses.values())) == (3, 1, 1, 1)
    assert a.losses == found["b"].losses == {Cause.OPEN_THREE: 1}
    assert a.threes == Threes(ignored=1)
    assert found["c"].threes.share is None
    both = classify(games, name=lambda game, colour: "both")
    assert both["both"].games == 4
    assert both["both"].threes == Threes(ignored=2)


def test_every_cause_has_a_word() -> None:
    assert set(CAUSE_WORDS) == set(Cause)
