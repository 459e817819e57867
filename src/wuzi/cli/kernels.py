"""Before a command uses the engine: its kernels, compiled once with progress to look at."""

from __future__ import annotations

import os
import sys

from wuzi.settings.language import _


def ready_kernels() -> None:
    """Compile the engine if it is not compiled yet, saying so on standard error.

    Where the result cannot be kept, this process compiles for itself as it goes on.
    """
    from wuzi.engine import cache  # noqa: PLC0415  # loads Numba

    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return
    state = cache.state()
    if state is cache.State.UNWRITABLE:
        text = _(
            "the folder of compiled engines {folder} cannot be written, so every start has to"
            " compile: make it writable, or set WUZI_HOME"
        )
        _note(text.format(folder=cache.kernels_dir()))
    elif state is not cache.State.READY:
        _compile(damaged=state is cache.State.DAMAGED)


def _compile(*, damaged: bool) -> None:
    from rich.console import Console  # noqa: PLC0415

    from wuzi.engine.warm import Compilation  # noqa: PLC0415
    from wuzi.players.registry import compiler  # noqa: PLC0415

    if damaged:
        _note(_("the compiled engine was damaged and is made again"))
    console = Console(file=sys.stderr, highlight=False, markup=False)
    first = _("compiling the engine, once")
    if not console.is_terminal:
        _note(first)
    running = Compilation(compiler())
    with console.status(first) as status:
        running.watch(
            lambda: status.update(
                _("compiling the engine, once: {done} of {parts}").format(
                    done=running.done, parts=running.parts
                )
            )
        )


def _note(text: str) -> None:
    print(f"wuzi: {_('note: {text}').format(text=text)}", file=sys.stderr)
