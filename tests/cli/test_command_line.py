"""The command line itself: help in two languages, wrong words, ways to leave."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from wuzi.cli import app
from wuzi.settings import language

COMMANDS = [
    "play",
    "show",
    "forbidden",
    "analyze",
    "solve",
    "match",
    "convert",
    "doctor",
    "engine",
    "bench",
    "engines",
    "archive",
]


def test_version(wuzi) -> None:
    assert wuzi("--version") == (0, "wuzi 0.1.0\n", "")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_page(wuzi, command) -> None:
    status, out, err = wuzi(command, "--help")
    assert (status, err) == (0, "")
    assert out.startswith(f"Usage: wuzi {command} [OPTIONS]")
    assert "--lang en|zh_CN" in out
    assert command in wuzi("--help")[1]


def test_help_pages(wuzi, snapshot) -> None:
    snapshot("help", wuzi("--help")[1])
    snapshot("help_show", wuzi("show", "--help")[1])


@pytest.mark.parametrize(
    "line",
    [
        ["--lang", "zh_CN", "show", "--help"],
        ["show", "--lang", "zh_CN", "--help"],
        ["show", "--help", "--lang=zh_CN"],
    ],
)
def test_the_language_may_stand_anywhere_and_speaks_in_help(wuzi, monkeypatch, line) -> None:
    spoken = []
    translate = language.gettext

    def note(text: str) -> str:
        spoken.append((language.current_language(), text))
        return translate(text)

    monkeypatch.setattr("wuzi.cli.help._", note)
    status, _, err = wuzi(*line)
    assert (status, err) == (0, "")
    for text in ("Usage:", "Options", "Arguments", "Lines of the board, 5 to 26", "[OPTIONS]"):
        assert ("zh_CN", text) in spoken


def test_a_language_is_taken_out_before_a_double_dash_only() -> None:
    assert app.take_language(["a", "--", "--lang", "en"]) == (None, ["a", "--", "--lang", "en"])


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["shwo"], "there is no command 'shwo': try show"),
        (["show"], "POSITION is missing: see `wuzi show --help`"),
        (["show", "h8", "i9"], "'i9' is one word too many"),
        (["show", "h8", "--no-such"], "there is no option --no-such: see `wuzi show --help`"),
        (["--no-such"], "there is no option --no-such"),
        (
            ["show", "h8", "--size"],
            "--size needs a value, or was given one it does not take: see `wuzi show --help`",
        ),
        (
            ["engines", "--json=yes"],
            "--json needs a value, or was given one it does not take: see `wuzi engines --help`",
        ),
        (["show", "h8", "--json=yes"], "--json needs a value, or was given one"),
        (["engines", "start"], "there is no command 'start': try add, remove, test"),
        (["engines", "add", "x"], "COMMAND is missing"),
        (["engines", "remove", "x"], "there is no engine 'x'"),
        (["engines", "test", "x"], "there is no engine 'x'"),
        (["--lang", "klingon", "show", "h8"], "there is no language 'klingon'"),
        (["show", "h8", "--lang"], "--lang needs a language"),
        (["convert", "only-one"], "OUT is missing"),
        (["doctor", "now"], "'now' is one word too many"),
    ],
)
def test_wrong_command_lines(wuzi, line, sentence) -> None:
    status, out, err = wuzi(*line)
    assert (status, out) == (2, "")
    assert err.startswith(f"wuzi: {sentence}")
    assert err.count("\n") == 1


def test_ctrl_c_leaves_with_130(wuzi, monkeypatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wuzi.cli.positions.read_stated", interrupt)
    assert wuzi("show", "h8")[0] == 130


def test_ctrl_c_while_the_program_loads(wuzi, monkeypatch) -> None:
    class Interrupted(ModuleType):
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "wuzi.cli.app", Interrupted("wuzi.cli.app"))
    assert wuzi("show", "h8") == (130, "", "")


@pytest.mark.parametrize("arguments", [["show", "-"], ["show", "h8"], ["play"], ["--help"]])
def test_a_reader_that_has_gone_is_no_error(arguments) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "wuzi", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        assert child.stdout
        assert child.stdin
        assert child.stderr
        child.stdout.close()
        child.stdin.write(b"h8\n" * 10)
        child.stdin.close()
        assert child.stderr.read() == b""
        assert child.wait(30) == 0


def test_an_old_terminal_gets_ascii_and_no_traceback() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wuzi", "show", "h8i9", "--lang", "zh_CN"],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": "", "WUZI_HOME": "/nonexistent"},
    )
    assert done.stdout.isascii()
    assert b"(o)" in done.stdout
    assert done.stderr == b""


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import wuzi, sys; print(sorted(m for m in sys.modules if m.startswith('wuzi')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "['wuzi']"
    code = "import wuzi.cli.app as a, sys; a.build(); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"
