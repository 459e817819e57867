"""Reading a table of a TOML file key by key: what is wrong is told in one sentence.

Every sentence says the file and where in it (``part 'capped'``), the key, and what is
possible there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from math import isfinite
from typing import Any, Final

from wuzi.errors import N_, ParseError, WuziError
from wuzi.lab.texts import ENGLISH, NO_TEXT, Text
from wuzi.players.who import closest
from wuzi.settings.language_codes import LANGUAGES

Plain = str | int | float | bool
"""What a setting can be."""

_MOST: Final = 10**12


class Fields:
    """A table of the file.

    Parameters
    ----------
    values : mapping of str to object
    file : str
        What errors call the file.
    place : str
        Where in it the table stands, such as ``part 'capped'``; empty at the top.

    Examples
    --------
    >>> fields = Fields({"depht": 3}, "mine.toml", "part 'a'")
    >>> fields.only(["depth", "cap"])
    Traceback (most recent call last):
    wuzi.errors.ParseError: mine.toml, part 'a': there is no key 'depht': did you mean depth?
    """

    def __init__(self, values: Mapping[str, Any], file: str, place: str = "") -> None:
        self.values = values
        self.file = file
        self.place = place

    def __contains__(self, key: str) -> bool:
        return key in self.values

    # What is wrong

    def refuse(self, id: str, template: str, **fields: Any) -> ParseError:
        """An error at this place; raise it."""
        return self.at(ParseError(id, template, **fields))

    def at(self, why: WuziError) -> ParseError:
        """The same error, with the place."""
        if not self.place:
            return ParseError("lab.file", N_("{file}: {why}"), file=self.file, why=why)
        template = N_("{file}, {place}: {why}")
        return ParseError("lab.place", template, file=self.file, place=self.place, why=why)

    def wrong(self, key: str, wanted: str) -> ParseError:
        """The error that ``key`` holds something impossible; ``wanted`` says what is possible."""
        return self.refuse(
            "lab.value",
            N_("{key} cannot be {value}: write {wanted}"),
            key=key,
            value=shown(self.values[key]),
            wanted=wanted,
        )

    def only(self, known: Iterable[str]) -> None:
        """Refuse keys that are not among ``known``."""
        names = list(known)
        for key in self.values:
            if key not in names:
                raise self.at(unknown(N_("key"), key, names))

    def need(self, key: str) -> Any:
        """The value of a key that must be there."""
        if key not in self.values:
            raise self.refuse("lab.missing", N_("the key '{key}' is missing"), key=key)
        return self.values[key]

    # Values

    def text(self, key: str, default: Text = NO_TEXT) -> Text:
        """A text: a string, or a table of languages with English among them."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, str):
            return Text(joined(value))
        if not (isinstance(value, dict) and all(isinstance(v, str) for v in value.values())):
            raise self.wrong(key, N_("a text, or a table of texts by language"))
        strangers = [code for code in value if code not in LANGUAGES]
        if ENGLISH not in value or strangers:
            raise self.wrong(key, N_('a text in English (en = "...") and perhaps zh_CN'))
        others = {code: joined(text, code) for code, text in value.items() if code != ENGLISH}
        return Text(joined(value[ENGLISH]), others)

    def word(self, key: str, default: str | None = None, among: Collection[str] = ()) -> str:
        """A string that is not empty, one of ``among`` if there are any."""
        value = self.values.get(key, default) if default is not None else self.need(key)
        if among and value not in among:
            if isinstance(value, str):
                raise self.at(unknown(key, value, among))
            raise self.wrong(key, ", ".join(among))
        if not isinstance(value, str) or not (value or default == ""):
            raise self.wrong(key, N_("a text"))
        return value

    def whole(self, key: str, default: int | None = None, least: int = 1, most: int = _MOST) -> int:
        """A whole number."""
        value = self.values.get(key, default) if default is not None else self.need(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self._not_whole(key, least, most)
        return value

    def _not_whole(self, key: str, least: int, most: int) -> ParseError:
        template = (
            N_("{key} cannot be {value}: write a whole number, {least} or more")
            if most == _MOST
            else N_("{key} cannot be {value}: write a whole number, {least} to {most}")
        )
        value = shown(self.values[key])
        return self.refuse("lab.whole", template, key=key, value=value, least=least, most=most)

    def number(self, key: str, default: float | None = None, least: float = 0.0) -> float:
        """A number."""
        value = self.values.get(key, default) if default is not None else self.need(key)
        real = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not real or not isfinite(value) or value < least:
            template = N_("{key} cannot be {value}: write a number, {least} or more")
            value = shown(self.values[key])
            raise self.refuse("lab.number", template, key=key, value=value, least=f"{least:g}")
        return float(value)

    def switch(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.values.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, N_("true or false"))
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """A string or a list of strings; none where the key is not."""
        value = self.values.get(key, [])
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(v, str) and v for v in value):
            raise self.wrong(key, N_("a name, or a list of names"))
        return tuple(value)

    def items(self, key: str) -> list[Any]:
        """A list; empty where the key is not. What is no list is one thing of a list."""
        value = self.values.get(key, [])
        return value if isinstance(value, list) else [value]

    def table(self, key: str) -> Fields:
        """A table in this one; empty where the key is not."""
        value = self.values.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, N_("a table"))
        return Fields(value, self.file, f"{self.place}, {key}" if self.place else key)

    def tables(self, key: str, word: str) -> list[Fields]:
        """A list of tables; each is called by ``word`` and its name or number."""
        value = self.items(key)
        if not all(isinstance(item, dict) for item in value):
            raise self.wrong(key, f"[[{key}]]")
        found = []
        for number, item in enumerate(value, 1):
            name = item.get("name", number)
            place = f"{word} '{name}'" if isinstance(name, str) else f"{word} {number}"
            found.append(Fields(item, self.file, place))
        return found

    def plain(self) -> dict[str, Plain]:
        """All values, each a string, a number, true or false."""
        for key, value in self.values.items():
            if not isinstance(value, (str, int, float, bool)):
                raise self.wrong(key, N_("a word, a number, true or false"))
        return dict(self.values)


def joined(text: str, language: str = ENGLISH) -> str:
    r"""A text whose paragraphs are lines of their own, parted by blank lines.

    >>> joined("one\ntwo\n\nthree"), joined("黑\n白", "zh_CN")
    ('one two\n\nthree', '黑白')
    """
    between = "" if language.startswith("zh") else " "
    paragraphs = re.split(r"\n\s*\n", text.strip())
    return "\n\n".join(between.join(line.strip() for line in p.split("\n")) for p in paragraphs)


def unknown(what: str, word: str, names: Collection[str]) -> ParseError:
    """The error that there is no such name: it tells the nearest one, or all there are.

    >>> str(unknown("key", "depht", ["depth", "cap"]))
    "there is no key 'depht': did you mean depth?"
    """
    near = closest(word, names)
    template = (
        N_("there is no {wanted} '{token}': did you mean {near}?")
        if near
        else N_("there is no {wanted} '{token}': choose from {choices}")
    )
    choices = ", ".join(names) or "-"
    return ParseError(
        "lab.unknown", template, wanted=what, token=word[:40], near=near, choices=choices
    )


def shown(value: object) -> str:
    """A value as the file writes it, cut short."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
