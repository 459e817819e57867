"""SGF (FF[4]) for five in a row: ``GM[4]``, trees with variations, comments and marks.

Read too: ``GM[1]`` and ``GM[5]``, which other programs write, no ``GM`` at all, FF[3],
collections, several moves in one node, set-ups, rectangles of points, ``tt`` for a pass.
Stones keep the colour that the file gives them: where it is not that of the side to move,
the node sets up the turn. The rule is that of ``RU``; a file that names none is freestyle,
or the first other rule by which no move comes after the end
(:func:`~wuzi.records.replay.referee`), and :attr:`Game.rule_known` is False.

Properties that mean nothing here stay in :attr:`Notes.other`, word for word, and are
written back. What a :class:`~wuzi.rules.Game` knows and SGF has no property for goes into
the private property ``WZ``, values ``key=value``:

* at any node ``time`` (seconds of the move), ``score``, ``win_in``, ``depth``, ``nodes`` (of
  the search), ``glyph``, ``mark`` (``h8:shape``);
* at the root ``rule`` (assumed, not known), ``forbidden_loses`` (0, 1), ``reason``, ``detail``
  and ``point`` of the outcome, ``black`` and ``white`` (WHO), ``tag`` (``key:value``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

from wuzi.errors import N_, ParseError, RecordError, WuziError
from wuzi.records import sgf_words as words
from wuzi.records.registry import Format, register
from wuzi.records.replay import referee, settle
from wuzi.records.sgf_grammar import Event, Placed, Property, events, simple, unescape
from wuzi.records.sgf_write import write
from wuzi.records.source import Source
from wuzi.rules import (
    BLACK,
    RULES,
    WHITE,
    Colour,
    Game,
    Node,
    Outcome,
    Reason,
    Score,
    SetUp,
    check_size,
    parse_point,
)

_CA = re.compile(rb"\bCA\s*\[\s*([A-Za-z0-9._: -]{1,40}?)\s*\]")
_HEAD = 1 << 16


def sniff(data: bytes) -> int:
    """How sure it is that ``data`` is SGF."""
    head = data[:_HEAD]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.decode("utf-16", "replace").encode()
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if re.match(rb"\(\s*;", head):
        return 90
    if re.search(rb"\(\s*;\s*[A-Za-z]{1,20}\s*\[", head):
        return 50
    return 10 if re.search(rb"\(\s*[A-Z]{1,3}\s*\[", head) else 0


def read(source: Source) -> Iterator[Game]:
    """The games of a collection, one after another."""
    declared = _CA.search(source.data[:_HEAD])
    text = source.text(declared[1].decode("ascii") if declared else None)
    fault = Placed(text, source.fault)
    tree: _Tree | None = None
    depth = 0
    for event in events(text, fault):
        depth += {"(": 1, ")": -1}.get(event.kind, 0)
        if event.kind == "(" and depth == 1:
            tree = _Tree(source, text, fault)
        if tree is None:
            continue
        try:
            tree.take(event)
            if depth == 0 and tree.game is not None:
                yield tree.finish()
        except RecordError as error:  # of the whole game: its size, or strictness
            if source.strict:
                raise
            source.note(error.id, error.template, **error.fields)
            tree = None


class _Tree:
    """A game being read, event by event."""

    def __init__(self, source: Source, text: str, fault: Placed) -> None:
        self.source = source
        self.text = text
        self.fault = fault
        self.game: Game | None = None
        self.here: Node | None = None
        self.branches: list[Node | None] = []
        self.colours: dict[Node, Colour] = {}
        self.places: dict[Node, int] = {}
        self.stated: dict[str, Any] = {}
        """What the private property says of the outcome."""
        self.in_root = True
        """Whether the first node is being read, even after moves that stand in it."""

    def take(self, event: Event) -> None:
        if event.kind == "(":
            self.branches.append(self.here)
        elif event.kind == ")":
            self.here = self.branches.pop()
        else:
            self._node(event)

    def _node(self, event: Event) -> None:
        if self.game is None:
            self.game = Game(self._size(event), rule_known=False)
            self.here = self.game.root
        else:
            self.here = (self.here or self.game.root).add()
        self.places[self.here] = event.at
        self.in_root = self.here is self.game.root
        for prop in event.properties:
            try:
                self._property(self.game, prop)
            except ParseError as error:
                self._refuse(prop.at, error, prop.ident)

    def _refuse(self, at: int, error: WuziError, ident: str) -> None:
        self.fault(
            error.id,
            N_("line {line}, {ident}: {why}"),
            at=at,
            ident=ident,
            why=error,
        )

    # The head of a game

    def _size(self, root: Event) -> int:
        stated = {prop.ident: prop for prop in root.properties}
        kind = simple(stated["GM"].values[0]) if "GM" in stated else ""
        if kind not in ("", "1", "4", "5"):
            self.fault(
                "sgf.game",
                N_("line {line}: GM[{kind}] is another game than five in a row, which is GM[4]"),
                at=stated["GM"].at,
                kind=kind[:20],
            )
        if "SZ" not in stated:
            return self._likely_size(root, 19 if kind == "1" else 15)
        at, value = stated["SZ"].at, simple(stated["SZ"].values[0])
        match = re.fullmatch(r"(\d{1,4})(?:\s*:\s*(\d{1,4}))?", value)
        problem: WuziError = ParseError(
            "sgf.size", N_("SZ[{value}] is not a size of a square board"), value=value[:20]
        )
        if match is not None and match[2] in (None, match[1]):
            try:
                return check_size(int(match[1]))
            except ParseError as error:
                problem = error
        raise RecordError(
            problem.id, N_("line {line}: {why}"), line=self.fault.line(at), why=problem
        )

    def _likely_size(self, root: Event, usual: int) -> int:
        """The usual size, or a larger common one if stones lie beyond it."""
        points = re.findall(r"(?:[BW]|A[BW])\s*\[([a-z]{2})\]", self.text[root.at :])
        need = max((ord(letter) - ord("a") + 1 for p in points if p != "tt" for letter in p),
                   default=0)  # fmt: skip
        return next((size for size in (usual, 19, 20, 26) if size >= max(need, usual)), usual)

    # Properties

    def _property(self, game: Game, prop: Property) -> None:
        assert self.here is not None
        ident, values = prop.ident, prop.values
        if ident in ("B", "W"):
            self._move(game, prop)
        elif ident in ("AB", "AW", "AE", "PL"):
            self._set_up(game, prop)
        elif not (
            (self.here is game.root and ident in ("FF", "GM", "SZ", "CA"))
            or self._information(game, ident, values)
            or self._note(game, self.here, ident, values)
        ):
            self.here.notes.other.setdefault(ident, []).extend(values)

    def _move(self, game: Game, prop: Property) -> None:
        assert self.here is not None
        if self.here is game.root or self.here in self.colours:
            self.here = self.here.add()
            self.places[self.here] = prop.at
        if len(prop.values) > 1:
            self.fault(
                "sgf.moves",
                N_("line {line}: {ident} has more than one point: a node holds one move"),
                at=prop.at,
                ident=prop.ident,
            )
        self.here.move = words.parse_move(prop.values[0], game.size)
        self.colours[self.here] = BLACK if prop.ident == "B" else WHITE
        self.places[self.here] = prop.at

    def _set_up(self, game: Game, prop: Property) -> None:
        assert self.here is not None
        if self.here in self.colours:  # stones are set up before a move, not after
            self.here = self.here.add()
            self.places[self.here] = prop.at
        notes = self.here.notes
        if notes.set_up is None:
            notes.set_up = SetUp()
        if prop.ident == "PL":
            side = simple(prop.values[0]).lower()
            if side[:1] not in ("b", "w", "1", "2"):
                raise ParseError("sgf.turn", N_("'{token}' is not a side: B or W"), token=side[:20])
            notes.set_up.turn = BLACK if side[0] in "b1" else WHITE
            return
        field = {"AB": "black", "AW": "white", "AE": "empty"}[prop.ident]
        points = dict.fromkeys(getattr(notes.set_up, field))
        for value in dict.fromkeys(prop.values):
            try:
                points.update(dict.fromkeys(words.parse_points(value, game.size)))
            except ParseError as error:
                self._refuse(prop.at, error, prop.ident)
        setattr(notes.set_up, field, tuple(points))

    def _information(self, game: Game, ident: str, values: tuple[str, ...]) -> bool:
        """Take what is said of the whole game, in the first node or before the first move."""
        if self.colours and not self.in_root:
            return False
        text = simple(values[0])
        if ident in words.TAGS:
            game.tags[words.TAGS[ident]] = words.iso_date(text) if ident == "DT" else text
        elif ident in ("PB", "PW"):
            (game.black if ident == "PB" else game.white).name = text
        elif ident in ("BR", "WR"):
            (game.black if ident == "BR" else game.white).rating = text
        elif ident == "RE":
            game.outcome = words.parse_result(text)
            if game.outcome is None:
                game.tags["result"] = text
        elif ident == "RU":
            rule = words.parse_rules(text)
            if rule is None or text != rule.name:
                game.tags["rules"] = text
            if rule is not None:
                game.rule, game.rule_known = rule, True
        else:
            return False
        return True

    def _note(self, game: Game, node: Node, ident: str, values: tuple[str, ...]) -> bool:
        notes = node.notes
        glyph = words.GLYPHS.get((ident, simple(values[0])))
        if ident == "C":
            said = [notes.comment] if notes.comment else []
            notes.comment = "\n".join([*said, *map(unescape, values)])
        elif ident in ("BL", "WL") and self.colours.get(node) == (
            BLACK if ident == "BL" else WHITE
        ):
            notes.clock = _number(values[0])
            return notes.clock is not None
        elif glyph is not None and not notes.glyph:
            notes.glyph = glyph
        elif ident in words.SHAPES or ident == "LB":
            self._marks(game, node, ident, values)
        elif ident == "WZ":
            for value in values:
                if not self._private(game, node, unescape(value)):
                    notes.other.setdefault("WZ", []).append(value)
        else:
            return False
        return True

    def _marks(self, game: Game, node: Node, ident: str, values: tuple[str, ...]) -> None:
        marks = node.notes.marks
        for value in values:
            where, _, label = value.partition(":")
            if not value.strip():
                continue
            if ident == "LB":
                points = [words.parse_point(where, game.size)]
            else:
                points = words.parse_points(value, game.size)
            for p in points:
                if p in marks:  # a point shows one mark; the others are kept, unseen
                    text = words.move_text(p, game.size) + (f":{label}" if ident == "LB" else "")
                    node.notes.other.setdefault(ident, []).append(text)
                else:
                    marks[p] = f"={simple(label)}" if ident == "LB" else words.SHAPES[ident]

    def _private(self, game: Game, node: Node, text: str) -> bool:
        """Take a value of ``WZ``; whether it was understood."""
        key, equals, value = text.partition("=")
        notes = node.notes
        if not equals:
            return False
        number = _number(value)
        whole = int(value) if _WHOLE.fullmatch(value) else None
        if key == "time" and number is not None:
            notes.time = number
        elif key == "score" and whole is not None:
            notes.score = Score(whole, notes.score.win_in if notes.score else None)
        elif key == "win_in" and whole is not None:
            notes.score = Score(notes.score.value if notes.score else 0, whole)
        elif key in ("depth", "nodes") and whole is not None:
            setattr(notes, key, whole)
        elif key == "glyph":
            notes.glyph = value
        elif key == "mark" and ":" in value:
            name, _, mark = value.partition(":")
            notes.marks[parse_point(name, game.size)] = mark
        else:
            return node is game.root and self._private_head(game, key, value)
        return True

    def _private_head(self, game: Game, key: str, value: str) -> bool:
        if key == "rule" and value in RULES and not game.rule_known:
            game.rule = RULES[value]
        elif (key == "forbidden_loses" and value in ("0", "1")) or key == "detail":
            self.stated[key] = value
        elif key == "reason" and value in set(Reason):
            self.stated[key] = Reason(value)
        elif key == "point":
            self.stated.setdefault(key, []).append(parse_point(value, game.size))
        elif key in ("black", "white"):
            (game.black if key == "black" else game.white).who = value
        elif key == "tag":
            name, _, text = value.partition(":")
            game.tags[name] = text
        else:
            return False
        return True

    # The end of a game

    def finish(self) -> Game:
        game = self.game
        assert game is not None
        game.forbidden_loses = game.rule.forbidden
        if "forbidden_loses" in self.stated:
            game.forbidden_loses = self.stated["forbidden_loses"] == "1"
        self._drop_empty_ends(game)
        for fault in referee(game, self.colours, first_only=self.source.strict):
            ident = "AB" if fault.move is None else "BW"[self.colours[fault.node] - 1]
            self._refuse(self.places[fault.node], fault.error, ident)
        game.outcome = self._outcome(game)
        return game

    def _drop_empty_ends(self, game: Game) -> None:
        """Take nodes off that say nothing and end a line, as ``;)`` does in many files.

        Not where lines part: the main line must stay the first.
        """
        for end in [node for node in self.places if not node.children]:
            while end.move is None and not end.has_notes and not end.children:
                parent = end.parent
                if parent is None or len(parent.children) > 1:
                    break
                parent.remove(end)
                end = parent  # noqa: PLW2901  # upwards along the line

    def _outcome(self, game: Game) -> Outcome | None:
        stated = game.outcome
        if stated is not None and "reason" in self.stated:
            points = tuple(self.stated.get("point", ()))
            detail = self.stated.get("detail", "")
            return Outcome(stated.winner, self.stated["reason"], points, detail)
        judged = game.board().outcome
        outcome = settle(stated, judged, game.rule_known)
        if stated and judged and outcome is judged and judged.winner != stated.winner:
            self.source.note(
                "sgf.result",
                N_("the file says RE[{stated}], but by the moves the result is {judged}"),
                stated=words.result_text(stated),
                judged=words.result_text(judged),
            )
        return outcome


_WHOLE = re.compile(r"-?\d{1,40}")
_NUMBER = re.compile(r"\s*[-+]?\d{1,40}(\.\d{0,40})?([eE][-+]?\d{1,3})?\s*")


def _number(text: str) -> float | None:
    """The finite number that ``text`` is, or ``None``."""
    value = float(text) if _NUMBER.fullmatch(text) else math.nan
    return value if math.isfinite(value) else None


register(Format("sgf", N_("Smart Game Format"), (".sgf",), read, write, sniff))
