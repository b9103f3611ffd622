"""What tests of pairs have in common: what their parameters are, and the draws that they take."""

import inspect
import re
from collections.abc import Callable
from dataclasses import replace
from textwrap import indent
from typing import TYPE_CHECKING, TypeVar

from steelyard.errors import SpecError
from steelyard.inference.draws.exchanges import swap_draws
from steelyard.inference.draws.resample import Draws, Progress, bootstrap_draws

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["EXCHANGED", "MEANS", "RESAMPLED", "drawn_exchanges", "drawn_resamples", "of_family"]

Test = TypeVar("Test", bound=Callable[..., object])
_PARAMETERS = {
    "measurements": ("sequence of Measurement", "Metrics, all of the same systems and units."),
    "pairs": ("sequence of (int, int)", "Systems A and B of each difference, as positions."),
    "n_resamples": ("int", "B."),
    "rng": (
        "int or numpy.random.Generator",
        "The same seed repeats the result bit for bit, for any thread count and block size.",
    ),
    "n_effective": ("float, optional", "As many units of equal size as there are in effect; by default all."),
    "n_threads": ("int, default 1", "Threads for drawing."),
    "draws": ("Draws, optional", ""),
    "progress": ("callable, optional", "Called with (draws done, draws in all)."),
}
MEANS = {"measurements": "Metrics that are means of segment scores, of the same systems and units."}
RESAMPLED = {"draws": "Resample so instead: rows of counts that add up to the number of units."}
EXCHANGED = {
    "n_resamples": "B; where all ``2**n_units`` exchanges are at most B they are enumerated and p is exact.",
    "draws": "Exchange these instead: rows of zeros (exchange) and ones (keep).",
}


def of_family(**own: str) -> Callable[[Test], Test]:
    """Describe, at ``{family}`` in a docstring, the parameters that tests share; `own` are other words for some."""

    def described(test: Test) -> Test:
        lines = []
        for name in inspect.signature(test).parameters:
            if name in _PARAMETERS:
                kind, text = _PARAMETERS[name]
                lines += [f"{name} : {kind}", f"    {own.get(name, text)}"]
        # Python 3.13 takes the indentation off, and python -OO the docstring.
        test.__doc__ = re.sub(r"(?m)^( *)\{family\}$", lambda at: indent("\n".join(lines), at[1]), test.__doc__ or "")
        return test

    return described


def drawn_resamples(
    draws: Draws | None, n_units: int, n: int, rng: "Rng", n_threads: int, progress: Progress | None
) -> Draws:
    """Take these resamples, or draw n."""
    draws = bootstrap_draws(n_units, n, rng=rng, n_threads=n_threads) if draws is None else draws
    return replace(draws, progress=progress)


def drawn_exchanges(
    draws: Draws | None, n_units: int, n: int, rng: "Rng", n_threads: int, progress: Progress | None
) -> Draws:
    """Take these exchanges, or draw n."""
    draws = swap_draws(n_units, n, rng=rng, n_threads=n_threads) if draws is None else draws
    if draws.largest_weight > 1:
        raise SpecError("A swap is a row of zeros and ones: larger weights are a bootstrap's.")
    return replace(draws, progress=progress)
