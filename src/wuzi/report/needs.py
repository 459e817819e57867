"""The libraries that reports are made with, asked for only when one is made."""

from __future__ import annotations

import importlib
from typing import Any

from wuzi.errors import N_, WuziError


class ReportError(WuziError):
    """A figure or a page cannot be made here; the sentence says what to install."""


def need(module: str) -> Any:
    """The module of that name, from the extra ``lab``.

    Parameters
    ----------
    module : str
        Such as ``"matplotlib.figure"``.

    Raises
    ------
    ReportError
        If its package is not installed.

    Examples
    --------
    >>> need("no_such_library.part")
    Traceback (most recent call last):
    ReportError: reports take no_such_library, which is not installed: pip install 'wuzi[lab]'
    """
    package = module.partition(".")[0]
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise  # the package is there, and broken: no sentence of ours would be true
        raise ReportError(
            "report.missing",
            N_("reports take {package}, which is not installed: {command}"),
            package=package,
            command="pip install 'wuzi[lab]'",
        ) from error
