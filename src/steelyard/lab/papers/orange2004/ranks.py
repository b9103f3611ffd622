"""ORANGE of a metric: score n-best lists with it, and see where it puts references or the best candidates."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.candidates import check_segments
from steelyard.meta import OracleRank, oracle_rank
from steelyard.meta.oracle_rank import Ties
from steelyard.metrics import Metric, measure, parse
from steelyard.types import NBestLists, TestSet

__all__ = ["rank_oracles"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]


def rank_oracles(
    lists: NBestLists,
    test_set: TestSet,
    metric: str | Metric,
    *,
    oracle: str | Metric | None = None,
    ties: Ties = "mean",
    confidence_level: float = 0.95,
) -> OracleRank:
    """Rank oracles in n-best lists by a metric: their mean rank divided by the length of the list, smaller is better.

    Oracles are people, each reference in turn with the metric seeing the others only, or the candidates that a metric
    scores best. An oracle metric favours its relatives. With references as oracles the metric is asked whether it tells
    people's translations from a decoder's, which need not be what tells systems apart. Documents are left out together
    for the interval.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> from steelyard.types import NBestLists
    >>> from steelyard.lab.papers.orange2004.ranks import rank_oracles
    >>> texts = ("the cat sat", "a dog ran", "cat the on", "it rains", "rain it does")
    >>> lists = NBestLists(texts, np.array([0, 3, 5]), np.zeros((5, 0)), (), np.zeros(5))
    >>> references = [["the cat sat down", "it rains a lot"], ["the cat sat down here", "it rains a lot now"]]
    >>> rank_oracles(lists, sy.TestSet(references=references, systems={}), "chrf").ranks.tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """
    check_segments(lists, test_set)
    texts, segment = _distinct(lists)
    offsets = np.searchsorted(segment, np.arange(lists.n_segments + 1))
    judged = parse(metric) if isinstance(metric, str) else metric
    if oracle is None:
        if any(sum(text is not None for text in texts) < 2 for texts in zip(*test_set.references, strict=True)):
            raise SpecError(
                "A segment has one reference, and against itself it is always the best: give two, or a metric as the "
                "oracle."
            )
        candidates, oracles = _of_references(texts, segment, test_set, judged)
    else:
        gold = _scores(texts, segment, test_set.references, parse(oracle) if isinstance(oracle, str) else oracle)
        candidates = _scores(texts, segment, test_set.references, judged)[None]
        oracles = _of_best(gold, candidates[0], offsets)
    return oracle_rank(
        candidates,
        oracles,
        offsets,
        is_listed=oracle is not None,
        ties=ties,
        groups=test_set.document_codes(),
        confidence_level=confidence_level,
    )


def _distinct(lists: NBestLists) -> tuple[list[str], Codes]:
    """Return the texts of each list without their doubles, and the segment of each."""
    segment = np.repeat(np.arange(lists.n_segments), lists.sizes)
    pairs = dict.fromkeys(zip(segment.tolist(), lists.texts, strict=True))
    return [text for _, text in pairs], np.array([number for number, _ in pairs], dtype=np.int64)


def _of_references(texts: Sequence[str], segment: Codes, test_set: TestSet, metric: Metric) -> tuple[Array, Array]:
    """Score candidates and one reference against the others, for each reference in turn."""
    where = np.concatenate([segment, np.arange(test_set.n_segments)])
    rows = []
    for held_out, own in enumerate(test_set.references):
        others = [reference for number, reference in enumerate(test_set.references) if number != held_out]
        rows.append(_scores([*texts, *(text or "" for text in own)], where, others, metric))
    scores = np.stack(rows)
    is_there = np.array([[text is not None for text in own] for own in test_set.references])
    return scores[:, : len(texts)], np.where(is_there, scores[:, len(texts) :], np.nan)


def _of_best(gold: Array, scores: Array, offsets: Codes) -> Array:
    """Return the scores of the candidates that are best by another metric, shape (O, N), NaN where there are fewer."""
    sizes = np.diff(offsets)
    best = np.repeat(np.maximum.reduceat(gold, offsets[:-1]), sizes)
    chosen = np.flatnonzero(gold == best)
    of_list = np.repeat(np.arange(len(sizes)), sizes)[chosen]
    place = np.arange(len(chosen)) - np.searchsorted(of_list, of_list)
    oracles = np.full((int(place.max()) + 1, len(sizes)), np.nan)
    oracles[place, of_list] = scores[chosen]
    return oracles


def _scores(texts: Sequence[str], segment: Codes, references: Sequence[Sequence[str | None]], metric: Metric) -> Array:
    """Score every text against the references of its segment; larger is better."""
    spread = [[reference[i] for i in segment] for reference in references]
    [measurement] = measure(TestSet(references=spread, systems={"candidates": list(texts)}), [metric.segment_metric()])
    scores = measurement.scores(measurement.statistics.values[0].astype(np.float64))
    return scores if measurement.higher_is_better else -scores
