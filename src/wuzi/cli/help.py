"""Help pages and usage errors in the reader's language, whatever version of typer is there.

Typer's own pages take their words from English constants; these draw the same facts (the
commands, arguments and options that typer knows) with translated words.
"""

from __future__ import annotations

import difflib
import sys
from typing import Any

from typer.core import TyperCommand, TyperGroup

from wuzi.errors import N_, ParseError, WuziError
from wuzi.settings.language import _

_WIDEST = 100
"""Columns of a help page: longer lines are hard to read."""


class Command(TyperCommand):
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


class Group(TyperGroup):
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
    from rich.padding import Padding  # noqa: PLC0415
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
    console.print(Padding(Text(_(command.help or "")), (0, 2), expand=False))
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
        console.print(Padding(Text(_(command.epilog), "dim"), (0, 2), expand=False))


def _print_section(console: Any, title: str, rows: list[tuple[str, str]]) -> None:
    from rich.padding import Padding  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for name, text in rows:
        table.add_row(Text(name, "cyan"), Text(text))
    console.print()
    console.print(Text(title, "bold"))
    console.print(Padding(table, (0, 2), expand=False))


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
