"""``wuzi convert``."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from wuzi import records
from wuzi.rules import moves_text


@pytest.fixture
def sgf(tmp_path: Path) -> Path:
    path = tmp_path / "in.sgf"
    path.write_text("(;GM[4]SZ[15]RU[renju];B[hh];W[ig];B[gi])")
    return path


def test_by_the_end_of_the_name(wuzi, sgf, tmp_path) -> None:
    for end in ("psq", "txt", "sgf"):
        target = tmp_path / f"out.{end}"
        status, out, err = wuzi("convert", str(sgf), str(target))
        assert (status, err) == (0, ""), end
        assert out == f"One game written to {target}.\n"
        [game] = records.read(target)
        assert moves_text(game.moves()) == "h8i9g7"


def test_from_standard_input_to_standard_output(wuzi, monkeypatch) -> None:
    data = b"h8i9\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    status, out, _ = wuzi("convert", "-", "-", "--from", "position", "--to", "sgf")
    assert status == 0
    assert "B[hh]" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no such file", "x.sgf"], "no such file"),
        (["IN", "x.doc"], "does not tell the format"),
        (["IN", "x.sgf", "--to", "doc"], "there is no format 'doc'"),
        (["IN", "x.sgf", "--from", "doc"], "there is no format 'doc'"),
        (["IN", "x.sgf", "--encoding", "klingon"], "there is no encoding 'klingon'"),
        (["IN", "/no/such/folder/x.sgf"], "cannot be written"),
    ],
)
def test_bad_words(wuzi, sgf, arguments, sentence) -> None:
    arguments = [str(sgf) if word == "IN" else word for word in arguments]
    status, out, err = wuzi("convert", *arguments)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_broken_file_is_refused_or_kept_as_far_as_it_goes(wuzi, tmp_path) -> None:
    source = tmp_path / "broken.psq"
    source.write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n8,8,0\n-1\n")
    target = tmp_path / "out.sgf"
    status, out, err = wuzi("convert", str(source), str(target))
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert not target.exists()
    status, _, err = wuzi("convert", str(source), str(target), "--lenient")
    assert status == 0
    assert "note:" in err
    [game] = records.read(target)
    assert moves_text(game.moves()) == "h8i9"
