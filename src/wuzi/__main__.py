"""``python -m wuzi`` is the ``wuzi`` command."""

from wuzi.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
