"""Help pages and usage errors in the reader's language, whatever version of typer is there.

Typer's own pages take their words from English constants; these draw the same facts (the
commands, arguments and options that typer knows) with translated words.
"""

from __future__ import annotations

import difflib
import sys
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from wuzi.errors import N_, ParseError, WuziError
from wuzi.settings.language import _

_WIDEST = 100
"""Columns of a help page: longer lines are hard to read."""


UsageError: Any = typer.BadParameter.__base__
"""What typer raises at a wrong command line; where it is defined depends on its version."""


class _Parsing:
    """Parses the words of a command so that every complaint says which command it was."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Parse; typer does not say which command an option without its value belongs to."""
        try:
            return super().parse_args(ctx, args)  # type: ignore[misc]
        except UsageError as error:
            error.ctx = error.ctx or ctx
            raise


class Command(_Parsing, TyperCommand):
    """One command of ``wuzi``."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page by :func:`help_page`."""
        help_page(self, ctx)

    def invoke(self, ctx: Any) -> Any:
        """Refuse words that belong to nothing, then run."""
        if ctx.args:
            raise ParseError(
                "cli.extra",
                N_("'{token}' is one word too many: see `{command} --help`"),
                token=ctx.args[0],
                command=ctx.command_path,
            )
        return super().invoke(ctx)


class Group(_Parsing, TyperGroup):
    """``wuzi`` itself, or a command that has commands."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the page by :func:`help_page`."""
        help_page(self, ctx)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or name the nearest ones."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], self.commands, 1) or list(self.commands)
            raise ParseError(
                "cli.no_command",
                N_("there is no command '{token}': try {names}, or `{command} --help`"),
                token=args[0][:40],
                names=", ".join(near),
                command=ctx.command_path,
            )
        return super().resolve_command(ctx, args)


def usage_error(error: Any) -> WuziError:
    """Typer's complaint about a command line as one of our sentences."""
    ctx = error.ctx
    command = "wuzi" if ctx is None else ctx.command_path
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return ParseError(
            "cli.no_option",
            N_("there is no option {option}: see `{command} --help`"),
            option=error.option_name,
            command=command,
        )
    if kind == "MissingParameter" and error.param is not None:
        return ParseError(
            "cli.missing",
            N_("{name} is missing: see `{command} --help`"),
            name=_label(error.param),
            command=command,
        )
    if kind == "BadOptionUsage":
        return ParseError(
            "cli.no_value",
            N_("{option} needs a value, or was given one it does not take: see `{command} --help`"),
            option=error.option_name,
            command=command,
        )
    return ParseError(
        "cli.usage",
        N_("{message} (see `{command} --help`)"),
        message=error.format_message(),
        command=command,
    )


def help_page(command: Any, ctx: Any) -> None:
    """Print the help of ``command`` on standard output."""
    from rich.console import Console  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    console = Console(file=sys.stdout, highlight=False, markup=False)
    console.width = min(console.width, _WIDEST)
    params = [p for p in command.get_params(ctx) if not getattr(p, "hidden", False)]
    arguments = [p for p in params if p.param_type_name == "argument"]
    options = [p for p in params if p.param_type_name == "option"]
    commands = getattr(command, "commands", {})
    usage = [ctx.command_path, _("[OPTIONS]"), *map(_argument_usage, arguments)]
    if commands:
        usage.append(_("COMMAND ..."))
    console.print(Text.assemble((_("Usage:"), "bold"), " ", " ".join(usage)))
    console.print()
    _print_paragraph(console, _(command.help or ""))
    sections = [
        (_("Arguments"), [(_label(p), _description(p)) for p in arguments]),
        (_("Options"), [(_label(p), _description(p)) for p in options] + [_language_row()]),
        (_("Commands"), [(name, _(c.help or "")) for name, c in commands.items()]),
    ]
    for title, rows in sections:
        if rows:
            _print_section(console, title, rows)
    if command.epilog:
        console.print()
        _print_paragraph(console, _(command.epilog), "dim")


_INDENT = "  "
_NARROWEST = 20
"""Cells that a description gets, however narrow the terminal."""


def _print_paragraph(console: Any, text: str, style: str = "") -> None:
    from wuzi.cli.wrapping import wrap  # noqa: PLC0415

    for line in wrap(text, max(_NARROWEST, console.width - 2 * len(_INDENT))):
        console.print(_INDENT + line, style=style or None, soft_wrap=True)


def _print_section(console: Any, title: str, rows: list[tuple[str, str]]) -> None:
    """A title, and below it names with what they mean beside them."""
    from rich.cells import cell_len, set_cell_size  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    from wuzi.cli.wrapping import wrap  # noqa: PLC0415

    names = max(cell_len(name) for name, _text in rows)
    room = max(_NARROWEST, console.width - names - 3 * len(_INDENT))
    console.print()
    console.print(Text(title, "bold"))
    for name, text in rows:
        label = set_cell_size(name, names)
        for line in wrap(text, room):
            console.print(Text.assemble(_INDENT, (label, "cyan"), _INDENT, line), soft_wrap=True)
            label = " " * names


def _language_row() -> tuple[str, str]:
    return "--lang en|zh_CN", _("The language to speak; may stand anywhere on the line")


def _argument_usage(param: Any) -> str:
    name = _label(param)
    return name if param.required else f"[{name}]"


def _label(param: Any) -> str:
    """``POSITION`` of an argument; ``--rule NAME`` of an option."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    names = ", ".join([*param.opts, *param.secondary_opts])
    if param.is_flag:
        return names
    return f"{names} {param.metavar or _('TEXT')}"


def _description(param: Any) -> str:
    text = _("Show this page") if "--help" in param.opts else _(getattr(param, "help", "") or "")
    default = param.default
    if getattr(param, "is_flag", False) or default is None or default in ("", [], ()):
        return text
    return f"{text} {_('[default: {value}]').format(value=default)}"
