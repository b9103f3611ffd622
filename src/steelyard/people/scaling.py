"""Bring every rater's scores to one scale, and know penalties from scores."""

from dataclasses import replace

import numpy as np

from steelyard.choices import RATING_SCALINGS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.human import blatz_scores, standardise
from steelyard.people.counted_rows import CONTROLS, is_kind
from steelyard.types import Ratings

__all__ = ["are_penalties", "scaled"]


def are_penalties(ratings: Ratings) -> bool:
    """Tell penalties by their name, such as ``mqm_penalty``; none above 0 are turned already.

    Scales that are penalties and others do not go together.
    """
    named = [i for i, name in enumerate(ratings.scales.names) if "penalt" in name.lower()]
    if not named:
        return False
    names = ", ".join(ratings.scales.names)
    if len(named) < len(ratings.scales.names):
        raise SpecError(f"Of the scales {names} some are penalties and others not: choose one kind (scales, --scale).")
    if (ratings.scores > 0).any() and (ratings.scores < 0).any():
        raise DataError(
            f"The scores are called {names}, but are above and below 0, so that their name does not say which are "
            "better: give --penalties (lower_is_better) where lower ones are, or rename them."
        )
    return bool((ratings.scores > 0).any())


def scaled(ratings: Ratings, scaling: str) -> Ratings:
    """Bring every rater's scores to one scale; raters with too little to tell are left out."""
    if scaling not in RATING_SCALINGS:
        raise unknown_name("scaling", scaling, RATING_SCALINGS)
    if scaling == "raw":
        return ratings
    if (ratings.raters.codes < 0).any():
        raise SpecError(f"Scores can be brought to one scale ({scaling}) only where every row names its rater.")
    values = np.full(len(ratings), np.nan)
    is_control = is_kind(ratings, CONTROLS)
    for scale in range(len(ratings.scales.names)):
        rows = np.flatnonzero(ratings.scales.codes == scale)
        scores, raters = ratings.scores[rows], ratings.raters.codes[rows].astype(np.int64)
        if scaling == "z":
            values[rows] = standardise(scores, raters, is_quality_item=is_control[rows]).scores
        else:
            values[rows] = blatz_scores(scores, raters)
    kept = np.isfinite(values)
    return replace(ratings, scores=np.where(kept, values, 0.0)).take(kept)
