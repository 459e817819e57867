"""``wuzi train``: self-played games, weights fitted to them, and a match that decides."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wuzi.cli import train_network
from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import parse_count
from wuzi.cli.output import make_console
from wuzi.cli.position import RULE_HELP, SIZE_HELP, Words
from wuzi.errors import N_, ParseError, RecordError
from wuzi.rules import FREESTYLE
from wuzi.settings.language import _

if TYPE_CHECKING:
    from wuzi.train.fit import Fit
    from wuzi.train.selfplay import Batch, SelfPlay

HELP = N_("Make the engine stronger: games of its own, weights fitted to them, and a test.")

EXIT_OK: Final = 0
EXIT_NOT_BETTER: Final = 1
EXIT_INTERRUPTED: Final = 130
_EVERY: Final = 60.0
"""Seconds between two lines of progress where there is no terminal."""
_NODES: Final = "5000"

_Rule = Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)]
_Size = Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)]
_Nodes = Annotated[
    str, typer.Option("--nodes", metavar="N", help=N_("Positions looked at for each move"))
]
_Seed = Annotated[
    str, typer.Option("--seed", metavar="N", help=N_("The same seed gives the same games"))
]
_Weights = Annotated[
    str,
    typer.Option("--weights", metavar="FILE", help=N_("Instead of the shipped weights")),
]


def root(context: typer.Context) -> int:
    """Show what there is."""
    if context.invoked_subcommand is None:
        print(context.get_help(), end="")
    return EXIT_OK


def selfplay(
    *,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help=N_("Where the games are written"))
    ] = "",
    games: Annotated[
        str, typer.Option("--games", metavar="N", help=N_("How many there shall be in the end"))
    ] = "1000",
    rule: _Rule = "",
    size: _Size = "",
    nodes: _Nodes = _NODES,
    seed: _Seed = "1",
    weights: _Weights = "",
    blunders: Annotated[
        str,
        typer.Option(
            "--blunders", metavar="N", help=N_("Of a hundred moves so many are drawn by lot")
        ),
    ] = "10",
    workers: Annotated[
        str, typer.Option("--workers", metavar="N", help=N_("Games played at the same time"))
    ] = "1",
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Go on with the file if it is there"))
    ] = False,
) -> int:
    """Play games and write them down."""
    if not out:
        raise ParseError("train.out", N_("name the file of games to write: --out FILE"))
    wanted = parse_count("--games", games, 10**9)
    many = parse_count("--workers", workers, 1024)
    ready_kernels()
    from wuzi.cli.match_options import whole  # noqa: PLC0415
    from wuzi.train.selfplay import self_play  # noqa: PLC0415  # loads Numba

    task = replace(_task(rule, size, nodes, seed, weights), blunders=whole("--blunders", blunders))
    try:
        with _progress(wanted) as show:
            for batch in self_play(task, wanted, out, workers=many, resume=resume):
                show(batch)
    except KeyboardInterrupt:
        text = _("Stopped; the same command with --resume goes on with {file}.")
        print(text.format(file=shlex.quote(out)), file=sys.stderr)
        return EXIT_INTERRUPTED
    return EXIT_OK


def _task(rule: str, size: str, nodes: str, seed: str, weights: str) -> SelfPlay:
    """What the options ask for."""
    from wuzi.engine.weights import load_weights  # noqa: PLC0415
    from wuzi.train.selfplay import SelfPlay  # noqa: PLC0415

    words = Words.parse(rule, size)
    law = words.rule or FREESTYLE
    return SelfPlay(
        law.name,
        words.size or 15,
        parse_count("--nodes", nodes, 10**9),
        parse_count("--seed", seed, 2**31),
        load_weights(law, weights) if weights else None,
    )


@contextmanager
def _progress(wanted: int) -> Iterator[Callable[[Batch], None]]:
    """Shows how the games get on: a bar on a terminal, else a line a minute and at the end."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    console = Console(file=sys.stderr, highlight=False, markup=False, emoji=False)
    tally = _Tally(wanted)
    if not console.is_terminal:
        last = time.monotonic()

        def tell(batch: Batch) -> None:
            nonlocal last
            tally.add(batch)
            if time.monotonic() - last >= _EVERY:
                last = time.monotonic()
                print(tally.sentence(), file=sys.stderr, flush=True)

        yield tell
    else:
        columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            number = bar.add_task("", total=wanted)

            def show(batch: Batch) -> None:
                tally.add(batch)
                bar.update(number, completed=tally.done, description=tally.pace())

            yield show
    make_console().print(tally.sentence())


