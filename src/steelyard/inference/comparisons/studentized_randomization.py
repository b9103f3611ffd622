"""Randomization of studentized differences: every pseudo-difference over a standard error of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from steelyard.inference.comparisons.parts.family import EXCHANGED, drawn_exchanges
from steelyard.inference.differences import observe
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws, Progress
from steelyard.inference.draws.sums import WeightedSums
from steelyard.inference.null_distributions import NullDistribution
from steelyard.inference.registry import SignificanceTest, register
from steelyard.types import Measurement

__all__ = ["STUDENTIZED_RANDOMIZATION", "studentized_randomization"]

_ROUNDING = 1e-8  # slopes by differences are within about 1e-9
_STEP = 2.0**-17  # as of the delta method


@EXCHANGED
def studentized_randomization(
    measurements: Sequence[Measurement],
    pairs: Sequence[tuple[int, int]],
    *,
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
    progress: Progress | None = None,
) -> NullDistribution:
    """Test whether systems differ by exchanging their outputs, each difference over its own standard error.

    As `randomization`, but what is held against the draws is not the difference of two scores: it is that over its
    standard error, which the delta method estimates anew for the two pseudo-systems of every draw. So a draw in which
    outputs of more spread come together is not taken for one with a large difference.

    Parameters
    ----------
    rng : int or numpy.random.Generator
        The same seed repeats the result bit for bit, and gives the draws that it gives `randomization`.

    Returns
    -------
    NullDistribution
        Of P = metrics * pairs studentized differences, metric by metric: Student's t on the bounded scale
        ``t sqrt(n / (n - 1 + t**2))``, which has the same order and needs no infinity where nothing varies. max-T takes
        them as they are.

    Notes
    -----
    Exact for one pair under exchangeability, as any statistic is. Where outputs are not exchangeable, but the true
    scores are equal, its level holds for many units all the same; that of `randomization` need not. The two differ
    where scores are ratios of sums or functions of them, as BLEU, and where units are of unequal size. Of a mean over
    units of equal weight they are one test: exchanging outputs of a unit leaves the square of its difference as it is,
    so that t rises with the difference, draw by draw. There, with few units and skewed differences, neither holds its
    level.

    The variance of a draw is a quadratic form of the slopes. With s the half sum and d the difference of the two
    outputs of a unit, the sums of ``s s'`` and ``d d'`` are the same in every draw, and only that of ``s d'`` with the
    signs of the draw is taken anew. Slopes take 4 K scores per draw and pair, so that all takes some fifty times as
    long as `randomization`.

    References
    ----------
    Janssen 1997, "Studentized permutation tests for non-i.i.d. hypotheses and the generalized Behrens-Fisher problem",
    doi:10.1016/S0167-7152(97)00043-6.
    Chung and Romano 2013, "Exact and asymptotically robust permutation tests", doi:10.1214/13-AOS1090.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import randomization, studentized_randomization
    >>> from steelyard.types import Measurement, Statistics
    >>> counts = np.array([[[3, 4], [9, 12], [2, 5], [6, 8]], [[1, 2], [5, 9], [2, 6], [3, 7]]])
    >>> ratio = Measurement("m", "m", "", Statistics.from_values(counts), lambda s: s[..., 0] / s[..., 1], True)
    >>> null = studentized_randomization([ratio], [(0, 1)], n_resamples=100, rng=12345)
    >>> null.observed.round(4).tolist(), null.held.round(4).tolist(), null.p_values("two-sided").tolist()
    ([0.2313], [1.9195], [0.125])
    """
    sums = WeightedSums(measurements)
    draws = drawn_exchanges(draws, sums.n_units, n_resamples, rng, n_threads, progress)
    family = observe(measurements, pairs)
    exchanges = [_Exchange(measurement, a, b) for measurement in measurements for a, b in pairs]
    nothing_moved = np.ones((1, sums.n_units))
    observed, slope = np.array([one.studentized(one.totals[:1].T, nothing_moved) for one in exchanges]).transpose(
        1, 0, 2
    )[..., 0]

    def make_blocks() -> Iterator[NDArray[np.float64]]:
        for _, masks in draws.blocks():
            kept, signs = sums(masks), 2.0 * masks.astype(np.float64) - 1
            block = np.empty((len(exchanges), len(masks)))
            for i, one in enumerate(exchanges):
                of_system, (a, b) = kept[i // len(pairs)], pairs[i % len(pairs)]
                sums_x = of_system[a] + (one.totals[1][:, None] - of_system[b])
                block[i] = one.studentized(sums_x, signs)[0]
            yield block

    return NullDistribution(
        family.differences,
        family.orientation,
        family.tolerance * slope + _ROUNDING * np.maximum(1.0, np.abs(observed)),
        make_blocks,
        draws.n_resamples,
        draws.is_exact,
        sums.n_units,
        studentized=observed,
    )


@dataclass(frozen=True, eq=False)
class _Exchange:
    """Two systems under one metric, and what their exchanges leave as it is."""

    measurement: Measurement
    a: int
    b: int

    @cached_property
    def rows(self) -> NDArray[np.float64]:
        """Statistics of A and of B, shape (2, N, K)."""
        rows: NDArray[np.float64] = self.measurement.statistics.values[[self.a, self.b]].astype(np.float64)
        return rows

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """Sums over the units, shape (2, K)."""
        totals: NDArray[np.float64] = self.rows.sum(axis=1)
        return totals

    @cached_property
    def middle(self) -> NDArray[np.float64]:
        """Half the sum of the two outputs of each unit, less its mean over units, shape (K, N)."""
        middle = self.rows.mean(axis=0)
        return np.ascontiguousarray((middle - middle.mean(axis=0)).T)

    @cached_property
    def apart(self) -> NDArray[np.float64]:
        """The first output of each unit less the second, shape (K, N)."""
        return np.ascontiguousarray((self.rows[0] - self.rows[1]).T)

    @cached_property
    def moments(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Sums of s, s s' and d d' over the units."""
        return self.middle.sum(axis=1), self.middle @ self.middle.T, self.apart @ self.apart.T

    def crossed(
        self, apart: NDArray[np.float64], mean: NDArray[np.float64], signs: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Sum, with the sign of each unit, what both slopes (K, b) make of it, shape (b,).

        By einsum: a product by BLAS rounds differently in blocks of another size.
        """
        products = np.einsum("bk,kn->bn", np.ascontiguousarray(apart.T), self.middle)
        products *= np.einsum("bk,kn->bn", np.ascontiguousarray(mean.T), self.apart)
        return np.asarray(np.einsum("bn,bn->b", products, signs))

    def studentized(
        self, sums_x: NDArray[np.float64], signs: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Give the bounded t of each draw, and how fast it rises with the difference; sums_x (K, b), signs (b, N)."""
        n = self.rows.shape[1]
        sums_y = self.totals.sum(axis=0)[:, None] - sums_x
        difference = self.measurement.differences(np.moveaxis(sums_x, 0, -1), np.moveaxis(sums_y, 0, -1))
        x, y = (_slopes(self.measurement, self.rows, sums) for sums in (sums_x, sums_y))
        # The outputs of a unit are s + e d / 2 and s - e d / 2 with e = 1 or -1, so that it adds (x - y) s + e (x + y)
        # / 2 d to the difference; of the square only the product of both terms, twice, has the sign e of the draw.
        apart, mean = x - y, (x + y) / 2
        sum_middle, of_middle, of_apart = self.moments
        squares = 2 * self.crossed(apart, mean, signs)
        for slopes, moments in ((apart, of_middle), (mean, of_apart)):
            squares += (np.einsum("kb,kl->lb", slopes, moments) * slopes).sum(axis=0)
        total = (apart * sum_middle[:, None]).sum(axis=0) + (mean * (sums_x - sums_y)).sum(axis=0)
        # The variance of the difference is spread / (n - 1); its t on the scale of the docstring is then D sqrt(n) /
        # sqrt(spread + D^2).
        spread = np.maximum(0.0, n * squares - np.square(total))
        size = np.sqrt(spread + np.square(difference))
        slope = np.divide(np.sqrt(n), size, out=np.zeros(len(size)), where=size > 0)
        return difference * slope, slope


def _slopes(measurement: Measurement, rows: NDArray[np.float64], sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the slopes of a score at many sums of exchanged rows (2, N, K), shape (K, b), as `score_gradient` does.

    Counts that are all 0 in a pseudo-system do not vary in it, and have none.
    """
    if measurement.is_mean:
        bits = measurement.statistics.bits
        # The derivatives of a / b, which central differences would only come near: equal differences must stay equal.
        of_sum = np.ldexp(1.0, int(bits[1] - bits[0])) / sums[1]
        return np.stack([of_sum, -measurement.scores(np.moveaxis(sums, 0, -1)) / sums[1]])
    varies = np.flatnonzero((rows != rows[0, 0]).any(axis=(0, 1)))
    spread = np.sqrt(np.square(rows - rows.mean(axis=(0, 1))).sum(axis=(0, 1)))
    least = np.where((rows < 0).any(axis=(0, 1)), spread, 0.0)
    step = _STEP * np.maximum(np.abs(sums), least[:, None])
    slopes = np.zeros(sums.shape)
    # Central differences: the error of one-sided ones falls with the step itself, that of these with its square.
    for k in varies:
        up, down = sums.copy(), sums.copy()
        up[k] += step[k]
        down[k] -= step[k]
        change = measurement.scores(np.moveaxis(up, 0, -1)) - measurement.scores(np.moveaxis(down, 0, -1))
        taken = up[k] - down[k]  # what is left of the step in float64
        np.divide(change, taken, out=slopes[k], where=taken > 0)
    return slopes


STUDENTIZED_RANDOMIZATION = register(
    SignificanceTest(
        name="studentized-randomization",
        summary="approximate randomization of differences over their standard errors (Janssen 1997; Chung and "
        "Romano 2013)",
        validity="exact",
        run=studentized_randomization,
    )
)
