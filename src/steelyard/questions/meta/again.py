"""Hold the stored scores against the stored ratings again."""

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import stored_rated
from steelyard.questions.meta.buckets import ByLength
from steelyard.questions.meta.compute import compute
from steelyard.questions.meta.question import MetaQuestion
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Hold the stored scores against the stored ratings again."""
    rated, options = stored_rated(stored)
    kind = options.pop("buckets", None)
    buckets = ByLength(stored.file("lengths")) if kind == "length" else stored.file("labels") if kind else None
    return compute(rated, MetaQuestion(**options, buckets=buckets))
