"""Which segments to rate next, so that a metric and the ratings together say most."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.fixed_order import product
from steelyard.human.checks import code_column, mask_column, number_column
from steelyard.inference import seed_of
from steelyard.inference.draws.checks import Rng
from steelyard.reprs import short_repr

__all__ = ["NextSegments", "next_segments", "residual_spread"]

_Array = NDArray[np.float64]
_FEWEST_TO_FIT = 10  # rated segments: below, one spread for all
_FARTHEST = 3.0  # times the mean spread: how far a line may lead


@dataclass(frozen=True, slots=True, eq=False)
class NextSegments:
    """A drawn sample, and the chances that an estimate from it needs.

    Attributes
    ----------
    segments : array of int, shape (n,)
        Drawn, in the order of the test set.
    probabilities : array, shape (N,)
        Chance of each segment to be rated, earlier ratings included; above 0 everywhere.
    n_units : int
        Segments, or documents, that were drawn.

    Examples
    --------
    >>> from steelyard.human import next_segments
    >>> len(next_segments([1.0, 1.0, 1.0, 3.0], 2, rng=1).segments)
    2
    """

    segments: NDArray[np.int64]
    probabilities: _Array
    n_units: int

    __repr__ = short_repr


def residual_spread(scores: ArrayLike, predictions: ArrayLike) -> _Array:
    """Say for every segment how far people's ratings will be from what the metric makes of them.

    Parameters
    ----------
    scores : array, shape (S, N)
        What people said of each output in the pilot; NaN where they were not asked. A segment counts if all systems
        were rated on it.
    predictions : array, shape (S, N)
        The metric's score of every output.

    Returns
    -------
    array, shape (N,)
        Expected distance, in the unit of the ratings: for two systems or more, of differences between systems.

    Raises
    ------
    DataError
        Nothing was rated, or a score of the metric is missing.
    AlignmentError
        The shapes differ.

    Notes
    -----
    Each system's ratings are fitted by a line on the metric. What the lines leave, less its mean over systems if there
    are several, is one distance a segment, and these are fitted by a line on the mean fitted rating; it is held
    between a third of the mean distance and three times it. With fewer than ten rated segments all are alike. A poor
    guess costs precision only: the estimate stays right, as it uses the chances that were drawn with.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.human import residual_spread
    >>> metric = np.arange(40.0)
    >>> people = metric + np.where(np.arange(40) % 2, 1, -1) * metric / 10  # the farther up, the wider
    >>> residual_spread([people], [metric]).round(1)[[5, 20, 35]].tolist()
    [0.7, 2.0, 3.5]
    """
    y, f = np.asarray(scores, np.float64), np.asarray(predictions, np.float64)
    if y.ndim != 2 or y.shape != f.shape:
        raise AlignmentError(f"Ratings and scores of a metric must both be (S, N), not {y.shape} and {f.shape}.")
    if not np.isfinite(f).all():
        raise DataError("A score of the metric is missing or infinite: it must be there for all outputs.")
    is_rated = np.isfinite(y).all(axis=0)
    if not is_rated.any():
        raise DataError("No segment was rated for every system.")
    fitted = np.stack([_line(x[is_rated], row[is_rated], x) for x, row in zip(f, y, strict=True)])
    left = (y - fitted)[:, is_rated]
    if len(left) > 1:
        left = left - left.mean(axis=0)
    distances = np.sqrt(np.square(left).mean(axis=0))
    level = fitted.mean(axis=0)
    mean = float(distances.mean())
    if is_rated.sum() < _FEWEST_TO_FIT or mean == 0:
        return np.full(y.shape[1], mean if mean > 0 else 1.0)
    spread: _Array = np.clip(_line(level[is_rated], distances, level), mean / _FARTHEST, mean * _FARTHEST)
    return spread


def _line(x: _Array, y: _Array, at: _Array) -> _Array:
    """Fit y by a line on x, and read it off."""
    away = x - x.mean()
    spread = float(product(away, away))
    slope = float(product(away, y)) / spread if np.ptp(x) > 0 else 0.0
    line: _Array = y.mean() + slope * (at - x.mean())
    return line


def next_segments(
    spread: ArrayLike,
    n: int,
    *,
    rng: Rng,
    is_rated: ArrayLike | None = None,
    earlier: ArrayLike | None = None,
    documents: ArrayLike | None = None,
    least_share: float = 0.25,
) -> NextSegments:
    """Draw the segments, or documents, to rate next, with chances that follow their expected spread.

    Parameters
    ----------
    spread : array, shape (N,)
        Expected distance of the rating from what the metric makes of it, as from `residual_spread`; equal numbers give
        a plain random sample.
    n : int
        Segments to draw; of documents, as many as have about so many segments.
    rng : int or numpy.random.Generator
        Seed.
    is_rated : array of bool, shape (N,), optional
        Segments rated before: they are not drawn again.
    earlier : array, shape (N,), optional
        Chance with which each segment, rated or not, was drawn before. Without it, rated segments are taken as they
        are: they stand for themselves alone, with probability 1.
    documents : array of int, shape (N,), optional
        Document of each segment, as codes from 0: draw whole documents.
    least_share : float, default 0.25
        The chance of a segment is at least this share of a plain random sample's.

    Returns
    -------
    NextSegments
        The draw, and the chances that `prediction_powered` takes.

    Raises
    ------
    SpecError
        n is not from 1 to the number of unrated segments, or the least share not above 0 up to 1.
    DataError
        A spread is not above 0, an earlier chance not from 0 to below 1 where a segment is unrated, or a document is
        rated in part while documents are drawn.
    AlignmentError
        The columns have different lengths.

    Notes
    -----
    A sum estimated with weights 1/probability varies least if chances are proportional to the spread (Neyman). Of a
    document the sum of its segments' spreads counts, over the root of its size, since a large one costs more. Units are
    taken in random order and drawn systematically, which gives each exactly its chance, and the wanted number.

    With earlier chances p and new chances q the probability is ``p + (1 - p) q``. That is exact if q was fixed before
    the first ratings; where the spread was learned from them it is nearly so, as the spread has two parameters.
    Without earlier chances everything is exact for the N segments as target, but first ratings count less.

    References
    ----------
    Neyman 1934, "On the two different aspects of the representative method", doi:10.2307/2342192.
    Zrnic and Candès 2024, "Active statistical inference", arXiv:2403.03208.

    Examples
    --------
    >>> from steelyard.human import next_segments
    >>> found = next_segments([1, 1, 1, 1, 4, 4], 3, rng=1)
    >>> found.probabilities.round(3).tolist()
    [0.25, 0.25, 0.25, 0.25, 1.0, 1.0]
    """
    wide = number_column("spread", spread)
    if (wide <= 0).any():
        raise DataError(f"Segment {int(np.argmin(wide)) + 1}: the spread must be above 0, not {wide.min()}.")
    rated = mask_column("is_rated", is_rated, len(wide))
    before = number_column("earlier", rated.astype(float) if earlier is None else earlier, len(wide))
    if (before < 0).any() or (before > 1).any() or (before[~rated] == 1).any():
        raise DataError("Earlier chances must lie from 0 to 1, and below 1 where a segment was not rated.")
    if not 0 < least_share <= 1:
        raise SpecError(f"The least share must be above 0 up to 1, not {least_share}.")
    n_open = int((~rated).sum())
    if not 1 <= n <= n_open:
        raise SpecError(f"{n_open} segments are not rated yet: draw from 1 to that many, not {n}.")
    units = np.arange(len(wide)) if documents is None else code_column("documents", documents, len(wide))
    units = np.unique(units, return_inverse=True)[1]
    sizes = np.bincount(units)
    n_rated = np.bincount(units, rated)
    if ((n_rated > 0) & (n_rated < sizes)).any():
        raise DataError("A document is rated in part: draw segments, not documents, or finish it first.")
    first = np.unique(units, return_index=True)[1]
    if (before != before[first][units]).any():
        raise DataError("Earlier chances differ within a document: then segments were drawn; draw segments again.")
    is_open = n_rated == 0
    wanted = np.bincount(units, wide) / np.sqrt(sizes)
    chances = _chances(wanted, sizes, is_open, before[first], n, least_share)
    drawn = _systematic(np.where(is_open, chances, 0.0), np.random.default_rng(seed_of(rng)))
    after = before[first] + (1 - before[first]) * chances
    return NextSegments(np.flatnonzero(drawn[units]), after[units], int(drawn.sum()))


def _chances(
    wanted: _Array, sizes: NDArray[np.int64], is_open: NDArray[np.bool_], before: _Array, n: int, least_share: float
) -> _Array:
    """Return chances q of this draw whose totals p + (1 - p) q follow what is wanted, open units giving n segments."""
    least = least_share * n / sizes[is_open].sum()
    room = np.where(before < 1, 1 - before, 1.0)

    def chances(factor: float) -> _Array:
        # p + (1 - p) q = factor * wanted, solved for q.
        return np.clip((factor * wanted - before) / room, least, 1.0)

    # At the upper end every unit's wanted chance is 1 or more, so that all open units are drawn.
    low, high = 0.0, 1.0 / wanted.min()
    for _ in range(200):  # the number drawn grows with the factor
        middle = (low + high) / 2
        is_low = (sizes * chances(middle))[is_open].sum() < n
        low, high = (middle, high) if is_low else (low, middle)
    return chances(high)


def _systematic(chances: _Array, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Draw each unit with its chance: every whole step along their sum, from a random start, in random order."""
    order = rng.permutation(np.flatnonzero(chances < 1))
    drawn = chances >= 1
    # A stretch of length q on a line holds one of the points u, u + 1, ... with chance q: each unit gets its own
    # stretch.
    drawn[order] = np.diff(np.floor(np.cumsum(chances[order]) + rng.random()), prepend=0.0) >= 1
    return drawn
