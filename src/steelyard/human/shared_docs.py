"""What functions of human share, for their docstrings."""

from steelyard.docstrings import Family
from steelyard.inference.shared_docs import SHARED

__all__ = ["COLUMNS", "ITEMS"]

COLUMNS = Family(
    """

    Parameters
    ----------
    raters : array of int, shape (n,)
        Rater of each, as codes from 0.

    Raises
    ------
    AlignmentError
        The columns have different lengths.
    """,
    SHARED,
)

ITEMS = Family(
    """

    Parameters
    ----------
    groups : array of int, shape (N,)
        Items left out together by the jackknife, such as those of a document; by default each alone.

    Raises
    ------
    AlignmentError
        The array has another shape.
    """,
    SHARED,
)
