"""Learning the pattern network from self-played games, with PyTorch on the CPU.

A mapping network makes the vector of a shape from its cells, so that shapes that were never met
have one that makes sense, too; free vectors overfit within an epoch. It is run on the shapes of
a batch only, and forgotten when the network is exported: the engine has the vectors.

Where not said otherwise the numbers of :class:`Recipe` are those that a prototype was measured
with. Small first weights on the way to the output matter, or the head dies.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from wuzi.engine.kernels import vectors
from wuzi.engine.layout import NET_HEAD, NET_ROWS
from wuzi.engine.network import HALF, LIMIT, UNIT, Network, shape_cells, swapped_rows
from wuzi.train.network_data import OCCUPIED, Examples

HIDDEN: Final = 128
DIVISOR: Final = 40
"""What the sum over the cells is divided by."""
COUNTED: Final = 4
"""What a count of threats is divided by."""
NOTHING: Final = -1e4
"""The vector of a cell that is not empty: nothing of it is above zero."""


@dataclass(frozen=True)
class Recipe:
    """How to learn.

    Attributes
    ----------
    share : float
        Of the result in the target; the rest is the search's opinion.
    rate, head_rate : float
        Of AdamW, for the mapping and the head, falling to zero by a cosine.
    warm_up : int
        Steps in which the rate rises.
    decay : float
        Of all weights, each step.
    calm : float
        How much the mean square of the vectors counts beside the loss: without it some grow
        until they are cut off.
    batch, epochs : int
    seed : int
    """

    share: float = 0.3
    rate: float = 5e-3
    head_rate: float = 2.5e-3
    warm_up: int = 150
    decay: float = 0.02
    calm: float = 1e-4
    batch: int = 256
    epochs: int = 3
    seed: int = 1


class _SumOfRows(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
    """Sums of rows of a table; PyTorch's own backward step sorts, and takes three times as long."""

    @staticmethod
    def forward(ctx: Any, table: Tensor, which: Tensor) -> Tensor:
        ctx.save_for_backward(which)
        ctx.rows = len(table)
        return functional.embedding_bag(which, table, mode="sum")

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, None]:
        (which,) = ctx.saved_tensors
        gradient = gradients[0]
        table = gradient.new_zeros(ctx.rows, gradient.shape[1])
        if which.shape[1] <= 4:
            for column in which.T:
                table.index_add_(0, column, gradient)
        else:
            spread = gradient.repeat_interleave(which.shape[1], 0)
            table.index_add_(0, which.reshape(-1), spread)
        return table, None


class PatternNetwork(nn.Module):  # type: ignore[misc, unused-ignore]
    """The network as it is learned: mapping, vectors, sums, head."""

    def __init__(self) -> None:
        super().__init__()
        cells = torch.from_numpy(shape_cells().astype(np.int64))
        stones = [functional.one_hot(cells, 4)[..., kind] for kind in (1, 2, 3)]
        self.register_buffer("cells", torch.cat(stones, 1).float())
        self.register_buffer("swapped", torch.from_numpy(swapped_rows().astype(np.int64)))
        self.mapping = nn.Sequential(
            nn.Linear(3 * cells.shape[1], HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, HIDDEN),
            nn.ReLU(),
            nn.Linear(HIDDEN, HALF),
        )
        self.first = nn.Linear(vectors.INPUTS, HALF)
        self.second = nn.Linear(HALF, HALF)
        self.third = nn.Linear(HALF, 1)
        self.skip = nn.Linear(vectors.INPUTS, 1, bias=False)
        self.size = torch.zeros(())
        """The mean square of the vectors of the last batch."""
        with torch.no_grad():
            self.mapping[-1].weight *= 0.2
            self.mapping[-1].bias *= 0.2
            self.second.weight *= 0.5
            self.third.weight *= 0.1
            self.skip.weight *= 0.3

    def halves(self, rows: Tensor) -> Tensor:
        """First halves of the vectors of shapes, kept within what the engine can hold."""
        made: Tensor = self.mapping(self.cells[rows])  # type: ignore[index, unused-ignore]
        return made.clamp(-LIMIT / UNIT, LIMIT / UNIT)

    def forward(self, quads: Tensor, white: Tensor, counts: Tensor) -> Tensor:
        """The logits of the side to move.

        Parameters
        ----------
        quads : tensor of int64, shape (positions, cells)
            The four shapes of each cell, 16 bits each, smallest first.
        white : tensor of bool, shape (positions,)
        counts : tensor of uint8, shape (positions, 32)
            Threats by class, of the side to move first.
        """
        different, which = torch.unique(quads, return_inverse=True)
        shapes = torch.stack([(different >> shift) & 0xFFFF for shift in (0, 16, 32, 48)], 1)
        table, places = self._table(shapes)
        cells = _SumOfRows.apply(table, places[shapes])
        sums = _SumOfRows.apply(functional.relu(cells), which) / DIVISOR
        turned = torch.cat((sums[:, HALF:], sums[:, :HALF]), 1)
        seen = torch.cat((torch.where(white[:, None], turned, sums), counts / COUNTED), 1)
        hidden = functional.relu(self.second(functional.relu(self.first(seen))))
        logits: Tensor = self.third(hidden) + self.skip(seen)
        return logits[:, 0]

    def _table(self, shapes: Tensor) -> tuple[Tensor, Tensor]:
        """Vectors of the shapes that occur, and for every shape where its vector is."""
        met = torch.zeros(NET_ROWS + 1, dtype=torch.bool)
        met[shapes.reshape(-1)] = True
        met[OCCUPIED] = False
        swapped: Tensor = self.swapped  # type: ignore[assignment, unused-ignore]
        met[swapped[met[:-1].nonzero()[:, 0]]] = True
        rows = met.nonzero()[:, 0]
        places = torch.full((NET_ROWS + 1,), len(rows))
        places[rows] = torch.arange(len(rows))
        halves = self.halves(rows)
        self.size = halves.square().mean()
        both = torch.cat((halves, halves[places[swapped[rows]]]), 1)
        return torch.cat((both, both.new_full((1, 2 * HALF), NOTHING))), places


