"""One game in progress: :class:`Session` asks two :class:`Seat` s in turn and keeps the clock.

Window, terminal, web and arena all use this one loop. Start with :class:`Session`.
"""

from wuzi.play.analyst import Analyst
from wuzi.play.clock import UNLIMITED, Clock, ClockState, TimeControl
from wuzi.play.engine_seat import EngineSeat, make_seat
from wuzi.play.events import (
    DrawAnswered,
    DrawOffered,
    EngineSaid,
    EngineThinks,
    Event,
    GameOver,
    Jumped,
    Listener,
    MovePlayed,
    Paused,
    Redone,
    Restarted,
    Resumed,
    SaveFailed,
    SeatFailed,
    SeatsSwapped,
    TurnBegan,
    Undone,
)
from wuzi.play.seat import AcceptDraw, Choice, HumanSeat, Play, Resign, Seat, State
from wuzi.play.session import Phase, Session
from wuzi.play.store import GameStore

__all__ = [
    "UNLIMITED",
    "AcceptDraw",
    "Analyst",
    "Choice",
    "Clock",
    "ClockState",
    "DrawAnswered",
    "DrawOffered",
    "EngineSaid",
    "EngineSeat",
    "EngineThinks",
    "Event",
    "GameOver",
    "GameStore",
    "HumanSeat",
    "Jumped",
    "Listener",
    "MovePlayed",
    "Paused",
    "Phase",
    "Play",
    "Redone",
    "Resign",
    "Restarted",
    "Resumed",
    "SaveFailed",
    "Seat",
    "SeatFailed",
    "SeatsSwapped",
    "Session",
    "State",
    "TimeControl",
    "TurnBegan",
    "Undone",
    "make_seat",
]
