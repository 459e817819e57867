"""Where Wuzi's files lie: where the system wants them, or under ``WUZI_HOME``.

With the environment variable ``WUZI_HOME`` everything lies in that one folder: for a
memory stick, for two installations side by side, and for tests. No function here makes a
folder; whoever writes the first file into it does.
"""

from __future__ import annotations

import os
from pathlib import Path

HOME_VARIABLE = "WUZI_HOME"


def config_dir() -> Path:
    """The folder of what the user chose: the settings file."""
    home = _home()
    if home is not None:
        return home
    from platformdirs import user_config_path  # noqa: PLC0415  # 20 ms, wanted only here

    return user_config_path("wuzi", appauthor=False)


def data_dir() -> Path:
    """The folder of what the user made: games, finished and unfinished."""
    home = _home()
    if home is not None:
        return home / "data"
    from platformdirs import user_data_path  # noqa: PLC0415

    return user_data_path("wuzi", appauthor=False)


def cache_dir() -> Path:
    """The folder of what can be made again, and may be deleted at any time."""
    home = _home()
    if home is not None:
        return home / "cache"
    from platformdirs import user_cache_path  # noqa: PLC0415

    return user_cache_path("wuzi", appauthor=False)


def settings_path() -> Path:
    """The settings file, whether or not it exists."""
    return config_dir() / "settings.toml"


def _home() -> Path | None:
    home = os.environ.get(HOME_VARIABLE)
    return Path(home).expanduser().absolute() if home else None
