from pathlib import Path

import pytest

from wuzi.errors import RecordError
from wuzi.records import dumps, read
from wuzi.rules import (
    BLACK,
    CARO,
    EMPTY,
    FREESTYLE,
    RENJU,
    STANDARD,
    WHITE,
    Reason,
    SetUp,
    moves_text,
    parse_moves,
    parse_point,
    point_name,
)

DATA = Path(__file__).parents[1] / "data" / "records"


def one(text, **options):
    data = text if isinstance(text, bytes) else text.encode()
    [game] = read(data, **options)
    return game


def lenient(text):
    warnings = []
    return one(text, strict=False, warn=warnings.append), warnings


def moves(text):
    return moves_text(one(text).moves())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(;GM[4]SZ[15];B[hh];W[ig])", "h8i9"),
        ("(;GM[4]SZ[15];B[aa];W[oo];B[ao];W[oa])", "a15o1a1o15"),
        ("(;GM[4]SZ[15];B[ih])", "i8"),
        ("(;GM[1]SZ[15];B[hh])", "h8"),
        ("(;GM[5];B[hh])", "h8"),
        ("(;B[hh])", "h8"),
        ("(;SZ[19:19];B[hh])", "h12"),
        ("(;GM[1];B[hh])", "h12"),
        ("(;GM[4];B[rr])", "r2"),
        ("(;GM[4]SZ[15]RE[0]B[hh]W[ig]B[gj])", "h8i9g6"),
        ("(;SZ[15];B[hh]W[ig];B[gj])", "h8i9g6"),
        ("(;SZ[15];B[hh];W[];B[gj])", "h8passg6"),
        ("(;SZ[15];B[hh];W[tt])", "h8pass"),
        ("(;SZ[20];B[tt])", "t1"),
        ("(;\nSZ[15]\n;B [hh]\n\t;W\n[ig]\n;)", "h8i9"),
        ("(;GaMe[4]SiZe[15];Black[hh];White[ig])", "h8i9"),
        ("(;SZ[15];b[HH];w[IG])", "h8i9"),
        ("(;SZ[15](;B[hh])(;B[aa]))", "h8"),
        ("(;SZ[15];(;B[hh];W[ig]))", "h8i9"),
        ("(;QPR[hh,hg];QSLW[ig];B[gg];W[ii])", "g9i7"),
    ],
)
def test_moves(text, expected):
    assert moves(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "kept"),
    [
        ("(;SZ[15];B[hh]\n;W[dundefined];B[ii])", 2, "h8i7"),
        ("(;SZ[15];B[hh]\n;W[hh];B[ii])", 2, "h8i7"),
        ("(;SZ[15];B[hh]\n;W[pp];B[ii])", 2, "h8i7"),
        ("(;SZ[15];B[hh]\n;W[h];B[ii])", 2, "h8i7"),
        ("(;SZ[15];B[hh]\n;W[ig][ih])", 2, "h8i9"),
        ("(;SZ[15];B[hh]\n;W)", 2, "h8"),
        ("(;SZ[15];B[hh]\n;W[ig]?!;B[ii])", 2, "h8i9i7"),
        ("(;SZ[15];B[hh];\nW[ig", 2, "h8i9"),
        ("(;SZ[15];B[hh]\n;W[ig]", 2, "h8i9"),
        ("(;SZ[15];B[hh]\n(W[ig]))", 2, "h8i9"),
        ("(;SZ[15];B[hh])\n)", 2, "h8"),
        ("(;SZ[15];B[hh])\njunk", 2, "h8"),
        ("Dear friend,\n(;SZ[15];B[hh])", 2, "h8"),
        ("(;SZ[15];B[hh]\nPL[x])", 2, "h8"),
        ("(;SZ[15]AB[hh]\nAW[zz];B[ii])", 2, "i7"),
        ("(;SZ[15]\nGM[2];B[hh])", 2, "h8"),
    ],
)
def test_faults_are_refused_or_passed_over(text, line, kept):
    with pytest.raises(RecordError, match=f"^line {line}[:,]"):
        one(text)
    game, warnings = lenient(text)
    assert moves_text(game.moves()) == kept
    assert line in [warning.line for warning in warnings]
    assert all(f"line {w.line}" in str(w) for w in warnings)


