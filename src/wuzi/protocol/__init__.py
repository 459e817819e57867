"""The Gomocup protocol, both ways.

* :mod:`~wuzi.protocol.brain` puts any thinker on standard input and output;
* :mod:`~wuzi.protocol.client` drives any engine program, ours or a stranger's.

Below them: :mod:`~wuzi.protocol.coordinates`, :mod:`~wuzi.protocol.wire` (lines),
:mod:`~wuzi.protocol.limits` and :mod:`~wuzi.protocol.info` (what ``INFO`` and ``MESSAGE``
carry); on the brain's side :mod:`~wuzi.protocol.intake`, on the client's
:mod:`~wuzi.protocol.conversation`, :mod:`~wuzi.protocol.child` and the small program
:mod:`~wuzi.protocol.guard`. Nothing is imported here, so that an engine starts without
the client's asyncio.

Source of the protocol: the Gomocup (Piskvork) protocol, version 2, of 2023, with the
extensions of Yixin-Board.
"""
