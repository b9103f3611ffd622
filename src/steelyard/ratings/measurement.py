"""Ratings as inference takes them: sums to score."""

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import RATING_AVERAGES
from steelyard.errors import SpecError, unknown_name
from steelyard.metrics import package_version
from steelyard.metrics.segment_scores import check_spread
from steelyard.types import Labels, Measurement, OutputScores, Statistics

__all__ = ["measure_ratings"]


def measure_ratings(scores: OutputScores, *, average: str = "macro", note: str = "") -> Measurement:
    """Make a measurement of scores of which larger is better, so that what people said takes part in every test.

    A system's score is the mean of its segments (``"macro"``), or of its judgements (``"micro"``). What was done to the
    ratings goes into the signature as a note, such as ``scaling:z``.

    Statistics are (score, 1) a rated segment and (0, 0) elsewhere, so that a resample or an exchange takes along
    whether an output was rated. A system that a resample leaves without ratings gets the mean of all.
    """
    if average not in RATING_AVERAGES:
        raise unknown_name("average", average, RATING_AVERAGES)
    if average == "micro" and scores.counts is None:
        raise SpecError("The micro average needs the number of judgements of each output.")
    is_rated = np.isfinite(scores.values)
    counts = is_rated.astype(np.float64) if scores.counts is None or average == "macro" else scores.counts
    sums = np.where(is_rated, scores.values, 0.0) * counts
    documents = None if scores.documents is None else Labels.of(scores.documents).codes.astype(np.int64)
    overall = float(sums.sum() / counts.sum())

    def mean(stats: NDArray[np.float64]) -> NDArray[np.float64]:
        n = stats[..., 1]
        scores: NDArray[np.float64] = np.divide(stats[..., 0], n, out=np.full(n.shape, overall), where=n > 0)
        return scores

    statistics = Statistics.from_values(np.stack([sums, counts], axis=-1), documents)
    check_spread(f"{scores.name} by people", scores.values[is_rated], statistics)
    parts = [f"agg:{average}", note, f"version:sy.{package_version()}"]
    return Measurement(
        metric=scores.name,
        label=f"People's {scores.name}",
        signature="|".join(part for part in parts if part),
        statistics=statistics,
        score=mean,
        higher_is_better=True,
        systems=scores.systems,
        is_mean=bool((counts == counts[:1]).all()),
    )
