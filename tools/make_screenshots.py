"""Make screenshots of the window, without a display: ``python tools/make_screenshots.py``.

python tools/make_screenshots.py                          every scene, both languages, 1x and 2x
python tools/make_screenshots.py --only playing,trace     some scenes
python tools/make_screenshots.py --out DIR --scale 2 --language en
python tools/make_screenshots.py --readme                 those of the README, into docs/pictures

Pictures are called ``SCENE[-VARIANT]-LANGUAGE[@2x].png``. Games, searches and matches are fixed;
what an engine tells of its speed is as the machine happens to be. Every scene gets a window
of its own in a home of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from wuzi.desktop.qt import choose_binding

choose_binding()

from qtpy.QtWidgets import QWidget  # noqa: E402

from wuzi.archive import Archive  # noqa: E402
from wuzi.desktop.app import make_app, make_window  # noqa: E402
from wuzi.desktop.board.themes import THEMES  # noqa: E402
from wuzi.desktop.desk import NewGame  # noqa: E402
from wuzi.desktop.loop import make_loop  # noqa: E402
from wuzi.desktop.main_window import MainWindow  # noqa: E402
from wuzi.desktop.words import speak  # noqa: E402
from wuzi.play import TimeControl  # noqa: E402
from wuzi.rules import (  # noqa: E402
    BLACK,
    WHITE,
    Game,
    Node,
    Outcome,
    Player,
    Reason,
    parse_moves,
    parse_rule,
)
from wuzi.settings import Settings  # noqa: E402
from wuzi.settings.window import WindowSettings  # noqa: E402

ROOT: Final = Path(__file__).parents[1]
README: Final = ("playing-en", "analysing-en", "trace-en", "analysing-zh", "trace-dark-en")
"""The pictures in docs/pictures, at 1x."""
LANGUAGES: Final = {"en": "en", "zh": "zh_CN"}

GAME: Final = "f10g6h6j8h8h7g9i7e11d12g7j9i8j10j7j12j11f8g10h9e10d10g11g8i10h10e9h12e8e12e7"
"""A game of the textbook's against itself: eventful, and black wins."""
SECONDS: Final = (4.1, 2.9, 8.4, 3.2, 2.9, 1.5, 14.2, 4.6, 3.3, 4.3, 6.3, 3.3, 1.8, 13.5, 4.0)
"""What its moves took, over and over."""
MIDDLE: Final = 18
"""Moves after which it is shown: black is about to win by force."""
RENJU: Final = "i8g9j8k7h9f10h10g11"
"""Black must not play h8, where two threes meet."""
SIZES: Final = {"light": (1120, 780), "dark": (1360, 880)}
QUIET: Final = "h8i9i7g9"
"""For the search made visible: little is decided yet."""


class Studio:
    """Sets scenes up, one after the other, and takes their pictures.

    Parameters
    ----------
    out : Path
    language : str
        A key of :data:`LANGUAGES`.
    scale : int
        Pixels of the picture to a pixel of the window.
    readme : bool
        Whether only the pictures of the README are kept.
    """

    def __init__(self, out: Path, language: str, scale: int, readme: bool = False) -> None:
        self.out = out
        self.readme = readme
        self.language = language
        self.tail = f"-{language}{'' if scale == 1 else f'@{scale}x'}.png"

    @asynccontextmanager
    async def window(self, size: tuple[int, int] = (1120, 780), **looks: Any) -> AsyncIterator[Any]:
        """A window with the settings ``looks``, closed in the end."""
        looks = {"look": "light", **looks}
        language = LANGUAGES[self.language]
        speak(language)
        window = make_window(Settings(language=language, window=WindowSettings(**looks)))
        window.resize(*size)
        window.show()
        window.desk.start()
        window.add_record()
        try:
            yield window
        finally:
            window.close()
            await window.desk.close()
            if isinstance(window.desk.store, Archive):
                await window.desk.store.close()
            window.deleteLater()

    async def photograph(self, widget: QWidget, name: str) -> None:
        """Take a picture of a widget when everything in it has come to rest."""
        await asyncio.sleep(0.15)
        if self.readme and f"{name}-{self.language}" not in README:
            return
        path = self.out / f"{name}{self.tail}"
        widget.grab().save(str(path))
        print(path, flush=True)


async def until(condition: Callable[[], object], seconds: float = 90) -> bool:
    """Wait until ``condition()`` holds; say whether it came to that."""
    for _ in range(round(seconds / 0.02)):
        if condition():
            return True
        await asyncio.sleep(0.02)
    return False


