"""Errors that a person reads: one English sentence, an id, and the fields it was made of.

Rooms raise them in English and translate nothing. A face (terminal, window) looks the
sentence up in its catalogue by :attr:`WuziError.template` and fills in the same fields;
protocol and ``--json`` output keep the English of ``str(error)``.
"""

from __future__ import annotations

from typing import Any


def N_(text: str) -> str:
    """Mark ``text`` for translation without translating it (gettext's convention)."""
    return text


class WuziError(Exception):
    """Base of every error that a user caused and can mend.

    Parameters
    ----------
    id : str
        A stable dotted name, such as ``"move.occupied"``, for programs.
    template : str
        One English sentence with ``{named}`` fields, marked with :func:`N_`. It says
        what was wrong, where, and what to do.
    **fields : object
        The values of the named fields.

    Examples
    --------
    >>> error = WuziError("move.occupied", N_("{point} already holds a stone"), point="h8")
    >>> str(error)
    'h8 already holds a stone'
    >>> error.id, error.fields
    ('move.occupied', {'point': 'h8'})
    """

    def __init__(self, id: str, template: str, **fields: Any) -> None:
        super().__init__(template)
        self.id = id
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.id, self.template, self.fields)


def _rebuild(kind: type[WuziError], id: str, template: str, fields: dict[str, Any]) -> WuziError:
    return kind(id, template, **fields)


class ParseError(WuziError):
    """Text that a person typed or pasted cannot be read; the fields name the token and why."""


class IllegalMove(WuziError):
    """A move that the rules or the state of the game do not allow."""


class RecordError(WuziError):
    """A file of games is broken or not of the format it was taken for."""


class EngineError(WuziError):
    """An engine program could not be started, broke off or answered nonsense."""


class SettingsError(WuziError):
    """The settings, a score table or an engine list cannot be used as they are."""