def test_a_skipped_move_leaves_the_colours_of_the_others():
    game, _ = lenient("(;SZ[15];B[hh];W[zz];B[ii];W[jj])")
    board = game.board()
    assert [board[p] for p in map(board.point, ("h8", "i7", "j6"))] == [BLACK, BLACK, WHITE]


@pytest.mark.parametrize(
    "head",
    ["SZ[19:15]", "SZ[x]", "SZ[]", "SZ[4]", "SZ[27]", "SZ[0]", "SZ[-15]", f"SZ[{'9' * 5000}]"],
)
def test_sizes_that_are_none(head):
    text = f"(;GM[4]\n{head};B[hh])(;SZ[15];B[aa])"
    with pytest.raises(RecordError, match=r"^line 2: "):
        list(read(text.encode()))
    [game] = read(text.encode(), strict=False)
    assert moves_text(game.moves()) == "a15"


def test_samples_that_are_broken():
    for name, message in [("undefined", "line 1, W: 'dundefined'"), ("no_leading_semicolon", "';'"),
                          ("not_sgf", "bad_not_sgf.sgf is called")]:  # fmt: skip
        with pytest.raises(RecordError, match=message):
            list(read(DATA / f"bad_{name}.sgf"))


def test_other_files_are_refused():
    for data in (b"!<arch>\n/  0", b"aaa\n", b"", b" \n", b"\x89PNG\r\n", b"\0" * 100):
        with pytest.raises(RecordError):
            list(read(data, name="x.sgf"))


# Colours and set-ups


def test_undo_after_a_set_up_keeps_the_colours():
    # faults.jsonl, bug26
    game = one(
        "(;FF[4]GM[1]SZ[13]CA[UTF-8]AW[lb][lc][hb][ic][hc][gb][cd][dj][kj]"
        "AB[fb][fc][gc][hd][id][jd][kd][ld][md]PL[B])"
    )
    board = game.board()
    board.push(board.point("k12"))
    board.push(board.point("k13"))
    board.pop()
    assert board[board.point("k12")] == BLACK
    assert board[board.point("l12")] == WHITE


def test_white_may_begin():
    game = one("(;SZ[15];W[hh];W[ii];B[jj])")
    board = game.board()
    assert [board[board.point(p)] for p in ("h8", "i7", "j6")] == [WHITE, WHITE, BLACK]
    nodes = list(game.root.line())
    assert [n.notes.set_up for n in nodes[1:]] == [SetUp(turn=WHITE), SetUp(turn=WHITE), None]


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("(;SZ[15]AB[hh][ii]AW[jj])", WHITE),
        ("(;SZ[15]AB[hh]AW[jj])", BLACK),
        ("(;SZ[15]AW[jj])", BLACK),
        ("(;SZ[15]AB[hh]PL[b])", BLACK),
        ("(;SZ[15]AB[hh];W[aa])", BLACK),
        ("(;SZ[15]AB[hh][ii]AW[jj];C[x];B[aa])", WHITE),
        ("(;SZ[15];B[hh];AE[hh]AW[ii])", BLACK),
    ],
)
def test_the_turn_after_a_set_up(text, turn):
    assert one(text).board().turn == turn


def test_variations_after_one_set_up_may_differ_in_colour():
    game = one("(;SZ[15]AB[hh](;W[aa];B[bb])(;B[aa];W[bb]))")
    first, second = game.root.children
    a15 = parse_point("a15")
    assert game.board(first)[a15] == WHITE
    assert game.board(second)[a15] == BLACK


def test_rectangles_of_points():
    game = one("(;SZ[15]AB[ca:aa][aa:ab]AW[oo];AE[aa:ca])")
    assert {point_name(p) for p in game.root.notes.set_up.black} == {"a15", "b15", "c15", "a14"}
    assert [point_name(p) for p in game.board().stones(BLACK)] == ["a14"]


def test_a_stone_set_up_twice_is_refused():
    with pytest.raises(RecordError, match="line 1, AB: the set-up puts two stones on h8"):
        one("(;SZ[15]AB[hh]AW[hh])")
    game, warnings = lenient("(;SZ[15]AB[hh]AW[hh];B[ii])")
    assert (moves_text(game.moves()), len(warnings)) == ("i7", 1)