def game_of(text: str, count: int | None = None, rule: str = "freestyle") -> Game:
    """A game with these moves, or the first ``count`` of them."""
    game = Game(15, parse_rule(rule))
    end = game.extend(parse_moves(text)[:count])
    for node, seconds in zip(end.path()[1:], SECONDS * 9, strict=False):
        node.notes.time = seconds
    return game


async def begin(window: MainWindow, game: Game, white: str = "level:3") -> None:
    """Go on with ``game``, a person against ``white``."""
    clock = TimeControl.parse("300+5")
    await window.desk.new_game(
        NewGame("human", white, start=game, black_time=clock, white_time=clock)
    )


# Scenes


async def playing(studio: Studio) -> None:
    """A game in full swing, and one that is over."""
    async with studio.window() as window:
        await begin(window, game_of(GAME, MIDDLE))
        await studio.photograph(window, "playing")
    async with studio.window(numbers=True) as window:
        await begin(window, game_of(GAME), white="human")
        await studio.photograph(window, "playing-over")


async def themes(studio: Studio) -> None:
    """Every board, with numbers and the signs of renju, and the dark window."""
    for theme in THEMES:
        looks: dict[str, Any] = {"board": theme, "look": "dark" if theme == "dark" else "light"}
        async with studio.window(numbers=True, **looks) as window:
            await begin(window, game_of(RENJU, rule="renju"))
            await until(partial(_shows_forbidden, window))
            await studio.photograph(window, f"themes-{theme}")
    async with studio.window(size=(900, 620), colour_blind=True) as window:
        await begin(window, game_of(RENJU, rule="renju"))
        await until(partial(_shows_forbidden, window))
        await studio.photograph(window, "themes-colour-blind-small")


def _shows_forbidden(window: MainWindow) -> bool:
    return bool(window.board_view.marks.forbidden)


async def analysing(studio: Studio) -> None:
    """The engine's candidates, the course of the game, a win by force, a line previewed."""
    await _analyse(studio, "analysing", "light", "wood")
    if studio.language == "en":
        await _analyse(studio, "analysing-dark", "dark", "dark")


async def _analyse(studio: Studio, name: str, look: str, board: str) -> None:
    async with studio.window(size=(1240, 900), look=look, board=board) as window:
        desk = window.desk
        await desk.open_game(game_of(GAME))
        page = window.page("analyse")
        await studio.photograph(window, f"{name}-before")
        line = desk.node.path()
        analysis = page.analysis
        analysis.switch(True)
        for node in line[1:MIDDLE]:  # so that the graph has a course to show
            await _think(window, node, 5)
        await _think(window, line[MIDDLE], 7)
        await asyncio.sleep(1)  # what was found before it is forgotten
        await until(partial(_has_forced_win, page), 30)
        await studio.photograph(window, name)
        page._actions["analysis.threats"].setChecked(True)
        page._point_at_line(1)
        await asyncio.sleep(0.5)
        await studio.photograph(window, f"{name}-line")
        analysis.switch(False)


def _has_forced_win(page: Any) -> bool:
    turn = page.analysis.board.turn
    return any(finding.win and finding.colour == turn for finding in page.forced.findings)


async def _think(window: MainWindow, node: Node, depth: int) -> None:
    page: Any = window.page("analyse")
    analysis = page.analysis
    window.desk.go(node)
    await asyncio.sleep(0.1)
    await until(
        lambda: (
            (analysis.best is not None and (analysis.best.depth or 0) >= depth)
            or analysis.state in ("done", "failed")
        ),
        60,
    )


async def trace(studio: Studio) -> None:
    """The search made visible: at its beginning, at a cut, at its end."""
    for look, board in (("light", "wood"), ("dark", "dark")):
        async with studio.window(size=SIZES[look], look=look, board=board) as window:
            await begin(window, game_of(QUIET))
            window.desk.set_mode("trace")
            page: Any = window.page("trace")
            await until(partial(_is_recorded, page))
            name = "trace" if look == "light" else "trace-dark"
            for _ in range(4):
                page.viewer.cut_forward()
            await studio.photograph(window, name)
            if look == "light":
                page.choices.more.setChecked(True)
                page.viewer.go(page.viewer.length)
                await studio.photograph(window, "trace-end")


def _is_recorded(page: Any) -> bool:
    return page.viewer.film is not None and not page.recorder.busy


async def setup(studio: Studio) -> None:
    """The set-up editor."""
    async with studio.window() as window:
        await begin(window, game_of(GAME, 9))
        window.desk.set_mode("setup")
        await studio.photograph(window, "setup")


