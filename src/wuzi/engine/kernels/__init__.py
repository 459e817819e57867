"""The compiled inner loops, plain Python that Numba turns into machine code.

Each takes the records of ``engine.layout``: ``s``, a search thread's position, and ``t``,
the tables of a rule. Read ``position`` first.
"""
