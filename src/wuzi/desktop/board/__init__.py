"""The board of the window: it knows the rules and its own marks, and nothing else of Wuzi.

Read in this order: ``marks`` (what is drawn beside stones), ``geometry`` (where the points
lie), ``themes`` (how it looks), ``painter`` and its brushes, ``canvas`` (a widget that shows
a board), ``view`` (one that is played on), ``to_picture`` (the same as a file).
"""
