"""Hold the stored scores against the stored ratings again."""

from typing import Any

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import stored_rated
from steelyard.questions.meta.compute import meta_evaluate
from steelyard.questions.meta.method import ByLength
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Hold the stored scores against the stored ratings again."""
    rated, arguments = stored_rated(stored)
    kind = arguments.pop("buckets")
    buckets: Any = None
    if kind == "length":
        buckets = ByLength(stored.file("lengths"))
    elif kind is not None:
        buckets = stored.file("labels")
    return meta_evaluate(
        rated.scales[0],
        rated.metrics,
        documents=rated.documents,
        buckets=buckets,
        **arguments,
        n_jobs=stored.n_jobs,
        progress=stored.progress,
    )
