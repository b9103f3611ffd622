"""Rows of a result as a data frame."""

from collections.abc import Sequence
from typing import Any

from steelyard.errors import MissingExtraError

__all__ = ["frame_of"]


def frame_of(records: Sequence[dict[str, Any]]) -> Any:
    """Make a frame of Polars, or of pandas where Polars is not installed.

    Raises
    ------
    MissingExtraError
        Neither is installed.
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