# Rules and results


@pytest.mark.parametrize(
    ("text", "rule", "known"),
    [
        ("renju", RENJU, True),
        ("Renju (RIF)", RENJU, True),
        ("freestyle", FREESTYLE, True),
        ("Standard Gomoku", STANDARD, True),
        ("caro", CARO, True),
        ("gomoku", FREESTYLE, False),
        ("有禁手", RENJU, True),
        ("无禁手", FREESTYLE, True),
        ("house rules", FREESTYLE, False),
    ],
)
def test_rules(text, rule, known):
    game = one(f"(;SZ[15]RU[{text}];B[hh])")
    assert (game.rule, game.rule_known) == (rule, known)
    assert f"RU[{text}]" in dumps(game, "sgf").decode()


def test_a_rule_is_not_known_without_a_word():
    assert not one("(;SZ[15];B[hh])").rule_known


SIX = "(;SZ[15];B[ah];W[aa];B[bh];W[ca];B[ch];W[ea];B[eh];W[ga];B[fh];W[ia];B[dh]%s)"


def test_an_unknown_rule_is_chosen_so_that_no_move_comes_after_the_end():
    assert one(SIX % "").rule == FREESTYLE
    game = one(SIX % ";W[oo]")
    assert (game.rule, game.rule_known, game.outcome) == (STANDARD, False, None)
    with pytest.raises(RecordError, match="the game is over"):
        one((SIX % ";W[oo]").replace("SZ", "RU[freestyle]SZ"))


def test_a_result_may_contradict_an_assumed_rule():
    text = SIX.replace("SZ", "RE[W+]SZ") % ""
    assert one(text).outcome.winner == WHITE
    warnings = []
    game = one(text.replace("SZ", "RU[freestyle]SZ"), warn=warnings.append)
    assert game.outcome.winner == BLACK
    assert [w.id for w in warnings] == ["sgf.result"]


def test_a_forbidden_move_in_a_record_loses():
    game = one("(;SZ[15]RU[renju];B[fh];W[ao];B[gh];W[am];B[hj];W[ak];B[hi];W[ai];B[hh])")
    assert (game.outcome.winner, game.outcome.reason) == (WHITE, Reason.FORBIDDEN)
    assert game.outcome.detail == "double_three"


@pytest.mark.parametrize(
    ("text", "winner", "reason"),
    [
        ("B+R", BLACK, Reason.RESIGNATION),
        ("W+Resign", WHITE, Reason.RESIGNATION),
        ("b+", BLACK, Reason.UNKNOWN),
        ("W+T", WHITE, Reason.TIME),
        ("W+5", WHITE, Reason.UNKNOWN),
        ("B+Forfeit", BLACK, Reason.ADJUDICATION),
        ("0", EMPTY, Reason.UNKNOWN),
        ("Draw", EMPTY, Reason.UNKNOWN),
    ],
)
def test_results(text, winner, reason):
    outcome = one(f"(;SZ[15]RE[{text}];B[hh])").outcome
    assert (outcome.winner, outcome.reason) == (winner, reason)


@pytest.mark.parametrize("text", ["Void", "?", "black won on points", ""])
def test_results_that_are_none(text):
    game = one(f"(;SZ[15]RE[{text}];B[hh])")
    assert game.outcome is None
    assert game.tags["result"] == text


# What is said


def test_notes():
    game = one(
        r"(;SZ[15];B[hh]C[a\]b\\c: d" + "\\\n" + r" e" + "\r\nf]BL[12.5]WL[3]TE[1]"
        r"CR[aa]SQ[bb]TR[cc:dc]MA[ee]LB[ff:x\:y][gg:5]LB[aa:A]KTV[1\:2]DD[])"
    )
    notes = game.end.notes
    assert notes.comment == "a]b\\c: d e\nf"
    assert notes.clock == 12.5
    assert notes.glyph == "!"
    assert notes.marks == {
        parse_point(name): mark
        for name, mark in {
            "a15": "circle", "b14": "square", "c13": "triangle", "d13": "triangle",
            "e11": "cross", "f10": "=x:y", "g9": "=5",
        }.items()
    }  # fmt: skip
    assert notes.other == {"WL": ["3"], "KTV": [r"1\:2"], "DD": [""], "LB": ["aa:A"]}
    again = one(dumps(game, "sgf"))
    assert again.end.notes == notes


