"""What the ratings say of the raters: consistency, control items, and agreement."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.human import Agreement, RaterQuality, control_pairs, degraded_test, krippendorff_alpha, repeat_test
from steelyard.results import AgreementRow, RaterRow
from steelyard.types import Ratings
from steelyard.workflows.ratings import counted_ratings, select_ratings

__all__ = ["QUALITY_ALPHA", "QUALITY_CONTROLS", "agreement_rows", "keep_reliable", "rater_rows"]

QUALITY_CONTROLS = ("none", "degraded", "repeat")
QUALITY_ALPHA = 0.05  # of each rater's test, where no other level is asked for
_FEWEST = 3
_COUNTED = ("system", "repeat")


def keep_reliable(ratings: Ratings, quality_control: str, alpha: float) -> tuple[Ratings, RaterQuality | None]:
    """Leave out raters who do not see that damaged outputs are worse.

    Parameters
    ----------
    ratings : Ratings
        With rows of the kind ``degraded``, and for one rule of the kind ``repeat``.
    quality_control : {"none", "degraded", "repeat"}
        Who stays: everybody; who scores damaged outputs lower; for whom damage lowers scores by more than showing an
        output again does. Raters with fewer than five control items of a kind do not stay.
    alpha : float
        Level of each rater's one-sided test.

    Returns
    -------
    (Ratings, RaterQuality or None)
        What stays, and the test where there are control items.

    Raises
    ------
    SpecError
        There is no such control, or the file has no raters or control items for it, or no rater passes.
    """
    if quality_control not in QUALITY_CONTROLS:
        raise unknown_name("quality control", quality_control, QUALITY_CONTROLS)
    needed = {"raters": bool(len(ratings)) and bool((ratings.raters.codes >= 0).all())}
    needed["damaged outputs (items of the kind BAD_REF)"] = bool(_is_kind(ratings, "degraded").any())
    if quality_control == "repeat":
        needed["repeated outputs (items of the kind REPEAT)"] = bool(_is_kind(ratings, "repeat").any())
    missing = next((what for what, is_there in needed.items() if not is_there), None)
    if missing is not None:
        if quality_control != "none":
            raise SpecError(f"Quality control ({quality_control}) is not possible: the file names no {missing}.")
        return ratings, None
    n_raters = len(ratings.raters.names)
    differences, raters = _differences(ratings, "degraded")
    if quality_control == "repeat":
        again, by = _differences(ratings, "repeat")
        quality = repeat_test(differences, raters, again, by, alpha=alpha, n_raters=n_raters)
    else:
        quality = degraded_test(differences, raters, alpha=alpha, n_raters=n_raters)
    if quality_control == "none":
        return ratings, quality
    kept = quality.is_kept[ratings.raters.codes]
    if not kept.any():
        raise SpecError(f"No rater passes the quality control ({quality_control}) at {alpha:g}: nothing is left.")
    return select_ratings(ratings, kept), quality


def _is_kind(ratings: Ratings, *kinds: str) -> NDArray[np.bool_]:
    codes = [i for i, name in enumerate(ratings.kinds.names) if name in kinds]
    return np.isin(ratings.kinds.codes, codes)


def _items(ratings: Ratings) -> NDArray[np.int64]:
    """Number the outputs, scale by scale."""
    n_segments = int(ratings.segments.max(initial=0)) + 1
    scales = np.maximum(ratings.scales.codes, 0).astype(np.int64)
    return (scales * len(ratings.systems.names) + ratings.systems.codes) * n_segments + ratings.segments


def _differences(ratings: Ratings, kind: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return output less control item, and whose each is."""
    rows = _is_kind(ratings, "system", kind)
    pairs = control_pairs(
        ratings.scores[rows],
        ratings.raters.codes[rows].astype(np.int64),
        np.unique(_items(ratings)[rows], return_inverse=True)[1],
        _is_kind(ratings, kind)[rows],
    )
    return pairs.differences, pairs.raters


def rater_rows(ratings: Ratings, quality: RaterQuality | None, kept: Sequence[str]) -> list[RaterRow]:
    """Describe every rater, scale by scale; nothing where the file names none."""
    if not len(ratings) or (ratings.raters.codes < 0).any():
        return []
    rows = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        of_scale = select_ratings(ratings, ratings.scales.codes == scale) if ratings.scales.names else ratings
        controls = {kind: _differences(of_scale, kind) for kind in ("repeat", "degraded", "reference")}
        with_others = _with_others(of_scale)
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
    rows = _is_kind(ratings, *kinds)
    items, numbers = np.unique(_items(ratings)[rows], return_inverse=True)
    n_raters = len(ratings.raters.names)
    cells = ratings.raters.codes[rows] * len(items) + numbers
    counts = np.bincount(cells, minlength=n_raters * len(items))
    sums = np.bincount(cells, ratings.scores[rows], n_raters * len(items))
    return (sums / np.where(counts, counts, np.nan)).reshape(n_raters, len(items)), items


def _with_others(ratings: Ratings) -> list[float | None]:
    """Correlate each rater with the mean of the others, over the outputs that both know."""
    table, _ = _table(ratings, _COUNTED)
    n, total = np.isfinite(table).sum(axis=0), np.nansum(table, axis=0)
    found: list[float | None] = []
    for row in table:
        is_both = np.isfinite(row) & (n > 1)
        own = row[is_both]
        others = (total[is_both] - own) / (n[is_both] - 1)
        is_defined = len(own) >= _FEWEST and np.ptp(own) > 0 and np.ptp(others) > 0
        found.append(float(np.corrcoef(own, others)[0, 1]) if is_defined else None)
    return found


def agreement_rows(ratings: Ratings, confidence_level: float) -> list[AgreementRow]:
    """Measure agreement between raters, and of raters with themselves, scale by scale.

    Krippendorff's alpha on the interval scale takes any number of raters and missing ratings; its interval leaves out
    documents where they are known, else segments, as outputs of one text are judged with it in mind.
    """
    if not len(ratings) or (ratings.raters.codes < 0).any():
        return []
    rows = []
    for scale, name in enumerate(ratings.scales.names or ("score",)):
        of_scale = select_ratings(ratings, ratings.scales.codes == scale) if ratings.scales.names else ratings
        groups = _groups(of_scale)
        table, items = _table(of_scale, _COUNTED)
        again, again_items = _repeats(of_scale)
        for between, values, places in (("raters", table, items), ("repeats", again, again_items)):
            if not (np.isfinite(values).sum(axis=0) > 1).any():
                continue
            found = krippendorff_alpha(
                values, scale="interval", groups=groups[places], confidence_level=confidence_level
            )
            rows.append(_agreement_row(name, between, "Krippendorff's alpha, interval", found))
    return rows


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
    n_items = int(_items(ratings).max(initial=0)) + 1
    key = ratings.raters.codes.astype(np.int64) * n_items + _items(ratings)
    first, again = _is_kind(ratings, "system"), _is_kind(ratings, "repeat")
    both, at_first, at_again = np.intersect1d(key[first], key[again], return_indices=True)
    return np.stack([ratings.scores[first][at_first], ratings.scores[again][at_again]]), both % n_items
