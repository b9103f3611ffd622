"""Segment scores of outside metrics as a measurement: the mean of what another tool computed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from steelyard.computable import are_computable, is_computable
from steelyard.errors import AlignmentError, DataError
from steelyard.types import Layout, Measurement, Statistics, word_for_layout
from steelyard.version import __version__

__all__ = ["mean_of_segments", "measure_segment_scores"]

_LONGEST = 40  # of what is no number, as an error shows it
_FEWEST_STEPS = 4096  # scores that span fewer steps of their grid would lose what they say


def measure_segment_scores(
    name: str, scores: Mapping[str, Sequence[float]], test_set: Layout, *, higher_is_better: bool = True
) -> Measurement:
    """Take part in every test with scores that another tool gave to each segment.

    The system score is their mean; per segment the statistics are (score, 1). Scores are held on a grid of 2**-32 or,
    where they are large, the finest for which every sum is exact.

    Parameters
    ----------
    name : str
        What tables call the metric, such as ``"COMET"``.
    scores : mapping of str to sequence of float
        One list per system of the test set, one number per segment.
    test_set : Layout
        The systems and segments that were scored.
    higher_is_better : bool, default True
        The metric's direction.

    Returns
    -------
    Measurement
        With K = 2.

    Raises
    ------
    AlignmentError
        A system has no scores, or not one per segment.
    DataError
        A score is not a finite number (the message names system and line), or all are nearly the same.

    References
    ----------
    The mean of segment scores as a system score is how COMET (Rei et al. 2020, 2020.emnlp-main.213) reports systems.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a", "b"]], systems={"x": ["a", "c"]})
    >>> measured = sy.metrics.measure_segment_scores("mine", {"x": [0.5, 0.25]}, data)
    >>> measured.scores(measured.statistics.totals()).tolist()
    [0.375]
    """
    missing = [system for system in test_set.system_names if system not in scores]
    if missing:
        raise AlignmentError(
            f"The scores of {name} lack the system {missing[0]!r}; they have: {', '.join(scores) or 'none'}. "
            "Name the columns after the systems (see --names)."
        )
    rows = [_finite_row(name, system, scores[system], test_set.n_segments) for system in test_set.system_names]
    values = np.stack([np.stack(rows), np.ones((len(rows), test_set.n_segments))], axis=-1)
    statistics = Statistics.from_values(values, test_set.document_codes())
    check_spread(name, values[..., 0], statistics)
    return Measurement(
        metric=name,
        label=name,
        signature=f"scores:{word_for_layout(test_set)}|agg:mean|version:sy.{__version__}",
        statistics=statistics,
        score=mean_of_segments,
        higher_is_better=higher_is_better,
        systems=test_set.system_names,
        is_mean=True,
        bounds=_bounds(values[..., 0]),
    )


def _bounds(values: NDArray[np.float64]) -> tuple[float, float] | None:
    """Take scores from 0 to 1 that reach 1 for shares, such as those of tries that pass; of others no end is known."""
    return (0.0, 1.0) if values.size and values.min() >= 0 and values.max() == 1 else None


def check_spread(name: str, values: NDArray[np.float64], statistics: Statistics) -> None:
    """Refuse scores that differ by so little that the grid of exact sums, the first statistic, would lose it."""
    spread, step = float(np.ptp(values)), 2.0 ** -int(statistics.bits[0])
    is_lost = bool(np.any(values)) and not statistics.values[..., 0].any()
    if is_lost or (0 < spread < _FEWEST_STEPS * step and statistics.bits[0]):
        raise DataError(
            f"The scores of {name} differ by {spread:.3g} at most, too little for the step of {step:.3g} on which they "
            "are summed exactly. Rescale them, for example by 1,000,000."
        )


def _finite_row(name: str, system: str, scores: Sequence[float], n_segments: int) -> NDArray[np.float64]:
    is_list = isinstance(scores, Iterable) and getattr(scores, "ndim", 1) == 1
    if not is_list or isinstance(scores, str | bytes | Mapping | Set | Iterator):
        raise AlignmentError(
            f"The scores of {name} for system {system!r} must be a list with one number per segment, not "
            f"{type(scores).__name__}."
        )
    given = list(scores)
    if len(given) != n_segments:
        raise AlignmentError(
            f"{name} has {len(given)} scores for system {system!r}, but there are {n_segments} segments."
        )
    if set(map(type, given)) == {float} and are_computable(values := np.array(given)).all():
        return values
    for number, score in enumerate(given, 1):
        if not _is_finite_number(score):
            shown = repr(score) if len(repr(score)) <= _LONGEST else f"{repr(score)[:_LONGEST]}..."
            raise DataError(f"{name} has no finite score for system {system!r} at segment {number}: {shown}.")
    return np.array([float(score) for score in given], dtype=np.float64)


def _is_finite_number(score: object) -> bool:
    """Tell numbers from what Python and NumPy would take for one, such as True and '0.5'."""
    if type(score) is float:  # nearly always
        return is_computable(score)
    if isinstance(score, bool):
        return False
    if not isinstance(score, Real):
        from decimal import Decimal  # rare, and takes 2 ms to import

        if not isinstance(score, Decimal):
            return False
    try:
        return is_computable(score)
    except (OverflowError, ValueError):  # an integer beyond all floats; a signalling NaN
        return False


def mean_of_segments(stats: NDArray[np.float64]) -> NDArray[np.float64]:
    """Average segment scores.

    Parameters
    ----------
    stats : array, shape (..., 2)
        Sums of scores, and numbers of segments.

    Returns
    -------
    array, shape (...)
        Scores.

    Examples
    --------
    >>> import numpy as np
    >>> import steelyard as sy
    >>> sy.metrics.mean_of_segments(np.array([[3.0, 2.0], [5.0, 2.0]])).tolist()
    [1.5, 2.5]
    """
    mean: NDArray[np.float64] = stats[..., 0] / stats[..., 1]
    return mean
