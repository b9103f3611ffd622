"""Koehn 2004: its tables, and the numbers behind its figures."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import (
    LEVEL_FLOORS,
    SetConclusions,
    broad_and_blocks,
    conclusions_by_level,
    coverage_of_part,
    t_quantile,
    wilson_interval,
)
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.scored.pairs import Pair
from steelyard.types import Measurement

__all__ = [
    "LEVEL",
    "Setting",
    "conclusions_table",
    "coverage_table",
    "levels_table",
    "quantiles_table",
    "scores_table",
    "spread_table",
]

LEVEL = 950  # thousandths
_QUANTILE_SIZES = (100, 300, 600)
_LEVELS = (0.99, 0.95, 0.9)


class Setting(NamedTuple):
    """What all tables and figures are made from."""

    measurement: Measurement
    scores: NDArray[np.float64]  # of the systems on the whole set
    ranked: list[int]  # systems, the best first
    pairs: list[Pair]  # the better system first; none is equal
    decimals: int
    size: int  # segments of a set in the figures
    n_sets: int

    def name(self, system: int) -> str:
        """Return the system's name."""
        return self.measurement.systems[system]

    @property
    def differences(self) -> NDArray[np.float64]:
        """Better less worse on the whole set, shape (P,)."""
        a, b = np.array(self.pairs).T
        differences: NDArray[np.float64] = self.scores[a] - self.scores[b]
        return differences


def scores_table(setting: Setting) -> PaperTable:
    """Rank the systems; n-gram precisions stand beside the score where the metric has them."""
    measurement = setting.measurement
    totals = measurement.statistics.scaled(measurement.statistics.totals())
    rows: list[tuple[Any, ...]] = []
    columns: tuple[str, ...] = ("system", measurement.label)
    for system in setting.ranked:
        details = measurement.explain(totals[system])[0] if measurement.explain else {}
        precisions = details.get("precisions", ())
        shown: tuple[float, ...] = ()
        if isinstance(precisions, tuple) and len(precisions) > 1:
            shown = (precisions[0], precisions[-1])
            columns = ("system", "1-gram %", f"{len(precisions)}-gram %", measurement.label)
        rows.append((setting.name(system), *shown, float(setting.scores[system])))
    decimals = (None, *([1] * (len(columns) - 2)), setting.decimals)
    return PaperTable("Table 1", "scores on the whole set", columns, tuple(rows), "", decimals)


def quantiles_table(sizes: Sequence[int]) -> PaperTable:
    """Tabulate Student's t as the paper did, with n degrees of freedom, and as it should be, with n - 1."""
    shown = sorted({*_QUANTILE_SIZES, *sizes})
    rows = []
    for level in _LEVELS:
        for less, rule in ((0, "n"), (1, "n - 1")):
            # one segment has no spread
            values = [t_quantile((1 + level) / 2, n - less) if n > less else None for n in shown]
            rows.append((f"{100 * level:g}%", rule, *values, t_quantile((1 + level) / 2, float("inf"))))
    return PaperTable(
        "Table 2",
        "Student's t by level and size of the test set",
        ("level", "degrees of freedom", *(f"{n:,}" for n in shown), "infinite"),
        tuple(rows),
        "The paper's table has n degrees of freedom, where n - 1 are right; its 1.9849 (95%, 100) is a misprint of "
        "1.9840, and its 2.5841 (99%, 600) has n - 1.",
        (None, None, *[4] * (len(shown) + 1)),
    )


def conclusions_table(setting: Setting, found: dict[int, SetConclusions]) -> PaperTable:
    """Count right and wrong conclusions of every pair at every size."""
    sides = np.ones(len(setting.pairs), dtype=np.int64)
    shares = []
    for conclusions in found.values():
        for count in (conclusions.n_right(sides, LEVEL), conclusions.n_wrong(sides, LEVEL)):
            shares.append((100 * count / conclusions.n_sets).tolist())
    rows = [
        (setting.name(a), setting.name(b), float(difference), *(column[i] for column in shares))
        for i, ((a, b), difference) in enumerate(zip(setting.pairs, setting.differences, strict=True))
    ]
    sets = ", ".join(f"{conclusions.n_sets:,} of {size:,}" for size, conclusions in found.items())
    return PaperTable(
        "Table 3",
        f"conclusions at 95%, right and wrong, in % of the broad samples of each size ({sets} segments)",
        (
            "better", "than", f"{setting.measurement.label} difference",
            *(f"{size:,} {which}" for size in found for which in ("right", "wrong")),
        ),
        tuple(rows),
        "",
        (None, None, setting.decimals, *[1] * len(shares)),
    )  # fmt: skip


