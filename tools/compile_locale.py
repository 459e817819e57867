"""Hatch build hook: compile the translations, so that every install, editable or not, has them."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def compile_locale(root: Path) -> list[Path]:
    """Write a ``.mo`` beside every ``.po`` under ``root``."""
    written = []
    for source in sorted((root / "src" / "wuzi" / "locale").glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        with source.open("rb") as po, target.open("wb") as mo:
            write_mo(mo, read_po(po, locale=source.parts[-3]))
        written.append(target)
    return written


class CompileLocale(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, an sdist or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues into the source tree, where the build picks them up."""
        compile_locale(Path(self.root))
