"""How good each candidate of a list is by itself."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.candidates.outputs import check_segments, paired_outputs
from steelyard.metrics import Metric, fit, measure, parse
from steelyard.types import CandidateParses, NBestLists, TestSet

__all__ = ["candidate_metric", "candidate_quality", "parses_for"]

_AT_ONCE = 50_000  # candidates scored at a time, so that memory does not grow with the lists


def candidate_metric(spelling: str, *, has_parses: bool = False) -> Metric:
    """Return a metric that can score candidates of n-best lists, which have words, and parses where these are given.

    Examples
    --------
    >>> from steelyard.lab.candidates import candidate_metric
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
    lists: NBestLists, references: TestSet, metric: Metric, parsed: CandidateParses | None = None, *, n_threads: int = 1
) -> NDArray[np.float64]:
    """Score every candidate against the references of its segment, shape (C,); higher is better."""
    check_segments(lists, references)
    fit([metric], references.references).said()
    segment = np.repeat(np.arange(lists.n_segments), lists.sizes)
    alone = metric.segment_metric()
    found = np.empty(len(segment))
    for low in range(0, len(segment), _AT_ONCE):
        places = np.arange(low, min(low + _AT_ONCE, len(segment)))
        some = paired_outputs(
            lists, references, {"candidates": places}, segment[places], parses_for([metric], references, parsed)
        )
        [measurement] = measure(some, [alone], n_threads=n_threads)
        scores = measurement.scores(measurement.statistics.values[0].astype(np.float64))
        found[places] = scores if measurement.higher_is_better else -scores
    return found


def parses_for(
    metrics: Sequence[Metric], references: TestSet, parsed: CandidateParses | None
) -> CandidateParses | None:
    """Return the parses of the candidates where a metric needs them: the references must have theirs, too."""
    needing = next((metric for metric in metrics if not metric.needs.startswith("references")), None)
    if needing is None:
        return None
    if not any(key.startswith("reference ") for key in references.parses or {}):
        raise SpecError(f"{needing.name} needs parses of the references, too: give theirs with --reference-parses.")
    return parsed