@dataclass(frozen=True)
class Told:
    """How learning goes: loss of the last steps, or of the games held out."""

    step: int
    steps: int
    epoch: int
    loss: float
    held_out: float | None
    speed: float
    """Positions a second."""


def quads_of(shapes: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Four shapes as one number, smallest first; shape (..., 4) to (...)."""
    return np.sort(shapes, axis=-1).view(np.int64)[..., 0]


Inputs = tuple[Tensor, Tensor, Tensor]
"""What :meth:`PatternNetwork.forward` takes."""


class Lesson:
    """Positions as PyTorch takes them."""

    def __init__(self, examples: Examples, share: float) -> None:
        self.quads = torch.from_numpy(quads_of(examples.shapes))
        self.white = torch.from_numpy(examples.white)
        counts = examples.counts.reshape(-1, 2, vectors.CLASSES)
        own_first = np.where(examples.white[:, None, None], counts[:, ::-1], counts)
        self.counts = torch.from_numpy(own_first.reshape(len(examples), -1))
        self.target = torch.from_numpy(examples.target(share))

    def __len__(self) -> int:
        return len(self.white)

    def batches(self, size: int, order: Tensor) -> Iterator[tuple[Inputs, Tensor]]:
        """Pieces of ``size`` in that order, with what to predict; the last may be smaller."""
        for which in order.split(size):
            inputs = self.quads[which], self.white[which], self.counts[which]
            yield inputs, self.target[which]


def learn(
    lesson: Lesson,
    held_out: Lesson,
    recipe: Recipe,
    tell: Callable[[Told], None] = lambda told: None,
) -> PatternNetwork:
    """The network after all epochs.

    Parameters
    ----------
    lesson, held_out : Lesson
        Of different games.
    recipe : Recipe
    tell : callable
        Called every hundred steps, and with the loss of ``held_out`` after each epoch.
    """
    torch.manual_seed(recipe.seed)
    network = PatternNetwork()
    mapping = list(network.mapping.parameters())
    head = [p for p in network.parameters() if all(p is not other for other in mapping)]
    groups = [{"params": mapping, "lr": recipe.rate}, {"params": head, "lr": recipe.head_rate}]
    optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.99), weight_decay=recipe.decay)
    steps = recipe.epochs * math.ceil(len(lesson) / recipe.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: _warmth(step, steps, recipe.warm_up)
    )
    step, recent, begun = 0, 0.0, time.perf_counter()
    for epoch in range(1, recipe.epochs + 1):
        order = torch.randperm(len(lesson))
        for inputs, target in lesson.batches(recipe.batch, order):
            loss = functional.binary_cross_entropy_with_logits(network(*inputs), target)
            optimiser.zero_grad()
            (loss + recipe.calm * network.size).backward()
            optimiser.step()
            schedule.step()
            step += 1
            recent += (float(loss.detach()) - recent) / min(step, 100)
            if step % 100 == 0:
                speed = step * recipe.batch / (time.perf_counter() - begun)
                tell(Told(step, steps, epoch, recent, None, speed))
        speed = step * recipe.batch / (time.perf_counter() - begun)
        tell(Told(step, steps, epoch, recent, loss_of(network, held_out), speed))
    return network


def _warmth(step: int, steps: int, warm_up: int) -> float:
    return min(1.0, (step + 1) / warm_up) * 0.5 * (1 + math.cos(math.pi * step / steps))


def loss_of(network: PatternNetwork, lesson: Lesson) -> float:
    """Its mean loss, in nats."""
    total = 0.0
    with torch.no_grad():
        for inputs, target in lesson.batches(1024, torch.arange(len(lesson))):
            total += float(
                functional.binary_cross_entropy_with_logits(
                    network(*inputs), target, reduction="sum"
                )
            )
    return total / len(lesson)


def exported(network: PatternNetwork, rule: str, size: int, origin: str) -> Network:
    """The network in the engine's numbers."""
    with torch.no_grad():
        halves = network.halves(torch.arange(NET_ROWS))
        whole = torch.round(halves * UNIT).clamp(-LIMIT, LIMIT).to(torch.int16).numpy()
        unit = torch.tensor([UNIT * DIVISOR] * 2 * HALF + [COUNTED] * 2 * vectors.CLASSES)
        head = np.zeros(NET_HEAD, np.float32)
        for start, values in (
            (vectors.FIRST, (network.first.weight / unit).T),
            (vectors.FIRST_BIAS, network.first.bias),
            (vectors.SECOND, network.second.weight.T),
            (vectors.SECOND_BIAS, network.second.bias),
            (vectors.THIRD, network.third.weight),
            (vectors.SKIP, network.skip.weight / unit),
            (vectors.LAST_BIAS, network.third.bias),
        ):
            flat = values.reshape(-1).numpy()
            head[start : start + len(flat)] = flat
    return Network(rule, size, origin, whole, head)
