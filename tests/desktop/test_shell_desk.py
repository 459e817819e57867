"""The desk without a window: playing, looking, modes."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.play.seats import FakeSeat, kinds
from wuzi.desktop.desk import Desk, NewGame
from wuzi.errors import N_, RecordError
from wuzi.play import Session, TimeControl
from wuzi.rules import BLACK, EMPTY, WHITE, Game, Player, moves_text, parse_moves, parse_point
from wuzi.settings import Settings

MOCK = Path(__file__).parents[1] / "mock_engine.py"
MOCK_WHO = f"'{sys.executable}' -S '{MOCK}'"


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


@pytest.fixture
async def desk():
    desk = Desk()
    desk.start()
    desk.complaints = []
    desk.complained.connect(lambda error: desk.complaints.append(error.id))
    yield desk
    await desk.close()
    desk.deleteLater()


def play(desk, text):
    for move in parse_moves(text):
        desk.choose(move)


def shown(desk):
    return moves_text(desk.board.moves)


async def test_two_people_play_and_look_around(desk):
    play(desk, "h8i9g7")
    assert (shown(desk), desk.hand) == ("h8i9g7", WHITE)
    desk.back()
    desk.back()
    assert (shown(desk), moves_text(desk.session.board.moves)) == ("h8", "h8i9g7")
    desk.forward()
    assert shown(desk) == "h8i9"
    desk.last()
    assert shown(desk) == "h8i9g7"
    desk.first()
    assert shown(desk) == ""
    desk.back(3)
    assert shown(desk) == ""


async def test_a_move_at_an_earlier_position_goes_on_from_there(desk):
    play(desk, "h8i9g7f6")
    desk.back(2)
    desk.choose(parse_point("a1"))
    assert moves_text(desk.session.board.moves) == shown(desk) == "h8i9a1"
    assert [child.move for child in desk.node.parent.children] == list(parse_moves("a1g7"))


async def test_a_refused_move_at_an_earlier_position_takes_nothing_back(desk):
    play(desk, "h8i9g7f6")
    desk.back(2)
    desk.choose(parse_point("h8"))
    assert desk.complaints == ["move.occupied"]
    assert moves_text(desk.session.board.moves) == "h8i9g7f6"


async def test_what_is_looked_at_stays_when_the_game_goes_on(desk):
    play(desk, "h8i9")
    desk.first()
    desk.session.offer(parse_point("g7"))
    assert shown(desk) == ""
    desk.last()
    desk.session.undo()
    assert shown(desk) == "h8i9"


async def test_analysing_adds_variations_and_leaves_the_game_alone(desk):
    play(desk, "h8i9")
    desk.set_mode("analyse")
    assert desk.session.phase == "paused"
    play(desk, "a1b2")
    desk.first()
    play(desk, "h8")
    assert moves_text(desk.session.board.moves) == "h8i9"
    desk.set_mode("play")
    assert (desk.session.phase, shown(desk)) == ("waiting", "h8i9")
    desk.choose(parse_point("o15"))
    assert moves_text(desk.game.moves()) == "h8i9o15"
    assert len(list(desk.game.nodes())) == 6


async def test_forward_follows_the_variation_that_was_looked_at(desk):
    play(desk, "h8i9")
    desk.set_mode("analyse")
    desk.back()
    play(desk, "a1b2")
    desk.first()
    desk.forward(3)
    assert shown(desk) == "h8a1b2"


async def test_clicks_do_nothing_while_an_engine_thinks_or_after_the_end(desk):
    engine = FakeSeat(held=True)
    desk._replace(Session(None, desk.session.seat(BLACK), engine), None)
    desk.choose(parse_point("h8"))
    await until(lambda: engine.in_flight)
    assert desk.hand is None
    assert not desk.legal(parse_point("a1"))
    desk.session.undo()
    assert desk.hand == BLACK
    desk.session.resign()
    assert desk.hand is None


async def test_a_game_against_an_engine_in_its_process(desk):
    heard = []
    lines = []
    desk.happened.connect(heard.append)
    desk.traffic.connect(lambda name, mark, line: lines.append((mark, line)))
    await desk.new_game(NewGame("human", MOCK_WHO))
    desk.choose(parse_point("h8"))
    await until(lambda: len(desk.board.moves) == 2)
    assert "MovePlayed" in kinds(heard)
    assert (">", "START 15") in lines
    assert desk.game.white.who == MOCK_WHO


async def test_a_player_who_cannot_be_seated_leaves_the_game_as_it_was(desk):
    play(desk, "h8")
    session = desk.session
    desk.run(desk.new_game(NewGame("human", "/no/such/program")))
    await until(lambda: desk.complaints)
    assert desk.complaints == ["engine.missing"]
    assert desk.session is session


async def test_two_engines_keep_the_pace(desk):
    desk.set_settings(replace(desk.settings, window=replace(desk.settings.window, pace=60_000)))
    await desk.new_game(NewGame(MOCK_WHO, MOCK_WHO))
    await until(lambda: desk.session.phase == "thinking")
    desk.session.pause()
    assert desk.board.moves == []
    desk.set_settings(Settings())
    desk.set_settings(replace(desk.settings, window=replace(desk.settings.window, pace=0)))
    desk.session.resume()
    await until(lambda: len(desk.board.moves) >= 4)


async def test_a_record_keeps_its_players_and_is_analysed(desk):
    game = Game()
    game.black = Player("Nakamura", "human", "2800")
    game.extend(parse_moves("h8i9"))
    await desk.open_game(game, Path("game.sgf"))
    assert (desk.mode, desk.path, shown(desk)) == ("analyse", Path("game.sgf"), "h8i9")
    assert desk.game.black == Player("Nakamura", "human", "2800")
    desk.set_mode("play")
    desk.choose(parse_point("a1"))
    assert shown(desk) == "h8i9a1"


async def test_a_branch_is_removed_with_whoever_stands_on_it(desk):
    play(desk, "h8i9g7")
    desk.remove(desk.node.parent)
    assert moves_text(desk.session.board.moves) == shown(desk) == "h8"


async def test_the_store_is_given_games_under_way_and_ended():
    class Store:
        saved, kept = [], []

        async def save(self, game):
            self.saved.append(moves_text(game.moves()))

        async def keep(self, game, *, end):
            self.kept.append(moves_text(game.moves(end)))
            if len(self.kept) == 2:
                raise RecordError("test", N_("the disk is full"))

    desk = Desk(store=Store())
    desk.start()
    complaints = []
    desk.complained.connect(complaints.append)
    play(desk, "h8i9")
    await until(lambda: Store.kept == ["h8", "h8i9"] and complaints)
    await desk.new_game(NewGame())
    await until(lambda: Store.saved)
    assert Store.saved == ["h8i9"]
    await desk.close()
    desk.deleteLater()


async def test_settings_are_written_the_latest_last():
    written = []
    desk = Desk(save=written.append)
    desk.set_settings(replace(desk.settings, language="en"))
    desk.set_settings(replace(desk.settings, language="zh_CN"))
    await until(lambda: len(written) == 2)
    assert written[-1].language == "zh_CN"
    await desk.close()
    desk.deleteLater()


async def test_set_up_and_search_get_their_clicks_themselves(desk):
    clicks = []
    desk.clicked.connect(clicks.append)
    desk.set_mode("setup")
    assert desk.hand is None
    desk.set_brush(EMPTY)
    assert (desk.hand, desk.legal(parse_point("h8"))) == (EMPTY, True)
    play(desk, "h8h8")
    assert clicks == list(parse_moves("h8")) * 2
    board = Game().board()
    desk.lay(board)
    assert desk.board is board
    desk.set_mode("play")
    assert desk.board is not board


async def test_a_clock_runs_out(desk):
    await desk.new_game(NewGame(black_time=TimeControl.parse("/0.05")))
    await until(lambda: desk.session.outcome is not None)
    assert desk.session.outcome.winner == WHITE


async def test_events_handled_within_a_task_do_not_break_the_loop(desk, qapp):
    ran = []
    for at in range(3):
        asyncio.get_running_loop().call_soon(ran.append, at)
    task = asyncio.create_task(asyncio.sleep(0))
    qapp.processEvents()
    assert ran == []
    await task
    assert ran == [0, 1, 2]
