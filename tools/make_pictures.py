"""Photograph the program for the README: ``python tools/make_pictures.py``.

Needs Xvfb, xterm and ImageMagick's ``import`` (Debian: xvfb xterm imagemagick fonts-dejavu-core
fonts-noto-cjk). A real terminal on a screen of its own plays the moves below.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOVES = ["h8", "i9", "g9", "f8", "hint"]
DISPLAY = ":97"


def photograph(name: str, language: str) -> None:
    """Play :data:`MOVES` against the textbook in renju and keep the last screen."""
    play = (
        f"TERM=xterm-256color COLORTERM=truecolor {sys.executable} -m wuzi --lang {language}"
        " play --rule renju"
        " --white textbook:alphabeta,depth=2,evaluation=lines"
    )
    typed = "; ".join(f"sleep 1.5; echo {word}" for word in MOVES)
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "DISPLAY": DISPLAY, "WUZI_HOME": home, "LC_ALL": "C.UTF-8"}
        terminal = subprocess.Popen(
            ["xterm", "-geometry", "56x23+0+0", "-fa", "DejaVu Sans Mono", "-fs", "12",
             "-bg", "#16161c", "-fg", "#d8d8d8", "-e",
             f"sh -c '({typed}; sleep 30) | script -qfc \"{play}\" /dev/null'"],
            env={**environment, "TERM": "xterm-256color", "COLORTERM": "truecolor"},
        )  # fmt: skip
        time.sleep(1.5 * len(MOVES) + 6)
        subprocess.run(
            ["import", "-window", "root", "-crop", "452x440+0+0", str(FOLDER / name)],
            env=environment,
            check=True,
        )
        terminal.kill()
        terminal.wait()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    screen = subprocess.Popen(["Xvfb", DISPLAY, "-screen", "0", "800x600x24"])
    try:
        time.sleep(1)
        photograph("terminal-en.png", "en")
        photograph("terminal-zh.png", "zh_CN")
    finally:
        screen.terminate()
        screen.wait()
