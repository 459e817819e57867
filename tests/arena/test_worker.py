import sys
from dataclasses import replace

import pytest

from tests.arena.matches import MOCK, Marked, mock, sound_match
from wuzi.arena.adjudication import Adjudication, ResignRule
from wuzi.arena.openings import Opening
from wuzi.arena.plan import MatchSpec, PlayerSpec
from wuzi.arena.worker import Worker
from wuzi.errors import SettingsError
from wuzi.play import TimeControl
from wuzi.rules import RENJU, Reason, Score, parse_moves

LOGGED = """
import sys
sys.path.insert(0, {folder!r})
import mock_engine
class Logged(mock_engine.Engine):
    def obey(self, line):
        with open({log!r}, "a") as file: file.write(line + chr(10))
        super().obey(line)
    def answer(self, point):
        self.say("MESSAGE Depth 3-5 | Eval -700 | Node 42 | Time 1ms")
        super().answer(point)
sys.argv = ["mock"]
options = __import__("argparse").Namespace(
    at=99, think=0, name="Logged", win_rate=0, seed=1, delay=0)
Logged(options).run()
"""


@pytest.fixture
def marked():
    with Marked() as marked:
        yield marked
        assert marked.left() == []


@pytest.fixture
def worker(marked):
    worker = Worker()
    yield worker
    worker.end()


@pytest.fixture
def logged(tmp_path):
    """A player that notes what it is told, and the lines that it was told."""
    log = tmp_path / "log"
    script = tmp_path / "logged.py"
    script.write_text(LOGGED.format(folder=str(MOCK.parent), log=str(log)))

    def make(**player):
        return PlayerSpec(f"{sys.executable} {script}", name="logged", **player)

    return make, lambda: log.read_text().splitlines()


def pairs(spec):
    return spec.pairs(spec.load_openings())


def test_a_pair_is_two_games_of_one_opening_with_colours_swapped(worker):
    spec = sound_match(games=4)
    pair = replace(pairs(spec)[1], opening=Opening(tuple(parse_moves("h8i9j10"))))
    first, second = worker.play(pair).records
    assert (first.game, second.game) == (2, 3)
    assert (first.black_name, first.white_name) == ("first", "second")
    assert (second.black_name, second.white_name) == ("second", "first")
    for record in (first, second):
        assert record.opening == "h8i9j10"
        assert record.moves.startswith("h8i9j10")
        assert record.plies == 8
        assert len(record.times) == 5
        assert (record.winner, record.reason) == (None, Reason.ADJUDICATION)
        assert record.start.endswith("+00:00")
        assert record.board().outcome is None


def test_a_half_played_pair_is_played_to_its_end(worker):
    pair = replace(pairs(sound_match())[0], games=(1,))
    assert [record.game for record in worker.play(pair).records] == [1]


def test_engines_are_kept_between_games(worker, logged):
    make, said = logged
    spec = replace(sound_match(games=6), a=make())
    for pair in pairs(spec):
        worker.play(pair)
    words = [line.split()[0] for line in said()]
    assert (words.count("START"), words.count("RESTART"), words.count("END")) == (1, 5, 0)
    assert worker.dismiss(spec).incidents == ()
    assert said()[-1] == "END"


def test_engines_that_cannot_restart_are_started_anew(worker, logged):
    make, said = logged
    spec = replace(sound_match(games=4), a=make(restart="off"))
    for pair in pairs(spec):
        worker.play(pair)
    words = [line.split()[0] for line in said()]
    assert (words.count("START"), words.count("RESTART"), words.count("END")) == (4, 0, 4)


