"""The settings file: read with care, changed without losing a comment, never half written.

Reading takes the standard library's ``tomllib``, since every command does it; only saving
needs ``tomlkit``, which keeps comments, order and keys that Wuzi does not know.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from wuzi.errors import N_, SettingsError
from wuzi.files import write_atomically
from wuzi.settings.engines import EngineEntry
from wuzi.settings.model import Settings, settings_from_table
from wuzi.settings.paths import settings_path

_HEADER = "# Wuzi's settings. Comments and keys that you add are kept.\n"


def load(path: Path | None = None) -> Settings:
    """The settings of the file, or the defaults if there is no file.

    Parameters
    ----------
    path : Path, optional
        Another file than :func:`settings_path`.

    Raises
    ------
    SettingsError
        If the file cannot be read, is no TOML, or holds an impossible value: naming the
        file, the line or key, and what to do.
    """
    path = path or settings_path()
    data = _read(path)
    return Settings() if data is None else _parse(data, path)


def save(settings: Settings, path: Path | None = None, *, replace_damaged: bool = False) -> None:
    """Write the settings, keeping whatever else is in the file.

    Only values that are in the file already or differ from the default are written.

    Parameters
    ----------
    path : Path, optional
        Another file than :func:`settings_path`.
    replace_damaged : bool, default False
        Whether the user agreed to set a damaged file aside (under its name with ``.bad``)
        and to start a new one.

    Raises
    ------
    SettingsError
        If a value is impossible, the file cannot be written, or the file there is damaged
        and ``replace_damaged`` is false. The file is then as it was.
    """
    path = path or settings_path()
    data = _read(path)
    damage = None if data is None else _damage(data, path)
    if damage is not None and not replace_damaged:
        raise SettingsError(
            "settings.not_saved",
            N_("the settings were not saved, for the old file is damaged: {why}"),
            why=damage,
        )
    old = _HEADER if data is None or damage is not None else data.decode("utf-8-sig")
    new = _merged(old, settings, path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if damage is not None:
            path.replace(_free_name(path))
        write_atomically(path, new.encode())
    except OSError as error:
        raise SettingsError(
            "settings.unwritable",
            N_("{file} cannot be written ({why}): make its folder writable, or set WUZI_HOME"),
            file=str(path),
            why=error.strerror or str(error),
        ) from error


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(
            "settings.unreadable",
            N_("{file} cannot be read ({why}): make it a readable file, or move it away"),
            file=str(path),
            why=error.strerror or str(error),
        ) from error


def _parse(data: bytes, path: Path) -> Settings:
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise SettingsError(
            "settings.encoding",
            N_("{file}, line {line}: this is not UTF-8 text: save it as UTF-8, or move it away"),
            file=str(path),
            line=data.count(b"\n", 0, error.start) + 1,
        ) from None
    except (ValueError, RecursionError) as error:
        found = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        raise SettingsError(
            "settings.toml",
            N_("{file}, line {line}: this is not TOML ({why}): correct it, or move the file away"),
            file=str(path),
            line=found[1] if found and found[1] else data.rstrip().count(b"\n") + 1,
            why=str(error)[: found.start()] if found else str(error),
        ) from None
    return settings_from_table(table, str(path))


def _damage(data: bytes, path: Path) -> SettingsError | None:
    try:
        _parse(data, path)
    except SettingsError as error:
        return error
    return None


def _free_name(path: Path) -> Path:
    """A name beside ``path`` for a damaged file, in nobody's way."""
    bad = path.with_name(path.name + ".bad")
    number = 1
    while bad.exists():
        number += 1
        bad = path.with_name(f"{path.name}.bad{number}")
    return bad


def _merged(old: str, settings: Settings, path: Path) -> str:
    """The text ``old``, changed as little as makes it hold ``settings``."""
    import tomlkit  # noqa: PLC0415  # 20 ms, wanted only for saving

    document = tomlkit.parse(old)
    _put(document, "language", settings.language or "", "")
    _put_flat(document, "play", settings.play)
    _put_flat(document, "window", settings.window)
    _put_flat(document, "analysis", settings.analysis)
    _put_shortcuts(document, settings.window.shortcuts)
    _put_engines(document, settings.engines)
    new = tomlkit.dumps(document)
    # What is written must read as what was meant: this finds impossible values, too.
    if settings_from_table(tomllib.loads(new), str(path)) != settings:
        raise SettingsError(
            "settings.form",
            N_("{file} is written in a form that Wuzi cannot change: edit it, or move it away"),
            file=str(path),
        )
    return new


def _put(table: Any, key: str, value: Any, default: Any) -> None:
    """Set a key, unless the file says so already or needs not say it."""
    if key in table:
        if table[key] != value:
            table[key] = value
    elif value != default:
        table[key] = value


def _put_flat(document: Any, name: str, value: Any) -> None:
    """Write the plain fields of a dataclass as the table ``name``."""
    plain = [field for field in fields(value) if field.default is not MISSING]
    if name not in document:
        if all(getattr(value, field.name) == field.default for field in plain):
            return
        document[name] = _new_table()
    for field in plain:
        _put(document[name], field.name, getattr(value, field.name), field.default)


def _put_shortcuts(document: Any, shortcuts: Mapping[str, str]) -> None:
    """Write the keys that were changed, and take out those that are the default again."""
    table = document.get("window", {}).get("shortcuts", {})
    if not shortcuts and not table:
        return
    if "window" not in document:
        document["window"] = _new_table()
    if "shortcuts" not in document["window"]:
        document["window"]["shortcuts"] = _new_table()
    table = document["window"]["shortcuts"]
    for name in [name for name in table if name not in shortcuts]:
        del table[name]
    for name, keys in shortcuts.items():
        if name not in table or table[name] != keys:
            table[name] = keys


def _put_engines(document: Any, engines: tuple[EngineEntry, ...]) -> None:
    """Write the engine list; an engine's table keeps its comments as long as its name stays."""
    import tomlkit  # noqa: PLC0415

    names = [entry.name for entry in engines]
    tables = document.setdefault("engines", tomlkit.aot())
    for at in reversed(range(len(tables))):
        if tables[at]["name"] not in names:
            del tables[at]
    kept = [str(table["name"]) for table in tables]
    if kept != names[: len(kept)] or not isinstance(tables, tomlkit.items.AoT):
        old = {str(table["name"]): table for table in tables}
        del document["engines"]
        tables = tomlkit.aot()
        for name in names:
            tables.append(_new_table(old.get(name)))
        document["engines"] = tables
    for _ in engines[len(tables) :]:
        tables.append(_new_table())
    if not engines:
        del document["engines"]
    for at, entry in enumerate(engines):
        _put_engine(document["engines"][at], entry)


def _new_table(old: Any = None) -> Any:
    """A table to stand under a heading, with a blank line before it; ``old`` one's if it can."""
    import tomlkit  # noqa: PLC0415

    if isinstance(old, tomlkit.items.Table):
        return old
    new = tomlkit.table()
    new.trivia.indent = "\n"
    for key, value in (old or {}).items():
        new[key] = value
    return new


def _put_engine(table: Any, entry: EngineEntry) -> None:
    _put(table, "name", entry.name, "")
    _put(table, "command", entry.command, "")
    _put(table, "cwd", entry.cwd or "", "")
    _put(table, "restart", entry.restart, "auto")
    info = table.get("info", {})
    if {key: str(value) for key, value in info.items()} != dict(entry.info):
        table["info"] = dict(entry.info)