async def record(studio: Studio) -> None:
    """Variations and a comment."""
    game = game_of(GAME)
    line = list(game.root.line())
    line[7].notes.comment = {
        "en": "The point where two threes meet. White should have taken it.",
        "zh": "两个活三的交点，白棋本应抢占。",
    }[studio.language]
    for start, text in ((6, "g8g9f9"), (7, "f9e10g8h10"), (11, "k7l6"), (16, "k11f8g10")):
        node = line[start]
        for move in parse_moves(text):
            node = node.play(move)
    async with studio.window() as window:
        await window.desk.open_game(game, node=line[7])
        window.desk.set_mode("play")
        window.record.show_tree()
        await studio.photograph(window, "record")


async def dialogs(studio: Studio) -> None:
    """The windows for a new game, settings, keys and engines."""
    async with studio.window() as window:
        for command, name in (
            ("new", "new-game"),
            ("settings", "settings"),
            ("keys", "keys"),
            ("engines", "engines"),
        ):
            window.commands[command].trigger()
            dialog = window.orders.dialogs[command]
            await studio.photograph(dialog, name)
            if command == "new":
                dialog.black.set_who("textbook:alphabeta,depth=3")
                dialog.white.set_who("level:4")
                await studio.photograph(dialog, "new-game-options")
            dialog.hide()


async def self_play(studio: Studio) -> None:
    """A match between two programs, before and after it."""
    async with studio.window() as window:
        window.commands["self_play"].trigger()
        dialog: Any = window.orders.dialogs["self_play"]
        await studio.photograph(dialog, "self-play-before")
        dialog.a.set_who("level:2")
        dialog.b.set_who("level:1")
        dialog.rounds.setValue(6)
        dialog.at_once.setValue(1)
        dialog.start(dialog.wanted())
        await until(lambda: dialog._running is None)
        await studio.photograph(dialog, "self-play")


async def statistics(studio: Studio) -> None:
    """What became of the games that were kept."""
    async with studio.window() as window:
        archive = window.desk.store = await Archive.open()
        window.commands["statistics"].trigger()
        await studio.photograph(window.orders.dialogs["statistics"], "statistics-empty")
        for at in range(23):
            game = game_of(GAME, 30 - at % 3)
            person, level = Player("", "human"), Player("", f"level:{1 + at % 4}")
            game.black, game.white = (person, level) if at % 2 else (level, person)
            won = WHITE if at % 5 in (1, 4) else BLACK
            game.outcome = Outcome(won, Reason.RESIGNATION)
            await archive.save(game)
        await asyncio.sleep(0.5)
        await studio.photograph(window.orders.dialogs["statistics"], "statistics")


SCENES: Final[dict[str, Callable[[Studio], Awaitable[None]]]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        playing, themes, analysing, trace, setup, record, dialogs, self_play, statistics,
    )
}  # fmt: skip


def shoot(
    out: Path, scenes: list[str], languages: list[str], scale: int, *, readme: bool = False
) -> None:
    """Take the pictures of some scenes at one scale; Qt is given it when it starts."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(scale)
    os.environ["QT_FONT_DPI"] = "96"  # otherwise the platform's 100 would scale everything

    app = make_app(lambda error: None)
    font = app.font()
    font.setPointSizeF(10.5)  # as most systems have it
    app.setFont(font)
    loop = make_loop(app)
    asyncio.set_event_loop(loop)
    with tempfile.TemporaryDirectory() as folder:
        for language in languages:
            studio = Studio(out, language, scale, readme)
            for name in scenes:
                os.environ["WUZI_HOME"] = str(Path(folder) / language / name)
                loop.run_until_complete(SCENES[name](studio))
    loop.close()


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "screenshots")
    parser.add_argument("--only", default=",".join(SCENES), help=", ".join(SCENES))
    parser.add_argument("--language", default="en,zh")
    parser.add_argument("--scale", type=int, choices=(1, 2))
    parser.add_argument("--readme", action="store_true")
    options = parser.parse_args(arguments)
    if options.readme:
        options.out, options.scale = ROOT / "docs" / "pictures", 1
        options.only = ",".join({name.split("-")[0]: 0 for name in README})
    options.out.mkdir(parents=True, exist_ok=True)
    scenes, languages = options.only.split(","), options.language.split(",")
    for word, known in [(s, SCENES) for s in scenes] + [(w, LANGUAGES) for w in languages]:
        if word not in known:
            parser.error(f"{word}: choose from {', '.join(known)}")
    if options.scale:
        out, readme = options.out.resolve(), options.readme
        shoot(out, scenes, languages, options.scale, readme=readme)
        return 0
    given = sys.argv[1:] if arguments is None else arguments
    for scale in ("1", "2"):
        subprocess.run([sys.executable, __file__, *given, "--scale", scale], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
