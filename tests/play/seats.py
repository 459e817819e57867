"""Seats, clocks and waiting for the tests of a session: nothing here sleeps."""

import asyncio

from wuzi.play import HumanSeat, Play, Session
from wuzi.rules import Game, moves_text, parse_moves, parse_point


class HandClock:
    """A source of time that tests move by hand."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


class FakeSeat:
    """An engine in process. It answers what its script says, then the first legal point.

    A script holds point names, choices, errors to raise, and functions of the state that
    give one of these. While `held`, it thinks until `release`; a `stubborn` one answers
    although it was cancelled.
    """

    is_human = False

    def __init__(self, *script, name="engine", held=False, stubborn=False, draws=False):
        self.name = name
        self.who = f"fake:{name}"
        self.on_line = None
        self.script = list(script)
        self.stubborn = stubborn
        self.draws = draws
        self.states = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.hurried = 0
        self.closed = 0
        self._free = asyncio.Event()
        if not held:
            self._free.set()

    def release(self):
        self._free.set()

    def hold(self):
        self._free.clear()

    async def ready(self, state):
        pass

    async def choose(self, state):
        self.states.append(state)
        self.in_flight += 1
        self.most_in_flight = max(self.in_flight, self.most_in_flight)
        try:
            await self._free.wait()
        except asyncio.CancelledError:
            if not self.stubborn:
                raise
        finally:
            self.in_flight -= 1
        answer = self.script.pop(0) if self.script else next(state.board.legal_points())
        if callable(answer):
            answer = answer(state)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            answer = parse_point(answer, state.board.size)
        return Play(answer) if isinstance(answer, int) else answer

    async def move_now(self):
        self.hurried += 1
        self._free.set()

    def answers_draw(self, board, colour):
        return self.draws

    async def close(self):
        self.closed += 1


def humans(game=None, **options):
    return Session(game, HumanSeat("Ann"), HumanSeat("Bob"), **options)


def play(session, text):
    for move in parse_moves(text, session.board.size):
        session.offer(move)


def moves(session):
    return moves_text(session.board.moves)


async def until(condition):
    """Let the loop run until `condition` holds."""
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0)


async def settle(session):
    """Let the loop run until it has nothing to do but wait."""
    async with asyncio.timeout(10):
        for _ in range(25):
            await asyncio.sleep(0)


def heard(session):
    """A list that fills with the session's events."""
    events = []
    session.subscribe(events.append)
    return events


def kinds(events):
    return [type(event).__name__ for event in events]


def game_of(text, size=15):
    game = Game(size)
    game.extend(parse_moves(text, size))
    return game
