"""Units that went right or wrong, counted by class and segment, as what all tests and intervals take."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.types import Measurement, Statistics

__all__ = ["count_units", "rate", "rate_measurements"]

Ints = NDArray[np.int64]
Numbers = NDArray[np.int64] | NDArray[np.float64]


def count_units(
    segments: Ints, classes: Ints, n_segments: int, n_classes: int, outcomes: Ints | None = None
) -> NDArray[np.int64]:
    """Count units by segment and class.

    A unit is a word, a span, a check-point, a link, a phrase: anything that lies in one segment, is of one class, and
    whose outcome adds up.

    Parameters
    ----------
    segments, classes : array of int, shape (U,)
        Segment and class of every unit, from 0; a unit whose class is -1 is not counted.
    n_segments, n_classes : int
        How many there are.
    outcomes : array of int, shape (U,), optional
        What each unit adds; 1 by default.

    Returns
    -------
    array of int64, shape (n_segments, n_classes)
        Sums of outcomes.

    Raises
    ------
    AlignmentError
        A unit lies in a segment, or is of a class, that there is not.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import count_units
    >>> count_units(np.array([0, 0, 1, 1]), np.array([0, 1, 1, -1]), 2, 2).tolist()
    [[1, 1], [0, 1]]
    """
    is_counted = classes >= 0
    segments, classes = segments[is_counted], classes[is_counted]
    for name, values, end in (("segment", segments, n_segments), ("class", classes, n_classes)):
        if len(values) and (values.min() < 0 or values.max() >= end):
            raise AlignmentError(f"A unit has a {name} beyond the {end} that there are: count them from 0.")
    counts = np.zeros(n_segments * n_classes, dtype=np.int64)
    np.add.at(counts, segments * n_classes + classes, 1 if outcomes is None else outcomes[is_counted])
    return counts.reshape(n_segments, n_classes)


def rate(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide the first sum by the second; 0 of 0 is 0, and n of 0 is n, as in WER.

    Parameters
    ----------
    sums : array, shape (..., 2)
        Units, and what they are taken of.

    Returns
    -------
    array, shape (...)
        Rates.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import rate
    >>> rate(np.array([[1.0, 4.0], [0.0, 0.0]])).tolist()
    [0.25, 0.0]
    """
    whole = sums[..., 1]
    found: NDArray[np.float64] = sums[..., 0] / np.where(whole > 0, whole, 1.0)
    return found


def rate_measurements(
    counts: Numbers,
    wholes: Ints,
    classes: Sequence[tuple[str, str]],
    systems: Sequence[str],
    *,
    signature: str = "",
    higher_is_better: bool = False,
    documents: Ints | None = None,
) -> list[Measurement]:
    """Make the rate of every class a measurement, so that it is tested and estimated like any metric.

    A rate is a ratio of sums: units of the class over all segments, divided by what they are taken of. It misleads
    where the class is rare, since a rate of a few units hangs on single segments: look at the counts beside it.

    Parameters
    ----------
    counts : array, shape (S, N, C)
        Units of every class, by system and segment, as `count_units` gives them for one system; or sums of what each
        is worth.
    wholes : array of int, shape (S, N), (1, N), or with a third axis of C
        What rates are taken of, such as the words of the reference.
    classes : sequence of (str, str)
        Spelling and short name of each class, such as ``("errors(missing)", "missing")``.
    systems : sequence of str
        Names of the S systems.
    signature : str, default ""
        What was done to the texts.
    higher_is_better : bool, default False
        Whether units are what one wants.
    documents : array of int, shape (N,), optional
        Document of each segment, as `Statistics.from_values` takes them.

    Returns
    -------
    list of Measurement
        One per class, with K = 2. Where all systems have the same wholes, none of them 0, it is a mean, with exact
        differences.

    Raises
    ------
    AlignmentError
        Counts, wholes, classes and systems do not fit each other.

    Examples
    --------
    Two systems, two segments, one class; references of 4 and 6 words:

    >>> import numpy as np
    >>> from steelyard.analysis import rate_measurements
    >>> counts = np.array([[[1], [2]], [[0], [1]]])
    >>> [missing] = rate_measurements(counts, np.array([[4, 6]]), [("errors(missing)", "missing")], ["x", "y"])
    >>> missing.scores(missing.statistics.totals()).tolist(), missing.is_mean
    ([0.3, 0.1], True)
    """
    if counts.ndim != 3 or counts.shape[::2] != (len(systems), len(classes)):
        raise AlignmentError(
            f"Counts of {len(systems)} systems and {len(classes)} classes need shape (systems, segments, classes), "
            f"not {counts.shape}."
        )
    if wholes.shape[1:2] != counts.shape[1:2]:
        raise AlignmentError(f"What rates are taken of has shape {wholes.shape}, but counts {counts.shape}.")
    wholes = np.broadcast_to(wholes if wholes.ndim == 3 else wholes[..., None], counts.shape)
    found = []
    for place, (metric, label) in enumerate(classes):
        values = np.stack([counts[..., place], wholes[..., place]], axis=-1)
        is_shared = bool((wholes[..., place] == wholes[:1, :, place]).all() and (wholes[..., place] > 0).all())
        statistics = Statistics.from_values(values, documents)
        found.append(
            Measurement(
                metric,
                label,
                signature,
                statistics,
                rate,
                higher_is_better,
                tuple(systems),
                is_mean=is_shared,
                scale=1,
                bounds=(0.0, float("inf")),
                trial=1.0,
            )
        )
    return found
