"""``wuzi lab tune``: better numbers for a player, found by self-play and put to the test."""

from __future__ import annotations

import importlib.util
import shlex
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wuzi.cli.kernels import ready_kernels
from wuzi.cli.lab_ending import ended_as_by_ctrl_c
from wuzi.cli.limits import parse_count
from wuzi.cli.output import make_console, print_json
from wuzi.cli.position import RULE_HELP, SIZE_HELP, Words
from wuzi.errors import N_, ParseError, RecordError, WuziError
from wuzi.rules import FREESTYLE
from wuzi.settings import language
from wuzi.settings.language import _, translate

if TYPE_CHECKING:
    from wuzi.arena.statistics import Sprt
    from wuzi.lab.tune_spec import Duelled, Tuned, TuneSpec

HELP = N_("Tune numbers of a player by self-play, and test the best against the start.")

EXIT_OK: Final = 0
EXIT_NOT_BETTER: Final = 1
EXIT_INTERRUPTED: Final = 130

_PLAYER_HELP = N_("Who is tuned, such as textbook:alphabeta,depth=2; its values are the start")
_TUNE_HELP = N_(
    "KEY=LOW:HIGH or KEY=LOW:HIGH:STEP; KEY is an option of the player, scores.SHAPE or a switch"
    " of our engine's search; may be given again"
)
_METHOD_HELP = N_("coordinate (one value at a time over a grid), spsa (all at once) or optuna")
_OPENINGS_HELP = N_("A file, builtin:NAME, random, or empty for games from the empty board")
_OUT_HELP = N_("The folder of history, games, score tables and figures")
_SPRT_HELP = N_("The test of the best against the start: ELO0,ELO1[,ALPHA,BETA]")
_TEST_HELP = N_("Games of the test at most; 0 for no test")


def tune(
    *,
    player: Annotated[str, typer.Option("--player", metavar="WHO", help=_PLAYER_HELP)] = "",
    tunes: Annotated[list[str], typer.Option("--tune", metavar="RANGE", help=_TUNE_HELP)] = [],  # noqa: B006 - typer copies it
    method: Annotated[
        str, typer.Option("--method", metavar="NAME", help=_METHOD_HELP)
    ] = "coordinate",
    steps: Annotated[str, typer.Option("--steps", metavar="N", help=N_("Duels at most"))] = "50",
    games: Annotated[
        str, typer.Option("--games", metavar="N", help=N_("Of each duel: an even number"))
    ] = "20",
    nodes: Annotated[
        str, typer.Option("--nodes", metavar="N", help=N_("Limit of each search in positions"))
    ] = "",
    depth: Annotated[
        str, typer.Option("--depth", metavar="N", help=N_("Limit of each search in plies"))
    ] = "",
    rule: Annotated[str, typer.Option("--rule", metavar="NAME", help=RULE_HELP)] = "",
    size: Annotated[str, typer.Option("--size", metavar="N", help=SIZE_HELP)] = "",
    openings: Annotated[str, typer.Option("--openings", metavar="SET", help=_OPENINGS_HELP)] = "",
    maxmoves: Annotated[
        str, typer.Option("--maxmoves", metavar="N", help=N_("Drawn after so many moves"))
    ] = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="N", help=N_("The same seed gives the same history"))
    ] = "1",
    sprt: Annotated[str, typer.Option("--sprt", metavar="TEST", help=_SPRT_HELP)] = "0,20",
    test_games: Annotated[str, typer.Option("--test-games", metavar="N", help=_TEST_HELP)] = "2000",
    out: Annotated[str, typer.Option("--out", metavar="DIR", help=_OUT_HELP)] = "tune",
    workers: Annotated[
        str, typer.Option("--workers", metavar="N", help=N_("Games played at the same time"))
    ] = "1",
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Go on with the folder if it is there"))
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help=N_("Print the result as one line of JSON"))
    ] = False,
) -> int:
    """Tune, draw the history, and test the best against the start."""
    from wuzi.cli.match_options import parse_sprt, whole  # noqa: PLC0415

    if not player:
        raise ParseError("tune.player", N_("name who is tuned: --player WHO"))
    limits = {
        "steps": parse_count("--steps", steps, 99_998),
        "games": whole("--games", games),
        "nodes": parse_count("--nodes", nodes) if nodes else None,
        "depth": parse_count("--depth", depth, 1000) if depth else None,
        "max_moves": parse_count("--maxmoves", maxmoves, 1000) if maxmoves else None,
        "seed": parse_count("--seed", seed, 2**31),
    }
    folder = Path(out)
    spec = _spec(
        player,
        tunes,
        words=Words.parse(rule, size),
        openings=openings,
        folder=folder,
        method=method,
        limits=limits,
    )
    command = _Command(
        spec,
        folder,
        parse_sprt(sprt),
        whole("--test-games", test_games),
        parse_count("--workers", workers, 1024),
        resume=resume,
        json=json,
    )
    with ended_as_by_ctrl_c():
        return command.run()


