"""What Wuzi remembers between runs: where files lie, one settings file, engines, the language.

Start with :func:`load` and :func:`save`; texts for people go through
:mod:`wuzi.settings.language`. ``tomlkit`` and ``platformdirs`` are loaded when they are needed.
"""

from wuzi.settings.engines import (
    EngineEntry,
    add_engine,
    find_engine,
    remove_engine,
    split_command,
)
from wuzi.settings.language_codes import LANGUAGES, parse_language
from wuzi.settings.model import PlayDefaults, Settings
from wuzi.settings.paths import cache_dir, config_dir, data_dir, settings_path
from wuzi.settings.store import load, save
from wuzi.settings.window import AnalysisDefaults, WindowSettings

__all__ = [
    "LANGUAGES",
    "AnalysisDefaults",
    "EngineEntry",
    "PlayDefaults",
    "Settings",
    "WindowSettings",
    "add_engine",
    "cache_dir",
    "config_dir",
    "data_dir",
    "find_engine",
    "load",
    "parse_language",
    "remove_engine",
    "save",
    "settings_path",
    "split_command",
]
