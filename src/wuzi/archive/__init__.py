"""Every game, kept: SQLite behind :class:`wuzi.play.GameStore`, and what is asked of it.

Start with :class:`Archive`, whose SQL runs in a thread of its own, so that a loop never waits
for it; :class:`Database` is the same without a loop, for commands.
"""

from wuzi.archive.archive import Archive
from wuzi.archive.database import Database, Finding
from wuzi.archive.entry import ANY, Entry, Filters, Tally
from wuzi.archive.faults import ArchiveError
from wuzi.archive.schema import archive_path

__all__ = [
    "ANY",
    "Archive",
    "ArchiveError",
    "Database",
    "Entry",
    "Filters",
    "Finding",
    "Tally",
    "archive_path",
]
