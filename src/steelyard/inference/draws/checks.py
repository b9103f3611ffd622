"""Whether there is anything to resample, and how often."""

from typing import TypeAlias

import numpy as np

from steelyard.errors import AlignmentError, SpecError
from steelyard.inference.shared_docs import SHARED

__all__ = ["Rng", "check_draws", "check_resamples"]

Rng: TypeAlias = "np.random.Generator | int"  # a string: numpy.random takes 8 ms to import
_MOST_RESAMPLES = 10**9


@SHARED
def check_resamples(n_resamples: int) -> None:
    """Refuse a number of resamples that is none.

    Raises
    ------
    SpecError
        It is not a whole number from 1 to 1,000,000,000.

    Examples
    --------
    >>> from steelyard.inference import check_resamples
    >>> check_resamples(10_000)
    """
    is_whole = isinstance(n_resamples, int | np.integer) and not isinstance(n_resamples, bool)
    if not is_whole or not 1 <= n_resamples <= _MOST_RESAMPLES:
        raise SpecError(
            f"The number of resamples (n_resamples, -n) must be a whole number from 1 to {_MOST_RESAMPLES:,}, "
            f"not {n_resamples!r}."
        )


def check_draws(n_units: int, n_resamples: int) -> None:
    """Refuse to resample nothing, and numbers of resamples that cannot be."""
    if n_units < 1:
        raise AlignmentError("There is nothing to resample: at least one unit is needed.")
    check_resamples(n_resamples)
