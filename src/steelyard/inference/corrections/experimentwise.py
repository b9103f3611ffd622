"""What a level for each test does to a whole family of independent tests, and back."""

from collections.abc import Sequence
from math import expm1, log1p

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.draws.checks import Rng
from steelyard.inference.null_distributions import TOLERANCE

__all__ = ["experimentwise_error", "joint_experimentwise_error", "sidak_level"]

_CHUNK = 1_000  # draws at once


def experimentwise_error(level: float, n_tests: int) -> float:
    """Return the chance of at least one false claim in so many independent tests of true nulls.

    Parameters
    ----------
    level : float
        Of each test, from 0 to 1.
    n_tests : int
        At least 1; S systems make ``S (S - 1) / 2`` pairs.

    Returns
    -------
    float
        ``1 - (1 - level)**n_tests``.

    Raises
    ------
    SpecError
        The level or the number of tests is none.

    Notes
    -----
    For independent tests. Tests of pairs of systems share systems and texts: there it shows how fast the error grows,
    and is not a measurement of it.

    References
    ----------
    Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and significance testing for MT", W05-0908.

    Examples
    --------
    >>> from steelyard.inference import experimentwise_error
    >>> round(experimentwise_error(0.05, 105), 7), round(experimentwise_error(0.015, 5), 7)
    (0.9954188, 0.0727835)
    """
    _check(level, n_tests)
    # expm1 and log1p: 1 - (1 - level)^n loses all digits where the level is small.
    return 1.0 if level == 1 else -expm1(n_tests * log1p(-level))


def sidak_level(error: float, n_tests: int) -> float:
    """Return the level of each of so many independent tests that keeps the chance of any false claim at this error.

    Parameters
    ----------
    error : float
        Experimentwise, from 0 to 1.
    n_tests : int
        At least 1.

    Returns
    -------
    float
        ``1 - (1 - error)**(1 / n_tests)``, the inverse of `experimentwise_error`.

    Raises
    ------
    SpecError
        The error or the number of tests is none.

    References
    ----------
    Šidák 1967, "Rectangular confidence regions for the means of multivariate normal distributions",
    doi:10.1080/01621459.1967.10482935.

    Examples
    --------
    >>> from steelyard.inference import sidak_level
    >>> round(sidak_level(0.05, 5), 7), round(sidak_level(0.05, 105), 8)
    (0.0102062, 0.00048839)
    """
    _check(error, n_tests)
    return 1.0 if error == 1 else -expm1(log1p(-error) / n_tests)


def joint_experimentwise_error(
    unit_rows: Sequence[NDArray[np.float64]],
    pairs: Sequence[tuple[int, int]],
    level: float,
    *,
    two_sided: bool = True,
    n_draws: int = 10_000,
    rng: Rng = 12345,
) -> float:
    """Return how often at least one of a family of uncorrected tests makes a claim where no two systems differ.

    Parameters
    ----------
    unit_rows : sequence of array, shape (S, N)
        One per metric, larger being better: what each unit adds to the score of each system, up to a factor, such as
        `jackknife_scores` gives.
    pairs : sequence of (int, int)
        Systems A and B of each test, under every metric.
    level : float
        Of each test, from 0 to 1.
    two_sided : bool, default True
        Whether each test looks both ways; else for A being better.
    n_draws : int, default 10,000
        Sets of scores that are drawn.
    rng : int or numpy.random.Generator
        Where they come from.

    Returns
    -------
    float
        Share of the draws in which some difference is beyond the normal quantile of the level.

    Raises
    ------
    SpecError
        The level is none.

    Notes
    -----
    Scores of all systems and metrics are drawn together from the normal distribution with mean 0 and the covariance
    that they have over units: so the draws carry how the tests hang together, which `experimentwise_error` leaves out.
    Exchanges of the systems' outputs would not do, where the systems differ: their differences then change sign
    together, and the rate comes out too small.

    References
    ----------
    Hothorn, Bretz and Westfall 2008, "Simultaneous inference in general parametric models",
    doi:10.1002/bimj.200810425: the joint normal distribution of a family of differences.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import joint_experimentwise_error
    >>> rows = np.random.default_rng(1).normal(size=(3, 500))
    >>> round(joint_experimentwise_error([rows], [(1, 0), (2, 0), (2, 1)], 0.05), 2)  # independent: 1 - 0.95**3 = 0.14
    0.12
    """
    from scipy.special import ndtri  # imported where needed: 0.3 s

    _check(level, 1)
    rows = np.concatenate([np.asarray(one, dtype=np.float64) for one in unit_rows])
    rows = rows - rows.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(rows @ rows.T)
    # A symmetric root of the covariance: eigenvectors have arbitrary signs, which depend on the linear algebra library
    # and would change what a seed draws.
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T  # which has no choice of signs
    starts = np.cumsum([0, *(len(one) for one in unit_rows[:-1])])
    a, b = (np.concatenate([start + np.array(pairs)[:, side] for start in starts]) for side in (0, 1))
    errors = np.sqrt(np.square(rows[a] - rows[b]).sum(axis=1))
    kept = errors > TOLERANCE * max(float(errors.max()), 1e-300)
    changes = (root[a] - root[b])[kept] / errors[kept, None]  # of variance 1
    critical = -float(ndtri(level / 2 if two_sided else level))
    generator, n_claimed = np.random.default_rng(rng), 0
    for start in range(0, n_draws, _CHUNK):
        drawn = changes @ generator.standard_normal((len(root), min(_CHUNK, n_draws - start)))
        n_claimed += int(((np.abs(drawn) if two_sided else drawn) > critical).any(axis=0).sum())
    return n_claimed / n_draws


def _check(probability: float, n_tests: int) -> None:
    if not 0 <= probability <= 1:
        raise SpecError(f"An error rate lies between 0 and 1; {probability} does not.")
    if n_tests != int(n_tests) or n_tests < 1:
        raise SpecError(f"The number of tests must be a whole number from 1, not {n_tests}.")
