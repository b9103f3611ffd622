"""What a level for each test does to a whole family of independent tests, and back."""

from math import expm1, log1p

from steelyard.errors import SpecError

__all__ = ["experimentwise_error", "sidak_level"]


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


def _check(probability: float, n_tests: int) -> None:
    if not 0 <= probability <= 1:
        raise SpecError(f"An error rate lies between 0 and 1; {probability} does not.")
    if n_tests != int(n_tests) or n_tests < 1:
        raise SpecError(f"The number of tests must be a whole number from 1, not {n_tests}.")
