"""What the ratings say of the raters: consistency, control items, and agreement."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.human import (
    Agreement,
    Distance,
    RaterQuality,
    Scale,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    rater_correlations,
)
from steelyard.questions.human.answer import AgreementRow, RaterRow
from steelyard.ratings.control import control_differences, output_numbers
from steelyard.ratings.counted_rows import COUNTED, counted_ratings, is_kind
from steelyard.types import Ratings

__all__ = ["agreement_rows", "rater_rows"]

Ints = NDArray[np.int64]

_DISTANCES: dict[Scale, tuple[Distance, str]] = {"nominal": ("nominal", ""), "ordinal": ("linear", ", linear")}


def rater_rows(ratings: Ratings, quality: RaterQuality | None, kept: Sequence[str]) -> list[RaterRow]:
    """Describe every rater, scale by scale; nothing where the file names none."""
    if not len(ratings) or (ratings.raters.codes < 0).any():
        return []
    rows = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        of_scale = ratings.take(ratings.scales.codes == scale) if ratings.scales.names else ratings
        controls = {kind: control_differences(of_scale, kind) for kind in ("repeat", "degraded", "reference")}
        raters, outputs, means = _mean_scores(of_scale, COUNTED)
        with_others = rater_correlations(raters, outputs, means, len(of_scale.raters.names))
        counted = counted_ratings(of_scale)
        order = np.argsort(counted.raters.codes, kind="stable")
        bounds = np.searchsorted(counted.raters.codes[order], np.arange(len(ratings.raters.names) + 1))
        for rater, rater_name in enumerate(ratings.raters.names):
            scores = counted.scores[order[bounds[rater] : bounds[rater + 1]]]
            if not scores.size:
                continue
            repeats, degraded, references = (found[by == rater] for found, by in controls.values())
            is_judged = quality is not None and bool(quality.is_judged[rater])
            rows.append(
                RaterRow(
                    scale=name,
                    rater=rater_name,
                    n_judgements=len(scores),
                    mean=float(scores.mean()),
                    deviation=float(scores.std(ddof=1)) if len(scores) > 1 else None,
                    with_others=with_others[rater],
                    n_repeats=len(repeats),
                    repeat_difference=float(np.abs(repeats).mean()) if len(repeats) else None,
                    n_degraded=len(degraded),
                    degraded_difference=float(degraded.mean()) if len(degraded) else None,
                    p_control=float(quality.p_values[rater]) if quality is not None and is_judged else None,
                    is_kept=rater_name in kept,
                    n_references=len(references),
                    reference_difference=-float(references.mean()) if len(references) else None,
                )
            )
    return rows


def _mean_scores(ratings: Ratings, kinds: Sequence[str]) -> tuple[Ints, Ints, NDArray[np.float64]]:
    """Return the mean score of each rater on each output, with rater and output: sorted by these, shape (R,)."""
    rows = is_kind(ratings, kinds)
    n_outputs = int(output_numbers(ratings).max(initial=0)) + 1
    keys = ratings.raters.codes[rows].astype(np.int64) * n_outputs + output_numbers(ratings)[rows]
    pairs, numbers = np.unique(keys, return_inverse=True)
    means = np.bincount(numbers, ratings.scores[rows]) / np.bincount(numbers)
    return pairs // n_outputs, pairs % n_outputs, means


def _table(ratings: Ratings, kinds: Sequence[str]) -> tuple[NDArray[np.float64], Ints]:
    """Return the mean scores that each output has, raters in their order, then NaN; and the outputs: (M, I) and (I,).

    Agreement does not ask who gave a score, and a row for every rater would be empty where many know little.
    """
    _, numbers, means = _mean_scores(ratings, kinds)
    outputs, columns, n_scores = np.unique(numbers, return_inverse=True, return_counts=True)
    order = np.argsort(columns, kind="stable")
    table = np.full((int(n_scores.max(initial=0)), len(outputs)), np.nan)
    table[np.arange(len(order)) - np.repeat(np.cumsum(n_scores) - n_scores, n_scores), columns[order]] = means[order]
    return table, outputs


def agreement_rows(ratings: Ratings, confidence_level: float, level: Scale = "interval") -> list[AgreementRow]:
    """Measure agreement between raters, and of raters with themselves, scale by scale.

    Krippendorff's alpha, with the distances of a level of measurement, takes any number of raters and missing ratings;
    its interval leaves out documents where they are known, else segments, as outputs of one text are judged with it in
    mind.
    """
    if not len(ratings) or (ratings.raters.codes < 0).any():
        return []
    rows = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        of_scale = ratings.take(ratings.scales.codes == scale) if ratings.scales.names else ratings
        groups = _groups(of_scale)
        table, items = _table(of_scale, COUNTED)
        again, again_items = _repeats(of_scale)
        n_raters = len(of_scale.raters.names)
        for between, n, values, places in (("raters", n_raters, table, items), ("repeats", 2, again, again_items)):
            if not (np.isfinite(values).sum(axis=0) > 1).any():
                continue
            found = krippendorff_alpha(values, scale=level, groups=groups[places], confidence_level=confidence_level)
            rows.append(_agreement_row(name, between, f"Krippendorff's alpha, {level}", found))
            rows += [
                _agreement_row(name, between, coefficient, kappa)
                for coefficient, kappa in _kappas(values, n, groups[places], confidence_level, level)
            ]
    return rows


def _kappas(
    values: NDArray[np.float64], n_raters: int, groups: Ints, confidence_level: float, level: Scale
) -> Iterator[tuple[str, Agreement]]:
    """Yield the kappas that are defined, where scores are labels or have an order and no more."""
    if level not in _DISTANCES:
        return
    n_ratings = np.isfinite(values).sum(axis=0)
    several = n_ratings > 1
    distance, suffix = _DISTANCES[level]
    if n_raters == 2:
        yield (
            f"Cohen's kappa{suffix}",
            cohen_kappa(
                values[0, several], values[1, several], distance=distance, groups=groups[several],
                confidence_level=confidence_level,
            ),
        )  # fmt: skip
    if level == "nominal" and n_raters > 2 and len(set(n_ratings[several].tolist())) == 1:
        yield (
            "Fleiss's kappa",
            fleiss_kappa(values[:, several], groups=groups[several], confidence_level=confidence_level),
        )


def _agreement_row(scale: str, between: str, coefficient: str, found: Agreement) -> AgreementRow:
    value = None if np.isnan(found.value) else float(found.value)
    return AgreementRow(scale, between, coefficient, value, found.interval, found.n_items)


def _groups(ratings: Ratings) -> NDArray[np.int64]:
    """Return the document, or else the segment, of every number that `_items` gives."""
    n_segments = int(ratings.segments.max(initial=0)) + 1
    home = np.arange(n_segments)
    if (ratings.documents.codes >= 0).all():
        home[ratings.segments] = ratings.documents.codes
    n_items = max(len(ratings.scales.names), 1) * len(ratings.systems.names) * n_segments
    return home[np.arange(n_items) % n_segments]


def _repeats(ratings: Ratings) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return first and repeated scores of each rater and output, shape (2, P), and the outputs."""
    n_items = int(output_numbers(ratings).max(initial=0)) + 1
    key = ratings.raters.codes.astype(np.int64) * n_items + output_numbers(ratings)
    first, again = is_kind(ratings, ("system",)), is_kind(ratings, ("repeat",))
    both, at_first, at_again = np.intersect1d(key[first], key[again], return_indices=True)
    return np.stack([ratings.scores[first][at_first], ratings.scores[again][at_again]]), both % n_items
