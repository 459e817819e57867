"""Piskvork's files, ``.psq``: one game, its moves in the order of play with their times.

The first line is ``Piskvorky WxH, L1:L2, S``: the size, the levels of the two players (0 a
human) and which of them began. Then a line ``x,y,milliseconds`` a move, x from the left and
y **from the top, both from 1**. Then, in a match, the players' file names; then an error
code; a match's judge may add what was played.

The rule is not stored. Unless the last line names it (``0,Freestyle15_1`` from a judge,
``0,rule=renju`` from here), freestyle is assumed, or the
first other rule by which no move comes after the end
(see :func:`~wuzi.records.replay.referee`).

What a :class:`~wuzi.rules.Game` has no place for is kept in ``tags``: ``psq_levels``
(``"11:11"``), ``psq_started`` (``"0"``, ``"1"``), ``psq_code`` (if not the usual) and
``psq_footer``. Sources: Piskvork's reader and writer (game.cpp), files of Gomocup's judges.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wuzi.errors import N_, RecordError, WuziError
from wuzi.records.registry import Format, register
from wuzi.records.replay import referee, settle
from wuzi.records.source import Source
from wuzi.rules import (
    PASS,
    RULES,
    Game,
    Node,
    Outcome,
    check_size,
    col_of,
    point,
    row_of,
)

_HEADER = re.compile(r"Piskvorky +(\d{1,9})x(\d{1,9}), *(\d{1,9}:\d{1,9}), *([01])")
_MOVE = re.compile(r"\s*(-?\d{1,18})\s*,\s*(-?\d{1,18})\s*(?:,\s*(-?\d{1,18})\s*)?")
_TORN_MOVE = re.compile(r"\s*[-+]?\d[\d\s.+-]*,[\d\s,.+-]*")
"""Numbers and commas, but no move: half a line, or a number that is not whole."""
_CODE = re.compile(r"\s*(-?\d{1,9})\s*")
_RULE_WORD = re.compile(
    r"\b(?:rule=(?P<ours>[a-z0-9]+)|(?P<judge>freestyle|standard|renju|caro)(?![a-z]))",
    re.IGNORECASE,
)
_NOBODY = "-"
_CODE_ENDED = "0"
_CODE_OPEN = "-1"


def sniff(data: bytes) -> int:
    """How sure it is that ``data`` is a psq file."""
    head = data[:2000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return 100 if head.startswith(b"Piskvorky ") else 0


def read(source: Source) -> Iterator[Game]:
    """The one game of a psq file."""
    lines = source.text().splitlines()
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    game = _open(lines[first] if lines else "", first + 1)
    after, places = _read_moves(source, game, lines, first + 1)
    _read_footer(source, game, lines, after)
    game.forbidden_loses = game.rule.forbidden
    for fault in referee(game):
        _refuse(source, places[fault.node], fault.error)
        if fault.node.parent is not None:
            fault.node.parent.remove(fault.node)
    game.outcome = settle(game.outcome, game.board().outcome, game.rule_known)
    yield game


def _open(header: str, line: int) -> Game:
    match = _HEADER.fullmatch(header.strip())
    if match is None:
        raise RecordError(
            "psq.header",
            N_("line {line}: a psq file begins 'Piskvorky 15x15, 0:0, 0', not '{found}'"),
            line=line,
            found=header.strip()[:40],
        )
    width, height = int(match[1]), int(match[2])
    if width != height:
        raise RecordError(
            "psq.rectangle",
            N_(
                "line {line}: the board is {width}x{height}, and boards here are square: this"
                " game cannot be read"
            ),
            line=line,
            width=width,
            height=height,
        )
    try:
        check_size(width)
    except WuziError as error:
        raise _at_line(line, error) from None
    game = Game(width, rule_known=False)
    game.tags["psq_levels"] = match[3]
    game.tags["psq_started"] = match[4]
    return game


def _at_line(line: int, error: WuziError) -> RecordError:
    return RecordError(error.id, N_("line {line}: {why}"), line=line, why=error)


def _refuse(source: Source, line: int, error: WuziError) -> None:
    if error.id == "move.over":
        source.fault(
            "psq.over",
            N_(
                "line {line}: the game was over before this move by every rule known here: end"
                " the file's moves there, or read it leniently"
            ),
            line=line,
        )
    else:
        source.fault(error.id, N_("line {line}: {why}"), line=line, why=error)


def _read_moves(
    source: Source, game: Game, lines: list[str], start: int
) -> tuple[int, dict[Node, int]]:
    """Append the moves to ``game``; the index of the line after them, and each move's line."""
    places: dict[Node, int] = {}
    node = game.root
    at = start
    broken = False
    while at < len(lines):
        text = lines[at]
        match = _MOVE.fullmatch(text)
        if match is None and text.strip():
            if not _TORN_MOVE.fullmatch(text):
                break
            source.fault(
                "psq.move",
                N_("line {line}: '{found}' is not a move: x,y,milliseconds in whole numbers"),
                line=at + 1,
                found=text.strip()[:40],
            )
            broken = True
        at += 1
        if match is None or broken:
            continue
        x, y = int(match[1]), int(match[2])
        if not (1 <= x <= game.size and 1 <= y <= game.size):
            source.fault(
                "psq.off_board",
                N_(
                    "line {line}: {x},{y} is off the board: column and row run from 1 to"
                    " {size}, from the upper left"
                ),
                line=at,
                x=x,
                y=y,
                size=game.size,
            )
            broken = True  # Piskvork too keeps what came before, nothing after
            continue
        node = node.add(point(x - 1, game.size - y))
        places[node] = at
        if match[3] is not None and int(match[3]) >= 0:
            node.notes.time = int(match[3]) / 1000
    return at, places


