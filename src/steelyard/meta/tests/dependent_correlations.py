"""Correlations with the same ratings: Williams' test of two of them, and Fisher's interval of one."""

from dataclasses import dataclass
from math import atanh, inf, nan, sqrt, tanh

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.inference import Alternative, check_alternative, normal_quantile, t_below
from steelyard.inference.null_distributions import TOLERANCE
from steelyard.meta.correlations import CORRELATIONS, Coefficient

__all__ = ["WilliamsTest", "fisher_interval", "williams_test"]


@dataclass(frozen=True, slots=True)
class WilliamsTest:
    """Whether one metric correlates better with the ratings than another.

    Attributes
    ----------
    statistic : float
        Student's t; NaN with three or fewer observations.
    p_value : float
        NaN with three or fewer observations.
    degrees_of_freedom : int
        Observations less 3.
    warning : str
        What stands against using it here; empty where nothing does.

    Examples
    --------
    >>> from steelyard.meta import williams_test
    >>> williams_test(0.4, 0.3, -0.5, 20).warning
    'The two metrics correlate negatively: turn the one for which lower is better round first.'
    """

    statistic: float
    p_value: float
    degrees_of_freedom: int
    warning: str


def williams_test(
    correlation_a: float,
    correlation_b: float,
    between: float,
    n_observations: int,
    *,
    alternative: Alternative = "two-sided",
) -> WilliamsTest:
    """Test whether two metrics correlate differently with the same ratings.

    Parameters
    ----------
    correlation_a, correlation_b : float
        Pearson's r of each metric with the ratings, both metrics turned so that larger is better.
    between : float
        Pearson's r of the two metrics.
    n_observations : int
        Systems; at the global level outputs.
    alternative : {"two-sided", "better", "worse"}, default "two-sided"
        Metric A correlates differently, more, or less.

    Returns
    -------
    WilliamsTest
        p is 1 (one-sided .5) where the correlations are equal, even where the metrics are the same.

    Raises
    ------
    SpecError
        A correlation is not between -1 and 1, or there is no such alternative.
    DataError
        The three correlations are impossible together.

    Notes
    -----
    For Pearson's r of complete data that are jointly normal; for other coefficients nothing says that it holds. With a
    dozen systems it has little power. It speaks of other systems like these and takes each system's mean as given;
    `permutation_null` does not. Absolute values of the correlations, which WMT put in, hide metrics that order systems
    the wrong way round: turn scores round instead.

    References
    ----------
    Williams 1959, "The comparison of regression variables", doi:10.1111/j.2517-6161.1959.tb00346.x.
    Graham and Baldwin 2014, "Testing for significance of increased correlation with human judgment", D14-1020.

    Examples
    --------
    >>> from steelyard.meta import williams_test
    >>> found = williams_test(0.9, 0.8, 0.7, 20)
    >>> round(found.statistic, 7), round(found.p_value, 7), found.degrees_of_freedom
    (1.3723336, 0.1877967, 17)
    """
    check_alternative(alternative)
    for name, r in (("correlation_a", correlation_a), ("correlation_b", correlation_b), ("between", between)):
        if not -1 <= r <= 1:
            raise SpecError(f"{name} must lie between -1 and 1; it is {r}.")
    warning = ""
    if between < 0:
        warning = "The two metrics correlate negatively: turn the one for which lower is better round first."
    df = n_observations - 3
    if df <= 0:
        return WilliamsTest(nan, nan, df, warning)
    a, b, c = correlation_a, correlation_b, between
    # Of the matrix of the three correlations, below 0 for none that data can have.
    determinant = 1 - a * a - b * b - c * c + 2 * a * b * c
    if determinant < -TOLERANCE:
        raise DataError(
            f"No data have the correlations {a}, {b} and {c} together; were they taken on the same outputs?"
        )
    difference = a - b
    if abs(difference) <= TOLERANCE:
        difference = 0.0
    spread = 2 * max(determinant, 0.0) * (n_observations - 1) / df + ((a + b) / 2) ** 2 * (1 - c) ** 3
    if difference == 0:
        t = 0.0
    elif spread > 0:
        # Williams 1959, in the form of Graham and Baldwin 2014 (D14-1020), with df = n - 3.
        t = difference * sqrt((n_observations - 1) * (1 + c) / spread)
    else:
        t = inf if difference > 0 else -inf
    if alternative == "two-sided":
        p = 2 * float(t_below(-abs(t), df))
    else:
        p = float(t_below(-t if alternative == "better" else t, df))
    return WilliamsTest(t, min(p, 1.0), df, warning)


def fisher_interval(
    correlation: float, n_observations: int, *, coefficient: Coefficient = "pearson", confidence_level: float = 0.95
) -> tuple[float, float]:
    """Give the interval of a correlation by Fisher's z transformation.

    Parameters
    ----------
    correlation : float
        From -1 to 1.
    n_observations : int
        What it was taken over.
    coefficient : {"pearson", "spearman", "kendall"}, default "pearson"
        The variance of z is 1 / (n - 3) for Pearson's r, (1 + r^2 / 2) / (n - 3) for Spearman's rho, and 0.437 /
        (n - 4) for Kendall's tau.
    confidence_level : float, default 0.95
        Share that the interval should cover, between 0 and 1.

    Returns
    -------
    (float, float)
        NaN where there are too few observations; the correlation itself, twice, where it is -1 or 1.

    Raises
    ------
    SpecError
        An argument is out of range.

    Notes
    -----
    For independent observations of a joint normal distribution. Misleads at the item level, where the mean of many
    correlations is no correlation, and at the global level, where outputs of one segment or system hang together.

    References
    ----------
    Bonett and Wright 2000, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
    doi:10.1007/BF02294183.

    Examples
    --------
    >>> from steelyard.meta import fisher_interval
    >>> [round(end, 4) for end in fisher_interval(0.9, 12)]
    [0.6745, 0.9719]
    """
    if coefficient not in CORRELATIONS:
        raise unknown_name("coefficient", coefficient, CORRELATIONS)
    if not 0 < confidence_level < 1:
        raise SpecError(f"confidence_level must lie between 0 and 1, not {confidence_level}.")
    if not -1 <= correlation <= 1:
        raise SpecError(f"correlation must lie between -1 and 1; it is {correlation}.")
    variance, lost = {"pearson": (1.0, 3), "spearman": (1 + correlation**2 / 2, 3), "kendall": (0.437, 4)}[coefficient]
    if n_observations <= lost:
        return nan, nan
    if abs(correlation) == 1:
        return correlation, correlation
    half = normal_quantile((1 + confidence_level) / 2) * sqrt(variance / (n_observations - lost))
    # On the scale of z the interval is symmetric; turned back it cannot leave -1 to 1.
    centre = atanh(correlation)
    return tanh(centre - half), tanh(centre + half)
