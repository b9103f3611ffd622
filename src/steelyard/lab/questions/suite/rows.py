"""What became of check-points, as rows of the answer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import Outcomes
from steelyard.lab.questions.suite.answer import PointCountRow, PointExampleRow
from steelyard.types import CheckPoint, Measurement

__all__ = ["count_rows", "example_rows"]

_NEAR = 1e-9
Ints = NDArray[np.int64]


def count_rows(outcomes: Outcomes, families: Mapping[str, Sequence[Measurement]]) -> list[PointCountRow]:
    """Count points that a system has whole, in part and not at all, as `outcome_measurements` orders them."""
    categories, groups = outcomes.categories, outcomes.groups
    group_of = dict(zip(categories.values, groups.values, strict=True))
    found = []
    for level, measurements in families.items():
        for measurement in measurements:
            name = measurement.label
            is_all = measurement.metric == "checkpoints"
            column, wanted = (groups, name) if level == "group" else (categories, name)
            is_in = np.ones(len(categories), bool) if is_all else column.codes == column.names.index(wanted)
            kind: Literal["all", "group", "category"] = "all" if is_all else "group" if level == "group" else "category"
            group = "" if is_all else name if kind == "group" else group_of[name]
            for s, system in enumerate(measurement.systems):
                credit, whole = outcomes.credit[s, is_in], outcomes.whole[s, is_in]
                n_open = int((whole <= 0).sum())
                n_whole = int(((whole > 0) & (credit >= whole - _NEAR)).sum())
                n_none = int(((whole > 0) & (credit <= 0)).sum())
                n_part = len(credit) - n_open - n_whole - n_none
                sizes = len(credit), n_whole, n_part, n_none, n_open
                found.append(PointCountRow(kind, name, group, measurement.metric, system, *sizes))
    return found


def example_rows(
    outcomes: Outcomes,
    points: Sequence[CheckPoint],
    systems: Sequence[str],
    n_examples: int,
    shown: Callable[[int, int], str],
) -> list[PointExampleRow]:
    """Choose for every category and system the points in which it falls furthest behind the others.

    `shown` gives the output of a system at a point, both by number.
    """
    share = outcomes.credit / np.where(outcomes.whole > 0, outcomes.whole, 1.0)
    n_others = len(systems) - 1
    found = []
    for code, name in enumerate(outcomes.categories.names):
        chosen = np.flatnonzero(outcomes.categories.codes == code)
        for s, system in enumerate(systems):
            own = share[s, chosen]
            others = (share[:, chosen].sum(axis=0) - own) / n_others if n_others else np.ones(len(chosen))
            is_lost = (outcomes.whole[s, chosen] > 0) & (own < others - _NEAR)
            order = np.argsort(own - others, kind="stable")
            for i in order[is_lost[order]][:n_examples].tolist():
                p = int(chosen[i])
                point = points[p]
                found.append(
                    PointExampleRow(
                        name,
                        system,
                        point.segment,
                        point.source,
                        point.references,
                        float(own[i]),
                        float(others[i]) if n_others else None,
                        shown(s, p),
                    )
                )
    return found