def _read_footer(source: Source, game: Game, lines: list[str], at: int) -> None:
    footer = [(n + 1, line.strip()) for n, line in enumerate(lines[at:], at) if line.strip()]
    for number, text in footer:
        if _MOVE.fullmatch(text):
            source.fault(
                "psq.late_move",
                N_("line {line}: a move after the end of the moves in line {end}: remove either"),
                line=number,
                end=at + 1,
            )
            footer = footer[: footer.index((number, text))]
            break
    if len(footer) >= 3 and _CODE.fullmatch(footer[2][1]) and not _CODE.fullmatch(footer[1][1]):
        began = int(game.tags["psq_started"])
        names = ["" if text == _NOBODY else text for _, text in footer[:2]]
        game.black.name, game.white.name = names[began], names[1 - began]
        del footer[:2]
    if footer and _CODE.fullmatch(footer[0][1]):
        code = footer.pop(0)[1]
        if code not in (_CODE_ENDED, _CODE_OPEN):
            game.tags["psq_code"] = code
    if footer:
        game.tags["psq_footer"] = "\n".join(text for _, text in footer)
        _read_rule(source, game, footer[0][0])


def _read_rule(source: Source, game: Game, line: int) -> None:
    match = _RULE_WORD.search(game.tags["psq_footer"])
    word = (match["ours"] or match["judge"]).lower() if match is not None else ""
    if word in RULES:
        game.rule = RULES[word]
        game.rule_known = True
        return
    source.note(
        "psq.footer",
        N_("line {line}: the text after the end of the game is not understood and only kept"),
        line=line,
    )


def write(games: Iterable[Game]) -> bytes:
    """The psq file of one game's main line."""
    games = list(games)
    if len(games) != 1:
        raise RecordError(
            "psq.count",
            N_("a psq file holds one game, not {count}: write each to its own file, or use sgf"),
            count=len(games),
        )
    [game] = games
    lines = [_header(game)]
    board = game.board()
    for node in list(game.root.line()):
        if node.has_notes and node.notes.set_up is not None:
            raise RecordError(
                "psq.set_up",
                N_("a psq file cannot hold stones that were set up: use sgf or wuzi"),
            )
        if node.move is None:
            continue
        if node.move == PASS:
            raise RecordError("psq.pass", N_("a psq file cannot hold a pass: use sgf or wuzi"))
        spent = (node.notes.time or 0.0) if node.has_notes else 0.0
        x, y = col_of(node.move) + 1, game.size - row_of(node.move)
        lines.append(f"{x},{y},{max(0, round(spent * 1000))}")
    lines += _footer(game, board.outcome)
    return "".join(line + "\r\n" for line in lines).encode("utf-8", "replace")


def _started(game: Game) -> int:
    return 1 if game.tags.get("psq_started") == "1" else 0


def _header(game: Game) -> str:
    levels = game.tags.get("psq_levels", "")
    if not re.fullmatch(r"\d{1,9}:\d{1,9}", levels):
        players = [game.black, game.white][:: -1 if _started(game) else 1]
        levels = ":".join("0" if player.who in ("", "human") else "11" for player in players)
    return f"Piskvorky {game.size}x{game.size}, {levels}, {_started(game)}"


def _footer(game: Game, judged: Outcome | None) -> Iterator[str]:
    names = [_name(game.black.name), _name(game.white.name)][:: -1 if _started(game) else 1]
    if names != [_NOBODY, _NOBODY]:
        yield from names
    over = judged or game.outcome
    code = game.tags.get("psq_code", "")
    yield code if _CODE.fullmatch(code) else _CODE_ENDED if over else _CODE_OPEN
    footer = game.tags.get("psq_footer", "")
    if not footer and game.rule_known:
        footer = f"0,rule={game.rule.name}"
    for text in footer.splitlines():
        if text.strip() and not _MOVE.fullmatch(text):
            yield text


def _name(name: str) -> str:
    """A name that no reader takes for a move or a code."""
    text = " ".join(name.split()) or _NOBODY
    taken = any(pattern.fullmatch(text) for pattern in (_MOVE, _TORN_MOVE, _CODE))
    return f"'{text}'" if taken else text


register(
    Format("psq", N_("Piskvork game"), (".psq",), read, write, sniff),
)
