"""Rates, and differences of rates: intervals that hold near 0 and 1, and for units that hold several trials."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.distributions import t_quantile
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = ["Rates", "rate_differences", "rate_intervals", "rates_of"]

Array = NDArray[np.float64]
Interval = tuple[float, float] | None

_PASSES = (1.0, 100.0)  # what a pass can score, where a failure scores 0
_FEWEST = 6  # trials in effect
_FEW = 10  # hits or misses
_SMALLEST_P, _LARGEST_P = 1e-12, 0.4999  # between which an interval at 1 - 2 p has a level
_STEPS = 40  # of halving, on the scale of the logarithm
_BLOCK = 1 << 18  # numbers of differences at once: 2 MB
_AGREEING = 0.1  # of a unit whose trials all agree, that the design effect is estimated with beside those seen


def rate_intervals(hits: Array, trials: Array, confidence_level: float = 0.95) -> tuple[Array, Array]:
    """Bound rates by the exact binomial interval for as many independent trials as there are in effect.

    Parameters
    ----------
    hits, trials : array, shape (R, N)
        Of every rate and unit; a rate is the sum of hits over that of trials. Hits may be fractions.
    confidence_level : float, default 0.95
        Between 0 and 1.

    Returns
    -------
    (array, array), shape (R,)
        Ends between 0 and 1; NaN where fewer than two units have trials, which say nothing of others.

    Notes
    -----
    Units of one trial give Clopper and Pearson's interval. Otherwise the number of trials is divided by the design
    effect (the variance between units over the binomial one) and by the square of Student's quantile over the normal
    one, as Korn and Graubard do. Few units with a hit, or with a miss, show little of a design effect: theirs is
    averaged with that of a tenth of a unit whose trials all agree. Rates that were measured stand in
    docs/decisions/0036-intervals-of-rates.md.

    References
    ----------
    Korn and Graubard 1998, "Confidence intervals for proportions with small expected number of positive counts
    estimated from survey data", Survey Methodology 24, 193-201.
    Clopper and Pearson 1934, doi:10.1093/biomet/26.4.404.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import rate_intervals
    >>> low, high = rate_intervals(np.ones((1, 50)), np.ones((1, 50)))  # 50 of 50
    >>> low.round(3).tolist(), high.tolist()
    ([0.929], [1.0])
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    return _exact(*_worth(hits, trials, confidence_level), confidence_level)


def rate_differences(
    first: tuple[Array, Array],
    second: tuple[Array, Array],
    codes: NDArray[np.int64] | None = None,
    confidence_level: float | Array = 0.95,
) -> tuple[Array, Array]:
    """Bound differences of paired rates, first minus second.

    Parameters
    ----------
    first, second : (array, array), shape (R, N)
        Hits and trials of every pair and place; place i of both is of the same item.
    codes : array of int, shape (N,), optional
        Unit of each place, from 0; each its own if not given.
    confidence_level : float or array, shape (R,), default 0.95
        Between 0 and 1.

    Returns
    -------
    (array, array), shape (R,)
        Ends between -1 and 1; NaN as in `rate_intervals`.

    Notes
    -----
    Newcombe's way ("square and add") from the ends of two rates: of places where the first alone is right, and where
    the second alone is, with the correlation that they have over units. Where both have no such place, the interval
    is as long as an event that was not seen may be frequent. Where trials differ, the two rates themselves are taken,
    as if they were independent.

    References
    ----------
    Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions based on paired
    data", doi:10.1002/(SICI)1097-0258(19981130)17:22<2635::AID-SIM954>3.0.CO;2-C.
    Zou and Donner 2008, "Construction of confidence limits about effect measures: a general approach",
    doi:10.1002/sim.3095.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import rate_differences
    >>> none, every = np.zeros((1, 50)), np.ones((1, 50))
    >>> [end.round(3).tolist() for end in rate_differences((none, every), (none, every))]  # 0 against 0, of 50
    [[-0.071], [0.071]]
    """
    is_paired = bool((first[1] == second[1]).all())
    parts = [first, second]
    if is_paired:
        gain = first[0] - second[0]
        parts = [(np.maximum(gain, 0.0), first[1]), (np.maximum(-gain, 0.0), first[1])]
    sums = [(_by_unit(hits, codes), _by_unit(trials, codes)) for hits, trials in parts]
    worth = [_worth(*one, confidence_level) for one in sums]
    shared = np.zeros(len(worth[0][0]))
    if is_paired:
        one, other = (hits - rate[:, None] * trials for (hits, trials), (rate, _) in zip(sums, worth, strict=True))
        lengths = np.sqrt(np.square(one).sum(axis=1) * np.square(other).sum(axis=1))
        shared = np.divide((one * other).sum(axis=1), lengths, out=shared, where=lengths > 0)
    return _added(worth[0], worth[1], shared, confidence_level)


