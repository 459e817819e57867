"""What can be set, and how a TOML table becomes it: every value checked, every fault named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Final, TypeVar

from wuzi.errors import N_, SettingsError, WuziError
from wuzi.rules import check_size, parse_rule
from wuzi.settings.engines import EngineEntry, add_engine
from wuzi.settings.language_codes import parse_language
from wuzi.settings.window import LOOKS, MOST_LINES, AnalysisDefaults, WindowSettings

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PlayDefaults:
    """What ``wuzi play`` and the window start with when nothing else is said.

    Attributes
    ----------
    rule : str
        A name of :data:`wuzi.rules.RULES`.
    size : int
        Lines of the board.
    black, white : str
        WHO texts. They are read by ``players``, a room above this one.
    time : str
        A time control as the command line takes it; empty for none.
    """

    rule: str = "freestyle"
    size: int = 15
    black: str = "human"
    white: str = "level:2"
    time: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything in the settings file. Change one with :func:`dataclasses.replace`.

    Attributes
    ----------
    language : str or None
        A code of ``LANGUAGES``; ``None`` for the environment's.
    play : PlayDefaults
    engines : tuple of EngineEntry
        No two of the same name.
    window : WindowSettings
    analysis : AnalysisDefaults

    Examples
    --------
    >>> Settings().play.size
    15
    """

    language: str | None = None
    play: PlayDefaults = PlayDefaults()
    engines: tuple[EngineEntry, ...] = ()
    window: WindowSettings = field(default_factory=WindowSettings)
    analysis: AnalysisDefaults = field(default_factory=AnalysisDefaults)


def settings_from_table(table: Mapping[str, Any], file: str) -> Settings:
    """The settings that a TOML document holds; keys that are not ours are left alone.

    Parameters
    ----------
    table : mapping
        As :func:`tomllib.loads` returns it.
    file : str
        The file's name, for the sentences.

    Raises
    ------
    SettingsError
        At the first value of the wrong kind or impossible, naming file and key.

    Examples
    --------
    >>> settings_from_table({"play": {"size": 99}}, "settings.toml")
    Traceback (most recent call last):
    wuzi.errors.SettingsError: settings.toml: play.size cannot be used: a board of 99 lines ...
    """
    reader = _Reader(file)
    language = reader.take(table, "", "language", str, "")
    if language:
        language = reader.checked("language", parse_language, language)
    return Settings(
        language or None,
        _play(reader, table),
        _engines(reader, table),
        _window(reader, table),
        _analysis(reader, table),
    )


def _flat(reader: _Reader, table: Mapping[str, Any], name: str, kind: Any) -> dict[str, Any]:
    """The values of the table ``name`` for the plain fields of the dataclass ``kind``."""
    rows = reader.take(table, "", name, dict, {})
    return {
        f.name: reader.take(rows, f"{name}.", f.name, type(f.default), f.default)
        for f in fields(kind)
        if f.default is not MISSING
    }


def _play(reader: _Reader, table: Mapping[str, Any]) -> PlayDefaults:
    found = _flat(reader, table, "play", PlayDefaults)
    found["rule"] = reader.checked("play.rule", parse_rule, found["rule"]).name
    reader.checked("play.size", check_size, found["size"])
    return PlayDefaults(**found)


def _window(reader: _Reader, table: Mapping[str, Any]) -> WindowSettings:
    found = _flat(reader, table, "window", WindowSettings)
    reader.checked("window.look", _check_choice, found["look"], LOOKS)
    reader.checked("window.pace", _check_range, found["pace"], 0, 60_000)
    rows = reader.take(reader.take(table, "", "window", dict, {}), "window.", "shortcuts", dict, {})
    keys = {key: reader.take(rows, "window.shortcuts.", key, str, "") for key in rows}
    return WindowSettings(**found, shortcuts=keys)


def _analysis(reader: _Reader, table: Mapping[str, Any]) -> AnalysisDefaults:
    found = _flat(reader, table, "analysis", AnalysisDefaults)
    reader.checked("analysis.lines", _check_range, found["lines"], 1, MOST_LINES)
    reader.checked("analysis.threads", _check_range, found["threads"], 1, 1024)
    return AnalysisDefaults(**found)


def _check_choice(word: str, choices: Sequence[str]) -> None:
    if word not in choices:
        raise SettingsError(
            "settings.choice",
            N_("'{token}' is none of {choices}"),
            token=word[:40],
            choices=", ".join(choices),
        )


def _check_range(number: int, least: int, most: int) -> None:
    if not least <= number <= most:
        raise SettingsError(
            "settings.range",
            N_("{number} does not lie between {least} and {most}"),
            number=number,
            least=least,
            most=most,
        )


def _engines(reader: _Reader, table: Mapping[str, Any]) -> tuple[EngineEntry, ...]:
    engines: tuple[EngineEntry, ...] = ()
    for number, row in enumerate(reader.take(table, "", "engines", list, []), 1):
        key = f"engines[{number}]"
        if not isinstance(row, dict):
            raise reader.wrong_kind(key, dict, row)
        entry = reader.checked(key, lambda row=row, key=key: _engine(reader, row, f"{key}."))
        engines = reader.checked(key, add_engine, engines, entry)
    return engines


def _engine(reader: _Reader, row: dict[str, Any], prefix: str) -> EngineEntry:
    info = reader.take(row, prefix, "info", dict, {})
    for key, value in info.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise reader.wrong_kind(f"{prefix}info.{key}", str, value)
    return EngineEntry(
        name=reader.take(row, prefix, "name", str, ""),
        command=reader.take(row, prefix, "command", str, ""),
        cwd=reader.take(row, prefix, "cwd", str, "") or None,
        info={key: str(value) for key, value in info.items()},
        restart=reader.take(row, prefix, "restart", str, "auto"),
    )


_WRONG_KIND: Final[dict[type, str]] = {
    str: N_("{file}: {key} should be text in quotation marks, not {value}: correct it there"),
    int: N_("{file}: {key} should be a whole number, not {value}: correct it there"),
    bool: N_("{file}: {key} should be true or false, not {value}: correct it there"),
    dict: N_("{file}: {key} should be a table, not {value}: correct it there"),
    list: N_("{file}: {key} should be a list of tables, not {value}: correct it there"),
}


class _Reader:
    """Takes values out of tables, and says which file and key were wrong."""

    def __init__(self, file: str) -> None:
        self.file = file

    def take(self, table: Mapping[str, Any], prefix: str, key: str, kind: type[T], default: T) -> T:
        """The value of ``key``, of the kind wanted, or ``default``."""
        value = table.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.wrong_kind(prefix + key, kind, value)
        return value

    def checked(self, key: str, check: Any, *values: Any) -> Any:
        """What ``check(*values)`` returns; its complaint gets file and key put before it."""
        try:
            return check(*values)
        except WuziError as error:
            if "file" in error.fields:
                raise
            raise SettingsError(
                "settings.value",
                N_("{file}: {key} cannot be used: {why}"),
                file=self.file,
                key=key,
                why=error,
            ) from None

    def wrong_kind(self, key: str, kind: type, value: object) -> SettingsError:
        """The complaint about a value of another kind."""
        return SettingsError(
            "settings.kind", _WRONG_KIND[kind], file=self.file, key=key, value=repr(value)[:40]
        )
