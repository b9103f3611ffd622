"""Which rows of ratings count: outputs and repeats, control items."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.types import Ratings

__all__ = ["CONTROLS", "COUNTED", "counted_ratings", "is_kind", "named_raters"]

COUNTED = ("system", "repeat")
"""What was said of outputs; control items are about something else."""
CONTROLS = ("degraded", "reference")
"""Items that check the rater."""


def counted_ratings(ratings: Ratings) -> Ratings:
    """Keep what was said of outputs: repeats too, control items not."""
    return ratings.take(is_kind(ratings, COUNTED))


def is_kind(ratings: Ratings, kinds: Sequence[str]) -> NDArray[np.bool_]:
    """Say which rows are of one of these kinds."""
    return np.isin(ratings.kinds.codes, [i for i, kind in enumerate(ratings.kinds.names) if kind in kinds])


def named_raters(ratings: Ratings) -> list[str]:
    """Return the raters who have a name."""
    labels = ratings.raters
    return [labels.names[code] for code in np.unique(labels.codes) if code >= 0 and labels.names[code]]
