"""What parameters of inference, human and meta are wherever they stand, for the docstrings of their functions."""

from steelyard.docstrings import Family

__all__ = ["INTERVALS", "P_VALUES", "SHARED"]

SHARED = Family("""

    Parameters
    ----------
    measurement : Measurement
        N units: segments or documents.
    measurements : sequence of Measurement
        Metrics, all of the same systems and units.
    pairs : sequence of (int, int)
        Systems A and B of each difference, as positions.
    a, b : int
        Positions of the systems.
    alternative : {"two-sided", "better", "worse"}
        What speaks against the null.
    higher_is_better : bool
        The metric's direction.
    difference : float
        Score A minus score B.
    leave_one_out : array, shape (N,)
        The same without each unit in turn.
    n_units : float
        Segments or documents, or their `effective_number`.
    n_effective : float
        As many units of equal size as there are in effect (`effective_number`); N if not given.
    power : float
        Probability of finding it.
    confidence_level : float
        Share of samples in which an interval covers the true value, between 0 and 1.
    n_resamples : int
        B, the number of resamples.
    rng : int or numpy.random.Generator
        The same seed repeats the result bit for bit, for any thread count and block size.
    n_threads : int
        Threads for drawing.
    progress : callable
        Called with (draws done, draws in all).
    n_systems : int
        S; by default one more than the largest code.
    """)

INTERVALS = Family(
    """

    Parameters
    ----------
    observed : float
        The score, or the difference.

    Raises
    ------
    SpecError
        The confidence level is not between 0 and 1.
    """,
    SHARED,
)

P_VALUES = Family("""

    Parameters
    ----------
    p_values : array, shape (P,)
        Raw p-values.

    Returns
    -------
    array
        Adjusted p-values.

    Raises
    ------
    SpecError
        They are not in one row, or one does not lie between 0 and 1.
    """)
