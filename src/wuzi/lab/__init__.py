"""Experiments as files: what to vary, on what, what to record; and the report that follows."""
