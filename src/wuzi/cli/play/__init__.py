"""The game in the terminal: ``wuzi play``.

:mod:`~wuzi.cli.play.command` reads the options, :mod:`~wuzi.cli.play.typed` what is typed
during a game, :mod:`~wuzi.cli.play.keyboard` waits for it, :mod:`~wuzi.cli.play.screen`
prints, and :mod:`~wuzi.cli.play.table` joins them to a session.
"""
