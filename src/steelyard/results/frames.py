"""Rows of a result as a data frame."""

from collections.abc import Sequence
from typing import Any

from steelyard.errors import MissingExtraError

__all__ = ["frame_of"]


def frame_of(records: Sequence[dict[str, Any]]) -> Any:
    """Make a frame of Polars, or of pandas where Polars is not installed.

    Parameters
    ----------
    records : sequence of dict
        Rows with the same names.

    Returns
    -------
    polars.DataFrame or pandas.DataFrame
        A column per name.

    Raises
    ------
    MissingExtraError
        Neither is installed.

    Examples
    --------
    >>> from steelyard.results import frame_of
    >>> frame_of([{"system": "a", "score": 1.5}, {"system": "b", "score": 2.0}]).shape
    (2, 2)
    """
    try:
        import polars
    except ImportError:
        try:
            import pandas
        except ImportError as error:
            raise MissingExtraError(
                "to_frame() needs Polars or pandas: pip install polars. Without them, use to_dict()."
            ) from error
        return pandas.DataFrame(records)
    return polars.DataFrame(records, infer_schema_length=None)
