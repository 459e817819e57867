from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from tests.report.figures import figure
from wuzi.report import FORMATS, Page, ReportError, Section, draw, render
from wuzi.report.needs import need

SENTENCE = r"reports take {}, which is not installed: pip install 'wuzi\[lab\]'"


@pytest.mark.parametrize("fmt", FORMATS)
def test_without_matplotlib_a_figure_is_one_sentence(
    fmt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget(monkeypatch, "matplotlib")
    with pytest.raises(ReportError, match=SENTENCE.format("matplotlib")) as caught:
        draw(figure(), fmt)  # type: ignore[arg-type]
    assert caught.value.id == "report.missing"


def test_without_jinja2_a_page_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch, "jinja2")
    with pytest.raises(ReportError, match=SENTENCE.format("jinja2")):
        render(Page("A", [Section("B", ["c"])]))


def forget(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """As if a package were not installed."""

    class Absent:
        def find_spec(self, name: str, *_: object) -> None:
            if name.partition(".")[0] == package:
                raise ModuleNotFoundError(f"No module named {package!r}", name=package)

    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Absent(), *sys.meta_path])


def test_a_package_that_is_broken_is_not_called_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_library.py").write_text("import another_that_is_missing\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="another_that_is_missing"):
        need("broken_library")


def test_the_room_itself_loads_nothing_heavy() -> None:
    code = """
        import sys
        import wuzi.report
        from wuzi.report import Figure, Series, Table, this_machine
        Figure("line", "t", "x", "y", [Series("a", [1], [2])])
        this_machine().table().to_latex()
        heavy = {"matplotlib", "jinja2", "numpy", "numba", "PIL"} & set(sys.modules)
        assert not heavy, heavy
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True, timeout=60)
