"""What happens at each step of a recorded search, and why, in a sentence or two.

Values are told from the view of the side to move at the root, whose window is
``[alpha, beta]``: alpha is what it is sure of, beta what its opponent can hold it to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from wuzi.desktop.words import _, ngettext
from wuzi.rules import BLACK, Colour, point_name
from wuzi.textbook.table import Bound
from wuzi.textbook.trace import NO_NODE, Kind, Step
from wuzi.textbook.trace_film import Film
from wuzi.textbook.values import INFINITY, WIN, is_decided

Tone = Literal["start", "enter", "leaf", "return", "better", "cut", "done"]
"""What kind of step it is, for a sign beside the sentence."""

_SIGNS: Final = {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}


@dataclass(frozen=True, slots=True)
class Caption:
    """A step in words.

    Attributes
    ----------
    tone : str
    text : str
        In the language spoken now.
    """

    tone: Tone
    text: str


def colour_word(colour: Colour) -> str:
    """The name of a side, as it begins a sentence."""
    return _("Black") if colour == BLACK else _("White")


def value_label(value: int) -> str:
    """A value in a few letters: an evaluation, a win and after how many moves, an open end.

    >>> value_label(1200), value_label(WIN - 3), value_label(4 - WIN), value_label(-INFINITY)
    ('+1,200', '+W3', '−W4', '−∞')
    """
    sign = "+" if value > 0 else "−" if value < 0 else ""
    if abs(value) >= INFINITY:
        return f"{sign}∞"
    if is_decided(value):
        return f"{sign}W{WIN - abs(value)}"
    return f"{sign}{abs(value):,}"


def short_label(value: int) -> str:
    """The same where there is little room: large evaluations in thousands.

    >>> short_label(-999_820), short_label(9_820), short_label(WIN - 3)
    ('−1,000k', '+9,820', '+W3')
    """
    if abs(value) < 10_000 or is_decided(value):
        return value_label(value)
    return value_label(round(value / 1000)) + "k"


def shortest_label(value: int) -> str:
    """The same where there is hardly any room: all but small evaluations in thousands.

    >>> shortest_label(1_670), shortest_label(-980), shortest_label(WIN - 3)
    ('+1.7k', '−980', '+W3')
    """
    if abs(value) < 1000 or abs(value) >= 10_000 or is_decided(value):
        return short_label(value)
    return f"{'+' if value > 0 else '−'}{abs(value) / 1000:.1f}k"


def node_label(film: Film, node: int, *, label: Callable[[int], str] = value_label) -> str:
    """The value of a finished node for the root's player, with ``≤`` or ``≥`` if it is a bound.

    Parameters
    ----------
    film : Film
    node : int
    label : callable
        Says the value itself.
    """
    trace = film.trace
    return _SIGNS[trace.bound(node)] + label(trace.value_for_root(node))


def move_label(film: Film, node: int) -> str:
    """The name of the move that led to a node."""
    return point_name(film.trace.move[node]) if node else _("start")


def window_label(low: int, high: int) -> str:
    """A window as it is written: ``[−∞, +120]``."""
    return f"[{value_label(low)}, {value_label(high)}]"


def caption(film: Film, at: int, *, pruning: bool) -> Caption:
    """The moment ``at`` in words.

    Parameters
    ----------
    film : Film
    at : int
        How many steps have been taken.
    pruning : bool
        Whether it was alpha-beta; minimax knows no window.
    """
    told = _Narrator(film, at, pruning).tell()
    if at == len(film) > 0 and film.path(at):
        return Caption(told.tone, _two(told.text, _broken_off(film)))
    return told


def _two(first: str, second: str) -> str:
    """Two sentences as the language sets them one after the other."""
    return _("{first} {second}").format(first=first, second=second) if second else first


def _broken_off(film: Film) -> str:
    return _(
        "The recording ends here, after {nodes} positions: choose a smaller depth or fewer"
        " candidates to see a whole search."
    ).format(nodes=f"{len(film.trace):,}")


class _Narrator:
    """Tells of one step."""

    def __init__(self, film: Film, at: int, pruning: bool) -> None:
        self.film = film
        self.trace = film.trace
        self.at = at
        self.pruning = pruning
        self.root = colour_word(film.trace.turn)
        self.other = colour_word(3 - film.trace.turn)

    def tell(self) -> Caption:
        if self.at == 0:
            return Caption("start", self._start())
        step, node = self.trace.step[self.at - 1], self.trace.step_node[self.at - 1]
        if step == Step.CUT:
            return Caption("cut", self._cut(node))
        if step == Step.LEAVE:
            return self._leave(node) if node else Caption("done", self._done())
        if node == 0:
            return Caption("enter", self._root())
        if self.trace.kind[node] in (Kind.LEAF, Kind.END, Kind.HIT):
            return Caption("leaf", self._leaf(node))
        return Caption("enter", _two(self._enter(node), self._window(node)))

    def _value(self, node: int) -> str:
        return value_label(self.trace.value_for_root(node))

    def _mover(self, node: int) -> str:
        """Who made the move to ``node``."""
        return colour_word(3 - self.film.turn(node))

    # Before and at the root

    def _start(self) -> str:
        return ngettext(
            "{root} is to move; the search looks {depth} move ahead. Press play, or go step by"
            " step.",
            "{root} is to move; the search looks {depth} moves ahead. Press play, or go step by"
            " step.",
            self.trace.depth,
        ).format(root=self.root, depth=self.trace.depth)

    def _root(self) -> str:
        first = _(
            "{root} is to move and wants the greatest value; {other} will always answer so that"
            " it becomes the least."
        ).format(root=self.root, other=self.other)
        if not self.pruning:
            return _two(first, _("Minimax looks at every line of play."))
        return _two(first, _("Nothing is sure yet: the window is open, from −∞ to +∞."))

    def _done(self) -> str:
        best = self.film.best_child(0, self.at)
        counts = self.film.counts(self.at)
        if best is None:
            return _("The search is done.")
        first = _("The search is done: {move} is the best for {root}, worth {value}.").format(
            move=move_label(self.film, best), root=self.root, value=self._value(best)
        )
        looked = _("{nodes} positions were looked at.").format(nodes=f"{counts.nodes:,}")
        if counts.skipped:
            looked = _(
                "{nodes} positions were looked at; {skipped} moves were cut off, each with all"
                " that lies behind it."
            ).format(nodes=f"{counts.nodes:,}", skipped=f"{counts.skipped:,}")
        return _two(first, looked)

    # Going down

    def _enter(self, node: int) -> str:
        return _("{player} tries {move}; now {opponent} looks for the best answer.").format(
            player=self._mover(node),
            move=move_label(self.film, node),
            opponent=colour_word(self.film.turn(node)),
        )

    def _window(self, node: int) -> str:
        if not self.pruning:
            return ""
        low, high = self.film.window_for_root(node, self.at)
        if low <= -INFINITY and high >= INFINITY:
            text = _("Nothing is sure yet: every value still matters.")
        elif high >= INFINITY:
            text = _("{root} is already sure of {low}: only more than that is of use.")
        elif low <= -INFINITY:
            text = _("{other} can already hold {root} to {high}: only less will be allowed.")
        else:
            text = _(
                "Only values from {low} to {high} still matter: {root} is sure of the one,"
                " {other} can hold {root} to the other."
            )
        return text.format(
            root=self.root, other=self.other, low=value_label(low), high=value_label(high)
        )

    def _leaf(self, node: int) -> str:
        fields = {
            "player": self._mover(node),
            "move": move_label(self.film, node),
            "value": self._value(node),
            "root": self.root,
        }
        kind = self.trace.kind[node]
        if kind == Kind.LEAF:
            text = _(
                "{player} tries {move}. That is as far as the search looks: the evaluation says"
                " {value} for {root}."
            )
        elif kind == Kind.HIT:
            text = _KNOWN[self.trace.bound(node)]()
        elif self.trace.value[node]:
            text = _("{player} plays {move} and has five in a row: {value} for {root}.")
        else:
            text = _("{player} plays {move} and the board is full: a draw.")
        return text.format(**fields)

    # Coming back

    def _leave(self, node: int) -> Caption:
        tone, effect = self._effect(node)
        return Caption(tone, _two(self._worth(node), effect))

    def _worth(self, node: int) -> str:
        bound = self.trace.bound(node)
        if bound is Bound.LOWER:
            text = _("{move} is worth {value} or more to {root}; how much more does not matter.")
        elif bound is Bound.UPPER:
            text = _("{move} is worth {value} or less to {root}; how much less does not matter.")
        elif self.trace.kind[node] == Kind.INNER:
            text = _("After {move} every answer is settled: it is worth {value} to {root}.")
        else:
            text = _("{move} is worth {value} to {root}.")
        return text.format(
            move=move_label(self.film, node), value=self._value(node), root=self.root
        )

    def _effect(self, node: int) -> tuple[Tone, str]:
        """What the value of ``node`` does to the node above it."""
        film, above = self.film, self.trace.parent[node]
        old = film.best_child(above, self.at - 1)
        low, high = film.window_for_root(above, self.at)
        before = film.window_for_root(above, self.at - 1)
        fields = {
            "player": self._mover(node),
            "value": self._value(node),
            "best": "" if old is None else move_label(film, old),
            "old": "" if old is None else self._value(old),
            "low": value_label(low),
            "high": value_label(high),
            "bound": value_label(low if film.turn(above) == self.trace.turn else high),
        }
        tone: Tone = "return"
        if film.best_child(above, self.at) != node:
            text = _("No better for {player}, who keeps {best} ({old}).")
        elif self.pruning and (low, high) == before:
            text = _("The best for {player} here so far, but {bound} is there elsewhere: no help.")
        else:
            tone, text = "better", self._better(node, old, low >= high)
        return tone, text.format(**fields)

    def _better(self, node: int, old: int | None, closed: bool) -> str:
        if not self.pruning:
            return _("The best for {player} here so far.")
        if closed:
            return _("The window [{low}, {high}] is closed: nothing between its ends is left.")
        if self.film.turn(node) != self.trace.turn:  # the root's player chose it
            if old is None:
                return _("{player} is sure of that here: alpha rises to {value}.")
            return _("Better for {player} than {best} ({old}): alpha rises to {value}.")
        if old is None:
            return _("{player} can choose that here: beta falls to {value}.")
        return _("Better for {player} than {best} ({old}): beta falls to {value}.")

    # Cutting

    def _cut(self, node: int) -> str:
        count = self.trace.cut_count[node]
        if not count:
            return _two(self._reason(node), _("It was the last move here anyway."))
        need = ngettext(
            "{count} more move needs no look: it is cut off.",
            "{count} more moves need no look: they are cut off.",
            count,
        )
        return _two(self._reason(node), need.format(count=count))

    def _reason(self, node: int) -> str:
        film = self.film
        reply, refuge = film.best_child(node, self.at), film.refuge(node)
        assert reply is not None, "a move made the cut"
        fields = {
            "player": colour_word(film.turn(node)),
            "reply": move_label(film, reply),
            "value": self._value(reply),
            "root": self.root,
            "opponent": self._mover(node),
        }
        if refuge is None:
            return _("With {reply} {player} reaches the end of the window: {value}.").format(
                **fields
            )
        fields |= {
            "refuge": move_label(film, refuge),
            "bound": self._value(refuge),
            "instead": move_label(film, self._turning(node, refuge)),
        }
        if film.turn(node) == self.trace.turn:
            text = _(
                "With {reply} {player} would get {value} here. But {opponent} can play {refuge}"
                " instead of {instead} and hold {root} to {bound}: it will never come to this."
            )
        else:
            text = _(
                "With {reply} {player} holds {root} to {value} here. But {opponent} already has"
                " {bound} by {refuge} instead of {instead}, and would never go this way."
            )
        return text.format(**fields)

    def _turning(self, node: int, refuge: int) -> int:
        """The node on the way to ``node`` that stands beside ``refuge``."""
        while self.trace.parent[node] not in (self.trace.parent[refuge], NO_NODE):
            node = self.trace.parent[node]
        return node


_KNOWN: Final = {
    Bound.EXACT: lambda: _(
        "{player} tries {move}. The table knows this position by another order of moves:"
        " {value} for {root}."
    ),
    Bound.LOWER: lambda: _(
        "{player} tries {move}. The table knows this position by another order of moves:"
        " {value} or more for {root}, which is enough to know."
    ),
    Bound.UPPER: lambda: _(
        "{player} tries {move}. The table knows this position by another order of moves:"
        " {value} or less for {root}, which is enough to know."
    ),
}


def cut_reason(film: Film, node: int) -> str:
    """Why moves were cut off at ``node``, in the fewest words, for the tree."""
    refuge = film.refuge(node)
    if refuge is None:
        return ""
    value = value_label(film.trace.value_for_root(refuge))
    player = colour_word(3 - film.turn(node))
    return _("{player} prefers {refuge} ({value})").format(
        player=player, refuge=move_label(film, refuge), value=value
    )


def describe(film: Film, node: int, at: int, *, pruning: bool) -> str:
    """All there is to say of a node at a moment, a line each, for a pointer held over it."""
    trace = film.trace
    lines = []
    if node:
        path = " ".join(point_name(move) for move in film.moves_to(node))
        lines.append(path)
    chooser = colour_word(film.turn(node))
    if trace.kind[node] not in (Kind.LEAF, Kind.END):
        greatest = film.turn(node) == trace.turn
        text = _("▲ {player} chooses the greatest") if greatest else _("▼ {player} takes the least")
        lines.append(text.format(player=chooser))
    if film.is_finished(node, at):
        lines.append(
            _("worth {value} to {root}").format(
                value=node_label(film, node), root=colour_word(trace.turn)
            )
        )
    if pruning and trace.kind[node] not in (Kind.LEAF, Kind.END):
        low, high = film.window_for_root(node, at)
        lines.append(_("window {window}").format(window=window_label(low, high)))
    if film.is_cut(node, at):
        moves = " ".join(point_name(move) for move in trace.cut_off(node)[:12])
        lines.append(_("cut off: {moves}").format(moves=moves))
        lines.append(cut_reason(film, node))
    return "\n".join(lines)
