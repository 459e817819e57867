"""``wuzi doctor``: what this installation has, what it lacks, and how to mend it."""

from __future__ import annotations

import os
import platform
import re
import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wuzi.cli.output import make_console, print_json
from wuzi.cli.words import listed
from wuzi.errors import N_, SettingsError, WuziError
from wuzi.settings import EngineEntry, cache_dir, config_dir, data_dir, load
from wuzi.settings.language import _, current_language, translate

HELP = N_("Tell what this installation has, what it lacks, and how to mend it.")


def doctor(
    json: Annotated[bool, typer.Option("--json", help=N_("Print one line of JSON"))] = False,
) -> int:
    """Examine the installation; 1 if something must be mended."""
    report = examine()
    if json:
        print_json(report)
    else:
        _print_report(report)
    return 0 if report["healthy"] else 1


def examine() -> dict[str, Any]:
    """The facts, in English, as ``--json`` prints them.

    ``healthy`` is false if a required package is missing, a folder cannot be written or
    the settings are damaged.
    """
    import wuzi  # noqa: PLC0415

    packages = _packages()
    folders = [
        {"use": use, "path": str(path), "writable": _is_writable(path)}
        for use, path in (("settings", config_dir()), ("games", data_dir()), ("cache", cache_dir()))
    ]
    damage, engines = _settings()
    healthy = (
        damage is None
        and all(folder["writable"] for folder in folders)
        and all(package["version"] for package in packages if not package["extra"])
    )
    return {
        "healthy": healthy,
        "wuzi": wuzi.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "program": sys.executable,
        "language": current_language(),
        "packages": packages,
        "folders": folders,
        "settings_error": None if damage is None else str(damage),
        "engines": [
            {
                "name": entry.name,
                "command": entry.command,
                "error": None if error is None else str(error),
            }
            for entry, error in engines
        ],
        "kernels": _kernels(),
        "terminal": _terminal(),
    }


def _kernels() -> dict[str, Any]:
    """The compiled engine: its state, its folder, and what to do if it is not ready."""
    try:
        from wuzi.engine import cache  # noqa: PLC0415  # loads Numba
    except ImportError:  # told among the packages
        return {"state": "unknown", "folder": None, "mend": None}
    state = cache.state()
    mend = {
        cache.State.READY: None,
        cache.State.MISSING: _COMPILE,
        cache.State.DAMAGED: _COMPILE,
        cache.State.UNWRITABLE: _MAKE_WRITABLE,
    }[state]
    return {"state": str(state), "folder": str(cache.kernel_cache()), "mend": mend}


_COMPILE: Final = N_("`wuzi engine --compile` compiles it; else the first game begins to")
_MAKE_WRITABLE: Final = N_("make the folder writable, or set WUZI_HOME: now every start compiles")
_KERNEL_STATES: Final = {
    "ready": N_("compiled, in {folder}"),
    "missing": N_("not compiled yet: {mend}"),
    "damaged": N_("damaged, which mends itself: {mend}"),
    "unwritable": N_("cannot be kept in {folder}: {mend}"),
}


def _packages() -> list[dict[str, Any]]:
    """What the package says it needs, or can use, with the versions that are there."""
    from importlib import metadata  # noqa: PLC0415

    try:
        needs = metadata.requires("wuzi") or []
    except metadata.PackageNotFoundError:  # run from a folder, not installed
        needs = []
    found = []
    for need in needs:
        name = re.match(r"[A-Za-z0-9._-]+", need)
        assert name is not None, need
        extra = re.search(r"extra\s*==\s*['\"]([^'\"]+)", need)
        found.append(
            {
                "name": name[0],
                "version": _version(name[0]),
                "extra": extra[1] if extra else None,
            }
        )
    return found


def _version(name: str) -> str | None:
    from importlib import metadata  # noqa: PLC0415

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _is_writable(path: Path) -> bool:
    """Whether files can be made in a folder, which need not exist yet."""
    while not path.exists() and path != path.parent:
        path = path.parent
    return path.is_dir() and os.access(path, os.W_OK)


