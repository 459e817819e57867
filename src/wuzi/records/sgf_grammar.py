"""The grammar of SGF: text into nodes of properties, and values into text and back.

Nothing recurses: parentheses come out as events, however deep they lie.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from wuzi.errors import N_


class Property(NamedTuple):
    """A property of a node: ``B[hh]``.

    Attributes
    ----------
    ident : str
        Capital letters and digits.
    values : tuple of str
        As they stand in the file, escapes included.
    at : int
        Where it begins in the text.
    """

    ident: str
    values: tuple[str, ...]
    at: int


class Event(NamedTuple):
    """A piece of the tree: ``"("``, ``")"``, or ``";"`` with the properties of a node."""

    kind: str
    at: int
    properties: tuple[Property, ...] = ()


Fault = Callable[..., None]
"""``fault(id, template, at=offset, **fields)``: raises, or returns to go on."""

_SPACE = re.compile(r"[\s\x00]*")
_IDENT = re.compile(r"[A-Za-z][A-Za-z0-9]{0,63}")
_VALUE = re.compile(r"\[([^\\\]]*+(?:\\.[^\\\]]*+)*+)(\]?)", re.DOTALL)
_JUNK = re.compile(r"[^();\[A-Za-z]+")
_START = re.compile(r"\(\s*;|\(")


def events(text: str, fault: Fault) -> Iterator[Event]:
    """The pieces of the trees of a collection, in order.

    Parameters
    ----------
    text : str
    fault : callable
        Is told of what is not SGF; when it returns, that is passed over.
    """
    depth = 0
    at = _skip_preamble(text, fault)
    expect_node = False
    while (at := _space(text, at)) < len(text):
        char = text[at]
        if expect_node and char != ";":
            fault("sgf.semicolon", N_("line {line}: ';' is missing after '('"), at=at)
            if char not in "()":
                properties, at = _node(text, at, fault)
                yield Event(";", at, properties)
                expect_node = False
                continue
        expect_node = False
        if char == "(":
            depth += 1
            expect_node = True
            yield Event("(", at)
            at += 1
        elif char == ")":
            if depth:
                depth -= 1
                yield Event(")", at)
            else:
                fault("sgf.close", N_("line {line}: ')' without '(' before it: remove it"), at=at)
            at += 1
        elif char == ";" and depth:
            start = at
            properties, at = _node(text, at + 1, fault)
            yield Event(";", start, properties)
        else:
            fault("sgf.outside", N_("line {line}: '{token}' is outside of any game"), at=at,
                  token=text[at : at + 10])  # fmt: skip
            found = text.find("(", at)
            at = len(text) if found < 0 else found
    if depth:
        fault("sgf.open", N_("line {line}: the file ends before the game does: ')' is missing"),
              at=len(text))  # fmt: skip
        for _ in range(depth):
            yield Event(")", len(text))


def _skip_preamble(text: str, fault: Fault) -> int:
    match = re.search(r"\(\s*;", text) or re.search(r"\(", text)
    if match is None:
        fault("sgf.none", N_("line {line}: there is no game in this SGF file: it has no '(;'"),
              at=0)  # fmt: skip
        return len(text)
    if text[: match.start()].strip():
        fault("sgf.preamble", N_("line {line}: the game begins only here: remove what is before"),
              at=match.start())  # fmt: skip
    return match.start()


def _space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    assert match is not None
    return match.end()


def _node(text: str, at: int, fault: Fault) -> tuple[tuple[Property, ...], int]:
    """The properties from ``at`` to the end of the node, and where that is."""
    found: list[Property] = []
    while (at := _space(text, at)) < len(text) and text[at] not in "();":
        ident = _IDENT.match(text, at)
        if ident is None:
            junk = _JUNK.match(text, at)
            end = junk.end() if junk else at + 1
            fault("sgf.junk", N_("line {line}: '{token}' is no property: remove it"), at=at,
                  token=text[at : min(end, at + 20)])  # fmt: skip
            at = end
            continue
        start, at = at, ident.end()
        values: list[str] = []
        while (value := _VALUE.match(text, _space(text, at))) is not None:
            values.append(value[1])
            at = value.end()
            if not value[2]:
                fault("sgf.value", N_("line {line}: the value of {ident} has no ']' at its end"),
                      at=start, ident=ident[0])  # fmt: skip
                at = len(text)
        if values:
            found.append(Property(_plain_ident(ident[0]), tuple(values), start))
        else:
            fault("sgf.no_value", N_("line {line}: {ident} has no value in brackets"), at=start,
                  ident=ident[0])  # fmt: skip
    return tuple(found), at


def _plain_ident(ident: str) -> str:
    """Without the lower-case letters that old versions of SGF allow between (``GaMe``)."""
    if ident.isupper():
        return ident
    capitals = "".join(char for char in ident if not char.islower())
    return capitals if capitals[:1].isalpha() else ident.upper()


_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_NEWLINE = re.compile(r"\r\n|\n\r|\r")


def unescape(value: str) -> str:
    r"""The text of a value: escapes undone, soft line breaks taken out.

    >>> unescape("a\\]b\\\nc")
    'a]bc'
    """
    text = (
        _ESCAPE.sub(lambda m: "" if m[1][0] in "\r\n" else m[1], value) if "\\" in value else value
    )
    return _NEWLINE.sub("\n", text) if "\r" in text else text


def simple(value: str) -> str:
    """The text of a value of one line."""
    return " ".join(unescape(value).split("\n")).strip()


def escape(text: str) -> str:
    r"""A value that :func:`unescape` makes ``text`` of.

    >>> escape("[a\\b]")
    '[a\\\\b\\]'
    """
    return text.replace("\\", "\\\\").replace("]", "\\]")


def compose(first: str, second: str) -> str:
    """A value of two parts, with ``:`` between them."""
    return f"{first}:{escape(second).replace(':', chr(92) + ':')}"


def raw(value: str) -> str:
    """``value`` itself if it may stand between brackets as it is, else escaped."""
    match = _VALUE.fullmatch(f"[{value}]")
    return value if match is not None and match[2] else escape(value)


class Placed:
    """A fault handler that turns offsets into lines for one that wants lines."""

    def __init__(self, text: str, fault: Fault) -> None:
        self._fault = fault
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def line(self, at: int) -> int:
        """The line that the offset ``at`` is in, from 1."""
        return bisect_left(self._ends, at) + 1

    def __call__(self, id: str, template: str, *, at: int, **fields: Any) -> None:
        """Report what is wrong at the offset ``at``."""
        self._fault(id, template, line=self.line(at), **fields)
