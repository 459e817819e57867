"""The match that decides, and the commands of ``wuzi train`` from the outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from wuzi.arena.statistics import Sprt
from wuzi.cli import main
from wuzi.engine.weights import hand_made, load_weights
from wuzi.errors import RecordError, SettingsError
from wuzi.players import make_thinker, parse_who
from wuzi.rules import FREESTYLE, RENJU, Board, parse_moves
from wuzi.settings import language
from wuzi.thinking import Limit, NeverStop
from wuzi.train.data import read_games
from wuzi.train.selfplay import SelfPlay
from wuzi.train.verify import verification

TASK = SelfPlay("freestyle", 9, 100, 1)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("WUZI_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    yield
    language.set_language("en")


@pytest.fixture
def wuzi(capfd: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["train", *arguments])
        out, err = capfd.readouterr()
        return status, out, err

    return run


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "new.json"
    path.write_text(hand_made(FREESTYLE).to_json())
    return path


def test_the_match_is_one_of_weights_over_balanced_openings(tmp_path: Path, weights: Path) -> None:
    openings = tmp_path / "openings.txt"
    spec = verification(weights, None, TASK, openings, games=10, sprt=Sprt(0, 20))
    assert spec.a.who == f"wuzi,weights={weights}"
    assert spec.b.who == "wuzi"
    assert (spec.a.nodes, spec.b.nodes) == (100, 100)
    found = spec.load_openings()
    assert len(found) == len(set(map(str, found))) == 200
    again = verification(weights, weights, TASK, openings, games=10, seconds=0.5)
    assert again.b.who == spec.a.who
    assert again.a.nodes is None
    assert str(again.a.tc) == "/0.5"
    with pytest.raises(RecordError, match="has other openings"):
        verification(weights, None, SelfPlay("freestyle", 9, 100, 2), openings, games=10)


def test_weights_that_cannot_be_used_are_refused_first(tmp_path: Path, weights: Path) -> None:
    with pytest.raises(SettingsError, match="for another rule"):
        verification(weights, None, SelfPlay("renju", 9, 100, 1), tmp_path / "o", games=2)
    with pytest.raises(SettingsError, match="cannot be read"):
        verification(weights, tmp_path / "none", TASK, tmp_path / "o", games=2)
    comma = tmp_path / "a,b.json"
    comma.write_text(weights.read_text())
    with pytest.raises(SettingsError, match="has a comma"):
        verification(comma, None, TASK, tmp_path / "o", games=2)
    assert not (tmp_path / "o").exists() or (tmp_path / "o").stat().st_size


def test_a_player_takes_a_file_of_weights(tmp_path: Path) -> None:
    board = Board.from_moves(parse_moves("h8i9j8g7"))
    new = load_weights(FREESTYLE)
    new.value[:] //= 4
    path = tmp_path / "quarter.json"
    path.write_text(new.to_json())
    scores = []
    for who in ("wuzi", f"wuzi,weights={path}"):
        thinker = make_thinker(parse_who(who))
        *_, info = thinker.think(board, Limit(depth=1), NeverStop())
        scores.append(info.score)
    assert scores[0] != scores[1]
    with pytest.raises(SettingsError, match=r"no file of weights nowhere\.json"):
        make_thinker(parse_who("wuzi,weights=nowhere.json"))


def test_a_player_with_weights_of_another_rule_says_so(weights: Path) -> None:
    thinker = make_thinker(parse_who(f"wuzi,weights={weights}"))
    board = Board.from_moves(parse_moves("h8i9"), 15, RENJU)
    *_, info = thinker.think(board, Limit(depth=1), NeverStop())
    assert info.pv
    (notice,) = thinker.notices()  # type: ignore[attr-defined]
    assert notice.startswith("the textbook plays, since the engine cannot: the weights")


def test_games_fit_and_match_from_the_command_line(wuzi: Run, tmp_path: Path) -> None:
    made = ("selfplay", "--size", "9", "--nodes", "100", "--out", "a.games")
    status, out, err = wuzi(*made, "--games", "20")
    assert (status, err) == (0, "")
    assert "20 of 20 games" in out
    status, out, _ = wuzi(*made, "--games", "24", "--resume")
    assert "24 of 24 games" in out
    assert len(read_games("a.games")) == 24
    status, out, err = wuzi("fit", "a.games", "--out", "w.json", "--plot", "w.svg")
    assert (status, err) == (0, "")
    assert "24 games" in out
    assert "held-out loss" in out
    assert (tmp_path / "w.svg").read_text().startswith("<svg")
    fitted = load_weights(FREESTYLE, "w.json")
    assert fitted.origin.startswith("wuzi train fit a.games --blend 0.5: 24 games, from ")
    status, out, _ = wuzi("verify", "w.json", "--size", "9", "--nodes", "50", "--games", "2")
    assert status == 1
    assert "The new weights are not shown to be better." in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("selfplay",), "name the file of games to write: --out FILE"),
        (("selfplay", "--out", "a", "--games", "many"), "--games cannot be 'many'"),
        (("selfplay", "--out", "a", "--size", "23"), "on 5 to 22 lines, not 23"),
        (("selfplay", "--out", "a", "--rule", "go"), "'go'"),
        (("selfplay", "--out", "no/a"), "no/a cannot be written: No such file or directory"),
        (("fit", "none.games", "--out", "w"), "none.games cannot be read: No such file"),
        (("fit", "none.games"), "name the file of weights to write: --out FILE"),
        (("verify", "none.json"), "none.json cannot be read: No such file"),
    ],
)
def test_wrong_words_are_told_in_one_sentence(
    wuzi: Run, words: tuple[str, ...], sentence: str
) -> None:
    status, out, err = wuzi(*words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
