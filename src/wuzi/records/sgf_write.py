"""Games into SGF text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from wuzi.errors import N_, RecordError
from wuzi.records import sgf_words as words
from wuzi.records.replay import settle
from wuzi.records.sgf_grammar import compose, escape, raw, simple
from wuzi.rules import (
    BLACK,
    RULES,
    WHITE,
    Colour,
    Game,
    Node,
    Notes,
    SetUp,
    opponent,
    point_name,
)

Properties = dict[str, list[str]]
"""Values as they stand between brackets, by property, in the order of writing."""

_NODES_PER_LINE = 10


def write(games: Iterable[Game]) -> bytes:
    """A collection in UTF-8."""
    return "".join(_game_text(game) for game in games).encode("utf-8", "replace")


def _game_text(game: Game) -> str:
    """A game's tree; parentheses around a line where there are variations."""
    parts: list[str] = ["("]
    stack: list[tuple[Node, Colour] | str] = [(game.root, BLACK)]
    count = 0
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, turn = item
        properties, turn = _node(game, node, turn)
        count += 1
        if count % _NODES_PER_LINE == 0:
            parts.append("\n")
        parts.append(_text(properties))
        if len(node.children) == 1:
            stack.append((node.children[0], turn))
        else:
            for child in reversed(node.children):
                stack += [")", (child, turn), "\n("]
    parts.append(")\n")
    return "".join(parts)


def _text(properties: Properties) -> str:
    return ";" + "".join(
        ident + "".join(f"[{value}]" for value in values)
        for ident, values in properties.items()
        if values
    )


def _node(game: Game, node: Node, turn: Colour) -> tuple[Properties, Colour]:
    """A node's properties, and the side to move after it."""
    properties: Properties = _head(game) if node is game.root else {}
    notes = node.notes if node.has_notes else None
    if notes is not None and notes.set_up is not None:
        if notes.set_up.turn is not None:
            turn = notes.set_up.turn
        _put_set_up(properties, notes.set_up, turn, game.size)
    if node.move is not None:
        properties["BW"[turn == WHITE]] = [words.move_text(node.move, game.size)]
    if notes is not None:
        _put_notes(properties, notes, turn, game.size)
        private = [f"{key}={escape(value)}" for key, value in _private_notes(notes)]
        properties.setdefault("WZ", []).extend(private)
        for ident, values in notes.other.items():
            if re.fullmatch(r"[A-Z][A-Z0-9]*", ident):
                properties.setdefault(ident, []).extend(map(raw, values))
    return properties, turn if node.move is None else opponent(turn)


def _put_set_up(properties: Properties, set_up: SetUp, turn: Colour, size: int) -> None:
    for ident, points in (("AB", set_up.black), ("AW", set_up.white), ("AE", set_up.empty)):
        properties[ident] = [words.move_text(p, size) for p in points]
    properties["PL"] = ["BW"[turn == WHITE]]


def _put_notes(properties: Properties, notes: Notes, turn: Colour, size: int) -> None:
    if notes.clock is not None:
        properties["WL" if turn == WHITE else "BL"] = [_number(notes.clock)]
    if notes.glyph in words.GLYPH_PROPERTIES:
        ident, value = words.GLYPH_PROPERTIES[notes.glyph]
        properties[ident] = [value]
    shapes = {shape: ident for ident, shape in words.SHAPES.items()}
    for p, mark in notes.marks.items():
        where = words.move_text(p, size)
        if mark in shapes:
            properties.setdefault(shapes[mark], []).append(where)
        elif _is_label(mark):
            properties.setdefault("LB", []).append(compose(where, mark[1:]))
    if notes.comment:
        properties["C"] = [escape(notes.comment)]


def _is_label(mark: str) -> bool:
    return mark.startswith("=") and simple(escape(mark[1:])) == mark[1:]


def _private_notes(notes: Notes) -> Iterator[tuple[str, str]]:
    if notes.time is not None:
        yield "time", _number(notes.time)
    if notes.score is not None:
        yield "score", str(notes.score.value)
        if notes.score.win_in is not None:
            yield "win_in", str(notes.score.win_in)
    if notes.depth is not None:
        yield "depth", str(notes.depth)
    if notes.nodes is not None:
        yield "nodes", str(notes.nodes)
    if notes.glyph and notes.glyph not in words.GLYPH_PROPERTIES:
        yield "glyph", notes.glyph
    for p, mark in notes.marks.items():
        if mark not in words.SHAPES.values() and not _is_label(mark):
            yield "mark", f"{point_name(p)}:{mark}"


def _number(value: float) -> str:
    return repr(int(value) if value == int(value) else value)


def _head(game: Game) -> Properties:
    """The properties of the whole game."""
    if RULES.get(game.rule.name) != game.rule:
        raise RecordError(
            "sgf.rule", N_("the rule '{rule}' has no name in SGF files"), rule=game.rule.name
        )
    properties: Properties = {
        "FF": ["4"],
        "GM": ["4"],
        "CA": ["UTF-8"],
        "SZ": [str(game.size)],
    }
    for side, player in (("B", game.black), ("W", game.white)):
        properties[f"P{side}"] = [escape(player.name)] if player.name else []
        properties[f"{side}R"] = [escape(player.rating)] if player.rating else []
    tags = dict(game.tags)
    rules = tags.get("rules", "")
    if game.rule_known:
        named = words.parse_rules(rules) == game.rule and _tag_fits("RU", rules)
        properties["RU"] = [escape(tags.pop("rules")) if named else game.rule.name]
    elif rules and words.parse_rules(rules) is None and _tag_fits("RU", rules):
        properties["RU"] = [escape(tags.pop("rules"))]
    result = _put_outcome(properties, game, tags)
    for ident, key in words.TAGS.items():
        if key in tags and _tag_fits(ident, tags[key]):
            properties[ident] = [escape(tags.pop(key))]
    private = [*_private_head(game), *result, *(("tag", f"{k}:{v}") for k, v in tags.items())]
    properties["WZ"] = [f"{key}={escape(value)}" for key, value in private]
    return properties


def _tag_fits(ident: str, value: str) -> bool:
    """Whether reading the property gives ``value`` again."""
    if ident == "TM":
        return re.fullmatch(r"\d+(\.\d+)?", value) is not None
    if ident == "DT" and words.iso_date(value) != value:
        return False
    return simple(escape(value)) == value


def _put_outcome(properties: Properties, game: Game, tags: dict[str, str]) -> list[tuple[str, str]]:
    """State the outcome, and return what of it has to be said privately."""
    judged = game.board().outcome
    if game.outcome is None:
        result = tags.get("result")
        if result is not None and words.parse_result(result) is None and _tag_fits("RE", result):
            properties["RE"] = [escape(tags.pop("result"))]
        return []
    text = words.result_text(game.outcome)
    properties["RE"] = [escape(text)]
    if settle(words.parse_result(text), judged, game.rule_known) == game.outcome:
        return []
    return [
        ("reason", game.outcome.reason.value),
        *([("detail", game.outcome.detail)] if game.outcome.detail else []),
        *(("point", point_name(p)) for p in game.outcome.points),
    ]


def _private_head(game: Game) -> Iterator[tuple[str, str]]:
    if not game.rule_known:
        yield "rule", game.rule.name
    if game.forbidden_loses != game.rule.forbidden:
        yield "forbidden_loses", str(int(game.forbidden_loses))
    for key, player in (("black", game.black), ("white", game.white)):
        if player.who:
            yield key, player.who