def _added(
    one: tuple[Array, Array], other: tuple[Array, Array], shared: Array, level: float | Array
) -> tuple[Array, Array]:
    """Square and add: of two rates, how many trials each is worth, and the correlation of the two."""
    (p, _), (q, _) = one, other
    (p_low, p_high), (q_low, q_high) = _exact(*one, level), _exact(*other, level)
    least = np.minimum(one[1], other[1])
    shared = np.where(least < _FEWEST, -1.0, shared)  # as dependent as can be: sums of squares are too short for so few
    low = p - q - _length(p - p_low, q_high - q, shared)
    high = p - q + _length(p_high - p, q - q_low, shared)
    return low, high


@dataclass(frozen=True, slots=True, eq=False)
class Rates:
    """A measurement whose scores are rates.

    Attributes
    ----------
    hits, trials : array, shape (S, N)
        Of every system and place.
    codes : array of int, shape (N,), or None
        Unit of each place, where units hold several.
    scale : float
        What a rate of 1 scores.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Rates
    >>> rates = Rates(np.array([[1.0] * 20, [1.0] * 19 + [0.0]]), np.ones((2, 20)), None, 100.0)
    >>> [round(bound, 1) for bound in rates.intervals(0.95)[0]]
    [83.2, 100.0]
    >>> [round(bound, 1) for bound in rates.differences([(0, 1)], 0.95)[0]]
    [-12.5, 24.9]
    """

    hits: Array
    trials: Array
    codes: NDArray[np.int64] | None
    scale: float

    __repr__ = short_repr

    def intervals(self, confidence_level: float) -> list[Interval]:
        """Bound the score of every system."""
        hits, trials = _by_unit(self.hits, self.codes), _by_unit(self.trials, self.codes)
        return self._scaled(*rate_intervals(hits, trials, confidence_level))

    def n_effective(self, confidence_level: float) -> Array:
        """Say how many independent trials each rate is worth; NaN where that cannot be known."""
        return _worth(_by_unit(self.hits, self.codes), _by_unit(self.trials, self.codes), confidence_level)[1]

    def differences(self, pairs: Sequence[tuple[int, int]], confidence_level: float | Array) -> list[Interval]:
        """Bound the differences of some pairs of systems, at one level or at one for each."""
        levels = np.broadcast_to(np.asarray(confidence_level, dtype=np.float64), len(pairs))
        if self._are_single():
            return self._scaled(*self._differences_by_counts(pairs, levels))
        together: dict[int, list[int]] = {}
        size = max(1, _BLOCK // max(self.hits.shape[1], 1))
        # Else what a pair is taken for depends on those beside it.
        shared = self._are_shared() and bool((self.hits <= self.trials).all())
        for i, (a, _) in enumerate(pairs):
            together.setdefault(i // size if shared else a, []).append(i)
        found: list[Interval] = [None] * len(pairs)
        for members in together.values():
            a, b = np.array([pairs[i] for i in members]).T
            first, second = ((self.hits[one], self.trials[one]) for one in (a, b))
            ends = self._scaled(*rate_differences(first, second, self.codes, levels[members]))
            for i, end in zip(members, ends, strict=True):
                found[i] = end
        return found

    def p_within(self, pairs: Sequence[tuple[int, int]], margin: float) -> Array:
        """Return p of two one-sided tests for each pair: its interval at 1 - 2 p just lies within the margin."""
        low, high = np.full(len(pairs), np.log(_SMALLEST_P)), np.full(len(pairs), np.log(_LARGEST_P))
        is_within = self._are_within(pairs, margin, np.full(len(pairs), _LARGEST_P))
        for _ in range(_STEPS):
            middle = (low + high) / 2
            is_in = self._are_within(pairs, margin, np.exp(middle))
            low, high = np.where(is_in, low, middle), np.where(is_in, middle, high)
        return np.where(is_within, np.exp(high), 1.0)

    def _are_within(self, pairs: Sequence[tuple[int, int]], margin: float, p_values: Array) -> NDArray[np.bool_]:
        ends = self.differences(pairs, 1 - 2 * p_values)
        return np.array([end is not None and -margin < end[0] and end[1] < margin for end in ends])

    def _are_single(self) -> bool:
        """Say whether each unit is one trial, the same for all systems, which succeeds or fails."""
        return (
            self.codes is None
            and self._are_shared()
            and bool(((self.trials == 0) | (self.trials == 1)).all())
            and bool(((self.hits == 0) | (self.hits == self.trials)).all())
        )

    def _differences_by_counts(self, pairs: Sequence[tuple[int, int]], levels: Array) -> tuple[Array, Array]:
        """Do as `rate_differences` for single trials, of which counts say all: one product serves all pairs."""
        a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        trials, hits = self.trials[0], self.hits.sum(axis=1)
        n, both = max(float(trials.sum()), 1.0), (self.hits @ self.hits.T)[a, b]  # whole: exact in any order
        gains, losses = hits[a] - both, hits[b] - both
        lengths = np.sqrt(gains * (n - gains) * (losses * (n - losses)))
        shared = np.divide(-gains * losses, lengths, out=np.zeros(len(a)), where=lengths > 0)  # no place is both
        worth = np.full(len(a), n if np.count_nonzero(trials) > 1 else np.nan)
        return _added((gains / n, worth), (losses / n, worth), shared, levels)

    def _are_shared(self) -> bool:
        """Say whether all systems have the same trials."""
        return bool((self.trials == self.trials[:1]).all())

    def are_for(self, pairs: Sequence[tuple[int, int]]) -> list[bool]:
        """Say for which pairs `differences` are: of the same trials, or where one rate rests on few.

        Many hits and misses of other trials are better compared by the variance that they have in common.
        """
        if self._are_shared():
            return [True] * len(pairs)
        hits = self.hits.sum(axis=1)
        rests_on_few = np.minimum(hits, self.trials.sum(axis=1) - hits) < _FEW
        return [bool(rests_on_few[a] or rests_on_few[b] or (self.trials[a] == self.trials[b]).all()) for a, b in pairs]

    def _scaled(self, low: Array, high: Array) -> list[Interval]:
        found: list[Interval] = list(zip((self.scale * low).tolist(), (self.scale * high).tolist(), strict=True))
        for i in np.flatnonzero(np.isnan(low + high)).tolist():
            found[i] = None
        return found


def rates_of(measurement: Measurement, codes: NDArray[np.int64] | None = None) -> Rates | None:
    """Say whether a measurement's scores are rates: shares of trials that succeed.

    Parameters
    ----------
    measurement : Measurement
        Of places, such as segments.
    codes : array of int, shape (N,), optional
        Unit of each.

    Returns
    -------
    Rates or None
        Where every place scores 0 or 1 (0 or 100), or the measurement says what a `trial` is; else None.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import rates_of
    >>> from steelyard.types import Measurement, Statistics
    >>> statistics = Statistics.from_values(np.array([[[0, 1], [1, 1], [1, 1]]]))
    >>> rates = rates_of(Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True))
    >>> [round(bound, 3) for bound in rates.intervals(0.95)[0]]
    [0.094, 0.992]
    """
    statistics = measurement.statistics
    if statistics.n_statistics != 2 or not (measurement.is_mean or measurement.trial) or not statistics.values.size:
        return None
    ones = np.array([1 << bits for bits in statistics.bits.tolist()], dtype=np.float64)
    if measurement.trial is None:
        values = statistics.values
        largest = values[..., 0].max()
        if (values[..., 1] != ones[1]).any() or not ((values[..., 0] == 0) | (values[..., 0] == largest)).all():
            return None
        if largest and largest / ones[0] not in _PASSES:
            return None
        if largest:
            ones[0] = largest
    hits, trials = np.moveaxis(statistics.values / ones, -1, 0)
    if measurement.trial is not None:
        if not _are_shares(hits, trials):
            return None
        hits, trials = hits / measurement.trial, trials / measurement.trial
    scale = float(measurement.scores(ones))
    return Rates(hits, trials, codes, scale) if scale > 0 else None


def _are_shares(hits: Array, trials: Array) -> bool:
    """Say whether sums can be taken for hits of trials: of rare events a place may have more than trials."""
    if (hits < 0).any():
        return False
    return bool((hits <= trials).all() or (2 * hits.sum(axis=1) <= trials.sum(axis=1)).all())


def _by_unit(rows: Array, codes: NDArray[np.int64] | None) -> Array:
    if codes is None:
        return rows
    n, n_units = len(rows), int(codes.max()) + 1
    places = (np.arange(n)[:, None] * n_units + codes).ravel()
    found: Array = np.bincount(places, rows.ravel(), n * n_units).astype(np.float64).reshape(n, n_units)
    return found


def _worth(hits: Array, trials: Array, level: float | Array) -> tuple[Array, Array]:
    """Return rates, and how many independent trials each is worth; NaN where that cannot be known."""
    n, n_units = trials.sum(axis=1), (trials > 0).sum(axis=1)
    rate = np.divide(hits.sum(axis=1), n, out=np.zeros(len(n)), where=n > 0)
    is_known = n_units > 1
    if ((trials == 0) | (trials == 1)).all() and (hits <= trials).all():
        return rate, np.where(is_known, n, np.nan)
    quantiles, worth = np.broadcast_to((1 + np.asarray(level)) / 2, len(n)), np.full(len(n), np.nan)
    for r in np.flatnonzero(is_known).tolist():
        own, whole, share, total = hits[r], trials[r], float(rate[r]), float(n[r])
        squares = float(np.square(whole).sum())
        effect = 1.0
        if 0 < share < 1:
            room = n_units[r] / (n_units[r] - 1)
            variance = room * float(np.square(own - share * whole).sum()) / total**2
            effect = max(1.0, variance * max(total - 1, 1) / (share * (1 - share)))
        seen = max(1, min(int((own > 0).sum()), int((own < whole).sum())))
        effect = max(effect, (_AGREEING * squares / total + seen * effect) / (_AGREEING + seen))
        freedom = max(total**2 / squares - 1, 1.0)
        quantile = float(quantiles[r])
        worth[r] = max(total / effect * (t_quantile(quantile, 1e9) / t_quantile(quantile, freedom)) ** 2, 1.0)
    return rate, worth


def _exact(rate: Array, n: Array, level: float | Array) -> tuple[Array, Array]:
    """Give Clopper and Pearson's ends of shares of n trials, which need not be whole."""
    from scipy.special import betaincinv  # imported where needed: 0.3 s

    tail, known = np.broadcast_to((1 - np.asarray(level)) / 2, len(n)), np.where(np.isnan(n), 1.0, n)
    hits = np.clip(rate, 0.0, 1.0) * known
    # Many differences are of the same counts, and the quantiles take most of the time.
    code = np.zeros(len(n), dtype=np.int64)
    for column in (hits, known, tail):
        values, places = np.unique(column, return_inverse=True)
        code = code * len(values) + places.ravel()
    _, first, place = np.unique(code, return_index=True, return_inverse=True)
    hits, known, tail = hits[first], known[first], tail[first]
    misses = known - hits
    low = np.where(hits > 0, betaincinv(np.where(hits > 0, hits, 1.0), misses + 1, tail), 0.0)
    high = np.where(misses > 0, betaincinv(hits + 1, np.where(misses > 0, misses, 1.0), 1 - tail), 1.0)
    return np.where(np.isnan(n), np.nan, low[place]), np.where(np.isnan(n), np.nan, high[place])


def _length(one: Array, other: Array, shared: Array) -> Array:
    squares = np.square(one) + np.square(other) - 2 * shared * one * other
    found: Array = np.sqrt(np.maximum(squares, 0.0))
    return found
