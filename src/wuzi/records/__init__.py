"""Games in and out of files: bytes in, :class:`~wuzi.rules.Game` out, and back.

One module a format, all behind :func:`read`, :func:`write` and :func:`detect`.
"""

from wuzi.records import position, psq, sgf, wuzijson  # each registers its format
from wuzi.records.registry import (
    FORMATS,
    Format,
    detect,
    dumps,
    find_format,
    format_of,
    read,
    register,
    write,
    write_bytes,
)
from wuzi.records.source import RecordWarning, Source

__all__ = [
    "FORMATS",
    "Format",
    "RecordWarning",
    "Source",
    "detect",
    "dumps",
    "find_format",
    "format_of",
    "position",
    "psq",
    "read",
    "register",
    "sgf",
    "write",
    "write_bytes",
    "wuzijson",
]
