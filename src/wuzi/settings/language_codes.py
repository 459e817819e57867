"""Which languages there are, and which one a word or the environment means."""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Mapping
from typing import Final

from wuzi.errors import N_, SettingsError

LANGUAGES: Final = {"en": "English", "zh_CN": "简体中文"}
"""Each language's code and its own name for itself."""

DEFAULT: Final = "en"

_FAMILIES: Final = {"en": "en", "english": "en", "zh": "zh_CN", "chinese": "zh_CN", "中文": "zh_CN"}
"""The first word of a locale's name, in any spelling: other Chinese reads simplified best."""

_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def match_language(text: str) -> str | None:
    """The code of the language that ``text`` means, or ``None`` if there is none.

    Examples
    --------
    >>> [match_language(t) for t in ("zh_CN.UTF-8", "zh-Hans", "zh_TW", "en_GB", "fr", "C")]
    ['zh_CN', 'zh_CN', 'zh_CN', 'en', None, None]
    """
    word = text.strip().casefold()
    for code, name in LANGUAGES.items():
        if word == name.casefold():
            return code
    family = re.split(r"[^\w]|_", word, maxsplit=1)[0]
    return _FAMILIES.get(family)


def parse_language(text: str) -> str:
    """The code of the language that a person asked for.

    Raises
    ------
    SettingsError
        If there is no such language.

    Examples
    --------
    >>> parse_language("zh-Hans")
    'zh_CN'
    """
    code = match_language(text)
    if code is None:
        raise SettingsError(
            "language.unknown",
            N_("there is no language '{token}': choose from {languages}"),
            token=text[:40],
            languages=", ".join(f"{code} ({name})" for code, name in LANGUAGES.items()),
        )
    return code


def environment_language(environ: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, English if it asks for none of ours.

    The first of ``LANGUAGE`` (a list, best first), ``LC_ALL``, ``LC_MESSAGES`` and ``LANG``
    that is set decides, in the order of Python's own gettext; when none is, as on Windows,
    the system's locale does.

    Examples
    --------
    >>> environment_language({"LANGUAGE": "fr:zh_CN:en", "LANG": "en_US.UTF-8"})
    'zh_CN'
    >>> environment_language({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    'en'
    """
    environ = os.environ if environ is None else environ
    asked = next((environ[name] for name in _VARIABLES if environ.get(name)), None)
    if asked is None:
        asked = _system_locale()
    codes = map(match_language, asked.split(":"))
    return next((code for code in codes if code is not None), DEFAULT)


def _system_locale() -> str:
    try:
        return locale.getlocale()[0] or ""
    except ValueError:  # a name that Python does not know, such as macOS's bare "UTF-8"
        return ""
