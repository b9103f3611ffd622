"""Systems by type of judgement, and how well metrics rank them: tables 2, 7, and 9 to 12."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.human import blatz_scores, pair_counts, win_shares
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.meta import correlate
from steelyard.ratings.counted_rows import is_kind
from steelyard.types import Measurement, OutputScores, Rankings, Ratings

__all__ = ["correlations_table", "counts_table", "scores_by_type", "systems_table"]

_FEWEST_SYSTEMS = 3

Array = NDArray[np.float64]
ByType = dict[str, dict[str, float]]  # type of judgement: score by system


def scores_by_type(
    ratings: Ratings | Sequence[OutputScores] | None, rankings: Mapping[str, Rankings]
) -> tuple[ByType, dict[str, int]]:
    """Score systems by each type of judgement, and count the judgements.

    Of scales it is the mean of what each rater gave, brought to the share of the same rater's judgements that are lower
    (Blatz et al. 2003); of rankings the share of comparisons in which the system is strictly better.
    """
    found: ByType = {}
    counts: dict[str, int] = {}
    if isinstance(ratings, Ratings):
        for name, (values, systems, names) in _scales(ratings).items():
            sums = np.bincount(systems, values, len(names))
            n = np.bincount(systems, minlength=len(names))
            found[name] = {system: float(sums[s] / n[s]) for s, system in enumerate(names) if n[s]}
            counts[name] = len(values)
    else:
        for one in ratings or ():
            means = one.of_systems() * (1 if one.higher_is_better else -1)
            found[one.name] = {
                name: float(mean) for name, mean in zip(one.systems, means, strict=True) if np.isfinite(mean)
            }
            counts[one.name] = int(np.isfinite(one.values).sum())
    for name, ranked in rankings.items():
        _, first, second, outcomes = ranked.pairs()
        shares = win_shares(pair_counts(first, second, outcomes, n_systems=len(ranked.systems.names)), rule="rank")
        found[name] = {
            system: float(share)
            for system, share in zip(ranked.systems.names, shares, strict=True)
            if np.isfinite(share)
        }
        counts[name] = len(ranked)
    return found, counts


def _scales(ratings: Ratings) -> "dict[str, tuple[Array, NDArray[np.int64], tuple[str, ...]]]":
    """Return scores, systems and their names by scale; scores are normalised where raters are named."""
    found = {}
    of_outputs = is_kind(ratings, ("system",))
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        rows = of_outputs & ((ratings.scales.codes == scale) | (not ratings.scales.names))
        if not rows.any():
            continue
        values, raters = ratings.scores[rows], ratings.raters.codes[rows].astype(np.int64)
        if (raters >= 0).all():
            values = blatz_scores(values, np.unique(raters, return_inverse=True)[1])
        found[name] = (values, ratings.systems.codes[rows].astype(np.int64), ratings.systems.names)
    return found


def shared_systems(by_type: ByType, names: Sequence[str]) -> list[str]:
    """Return the systems of the test set that were judged in every way."""
    shared = [name for name in names if all(name in scores for scores in by_type.values())]
    if len(shared) < _FEWEST_SYSTEMS:
        judged = sorted(set[str]().union(*by_type.values()))
        raise SpecError(
            f"A rank correlation of systems needs {_FEWEST_SYSTEMS} of them; people judged {len(shared)} of "
            f"{', '.join(names)} in every way. Judged are {', '.join(judged)}."
        )
    return shared


def counts_table(counts: Mapping[str, int], by_type: ByType, n_raters: Mapping[str, int]) -> PaperTable:
    """Say how much was judged: Table 2."""
    return PaperTable(
        "Table 2",
        "how much was judged",
        ("type of judgement", "judgements", "systems", "raters"),
        tuple((name, n, len(by_type[name]), n_raters.get(name)) for name, n in counts.items()),
        "A ranking counts as one judgement, however many outputs it puts in order.",
        (None, 0, 0, 0),
    )


def systems_table(by_type: ByType, systems: Sequence[str]) -> PaperTable:
    """Put systems beside each other by every type of judgement: Tables 9 to 12."""
    first = next(iter(by_type.values()))
    ranked = sorted(systems, key=lambda name: -first[name])
    best = {kind: max(systems, key=lambda name: scores[name]) for kind, scores in by_type.items()}
    told = ""
    if len(by_type) > 1:
        firsts = ", ".join(f"{name} by {kind}" for kind, name in best.items())
        told = " All put the same system first." if len(set(best.values())) == 1 else f" First is {firsts}."
    return PaperTable(
        "Tables 9 to 12",
        "systems by type of judgement",
        ("system", *by_type),
        tuple((name, *(scores[name] for scores in by_type.values())) for name in ranked),
        "Of scales the mean of single judgements, each the share of its rater's that are lower, where raters are "
        f"named; of rankings the share of comparisons won, ties in the divisor.{told}",
        (None, *[3] * len(by_type)),
    )


def correlations_table(measurements: Sequence[Measurement], by_type: ByType, systems: Sequence[str]) -> PaperTable:
    """Rank systems by metrics and by every type of judgement: Tables 7 and 17."""
    names = list(measurements[0].systems)
    rows = [names.index(name) for name in systems]
    several = len(by_type) > 1
    lines = []
    for measured in measurements:
        scores = measured.scores(measured.statistics.totals())[rows] * (1 if measured.higher_is_better else -1)
        values = [
            correlate(scores, np.array([of_type[name] for name in systems]), coefficient="spearman")
            for of_type in by_type.values()
        ]
        shown = [None if np.isnan(value) else float(value) for value in values]
        overall = [float(np.mean(values)) if np.isfinite(values).all() else None] if several else []
        lines.append((measured.label, *shown, *overall))
    return PaperTable(
        "Tables 7 and 17",
        f"Spearman's rank correlation of {len(systems)} systems' scores with people's, by type of judgement",
        ("metric", *by_type, *(("Avg.",) if several else ())),
        tuple(lines),
        "Scores that are better if lower have their sign changed, as in the paper. Its Table 7 averages over 12 "
        "conditions: `--conditions` does so with results of several runs.",
        (None, *[3] * (len(by_type) + several)),
    )
