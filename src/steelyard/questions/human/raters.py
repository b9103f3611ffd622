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
    correlations_with_others,
    fleiss_kappa,
    krippendorff_alpha,
)
from steelyard.people.control import control_differences, output_numbers
from steelyard.people.counted_rows import COUNTED, counted_ratings, is_kind
from steelyard.questions.human.answer import AgreementRow, RaterRow
from steelyard.types import Ratings

__all__ = ["agreement_rows", "rater_rows"]

_DISTANCES: dict[Scale, tuple[Distance, str]] = {"nominal": ("nominal", ""), "ordinal": ("linear", ", linear")}


def rater_rows(ratings: Ratings, quality: RaterQuality | None, kept: Sequence[str]) -> list[RaterRow]:
    """Describe every rater, scale by scale; nothing where the file names none."""
    if not len(ratings) or (ratings.raters.codes < 0).any():
        return []
    rows = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        of_scale = ratings.take(ratings.scales.codes == scale) if ratings.scales.names else ratings
        controls = {kind: control_differences(of_scale, kind) for kind in ("repeat", "degraded", "reference")}
        with_others = correlations_with_others(_table(of_scale, COUNTED)[0])
        counted = counted_ratings(of_scale)
        for rater, rater_name in enumerate(ratings.raters.names):
            scores = counted.scores[counted.raters.codes == rater]
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


def _table(ratings: Ratings, kinds: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the mean score of each rater on each output, shape (A, I), NaN where there is none, and the outputs."""
    rows = is_kind(ratings, kinds)
    items, numbers = np.unique(output_numbers(ratings)[rows], return_inverse=True)
    n_raters = len(ratings.raters.names)
    cells = ratings.raters.codes[rows] * len(items) + numbers
    counts = np.bincount(cells, minlength=n_raters * len(items))
    sums = np.bincount(cells, ratings.scores[rows], n_raters * len(items))
    return (sums / np.where(counts, counts, np.nan)).reshape(n_raters, len(items)), items


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
        for between, values, places in (("raters", table, items), ("repeats", again, again_items)):
            if not (np.isfinite(values).sum(axis=0) > 1).any():
                continue
            found = krippendorff_alpha(values, scale=level, groups=groups[places], confidence_level=confidence_level)
            rows.append(_agreement_row(name, between, f"Krippendorff's alpha, {level}", found))
            rows += [
                _agreement_row(name, between, coefficient, kappa)
                for coefficient, kappa in _kappas(values, groups[places], confidence_level, level)
            ]
    return rows


def _kappas(
    values: NDArray[np.float64], groups: NDArray[np.int64], confidence_level: float, level: Scale
) -> Iterator[tuple[str, Agreement]]:
    """Yield the kappas that are defined, where scores are labels or have an order and no more."""
    if level not in _DISTANCES:
        return
    n_ratings = np.isfinite(values).sum(axis=0)
    several = n_ratings > 1
    distance, suffix = _DISTANCES[level]
    if len(values) == 2:
        yield (
            f"Cohen's kappa{suffix}",
            cohen_kappa(
                values[0, several], values[1, several], distance=distance, groups=groups[several],
                confidence_level=confidence_level,
            ),
        )  # fmt: skip
    if level == "nominal" and len(values) > 2 and len(set(n_ratings[several].tolist())) == 1:
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
