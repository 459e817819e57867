"""A thinker that lives in a process of its own: what it is told besides positions, and tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable


@runtime_checkable
class Resident(Protocol):
    """What a :class:`~wuzi.thinking.Thinker` may offer to the process that serves it."""

    def prepare(self) -> None:
        """Get ready to think, before a clock runs: load what is heavy, start what takes long."""
        ...

    def configure(self, key: str, value: int) -> bool:
        """Take an option of the protocol's INFO; whether it is one of this thinker's."""
        ...

    def notices(self) -> Sequence[str]:
        """What a person should be told since the last call: English sentences, in order."""
        ...

    def close(self) -> None:
        """Give back what was taken: the thinker is not asked again."""
        ...
