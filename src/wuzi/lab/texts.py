"""Texts of experiments: in English, and perhaps in other languages beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

ENGLISH = "en"


@dataclass(frozen=True)
class Text:
    """A text as an experiment gives it.

    Attributes
    ----------
    en : str
    others : mapping of str to str
        The same in other languages, by their codes.

    Examples
    --------
    >>> text = Text("ordering", {"zh_CN": "排序"})
    >>> text.read("zh_CN"), text.read("fr"), str(text)
    ('排序', 'ordering', 'ordering')
    """

    en: str
    others: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def read(self, language: str) -> str:
        """The text in that language, or in English where there is none."""
        return self.others.get(language, self.en)

    def __str__(self) -> str:
        return self.en

    def __bool__(self) -> bool:
        return bool(self.en)


NO_TEXT = Text("")
