"""Raters who do not see that damaged outputs are worse, and the pairs of scores that show it."""

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import QUALITY_CONTROLS
from steelyard.errors import SpecError, unknown_name
from steelyard.human import RaterQuality, control_pairs, degraded_test, repeat_test
from steelyard.ratings.counted_rows import is_kind
from steelyard.types import Ratings

__all__ = ["QUALITY_ALPHA", "control_differences", "keep_reliable", "output_numbers"]

QUALITY_ALPHA = 0.05  # of each rater's test, where no other level is asked for


def keep_reliable(ratings: Ratings, quality_control: str, alpha: float) -> tuple[Ratings, RaterQuality | None]:
    """Leave out raters who do not see that damaged outputs are worse, by a one-sided test of each at this level.

    The ratings have rows of the kind ``degraded``, and for one rule of the kind ``repeat``. With ``"degraded"`` those
    stay who score damaged outputs lower, with ``"repeat"`` those for whom damage lowers scores by more than showing an
    output again does. Raters with fewer than five control items of a kind do not stay. Also returns the test, where
    there are control items.
    """
    if quality_control not in QUALITY_CONTROLS:
        raise unknown_name("quality control", quality_control, QUALITY_CONTROLS)
    needed = {"raters": bool(len(ratings)) and bool((ratings.raters.codes >= 0).all())}
    needed["damaged outputs (items of the kind BAD_REF)"] = bool(is_kind(ratings, ("degraded",)).any())
    if quality_control == "repeat":
        needed["repeated outputs (items of the kind REPEAT)"] = bool(is_kind(ratings, ("repeat",)).any())
    missing = next((what for what, is_there in needed.items() if not is_there), None)
    if missing is not None:
        if quality_control != "none":
            raise SpecError(f"Quality control ({quality_control}) is not possible: the file names no {missing}.")
        return ratings, None
    n_raters = len(ratings.raters.names)
    differences, raters = control_differences(ratings, "degraded")
    if quality_control == "repeat":
        again, by = control_differences(ratings, "repeat")
        quality = repeat_test(differences, raters, again, by, alpha=alpha, n_raters=n_raters)
    else:
        quality = degraded_test(differences, raters, alpha=alpha, n_raters=n_raters)
    if quality_control == "none":
        return ratings, quality
    kept = quality.is_kept[ratings.raters.codes]
    if not kept.any():
        raise SpecError(f"No rater passes the quality control ({quality_control}) at {alpha:g}: nothing is left.")
    return ratings.take(kept), quality


def output_numbers(ratings: Ratings) -> NDArray[np.int64]:
    """Number the outputs, scale by scale."""
    n_segments = int(ratings.segments.max(initial=0)) + 1
    scales = np.maximum(ratings.scales.codes, 0).astype(np.int64)
    return (scales * len(ratings.systems.names) + ratings.systems.codes) * n_segments + ratings.segments


def control_differences(ratings: Ratings, kind: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return output less control item, and whose each is."""
    rows = is_kind(ratings, ("system", kind))
    pairs = control_pairs(
        ratings.scores[rows],
        ratings.raters.codes[rows].astype(np.int64),
        np.unique(output_numbers(ratings)[rows], return_inverse=True)[1],
        is_kind(ratings, (kind,))[rows],
    )
    return pairs.differences, pairs.raters
