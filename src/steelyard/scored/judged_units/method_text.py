"""What methods say of items that were right or wrong: in a sentence for a paper, and as fields."""

from typing import Any

from steelyard.results.plurals import counted
from steelyard.scored.judged_units.levels import JudgedItems
from steelyard.scored.sampling import Sampling

__all__ = ["by_draws", "by_exact_tests", "method_of_items", "of_phenomena", "rates_sentence"]


def of_phenomena(n: int) -> str:
    """Count phenomena."""
    return "1 phenomenon" if n == 1 else f"{n:,} phenomena"


def rates_sentence(items: JudgedItems, alpha: float) -> str:
    """Say what intervals are."""
    return (
        f"{round(100 * (1 - alpha), 6):g}% intervals are by the exact binomial distribution (Korn and "
        f"Graubard 1998), for as many independent items as the {counted(items.n_units, items.unit)} are worth."
    )


def by_exact_tests(items: JudgedItems) -> str:
    """Say how phenomena were tested."""
    return f"compared by exact randomization of what they made of each {items.unit}, corrected by Holm's method"


def by_draws(sampling: Sampling, n_tests: int) -> str:
    """Say how means were tested."""
    return (
        f"compared by randomization ({sampling.n_resamples:,} draws, seed {sampling.seed}), corrected by max-T over "
        f"{counted(n_tests, 'difference')}"
    )


def method_of_items(alpha: float, sampling: Sampling) -> dict[str, Any]:
    """Return what intervals and tests were told."""
    draws = {"n_resamples": sampling.n_resamples, "seed": sampling.seed}
    return {"alpha": alpha, "confidence_level": 1 - alpha, **draws}
