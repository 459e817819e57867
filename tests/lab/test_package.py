"""What is no Python comes with the package: nothing keeps it out of a wheel."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

import wuzi

ROOT = Path(__file__).parents[2]
PACKAGE = Path(wuzi.__file__).parent
DATA = [
    path
    for folder in ("lab/experiments", "lab/data", "report/data")
    for path in sorted((PACKAGE / folder).iterdir())
]


def test_the_wheel_takes_the_whole_package() -> None:
    """Hatchling takes all files of a package but those that git ignores, if nothing is left out."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"] == {"packages": ["src/wuzi"]}
    assert not {"exclude", "include", "only-include", "only-packages"} & {*build}
    assert {path.suffix for path in DATA} == {".toml", ".txt", ".css", ".j2"}


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.name)
def test_git_ignores_nothing_of_it(path: Path) -> None:
    patterns = (ROOT / ".gitignore").read_text().split()
    names = [path.name, *(f"{parent.name}/" for parent in path.relative_to(ROOT).parents)]
    assert not [one for one in patterns for name in names if fnmatch(name, one.lstrip("/"))]
