"""Command lines of engines for these tests."""

import sys
from pathlib import Path

from wuzi.protocol.client import EngineCommand

MOCK = Path(__file__).parents[1] / "mock_engine.py"


def mock(fault="none", *options, **command):
    argv = (sys.executable, "-S", str(MOCK), "--fault", fault, *map(str, options))
    return EngineCommand(argv, **command)


def ours(thinker="first", **command):
    """The brain with one of the thinkers of these tests."""
    argv = (sys.executable, "-m", "tests.protocol.thinkers", thinker)
    return EngineCommand(argv, cwd=MOCK.parents[1], **command)
