import io
import os

import pytest

from wuzi.errors import RecordError
from wuzi.records import FORMATS, Format, detect, dumps, read, registry, write
from wuzi.rules import Game, moves_text, parse_moves


def a_game(text="h8i9"):
    game = Game()
    game.extend(parse_moves(text))
    return game


def test_every_kind_of_source(tmp_path):
    path = tmp_path / "x.psq"
    data = dumps(a_game(), "psq")
    path.write_bytes(data)
    for source in (path, str(path), data, bytearray(data), io.BytesIO(data), path.open("rb")):
        [game] = read(source)
        assert moves_text(game.moves()) == "h8i9"
        if hasattr(source, "close"):
            source.close()


@pytest.mark.parametrize("end", [".psq", ".sgf", ".txt", ".json", ".wuzi", ".SGF"])
def test_write_by_the_end_of_the_name(tmp_path, end):
    path = tmp_path / f"五子{end}"
    write(a_game(), path)
    [game] = read(path)
    assert moves_text(game.moves()) == "h8i9"
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_unreadable_sources(tmp_path):
    for path in (tmp_path, tmp_path / "none.sgf", "nul\0.sgf"):
        with pytest.raises(RecordError, match="cannot be read"):
            read(path)


def test_unwritable_targets(tmp_path):
    with pytest.raises(RecordError, match="does not tell the format"):
        write(a_game(), tmp_path / "game.xyz")
    for path in (tmp_path / "none" / "a.sgf", "nul\0.sgf"):
        with pytest.raises(RecordError, match="cannot be written"):
            write(a_game(), path)
    (tmp_path / "d.sgf").mkdir()
    with pytest.raises(RecordError, match="cannot be written"):
        write(a_game(), tmp_path / "d.sgf")
    assert [p.name for p in tmp_path.iterdir()] == ["d.sgf"]
    with pytest.raises(RecordError, match="there is no format 'lib'"):
        write(a_game(), tmp_path / "a.sgf", format="lib")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.sgf"
    write(a_game(), path)
    before = path.read_bytes()

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="No space left"):
        write(a_game("a1"), path)
    monkeypatch.undo()
    with pytest.raises(RecordError):  # a psq file cannot hold a pass
        write(a_game("pass"), path, format="psq")
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["a.sgf"]


def test_modes_and_links_are_kept(tmp_path):
    path = tmp_path / "a.sgf"
    path.touch(mode=0o640)
    link = tmp_path / "link.sgf"
    link.symlink_to(path)
    write(a_game(), link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(read(path))


def test_content_decides_and_the_name_between_equals(monkeypatch):
    assert detect(b"(;GM[4])", "x.psq").name == "sgf"
    twin = Format("twin", "twin", (".twin",), FORMATS["sgf"].read, None, FORMATS["sgf"].sniff)
    monkeypatch.setitem(registry.FORMATS, "twin", twin)
    assert detect(b"(;GM[4])", "x.twin").name == "twin"
    assert detect(b"(;GM[4])", "x.sgf").name == "sgf"
    with pytest.raises(RecordError, match="twin is only read"):
        dumps(a_game(), "twin")


def test_a_compiler_s_library_is_refused():
    with pytest.raises(RecordError, match="library of a compiler"):
        read(b"!<arch>\n/               0", name="game.lib")
