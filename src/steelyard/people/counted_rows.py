"""Which rows of ratings count: outputs and repeats, control items, some raters."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from steelyard.types import Ratings

__all__ = ["CONTROLS", "COUNTED", "counted_ratings", "is_kind", "select_ratings"]

COUNTED = ("system", "repeat")
"""What was said of outputs; control items are about something else."""
CONTROLS = ("degraded", "reference")
"""Items that check the rater."""


def counted_ratings(ratings: Ratings) -> Ratings:
    """Keep what was said of outputs: repeats too, control items not."""
    return select_ratings(ratings, is_kind(ratings, COUNTED))


def is_kind(ratings: Ratings, kinds: Sequence[str]) -> NDArray[np.bool_]:
    """Say which rows are of one of these kinds."""
    return np.isin(ratings.kinds.codes, [i for i, kind in enumerate(ratings.kinds.names) if kind in kinds])


def select_ratings(ratings: Ratings, kept: NDArray[np.bool_]) -> Ratings:
    """Keep some judgements; `n_missing` stays what the file lacked."""
    return replace(
        ratings,
        systems=ratings.systems.take(kept),
        segments=ratings.segments[kept],
        documents=ratings.documents.take(kept),
        raters=ratings.raters.take(kept),
        scales=ratings.scales.take(kept),
        scores=ratings.scores[kept],
        kinds=ratings.kinds.take(kept),
    )
