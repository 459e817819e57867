"""Every game kept: SQLite behind :class:`wuzi.play.GameStore`."""
