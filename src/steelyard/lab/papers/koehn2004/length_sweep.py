"""Koehn 2004, figure 1: what BLEU and GTM make of output that a word penalty forces to be shorter or longer."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.lab.candidates import CountedCandidates, count_candidates
from steelyard.lab.papers.koehn2004.question import Koehn2004
from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.lab.tuning import TunableLists, sweep_line
from steelyard.metrics import package_version
from steelyard.results.figure import Figure, Mark, Series
from steelyard.scored import Counted
from steelyard.scored.provenance import provenance
from steelyard.types import Measurement, NBestLists

__all__ = ["run_sweep"]

Array = NDArray[np.float64]

_MOST_POINTS = 200  # of the figure
_ROWS = 11  # of the table


def run_sweep(counted: Counted, question: Koehn2004) -> Experiment:
    """Reward and punish each word of the output, and score what is then chosen."""
    lists: NBestLists = question.nbest
    if np.isnan(lists.totals).any():
        raise DataError("A candidate has no total, the last column of a list: there is nothing to add the penalty to.")
    if counted.score_inputs:
        raise SpecError("Outside scores are of given outputs, and the sweep chooses others: leave the scores out.")
    metrics = [measurement.metric for measurement in counted.measurements]
    data = counted.texts("The sweep of lengths")
    candidates = count_candidates(lists, data, metrics, n_threads=counted.n_threads)
    words = np.array([len(text.split()) for text in lists.texts], dtype=np.float64)
    weights, ratios, scores = _swept(candidates, words)
    if len(weights) < 2:
        raise DataError("In each list all candidates have as many words: no penalty changes the output's length.")
    at = int(np.abs(weights).argmin())
    return Experiment(
        (_table(candidates, weights, ratios, scores, at),),
        (_figure(candidates, ratios, scores, float(ratios[at])),),
        _method(counted, candidates, weights, ratios),
    )


def _swept(candidates: CountedCandidates, words: Array) -> tuple[Array, Array, Array]:
    """Return the weight of a word, words for each of the references', and scores (metrics, points): rising weights."""
    blocks = [one.statistics.values[0] for one in candidates.measurements]
    ends = np.cumsum([2, *(block.shape[1] for block in blocks)])
    lists = candidates.lists
    side_by_side = np.concatenate([candidates.lengths, *blocks], axis=1)
    every = TunableLists(lists.features, lists.offsets, side_by_side, lambda sums: sums[..., 0])
    low, high, sums = sweep_line(every, lists.totals, words)
    if len(low) == 1:
        return np.zeros(1), np.zeros(1), np.zeros((len(blocks), 1))
    middle = np.concatenate([[high[0] - 1], (low[1:-1] + high[1:-1]) / 2, [low[-1] + 1]])
    middle[(low < 0) & (high > 0)] = 0.0  # the decoder's own choice
    scores = [
        one.scores(sums[:, begin:end].astype(np.float64))
        for one, begin, end in zip(candidates.measurements, ends[:-1], ends[1:], strict=True)
    ]
    return middle, sums[:, 0] / sums[:, 1], np.array(scores)


def _spread(ratios: Array, n: int, *kept: int) -> list[int]:
    """Choose points that are about evenly spread over the lengths."""
    wanted = np.linspace(ratios.min(), ratios.max(), n)
    return sorted({*(int(np.abs(ratios - ratio).argmin()) for ratio in wanted), *kept})


def _table(candidates: CountedCandidates, weights: Array, ratios: Array, scores: Array, at: int) -> PaperTable:
    measurements = candidates.measurements
    shares = 100 * _of_best(measurements, scores)
    rows = [
        (
            "as decoded" if i == at else "",
            float(weights[i]),
            float(ratios[i]),
            *scores[:, i].tolist(),
            *shares[:, i].tolist(),
        )
        for i in _spread(ratios, _ROWS, at)
    ]
    labels = [one.label for one in measurements]
    return PaperTable(
        "Figure 1",
        "output of forced lengths: what a word weighs, words for each of the references', and scores",
        ("", "weight of a word", "words / reference's", *labels, *(f"{label}, % of best" for label in labels)),
        tuple(rows),
        f"Rows of {len(weights):,} different outputs, evenly spread over their lengths.",
        (None, 4, 3, *(2 if one.scale == 100 else 4 for one in measurements), *[1] * len(labels)),
    )


def _of_best(measurements: Sequence[Measurement], scores: Array) -> Array:
    """Divide each score by the metric's best, or, where less is better, the best by the score."""
    shares = []
    for one, row in zip(measurements, scores, strict=True):
        best = np.full(len(row), row.max() if one.higher_is_better else row.min())
        over, under = (row, best) if one.higher_is_better else (best, row)
        shares.append(np.divide(over, under, out=np.ones(len(row)), where=under != 0))
    return np.array(shares)


def _figure(candidates: CountedCandidates, ratios: Array, scores: Array, decoded: float) -> Figure:
    chosen = _spread(ratios, _MOST_POINTS)
    x = tuple(ratios[chosen].tolist())
    series = tuple(
        Series(one.label, x, tuple((row[chosen] * 100 / (one.scale or 1)).tolist()))
        for one, row in zip(candidates.measurements, scores, strict=True)
    )
    return Figure(
        "figure-1",
        "effect of the output's length on scores",
        "lines",
        "words of the output for each of the reference's",
        "score, %",
        series,
        (Mark("x", decoded, "as decoded"), Mark("x", 1.0, "the reference's length")),
        _kept(candidates.measurements, ratios, scores, decoded),
    )


def _kept(measurements: Sequence[Measurement], ratios: Array, scores: Array, decoded: float) -> str:
    """Say how much of its best each metric has where the output is shortest."""
    shortest = int(ratios.argmin())
    shares = _of_best(measurements, scores)[:, shortest]
    parts = [f"{one.label} {share:.0%}" for one, share in zip(measurements, shares, strict=True)]
    return (
        f"The shortest output has {ratios[shortest]:.3f} words for each of the reference's ({decoded:.3f} as decoded), "
        f"and there, of the best score of each metric: {', '.join(parts)}."
    )


def _method(counted: Counted, candidates: CountedCandidates, weights: Array, ratios: Array) -> MethodOfExperiment:
    lists = candidates.lists
    files = [{"role": "n-best lists", "name": path, "sha256": sha256} for path, sha256 in lists.files]
    method: Any = {
        **provenance(counted.test_set, files),
        "metric": counted.measurements[0].metric,
        "systems": list(counted.test_set.system_names),
        "sentence": (
            f"Figure 1 of Koehn (2004) with Steelyard {package_version()}: a weight for every word was added to the "
            f"decoder's total of each of {len(lists.texts):,} candidates of {lists.n_segments:,} segments, and moved "
            f"over all numbers; between {weights.min():.4g} and {weights.max():.4g} {len(weights):,} different outputs "
            f"are chosen, of {ratios.min():.3f} to {ratios.max():.3f} words for each of the references'."
        ),
        "notes": [
            "The paper decoded anew with each penalty; lists hold what was offered under one, so that extreme lengths "
            "are the extremes of the lists.",
            "Totals of several rounds of tuning are of several models: give the lists of one.",
            "The other tables and figures of the paper are of several systems: give these with -i, without lists.",
        ],
    }
    found: MethodOfExperiment = method
    return found
