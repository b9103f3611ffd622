"""How draws are made: how many, from which seed, on how many threads, and whom to tell."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress

__all__ = ["Sampling"]


@dataclass(frozen=True, slots=True)
class Sampling:
    """How draws are made; no result depends on the last two."""

    n_resamples: int  # draws of each test or interval
    seed: int  # of all draws
    n_threads: int = 1
    progress: "Progress | None" = None  # called with (draws done, draws in all)
