"""The options of ``wuzi play``, and the session they describe."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wuzi.cli.doubts import doubts
from wuzi.cli.position import (
    RULE_HELP,
    SIDE_HELP,
    SIZE_HELP,
    Words,
    assume_rule,
    first_game,
    read_position,
)
from wuzi.errors import N_, ParseError
from wuzi.rules import Game, parse_rule

if TYPE_CHECKING:
    from wuzi.desktop.desk import NewGame
    from wuzi.play import TimeControl
    from wuzi.settings import PlayDefaults

HELP = N_(
    "Play, in the window if there is one. By default you have black against level 2, or what"
    " the settings say."
)

_ANALYST = "wuzi"

_FOREIGN_SECONDS = 5.0
"""What an engine that is not ours is told to take for a move where no time is agreed."""
_PATIENCE = 60.0
"""What it may take in the end."""

_WHO_HELP = N_("human, level:N, textbook:NAME,key=value,..., wuzi, engine:NAME or a command line")
_TIME_HELP = N_("MATCH/MOVE+INCREMENT in seconds, such as 300/10+2, 300 or /5")
_FORBIDDEN_HELP = N_("In renju, what becomes of a forbidden move: refuse or lose")


def play(
    *,
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    size: Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)] = "",
    black: Annotated[str, typer.Option("--black", metavar="WHO", help=_WHO_HELP)] = "",
    white: Annotated[str, typer.Option("--white", metavar="WHO", help=_WHO_HELP)] = "",
    time: Annotated[str, typer.Option("--time", metavar="T", help=_TIME_HELP)] = "",
    position: Annotated[
        str, typer.Option("--position", metavar="POS", help=N_("Start from moves or stones"))
    ] = "",
    side: Annotated[str, typer.Option("--side", metavar="SIDE", help=SIDE_HELP)] = "",
    load: Annotated[
        str, typer.Option("--load", metavar="FILE", help=N_("Go on with a saved game"))
    ] = "",
    forbidden: Annotated[
        str, typer.Option("--forbidden", metavar="WHAT", help=_FORBIDDEN_HELP)
    ] = "",
    terminal: Annotated[
        bool, typer.Option("--terminal", help=N_("Play here even where there is a window"))
    ] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help=N_("Draw with x, o and dots"))] = False,
) -> int:
    """Play a game."""
    import asyncio  # noqa: PLC0415

    from wuzi.cli.play import window  # noqa: PLC0415
    from wuzi.play import TimeControl  # noqa: PLC0415
    from wuzi.settings import load as load_settings  # noqa: PLC0415

    defaults = load_settings().play
    game = _start(
        words=Words.parse(rule, size, side),
        defaults=defaults,
        position=position,
        load=load,
        forbidden=forbidden,
    )
    if black and not white and black != "human":
        white = "human"
    control = TimeControl.parse(time or defaults.time)
    black, white = black or defaults.black, white or defaults.white
    if not (terminal or ascii) and window.is_typed_at():
        status = window.open_window(lambda: _in_window(game, black, white, control))
        if status is not None:
            return status
    return asyncio.run(_play(game, black, white, control, ascii))


def _in_window(game: Game, black: str, white: str, control: TimeControl) -> NewGame:
    from wuzi.desktop.desk import NewGame  # noqa: PLC0415

    return NewGame(black, white, black_time=control, white_time=control, start=game)


def _start(
    *, words: Words, defaults: PlayDefaults, position: str, load: str, forbidden: str
) -> Game:
    """The game to play on from."""
    if forbidden not in ("", "refuse", "lose"):
        raise ParseError(
            "play.forbidden",
            N_("--forbidden cannot be '{token}': write refuse or lose"),
            token=forbidden[:40],
        )
    if load and position:
        raise ParseError(
            "play.two_starts", N_("--load and --position both say where to start: give one")
        )
    rule = parse_rule(defaults.rule)
    if load:
        game = first_game(Path(load))
        if words.rule is not None:
            game.rule = words.rule
        else:
            assume_rule(game, rule)
    else:
        words = replace(words, size=words.size or defaults.size)
        game = Game.from_board(read_position(position, words, rule))
    if forbidden:
        game.forbidden_loses = forbidden == "lose"
    game.board()  # refuse a file with an illegal move now, in one sentence
    return game


async def _play(game: Game, black: str, white: str, control: TimeControl, ascii: bool) -> int:
    from wuzi.cli.output import make_console  # noqa: PLC0415
    from wuzi.cli.play.keyboard import Keyboard  # noqa: PLC0415
    from wuzi.cli.play.screen import Screen  # noqa: PLC0415
    from wuzi.cli.play.table import Table  # noqa: PLC0415
    from wuzi.play import Session  # noqa: PLC0415
    from wuzi.play.analyst import Analyst  # noqa: PLC0415
    from wuzi.play.engine_seat import make_seat  # noqa: PLC0415
    from wuzi.players import check_who, parse_who  # noqa: PLC0415
    from wuzi.thinking import Limit  # noqa: PLC0415

    players = [parse_who(text) for text in (black, white)]
    for player in players:
        check_who(player)
    # Our thinkers stop by their own options; a program of another maker might never.
    foreign = any(player.kind in ("engine", "command") for player in players)
    session = Session(
        game,
        make_seat(black),
        make_seat(white),
        time_control=control,
        limit=Limit(time=_FOREIGN_SECONDS if foreign else None),
    )
    screen = Screen(make_console(), ascii=ascii)
    for doubt in doubts(players):
        screen.complain(doubt)
    patience = _PATIENCE if foreign else math.inf
    return await Table(session, Keyboard(), screen, Analyst(_ANALYST), patience=patience).run()
