"""Recorded games of Rapfi: what we would have said, and what we understand."""

from pathlib import Path

import pytest

from wuzi.protocol.coordinates import point_at
from wuzi.protocol.info import InfoReader
from wuzi.protocol.position import Position
from wuzi.protocol.telling import board_lines, known_after, move_command
from wuzi.protocol.wire import Kind, parse_engine_line, parse_xy, rule_by_number

DATA = Path(__file__).parent / "data"


def lines(name):
    for line in (DATA / f"{name}.txt").read_text().splitlines():
        yield line[0], line[2:]


def replay(name):
    """The position before each answer, its answer, and the messages before it."""
    game, messages, stones = None, [], None
    rule = None
    for mark, text in lines(name):
        if mark == "<":
            line = parse_engine_line(text)
            if line.kind is Kind.MESSAGE:
                messages.append(line.text)
            elif line.kind is Kind.MOVE:
                move = point_at(*line.xy, game.board.size)
                yield game.board, move, messages
                game.board.push(move)
                messages = []
            continue
        word, _, rest = text.partition(" ")
        if word == "START":
            size = int(rest)
        elif text.startswith("INFO rule"):
            rule = rule_by_number(int(rest.split()[1]))
            game = Position(size, rule)
        elif word == "BOARD":
            stones = []
        elif word == "DONE":
            game.set_stones(stones, None)
        elif word == "TURN":
            game.play(rest)
        elif parse_xy(text.rpartition(",")[0]):
            stones.append(text)


NAMES = ("gen_renju15_4_player1", "gen_standard15_3_player1")


@pytest.mark.parametrize("name", NAMES)
def test_the_games_are_legal_and_end_with_a_five(name):
    answers = 0
    for board, move, _ in replay(name):
        assert board.outcome is None
        assert board.is_legal(move)
        answers += 1
    assert answers > 10
    assert len(board.outcome.points) == 5


@pytest.mark.parametrize("name", NAMES)
def test_its_lines_are_understood_though_rows_count_down(name):
    reader = InfoReader(15)
    understood = 0
    for board, move, messages in replay(name):
        reader.begin(board)
        for text in messages:
            reader.feed(text)
        info = reader.info(move)
        if info is None:
            continue  # a five is played without a search
        understood += 1
        assert info.move == move
        assert info.nodes > 0
        line = board.copy()
        for point in info.pv:
            if line.outcome is None:
                assert line[point] == 0
                line.push(point)
    assert understood > 10


@pytest.mark.parametrize("name", NAMES)
def test_we_say_what_the_manager_said(name):
    commands = []
    said = None
    for mark, text in lines(name):
        if mark == ">" and text == "BOARD":
            said = ["BOARD"]
        elif mark == ">" and said and said[-1] != "DONE":
            said.append(text)
        elif mark == ">" and text.startswith("TURN"):
            commands.append([text])
    commands.insert(0, said)
    known = None
    for (board, move, _), command in zip(replay(name), commands, strict=True):
        fresh = known_after(type(board)(15, board.rule), ())
        assert move_command(board, known or fresh) == command
        assert board_lines(board)[-1] == "DONE"
        known = known_after(board, (*board.moves, move))
