"""How good each candidate of a list is by itself."""

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.candidates.outputs import check_segments, paired_outputs
from steelyard.errors import SpecError
from steelyard.metrics import Metric, measure, parse
from steelyard.types import CandidateParses, NBestLists, TestSet

__all__ = ["candidate_metric", "candidate_quality"]

_AT_ONCE = 50_000  # candidates scored at a time, so that memory does not grow with the lists


def candidate_metric(spelling: str, *, has_parses: bool = False) -> Metric:
    """Return a metric that can score candidates of n-best lists, which have words, and parses where these are given.

    Examples
    --------
    >>> from steelyard.counted.candidates import candidate_metric
    >>> candidate_metric("bleu").name
    'bleu'
    """
    metric = parse(spelling)
    if not (metric.needs.startswith("references") or (has_parses and metric.needs == "parses")):
        raise SpecError(
            f"{metric.name} needs {metric.needs} of every output, and "
            + (
                "there are none of these candidates: give theirs, and those of the references, or leave it out."
                if metric.needs == "parses"
                else "candidates of n-best lists have none: leave it out."
            )
        )
    return metric


def candidate_quality(
    lists: NBestLists,
    references: TestSet,
    metric: Metric,
    parsed: CandidateParses | None = None,
    *,
    n_threads: int = 1,
) -> NDArray[np.float64]:
    """Score every candidate against the references of its segment, shape (C,); higher is better."""
    check_segments(lists, references)
    segment = np.repeat(np.arange(lists.n_segments), lists.sizes)
    alone = metric.segment_metric()
    found = np.empty(len(segment))
    for low in range(0, len(segment), _AT_ONCE):
        places = np.arange(low, min(low + _AT_ONCE, len(segment)))
        some = paired_outputs(
            lists, references, {"candidates": places}, segment[places], parsed if _is_of_parses(metric) else None
        )
        [measurement] = measure(some, [alone], n_threads=n_threads)
        scores = measurement.scores(measurement.statistics.values[0].astype(np.float64))
        found[places] = scores if measurement.higher_is_better else -scores
    return found


def _is_of_parses(metric: Metric) -> bool:
    return not metric.needs.startswith("references")
