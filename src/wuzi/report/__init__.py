"""Figures, tables and self-contained pages for arena, lab and records."""
