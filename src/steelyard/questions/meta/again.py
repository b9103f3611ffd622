"""Hold the stored scores against the stored ratings again."""

from typing import Any

from steelyard.counted.stored import Stored
from steelyard.people.stored_scores import scores_of, stored_documents
from steelyard.questions.meta.compute import meta_evaluate
from steelyard.questions.meta.method import ByLength
from steelyard.results.base import Result

__all__ = ["again"]


def again(stored: Stored) -> Result:
    """Hold the stored scores against the stored ratings again."""
    scores, arguments = scores_of(stored), stored.arguments
    kind = arguments.pop("buckets")
    buckets: Any = None
    if kind == "length":
        buckets = ByLength(stored.file("lengths"))
    elif kind is not None:
        buckets = stored.file("labels")
    return meta_evaluate(
        scores.people(stored.recipe["people"]),
        scores.metrics(stored.recipe["scores"]),
        documents=stored_documents(stored, arguments),
        buckets=buckets,
        **arguments,
        n_jobs=stored.n_jobs,
        progress=stored.progress,
    )
