from __future__ import annotations

import getpass
import json
import os
import platform
import sys
from datetime import date
from importlib import metadata

import pytest

import wuzi
from wuzi.report import Machine, machine, this_machine

EXAMPLE = Machine(
    processor="",
    cores=2,
    memory=8 * 2**30,
    system="Linux, x86_64",
    python="CPython 3.12.1",
    libraries={"numpy": "2.1.0"},
    wuzi="0.1.0",
    date=date(2026, 11, 30),
)


def test_the_machine_is_this_one() -> None:
    found = this_machine()
    assert found.cores >= 1
    assert found.memory is None or found.memory > 2**26
    assert found.python.endswith(platform.python_version())
    assert found.libraries["numpy"] == metadata.version("numpy")
    assert found.wuzi == wuzi.__version__
    assert abs((found.date - date.today()).days) <= 1


def test_it_tells_nobody_whose_machine_it_is() -> None:
    told = json.dumps(this_machine().to_json())
    assert platform.node() not in told.replace(platform.system(), "")
    assert f"/{getpass.getuser()}" not in told


def test_its_table_says_what_is_not_known() -> None:
    table = EXAMPLE.table()
    assert table.title == "Machine"
    rows = dict(table.shown())
    assert rows["processor"] == "–"
    assert rows["memory"] == "8.0 GiB"
    assert rows["numpy"] == "2.1.0"
    assert rows["date"] == "2026-11-30"


def test_its_table_is_in_the_readers_language() -> None:
    table = EXAMPLE.table(lambda text: {"cores": "核心数", "Machine": "测试环境"}.get(text, text))
    assert table.title == "测试环境"
    assert ["核心数", "2"] in table.shown()


def test_json_knows_it() -> None:
    told = json.loads(json.dumps(EXAMPLE.to_json()))
    assert told["libraries"] == {"numpy": "2.1.0"}
    assert told["date"] == "2026-11-30"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("processor : 0\nmodel name\t: Some(R)   CPU @ 2 GHz\nflags : a", "Some(R)   CPU @ 2 GHz"),
        ("processor : 0\nModel\t\t: Raspberry Pi 5\n", "Raspberry Pi 5"),
        ("", ""),
        ("no colon here", ""),
    ],
)
def test_linux_names_its_processor(text: str, name: str) -> None:
    assert machine.processor_of(text) == name


def test_a_system_that_says_nothing_is_described_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "mips")
    monkeypatch.setattr(platform, "system", lambda: "Plan 9")
    monkeypatch.setattr(platform, "release", lambda: "4")
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.delattr(os, "sysconf")
    found = this_machine()
    assert (found.processor, found.system, found.memory) == ("mips", "Plan 9 4, mips", None)
    assert found.cores >= 1
