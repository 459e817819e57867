"""The tree of commands, and what becomes of a command that fails.

Help texts are marked with ``N_`` where they are written and translated when they are
shown (:mod:`wuzi.cli.help`), so that ``--lang`` may stand anywhere on the command line.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from wuzi.cli.help import Command, Group, UsageError, usage_error
from wuzi.cli.output import never_fail_to_print
from wuzi.errors import N_, ParseError, WuziError
from wuzi.settings import language

EXIT_OK = 0
EXIT_WRONG = 2
EXIT_INTERRUPTED = 130


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit status; never lets a traceback out."""
    never_fail_to_print()
    language.set_language(language.choose_language())
    try:
        code, arguments = take_language(arguments)
        if code is not None:
            language.set_language(language.choose_language(code))
        status = build().main(args=arguments, prog_name="wuzi", standalone_mode=False)
        sys.stdout.flush()
    except UsageError as error:
        return _fail(usage_error(error))
    except WuziError as error:
        return _fail(error)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except typer.Abort as abort:  # how older versions of typer tell of Ctrl-C
        return EXIT_INTERRUPTED if isinstance(abort.__cause__, KeyboardInterrupt) else EXIT_OK
    except (SystemExit, BrokenPipeError):
        # Whoever read our output has gone: rich and typer raise SystemExit at that.
        # Python flushes once more at exit: let that fall on deaf ears instead.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    return status if isinstance(status, int) else EXIT_OK


def _fail(error: WuziError) -> int:
    print(f"wuzi: {language.translate(error)}", file=sys.stderr)
    return EXIT_WRONG


def take_language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Take ``--lang CODE`` out of a command line, wherever it stands before a ``--``.

    >>> take_language(["show", "--lang", "zh_CN", "h8"])
    ('zh_CN', ['show', 'h8'])
    >>> take_language(["--lang=en"])
    ('en', [])
    """
    code = None
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return code, [*rest, word, *words]
        if word == "--lang":
            code = next(words, None)
            if code is None:
                raise ParseError("cli.lang", N_("--lang needs a language: en or zh_CN"))
        elif word.startswith("--lang="):
            code = word.partition("=")[2]
        else:
            rest.append(word)
    return code, rest


def build() -> Any:
    """The command tree."""
    from wuzi.cli import (  # noqa: PLC0415
        analyze,
        archive,
        bench,
        convert,
        doctor,
        engine,
        engines,
        lab,
        match,
        positions,
        solve,
        train,
    )
    from wuzi.cli.play import command as play  # noqa: PLC0415

    app = typer.Typer(
        name="wuzi", cls=Group, add_completion=False, rich_markup_mode=None, epilog=_EPILOG
    )
    app.callback(invoke_without_command=True, help=_HELP)(_root)
    # Words that belong to nothing are told by our own sentence (help.Command.invoke).
    settings: Any = {"cls": Command, "context_settings": {"allow_extra_args": True}}
    commands: tuple[tuple[str, Callable[..., int], str], ...] = (
        ("play", play.play, play.HELP),
        ("show", positions.show, positions.SHOW_HELP),
        ("forbidden", positions.forbidden, positions.FORBIDDEN_HELP),
        ("analyze", analyze.analyze, analyze.HELP),
        ("solve", solve.solve, solve.HELP),
        ("match", match.match, match.HELP),
        ("convert", convert.convert, convert.HELP),
        ("doctor", doctor.doctor, doctor.HELP),
        ("engine", engine.engine, engine.HELP),
        ("bench", bench.bench, bench.HELP),
    )
    for name, function, text in commands:
        app.command(name, help=text, **settings)(function)
    for shelf, root, room in (
        ("engines", engines.list_engines, engines),
        ("archive", archive.root, archive),
        ("train", train.root, train),
        ("lab", lab.root, lab),
    ):
        group = typer.Typer(cls=Group, rich_markup_mode=None)
        group.callback(invoke_without_command=True)(root)
        for name, function, text in room.COMMANDS:
            group.command(name, help=text, **settings)(function)
        app.add_typer(group, name=shelf, help=room.HELP)
    return typer.main.get_command(app)


_HELP = N_("Five in a row: play, analyse, teach and measure. Alone, `wuzi` opens the window.")

_EPILOG = N_(
    "Exit status: 0 done; 1 a check found a fault; 2 wrong input, or an engine that failed,"
    " told in one sentence; 130 interrupted by Ctrl-C."
)


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help=N_("Print the version"))] = False,
) -> int | None:
    if version:
        from wuzi import __version__  # noqa: PLC0415

        print(f"wuzi {__version__}")
        raise typer.Exit(EXIT_OK)
    if context.invoked_subcommand is not None:
        return None
    from wuzi.cli.play import command, window  # noqa: PLC0415

    status = window.open_window()
    return command.play(terminal=True) if status is None else status
