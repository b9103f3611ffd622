"""Koehn 2004: what a bootstrap concludes from small test sets, held against the whole one."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import SetConclusions, set_conclusions, set_intervals, whole_set_sides
from steelyard.lab.papers.koehn2004.figures import pair_figures, spread_figures
from steelyard.lab.papers.koehn2004.length_sweep import run_sweep
from steelyard.lab.papers.koehn2004.question import Koehn2004
from steelyard.lab.papers.koehn2004.tables import (
    Setting,
    conclusions_table,
    coverage_table,
    levels_table,
    quantiles_table,
    scores_table,
    spread_table,
)
from steelyard.lab.questions.replicate.answer import MethodOfExperiment
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.metrics import package_version
from steelyard.scored import Counted
from steelyard.scored.pairs import Pair, choose_pairs
from steelyard.scored.repetitions import counting, first_seed
from steelyard.types import CountedSet, Measurement, TestSet

__all__ = ["SIZES", "run"]

SIZES = (100, 300, 600, 3000)
_FEWEST_SETS = 3  # of a size that nobody asked for
_ENOUGH_SETS = 10  # of the size that figures show, where some size makes as many
_FIGURE_SIZE = 300


def run(counted: Counted, question: Koehn2004) -> Experiment:
    """Conclude from every small set, and hold that against the whole one; of n-best lists, sweep the length."""
    if question.nbest is not None:
        return run_sweep(counted, question)
    _check(counted, question)
    n, seed = counted.test_set.n_segments, first_seed(question.rng)
    sizes = _choose_sizes(n, question.sizes)
    pairs = choose_pairs(counted.test_set.system_names, question.pairs)
    setting, equal = _settle(counted.measurements[0], pairs, sizes, n)
    first = _first_seeds(sizes, n, seed)
    found = _conclusions(counted, setting, first, question.n_resamples)
    intervals = set_intervals(
        setting.measurement,
        setting.size,
        n_resamples=question.n_resamples,
        rng=first[setting.size],
        n_threads=counted.n_threads,
    )
    tables = (
        scores_table(setting),
        quantiles_table(sizes),
        conclusions_table(setting, found),
        levels_table(setting, found),
        spread_table(setting),
        coverage_table(setting, intervals, n),
    )
    figures = (*spread_figures(setting), *pair_figures(setting, found[setting.size], intervals))
    return Experiment(tables, figures, _method(counted, question, setting, sizes, equal, seed))


def _check(counted: Counted, question: Koehn2004) -> None:
    if question.unit not in (None, "segment"):
        raise SpecError(
            f"The protocol koehn2004 draws single segments, as the paper does: it has no unit {question.unit!r}."
        )
    if len(counted.measurements) != 1:
        raise SpecError(f"The protocol koehn2004 uses one metric, not {len(counted.measurements)}: name one with -m.")


def _first_seeds(sizes: Sequence[int], n: int, seed: int) -> dict[int, int]:
    """Return the seed of each size's first set: every set has its own."""
    starts = accumulate((n // size for size in sizes), initial=seed)
    return dict(zip(sizes, starts, strict=False))


def _conclusions(
    counted: Counted, setting: Setting, first: Mapping[int, int], n_resamples: int
) -> dict[int, SetConclusions]:
    """Ask every set of every size which systems are better."""
    n = counted.test_set.n_segments
    advance = counting(counted.progress, sum(n // size for size in first))
    return {
        size: set_conclusions(
            setting.measurement,
            setting.pairs,
            size,
            n_resamples=n_resamples,
            rng=seed,
            n_threads=counted.n_threads,
            advance=advance,
        )
        for size, seed in first.items()
    }


def _method(
    counted: Counted, question: Koehn2004, setting: Setting, sizes: Sequence[int], equal: Sequence[Pair], seed: int
) -> MethodOfExperiment:
    n = counted.test_set.n_segments
    method: Any = {
        **counted.provenance(),
        "metric": setting.measurement.metric,
        "systems": list(counted.test_set.system_names),
        "unit": "segment",
        "sizes": list(sizes),
        "n_sets": [n // size for size in sizes],
        "figure_size": setting.size,
        "n_resamples": question.n_resamples,
        "seed": seed,
        "equal_pairs": [[setting.name(a), setting.name(b)] for a, b in equal],
        "sentence": _sentence(setting, sizes, n, question.n_resamples, seed),
        "notes": _notes(counted.test_set, setting, sizes, equal),
    }
    found: MethodOfExperiment = method
    return found


def _choose_sizes(n: int, sizes: Sequence[int] | None) -> list[int]:
    if sizes is None:
        fitting = [size for size in SIZES if n // size >= _FEWEST_SETS]
        if not fitting:
            raise SpecError(
                f"{n} segments do not make {_FEWEST_SETS} sets of {SIZES[0]}, the smallest of the paper's: give the "
                "sizes of the small test sets (sizes, --sizes)."
            )
        return fitting
    wrong = [size for size in sizes if size < 1 or n // size < 2]
    if wrong or not sizes:
        raise SpecError(
            f"Sizes of the small test sets must be from 1 to {n // 2}, so that {n} segments make two or more of each, "
            f"not {wrong[0] if wrong else 'none'}."
        )
    return sorted(set(sizes))


def _settle(
    measurement: Measurement, pairs: Sequence[Pair], sizes: Sequence[int], n: int
) -> tuple[Setting, list[Pair]]:
    """Rank the systems, turn every pair round so that the better one comes first, and set equal ones apart."""
    scores = measurement.scores(measurement.statistics.totals())
    ranked = np.argsort(-scores if measurement.higher_is_better else scores, kind="stable").tolist()
    sides = whole_set_sides(measurement, pairs)
    turned = [(a, b) if side > 0 else (b, a) for (a, b), side in zip(pairs, sides, strict=True) if side]
    turned.sort(key=lambda pair: (ranked.index(pair[0]), ranked.index(pair[1])))
    equal = [pair for pair, side in zip(pairs, sides, strict=True) if not side]
    if not turned:
        raise SpecError("The systems have the same score on the whole set, so no conclusion can be right or wrong.")
    enough = [size for size in sizes if n // size >= _ENOUGH_SETS]
    size = _FIGURE_SIZE if _FIGURE_SIZE in enough else max(enough, default=min(sizes))
    is_percentage = measurement.scale == 100 if measurement.scale else bool(np.abs(scores).max() >= 10)
    return Setting(measurement, scores, ranked, turned, 2 if is_percentage else 4, size, n // size), equal


def _sentence(setting: Setting, sizes: Sequence[int], n: int, n_resamples: int, seed: int) -> str:
    measurement = setting.measurement
    sets = ", ".join(f"{n // size:,} of {size:,}" for size in sizes)
    return (
        f"The protocol of Koehn (2004) with Steelyard {package_version()}: {measurement.label} "
        f"({measurement.signature}) of {len(setting.ranked)} systems on {n:,} segments, cut into broad samples "
        f"({sets} segments). In each we took percentile intervals and paired bootstrap resampling over segments with "
        f"{n_resamples:,} draws, seed {seed}."
    )


def _notes(test_set: TestSet | CountedSet, setting: Setting, sizes: Sequence[int], equal: Sequence[Pair]) -> list[str]:
    n = test_set.n_segments
    notes = [
        "A conclusion is right if the whole set gives the same one. The whole set of the paper has 30,000 segments; "
        f"this one has {n:,}. The small sets are parts of it, and its own ranking is uncertain: test it with "
        "`steelyard compare`.",
        "The paper does not say how to count ties. Here a resample with equal scores counts half for each system; in "
        "Table 4 a set counts so, too, if both systems have half of the resamples.",
        "95% is the level of a one-sided test whose direction comes from the data. Two equal systems would therefore "
        "differ significantly in about 10% of the sets.",
    ]
    few = [f"{n // size} of {size:,}" for size in sizes if n // size < 30]
    if few:
        step = 100 / (n // max(sizes))
        notes.append(
            f"There are few sets ({', '.join(few)}): at the largest size, one set changes a percentage by {step:.3g} "
            "points."
        )
    dropped = [f"{n % (n // size * size)} with sets of {size:,}" for size in sizes if n // size * size != n]
    if dropped:
        notes.append(f"Segments at the end that do not fill a set are left out: {', '.join(dropped)}.")
    if len(setting.ranked) > 2:
        notes.append(
            "Figures 4 and 7 show the best system and the one in the middle of the ranking, as Spanish and Danish in "
            "the paper (the first pair, where pairs were chosen without this one), figure 8 the closest other pair."
        )
    if equal:
        names = ", ".join(f"{setting.name(a)} and {setting.name(b)}" for a, b in equal)
        notes.append(f"Left out, as they score the same on the whole set: {names}.")
    if test_set.documents is not None:
        notes.append(
            "Documents are ignored, as in the paper, although segments of a document are correlated: `steelyard "
            "compare` resamples documents."
        )
    notes.append(
        "Not computed: figure 1 of the paper (outputs of forced lengths), which needs n-best lists, and figure 5 (a "
        "drawing of Student's t)."
    )
    return notes
