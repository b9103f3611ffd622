"""How draws are made: how many, from which seed, on how many threads, and whom to tell."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["Sampling"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How draws are made; no result depends on the last two.

    Attributes
    ----------
    n_resamples : int
        Draws of each test or interval.
    seed : int
        Of all draws.
    n_threads : int
        Threads.
    progress : callable or None
        Called with (draws done, draws in all).
    """

    n_resamples: int
    seed: int
    n_threads: int = 1
    progress: "Progress | None" = None
