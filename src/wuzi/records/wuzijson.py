"""Our own JSON: everything that a :class:`~wuzi.rules.Game` holds, exactly.

``{"wuzi": 1, "games": [...]}``. A game has ``size``, ``rule``, ``rule_known``,
``forbidden_loses``, ``black``, ``white``, ``outcome``, ``tags`` and ``nodes``: the tree as
a flat list, each node after its parent, siblings in order. A node's ``parent`` is the index
of another; without it, the node before it in the list. Points are names (``"h8"``); what a
node does not have is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from wuzi.errors import N_, ParseError, RecordError
from wuzi.records import json_checks as check
from wuzi.records.registry import Format, register
from wuzi.records.replay import referee
from wuzi.records.source import Source
from wuzi.rules import (
    BLACK,
    EMPTY,
    PASS,
    RULES,
    WHITE,
    Colour,
    Game,
    Move,
    Node,
    Notes,
    Outcome,
    Player,
    Point,
    Reason,
    Score,
    SetUp,
    check_size,
    parse_point,
    parse_rule,
    point_name,
)

VERSION = 1
_WINNERS = {BLACK: "black", WHITE: "white", EMPTY: "draw"}
_TURNS = {BLACK: "black", WHITE: "white"}
_PLAYER = ("name", "who", "rating")
_WHOLE = ("depth", "nodes")
_REAL = ("time", "clock")
_TEXT = ("comment", "glyph")


def sniff(data: bytes) -> int:
    """How sure it is that ``data`` is JSON of ours."""
    head = data[:4096].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head.startswith(b"{"):
        return 0
    return 100 if b'"wuzi"' in head else 20


# Writing


def write(games: Iterable[Game]) -> bytes:
    """The games as JSON in UTF-8, a line a node."""
    texts = ",\n".join(_game_text(game) for game in games)
    return f'{{"wuzi": {VERSION}, "games": [\n{texts}\n]}}\n'.encode("utf-8", "replace")


def _game_text(game: Game) -> str:
    head = _dump(_head(game))[:-1]
    nodes = ",\n".join(map(_dump, _rows(game)))
    return f'{head}, "nodes": [\n{nodes}\n]}}'


def _dump(value: dict[str, Any]) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        raise RecordError(
            "json.number", N_("a time or clock of the game is not a finite number")
        ) from None


def _head(game: Game) -> dict[str, Any]:
    if RULES.get(game.rule.name) != game.rule:
        raise RecordError(
            "json.rule", N_("the rule '{rule}' has no name in files"), rule=game.rule.name
        )
    return {
        "size": game.size,
        "rule": game.rule.name,
        "rule_known": game.rule_known,
        "forbidden_loses": game.forbidden_loses,
        "black": {key: getattr(game.black, key) for key in _PLAYER},
        "white": {key: getattr(game.white, key) for key in _PLAYER},
        "outcome": None if game.outcome is None else _outcome_row(game.outcome),
        "tags": game.tags,
    }


def _outcome_row(outcome: Outcome) -> dict[str, Any]:
    return {
        "winner": _WINNERS[outcome.winner],
        "reason": outcome.reason.value,
        "points": [point_name(p) for p in outcome.points],
        "detail": outcome.detail,
    }


def _rows(game: Game) -> Iterator[dict[str, Any]]:
    index: dict[Node, int] = {}
    for at, node in enumerate(game.nodes()):
        index[node] = at
        row: dict[str, Any] = {}
        if node.parent is not None and index[node.parent] != at - 1:
            row["parent"] = index[node.parent]
        if node.move is not None:
            row["move"] = point_name(node.move)
        if node.has_notes:
            _put_notes(row, node.notes)
        yield row


def _put_notes(row: dict[str, Any], notes: Notes) -> None:
    row.update({key: value for key in _TEXT if (value := getattr(notes, key))})
    for key in (*_REAL, *_WHOLE):
        value = getattr(notes, key)
        if value is not None:
            row[key] = value
    if notes.marks:
        row["marks"] = {point_name(p): mark for p, mark in notes.marks.items()}
    if notes.score is not None:
        row["score"] = {"value": notes.score.value}
        if notes.score.win_in is not None:
            row["score"]["win_in"] = notes.score.win_in
    if notes.set_up is not None:
        row["set_up"] = _set_up_row(notes.set_up)
    if notes.other:
        row["other"] = notes.other


def _set_up_row(set_up: SetUp) -> dict[str, Any]:
    row: dict[str, Any] = {
        key: [point_name(p) for p in points]
        for key in ("black", "white", "empty")
        if (points := getattr(set_up, key))
    }
    if set_up.turn is not None:
        row["turn"] = _TURNS[set_up.turn]
    return row


# Reading


def read(source: Source) -> Iterator[Game]:
    """The games of the file."""
    document = _parse(source)
    version = document.get("wuzi")
    if type(version) is int and version > VERSION:
        raise RecordError(
            "json.newer",
            N_("the file is of version {version}, made by a newer Wuzi: update this one"),
            version=str(version)[:20],
        )
    if version != VERSION or type(version) is not int:
        raise RecordError(
            "json.version", N_('this JSON is none of ours: it does not say "wuzi": 1')
        )
    games = document.get("games")
    if not isinstance(games, list):
        raise RecordError("json.games", N_("games: a list of games is missing"))
    for number, row in enumerate(games):
        try:
            yield _GameReader(source, f"games[{number}]").read(row)
        except _Unreadable as unreadable:
            error = unreadable.error
            if source.strict:
                raise error from None
            source.note(error.id, error.template, **error.fields)


def _parse(source: Source) -> dict[str, Any]:
    try:
        document = json.loads(source.text(), parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RecordError(
            "json.syntax",
            N_("line {line}, column {column}: this is not JSON ({why})"),
            line=error.lineno,
            column=error.colno,
            why=error.msg,
        ) from None
    except ValueError as error:  # a number of thousands of digits
        raise RecordError(
            "json.value", N_("the JSON holds a number that is none here: {why}"), why=error
        ) from None
    except RecursionError:
        raise RecordError(
            "json.deep", N_("the JSON is nested too deep to be a file of ours")
        ) from None
    if not isinstance(document, dict):
        raise RecordError("json.object", N_("the JSON is not an object: it must begin with '{{'"))
    return document


def _no_constant(text: str) -> float:
    raise ValueError(text)


class _Unreadable(Exception):
    """A game of which nothing can be kept."""

    def __init__(self, error: RecordError) -> None:
        super().__init__(error)
        self.error = error


class _GameReader:
    """Reads one game, knowing where it is."""

    def __init__(self, source: Source, path: str) -> None:
        self.source = source
        self.path = path
        self.size = 0

    def read(self, row: Any) -> Game:
        try:
            game = self._head(check.mapping(row, self.path))
        except check.Wrong as wrong:
            raise _Unreadable(wrong.error()) from None
        nodes = self._nodes(game, row)
        index: dict[Node, int] = {}
        for fault in referee(game, first_only=self.source.strict):
            index = index or {node: at for at, node in enumerate(nodes)}
            at = index[fault.node]
            self.source.fault(
                fault.error.id,
                N_("{path}: {why}"),
                path=f"{self.path}.nodes[{at}].{'set_up' if fault.move is None else 'move'}",
                why=fault.error,
            )
        return game

    def _fault(self, wrong: check.Wrong) -> None:
        error = wrong.error()
        self.source.fault(error.id, error.template, **error.fields)

    # The head

    def _head(self, row: dict[str, Any]) -> Game:
        path = self.path
        try:
            self.size = check_size(check.whole(row.get("size"), f"{path}.size"))
            rule = parse_rule(check.text(row.get("rule"), f"{path}.rule"))
        except ParseError as error:
            raise check.Wrong(path, "", error) from None
        game = Game(self.size, rule)
        fields = {
            "rule_known": lambda value, at: setattr(game, "rule_known", check.truth(value, at)),
            "forbidden_loses": lambda value, at: setattr(
                game, "forbidden_loses", check.truth(value, at)
            ),
            "black": lambda value, at: setattr(game, "black", _player(value, at)),
            "white": lambda value, at: setattr(game, "white", _player(value, at)),
            "outcome": lambda value, at: setattr(game, "outcome", self._outcome(value, at)),
            "tags": lambda value, at: game.tags.update(check.texts(value, at)),
        }
        for key, value in row.items():
            if key in ("size", "rule", "nodes"):
                continue
            try:
                if key not in fields:
                    raise check.Wrong(f"{path}.{key[:40]}", N_("nothing"))
                fields[key](value, f"{path}.{key}")
            except check.Wrong as wrong:
                self._fault(wrong)
        return game

    def _outcome(self, value: Any, path: str) -> Outcome | None:
        if value is None:
            return None
        row = check.mapping(value, path)
        check.only(row, ("winner", "reason", "points", "detail"), path)
        winners = {word: colour for colour, word in _WINNERS.items()}
        winner = check.choice(row.get("winner"), winners, f"{path}.winner")
        reasons = {reason.value: reason for reason in Reason}
        return Outcome(
            winner,
            check.choice(row.get("reason"), reasons, f"{path}.reason"),
            self._points(row.get("points", []), f"{path}.points"),
            check.text(row.get("detail", ""), f"{path}.detail"),
        )

    # The tree

    def _nodes(self, game: Game, row: dict[str, Any]) -> list[Node]:
        path = f"{self.path}.nodes"
        nodes = [game.root]
        rows = row.get("nodes")
        if not isinstance(rows, list) or not rows:
            self._fault(check.Wrong(path, N_("a list of at least one node")))
            return nodes
        for at, value in enumerate(rows):
            here = f"{path}[{at}]"
            try:
                fields = check.mapping(value, here)
                node = nodes[0] if at == 0 else self._parent(fields, nodes, here).add()
            except check.Wrong as wrong:
                self._fault(wrong)
                break  # those that follow count on this one
            if at:
                nodes.append(node)
            self._fill(node, fields, here)
        return nodes

    def _parent(self, fields: dict[str, Any], nodes: list[Node], path: str) -> Node:
        parent = check.whole(fields.get("parent", len(nodes) - 1), f"{path}.parent")
        if not 0 <= parent < len(nodes):
            raise check.Wrong(f"{path}.parent", N_("the index of a node before this one"))
        return nodes[parent]

    def _fill(self, node: Node, fields: dict[str, Any], path: str) -> None:
        for key, value in fields.items():
            if key == "parent":
                continue
            try:
                if key == "move":
                    node.move = self._move(value, f"{path}.move")
                else:
                    self._note(node.notes, key, value, f"{path}.{key[:40]}")
            except check.Wrong as wrong:
                self._fault(wrong)

    def _note(self, notes: Notes, key: str, value: Any, path: str) -> None:
        if key in _TEXT:
            setattr(notes, key, check.text(value, path))
        elif key in _WHOLE:
            setattr(notes, key, check.whole(value, path))
        elif key in _REAL:
            setattr(notes, key, check.real(value, path))
        elif key == "marks":
            marks = check.texts(value, path)
            notes.marks = {self._point(name, path): mark for name, mark in marks.items()}
        elif key == "score":
            row = check.mapping(value, path)
            check.only(row, ("value", "win_in"), path)
            win_in = row.get("win_in")
            notes.score = Score(
                check.whole(row.get("value"), f"{path}.value"),
                None if win_in is None else check.whole(win_in, f"{path}.win_in"),
            )
        elif key == "set_up":
            notes.set_up = self._set_up(value, path)
        elif key == "other":
            rows = check.mapping(value, path)
            notes.other = {check.text(name, path): check.text_list(row, f"{path}.{name[:40]}")
                           for name, row in rows.items()}  # fmt: skip
        else:
            raise check.Wrong(path, N_("nothing"))

    def _set_up(self, value: Any, path: str) -> SetUp:
        row = check.mapping(value, path)
        check.only(row, ("black", "white", "empty", "turn"), path)
        turns: dict[str, Colour] = {word: colour for colour, word in _TURNS.items()}
        turn = row.get("turn")
        black, white, empty = (
            self._points(row.get(key, []), f"{path}.{key}") for key in ("black", "white", "empty")
        )
        turn = None if turn is None else check.choice(turn, turns, f"{path}.turn")
        return SetUp(black, white, empty, turn)  # fmt: skip

    def _points(self, value: Any, path: str) -> tuple[Point, ...]:
        return tuple(self._point(name, path) for name in check.text_list(value, path))

    def _point(self, value: Any, path: str) -> Point:
        try:
            return parse_point(check.text(value, path), self.size)
        except ParseError as error:
            raise check.Wrong(path, "", error) from None

    def _move(self, value: Any, path: str) -> Move:
        return PASS if value == "pass" else self._point(value, path)


def _player(value: Any, path: str) -> Player:
    row = check.mapping(value, path)
    check.only(row, _PLAYER, path)
    return Player(**{key: check.text(text, f"{path}.{key}") for key, text in row.items()})


register(Format("wuzi", N_("Wuzi games as JSON"), (".json", ".wuzi"), read, write, sniff))
