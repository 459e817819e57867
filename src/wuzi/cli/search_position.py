"""What ``wuzi analyze`` and ``wuzi solve`` have in common: positions to search, until Ctrl-C."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType
from typing import Any

from wuzi.cli.output import error_json, print_json
from wuzi.cli.position import Words, read_line, read_position
from wuzi.cli.words import outcome_words
from wuzi.errors import N_, ParseError, WuziError
from wuzi.rules import FREESTYLE, Board

EXIT_OK = 0
EXIT_WRONG = 2
EXIT_INTERRUPTED = 130


def check_searchable(board: Board) -> Board:
    """The board, if the engine can search it.

    Raises
    ------
    ParseError
        If the game is over or the board too large.
    """
    from wuzi.players.wuzi_thinker import LARGEST  # noqa: PLC0415

    if board.outcome is not None:
        raise ParseError(
            "position.over",
            N_("there is nothing to search, the game is over: {result}"),
            result=outcome_words(board.outcome),
        )
    if board.size > LARGEST:
        raise ParseError(
            "position.large",
            N_("the engine searches boards of up to {largest} lines, not of {size}"),
            largest=LARGEST,
            size=board.size,
        )
    return board


def read_searchable(position: str, words: Words) -> Board:
    """The board of a POSITION, if the engine can search it."""
    return check_searchable(read_position(position, words, FREESTYLE))


def answer_lines(words: Words, answer: Callable[[Board, Event], dict[str, Any]]) -> int:
    """One line of JSON for each position on standard input, in order, until Ctrl-C.

    A position that cannot be searched is answered by its error and does not stop the rest.
    """
    status = EXIT_OK
    with stopped_by_interrupt() as stop:
        for raw in sys.stdin.buffer:
            try:
                board = read_line(raw.decode("utf-8", "replace"), words, FREESTYLE)
                print_json(answer(check_searchable(board), stop))
            except WuziError as error:
                print_json(error_json(error))
                status = EXIT_WRONG
            sys.stdout.flush()
            if stop.is_set():
                return EXIT_INTERRUPTED
    return status


@contextmanager
def stopped_by_interrupt() -> Iterator[Event]:
    """A stop that the first Ctrl-C sets, so that the best found so far can be told.

    A second Ctrl-C interrupts as usual.
    """
    stop = Event()

    def interrupt(number: int, frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    try:
        before = signal.signal(signal.SIGINT, interrupt)
    except ValueError:  # not in the main thread: nobody interrupts it
        yield stop
        return
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
