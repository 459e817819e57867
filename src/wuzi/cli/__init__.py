"""The ``wuzi`` command: thin commands over all the rooms.

:func:`main` reads the command line; each command's module says what it does and imports
what is heavy only when it runs. Start at :mod:`wuzi.cli.app`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the ``wuzi`` command.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments after the program's name; by default those of the process.

    Returns
    -------
    int
        The exit status: 0 done, 1 a check found a fault, 2 wrong input, 130 interrupted.

    Examples
    --------
    >>> main(["forbidden", "h8i9", "--json"])
    {"forbidden": {}}
    0
    """
    try:
        from wuzi.cli.app import run  # noqa: PLC0415 - `import wuzi.cli` stays light

        return run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:  # Ctrl-C already while we load
        return 130


def brain_main() -> int:
    """``pbrain-wuzi``: the name by which Gomocup managers start ``wuzi engine``."""
    return main(["engine", *sys.argv[1:]])
