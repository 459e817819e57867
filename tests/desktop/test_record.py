"""Record, tree, comments, files and the set-up editor, in a window."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from qtpy.QtCore import QMimeData, QPoint, Qt, QUrl
from qtpy.QtGui import QGuiApplication
from qtpy.QtTest import QTest

from tests.records.games import games
from wuzi.desktop.desk import Desk, NewGame
from wuzi.desktop.main_window import MainWindow
from wuzi.desktop.record import tree as record_tree
from wuzi.desktop.record.choose import GameChooser
from wuzi.desktop.record.placing import Placer, place
from wuzi.desktop.record.rows import Numbers, rows_of
from wuzi.desktop.words import speak
from wuzi.records import dumps, read
from wuzi.rules import BLACK, RENJU, WHITE, Game, Score, moves_text, parse_moves, parse_point
from wuzi.rules import position_text as text_of


async def until(condition, seconds=20):
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.015)


@pytest.fixture
async def window(qtbot):
    QGuiApplication.setQuitOnLastWindowClosed(False)
    desk = Desk()
    window = MainWindow(desk)
    window.add_record()
    window.complaints = []
    desk.complained.connect(lambda error: window.complaints.append(error.id))
    desk.start()
    window.show()
    yield window
    await desk.close()
    window.close()
    window.deleteLater()
    desk.deleteLater()


def play(window, text):
    for move in parse_moves(text):
        window.desk.choose(move)


async def settled():
    for _ in range(4):
        await asyncio.sleep(0.005)


def test_rows_tell_number_colour_time_and_value():
    game = Game()
    game.extend(parse_moves("h8i9"))
    notes = game.end.notes
    notes.time, notes.score, notes.glyph, notes.comment = 1.25, Score(1, 5), "!", "well"
    rows = rows_of(game.end.path(), game.board(game.root))
    assert [(row.number, row.black, row.point) for row in rows] == [
        (1, True, "h8"),
        (2, False, "i9"),
    ]
    assert (rows[1].time, rows[1].value, rows[1].glyph, rows[1].comment) == (
        "1.2", "+W5", "!", True,
    )  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(games())
def test_every_node_has_a_place_of_its_own_and_the_same_number_as_in_the_record(game):
    placing = place(game.root)
    nodes = list(game.nodes())
    assert len(set(placing.places.values())) == len(nodes) == len(placing.places)
    placer = Placer(game.root)
    while not placer.go_on(1):
        pass
    assert placer.placing == placing, "part by part as at once"
    numbers = Numbers(game)
    for node in nodes:
        column, row = placing.places[id(node)]
        assert placing.at(column, row) is node
        if node.parent is not None:
            before, above = placing.places[id(node.parent)]
            assert before == column - 1
            assert above <= row
            assert (above == row) == (node.parent.children[0] is node)
    path = game.end.path()
    rows = rows_of(path[1:], game.board(game.root))
    moves = [node for node in path[1:] if node.move is not None]
    assert [(row.number, row.black) for row in rows] == [
        (number, mover == BLACK) for number, mover in map(numbers.of, moves)
    ]


async def test_a_large_tree_is_placed_part_by_part(window, monkeypatch):
    monkeypatch.setattr(record_tree, "PART", 5)
    panel = window.record
    panel.show_tree()
    await settled()
    play(window, "h8i9g7j10f6k11")
    line = list(window.desk.game.root.line())
    for fork in line[1:4]:
        end = fork
        for move in parse_moves("a1b1c1"):
            end = end.play(move)
    window.desk.touch()
    await until(lambda: len(panel.tree.placing.places) == 16)
    assert panel.tree.placing == place(window.desk.game.root)
    window.desk.remove(line[2])
    panel.tree.viewport().grab()
    await until(lambda: len(panel.tree.placing.places) == 5)


async def test_the_record_follows_the_game_and_a_click_goes_to_a_move(window):
    table = window.record.table
    play(window, "h8i9g7")
    await settled()
    assert [word in table.toPlainText() for word in ("h8", "i9", "g7")] == [True] * 3
    table.anchorClicked.emit(QUrl("#1"))
    assert text_of(window.desk.board) == "h8"
    await settled()
    assert table.extraSelections()[0].cursor.selectedText() == "1"
    window.desk.last()
    play(window, "f6")
    window.desk.session.undo()
    await settled()
    assert "f6" in table.toPlainText()  # it can be made again
    assert table.extraSelections()[0].cursor.selectedText() == "3"
    speak("zh_CN")
    await settled()
    assert "h8" in table.toPlainText()
    assert window.record.tree.accessibleName() == "变化"


async def test_a_long_record_is_shown_part_by_part(window):
    table = window.record.table
    game, desk = Game(15), window.desk
    sides: tuple[list[str], list[str]] = ([], [])
    for at in range(60):  # no five anywhere
        x, y = at % 15, at // 15
        sides[(x + 2 * y) % 4 // 2].append(f"{'abcdefghijklmno'[x]}{1 + y}")
    moves = [side[at] for at in range(23) for side in sides]
    game.extend(parse_moves("".join(moves[:45])))
    await desk.open_game(game)
    await until(lambda: len(table._rows) == 45)
    assert [part.rows() for part in table._tables()] == [21, 20, 5]

    def marked():
        marks = table.extraSelections()
        return marks[0].cursor.selectedText() if marks else ""

    await until(lambda: marked() == "45")
    line = desk.node.path()
    for number in (20, 21, 41, 1):
        desk.go(line[number])
        await until(lambda number=number: marked() == str(number))
    desk.remove(line[31])
    await until(lambda: len(table._rows) == 30)
    assert [part.rows() for part in table._tables()] == [21, 10]
    desk.remove(line[21])
    await until(lambda: [part.rows() for part in table._tables()] == [21])
    desk.go(line[20])
    for _ in range(2):
        desk.choose(next(iter(desk.board.legal_points())))
    await until(lambda: [part.rows() for part in table._tables()] == [21, 2])
    await until(lambda: marked() == "22")


async def test_the_tree_is_walked_by_mouse_and_keys(window):
    desk, tree = window.desk, window.record.tree
    window.record.show_tree()
    desk.set_mode("analyse")
    play(window, "h8i9g7")
    desk.back()
    play(window, "j10")
    await settled()
    first = desk.game.root.child(parse_point("h8"))
    place = tree.centre(first).toPoint()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.node is first
    desk.go(first.children[0].children[1])
    QTest.keyClick(tree, Qt.Key.Key_Up)
    assert text_of(desk.board) == "h8i9g7"
    QTest.keyClick(tree, Qt.Key.Key_Down)
    assert text_of(desk.board) == "h8i9j10"
    QTest.keyClick(tree, Qt.Key.Key_Left)
    assert text_of(desk.board) == "h8i9"
    assert tree.node_at(QPoint(3, 170)) is None


async def test_branches_are_promoted_and_cut_off(window):
    desk, named = window.desk, window.files.named
    desk.set_mode("analyse")
    play(window, "h8i9g7")
    desk.back(2)
    play(window, "j10")
    named["promote"].trigger()
    assert moves_text(desk.game.moves()[:2]) in ("h8j10", "h8i9")  # a game in progress stays
    named["cut_branch"].trigger()
    assert text_of(desk.board) == "h8"
    assert [c.move for c in desk.node.children] == [parse_point("i9")]
    desk.first()
    assert not named["cut_branch"].isEnabled()


async def test_comments_are_kept_and_saved(window, tmp_path):
    play(window, "h8i9")
    await settled()
    editor = window.record.comment
    QTest.keyClicks(editor, "a good reply")
    window.desk.back()
    QTest.keyClicks(editor, "centre")
    path = tmp_path / "game.sgf"
    await window.files.save_to(path)
    [game] = read(path)
    said = [node.notes.comment for node in game.root.line() if node.move is not None]
    assert said == ["centre", "a good reply"]
    window.desk.last()
    await settled()
    assert editor.toPlainText() == "a good reply"
    assert window.desk.path == path
    assert not window.desk.changed


@pytest.mark.parametrize("end", ["sgf", "psq", "json", "txt"])
async def test_every_format_is_saved_and_opened(window, tmp_path, end):
    play(window, "h8i9g7")
    path = tmp_path / f"game.{end}"
    await window.files.save_to(path)
    assert window.complaints == []
    await window.desk.new_game(NewGame())
    await window.files.open_path(path)
    assert text_of(window.desk.board) == "h8i9g7"
    assert window.desk.mode == "analyse"


@pytest.mark.parametrize(("end", "all_of_it"), [("sgf", True), ("json", True), ("psq", False)])
async def test_a_format_that_keeps_a_part_is_told(window, tmp_path, end, all_of_it):
    told = []
    window.desk.noticed.connect(told.append)
    play(window, "h8i9g7")
    await window.files.save_to(tmp_path / f"plain.{end}")
    assert told == [f"Saved as plain.{end}."]
    window.desk.set_mode("analyse")
    window.desk.back()
    play(window, "a1")
    await window.files.save_to(tmp_path / f"game.{end}")
    assert ("only a part" not in told[-1]) == all_of_it


@pytest.mark.parametrize("content", [b"", b"\x00\xff rubbish", b"(;GM[4]SZ[15];B[zz])"])
async def test_a_bad_file_is_told_and_the_game_stays(window, tmp_path, content):
    play(window, "h8i9")
    path = tmp_path / "bad.sgf"
    path.write_bytes(content)
    await asyncio.wait([window.files.open_path(path)])
    await settled()
    assert len(window.complaints) == 1
    assert window.notices.alarmed
    assert text_of(window.desk.board) == "h8i9"
    await asyncio.wait([window.files.open_path(tmp_path / "missing.sgf")])
    await settled()
    assert window.complaints[1:] == ["record.unreadable"]


async def test_a_file_that_cannot_be_written_is_told(window, tmp_path):
    await asyncio.wait([window.files.save_to(tmp_path / "no" / "folder.sgf")])
    await asyncio.wait([window.files.export_to(tmp_path / "board.gif")])
    await settled()
    assert window.complaints == ["record.unwritable", "export.extension"]


async def test_a_file_is_dropped(window, tmp_path):
    game = Game()
    game.extend(parse_moves("h8g7"))
    path = tmp_path / "dropped.psq"
    path.write_bytes(dumps(game, "psq"))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    window.files.drop(mime)
    await until(lambda: text_of(window.desk.board) == "h8g7")


async def test_one_of_several_games_is_chosen(window, tmp_path):
    several = []
    for text in ("h8", "h8i9", "h8i9g7"):
        game = Game()
        game.extend(parse_moves(text))
        game.black.name = f"Player of {text}"
        several.append(game)
    path = tmp_path / "several.sgf"
    path.write_bytes(dumps(several, "sgf"))
    await window.files.open_path(path)
    chooser = window.findChild(GameChooser)
    assert chooser.list.count() == 3
    chooser.filter.setText("player h8i9g7")
    assert [chooser.list.item(row).isHidden() for row in range(3)] == [True, True, False]
    chooser.list.setCurrentRow(2)
    chooser.accept()
    await until(lambda: text_of(window.desk.board) == "h8i9g7")


async def test_a_position_is_copied_and_pasted(window):
    clipboard = QGuiApplication.clipboard()
    play(window, "h8i9g7")
    window.files.copy()
    assert clipboard.text().split()[0] == "h8i9g7"
    await window.desk.new_game(NewGame(rule=RENJU))
    clipboard.setText("h8 i9 g7 f6")
    window.files.paste()
    await until(lambda: text_of(window.desk.board) == "h8i9g7f6")
    assert window.desk.game.rule == RENJU  # the rule at hand, where the text tells none
    clipboard.setText("h8g7/i9 side=white")
    window.files.paste()
    await until(lambda: text_of(window.desk.board) == "g7h8/i9")
    clipboard.setText("no game at all")
    window.files.paste()
    await until(lambda: len(window.complaints) == 1)
    clipboard.clear()
    window.files.paste()
    assert window.complaints[1:] == ["clipboard.empty"]
    assert text_of(window.desk.board) == "g7h8/i9"


async def test_pictures_and_pages_are_exported(window, tmp_path):
    play(window, "h8i9g7")
    window.desk.game.black.name = "<Ann>"
    window.desk.node.notes.comment = "a & b"
    for end, start in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("html", b"<!DOCTYPE html>")):
        path = tmp_path / f"game.{end}"
        await window.files.export_to(path)
        assert path.read_bytes().startswith(start)
    page = (tmp_path / "game.html").read_text("utf-8")
    assert "&lt;Ann&gt;" in page
    assert "a &amp; b" in page
    assert page.count("<tr>") == 4
    assert "<svg" in page


async def test_a_picture_has_the_board_and_the_palette_of_the_window(window, tmp_path):
    play(window, "h8i9g7")
    pictures = []
    for changes in ({}, {"colour_blind": True}, {"board": "dark"}, {"board": "of a later Wuzi"}):
        kept = window.desk.settings
        window.desk.set_settings(replace(kept, window=replace(kept.window, **changes)))
        path = tmp_path / f"{len(pictures)}.png"
        await window.files.export_to(path)
        pictures.append(path.read_bytes())
        window.desk.set_settings(kept)
    assert window.complaints == []
    assert len(set(pictures)) == 3
    assert pictures[3] == pictures[0]  # an unknown board is the first


async def test_the_board_is_turned_with_the_game(window):
    play(window, "a1b1c1")
    window.desk.back()
    window.files.named["mirror"].trigger()
    await settled()
    assert text_of(window.desk.board) == "o1n1"
    assert moves_text(window.desk.session.board.moves) == "o1n1m1"
    assert window.desk.mode == "play"
    window.desk.set_mode("analyse")
    window.files.named["turn_left"].trigger()
    await settled()
    assert window.desk.mode == "analyse"
    assert text_of(window.desk.board) == "o15o14"


async def test_a_position_is_set_up_played_and_analysed(window):
    desk = window.desk
    play(window, "h8i9")
    desk.set_mode("setup")
    panel = window.page("setup")
    for name in ("g7", "j10", "h8"):
        desk.choose(parse_point(name))  # in turn; on a stone: take it away
    assert text_of(desk.board) == "g7/i9j10"
    panel.choose_brush("black")
    desk.choose(parse_point("i9"))
    assert text_of(desk.board) == "g7i9/j10"
    panel.turn_board(4)
    assert text_of(desk.board) == "i7g9/f10"
    panel.turn_board(4)
    assert text_of(desk.board) == "g7i9/j10"
    panel._turns[WHITE].setChecked(True)
    panel.analyse()
    await until(lambda: desk.mode == "analyse")
    assert (text_of(desk.board), desk.board.turn) == ("g7i9/j10", WHITE)
    desk.set_mode("setup")
    panel.choose_brush("none")
    desk.choose(parse_point("j10"))
    panel.play_from_here()
    await until(lambda: desk.mode == "play")
    assert (text_of(desk.board), desk.board.turn) == ("g7i9/", WHITE)
    desk.choose(parse_point("a1"))
    assert desk.session.board.cells[parse_point("a1")] == WHITE


async def test_leaving_the_editor_changes_nothing(window):
    desk = window.desk
    play(window, "h8i9")
    desk.set_mode("setup")
    panel = window.page("setup")
    panel.clear()
    panel.sizes.setValue(9)
    assert desk.board.size == 9
    desk.set_mode("play")
    assert (text_of(desk.board), desk.board.size) == ("h8i9", 15)
    assert desk.session.phase == "waiting"