def levels_table(setting: Setting, found: dict[int, SetConclusions]) -> PaperTable:
    """Count conclusions and how many of them are right, by how sure they are."""
    counts = conclusions_by_level(list(found.values()), np.ones(len(setting.pairs), dtype=np.int64))
    rows = []
    for i, floor in enumerate(LEVEL_FLOORS):
        label = f"{floor / 10:g}%" + (f"-{(LEVEL_FLOORS[i - 1] - 1) / 10:g}%" if i else "")
        n_conclusions = int(counts.n_conclusions[i])
        rows.append((label, n_conclusions, 100 * float(counts.share_right[i]) if n_conclusions else None))
    return PaperTable(
        "Table 4",
        "conclusions by level: how many, and how many of them right",
        ("level", "conclusions", "right %"),
        tuple(rows),
        f"{int(counts.n_conclusions.sum()):,} conclusions, one per pair and small test set. They share their text, so "
        "they are worth less than as many independent ones.",
        (None, None, 1),
    )


def spread_table(setting: Setting) -> PaperTable:
    """Compare how far every system's score scatters over blocks and over broad samples."""
    sets = broad_and_blocks(setting.measurement, setting.size, drop_tail=True)
    effects = sets.design_effect
    rows = []
    for system in setting.ranked:
        cells = [float(side[system]) for kind in (sets.blocks, sets.broad) for side in (kind.low, kind.high, kind.sd)]
        effect = float(effects[system])
        rows.append((setting.name(system), *cells, effect if np.isfinite(effect) else None))
    low, high = sets.chance()
    return PaperTable(
        "Figures 2 and 3",
        f"{setting.measurement.label} of {setting.n_sets:,} sets of {setting.size:,} segments, in blocks and in broad "
        "samples",
        ("system", "blocks from", "blocks to", "blocks sd", "broad from", "broad to", "broad sd", "design effect"),
        tuple(rows),
        "The design effect is the variance of blocks over that of broad samples: about 1 where segments are "
        f"independent, and from {low:.2g} to {high:.2g} in 95% of such texts, with {setting.n_sets:,} sets of each "
        "kind.",
        (None, *[setting.decimals] * 6, 1),
    )


def coverage_table(setting: Setting, intervals: NDArray[np.float64], n: int) -> PaperTable:
    """Count for every system how many intervals hold its score on the whole set of n segments."""
    low, high = intervals[..., 0], intervals[..., 1]
    held = ((low <= setting.scores[:, None]) & (setting.scores[:, None] <= high)).sum(axis=1)
    rows = []
    for system in setting.ranked:
        k = int(held[system])
        bounds = (100 * bound for bound in wilson_interval(k, setting.n_sets))
        rows.append((setting.name(system), k, setting.n_sets, 100 * k / setting.n_sets, *bounds))
    promised = 100 * coverage_of_part(0.95, setting.size / n)
    return PaperTable(
        "Figure 6",
        f"how often 95% intervals from broad samples of {setting.size:,} segments cover the score on the whole set",
        ("system", "held", "sets", "held %", "95% from", "95% to"),
        tuple(rows),
        f"Each set is {100 * setting.size / n:.2g}% of the whole set, so their scores are close: an interval with a "
        f"coverage of 95% for new text covers the score of the whole set in {promised:.1f}% of cases, and in more if "
        "neighbouring segments are alike, because broad samples then vary less than random ones. The last two columns "
        "bound the share (Wilson).",
        (None, None, None, 1, 1, 1),
    )
