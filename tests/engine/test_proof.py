"""The checker of proofs: what it accepts, and that it finds every fault put into a proof."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from wuzi.engine.proof import Proof, flaw, parries, winning_line
from wuzi.engine.solver import solve
from wuzi.rules import (
    CARO,
    FREESTYLE,
    PASS,
    RENJU,
    STANDARD,
    WHITE,
    Board,
    moves_text,
    parse_position,
)
from wuzi.thinking import Limit

THREE = "h8i8j8/a1c1"


def at(board: Board, name: str) -> int:
    return board.point(name)


def test_a_five() -> None:
    board = parse_position("h8i8j8k8/a1c1e1g1", turn=1)
    assert flaw(board, Proof(at(board, "l8"))) is None
    assert flaw(board, Proof(at(board, "g8"))) is None
    assert flaw(board, Proof(at(board, "h8"))) == "h8 is no legal move"
    assert flaw(board, Proof(PASS)) == "pass is no legal move"
    assert flaw(board, Proof(at(board, "h9"))) == "h9 makes no four and has no threat"


def test_a_finished_game_has_no_proof() -> None:
    board = parse_position("h8i8j8k8l8/a1c1e1g1")
    assert flaw(board, Proof(at(board, "a2"))) == "the game is over"


def test_a_straight_four_needs_no_more_but_a_four_does() -> None:
    board = parse_position(THREE, turn=1)
    assert flaw(board, Proof(at(board, "k8"))) is None
    stopped = parse_position("h8i8j8/g8a1c1", turn=1)
    assert flaw(stopped, Proof(at(stopped, "k8"))) == "k8 has no answer to l8"


def test_the_opponent_may_win_first() -> None:
    board = parse_position("h8i8j8/a1b1c1d1", turn=1)
    assert flaw(board, Proof(at(board, "k8"))) == "k8 lets the opponent win on e1"


def test_a_forced_point_that_is_forbidden_is_no_reply() -> None:
    text = "h5h6h7h9h10c8/d8e8f8d3"
    renju = parse_position(text, 15, RENJU, WHITE)
    free = parse_position(text, 15, STANDARD, WHITE)
    assert flaw(renju, Proof(at(renju, "g8"))) is None
    assert flaw(free, Proof(at(free, "g8"))) == "g8 has no answer to h8"


def test_in_caro_a_five_is_parried_at_its_end() -> None:
    # h8 to k8 with g8 stopped: the five on l8 does not win if m8 is white.
    for rule, replies in ((CARO, "l8m8"), (STANDARD, "l8")):
        board = parse_position("h8i8j8k8/g8a1c1", 15, rule, WHITE)
        assert moves_text(sorted(parries(board, [at(board, "l8")]))) == replies
    board = parse_position("h8i8j8/g8a1c1", 15, CARO, 1)
    assert flaw(board, Proof(at(board, "k8"))) == "k8 has no answer to l8"


def test_a_threat_must_win_after_a_pass_and_after_every_reply() -> None:
    board = parse_position("h8i8/a1c1", turn=1)
    three = at(board, "j8")
    straight = Proof(at(board, "k8"))
    assert flaw(board, Proof(three, {}, straight)) is not None  # a stone on k8 spoils it
    assert flaw(board, Proof(three, {}, Proof(at(board, "o15")))) == (
        "o15 makes no four and has no threat"
    )


def proofs() -> Iterator[tuple[Board, Proof]]:
    for text, rule in (
        ("h8i8h9i10/g8g10k7", FREESTYLE),
        ("h8i8j9h10/g8g10k7", FREESTYLE),
        ("h8j8i9i11/h12g7k7", RENJU),
    ):
        board = parse_position(text, 15, rule, 1)
        proof = solve(board, "vct", Limit(nodes=2_000_000)).proof
        assert proof is not None
        yield board, proof


def without_each(proof: Proof) -> Iterator[Proof]:
    """The proof with one branch or one threat taken out, for each of them."""
    if proof.threat is not None:
        yield replace(proof, threat=None)
    for reply, branch in proof.replies.items():
        rest = {r: p for r, p in proof.replies.items() if r != reply}
        yield replace(proof, replies=rest)
        for less in without_each(branch):
            yield replace(proof, replies={**rest, reply: less})


@pytest.mark.parametrize("case", list(range(3)))
def test_nothing_in_a_proof_can_be_left_out(case: int) -> None:
    board, proof = list(proofs())[case]
    assert flaw(board, proof) is None
    broken = 0
    for less in islice(without_each(proof), 60):
        # The checker meets a position once: another branch may prove the same one.
        broken += flaw(board, less) is not None
    assert broken > 3
    assert winning_line(proof)[0] == proof.move
    assert moves_text(winning_line(proof))


def test_the_board_is_left_as_it_was() -> None:
    board, proof = next(proofs())
    before = board.copy()
    assert flaw(board, proof) is None
    assert flaw(board, Proof(at(board, "a15"))) is not None
    assert board == before
    assert type(board.cells) is bytearray
