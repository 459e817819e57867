"""Which encoding a text is in: what it declares, else what it looks like.

Old files of games name no encoding, and hold names and comments in whatever the writer's
Windows was set to. UTF-8 is recognised by its structure. The others are told apart by
trying each and asking how usual the characters would be that come out of it: a text read
in the wrong one turns into rare characters.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_KNOWN = {
    *("ascii", "utf-8", "utf-16", "utf-16-le", "utf-16-be"),
    *("gb2312", "gbk", "gb18030", "hz", "big5", "big5hkscs", "cp950"),
    *("shift_jis", "cp932", "euc_jp", "iso2022_jp", "euc_kr", "cp949"),
    *("koi8-r", "koi8-u", "mac-roman", "tis-620"),
    *("cp437", "cp850", "cp852", "cp866", "cp874"),
    *(f"iso8859-{part}" for part in range(1, 17)),
    *(f"cp{page}" for page in range(1250, 1259)),
}

_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
}
"""Names that files use for a larger set of characters than they mean."""


def codec_name(name: str) -> str | None:
    """Python's name of the encoding that people call ``name``, or ``None``.

    >>> codec_name("GB2312"), codec_name("Shift_JIS"), codec_name("klingon")
    ('gb18030', 'cp932', None)
    """
    try:
        found = codecs.lookup(name.strip()).name
    except (LookupError, ValueError):  # ValueError: a NUL in the name
        return None
    if found == "utf-8-sig":
        return "utf-8"
    return _WIDER.get(found, found) if found in _KNOWN else None


def decode(data: bytes, codec: str) -> tuple[str, int | None]:
    r"""The text, and the offset of the first byte that is none (``None`` if all is well).

    Damaged places are replaced by U+FFFD. A byte order mark is dropped.

    >>> decode(b"\xef\xbb\xbfh8", "utf-8")
    ('h8', None)
    """
    try:
        text, damage = data.decode(codec), None
    except UnicodeDecodeError as error:
        text, damage = data.decode(codec, "replace"), error.start
    return text.removeprefix("\ufeff"), damage


def guess(data: bytes) -> str:
    """The encoding that ``data`` is most likely in.

    Examples
    --------
    >>> guess("五子棋，黑先".encode("gb18030")), guess("五子棋，黑先".encode())
    ('gb18030', 'utf-8')
    """
    for bom, codec in _BOMS:
        if data.startswith(bom):
            return codec
    if decode(data, "utf-8")[1] is None:
        return "utf-8"
    sample = _telling(data)
    return max(_CANDIDATES, key=lambda codec: _plausibility(sample, codec))


_SAMPLE = 1 << 15


def _telling(data: bytes) -> bytes:
    """A part of ``data`` that begins a little before its first byte that is not ASCII."""
    first = next(at for at, byte in enumerate(data) if byte >= 0x80)
    return data[max(0, first - 1) : first + _SAMPLE]


def _plausibility(sample: bytes, codec: str) -> float:
    """How usual the characters are that ``sample`` holds when read as ``codec``, about -5 to 3."""
    text = sample.decode(codec, "replace")
    if len(sample) >= _SAMPLE:
        text = text.rstrip("\ufffd")  # the sample may end within a character
    judge = _CANDIDATES[codec]
    total = count = 0
    for at, char in enumerate(text):
        if char >= "\x80":
            count += 1
            around = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
            total += -5 if char == "\ufffd" else judge(char, around)
    return total / max(count, 1)


_PUNCTUATION = frozenset("　、。，．：；？！（）《》「」『』【】“”‘’…—～·・ー")

_SIMPLIFIED = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后"
    "作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只"
    "从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战"
    "向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教原东"
    "声提立及比员解水名真论处走义各入几口认条平系气题活更别打变四总何数安少报才结反受目太量再感建接必"
    "场件计管期市直命山金指统区保至队形社便空决治展科五基眼书非则听白却界达光放强即难且思王完设式色路"
    "记南品住告求据程北边死张该交规万取望觉术领共确传师观清今切黑胜负禁棋局弈赛珠"
)
_TRADITIONAL = frozenset(
    "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後"
    "作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只"
    "從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰"
    "向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教原東"
    "聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打變四總何數安少報才結反受目太量再感建接必"
    "五白黑勝負禁棋局弈賽珠連"
)
_HANGUL = frozenset(
    "이다는의가을에고하지은도를한로기사리시자그대어인나아수일해서있것들정보부주라과면장제만전상스마으승패"
    "흑백오목바둑두선공국경결적안여요니까습합개동원성"
)


def _double_byte(codec: str, usual: range, frequent: frozenset[str]) -> Callable[[str, str], int]:
    """A judge of characters of a two-byte code whose usual ones have their first byte in a row."""

    def judge(char: str, around: str) -> int:
        if char in frequent:
            return 3
        if char in _PUNCTUATION:
            return 1
        code = char.encode(codec, "replace")
        return 1 if len(code) == 2 and code[0] in usual and code[1] >= 0x40 else -2

    return judge


def _japanese(char: str, around: str) -> int:
    if "ぁ" <= char <= "ヶ":
        return 3
    if "｡" <= char <= "ﾟ":  # half-width: what other codes turn into
        return -2
    return _double_byte("cp932", range(0x88, 0x98), frozenset())(char, around)


def _western(char: str, around: str) -> int:
    letters = sum(near.isascii() and near.isalpha() for near in around)
    return letters if char.isalpha() and letters else -2


_CANDIDATES: dict[str, Callable[[str, str], int]] = {
    "gb18030": _double_byte("gb18030", range(0xB0, 0xD8), _SIMPLIFIED),
    "big5": _double_byte("big5", range(0xA4, 0xC7), _TRADITIONAL),
    "cp932": _japanese,
    "cp949": _double_byte("cp949", range(0xB0, 0xC9), _HANGUL),
    "cp1252": _western,
}
