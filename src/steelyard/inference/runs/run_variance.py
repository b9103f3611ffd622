"""Several runs of one system: what training or tuning again would change, and what another test set would."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.distributions import t_quantile
from steelyard.inference.intervals.jackknife import degrees_of_freedom, jackknife_scores, standard_error
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.inference.runs.replicates import check_runs
from steelyard.inference.shared_docs import SHARED
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = ["RunSpread", "VarianceSplit", "run_spread", "variance_split"]


@dataclass(frozen=True, slots=True)
class RunSpread:
    """Scores of one system's runs, and how they spread.

    Attributes
    ----------
    scores : tuple of float
        One per run.
    mean : float
        Of the scores.
    run_sd : float
        Standard deviation over runs (MultEval's s_opt), with R - 1 in the denominator; NaN for a single run.
    test_sd : float
        Standard error of a run's score over units, by the jackknife, averaged over runs (MultEval's s_sel, which is by
        the bootstrap).

    Examples
    --------
    >>> from steelyard.inference import RunSpread
    >>> RunSpread((0.5, 0.6), 0.55, 0.0707, 0.03).mean
    0.55
    """

    scores: tuple[float, ...]
    mean: float
    run_sd: float
    test_sd: float

    __repr__ = short_repr


def run_spread(measurement: Measurement, runs: Sequence[int]) -> RunSpread:
    """Say how far a system's runs lie apart, and how far another test set would move one of them.

    Parameters
    ----------
    measurement : Measurement
        With every run as a system of its own.
    runs : sequence of int
        Positions of this system's runs.

    Returns
    -------
    RunSpread
        Scores, mean, and both standard deviations.

    Raises
    ------
    SpecError
        A run stands twice, or there is none.

    Notes
    -----
    Three runs are the least that say something, and a standard deviation of three is known to within a factor of 2.

    References
    ----------
    Clark, Dyer, Lavie and Smith 2011, "Better hypothesis testing for statistical machine translation", P11-2031.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import run_spread
    >>> from steelyard.types import Measurement, Statistics
    >>> runs = np.array([[0.5, 0.6, 0.4], [0.6, 0.7, 0.5]])
    >>> statistics = Statistics.from_values(np.stack([runs, np.ones_like(runs)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> round(run_spread(mean, (0, 1)).run_sd, 7)
    0.0707107
    """
    check_runs(measurement, runs)
    chosen = list(runs)
    scores = measurement.scores(measurement.statistics.totals())[chosen]
    errors = [standard_error(row) for row in jackknife_scores(measurement)[chosen]]
    return RunSpread(
        tuple(scores.tolist()), float(scores.mean()), float(np.sqrt(_variance(scores))), float(np.mean(errors))
    )


@dataclass(frozen=True, slots=True)
class VarianceSplit:
    """Where the uncertainty of a difference between two systems of several runs comes from.

    Attributes
    ----------
    difference : float
        Mean score of A's runs minus that of B's.
    test_variance : float
        Of the difference, from the units, the runs being these.
    run_variance : float
        Of the difference, from the runs, the units being these.
    reference_variance : float or None
        Of the difference, from the references; None where fewer than two are given.
    new_data : (float, float) or None
        Interval for the difference of these runs on all units of this kind: "would it hold on new data?"
    new_runs : (float, float) or None
        Interval for the difference of all such runs on these units: "would it hold if both were trained again?"
    new_references : (float, float) or None
        Interval for the difference under all references of this kind.
    both : (float, float) or None
        Interval for new data and new runs together, from the sum of both variances: too wide rather than too narrow, as
        what runs and units do together is in both, and never narrower than either of the two.
    parts : tuple
        Of new data, new runs and both: variances with their degrees of freedom, which add up.

    Examples
    --------
    >>> from steelyard.inference import VarianceSplit
    >>> split = VarianceSplit(0.5, 0.01, 0.04, None, (0.3, 0.7), (-0.1, 1.1), None, (-0.2, 1.2))
    >>> round(split.run_share, 3)
    0.8
    """

    difference: float
    test_variance: float
    run_variance: float
    reference_variance: float | None
    new_data: tuple[float, float] | None
    new_runs: tuple[float, float] | None
    new_references: tuple[float, float] | None
    both: tuple[float, float] | None

    parts: tuple[tuple[tuple[float, float], ...], ...] = ()

    __repr__ = short_repr

    def tail(self, distance: float) -> float:
        """Return the chance that the difference lies this far above the truth: of new data, new runs, both the largest.

        What `both` is turned round: the interval holds 0 just where twice the tail of the difference is above
        1 - confidence level. 1 where a variance is unknown.
        """
        return max(_tail(distance, part) for part in self.parts)

    def interval(self, centre: float, confidence_level: float) -> tuple[float, float] | None:
        """Return an interval for new data and new runs together, at any level; None for a single unit."""
        probability = (1 + confidence_level) / 2
        return _widest(*(_interval(centre, part, probability) for part in self.parts))

    @property
    def standard_error(self) -> float:
        """Of the difference, from the units and the runs together."""
        return float(np.sqrt(self.test_variance + self.run_variance))

    @property
    def run_share(self) -> float:
        """Share of the runs in the variance of test set and runs; NaN where there is neither."""
        whole = self.test_variance + self.run_variance
        return self.run_variance / whole if whole > 0 else float("nan")


@SHARED
def variance_split(
    measurement: Measurement,
    runs_a: Sequence[int],
    runs_b: Sequence[int],
    *,
    confidence_level: float = 0.95,
    n_effective: float | None = None,
    per_reference: Sequence[Measurement] = (),
) -> VarianceSplit:
    """Split the variance of a difference into what the test set, the runs and the references bring.

    Parameters
    ----------
    measurement : Measurement
        All runs of both systems, as systems of their own.
    runs_a, runs_b : sequence of int
        Their positions; the numbers may differ.
    per_reference : sequence of Measurement, optional
        The same systems under each reference alone.

    Returns
    -------
    VarianceSplit
        Variances and intervals. Units: jackknife, Student's t with one degree of freedom less than units in
        effect. Runs: Welch's t.
        References: t over the differences under each. Together: Satterthwaite's degrees of freedom.

    Raises
    ------
    SpecError
        A run stands twice, there are fewer than two of a system, or the confidence level is not between 0 and 1.

    Notes
    -----
    Two runs give an interval that is hardly of use; three are the least to report. Runs are taken for independent:
    runs that start from one seed or one model are not. A single reference can be easier or harder than several
    together, so that its difference is of another size: `new_references` is about single ones.

    References
    ----------
    Clark, Dyer, Lavie and Smith 2011, "Better hypothesis testing for statistical machine translation", P11-2031.
    Satterthwaite 1946, "An approximate distribution of estimates of variance components", doi:10.2307/3002019.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import variance_split
    >>> from steelyard.types import Measurement, Statistics
    >>> runs = np.array([[0.5, 0.6, 0.4], [0.6, 0.7, 0.5], [0.4, 0.5, 0.5], [0.5, 0.5, 0.4]])
    >>> statistics = Statistics.from_values(np.stack([runs, np.ones_like(runs)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True)
    >>> split = variance_split(mean, (0, 1), (2, 3))
    >>> round(split.difference, 4), round(split.run_variance, 6)
    (0.0833, 0.0025)
    """
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    check_runs(measurement, runs_a, runs_b)
    a, b = list(runs_a), list(runs_b)
    if min(len(a), len(b)) < 2:
        raise SpecError("A single run says nothing about the next: give at least two of each system, better three.")
    probability = (1 + confidence_level) / 2
    scores = measurement.scores(measurement.statistics.totals())
    difference = float(scores[a].mean() - scores[b].mean())
    left_out = jackknife_scores(measurement)
    # Of the mean over runs: what a unit adds is averaged over runs first, so that only what other units would change
    # counts.
    test_variance = standard_error(left_out[a].mean(axis=0) - left_out[b].mean(axis=0)) ** 2
    # Welch: each system's runs with their own variance and degrees of freedom.
    run_parts = [(_variance(scores[runs]) / len(runs), float(len(runs) - 1)) for runs in (a, b)]
    n_units = measurement.statistics.n_units if n_effective is None else n_effective
    test_part = (test_variance, float(degrees_of_freedom(n_units)))
    run_variance = sum(variance for variance, _ in run_parts)
    reference_variance = new_references = None
    if len(per_reference) >= 2:
        totals = [m.scores(m.statistics.totals()) for m in per_reference]
        under_each = np.array([row[a].mean() - row[b].mean() for row in totals])
        reference_variance = _variance(under_each) / len(under_each)
        centre = float(under_each.mean())
        new_references = _interval(centre, [(reference_variance, len(under_each) - 1)], probability)
    new_data = _interval(difference, [test_part], probability)
    new_runs = _interval(difference, run_parts, probability)
    return VarianceSplit(
        difference,
        test_variance,
        run_variance,
        reference_variance,
        new_data,
        new_runs,
        new_references,
        _widest(new_data, new_runs, _interval(difference, [test_part, *run_parts], probability)),
        ((test_part,), tuple(run_parts), (test_part, *run_parts)),
    )


def _widest(*intervals: tuple[float, float] | None) -> tuple[float, float] | None:
    """Take the widest of intervals with one centre: with more degrees of freedom that of the sum can be shorter."""
    known = [interval for interval in intervals if interval is not None]
    if len(known) < len(intervals):
        return None
    return max(known, key=lambda interval: interval[1] - interval[0])


def _tail(distance: float, parts: Sequence[tuple[float, float]]) -> float:
    """Return the upper tail of Student's t, its degrees of freedom by Satterthwaite."""
    from scipy.special import stdtr  # imported where needed: 0.3 s

    variance = sum(part for part, _ in parts)
    if not np.isfinite(variance):
        return 1.0
    if variance == 0:
        return 0.0 if distance > TOLERANCE else 0.5 if distance >= -TOLERANCE else 1.0
    return float(stdtr(_degrees(parts), -distance / np.sqrt(variance)))


def _degrees(parts: Sequence[tuple[float, float]]) -> float:
    """Return Satterthwaite's degrees of freedom of a sum of variances above 0."""
    variance = sum(part for part, _ in parts)
    return float(variance**2 / sum(part**2 / freedom for part, freedom in parts))


def _interval(
    difference: float, parts: Sequence[tuple[float, float]], probability: float
) -> tuple[float, float] | None:
    """Put Student's t on both sides, its degrees of freedom by Satterthwaite; None where a variance is unknown."""
    variance = sum(part for part, _ in parts)
    if not np.isfinite(variance):
        return None
    if variance == 0:
        return difference, difference
    half = t_quantile(probability, _degrees(parts)) * float(np.sqrt(variance))
    return difference - half, difference + half


def _variance(values: NDArray[np.float64]) -> float:
    """Return the variance with n - 1 in the denominator: 0 of equal values, NaN of a single one."""
    if len(values) < 2:
        return float("nan")
    return 0.0 if np.ptp(values) <= TOLERANCE * np.abs(values).max() else float(values.var(ddof=1))
