"""A game as one page of HTML that needs nothing else: who played, the board, the record."""

from __future__ import annotations

from html import escape
from typing import Final

from wuzi.desktop.board.marks import Marks
from wuzi.desktop.board.themes import PRINT
from wuzi.desktop.board.to_picture import board_svg
from wuzi.desktop.record.rows import rows_of, table_html
from wuzi.desktop.words import _, capital, current_language
from wuzi.rules import BLACK, WHITE, Game, Node
from wuzi.settings.phrases import outcome_sentence, rule_word

_STYLE: Final = """
body { font: 16px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; color: #2a2926;
       background: #fdfcfa; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; }
.pale { color: #6f6a61; margin: 0 0 1.5rem; }
main { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
svg { width: min(100%, 34rem); height: auto; }
section { flex: 1 1 18rem; }
table { border-collapse: collapse; }
td, th { padding: .15rem .6rem; font-variant-numeric: tabular-nums; }
th { color: #6f6a61; font-weight: normal; border-bottom: 1px solid #dfdad0; }
blockquote { margin: .3rem 0 .6rem; padding-left: .8rem; border-left: 3px solid #26725f;
             white-space: pre-line; }
"""


def game_page(game: Game, end: Node | None = None) -> str:
    """The page of the line that leads to ``end`` (default: the end of the main line).

    Needs a running ``QGuiApplication``, for the picture of the board.
    """
    node = game.end if end is None else end
    board = game.board(node)
    nodes = node.path()
    names = [game.player(colour).name or "?" for colour in (BLACK, WHITE)]
    title = f"{names[0]} - {names[1]}"
    numbers: dict[int, int] = {}
    for number, move in enumerate(board.moves, 1):
        numbers.setdefault(move, number)
    marks = Marks(numbers={p: n for p, n in numbers.items() if board.cells[p] in (BLACK, WHITE)})
    picture = board_svg(board, marks, PRINT, 640)
    picture = picture[picture.index("<svg") :]
    facts = [capital(rule_word(game.rule)), f"{game.size}×{game.size}"]
    facts += [game.tags[key] for key in ("event", "date", "place") if game.tags.get(key)]
    outcome = board.outcome or (game.outcome if node is game.end else None)
    if outcome is not None:
        facts.append(outcome_sentence(outcome))
    table = table_html(rows_of(nodes[1:], game.board(nodes[0])), link=False)
    return (
        f'<!DOCTYPE html>\n<html lang="{current_language().replace("_", "-")}">\n<head>\n'
        f'<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>● {escape(names[0])} &nbsp; ○ "
        f'{escape(names[1])}</h1>\n<p class="pale">{escape(" · ".join(facts))}</p>\n'
        f"<main>\n{picture}\n<section>\n{table}\n{_comments(nodes)}</section>\n</main>\n</body>\n</html>\n"
    )


def _comments(nodes: list[Node]) -> str:
    said = []
    number = 0
    for node in nodes:
        number += node.move is not None
        if node.has_notes and node.notes.comment.strip():
            text = escape(node.notes.comment.strip())
            said.append(f"<h3>{number}</h3><blockquote>{text}</blockquote>\n")
    return f"<h2>{escape(_('Comments'))}</h2>\n{''.join(said)}" if said else ""
