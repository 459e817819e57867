"""Positions as text: a game a line, a move string or a set-up, as people type and paste them.

A line is ``h8i9g7`` or ``BLACKS/WHITES``, and may carry the words ``rule=renju``, ``size=19``
and ``side=white`` in any order. What follows ``#`` is a comment: alone on a line it is
passed over, after a position it is the comment of that game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wuzi.errors import N_, ParseError, WuziError
from wuzi.records.registry import Format, register
from wuzi.records.replay import referee, settle
from wuzi.records.source import Source
from wuzi.rules import (
    COLOUR_NAMES,
    Colour,
    Game,
    check_size,
    parse_colour,
    parse_moves,
    parse_position,
    parse_rule,
    position_text,
)
from wuzi.rules.notation import not_to_move

_WORD = re.compile(r"(?:(?:rule|size|side)=\S+|(?:pass|[a-z][0-9]{1,2}|[,_/])++)", re.IGNORECASE)
_SETTING = re.compile(r"(rule|size|side)=(\S*)", re.IGNORECASE)
_DEFAULT_SIZE = 15


def sniff(data: bytes) -> int:
    """How sure it is that ``data`` is positions as text: that its first one is."""
    for line in data[:100_000].decode("utf-8-sig", "replace").splitlines():
        words = line.partition("#")[0].split()
        if words:
            return 60 if all(_WORD.fullmatch(word) for word in words) else 0
    return 0


def read(source: Source) -> Iterator[Game]:
    """The games of the lines, one after another."""
    for number, line in enumerate(source.text().splitlines(), 1):
        text, _, comment = line.partition("#")
        if not text.strip():
            continue
        try:
            game = _read_line(source, text, number)
        except ParseError as error:
            source.fault(error.id, N_("line {line}: {why}"), line=number, why=error)
            continue
        game.root.notes.comment = comment.strip()
        yield game


def _read_line(source: Source, text: str, number: int) -> Game:
    settings = {key.lower(): value for key, value in _SETTING.findall(text)}
    position = _SETTING.sub(" ", text).strip()
    size = _size(settings["size"]) if "size" in settings else _DEFAULT_SIZE
    game = Game(size, rule_known="rule" in settings)
    if "rule" in settings:
        game.rule = parse_rule(settings["rule"])
    game.forbidden_loses = game.rule.forbidden
    side = parse_colour(settings["side"]) if "side" in settings else None
    if "/" in position:
        board = parse_position(
            position, size, game.rule, side, forbidden_loses=game.forbidden_loses
        )
        game = Game.from_board(board)
        game.rule_known = "rule" in settings
        return game
    game.extend(parse_moves(position, size))
    for fault in referee(game):
        _refuse(source, game, fault.error, number, len(game.moves(fault.node.parent)) + 1)
        if fault.node.parent is not None:
            fault.node.parent.remove(fault.node)
    _check_side(game, side)
    game.outcome = settle(None, game.board().outcome, game.rule_known)
    return game


def _size(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise ParseError(
            "size.malformed", N_("size={token} is not a number of lines: size=15"), token=text[:40]
        )
    return check_size(int(text))


def _refuse(source: Source, game: Game, error: WuziError, line: int, number: int) -> None:
    source.fault(
        error.id,
        N_("line {line}, move {number}: {why}"),
        line=line,
        number=number,
        why=error,
    )


def _check_side(game: Game, side: Colour | None) -> None:
    if side is not None and side != game.board().turn:
        raise not_to_move(side)


def write(games: Iterable[Game]) -> bytes:
    """A line for the end of each game's main line."""
    return "".join(_line(game) + "\n" for game in games).encode("utf-8", "replace")


def _line(game: Game) -> str:
    board = game.board()
    text = position_text(board)
    words = [text] if text else []
    if "/" in text:
        words.append(f"side={COLOUR_NAMES[board.turn]}")
    if game.size != _DEFAULT_SIZE or not words:
        words.append(f"size={game.size}")
    if game.rule_known:
        words.append(f"rule={game.rule.name}")
    if game.root.has_notes and game.root.notes.comment:
        words.append("# " + " ".join(game.root.notes.comment.split()))
    return " ".join(words)


register(
    Format("position", N_("positions as text"), (".txt",), read, write, sniff),
)
