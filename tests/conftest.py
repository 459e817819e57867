"""Every test may have a home of its own; the compiled engine they all share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from wuzi.settings import cache_dir

# Found before any test moves WUZI_HOME: compiling takes long, and is done once.
os.environ.setdefault("WUZI_KERNELS", str(cache_dir() / "kernels"))

# How long an example takes depends on what else the machine does: no test asserts it.
settings.register_profile("wuzi", deadline=None)
settings.load_profile("wuzi")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the engine before there are several workers, which would all do it at once.

    The folder is locked meanwhile: a second run beside this one waits for it.
    """
    is_worker = hasattr(config, "workerinput")
    if config.getoption("numprocesses", None) and not is_worker:
        from wuzi.engine.warm import Compilation  # noqa: PLC0415

        Compilation().wait()  # where it cannot be kept, each compiles for itself
