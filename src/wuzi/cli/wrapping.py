"""Text cut into lines, as English and as Chinese are.

English parts at its blanks. Chinese has none: a line may end between any two characters, but
none begins with a closing mark (``，。）``) or ends with an opening one. (rich knows blanks only
and drops what is left of a long Chinese sentence in a table.)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

_NEVER_FIRST: Final = frozenset("，。、；：！？）》】”’…—·,.;:!?)]}>%/+-")
_NEVER_LAST: Final = frozenset("（《【“‘([{</+-")


def wrap(text: str, width: int) -> list[str]:
    """The lines of ``text``, each at most ``width`` cells wide.

    Parameters
    ----------
    text : str
        One paragraph.
    width : int
        At least 2, the cells of a Chinese character.

    Examples
    --------
    >>> wrap("five in a row", 9)
    ['five in a', 'row']
    >>> wrap("黑先，五子连珠（h8）者胜。", 10)
    ['黑先，五子', '连珠（h8）', '者胜。']
    """
    lines = []
    line = ""
    for piece in _pieces(text):
        if cell_len(line + piece.rstrip()) <= width:
            line += piece
            continue
        if line.strip():
            lines.append(line.rstrip())
        line = piece
        while cell_len(line.rstrip()) > width:
            head = _head(line, width)
            lines.append(head)
            line = line[len(head) :]
    return [*lines, line.rstrip()] if line.strip() or not lines else lines


def _pieces(text: str) -> Iterator[str]:
    """What no line may end within; blanks stay at the end of the piece before them."""
    start = 0
    for at in range(1, len(text)):
        if _may_part(text[at - 1], text[at]):
            yield text[start:at]
            start = at
    yield text[start:]


def _may_part(before: str, after: str) -> bool:
    if after == " " or before == " ":
        return before == " " != after
    if before in _NEVER_LAST or after in _NEVER_FIRST:
        return False
    return _is_wide(before) or _is_wide(after)


def _is_wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in ("W", "F")


def _head(text: str, width: int) -> str:
    """As many characters as ``width`` cells hold, for a word that no line holds."""
    count = 1
    while count < len(text) and cell_len(text[: count + 1]) <= width:
        count += 1
    return text[:count]
