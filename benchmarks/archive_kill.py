"""Kill a program that keeps games, at any moment, and look what the archive has of them.

    python benchmarks/archive_kill.py [--kills 20] [--seed 1] [--window]

A child process plays games without a pause, keeps each at every move and says so on its
output once the archive has answered: sessions alone, or with ``--window`` the whole window,
in which two engines play. It is killed by SIGKILL after a random time. Then

- the archive opens, and a look through all of it finds nothing wrong;
- every game that was said to be finished is there, finished, with all its moves;
- the game that was under way is offered, with every move that was said to be kept.

The next child goes on in the same archive. Ends with 1 if anything is missing.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from wuzi.archive import Archive, Database
from wuzi.play import HumanSeat, Session
from wuzi.rules import Game

SIZE = 9


def say(*words: object) -> None:
    """One line to the parent, at once."""
    print(*words, flush=True)


class Telling(Archive):
    """Says of each game, once it is kept, how many moves it had at least when it was."""

    async def _put(self, kept: Any, *, playing: bool) -> None:
        moves, over = len(kept.game.moves(kept.end)), kept.game.outcome is not None
        await super()._put(kept, playing=playing)
        say("over" if over else "kept", kept.game.tags["event"], moves)


async def play(path: Path, seed: int) -> None:
    """Play and keep games for ever."""
    dice = random.Random(seed)
    archive = await Telling.open(path)
    for number in itertools.count():
        game = Game(SIZE)
        game.tags["event"] = f"{seed}.{number}"
        session = Session(game, HumanSeat("Ann"), HumanSeat("Bob", "level:1"))
        while session.outcome is None:
            session.offer(dice.choice(list(session.board.legal_points())))
            if session.outcome is None:
                await archive.keep(game)
        await archive.save(game)


def play_in_window(path: Path, seed: int) -> None:
    """The same in the window: an engine against an engine, as fast as they can."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from wuzi.desktop.app import make_app, make_window  # noqa: PLC0415
    from wuzi.desktop.desk import NewGame  # noqa: PLC0415
    from wuzi.desktop.loop import make_loop  # noqa: PLC0415
    from wuzi.desktop.qt import choose_binding  # noqa: PLC0415
    from wuzi.settings import Settings  # noqa: PLC0415
    from wuzi.settings.window import WindowSettings  # noqa: PLC0415

    choose_binding()
    app = make_app(lambda error: sys.exit(str(error)))
    loop = make_loop(app)
    asyncio.set_event_loop(loop)

    async def run() -> None:
        window = make_window(Settings(window=WindowSettings(pace=0)))
        desk = window.desk
        desk.store = await Telling.open(path)
        desk.start()
        window.show()
        for number in itertools.count():
            game = Game(SIZE)
            game.tags["event"] = f"{seed}.{number}"
            if number == 0:
                who = f"textbook:random,seed={seed}"
                await desk.new_game(NewGame(who, "textbook:random", start=game))
            else:
                desk.session.restart(game)
            await desk.session.finished()

    loop.run_until_complete(run())


def kill_one(path: Path, seed: int, after: float, window: bool) -> list[list[str]]:
    """Let a child play for ``after`` seconds from its first move on, kill it; what it had said."""
    command = [sys.executable, __file__, "--child", str(path), "--seed", str(seed)]
    command += ["--window"] if window else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(after)
        child.kill()
        lines = [first, *child.stdout]
    if not first or child.returncode != -signal.SIGKILL:
        sys.exit(f"the child ended by itself: status {child.returncode}")
    return [line.split() for line in lines if line.endswith("\n")]


def judge(path: Path, said: list[list[str]]) -> tuple[list[str], int, int]:
    """What is missing; how many finished games there are, how many moves of the one cut off."""
    wrong = []
    with Database(path) as archive:
        if archive.notice is not None:
            wrong.append(str(archive.notice))
        wrong += [f"{finding.game}: {finding.why}" for finding in archive.check()]
        games = {game.tags["event"]: game for game in archive.read()}
        over = {name: int(moves) for word, name, moves in said if word == "over"}
        kept = {name: int(moves) for word, name, moves in said if word == "kept"}
        for name, moves in over.items():
            game = games.get(name)
            if game is None or game.outcome is None or len(game.moves()) != moves:
                wrong.append(f"{name}: finished with {moves} moves, found {game}")
        offered = archive.unfinished()
        for name, moves in kept.items():
            game = games.get(name)
            if game is None or len(game.moves()) < moves:
                wrong.append(f"{name}: kept with {moves} moves, found {game}")
            elif game.outcome is None and (len(offered) != 1 or offered[0].moves < moves):
                wrong.append(f"{name}: not offered")
        cut = sum(entry.moves for entry in offered)
        for entry in offered:
            archive.dismiss(entry.id)
    return wrong, len(over), cut


def main() -> int:
    """Kill so many, print what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--window", action="store_true")
    parser.add_argument("--child", type=Path)
    options = parser.parse_args()
    if options.child is not None and options.window:
        play_in_window(options.child, options.seed)
    elif options.child is not None:
        asyncio.run(play(options.child, options.seed))
    longest = 8.0 if options.window else 1.0
    dice = random.Random(options.seed)
    faults = finished = offered = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite"
        for number in range(options.kills):
            said = kill_one(
                path, 1000 * options.seed + number, dice.uniform(0, longest), options.window
            )
            wrong, over, cut = judge(path, said)
            print(f"kill {number + 1}: {over} games finished, one cut off after {cut} moves")
            for line in wrong:
                print("  WRONG", line)
            faults, finished, offered = faults + len(wrong), finished + over, offered + bool(cut)
    print(
        f"{options.kills} kills: {finished} finished games, {offered} unfinished ones offered,"
        f" {faults} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
