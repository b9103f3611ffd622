"""What functions of meta share, for their docstrings."""

from steelyard.docstrings import Family
from steelyard.inference.shared_docs import SHARED

__all__ = ["METRICS", "SCORES"]

METRICS = Family(
    """

    Parameters
    ----------
    scores : array, shape (S, N) or (M, S, N)
        Of S systems on N items (segments) under M metrics, larger is better; NaN where there is none.
    ratings : array, shape (S, N)
        By people, larger is better; NaN where there is none.
    draws : (Draws, Draws)
        Weights of the systems and of the items, such as from `output_draws`.
    values : array, shape (M,)
        Agreement of each metric, larger is better.
    pairs : sequence of (int, int)
        Metrics A and B of each difference, as positions; by default all, the earlier first.
    statistic : str
        Of `CORRELATIONS` or `PAIR_STATISTICS`.
    level : {"system", "item", "within-system", "global"}
        As for `correlate_level`.
    """,
    SHARED,
)

SCORES = Family(
    """

    Raises
    ------
    AlignmentError
        The shapes do not fit.
    """,
    METRICS,
)
