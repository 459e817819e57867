"""Questions to an engine and its answers, kept apart from everything else it writes.

One question is open at a time. Whatever else arrives is a message, noise, or an answer
that nobody asked for, which is a fault. Three things make that less simple than it
sounds:

* *Excuses.* An engine may answer ERROR or UNKNOWN to an INFO line or to ABOUT, which
  want no answer; that must not be taken for the answer to the question that follows. So
  each such line excuses one complaint, until the engine has shown that it knows the key.
* *Debts.* When a question is given up, its answer may still come. It is owed, and
  dropped when it comes.
* *Settling.* After an answer we wait a moment before the next command: a second answer on
  the heels of the first is then seen as what it is (and Rapfi wants the pause).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from time import perf_counter
from typing import Final

from wuzi.errors import N_, EngineError
from wuzi.protocol.child import Child, Mark, status_words
from wuzi.protocol.wire import EngineLine, Kind, about_name, parse_engine_line, quoted

SETTLE: Final = 0.01
"""Seconds from an answer to our next command."""
FLOOD: Final = 8 << 20
"""Bytes that an engine may write from one question to the next."""
MESSAGES: Final = 200
"""Messages that are kept for one answer, the latest."""


class Want(Enum):
    """What a question wants."""

    OK = "OK"
    MOVE = N_("a move")
    NAME = N_("a name")
    """What ABOUT is answered by."""
    SOLVED = "SOLVED"
    """What our own SOLVE is answered by."""


@dataclass(slots=True)
class Answer:
    """What an engine answered.

    Attributes
    ----------
    line : EngineLine
    elapsed : float
        Seconds from our question to its line.
    messages : tuple of str
    """

    line: EngineLine
    elapsed: float
    messages: tuple[str, ...]


@dataclass(slots=True)
class _Question:
    want: Want
    future: asyncio.Future[EngineLine]
    on_message: Callable[[str], None] | None
    asked: float = field(default_factory=perf_counter)
    answered: float = 0.0
    messages: deque[str] = field(default_factory=lambda: deque(maxlen=MESSAGES))
    stops: int = 0
    """How often it was asked to answer at once."""
    noise: str = ""
    """The last line that was no answer, complaint or message."""


class Conversation:
    """All that is said between us and one child process.

    Parameters
    ----------
    name : str
        What to call the engine whatever it says.
    program : str
        What to call it if there is no name and it has not answered ABOUT.
    on_line : callable, optional
        Takes every line and its mark: ``">"`` ours, ``"<"`` the engine's, ``"!"`` its errors.

    Attributes
    ----------
    child : Child
    extended : bool or None
        Whether the engine knows Yixin-Board's commands; ``None`` until it was tried.
    """

    def __init__(
        self, name: str, program: str, on_line: Callable[[Mark, str], None] | None = None
    ) -> None:
        self._name = name or program
        self._named = bool(name)
        self.child = Child(self._on_line, self._on_data, self._on_gone)
        self.extended: bool | None = None
        self._listener = on_line
        self._question: _Question | None = None
        self._fault: EngineError | None = None
        self._answered_at = 0.0
        self._bytes = 0
        self._trusted: set[str] = set()
        self._doubted: list[str] = []  # keys of INFO lines that may still be complained of
        self._excuses = 0
        self._about_due = False
        self._owed = False
        self._settled = asyncio.Event()
        self._settled.set()

    @property
    def name(self) -> str:
        """The engine's name."""
        return self._name

    @property
    def idle(self) -> bool:
        """Whether no answer is due."""
        return self._question is None and not self._owed

    @property
    def fault(self) -> EngineError | None:
        """What the engine did without being asked."""
        return self._fault

    # Saying

    def tell(self, line: str) -> None:
        """Write a line that wants no answer."""
        if self._listener is not None:
            self._listener(">", line)
        self.child.write(line)

    def inform(self, key: str, value: object) -> None:
        """Write an INFO line; a complaint about it is excused until the key is known."""
        self.tell(f"INFO {key} {value}")
        if key not in self._trusted:
            self._doubted.append(key)

    def ask_about(self) -> None:
        """Ask for the name, without waiting: the answer comes before that to the next question."""
        self.tell("ABOUT")
        self._about_due = True
        self._excuses += 1

    async def try_extensions(self, patience: float) -> bool:
        """Find out whether the engine knows Yixin-Board's commands, once a process.

        It does if it shows the forbidden points when asked, be there any or not. ABOUT,
        which every engine answers, marks the end of its answer.

        Parameters
        ----------
        patience : float
            Seconds to wait for an answer to ABOUT.

        Raises
        ------
        EngineError
            ``engine.crash``.
        """
        if self.extended is None:
            self.check()
            self.extended = False
            self.tell("YXSHOWFORBID")
            self._excuses += 2  # if need be of ABOUT too
            self._about_due = True
            with contextlib.suppress(EngineError):
                await self.ask(["ABOUT"], Want.NAME, patience)
            self._about_due = False
            self.check()
        return self.extended

    def stop_thinking(self) -> None:
        """Ask for the answer now; engines that do not know how complain after answering."""
        if self._question is not None or self._owed:
            self.tell("YXSTOP")
            self._excuses += 1
            if self._question is not None:
                self._question.stops += 1

    async def ask(
        self,
        lines: list[str],
        want: Want,
        allowed: float | None,
        on_message: Callable[[str], None] | None = None,
    ) -> Answer:
        """Write a command and wait for its answer.

        Parameters
        ----------
        lines : list of str
        want : Want
        allowed : float or None
            Seconds to wait at most.
        on_message : callable, optional
            Takes each MESSAGE as it comes.

        Raises
        ------
        EngineError
            ``engine.time``, ``engine.crash`` or ``engine.garbage``. After it the program
            is out of step and must be ended.
        """
        assert self._question is None, "one question at a time"
        self.check()
        question = _Question(want, asyncio.get_running_loop().create_future(), on_message)
        self._question = question
        self._bytes = 0
        for line in lines:
            self.tell(line)
        try:
            async with asyncio.timeout(allowed):
                answer = await question.future
        except TimeoutError:
            raise self._out_of_time(question, allowed or 0.0) from None
        except asyncio.CancelledError:
            self._owe(question)
            raise
        finally:
            self._question = None
        self._trusted.update(self._doubted)
        self._doubted.clear()
        self._excuses = question.stops  # an engine answers in order: no more complaints of before
        return Answer(answer, question.answered - question.asked, tuple(question.messages))

    def check(self) -> None:
        """Raise what has gone wrong since the last answer."""
        if self._fault is not None:
            raise self._fault
        if not self.child.alive:
            raise self._crash()

    async def settle(self) -> None:
        """Wait for an owed answer (or the child's end), then for the moment after an answer."""
        await self._settled.wait()
        pause = self._answered_at + SETTLE - perf_counter()
        if pause > 0:
            await asyncio.sleep(pause)

    def kill_if_owing(self) -> None:
        """End the child if an owed answer still has not come."""
        if self._owed:
            self.child.kill()

    def _owe(self, question: _Question) -> None:
        if question.future.done() and not question.future.cancelled():
            question.future.exception()  # it came just now, and nobody will look at it
            return
        if question.want in (Want.MOVE, Want.SOLVED) and self.child.alive:
            self._owed = True
            self._settled.clear()
        else:
            self.child.kill()  # a late OK cannot be told from the next one

    # Hearing

    def _on_line(self, mark: Mark, text: str) -> None:
        if self._listener is not None:
            self._listener(mark, text)
        if mark == "<":
            self._hear(parse_engine_line(text), text)

    def _hear(self, line: EngineLine, text: str) -> None:
        question = self._question
        if question is not None and question.future.done():
            question = None
        if line.kind is Kind.MESSAGE:
            if question is not None:
                question.messages.append(line.text)
                if question.on_message is not None:
                    question.on_message(line.text)
        elif line.kind in (Kind.ERROR, Kind.UNKNOWN):
            self._hear_complaint(question, text)
        elif line.kind is Kind.NEARLY_MOVE and self._about_due:
            self._hear_other(question, text)
        elif line.kind in (Kind.MOVE, Kind.NEARLY_MOVE):
            self._hear_move(question, line, text)
        elif line.kind is Kind.SUGGEST and question is not None and line.xy is not None:
            self.tell("PLAY {},{}".format(*line.xy))
        elif line.kind is Kind.OK:
            self._about_due = False
            if question is not None and question.want is Want.OK:
                self._answer(question, line)
        elif line.kind is Kind.OTHER:
            self._hear_other(question, text)

    def _hear_complaint(self, question: _Question | None, text: str) -> None:
        if self._doubted:
            self._doubted.pop(0)
        elif self._excuses:
            self._excuses -= 1
        elif question is not None:
            self._fail(question, self.garbage(text, question.want))

    def _hear_move(self, question: _Question | None, line: EngineLine, text: str) -> None:
        if question is not None and question.want is Want.MOVE:
            if line.kind is Kind.MOVE:
                self._answer(question, line)
            else:
                self._fail(question, self.garbage(text, question.want))
        elif self._owed:
            self._pay()
        elif line.kind is Kind.MOVE and self._fault is None:
            self._fault = EngineError(
                "engine.garbage",
                N_("engine {engine} answered {answer} without having been asked"),
                engine=self.name,
                answer=quoted(text),
            )
            if question is not None:
                self._fail(question, self._fault)

    def _hear_other(self, question: _Question | None, text: str) -> None:
        if text.upper().startswith("FORBID"):
            self.extended = True
        elif text.upper().startswith("SOLVED"):
            self._hear_solved(question, text)
        elif self._about_due:
            if not self._named:
                self._name = about_name(text) or self._name
            self._about_due = False
            self._excuses = max(0, self._excuses - 1)
            if question is not None and question.want is Want.NAME:
                self._answer(question, EngineLine(Kind.OTHER, text))
        elif question is not None:
            question.noise = text

    def _hear_solved(self, question: _Question | None, text: str) -> None:
        if question is not None and question.want is Want.SOLVED:
            self._answer(question, EngineLine(Kind.OTHER, text))
        elif self._owed:
            self._pay()

    def _pay(self) -> None:
        """The owed answer has come."""
        self._owed = False
        self._answered_at = perf_counter()
        self._settled.set()

    def _answer(self, question: _Question, line: EngineLine) -> None:
        question.answered = self._answered_at = perf_counter()
        question.future.set_result(line)

    def _fail(self, question: _Question, error: EngineError) -> None:
        if not question.future.done():
            question.future.set_exception(error)

    def _on_data(self, size: int) -> None:
        self._bytes += size
        if self._bytes > FLOOD and self._fault is None:
            self._fault = EngineError(
                "engine.garbage",
                N_("engine {engine} flooded its output: {count} bytes to one question"),
                engine=self.name,
                count=self._bytes,
            )
            if self._question is not None:
                self._fail(self._question, self._fault)
            self.child.kill()

    def _on_gone(self) -> None:
        self._owed = False
        self._settled.set()
        if self._question is not None:
            self._fail(self._question, self._fault or self._crash())

    # Sentences

    def _crash(self) -> EngineError:
        return EngineError(
            "engine.crash",
            N_("engine {engine} ended by itself ({status}); its last words: {words}"),
            engine=self.name,
            status=status_words(self.child.status),
            words=self.child.words,
        )

    def garbage(self, text: str, want: Want) -> EngineError:
        """The error of an engine that answered what is no answer."""
        return EngineError(
            "engine.garbage",
            N_("engine {engine} answered {answer} where {wanted} was due"),
            engine=self.name,
            answer=quoted(text),
            wanted=want.value,
        )

    def _out_of_time(self, question: _Question, seconds: float) -> EngineError:
        if question.noise:
            return EngineError(
                "engine.garbage",
                N_("engine {engine} gave no answer within {seconds:g} s, only {answer}"),
                engine=self.name,
                seconds=seconds,
                answer=quoted(question.noise),
            )
        return self.late(seconds)

    def late(self, seconds: float) -> EngineError:
        """The error of an engine that said nothing in time."""
        return EngineError(
            "engine.time",
            N_("engine {engine} gave no answer within {seconds:g} s"),
            engine=self.name,
            seconds=seconds,
        )
