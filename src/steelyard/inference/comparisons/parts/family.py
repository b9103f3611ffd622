"""What tests of pairs have in common: what their parameters are, and the draws that they take."""

from dataclasses import replace

from steelyard.docstrings import Family
from steelyard.errors import SpecError
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.exchanges import swap_draws
from steelyard.inference.draws.resample import Draws, Progress, bootstrap_draws
from steelyard.inference.shared_docs import SHARED

__all__ = ["EXCHANGED", "MEANS", "RESAMPLED", "drawn_exchanges", "drawn_resamples"]

MEANS = Family(
    """

    Parameters
    ----------
    measurements : sequence of Measurement
        Metrics that are means of segment scores, of the same systems and units.

    Raises
    ------
    SpecError
        A metric is not a mean of segment scores.
    """,
    SHARED,
)
RESAMPLED = Family(
    """

    Parameters
    ----------
    draws : Draws
        Resample so instead: rows of counts that add up to the number of units.
    progress : callable
        Called with (draws done, draws in all), each time that resamples are drawn.

    Raises
    ------
    SpecError
        Given weights are no resamples.
    DataError
        A metric has no score under some resample.
    """,
    SHARED,
)
EXCHANGED = Family(
    """

    Parameters
    ----------
    n_resamples : int
        B; where all ``2**n_units`` exchanges are at most B they are enumerated and p is exact.
    draws : Draws
        Exchange these instead: rows of zeros (exchange) and ones (keep).
    """,
    SHARED,
)


def drawn_resamples(
    draws: Draws | None, n_units: int, n: int, rng: Rng, n_threads: int, progress: Progress | None
) -> Draws:
    """Take these resamples, or draw n."""
    draws = bootstrap_draws(n_units, n, rng=rng, n_threads=n_threads) if draws is None else draws
    return replace(draws, progress=progress)


def drawn_exchanges(
    draws: Draws | None, n_units: int, n: int, rng: Rng, n_threads: int, progress: Progress | None
) -> Draws:
    """Take these exchanges, or draw n."""
    draws = swap_draws(n_units, n, rng=rng, n_threads=n_threads) if draws is None else draws
    if draws.largest_weight > 1:
        raise SpecError("A swap is a row of zeros and ones: larger weights are a bootstrap's.")
    return replace(draws, progress=progress)
