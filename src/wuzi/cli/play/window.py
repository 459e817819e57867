"""The way to the window, and back to the terminal where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from wuzi.settings.language import _, translate

if TYPE_CHECKING:
    from wuzi.desktop.desk import NewGame


def is_typed_at() -> bool:
    """Whether a person sits at a terminal: moves that are piped in want the terminal game."""
    return sys.stdin is not None and sys.stdin.isatty()


def open_window(game: Callable[[], NewGame] | None = None) -> int | None:
    """Open the window; ``None``, having said why, where there is none.

    Parameters
    ----------
    game : callable, optional
        Makes the game to begin with; by default that of the settings.
    """
    from wuzi.desktop.app import open_window as open_it  # noqa: PLC0415
    from wuzi.desktop.qt import NoWindow  # noqa: PLC0415

    try:
        return open_it(game, arguments=terminal_arguments(sys.argv[1:]))
    except NoWindow as error:
        sentence = translate(error)
    print(sentence, _("This is the game in the terminal (`wuzi play --terminal`)."))
    return None


def terminal_arguments(arguments: list[str]) -> list[str]:
    """The command line that plays the same game in the terminal.

    >>> terminal_arguments(["--lang", "zh_CN"])
    ['--lang', 'zh_CN', 'play', '--terminal']
    >>> terminal_arguments(["play", "--size", "9"])
    ['play', '--size', '9', '--terminal']
    """
    return [*arguments, *([] if "play" in arguments else ["play"]), "--terminal"]