class _Tally:
    """Counts games, results and time."""

    def __init__(self, wanted: int) -> None:
        self._wanted = wanted
        self._start = time.monotonic()
        self._results = {1: 0, 0: 0, -1: 0}
        self._old = 0
        self._twins = 0

    def add(self, batch: Batch) -> None:
        """Count a batch."""
        self._old += batch.resumed
        self._twins += batch.twins
        for game in batch.games:
            self._results[game.result] += 1

    @property
    def done(self) -> int:
        """Games that were played, the ones left out too."""
        return self._old + self._twins + sum(self._results.values())

    def _rate(self) -> str:
        played = sum(self._results.values())
        return f"{played / max(time.monotonic() - self._start, 1e-9):.2f}"

    def pace(self) -> str:
        """How fast it goes."""
        text = _("{done} of {wanted} games; {rate} games/s")
        return text.format(done=self.done, wanted=self._wanted, rate=self._rate())

    def sentence(self) -> str:
        """How it stands."""
        text = _(
            "{done} of {wanted} games; {rate} games/s; black won {black}, white {white},"
            " drawn {drawn}; twins left out: {twins}"
        )
        return text.format(
            done=self.done,
            wanted=self._wanted,
            rate=self._rate(),
            black=self._results[1],
            white=self._results[-1],
            drawn=self._results[0],
            twins=self._twins,
        )


def fit(
    data: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help=N_("Files of games, of one rule and size")),
    ],
    *,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help=N_("Where the weights are written"))
    ] = "",
    weights: Annotated[
        str,
        typer.Option("--weights", metavar="FILE", help=N_("Begin with these, not the shipped")),
    ] = "",
    blend: Annotated[
        str,
        typer.Option(
            "--blend", metavar="L", help=N_("Part of the game's result in the target, 0 to 1")
        ),
    ] = "0.5",
    no_order: Annotated[
        bool, typer.Option("--no-order", help=N_("Leave the order of moves as it is"))
    ] = False,
    plot: Annotated[
        str, typer.Option("--plot", metavar="FILE", help=N_("Draw the losses, as SVG"))
    ] = "",
) -> int:
    """Fit weights to games."""
    if not out:
        raise ParseError("train.out_weights", N_("name the file of weights to write: --out FILE"))
    from wuzi.train.data import read_games  # noqa: PLC0415  # loads NumPy

    games = read_games(*data)
    part = _part(blend)
    ready_kernels()
    from wuzi.engine.weights import load_weights  # noqa: PLC0415
    from wuzi.rules import parse_rule  # noqa: PLC0415
    from wuzi.train.curves import curves_svg  # noqa: PLC0415
    from wuzi.train.fit import FitOptions, fit_weights  # noqa: PLC0415

    old = load_weights(parse_rule(games.header.rule), weights or None)
    names = " ".join(Path(name).name for name in data)
    origin = (
        f"wuzi train fit {names} --blend {part:g}{' --no-order' if no_order else ''}:"
        f" {len(games)} games, from {old.digest()[:16]} ({old.origin})"
    )
    console = make_console()

    def tell(name: str, step: int, loss: float) -> None:
        console.print(
            _("{name}: step {step}, held-out loss {loss}").format(
                name=name, step=step, loss=f"{loss:.5f}"
            )
        )

    found = fit_weights(games, old, origin, FitOptions(blend=part, order=not no_order), tell)
    _write(out, found.weights.to_json() + "\n")
    if plot:
        _write(plot, curves_svg(found.curves))
    for line in _fit_lines(found, out):
        console.print(line, soft_wrap=True)
    return EXIT_OK


