"""Wuzi (五子): a five-in-a-row workshop.

Start reading at :mod:`wuzi.rules` (the referee) and :mod:`wuzi.textbook` (the search
a course teaches); ``docs/architecture.md`` shows how the rooms fit together.

Importing this package loads nothing heavy: every room imports what it needs itself.
"""

__version__ = "0.1.0"