def _settings() -> tuple[SettingsError | None, list[tuple[EngineEntry, WuziError | None]]]:
    """The damage of the settings, and the engines with what keeps each from playing."""
    from wuzi.players import check_who, parse_who  # noqa: PLC0415

    try:
        settings = load()
    except SettingsError as error:
        return error, []
    found: list[tuple[EngineEntry, WuziError | None]] = []
    for entry in settings.engines:
        try:
            check_who(parse_who(f"engine:{entry.name}"), settings.engines)
        except WuziError as error:
            found.append((entry, error))
        else:
            found.append((entry, None))
    return None, found


def _terminal() -> dict[str, Any]:
    console = make_console()
    encoding = sys.stdout.encoding or "ascii"
    return {
        "interactive": sys.stdin is not None and sys.stdin.isatty() and console.is_terminal,
        "encoding": encoding,
        "columns": console.width,
        "colours": console.color_system,
        "stones": "unicode" if encoding.lower().startswith("utf") else "ascii",
    }


def _print_report(report: dict[str, Any]) -> None:
    rows: list[tuple[str, str, bool | None]] = []

    def row(name: str, text: str, good: bool | None = True) -> None:
        rows.append((name, text, good))

    row("Wuzi", report["wuzi"])
    row("Python", f"{report['python']}, {report['system']}, {report['program']}")
    row(_("language"), report["language"])
    for package in report["packages"]:
        row(package["name"], *_package_words(package))
    uses = {"settings": _("settings"), "games": _("games"), "cache": _("cache")}
    for folder in report["folders"]:
        good = folder["writable"]
        text = (
            folder["path"]
            if good
            else _("{path} cannot be written: make it writable, or set WUZI_HOME").format(
                path=folder["path"]
            )
        )
        row(uses[folder["use"]], text, good)
    damage, engines = _settings()
    if damage is not None:
        row(_("settings file"), translate(damage), False)
    kernels = report["kernels"]
    if kernels["folder"]:
        text = _(_KERNEL_STATES[kernels["state"]])
        mend = _(kernels["mend"]) if kernels["mend"] else ""
        good = {"ready": True, "unwritable": False}.get(kernels["state"])
        row(_("engine"), text.format(folder=kernels["folder"], mend=mend), good)
    terminal = report["terminal"]
    facts = [terminal["encoding"], _("{n} columns").format(n=terminal["columns"])]
    facts.append(terminal["colours"] or _("no colours"))
    row(_("terminal"), listed(facts))
    for entry, error in engines:
        row(entry.name, entry.command if error is None else translate(error), error is None)
    if not engines:
        row(_("engines"), _("none listed: add one with `wuzi engines add`"), None)
    _print_rows(rows)


_SIGNS: Final = {True: ("ok", "green"), False: ("!!", "bold red"), None: ("--", "dim")}


def _print_rows(rows: list[tuple[str, str, bool | None]]) -> None:
    """Names and facts in two columns, signed, and what to do with them."""
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from wuzi.cli.wrapping import wrap  # noqa: PLC0415

    console = make_console()
    names = max(cell_len(name) for name, _text, _good in rows)
    room = max(20, console.width - names - 6)
    for name, text, good in rows:
        head = Text.assemble(_SIGNS[good], "  ", (set_cell_size(name, names), "bold"), "  ")
        for line in wrap(text, room):
            console.print(head + Text(line), soft_wrap=True)
            head = Text(" " * (names + 6))
    sound = all(good is not False for _name, _text, good in rows)
    text = _("All is well.") if sound else _("What is marked !! should be mended.")
    console.print(text, style="bold")


def _package_words(package: dict[str, Any]) -> tuple[str, bool | None]:
    if package["version"]:
        return package["version"], True
    mend = f"pip install {package['name']}"
    if package["extra"]:
        text = _("missing, and only needed for {extra}: {mend}")
        return text.format(extra=package["extra"], mend=mend), None
    return _("missing: {mend}").format(mend=mend), False
