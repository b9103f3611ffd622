"""What could have been detected."""

from steelyard.inference.intervals.jackknife import spread_quantile

__all__ = ["minimum_detectable", "smallest_p_value"]


def minimum_detectable(standard_error: float, critical_value: float, n_units: int, *, power: float = 0.8) -> float:
    """Return the true difference that a test would find with the given probability.

    Parameters
    ----------
    standard_error : float
        Of the difference.
    critical_value : float
        How many standard errors the test asks for, after correction.
    n_units : int
        Segments or documents.
    power : float, default 0.8
        Probability of finding it.

    Returns
    -------
    float
        ``(critical value + quantile of power) * standard_error``, in the unit of the score; the quantile is Student's
        below 40 units, else normal. Infinite where no difference could be found.

    Examples
    --------
    >>> from steelyard.inference import minimum_detectable, single_critical_value
    >>> round(minimum_detectable(0.5, single_critical_value(0.05, 1000), 1000), 4)
    1.4008
    """
    return 0.0 if standard_error == 0 else (critical_value + spread_quantile(power, n_units)) * standard_error


def smallest_p_value(n_units: int, *, two_sided: bool = True) -> float:
    """Return the least p-value that exchanging this many units can give.

    Parameters
    ----------
    n_units : int
        Segments or documents.
    two_sided : bool, default True
        A two-sided test counts the observed labelling and its mirror image.

    Returns
    -------
    float
        ``2**(1 - n_units)``, or half of it one-sided.

    Examples
    --------
    >>> from steelyard.inference import smallest_p_value
    >>> smallest_p_value(5), smallest_p_value(6)
    (0.0625, 0.03125)
    """
    return 2.0 ** ((1 if two_sided else 0) - n_units)
