"""A thinker on standard input and output, as Gomocup managers expect a brain.

Answered are START, RECTSTART, RESTART, BEGIN, TURN, BOARD, TAKEBACK, INFO, ABOUT and END,
and of Yixin-Board's extensions YXBOARD, YXSTOP, YXSHOWFORBID, YXNBEST, YXBLOCK,
YXBLOCKUNDO and YXBLOCKRESET. ``YXNBEST k`` tells the best k moves as it goes and answers
the best one, outside the points that YXBLOCK lists; it puts no stone on the board.

Two extensions are our own. ``INFO side black`` (or ``white``) before BOARD says who is to
move where the number of stones does not; other programs ignore it. SOLVE looks for a
forced win: see :mod:`wuzi.protocol.solving`.

Nothing that a manager writes raises: what makes no sense is answered by a line ERROR or
UNKNOWN, and the game stays as it was.
"""

from __future__ import annotations

import contextlib
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, Final, Protocol, TypeAlias, cast

import wuzi
from wuzi.errors import ParseError, WuziError
from wuzi.players.analysing import Analysing, Goal, Solving
from wuzi.players.resident import Resident
from wuzi.protocol.coordinates import xy_of
from wuzi.protocol.info import info_text
from wuzi.protocol.intake import Intake, first_word
from wuzi.protocol.limits import info_limit
from wuzi.protocol.position import Position, Refusal
from wuzi.protocol.solving import solved_text
from wuzi.protocol.wire import about_text, parse_xy, quoted, rule_by_number
from wuzi.rules import (
    BLACK,
    EMPTY,
    FREESTYLE,
    MAX_SIZE,
    MIN_SIZE,
    PASS,
    Board,
    Colour,
    Move,
    Point,
    Rule,
    parse_colour,
)
from wuzi.thinking import Info, Limit, Stop, Thinker

ThinkerMaker: TypeAlias = Callable[[], Thinker]

PATIENCE: Final = 0.3
"""Seconds a search may take to heed END; then the process is ended by force."""
INFO_EVERY: Final = 0.1
"""Seconds between two reports of a running search, at least."""


class SearchStop(Stop, Protocol):
    """A stop that knows whether it was set before the search began."""

    from_the_start: bool


class ThinkerFault(Exception):
    """The thinker raised, or chose a move that is not legal."""


def run(
    thinker: Thinker | ThinkerMaker,
    *,
    stdin: BinaryIO | None = None,
    stdout: BinaryIO | None = None,
    about: str | None = None,
    notices: Sequence[str] = (),
    patience: float | None = PATIENCE,
) -> int:
    """Be an engine until END or the end of input.

    Parameters
    ----------
    thinker : Thinker or callable that makes one
        A maker is called at the first START, so that ABOUT is answered without it.
    stdin, stdout : binary files, optional
        By default those of the process. What else is printed while the engine runs goes
        to standard error.
    about : str, optional
        The answer to ABOUT; by default made of our name, version and authors.
    notices : sequence of str, optional
        English sentences for a person, told as MESSAGE at the first move.
    patience : float or None
        Seconds a search may take to end after END came; then the process is ended by
        force. ``None`` waits for ever.

    Returns
    -------
    int
        The exit code: 0, or 1 if the thinker failed, 130 after Ctrl-C.
    """
    out = stdout or sys.stdout.buffer
    # Each line is written at once; a buffer could fail to be flushed when the manager dies.
    writer = _Writer(getattr(out, "raw", out))
    intake = Intake(stdin or sys.stdin.buffer, patience)
    brain = Brain(thinker, writer.write, about, notices)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            for line in intake:
                brain.obey(line, intake.stop, lambda: intake.ended)
                if writer.broken:
                    break
    except ThinkerFault:
        return 1
    except KeyboardInterrupt:
        return 130
    finally:
        brain.close()
        intake.finish()
    return 0