def test_the_head():
    game = one(
        "(;SZ[15]PB[Ann]BR[5d]PW[B\nob]EV[Cup]RO[3]DT[2024年04月5日]PC[\n  Tallinn]GN[final]"
        "TM[600]OT[5x30]AP[X:1]ST[0];B[hh]EV[not the head])"
    )
    assert (game.black.name, game.black.rating, game.white.name) == ("Ann", "5d", "B ob")
    assert game.tags == {
        "event": "Cup", "round": "3", "date": "2024-04-05", "place": "Tallinn", "name": "final",
        "time_control": "600", "overtime": "5x30", "application": "X:1",
    }  # fmt: skip
    assert game.root.notes.other == {"ST": ["0"]}
    assert game.end.notes.other == {"EV": ["not the head"]}


def test_values_made_by_hand_do_not_break_the_file():
    game = one("(;SZ[15];B[hh])")
    game.end.notes.other["KT"] = ["a]b", "c\\"]
    game.end.notes.other["not an ident"] = ["x"]
    again = one(dumps(game, "sgf"))
    assert again.end.notes.other == {"KT": [r"a\]b", r"c\\"]}


def test_private_words_that_are_not_ours_are_kept():
    text = "(;SZ[15];B[hh]WZ[time=soon][score=1.5][x][time=1e999][depth=3])"
    notes = one(text).end.notes
    assert notes.depth == 3
    assert notes.time is None
    assert notes.other == {"WZ": ["time=soon", "score=1.5", "x", "time=1e999"]}


def test_empty_nodes_at_the_end_go_and_others_stay():
    game = one("(;SZ[15];;B[hh];;)")
    assert [n.move is None for n in game.root.line()] == [True, True, False]
    parted = one("(;SZ[15];B[hh](;)(;W[ii]))")
    assert moves_text(parted.moves()) == "h8"
    assert [child.move for child in parted.root.children[0].children] == [None, parse_point("i7")]


NAMES = {
    "gb18030": "五子棋比赛，黑先",
    "big5": "五子棋比賽，黑先勝",
    "shift_jis": "五目ならべ、黒の勝ち",
    "cp949": "오목 대국에서 흑 승리",
    "cp1252": "Gösta Ekström",
    "utf-8-sig": "五子",
    "utf-16": "五子",
}


@pytest.mark.parametrize("encoding", NAMES)
def test_encodings(encoding):
    name = NAMES[encoding]
    text = f"(;GM[4]SZ[15]GN[{name}];B[hh])"
    assert one(text.encode(encoding)).tags["name"] == name
    assert one(text.encode(encoding), encoding=encoding).tags["name"] == name
    if not encoding.startswith("utf-16"):
        declared = text.replace("SZ", f"CA[{encoding}]SZ")
        assert one(declared.encode(encoding)).tags["name"] == name


# Depth


def test_deep_trees_are_read_without_recursion():
    deep = 30_000
    assert len(list(one("(;SZ[15]" + ";C[x]" * deep + ")").nodes())) == deep + 1
    nested = one("(;SZ[15]" + "(;C[x]" * deep + ")" * deep + ")")
    assert len(list(nested.nodes())) == deep + 1
    assert moves_text(one(dumps(nested, "sgf")).moves()) == ""
    for bad in ("(" * deep, "(;SZ[15]" + "(" * deep, "(;" * deep, "[" * deep, "(;B[" + "\\" * deep):
        with pytest.raises(RecordError):
            one(bad)
    with pytest.raises(RecordError, match="already holds a stone"):
        one("(;SZ[15]" + ";B[hh]" * deep + ")")


def test_wide_trees():
    text = "(;SZ[15]" + "(;B[hh];W[ii])" * 20_000 + ")"
    assert len(one(text).root.children) == 20_000


def test_a_line_of_the_rule_is_a_line_here():
    # Both sides of a renju opening, read back as typed.
    typed = "h8i9g7"
    letters = "".join(f";{'BW'[i % 2]}[{p}]" for i, p in enumerate(("hh", "ig", "gi")))
    assert one(f"(;SZ[15]{letters})").moves() == parse_moves(typed)
