"""Koehn 2004: its figures, as numbers."""

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import SetConclusions, broad_and_blocks
from steelyard.lab.papers.koehn2004.tables import LEVEL, Setting
from steelyard.results.figure import Figure, Mark, Series

__all__ = ["pair_figures", "spread_figures"]


def spread_figures(setting: Setting) -> tuple[Figure, ...]:
    """Show how far the best system's score scatters over blocks (figure 2) and broad samples (figure 3)."""
    best, label = setting.ranked[0], setting.measurement.label
    sets = broad_and_blocks(setting.measurement, setting.size, drop_tail=True)
    kinds = (
        ("figure-2", f"blocks of {setting.size:,} consecutive segments", sets.blocks),
        ("figure-3", f"broad samples of {setting.size:,} segments", sets.broad),
    )
    return tuple(
        Figure(
            name,
            f"{label} of {setting.name(best)}, the best system, on {setting.n_sets:,} {kind}",
            "points",
            "set",
            label,
            (_series(scores.scores[best]),),
            (Mark("y", float(setting.scores[best]), "the whole set"),),
            f"Standard deviation {scores.sd[best]:.{setting.decimals}f}.",
        )
        for name, kind, scores in kinds
    )


def pair_figures(setting: Setting, found: SetConclusions, intervals: NDArray[np.float64]) -> tuple[Figure, ...]:
    """Show differences (figure 4), intervals (figure 6) and paired bootstrap resampling (figures 7 and 8)."""
    label, best = setting.measurement.label, setting.ranked[0]
    samples = f"on {setting.n_sets:,} broad samples of {setting.size:,} segments"
    first, closest = _figure_pairs(setting)
    broad = broad_and_blocks(setting.measurement, setting.size, drop_tail=True).broad
    better, worse = (setting.name(system) for system in setting.pairs[first])
    ahead = found.differences[first] if setting.measurement.higher_is_better else -found.differences[first]
    n_behind = int((ahead < 0).sum())
    figures = [
        Figure(
            "figure-4",
            f"{label} of {better} less that of {worse} {samples}",
            "points",
            "set",
            f"{label} difference",
            (_series(found.differences[first]),),
            (Mark("y", 0.0, "no difference"), Mark("y", float(setting.differences[first]), "the whole set")),
            f"In {n_behind:,} of {setting.n_sets:,} sets {worse} is ahead.",
        ),
        Figure(
            "figure-6",
            f"95% bootstrap intervals of the {label} of {setting.name(best)} {samples}",
            "intervals",
            "set",
            label,
            (_series(broad.scores[best], intervals[best]),),
            (Mark("y", float(setting.scores[best]), "the whole set"),),
        ),
    ]
    sides = np.ones(len(setting.pairs), dtype=np.int64)
    right, wrong = found.n_right(sides, LEVEL), found.n_wrong(sides, LEVEL)
    for name, pair in (("figure-7", first), ("figure-8", closest)):
        if pair is None:
            continue
        a, b = (setting.name(system) for system in setting.pairs[pair])
        figures.append(
            Figure(
                name,
                f"share of resamples in which {a} is better than {b}, {samples}",
                "points",
                "set",
                f"% of resamples in which {a} is better",
                (_series(50 * found.support[pair] / found.n_draws),),
                (Mark("y", 95.0, "95% sure"), Mark("y", 5.0, "95% sure of the opposite")),
                f"Concluded at 95%: that {a} is better, from {int(right[pair]):,} sets, that {b} is, from "
                f"{int(wrong[pair]):,}. On the whole set they differ by "
                f"{setting.differences[pair]:+.{setting.decimals}f}.",
            )
        )
    return tuple(figures)


def _figure_pairs(setting: Setting) -> tuple[int, int | None]:
    """Find the best system with the middle one, as Spanish and Danish in the paper, and the closest other pair."""
    middle = setting.ranked[max(1, (len(setting.ranked) - 1) // 2)]
    wanted = (setting.ranked[0], middle)
    first = setting.pairs.index(wanted) if wanted in setting.pairs else 0
    others = [pair for pair in range(len(setting.pairs)) if pair != first]
    gaps = np.abs(setting.differences)
    return first, min(others, key=lambda pair: float(gaps[pair])) if others else None


def _series(y: NDArray[np.float64], ends: NDArray[np.float64] | None = None) -> Series:
    low, high = ((), ()) if ends is None else (tuple(ends[:, 0].tolist()), tuple(ends[:, 1].tolist()))
    return Series("", tuple(range(1, len(y) + 1)), tuple(y.tolist()), low, high)
