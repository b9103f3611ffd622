"""Differences of which units and raters were both sampled, in the place of a test that exchanges units."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import SettledPValues, TwoWay, UnitShares
from steelyard.inference.differences import observe
from steelyard.questions.compare.estimates import Estimates
from steelyard.questions.compare.plan import CustomTest, asymptotic_test
from steelyard.ratings.of_raters import RaterSums
from steelyard.scored.intervals import intervals_in_range, scores_in_range
from steelyard.scored.pairs import Pair
from steelyard.scored.units import Interval
from steelyard.types import Measurement

__all__ = ["TWO_WAY", "BothSampled"]

TWO_WAY = "two-way"
_POWER = 0.8


@dataclass(frozen=True, slots=True, eq=False)
class BothSampled:
    """Differences metric by metric, pair by pair, with the errors that other units and other raters would make."""

    measurements: Sequence[Measurement]  # over units
    pairs: Sequence[Pair]  # of every metric, as positions of systems
    deltas: NDArray[np.float64]  # the differences
    errors_of_these: NDArray[np.float64]  # their standard errors with these raters
    both: TwoWay  # their variances with any like them
    systems: list[TwoWay]  # metric by metric, those of scores

    @classmethod
    def of(cls, measurements: Sequence[Measurement], sums: Sequence[RaterSums], pairs: Sequence[Pair]) -> Self:
        """Take differences apart by who judged, and what: `sums` metric by metric."""
        found = [one.of_pairs(pairs) for one in sums]
        both = TwoWay(
            np.concatenate([one.variances for _, one in found]),
            np.concatenate([one.degrees_of_freedom for _, one in found]),
        )
        errors = np.sqrt(np.concatenate([one.variances for one, _ in found]))
        deltas = observe(measurements, pairs).differences
        return cls(measurements, pairs, deltas, errors, both, [one.of_systems() for one in sums])

    def select(self, members: Sequence[int]) -> Self:
        """Return the same for some of the pairs of a single metric."""
        index = list(members)
        both = TwoWay(self.both.variances[index], self.both.degrees_of_freedom[index])
        pairs, errors = [self.pairs[i] for i in index], self.errors_of_these[index]
        return replace(self, pairs=pairs, deltas=self.deltas[index], errors_of_these=errors, both=both)

    @property
    def n_effective(self) -> float:
        """As many units as would have the degrees of freedom that units and raters leave, in the median."""
        return 1 + float(np.median(self.both.degrees_of_freedom))

    def test(
        self, correction: str, sentence: Callable[[Sequence[Measurement], Mapping[str, Any]], str], **told: Any
    ) -> CustomTest:
        """Test all differences by Student's t."""
        better_is = np.repeat([1 if one.higher_is_better else -1 for one in self.measurements], len(self.pairs))
        n_units = self.measurements[0].statistics.n_units
        outcome = SettledPValues.from_tails(self.deltas, *self.both.tails(better_is * self.deltas), n_units)
        return CustomTest(test=asymptotic_test(TWO_WAY, outcome), correction=correction, sentence=sentence, told=told)

    def estimated(self, level: float, n_together: int) -> Estimates:
        """Lay out scores and differences with intervals, so many of which are to hold together.

        They are for raters like these; what units show is about these alone.
        """
        unknown, n = float("nan"), len(self.deltas)
        together = self.both.half_widths(level, n_together)
        detectable = together + self.both.quantiles(_POWER) * self.both.errors
        scores = []
        for measurement, of_scores in zip(self.measurements, self.systems, strict=True):
            means = measurement.scores(measurement.statistics.totals())
            plain = _around(means, of_scores.half_widths(level))
            scores.append(scores_in_range(measurement, means.tolist(), plain, level))
        return Estimates(
            scores=scores,
            differences=self._in_range(self.both.half_widths(level), level),
            simultaneous=self._in_range(together, 1 - (1 - level) / n_together),
            standard_errors=self.both.errors.tolist(),
            standardised=[unknown] * n,
            unit_shares=[UnitShares(unknown, unknown, unknown)] * n,
            shares_best=[None] * len(self.measurements),
            left_out=[],
            n_effective=unknown,
            detectable=detectable.tolist(),
        )

    def _in_range(self, half: NDArray[np.float64], level: float) -> list[Interval]:
        """Make intervals of so many half widths, in the range of each metric."""
        plain, n, found = _around(self.deltas, half), len(self.pairs), list[Interval]()
        for m, measurement in enumerate(self.measurements):
            here = slice(m * n, (m + 1) * n)
            found += intervals_in_range(measurement, None, self.pairs, self.deltas[here].tolist(), plain[here], level)
        return found


def _around(values: NDArray[np.float64], half: NDArray[np.float64]) -> list[Interval]:
    return list(zip((values - half).tolist(), (values + half).tolist(), strict=True))