def _part(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParseError(
            "train.blend_word",
            N_("--blend cannot be '{token}': write a number from 0 to 1"),
            token=text[:40],
        ) from None


def _fit_lines(found: Fit, out: str) -> Iterator[str]:
    yield _("{games} games, {positions} undecided positions, a tenth of the games held out").format(
        games=found.games, positions=found.positions
    )
    names = {"value": _("values"), "order": _("order of moves")}
    for curve in found.curves:
        yield _("{name}: held-out loss {before} before, {after} now").format(
            name=names[curve.name],
            before=f"{curve.held_out[0]:.5f}",
            after=f"{curve.held_out[-1]:.5f}",
        )
    yield _(
        "The weights are in {file}; 'wuzi train verify {file}' tells whether they play better."
    ).format(file=shlex.quote(out))


def _write(name: str, text: str) -> None:
    from wuzi.files import write_atomically  # noqa: PLC0415

    try:
        write_atomically(name, text.encode())
    except OSError as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=name,
            why=error.strerror or str(error),
        ) from None


def verify(
    new: Annotated[str, typer.Argument(metavar="NEW", help=N_("A file of weights"))],
    old: Annotated[
        str, typer.Argument(metavar="OLD", help=N_("Another; by default the shipped weights"))
    ] = "",
    *,
    rule: _Rule = "",
    size: _Size = "",
    nodes: _Nodes = _NODES,
    seconds: Annotated[
        str, typer.Option("--time", metavar="S", help=N_("Seconds a move, instead of nodes"))
    ] = "",
    games: Annotated[
        str, typer.Option("--games", metavar="N", help=N_("At most; an even number"))
    ] = "400",
    sprt: Annotated[
        str, typer.Option("--sprt", metavar="TEST", help=N_("ELO0,ELO1[,ALPHA,BETA]"))
    ] = "0,15",
    seed: _Seed = "1",
    concurrency: Annotated[
        str, typer.Option("--concurrency", metavar="N", help=N_("Games played at the same time"))
    ] = "1",
    journal: Annotated[
        str, typer.Option("--journal", metavar="FILE", help=N_("Where games are written down"))
    ] = "verify.jsonl",
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Go on with the journal if it is there"))
    ] = False,
) -> int:
    """Play new weights against old ones until it is decided."""
    from wuzi.arena.live import watch  # noqa: PLC0415
    from wuzi.arena.runner import Stop, run_match  # noqa: PLC0415
    from wuzi.arena.statistics import Decision  # noqa: PLC0415
    from wuzi.arena.summary import summarise  # noqa: PLC0415
    from wuzi.arena.summary_text import summary_lines  # noqa: PLC0415
    from wuzi.cli.limits import parse_limit  # noqa: PLC0415
    from wuzi.cli.match_options import parse_sprt  # noqa: PLC0415

    test = parse_sprt(sprt)
    each = parse_limit(seconds, "", "", 0.0).time if seconds else None
    most = parse_count("--games", games, 10**6)
    many = parse_count("--concurrency", concurrency, 1024)
    ready_kernels()
    from wuzi.train.verify import verification  # noqa: PLC0415  # loads Numba

    path = Path(journal)
    spec = verification(
        Path(new),
        Path(old) if old else None,
        _task(rule, size, nodes, seed, ""),
        path.with_suffix(".openings.txt"),
        games=most,
        seconds=each,
        sprt=test,
    )
    console = make_console()
    with watch(console, spec) as view:
        result = run_match(spec, path, concurrency=many, resume=resume, on_event=view)
    for line in summary_lines(summarise(spec, result.records, result.incidents)):
        console.print(line, soft_wrap=True)
    if result.stop is Stop.INTERRUPTED:
        return EXIT_INTERRUPTED
    better = result.decision is Decision.H1
    console.print(
        _("The new weights play better.")
        if better
        else _("The new weights are not shown to be better.")
    )
    return EXIT_OK if better else EXIT_NOT_BETTER


COMMANDS: Final[tuple[tuple[str, Callable[..., int], str], ...]] = (
    ("selfplay", selfplay, N_("Let the engine play against itself, and write the games down.")),
    ("fit", fit, N_("Fit evaluation and order of moves to games.")),
    ("network", train_network.network, train_network.HELP),
    ("verify", verify, N_("Let new weights play old ones until it is decided who is better.")),
)