def test_each_player_has_its_own_limits(worker, logged):
    make, said = logged
    player = make(
        tc=TimeControl(60, 2, 1),
        nodes=500,
        depth=4,
        threads=3,
        max_memory=1 << 20,
        options=(("style", "2"),),
    )
    spec = replace(sound_match(), a=player, b=mock(tc=TimeControl(5)))
    first, _ = worker.play(pairs(spec)[0]).records
    assert {
        "INFO timeout_match 60000",
        "INFO timeout_turn 2000",
        "INFO time_increment 1000",
        "INFO max_node 500",
        "INFO max_depth 4",
        "INFO thread_num 3",
        f"INFO max_memory {1 << 20}",
        "INFO style 2",
    } <= set(said())
    assert first.nodes[0::2] == (42,) * 4
    assert first.depths[0::2] == (3,) * 4
    assert first.scores[0::2] == (Score(-700),) * 4
    assert first.nodes[1::2] == (None,) * 4


def test_games_are_adjudicated_by_what_engines_say(worker, logged):
    make, _ = logged
    rules = Adjudication(resign=ResignRule(count=3, score=700))
    spec = MatchSpec(make(), mock(), adjudication=rules)
    first, second = worker.play(pairs(spec)[0]).records
    assert [(r.winner, r.reason) for r in (first, second)] == [("B", Reason.ADJUDICATION)] * 2
    assert (first.plies, second.plies) == (5, 6)
    assert first.detail == "resign: 3 moves of black at -700 or below"


@pytest.mark.parametrize(("loses", "stones"), [(True, 11), (False, 10)])
def test_a_forbidden_move_loses_on_the_board_or_off_it(worker, loses, stones):
    spec = MatchSpec(mock("--fault", "forbidden"), mock(), rule=RENJU, forbidden_loses=loses)
    first, second = worker.play(pairs(replace(spec, adjudication=Adjudication(20)))[0]).records
    assert (first.winner, first.reason, first.plies) == ("B", Reason.FORBIDDEN, stones)
    assert second.reason is not Reason.FORBIDDEN
    assert first.as_game().outcome.reason is Reason.FORBIDDEN


def test_late_output_is_not_taken_for_an_answer_of_the_next_game(worker):
    late = mock("--fault", "late", "--delay", "1.0", tc=TimeControl(move=0.3))
    spec = replace(sound_match(games=4, margin=0.1), a=late)
    records = [record for pair in pairs(spec) for record in worker.play(pair).records]
    assert [(r.winner, r.reason) for r in records] == [("B", Reason.TIME)] * 4
    assert [r.plies for r in records] == [2, 3, 2, 3]


def test_a_program_that_is_not_there_costs_no_time(worker):
    missing = PlayerSpec("/no/such/engine", name="missing")
    spec = replace(sound_match(games=20, start_limit=600), a=missing)
    records = [record for pair in pairs(spec) for record in worker.play(pair).records]
    assert [(r.winner, r.reason) for r in records] == [("B", Reason.START_UP)] * 20
    assert "No such file" in records[0].detail


def test_an_engine_that_never_starts_is_not_waited_for_each_time(worker):
    spec = replace(sound_match(games=8, start_limit=0.6), a=mock("--fault", "silent-start"))
    records = [record for pair in pairs(spec) for record in worker.play(pair).records]
    assert {r.reason for r in records} == {Reason.START_UP}
    waited = [r.detail.rpartition("within ")[2].split()[0] for r in records]
    assert waited == ["0.6"] * 2 + ["0.06"] * 6


def test_engines_of_another_match_are_sent_away(worker, marked):
    one, two = sound_match(games=2), sound_match(games=4)
    worker.play(pairs(one)[0])
    before = {process.pid for process in marked.running()}
    worker.play(pairs(two)[0])
    assert before
    assert before.isdisjoint(process.pid for process in marked.running())
    assert worker.dismiss(one).incidents == ()
    assert marked.running()
    worker.dismiss(two)
    assert marked.left() == []


def test_a_player_that_this_machine_does_not_know(worker):
    spec = replace(sound_match(), a=PlayerSpec("engine:unheard of"))
    with pytest.raises(SettingsError, match="unheard of"):
        worker.play(pairs(spec)[0])
