"""Which way the scores of outside metrics go: as somebody says, as their file says, or as their name does."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from steelyard.files.told import Taken, tell
from steelyard.reading.directions import Directions
from steelyard.reading.score_matrix.blocks import scores_text
from steelyard.types import OutputScores

__all__ = ["directed"]


def directed(
    scores: Sequence[OutputScores], lower: Collection[str], higher: Collection[str], *, may_assume: bool = False
) -> list[OutputScores]:
    """Settle the direction of every metric, and tell which way each goes.

    `lower`, `higher`: metrics of which somebody said which way they go.
    `may_assume`: whether higher is better where nothing says so; else it is asked.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.reading.directed_scores import directed
    >>> from steelyard.types import OutputScores
    >>> directed([OutputScores("TER", ("a", "b"), np.array([[40.0, 20.0], [10.0, 30.0]]))], (), ())[0].higher_is_better
    False
    """
    directions = Directions(
        lower, higher, may_assume=may_assume,
        of_files={metric.name: False for metric in scores if not metric.higher_is_better},
    )  # fmt: skip
    is_lower, why = directions.settle({metric.name: _all_of(metric) for metric in scores})
    if scores:
        said = scores_text([metric.name for metric in scores], is_lower, why)
        for path in dict.fromkeys(path for metric in scores for path, _ in metric.files):
            tell(Taken(said, path, {"score": [metric.name for metric in scores]}))
    return [replace(metric, higher_is_better=metric.name not in is_lower) for metric in scores]


def _all_of(metric: OutputScores) -> list[float]:
    if metric.n_segments or metric.system_scores is None:
        return [float(score) for score in metric.values.ravel()]
    return [float(score) for score in metric.system_scores]