def _spec(
    player: str,
    tunes: list[str],
    *,
    words: Words,
    openings: str,
    folder: Path,
    method: str,
    limits: dict[str, Any],
) -> TuneSpec:
    """What is to be tuned, checked before anything is played."""
    from wuzi.cli.doubts import doubts  # noqa: PLC0415
    from wuzi.cli.match_options import choose_openings, note  # noqa: PLC0415
    from wuzi.lab.tunables import parse_parameter, start_of  # noqa: PLC0415
    from wuzi.lab.tune_spec import TuneSpec  # noqa: PLC0415
    from wuzi.players import check_who, parse_who  # noqa: PLC0415

    who = parse_who(player)
    check_who(who)
    parameters = tuple(map(parse_parameter, tunes))
    law, lines = words.rule or FREESTYLE, words.size or 15
    plain = TuneSpec(who.text, parameters, method=method, rule=law, size=lines, **limits)
    start_of(plain.player, plain.parameters)
    for doubt in doubts([who]):
        note(translate(doubt))
    if who.kind == "wuzi":
        if plain.nodes is None and plain.depth is None and not {"nodes", "depth"} & {*who.options}:
            raise ParseError(
                "tune.limit", N_("limit the engine's searches: --nodes N or --depth N")
            )
        ready_kernels()
    _make(folder)
    chosen = choose_openings(openings, law, lines, plain.seed, folder / "tune.jsonl")
    return replace(plain, openings=chosen)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(
            "record.unwritable",
            N_("{name} cannot be written: {why}"),
            name=str(folder),
            why=error.strerror or str(error),
        ) from None


@dataclass(frozen=True)
class _Command:
    """One run of the command."""

    spec: TuneSpec
    folder: Path
    sprt: Sprt
    test_games: int
    workers: int
    resume: bool
    json: bool

    def run(self) -> int:
        """Tune, draw, test; 130 if interrupted, 1 if the best is not shown to be better."""
        from wuzi.lab.tune import run_tune  # noqa: PLC0415

        draws = self._can_draw()
        tuned = run_tune(
            self.spec, self.folder, workers=self.workers, resume=self.resume, on_step=self._show
        )
        if draws and tuned.steps:
            self._draw(tuned)
        if tuned.interrupted:
            return self._stopped()
        self._say(self._found(tuned))
        verdict = self._test(tuned) if tuned.improved and self.test_games else None
        if verdict == "interrupted":
            return self._stopped()
        if self.json:
            print_json(self._json(tuned, verdict))
        return EXIT_NOT_BETTER if verdict in ("H0", "continue") else EXIT_OK

    def _say(self, text: str) -> None:
        """To people; beside JSON on standard error."""
        if self.json:
            print(text, file=sys.stderr, flush=True)
        else:
            make_console().print(text, soft_wrap=True)

    def _show(self, step: Duelled) -> None:
        from wuzi.lab.tune_spec import words  # noqa: PLC0415

        text = _(
            "duel {number}: {a} against {b}: {score} (+{wins} ={draws} -{losses}); best: {best}"
        )
        found = step.results
        self._say(
            text.format(
                number=step.number,
                a=words(step.a),
                b=words(step.b),
                score=f"{found.score:.1%}",
                wins=found.wins,
                draws=found.draws,
                losses=found.losses,
                best=words(step.best),
            )
        )

    def _can_draw(self) -> bool:
        """Whether there will be figures: told before the games, not after them."""
        if importlib.util.find_spec("matplotlib") is not None:
            return True
        text = _("there will be no figures: {command}")
        self._say(text.format(command="pip install 'wuzi[lab]'"))
        return False

    def _draw(self, tuned: Tuned) -> None:
        from wuzi.lab.tune_figures import write_figures  # noqa: PLC0415

        try:
            paths = write_figures(tuned, self.folder, _, language.current_language())
        except WuziError as error:  # the figures are not worth the result
            self._say(translate(error))
            return
        names = " ".join(shlex.quote(str(path)) for path in paths)
        self._say(_("The history is drawn in {files}.").format(files=names))

    def _found(self, tuned: Tuned) -> str:
        if not tuned.improved:
            return _("Nothing was better than the start: {who}").format(who=self.spec.player)
        return _("The best: {who}").format(who=self._who(tuned))

    def _who(self, tuned: Tuned) -> str:
        from wuzi.lab.tunables import player_of  # noqa: PLC0415
        from wuzi.lab.tune import tables_in  # noqa: PLC0415

        tables = tables_in(self.folder)
        return player_of(self.spec.player, self.spec.parameters, tuned.best, tables)

    def _test(self, tuned: Tuned) -> str:
        """Play the best against the start, and tell the verdict."""
        from wuzi.arena.live import MatchView, watch  # noqa: PLC0415
        from wuzi.arena.runner import Stop, run_match  # noqa: PLC0415
        from wuzi.arena.summary import summarise  # noqa: PLC0415
        from wuzi.arena.summary_text import summary_lines  # noqa: PLC0415
        from wuzi.lab.tune import confirmation  # noqa: PLC0415

        match, journal = confirmation(tuned, self.folder, games=self.test_games, sprt=self.sprt)
        self._say(_("The best plays the start until it is decided which is better."))
        view: AbstractContextManager[MatchView | None]
        view = nullcontext() if self.json else watch(make_console(), match)
        with view as told:
            result = run_match(match, journal, concurrency=self.workers, resume=True, on_event=told)
        if result.stop is Stop.INTERRUPTED:
            return "interrupted"
        for line in summary_lines(summarise(match, result.records, result.incidents)):
            self._say(line)
        decision = str(result.decision)
        self._say(_(_VERDICTS[decision]))
        return decision

    def _stopped(self) -> int:
        text = _("Stopped; the same command with --resume goes on with {file}.")
        print(text.format(file=shlex.quote(str(self.folder))), file=sys.stderr)
        return EXIT_INTERRUPTED

    def _json(self, tuned: Tuned, verdict: str | None) -> dict[str, Any]:
        from wuzi.lab.tunables import settings_of  # noqa: PLC0415

        return {
            "start": settings_of(self.spec.parameters, tuned.start),
            "best": settings_of(self.spec.parameters, tuned.best),
            "player": self._who(tuned),
            "steps": [step.to_json() for step in tuned.steps],
            "verdict": verdict,
        }


_VERDICTS: Final = {
    "H1": N_("The best plays better than the start."),
    "H0": N_("The best does not play better than the start."),
    "continue": N_("The best is not shown to play better than the start."),
}
