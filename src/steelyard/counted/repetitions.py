"""What is shared by measuring tests over and over: seeds that do not meet, progress, and shares of rejections."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from steelyard.errors import SpecError
from steelyard.inference import SignificanceTest, check_resamples, repeated_p_values, seed_of, wilson_interval
from steelyard.types import CountedSet, Measurement, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress, Rng

__all__ = ["OF_TESTS", "Rejections", "check_repetitions", "counting", "first_seed", "lead_of_second", "rejections"]

OF_TESTS = 2**32  # between the seeds of data sets and those of the tests on them: draws must not repeat


class Rejections(NamedTuple):
    """How many of n tests rejected, their share, and its 95 % interval (Wilson)."""

    n_rejected: int
    share: float
    low: float
    high: float


def check_repetitions(
    test_set: TestSet | CountedSet, shares: Sequence[float], n_repetitions: int, n_resamples: int
) -> None:
    """Refuse what no data sets can be made from.

    Raises
    ------
    SpecError
        There are fewer than two systems, a share of their difference is none, or nothing would be counted.
    """
    n_systems = len(test_set.system_names)
    if n_systems < 2:
        raise SpecError(
            f"Data sets are made from two systems or more, not {n_systems}: name them with -i, or of statistics with "
            "--names."
        )
    if not all(0 < share <= 1 for share in shares):
        raise SpecError(f"Shares of the difference must lie above 0 and be at most 1, not {list(shares)}.")
    check_resamples(n_resamples)
    try:
        check_resamples(n_repetitions)
    except SpecError:
        raise SpecError(
            "The number of data sets (n_repetitions, -r) must be a whole number from 1 to 1,000,000,000, not "
            f"{n_repetitions}."
        ) from None


def lead_of_second(measurement: Measurement) -> float:
    """Subtract the first system's score from the second's: the first is the baseline, as in a comparison."""
    return 0.0 - float(measurement.differences(*measurement.statistics.totals()))  # never -0.0


def first_seed(rng: "Rng") -> int:
    """Return a seed with room for those that are counted from it."""
    return seed_of(rng) % 2**63


def counting(progress: "Progress | None", total: int) -> Callable[[], None]:
    """Return what is to be called after each of so many steps."""
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    return advance


def rejections(
    test: SignificanceTest,
    data_sets: Iterable[Measurement],
    alphas: Sequence[float],
    *,
    n_resamples: int,
    seed: int,
    advance: Callable[[], None],
) -> list[Rejections]:
    """Test every data set, and count at each level; `seed` is that of the data sets."""
    p_values = repeated_p_values(test, data_sets, n_resamples=n_resamples, rng=seed + OF_TESTS, advance=advance)
    found = []
    for alpha in alphas:
        n_rejected = int((p_values <= alpha).sum())
        found.append(Rejections(n_rejected, n_rejected / len(p_values), *wilson_interval(n_rejected, len(p_values))))
    return found
