"""Experiments as files: what to vary, on what, what to record; and the report that follows.

An experiment (:mod:`.experiment`, made of :mod:`.parts` and :mod:`.views`) gives tasks, one for
each of its :mod:`.cells` on each of its :mod:`.positions`. A kind of :mod:`.measures` does a task;
:mod:`.runner` deals them out and keeps a :mod:`.journal`; :mod:`.rows` are made of the records, and
of these :mod:`.figures`, :mod:`.tables` and the report (:mod:`.render`). ``docs/lab.md`` tells how
to write one.
"""
