"""``wuzi train network``: the pattern network learned from self-played games."""

from __future__ import annotations

import importlib.util
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.limits import parse_count
from wuzi.cli.output import make_console
from wuzi.errors import N_, ParseError, RecordError, SettingsError
from wuzi.settings.language import _

if TYPE_CHECKING:
    from wuzi.train.network import Told

HELP = N_("Learn the pattern network from games; takes PyTorch.")


def network(
    data: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help=N_("Files of games, of one rule and size")),
    ],
    *,
    out: Annotated[
        str, typer.Option("--out", metavar="FILE", help=N_("Where the network is written"))
    ] = "",
    blend: Annotated[
        str,
        typer.Option(
            "--blend", metavar="L", help=N_("Part of the game's result in the target, 0 to 1")
        ),
    ] = "0.3",
    epochs: Annotated[
        str, typer.Option("--epochs", metavar="N", help=N_("How often all positions are seen"))
    ] = "3",
    seed: Annotated[
        str, typer.Option("--seed", metavar="N", help=N_("The same seed gives the same network"))
    ] = "1",
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="FILE",
            help=N_("Games of a kindred rule to learn from, too; may be given again"),
        ),
    ] = None,
    only: Annotated[
        str,
        typer.Option(
            "--games", metavar="N", help=N_("Learn from so many of the games, drawn by lot")
        ),
    ] = "",
) -> int:
    """Learn and write the network."""
    if not out:
        raise ParseError("train.out_network", N_("name the file of the network: --out FILE"))
    share = _share(blend)
    rounds, chance = parse_count("--epochs", epochs, 1000), parse_count("--seed", seed, 2**31)
    if importlib.util.find_spec("torch") is None:
        raise SettingsError(
            "train.torch",
            N_("learning the network takes PyTorch, which is not installed: {command}"),
            command="pip install 'wuzi[train]'",
        )
    from wuzi.train.data import read_games  # noqa: PLC0415  # loads NumPy

    few = parse_count("--games", only, 2**31) if only else None
    games = read_games(*data, also=also or ())
    if few is not None:
        games = games.drawn(few, chance)
    ready_kernels()
    from wuzi.train.network import Lesson, Recipe, exported, learn  # noqa: PLC0415
    from wuzi.train.network_data import examples_of, linear_loss, split  # noqa: PLC0415

    console = make_console()
    taught, held_out = split(examples_of(games))
    text = _("{games} games, {positions} undecided positions, a tenth of the games held out")
    console.print(text.format(games=len(games), positions=len(taught) + len(held_out)))
    linear = linear_loss(taught, held_out, share)
    console.print(_("held-out loss of the linear weights: {loss}").format(loss=f"{linear:.5f}"))
    recipe = Recipe(share=share, epochs=rounds, seed=chance)
    made = learn(Lesson(taught, share), Lesson(held_out, share), recipe, _teller(console.print))
    names = " ".join(Path(name).name for name in data)
    names += "".join(f" --also {Path(name).name}" for name in also or ())
    origin = (
        f"wuzi train network {names} --blend {share:g} --epochs {rounds} --seed {chance}"
        f"{'' if few is None else f' --games {few}'}:"
        f" {len(games)} games at {games.header.nodes} nodes, {len(taught)} positions"
    )
    _write(out, exported(made, games.header.rule, games.header.size, origin).to_bytes())
    console.print(
        _(
            "The network is in {file}; 'wuzi match' with wuzi,network={file} tells how it plays."
        ).format(file=shlex.quote(out)),
        soft_wrap=True,
    )
    return 0


def _teller(say: Callable[[str], None]) -> Callable[[Told], None]:
    """Says a line after every epoch and every thousand steps."""

    def tell(told: Told) -> None:
        if told.held_out is None and told.step % 1000:
            return
        text = _("epoch {epoch}, step {step} of {steps}: loss {loss}, {speed} positions/s")
        line = text.format(
            epoch=told.epoch,
            step=told.step,
            steps=told.steps,
            loss=f"{told.loss:.5f}",
            speed=f"{told.speed:,.0f}",
        )
        say(line)
        if told.held_out is not None:
            say(_("held-out loss of the network: {loss}").format(loss=f"{told.held_out:.5f}"))

    return tell


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise ParseError(
            "train.blend_word",
            N_("--blend cannot be '{token}': write a number from 0 to 1"),
            token=text[:40],
        )
    return share


def _write(name: str, data: bytes) -> None:
    from wuzi.files import write_atomically  # noqa: PLC0415

    try:
        write_atomically(name, data)
    except OSError as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=name,
            why=error.strerror or str(error),
        ) from None
