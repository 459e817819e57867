import pytest

from wuzi.errors import RecordError
from wuzi.records import read
from wuzi.records.encoding import codec_name, decode, guess

TEXTS = {
    "gb18030": [
        "五子棋",
        "黑先胜",
        "保存自浙江五子教室服务器",
        "白40活三，黑41冲四",
        "曹冬 对 吴镝",
        "第三届世界锦标赛",
    ],
    "big5": ["五子棋黑先勝", "台北市五子棋比賽", "白勝，第三手", "王先生 對 林小姐"],
    "cp932": ["五目ならべ", "黒の勝ち", "中村 茂（日本）九段", "れんじゅ", "アマチュア選手権"],
    "cp949": ["오목 대회", "흑 승리", "백이 이겼다", "한국 바둑", "김철수"],
    "cp1252": ["Gösta Ekström", "café", "Ando Meritee – Tõnu", "Zürich"],
}


@pytest.mark.parametrize(
    ("codec", "text"), [(codec, text) for codec, texts in TEXTS.items() for text in texts]
)
def test_guess(codec, text):
    data = f"(;PB[{text}])".encode(codec, "replace")
    assert guess(data) == codec
    assert guess(f"(;PB[{text}])".encode()) == "utf-8"


def test_marks_at_the_beginning():
    assert decode("五".encode("utf-16"), guess("五".encode("utf-16"))) == ("五", None)
    assert decode("五".encode("utf-8-sig"), "utf-8") == ("五", None)
    assert guess(b"plain") == "utf-8"


def test_long_texts_are_judged_by_a_part():
    assert guess(b"x" * 10**6 + ("五子棋的黑先胜" * 10_000).encode("gb18030")) == "gb18030"


@pytest.mark.parametrize(
    "name",
    ["idna", "punycode", "zlib", "rot13", "undefined", "unicode_escape", "x\0y", "", "?" * 999],
)
def test_names_that_are_no_encodings(name):
    assert codec_name(name) is None


def test_a_declaration_that_is_wrong_is_warned_of():
    warnings = []
    data = "(;CA[UTF-8]SZ[15]GN[五子棋比赛];B[hh])".encode("gb18030")
    [game] = read(data, warn=warnings.append)
    assert game.tags["name"] == "五子棋比赛"
    assert [w.id for w in warnings] == ["encoding.declared"]


def test_bytes_of_no_encoding():
    data = b"(;SZ[15]GN[\xe4\xba\x94\xff];B[hh])"
    with pytest.raises(RecordError, match=r"byte 14 is not utf-8 text"):
        list(read(data, encoding="utf-8"))
    [game] = read(data, encoding="utf-8", strict=False)
    assert game.tags["name"] == "五\ufffd"
    with pytest.raises(RecordError, match="there is no encoding 'klingon'"):
        list(read(data, encoding="klingon"))
