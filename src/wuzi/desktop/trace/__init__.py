"""Search made visible: a recorded textbook search, replayed step by step.

Read in this order: :mod:`~wuzi.desktop.trace.recorder` (the film is made in a child
process), :mod:`~wuzi.desktop.trace.captions` (what happens at a step, in words),
:mod:`~wuzi.desktop.trace.rows` and :mod:`~wuzi.desktop.trace.tree` (the tree as it grows),
:mod:`~wuzi.desktop.trace.windows` (alpha and beta along the current line),
:mod:`~wuzi.desktop.trace.timeline`, :mod:`~wuzi.desktop.trace.switches` (what each idea
saves), :mod:`~wuzi.desktop.trace.viewer` (all of these around one film) and
:mod:`~wuzi.desktop.trace.panel`, which joins the viewer to the window.
"""
