"""The language of faces: texts are looked up when they are shown, never at import.

Rooms below mark their texts with :func:`wuzi.errors.N_`; a face calls :func:`set_language`
once, then shows ``_("text")`` and ``translate(error)``. English needs no catalogue, and any
text that a catalogue lacks stays English.
"""

from __future__ import annotations

import gettext as _stdlib
import struct
from pathlib import Path
from typing import Any, Final

from wuzi.errors import N_, SettingsError, WuziError
from wuzi.settings.language_codes import (
    DEFAULT,
    LANGUAGES,
    environment_language,
    parse_language,
)
from wuzi.settings.store import load

LOCALE: Final = Path(__file__).resolve().parent.parent / "locale"
"""The folder of the catalogues."""

DOMAIN: Final = "wuzi"

PHRASES: Final = frozenset({"wanted", "why"})
"""Fields of errors whose text is English: ours, marked where it is written, or the system's."""

SYSTEM_WORDS: Final = (
    N_("File exists"),
    N_("File name too long"),
    N_("Input/output error"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Permission denied"),
    N_("Read-only file system"),
)
"""What systems say most often of a file that cannot be used; marked here for the catalogues."""


class Translator:
    """One reader's language. Faces share the module's; a server may keep one a visitor.

    Parameters
    ----------
    folder : Path, optional
        Where the catalogues lie: ``CODE/LC_MESSAGES/wuzi.mo``.

    Attributes
    ----------
    language : str
        A code of ``LANGUAGES``.

    Examples
    --------
    >>> translator = Translator()
    >>> translator.language, translator.gettext("freestyle")
    ('en', 'freestyle')
    """

    def __init__(self, folder: Path = LOCALE) -> None:
        self.folder = folder
        self.language = DEFAULT
        self._catalogue = _stdlib.NullTranslations()

    def set_language(self, code: str) -> None:
        """Speak the language ``code`` from now on; English where its catalogue is missing.

        Raises
        ------
        SettingsError
            If there is no such language, or its catalogue is damaged. The language is
            then as it was.
        """
        if code not in LANGUAGES:
            code = parse_language(code)
        try:
            catalogue = _stdlib.translation(DOMAIN, self.folder, [code], fallback=True)
        except (OSError, struct.error, ValueError) as error:
            raise SettingsError(
                "language.damaged",
                N_("the translation {file} is damaged: install Wuzi again, or use --lang en"),
                file=str(self.folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo"),
            ) from error
        self._catalogue = catalogue
        self.language = code

    def gettext(self, text: str) -> str:
        """``text`` in the language spoken now."""
        return self._catalogue.gettext(text) if text else text  # "" would give the file's header

    def ngettext(self, one: str, many: str, count: int) -> str:
        """``one`` or ``many``, as ``count`` things are counted in the language spoken now."""
        return self._catalogue.ngettext(one, many, count)

    def translate(self, error: WuziError) -> str:
        """The sentence of ``error``, and of the errors and phrases among its fields.

        Examples
        --------
        >>> inner = SettingsError("a", "{n} is too many", n=6)
        >>> Translator().translate(SettingsError("b", "line {line}: {why}", line=2, why=inner))
        'line 2: 6 is too many'
        """
        fields = {name: self._field(name, value) for name, value in error.fields.items()}
        return self.gettext(error.template).format(**fields)

    def _field(self, name: str, value: Any) -> Any:
        if isinstance(value, WuziError):
            return self.translate(value)
        return self.gettext(value) if name in PHRASES and isinstance(value, str) else value


_shared: Final = Translator()
set_language = _shared.set_language
gettext = _shared.gettext
ngettext = _shared.ngettext
translate = _shared.translate
_ = gettext


def current_language() -> str:
    """The code of the language spoken now."""
    return _shared.language


def choose_language(requested: str | None = None) -> str:
    """The code of the language to speak: as requested, else as set, else as the environment says.

    Parameters
    ----------
    requested : str, optional
        What ``--lang`` was given.

    Raises
    ------
    SettingsError
        If a language was requested that there is not. Damaged settings are no error here:
        whoever reads them next reports it, in the language of the environment.

    Examples
    --------
    >>> choose_language("zh")
    'zh_CN'
    """
    if requested is not None:
        return parse_language(requested)
    try:
        stored = load().language
    except SettingsError:
        stored = None
    return stored or environment_language()
