"""The strong engine: Numba kernels under a thin Python face.

Read ``patterns`` (what a stone makes of a line), ``threats`` (what four lines make of a
point) and ``kernels.position`` (how it is kept up to date) first.
"""