class _Writer:
    """Writes lines until nobody reads them any more."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.broken = False

    def write(self, line: str) -> None:
        data = line.encode("utf-8", "replace") + b"\n"
        try:
            while data and not self.broken:
                data = data[self._file.write(data) or 0 :]
        except OSError:
            self.broken = True


_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")


class Brain:
    """Obeys one command line after another.

    Parameters
    ----------
    thinker : Thinker or callable that makes one
    say : callable
        Takes one line of answer.
    about : str, optional
    notices : sequence of str, optional
    """

    def __init__(
        self,
        thinker: Thinker | ThinkerMaker,
        say: Callable[[str], None],
        about: str | None = None,
        notices: Sequence[str] = (),
    ) -> None:
        self._make = _maker(thinker)
        self._say = say
        self._about = about or about_text("Wuzi", wuzi.__version__, "The Wuzi developers")
        self._untold = list(notices)
        self._thinker: Thinker | None = None
        self._resident: Resident | None = None  # the thinker, if it offers that much
        self._game: Position | None = None
        self._numbers: dict[str, int] = {}
        self._rule: Rule | None = FREESTYLE
        self._rule_text = ""
        self._side: Colour | None = None
        self._blocked: set[Point] = set()
        self._stones: list[str] | None = None  # between BOARD and DONE
        self._stones_for = ""
        self._stop: Callable[[], SearchStop]
        self._ended: Callable[[], bool]
        self._commands: dict[str, Callable[[str], None]] = {
            "ABOUT": lambda _: self._say(self._about),
            "BEGIN": lambda _: self._move(),
            "BOARD": lambda _: self._begin_stones("BOARD"),
            "DONE": self._done_without_board,
            "INFO": self._info,
            "RECTSTART": self._rectstart,
            "RESTART": lambda _: self._new_game(self._running().board.size),
            "SOLVE": self._solve,
            "START": self._start,
            "TAKEBACK": self._takeback,
            "TURN": self._turn,
            "YXBLOCK": lambda _: self._begin_stones("YXBLOCK"),
            "YXBLOCKRESET": lambda _: self._blocked.clear(),
            "YXBLOCKUNDO": lambda _: self._begin_stones("YXBLOCKUNDO"),
            "YXBOARD": lambda _: self._begin_stones("YXBOARD"),
            "YXNBEST": self._best_moves,
            "YXSHOWFORBID": lambda _: self._show_forbidden(),
            "YXSTOP": lambda _: None,  # the intake has seen to it
        }

    def obey(self, line: str, stop: Callable[[], SearchStop], ended: Callable[[], bool]) -> None:
        """Carry out one line.

        Parameters
        ----------
        line : str
            Any text but an empty one.
        stop : callable
            Makes the stop of a search that this line begins.
        ended : callable
            Whether the manager has said END meanwhile.

        Raises
        ------
        ThinkerFault
            If the thinker failed; an ERROR line has been written and the traceback logged.
        """
        self._stop, self._ended = stop, ended
        word = first_word(line)
        rest = line.strip()[len(word) :].strip()
        if self._stones is not None and word != "INFO":
            if word == "DONE":
                return self._try(self._end_stones, rest)
            if word not in self._commands:
                return self._stones.append(line)
            self._say(f"ERROR {self._stones_for} was broken off by {word} before DONE")
            self._stones = None
        command = self._commands.get(word)
        if command is None:
            return self._say(f"UNKNOWN command {quoted(line)}")
        return self._try(command, rest)

    def close(self) -> None:
        """Let the thinker give back what it took."""
        if self._resident is not None:
            self._resident.close()

    def _try(self, command: Callable[[str], None], rest: str) -> None:
        try:
            command(rest)
        except Refusal as refusal:
            self._say(f"ERROR {refusal}")

    # Games

    def _start(self, text: str) -> None:
        numbers = [_number(word) for word in text.replace(",", " ").split()]
        if not numbers or None in numbers or len(numbers) > 2:
            raise Refusal(f"START wants the number of lines, not {quoted(text)}")
        self._square(numbers)

    def _rectstart(self, text: str) -> None:
        xy = parse_xy(text)
        if xy is None:
            raise Refusal(f"RECTSTART wants width,height, not {quoted(text)}")
        self._square(list(xy))

    def _square(self, numbers: list[int | None]) -> None:
        size = numbers[0]
        if size is None or numbers[-1] != size:
            raise Refusal("boards here are square")
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise Refusal(f"boards here have {MIN_SIZE} to {MAX_SIZE} lines, not {size}")
        self._new_game(size)

    def _new_game(self, size: int) -> None:
        if self._thinker is None:
            self._thinker = self._made()
        self._game = Position(size, self._rule or FREESTYLE)
        self._blocked.clear()
        self._side = None
        self._say("OK")

    def _made(self) -> Thinker:
        try:
            thinker = self._make()
            if isinstance(thinker, Resident):
                self._resident = thinker
                thinker.prepare()
                for key, number in self._numbers.items():
                    thinker.configure(key, number)
            return thinker
        except WuziError as error:
            raise self._fault(str(error)) from error
        except Exception as error:
            raise self._fault(f"the thinker could not be made: {error}") from error

    def _running(self) -> Position:
        if self._game is None:
            raise Refusal("no game has been started: send START first")
        if self._rule is None:
            raise Refusal(f"there is no rule {self._rule_text}: send INFO rule 0, 1, 4, 8 or 9")
        self._game.set_rule(self._rule)
        return self._game

    # Stones

    def _turn(self, text: str) -> None:
        self._running().play(text)
        self._move()

    def _takeback(self, text: str) -> None:
        self._running().take_back(text)
        self._say("OK")

    def _begin_stones(self, word: str) -> None:
        self._stones, self._stones_for = [], word

    def _end_stones(self, _: str) -> None:
        lines, self._stones = self._stones or [], None
        if self._stones_for.startswith("YXBLOCK"):
            points = {self._running().point(line) for line in lines}
            undo = self._stones_for == "YXBLOCKUNDO"
            self._blocked = self._blocked - points if undo else self._blocked | points
            return
        side, self._side = self._side, None
        self._running().set_stones(lines, side)
        if self._stones_for == "BOARD":
            self._move()

    def _done_without_board(self, _: str) -> None:
        raise Refusal("DONE without BOARD")

    def _show_forbidden(self) -> None:
        board = self._running().board
        forbidden = board.forbidden_points() if board.turn == BLACK else {}
        points = "".join("{:02d}{:02d}".format(*xy_of(p, board.size)) for p in forbidden)
        self._say(f"FORBID {points}.")

    # INFO is never answered; an unknown rule is complained of at the next command.

    def _info(self, text: str) -> None:
        key, _, value = text.partition(" ")
        key, value = key.lower(), value.strip()
        if key == "side":
            with contextlib.suppress(ParseError):
                self._side = parse_colour(value)
        elif (number := _number(value)) is not None:
            self._numbers[key] = number
            if key == "rule":
                self._rule, self._rule_text = rule_by_number(number), value
            if self._resident is not None:
                self._resident.configure(key, number)

    # Moves

    def _move(self) -> None:
        game = self._running()
        game.refuse_if_over()
        board = game.board
        fallback = next(board.legal_points(), None)
        if fallback is None:
            self._move_forbidden(game)
            return
        stop = self._stop()
        move = self._thought(board, stop, fallback, self._played)
        if self._gone(stop):
            return  # the answer would be printed after END
        board.push(move)
        self._say(game.xy(move))

    def _move_forbidden(self, game: Position) -> None:
        """Play where black may not: nothing else is left, and no command says pass.

        An answer ends the game at once; a complaint would leave the manager waiting.
        """
        xy = game.xy(next(game.board.stones(EMPTY)))
        game.play(xy)
        self._say(xy)

    def _best_moves(self, text: str) -> None:
        """Look at several moves and answer the best; the position stays."""
        lines = _number(text)
        if lines is None or lines < 1:
            raise Refusal(f"YXNBEST wants how many moves to look at, not {quoted(text)}")
        game = self._running()
        game.refuse_if_over()
        board, blocked = game.board, frozenset(self._blocked)
        fallback = next((p for p in board.legal_points() if p not in blocked), None)
        if fallback is None:
            raise Refusal("no legal point is left outside YXBLOCK")

        def infos(board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
            if isinstance(self._thinker, Analysing):
                return self._thinker.analyse(board, limit, stop, lines=lines, exclude=blocked)
            return self._played(board, limit, stop)

        stop = self._stop()
        move = self._thought(board, stop, fallback, infos)
        if not self._gone(stop):
            self._say(game.xy(move))

    def _solve(self, text: str) -> None:
        """Look for a forced win and say SOLVED."""
        game = self._running()
        game.refuse_if_over()
        goal = text.strip().lower()
        if goal not in ("vcf", "vct"):
            raise Refusal(f"SOLVE wants vcf or vct, not {quoted(text)}")
        if not isinstance(self._thinker, Solving):
            raise Refusal("this thinker has no solver")
        stop = self._stop()
        limit = info_limit(self._numbers)
        try:
            found = self._thinker.solve(game.board.copy(), cast("Goal", goal), limit, stop)
        except Exception as error:
            raise self._fault(f"the solver failed: {type(error).__name__}: {error}") from error
        self._notices(stop)
        if not self._gone(stop):
            self._say(solved_text(found, game.board.size))

    def _gone(self, stop: SearchStop) -> bool:
        """Whether the manager has gone while a search ran."""
        return self._ended() and not stop.from_the_start

    def _played(self, board: Board, limit: Limit, stop: Stop) -> Iterator[Info]:
        assert self._thinker is not None
        return self._thinker.think(board, limit, stop)

    def _thought(
        self,
        board: Board,
        stop: SearchStop,
        fallback: Point,
        infos: Callable[[Board, Limit, Stop], Iterator[Info]],
    ) -> Move:
        """The thinker's move, its reports said by the way."""
        limit = info_limit(self._numbers)
        best: Info | None = None
        reports = _Reports(lambda info: self._report(info, stop))
        try:
            found = infos(board.copy(), limit, stop)
            self._notices(stop)
            for info in found:
                self._notices(stop)
                reports.take(info)
                best = info if info.line == 1 else best
        except Exception as error:
            raise self._fault(f"the thinker failed: {type(error).__name__}: {error}") from error
        if best is None:
            raise self._fault("the thinker gave no move")
        self._notices(stop)
        reports.finish()
        move = fallback if best.move == PASS else best.move
        if not board.is_legal(move):
            raise self._fault(f"the thinker chose the point {move}, which is not legal")
        return move

    def _notices(self, stop: SearchStop) -> None:
        """What a person is to know of the thinker, and what it wants a person to know."""
        news, self._untold = self._untold, []
        if self._resident is not None:
            news += self._resident.notices()
        for notice in news:
            if not self._gone(stop):
                self._say("MESSAGE " + " ".join(notice.split()))

    def _report(self, info: Info, stop: SearchStop) -> None:
        if not self._gone(stop):
            self._say(f"MESSAGE {info_text(info)}")

    def _fault(self, text: str) -> ThinkerFault:
        """Say and log what is wrong with the thinker."""
        if sys.exc_info()[0] is not None:
            traceback.print_exc()
        self._say("ERROR " + " ".join(text.split()))
        return ThinkerFault(text)


class _Reports:
    """Reports what is found: whatever is deeper than before, the rest now and then."""

    def __init__(self, report: Callable[[Info], None]) -> None:
        self._report = report
        self._said: dict[int, tuple[int, float]] = {}  # of each line, its depth, and when
        self._held: dict[int, Info] = {}

    def take(self, info: Info) -> None:
        """Report ``info`` if it is time to."""
        depth, at = self._said.get(info.line, (-1, 0.0))
        now = time.monotonic()
        if info.depth != depth or now >= at + INFO_EVERY:
            self._said[info.line] = (info.depth, now)
            self._held.pop(info.line, None)
            self._report(info)
        else:
            self._held[info.line] = info

    def finish(self) -> None:
        """Report what was held back."""
        for line in sorted(self._held):
            self._report(self._held[line])
        self._held.clear()


def _maker(thinker: Thinker | ThinkerMaker) -> ThinkerMaker:
    # A class of thinkers has "think" too, and is a maker.
    if isinstance(thinker, type) or not hasattr(thinker, "think"):
        return cast("ThinkerMaker", thinker)
    return lambda: cast("Thinker", thinker)


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None
