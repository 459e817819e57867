"""Whatever bytes arrive: a game that can be played, or one sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wuzi.errors import WuziError
from wuzi.records import FORMATS, dumps, read

from .test_wuzijson import GAME, json

SEEDS = {
    "psq": b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,7,120\r\na.exe\r\n-\r\n0\r\n0,Renju15\n",
    "sgf": (
        b"(;FF[4]GM[4]SZ[15]RU[renju]PB[A]RE[B+R]DT[2024-01-01]AB[hh][ii:jj]AE[ii]PL[W]"
        b"(;W[ig]C[x\\]y]LB[aa:1]CR[bb];B[gg]BL[3]WZ[score=3][mark=h8:x])(;W[];B[tt]))"
    ),
    "position": b"h8i9g7 rule=renju size=19 # x\nh8g7/i9 side=white\npass\n",
    "wuzi": json.dumps({"wuzi": 1, "games": [GAME]}).encode(),
}
FUZZ = settings(max_examples=150, deadline=None)


def check(data, format):
    for strict in (True, False):
        try:
            games = list(read(data, format=format, strict=strict, warn=str))
        except WuziError as error:
            str(error)  # its fields fill its template
            continue
        for game in games:
            for node in game.nodes():
                if not node.children:
                    game.board(node)
        for target in ("sgf", "wuzi"):
            again = list(read(dumps(games, target), format=target, strict=False))
            assert [g.moves() for g in again] == [g.moves() for g in games]


@FUZZ
@given(st.binary(max_size=300), st.sampled_from([None, *FORMATS]))
def test_any_bytes(data, format):
    check(data, format)


PIECES = [
    *(
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b",",
        b"\n",
        b"\0",
        b"\xff",
        b"{",
        b"}",
        b'"',
        b":",
        b"/",
    ),
    *(b"99999999999999999999", b"-1", b"1e999", b"null", b"\xe4\xba\x94", b"#"),
    *(b"B[hh]", b"W[zz]", b"AB[aa:oo]", b"SZ[5]", b"PL[W]", b"8,8,0\n", b"h8", b"rule=caro"),
]


@pytest.mark.parametrize("format", FORMATS)
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_files_with_faults(format, data):
    text = bytearray(SEEDS[format])
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 6))
        text[at : at + cut] = data.draw(st.sampled_from(PIECES) | st.binary(max_size=3))
    check(bytes(text), format)
    check(bytes(text), None)


def test_the_seeds_are_sound():
    for format, data in SEEDS.items():
        assert list(read(data)), format
