"""The terminal game, with lines piped in and players at hand."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from wuzi import records
from wuzi.cli.play.keyboard import Keyboard
from wuzi.cli.play.screen import Screen
from wuzi.cli.play.table import Table
from wuzi.errors import N_, EngineError
from wuzi.play import HumanSeat, Play, Resign, Session, State, TimeControl
from wuzi.rules import RENJU, Board, Game, Score, moves_text, parse_moves, parse_position
from wuzi.thinking import Info, Limit


class Scripted(HumanSeat):
    """A thinker that plays what it was told; then it fails, or resigns."""

    is_human = False

    def __init__(self, moves: str, failure: EngineError | None = None) -> None:
        super().__init__("Script", "")
        self.moves = parse_moves(moves)
        self.failure = failure

    async def choose(self, state: State):
        await asyncio.sleep(0.001)
        if self.moves:
            info = Info((self.moves[0],), Score(120), depth=3, nodes=4567)
            return Play(self.moves.pop(0), info, 0.25)
        if self.failure is not None:
            raise self.failure
        return Resign()

    def answers_draw(self, board: Board, colour: int) -> bool:
        return False


class Adviser:
    """Advises the first free point."""

    closed = False

    async def hint(self, board: Board, limit: Limit, *, allowed: float) -> Info:
        return Info((next(board.legal_points()),), Score(1, win_in=3))

    async def close(self) -> None:
        self.closed = True


def game_of(
    lines: str,
    black: HumanSeat | None = None,
    white: HumanSeat | None = None,
    game: Game | Board | None = None,
    *,
    typed: bool = False,
    control: str = "",
) -> tuple[str, Session, int]:
    """Play ``lines``, and return what was printed, the session and the status."""
    out = io.StringIO()
    console = Console(file=out, width=80, highlight=False, markup=False, emoji=False)
    stream = io.StringIO(lines)
    if typed:
        stream.isatty = lambda: True  # type: ignore[method-assign]
    adviser = Adviser()

    async def play() -> tuple[Session, int]:
        session = Session(
            game,
            black or HumanSeat("Ann", ""),
            white or HumanSeat("Bob", ""),
            time_control=TimeControl.parse(control),
        )
        table = Table(session, Keyboard(stream), Screen(console, ascii=True), adviser)
        return session, await asyncio.wait_for(table.run(), 20)

    session, status = asyncio.run(play())
    assert adviser.closed
    return out.getvalue(), session, status


def moves(session: Session) -> str:
    return moves_text(session.board.moves)


WIN = "a1\na2\nb1\nb2\nc1\nc2\nd1\nd2\ne1\n"


def test_two_people_play_to_the_end() -> None:
    out, session, status = game_of(WIN)
    assert out.count("Black wins: five in a row, a1 b1 c1 d1 e1.") == 1
    assert "[x=x=x=x=x]" in out
    assert "unfinished" not in out
    assert session.outcome is not None
    assert status == 0


def test_the_end_of_input_leaves_an_unfinished_game() -> None:
    out, session, status = game_of("h8\n8 9")
    assert moves(session) == "h8h9"
    assert out.rstrip().endswith("The game is unfinished.")
    assert status == 0


def test_against_a_thinker_whose_moves_are_told_with_what_it_found() -> None:
    out, session, _ = game_of("h8\nh9\nquit\nh10\n", white=Scripted("i8i9"))
    assert moves(session) == "h8i8h9i9"
    assert "  2. o i8   +120, depth 3, 4567 nodes, 0.25 s" in out


def test_piped_lines_wait_for_their_turn() -> None:
    _, session, _ = game_of("h8\nundo\nh7\nredo\nundo\ni7\n", white=Scripted("i8j8k8"))
    assert moves(session) == "i7k8"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("p16", "p16 is off the board"),
        ("16 1", "column 16, row 1 is off the board"),
        ("h8", "h8 already holds a stone"),
        ("hello", "'hello' is neither a point such as h8 nor one of these words: undo, redo"),
        ("redo", "there is no move to make again"),
        ("save", "'save' needs the name of a file"),
        ("save /no/such/folder/x.sgf", "cannot be written"),
        ("save game.doc", "the name game.doc does not tell the format"),
        ("load /no/such/file.sgf", "cannot be read"),
        ("undo 2", "'undo' stands alone"),
    ],
)
def test_a_line_that_cannot_be_obeyed_is_one_sentence_and_changes_nothing(line, sentence) -> None:
    out, session, status = game_of(f"h8\n{line}\n")
    assert moves(session) == "h8"
    assert out.count(sentence) == 1
    assert status == 0


def test_a_forbidden_move_is_refused_and_the_game_goes_on() -> None:
    board = parse_position("g8i8h7h9/a1c1e1g1", rule=RENJU)
    out, session, _ = game_of("h8\nh6\n", game=board)
    assert "h8 is a double-three, forbidden for black in renju" in out.replace("\n", " ")
    assert moves(session) == "h6"
    assert out.count("#") >= 1


def test_a_forbidden_move_is_played_and_loses() -> None:
    board = parse_position("g8i8h7h9/a1c1e1g1", rule=RENJU, forbidden_loses=True)
    out, _, _ = game_of("h8\n", game=board)
    assert "White wins: black played the forbidden point h8 (double-three)." in out


def test_after_the_end_a_move_can_be_taken_back_or_a_new_game_begun() -> None:
    out, session, _ = game_of(WIN + "f6\nundo\nf6\n")
    assert "the game is over: take a move back or start a new one" in out.replace("\n", " ")
    assert moves(session).endswith("d2f6")
    out, session, _ = game_of(WIN + "new\nh8\n")
    assert moves(session) == "h8"
    assert "A new game." in out


def test_resigning_and_draws() -> None:
    assert "White wins: black resigned." in game_of("h8\ni9\nresign\n")[0]
    out, session, _ = game_of("resign\nundo\n")
    assert "The game goes on." in out
    assert session.outcome is None
    out, _, _ = game_of("h8\ndraw\n和\n")
    assert "White offers a draw: type draw to take it." in out
    assert "A draw by agreement." in out
    out, session, _ = game_of("h8\ndraw\ni8\nj8\n")
    assert "Black declines the draw." in out
    assert session.outcome is None
    out, session, _ = game_of("draw\nh8\n", white=Scripted("i8"))
    assert "White declines the draw." in out
    assert moves(session) == "h8i8"


def test_two_passes_are_a_draw() -> None:
    assert "A draw: both sides passed." in game_of("pass\n弃权\n")[0]


def test_a_hint_is_marked_and_told() -> None:
    out, session, _ = game_of("h8\nhint\n")
    assert "Hint: a1 (wins in 3)" in out
    assert " 1 (?)" in out or " 1  ? " in out
    assert moves(session) == "h8"
    assert "there is nothing to advise" in game_of(WIN + "hint\n")[0]


def test_swap_changes_sides() -> None:
    _, session, _ = game_of("h8\nswap\nj8\n", white=Scripted("i8i9"))
    assert session.seat(1).is_human is False
    assert moves(session) == "h8i8i9j8"


def test_save_and_load(tmp_path: Path) -> None:
    path = tmp_path / "my game.sgf"
    out, _, _ = game_of(f"h8\ni9\nsave {path}\n")
    assert "Saved as" in out
    [game] = records.read(path)
    assert moves_text(game.moves()) == "h8i9"
    out, session, _ = game_of(f"a1\nload {path}\ng7\n")
    assert moves(session) == "h8i9g7"
    assert "The game in " in out
    assert "A new game." not in out


def test_a_loaded_game_that_names_no_rule_is_played_by_the_one_on_the_table(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[4]SZ[15];B[hh];W[ig])")
    _, session, _ = game_of(f"load {path}\n", game=Board(15, RENJU))
    assert session.board.rule == RENJU


def test_a_broken_file_leaves_the_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text("(;GM[4]SZ[15];B[hh];W[hh])")
    out, session, _ = game_of(f"a1\nload {path}\n")
    assert moves(session) == "a1"
    assert "A new game." not in out


def test_two_thinkers_are_shown_and_the_program_ends() -> None:
    out, session, status = game_of("", Scripted("a1b1c1d1e1"), Scripted("a2b2c2d2"))
    assert session.outcome is not None
    assert "  1. x a1" in out
    assert "  9. x e1" in out
    assert out.count("Black wins") == 1
    assert status == 0


@pytest.mark.parametrize(("height", "ups"), [(40, 8), (10, 0)])
def test_two_thinkers_are_watched_on_one_board_that_stands_still(height: int, ups: int) -> None:
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=60, height=height, color_system=None)

    async def play() -> None:
        session = Session(None, Scripted("a1b1c1d1e1"), Scripted("a2b2c2d2"))
        await Table(session, Keyboard(io.StringIO()), Screen(console), Adviser()).run()

    asyncio.run(play())
    assert out.getvalue().count("\x1b[19A") == ups
    assert out.getvalue().count("Black wins: five in a row") == 1


def test_an_engine_that_fails_ends_the_game_in_one_sentence() -> None:
    crash = EngineError("engine.crash", N_("{name} broke off: exit status {n}"), name="x", n=3)
    out, session, status = game_of("h8\nh9\n", white=Scripted("i8", crash))
    assert out.count("White's engine failed: x broke off: exit status 3") == 1
    assert out.count("Black wins: white broke off.") == 1
    assert status == 2
    _, session, status = game_of("h8\nh9\nnew\n", white=Scripted("i8", crash))
    assert session.outcome is None
    assert status == 0, "that game is no longer on the table"


def test_a_person_who_runs_out_of_time() -> None:
    async def wait() -> str:
        out = io.StringIO()
        session = Session(None, HumanSeat(), HumanSeat(), time_control=TimeControl.parse("/0.05"))

        class Silent(Keyboard):
            def start(self) -> None: ...

        screen = Screen(Console(file=out, width=80), ascii=True)
        table = Table(session, Silent(io.StringIO()), screen, Adviser())
        running = asyncio.create_task(table.run())
        await session.finished()
        table.keyboard._lines.put_nowait(None)
        await running
        return out.getvalue()

    assert "White wins: black ran out of time." in asyncio.run(wait())


def test_an_engine_that_says_nothing_loses_where_no_clock_runs() -> None:
    class Silent(HumanSeat):
        is_human = False

    out = io.StringIO()

    async def play() -> int:
        session = Session(None, HumanSeat(), Silent("Silent", ""))
        screen = Screen(Console(file=out, width=80), ascii=True)
        keyboard = Keyboard(io.StringIO("h8\n"))
        return await Table(session, keyboard, screen, Adviser(), patience=0.05).run()

    assert asyncio.run(play()) == 2
    assert "White's engine failed: it gave no answer within 0.05 s" in out.getvalue()
    assert out.getvalue().count("Black wins: white ran out of time.") == 1


def test_at_a_terminal_it_prompts() -> None:
    out, _, _ = game_of("help\nh8\n\nfoo\n", typed=True, control="300+2")
    assert "x Ann" in out
    assert "Type a point such as h8, or help." in out
    assert out.count("x Black to move (5:00):") == 2
    assert out.count("o White to move (5:00):") == 3
    assert "undo            take your last move back" in out


def test_a_transcript(snapshot: Callable[[str, str], None]) -> None:
    snapshot("game", game_of("c3\nd5x\nd4\nresign\n", game=Board(5))[0])


LINES = st.one_of(
    st.sampled_from(
        ["undo", "redo", "draw", "resign", "new", "swap", "pass", "hint", "board", "help", "", "x"]
    ),
    st.builds("{} {}".format, st.integers(0, 6), st.integers(0, 6)),
)


@given(st.lists(LINES, max_size=40))
def test_whatever_is_typed_the_game_stays_a_game(lines: list[str]) -> None:
    out, session, status = game_of("\n".join(lines), game=Board(5))
    assert status == 0
    assert session.board == Board.from_moves(session.board.moves, 5)
    assert ("The game is unfinished." in out) == (session.outcome is None)
