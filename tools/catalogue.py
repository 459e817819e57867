"""The catalogues of translations, from the source to what a program reads.

python tools/catalogue.py extract    write locale/wuzi.pot from the source
python tools/catalogue.py update     extract, and merge new messages into every wuzi.po
python tools/catalogue.py compile    write wuzi.mo beside every wuzi.po
python tools/catalogue.py check      fail if a message lacks a sound translation

(The file is not called locale.py: a script's folder comes first on Python's path, and the
standard library has a module of that name.)
"""

from __future__ import annotations

import argparse
import ast
import string
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS: dict[str, Any] = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2)}
# Constant, so that a catalogue changes only when its messages do.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def toml_titles(file: BinaryIO, *_: Any, **__: Any) -> Iterator[tuple[int, str, str, list[str]]]:
    """Babel's extraction method for data: the ``title`` of every table."""
    for rows in tomllib.load(file).values():
        for row in rows:
            yield 1, "gettext", row["title"], []


def python_messages(
    file: BinaryIO, *_: Any, **__: Any
) -> Iterator[tuple[int, str, str | list[str], list[str]]]:
    """Babel's extraction method for our source: what is marked, inside f-strings as well.

    (Babel's own reads tokens, and before Python 3.12 an f-string is a single one.)
    """
    for node in ast.walk(ast.parse(file.read(), file.name)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func  # _("text") or language._("text")
        name = getattr(called, "id", None) or getattr(called, "attr", None)
        if name in KEYWORDS:
            wanted = node.args[: len(KEYWORDS[name] or [1])]
            texts = [arg.value for arg in wanted if isinstance(arg, ast.Constant)]
            marked = [text for text in texts if isinstance(text, str)]
            if marked and len(marked) == len(wanted):
                yield node.lineno, name, marked if len(marked) > 1 else marked[0], []


def extract(package: Path) -> Catalog:
    """The messages of every source file of ``package``, in the order of its files."""
    catalogue = Catalog(project="Wuzi", copyright_holder="The Wuzi developers", creation_date=DATE)
    catalogue.header_comment = "# Translations for Wuzi."
    methods: list[tuple[str, Any]] = [
        ("players/levels.toml", toml_titles),
        ("**.py", python_messages),
    ]
    found = extract_from_dir(package, methods, keywords=KEYWORDS)
    for file, line, message, comments, context in sorted(found, key=lambda row: (row[0], row[1])):
        catalogue.add(
            message,
            locations=[(f"{package.name}/{Path(file).as_posix()}", line)],
            auto_comments=comments,
            context=context,
        )
    return catalogue


def sources(package: Path) -> list[Path]:
    """The ``.po`` of each language."""
    return sorted((package / "locale").glob("*/LC_MESSAGES/*.po"))


def read(source: Path) -> Catalog:
    """The catalogue of one language."""
    with source.open("rb") as file:
        return read_po(file, locale=source.parts[-3], domain="wuzi", abort_invalid=True)


def write(catalogue: Catalog, target: Path) -> None:
    """Write a catalogue without line numbers, which would change with every edit."""
    with target.open("wb") as file:
        write_po(file, catalogue, width=100, include_lineno=False, ignore_obsolete=True)


def update(package: Path) -> None:
    """Bring ``wuzi.pot`` and every language up to the source; nothing is guessed."""
    template = extract(package)
    write(template, package / "locale" / "wuzi.pot")
    for source in sources(package):
        catalogue = read(source)
        catalogue.update(template, no_fuzzy_matching=True)
        write(catalogue, source)


def compile_all(package: Path) -> None:
    """Write the ``.mo`` files that programs read."""
    for source in sources(package):
        with source.with_suffix(".mo").open("wb") as target:
            write_mo(target, read(source))


def complaints(template: Catalog, catalogue: Catalog) -> Iterator[str]:
    """What is wrong with a translation: missing, empty, fuzzy, or with other fields."""
    for message in template:
        if not message.id:
            continue
        translated = catalogue.get(message.id, message.context)
        name = repr(_forms(message.id)[0])
        if translated is None or not all(_forms(translated.string)):
            yield f"{name} is not translated"
        elif translated.fuzzy:
            yield f"{name} is marked fuzzy"
        else:
            yield from (f"{name}: {fault}" for fault in _field_faults(translated))


def _forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The one form of a message, or singular and plurals; an empty one if there is none."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def _field_faults(message: Message) -> Iterator[str]:
    wanted = _fields(_forms(message.id)[-1])
    for form in _forms(message.string):
        try:
            found = _fields(form)
        except ValueError as error:
            yield f"the braces of {form!r} do not match ({error})"
            continue
        if found != wanted:
            yield f"the fields are {sorted(found)}, not {sorted(wanted)}"


def _fields(text: str) -> set[str]:
    """The names between braces, as ``str.format`` reads them."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def check(package: Path) -> list[str]:
    """Every complaint about every language, each with its file."""
    template = extract(package)
    return [
        f"{source.relative_to(package)}: {complaint}"
        for source in sources(package)
        for complaint in complaints(template, read(source))
    ]


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("command", choices=["extract", "update", "compile", "check"])
    parser.add_argument("--package", type=Path, default=ROOT / "src" / "wuzi")
    options = parser.parse_args(arguments)
    package: Path = options.package.resolve()
    if options.command == "extract":
        write(extract(package), package / "locale" / "wuzi.pot")
    elif options.command == "update":
        update(package)
    elif options.command == "compile":
        compile_all(package)
    else:
        faults = check(package)
        print("\n".join(faults) or "every message is translated")
        return 1 if faults else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
