"""What a search does: its ideas as switches, their numbers, and the record that holds them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from wuzi.engine.layout import CONTROL, new_record
from wuzi.errors import N_, SettingsError
from wuzi.rules import Rule

SWITCHES: Final[dict[str, int]] = {
    "use_table": 1,  # 2: only entries of the very depth asked for, as plain search would find
    "use_verdict": 1,
    "use_vcf": 1,
    "use_pvs": 1,
    "use_lmr": 1,
    "use_count_pruning": 1,
    "use_futility": 1,
    "use_reverse_futility": 1,
    "use_razoring": 1,
    "use_singular": 1,
    "use_extension": 1,
    "use_iir": 1,
    "use_history": 1,
    "use_counter": 1,
    "use_killers": 1,
    "use_defence": 1,
    "use_calm": 0,  # plies beyond the leaf while a straight four threatens: no gain measured
    "use_improving": 0,  # fewer quiet moves where the value did not rise: no gain measured
    "use_network": 1,
    "use_aspiration": 1,
    "tempo": 20,
    "own_weight": 24,
    "futility": 160,
    "reverse_futility": 160,
    "razor": 100,
    "count_base": 8,
    "singular_depth": 7,
    "foe_order": 14,
    "vcf_depth": 12,
    "vcf_nodes": 100,
    "split_depth": 5,
    "lmr_scale": 45,
    "aspiration": 30,
}
"""Every idea and number of the search with its default. Those that begin with ``use_`` are
ideas, 0 or 1; the kernels read them from the control record."""

PLAIN: Final[dict[str, int]] = {name: 0 for name in SWITCHES if name.startswith("use_")}
"""All ideas off: alpha-beta over the ordered candidates."""


def settle(switches: Mapping[str, int] | None) -> dict[str, int]:
    """The defaults with ``switches`` over them.

    Raises
    ------
    SettingsError
        If one is unknown.

    Examples
    --------
    >>> settle({"use_lmr": 0})["use_lmr"]
    0
    """
    values = dict(SWITCHES)
    for name, value in (switches or {}).items():
        if name not in values:
            raise SettingsError(
                "engine.switch",
                N_("the search has no switch '{name}': choose from {choices}"),
                name=name[:40],
                choices=", ".join(SWITCHES),
            )
        values[name] = int(value)
    return values


def make_control(values: Mapping[str, int], rule: Rule) -> Any:
    """A control record with these switches, for searches under ``rule``."""
    control = new_record(CONTROL)
    for name, value in values.items():
        if name in (CONTROL.names or ()):
            control[name] = value
    logs = np.log(np.maximum(np.arange(64), 1))
    reduction = values["lmr_scale"] / 100 * np.outer(logs, logs) + 0.3
    control["reduction"] = reduction.astype(np.int32).ravel()
    control["open_end"] = int(rule.needs_open_end)
    control["split"] = -1
    return control
