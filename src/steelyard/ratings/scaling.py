"""Bring every rater's scores to one scale, and know penalties from scores."""

from dataclasses import replace

import numpy as np

from steelyard.choices import RATING_SCALINGS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.told import tell
from steelyard.human import blatz_scores, standardise
from steelyard.ratings.counted_rows import CONTROLS, is_kind
from steelyard.reading.directions import direction_of, is_metric
from steelyard.types import Ratings

__all__ = ["are_penalties", "scaled"]


def are_penalties(ratings: Ratings, *, said: bool = False) -> bool:
    """Tell whether lower scores are better: by the names of scales, or because somebody said it (--penalties).

    Scores of such a name of which none is above 0 were turned by who wrote them. Scales of both kinds do not go
    together; what was said and names do not say, or say otherwise, is told.
    """
    named = [name for name in ratings.scales.names if "penalt" in name.lower() or direction_of(name) is False]
    names = ", ".join(ratings.scales.names)
    if said and not named:
        if any(map(is_metric, ratings.scales.names)):
            tell(f"lower {names} is better, as was said, against its name")
        return True
    if not named:
        return False
    if len(named) < len(ratings.scales.names):
        raise SpecError(f"Of the scales {names} some are penalties and others not: choose one kind (scales, --scale).")
    is_above, is_below = bool((ratings.scores > 0).any()), bool((ratings.scores < 0).any())
    if is_above and is_below and not said:
        raise DataError(
            f"The scores are called {names}, but are above and below 0, so that their name does not say which are "
            "better: give --penalties (lower_is_better) where lower ones are, or rename them."
        )
    if said and is_below and not is_above:
        raise SpecError(
            f"The scores are called {names} and none is above 0: their sign was turned, so that higher ones are "
            "better. Leave out --penalties (lower_is_better), which would turn it once more, or rename them."
        )
    if is_above and not said:
        tell(f"lower {names} is better, by its name: signs are turned here")
    return is_above or said


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
