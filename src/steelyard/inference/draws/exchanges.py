"""Random exchanges of units between two systems, or all of them where they are few."""

from functools import partial

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.inference.draws.checks import Rng, check_draws
from steelyard.inference.draws.resample import Draws, SeededFill, seed_of
from steelyard.inference.shared_docs import SHARED

__all__ = ["swap_draws"]


@SHARED
def swap_draws(n_units: int, n_resamples: int, *, rng: Rng, n_threads: int = 1, may_enumerate: bool = True) -> Draws:
    """Draw which units two systems exchange, each with probability one half.

    Parameters
    ----------
    n_units : int
        Segments or documents.
    n_resamples : int
        B. Where all ``2**n_units`` outcomes are at most B, each is taken once instead.
    may_enumerate : bool, default True
        Off, there are B random draws however few the units, as several tasks need that are drawn side by side.

    Returns
    -------
    Draws
        Rows of zeros and ones: 1 keeps a unit, 0 exchanges it.

    Examples
    --------
    >>> from steelyard.inference import swap_draws
    >>> draws = swap_draws(2, 10_000, rng=12345)
    >>> draws.n_resamples, draws.is_exact, next(draws.blocks())[1].tolist()
    (4, True, [[0, 0], [1, 0], [0, 1], [1, 1]])
    """
    check_draws(n_units, n_resamples)
    seed = seed_of(rng)
    if may_enumerate and n_units < 63 and 2**n_units <= n_resamples:
        return Draws(2**n_units, n_units, _fill_outcomes, largest_weight=1, is_exact=True)

    return Draws(
        n_resamples,
        n_units,
        SeededFill("fill_masks", seed, n_threads),
        largest_weight=1,
        fill_bits=partial(_fill_bits, seed, n_threads, n_units),
    )


def _fill_bits(seed: int, n_threads: int, n_units: int, first: int, out: NDArray[np.uint8]) -> None:
    _native.fill_mask_bits(seed, first, n_units, out, n_threads)


def _fill_outcomes(first: int, out: NDArray[np.int8]) -> None:
    numbers = np.arange(first, first + len(out), dtype=np.int64)
    out[...] = numbers[:, None] >> np.arange(out.shape[1]) & 1
