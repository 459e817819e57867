"""L-BFGS: minimising a smooth function of many variables, by its values and gradients.

Nocedal and Wright, *Numerical Optimization*, algorithms 7.4 and 7.5, with the backtracking
line search 3.1.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

MEMORY: Final = 12
"""Steps from which the curvature is told."""
_ARMIJO: Final = 1e-4
_HALVINGS: Final = 30


def minimise(
    function: Callable[[Vector], tuple[float, Vector]],
    start: Vector,
    *,
    steps: int = 200,
    tolerance: float = 1e-7,
    tell: Callable[[int, float, Vector], None] = lambda step, value, x: None,
) -> Vector:
    """Where ``function`` is least, as far as is seen.

    Parameters
    ----------
    function : callable
        From a vector to the value there and the gradient.
    start : array of float64
    steps : int, default 200
        At most.
    tolerance : float
        A step that gains less than this part of the value is the last.
    tell : callable, optional
        Is told the number of each step, the value after it, and where that is.

    Examples
    --------
    >>> def bowl(x):
    ...     return float(((x - 3) ** 2 * [1, 50]).sum()), 2 * (x - 3) * [1, 50]
    >>> minimise(bowl, np.zeros(2)).round(3).tolist()
    [3.0, 3.0]
    """
    x = start.copy()
    value, gradient = function(x)
    known: deque[tuple[Vector, Vector, float]] = deque(maxlen=MEMORY)
    for step in range(1, steps + 1):
        direction = -_towards(gradient, known)
        slope = float(direction @ gradient)
        if slope >= 0:  # what was known of the curvature misleads
            known.clear()
            direction, slope = -gradient, -float(gradient @ gradient)
        length = 1.0 if known else min(1.0, 1.0 / max(float(np.abs(gradient).sum()), 1e-12))
        for _ in range(_HALVINGS):
            there = x + length * direction
            new_value, new_gradient = function(there)
            if new_value <= value + _ARMIJO * length * slope:
                break
            length /= 2
        else:
            return x
        moved, turned = there - x, new_gradient - gradient
        curvature = float(moved @ turned)
        if curvature > 1e-12:
            known.append((moved, turned, curvature))
        gain = value - new_value
        x, value, gradient = there, new_value, new_gradient
        tell(step, value, x)
        if gain < tolerance * max(abs(value), 1e-12):
            break
    return x


def _towards(gradient: Vector, known: deque[tuple[Vector, Vector, float]]) -> Vector:
    """The gradient times the inverse curvature that the last steps tell of."""
    q = gradient.copy()
    shares = []
    for moved, turned, curvature in reversed(known):
        share = float(moved @ q) / curvature
        q -= share * turned
        shares.append(share)
    if known:
        _, turned, curvature = known[-1]
        q *= curvature / float(turned @ turned)
    for (moved, turned, curvature), share in zip(known, reversed(shares), strict=True):
        q += (share - float(turned @ q) / curvature) * moved
    return q
