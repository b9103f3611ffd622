"""Hold the stored scores against the stored ratings again."""

from steelyard.questions.meta.buckets import ByLength
from steelyard.questions.meta.compute import compute
from steelyard.questions.meta.question import MetaQuestion
from steelyard.ratings.stored_scores import stored_rated
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Hold the stored scores against the stored ratings again."""
    rated, options = stored_rated(stored)
    kind = options.pop("buckets", None)
    buckets = ByLength(stored.file("lengths")) if kind == "length" else stored.file("labels") if kind else None
    return compute(rated, MetaQuestion(**options, buckets=buckets))
