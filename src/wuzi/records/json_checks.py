"""Checks of values that JSON held: each returns its value, typed, or raises :class:`Wrong`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from wuzi.errors import N_, RecordError, WuziError


class Wrong(Exception):
    """A value that is not what it should be; says what it should be."""

    def __init__(self, path: str, wanted: str, why: WuziError | None = None) -> None:
        super().__init__(path)
        self.path = path
        self.wanted = wanted
        self.why = why

    def error(self) -> RecordError:
        """The error for a person."""
        if self.why is not None:
            return RecordError(self.why.id, N_("{path}: {why}"), path=self.path, why=self.why)
        return RecordError(
            "json.type", N_("{path}: {wanted} is expected here"), path=self.path, wanted=self.wanted
        )


def mapping(value: Any, path: str) -> dict[str, Any]:
    """``value`` as a JSON object."""
    if not isinstance(value, dict):
        raise Wrong(path, N_("an object"))
    return value


def only(row: dict[str, Any], keys: tuple[str, ...], path: str) -> None:
    """Refuse keys of ``row`` that are not among ``keys``."""
    for key in row:
        if key not in keys:
            raise Wrong(f"{path}.{key[:40]}", N_("nothing"))


def text(value: Any, path: str) -> str:
    """``value`` as text."""
    if not isinstance(value, str) or _HALF.search(value):
        raise Wrong(path, N_("text"))
    return value


_HALF = re.compile("[\ud800-\udfff]")
"""Half of a character, as JSON may escape one alone: no file could be written with it."""


def texts(value: Any, path: str) -> dict[str, str]:
    """``value`` as an object of texts."""
    return {
        text(key, path): text(entry, f"{path}.{key[:40]}")
        for key, entry in mapping(value, path).items()
    }


def text_list(value: Any, path: str) -> list[str]:
    """``value`` as a list of texts."""
    if not isinstance(value, list):
        raise Wrong(path, N_("a list of texts"))
    return [text(entry, f"{path}[{at}]") for at, entry in enumerate(value)]


def truth(value: Any, path: str) -> bool:
    """``value`` as true or false."""
    if not isinstance(value, bool):
        raise Wrong(path, N_("true or false"))
    return value


def whole(value: Any, path: str) -> int:
    """``value`` as a whole number."""
    if type(value) is not int:
        raise Wrong(path, N_("a whole number"))
    return value


def real(value: Any, path: str) -> float:
    """``value`` as a finite number."""
    if type(value) not in (int, float) or not -1e300 < value < 1e300:  # false of NaN too
        raise Wrong(path, N_("a number"))
    return float(value)


def choice(value: Any, words: Mapping[str, Any], path: str) -> Any:
    """What the word ``value`` stands for."""
    if not isinstance(value, str) or value not in words:
        raise Wrong(path, " | ".join(f'"{word}"' for word in words))
    return words[value]
