"""What a test says about a family of differences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.inference.null_distributions import Alternative, check_alternative
from steelyard.reprs import short_repr

__all__ = ["SMALLEST_P", "Outcome", "SettledPValues", "WinCounts"]

SMALLEST_P = float(np.finfo(np.float64).tiny)  # stands for every p-value that float64 cannot hold: none is 0


class Outcome(Protocol):
    """What every test gives; a `NullDistribution` is the kind that max-T can use too.

    Attributes
    ----------
    observed : array, shape (P,)
        Observed differences, score A minus score B in the metric's own sign.
    n_draws : int
        B; 0 where nothing was drawn.
    is_exact : bool
        p has no Monte-Carlo error: every outcome was enumerated, or nothing was drawn.
    n_units : int
        Segments or documents.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import Outcome, SettledPValues
    >>> outcome: Outcome = SettledPValues(np.array([1.5]), {"two-sided": np.array([0.5])}, n_units=2)
    >>> outcome.p_values("two-sided").tolist(), outcome.n_draws
    ([0.5], 0)
    """

    @property
    def observed(self) -> NDArray[np.float64]:
        """Observed differences, shape (P,)."""

    @property
    def n_draws(self) -> int:
        """B; 0 where nothing was drawn."""

    @property
    def is_exact(self) -> bool:
        """Whether p has no Monte-Carlo error."""

    @property
    def n_units(self) -> int:
        """Segments or documents."""

    def p_values(self, alternative: Alternative) -> NDArray[np.float64]:
        """Return the p-value of each difference alone, shape (P,)."""

    def n_tails(self, alternative: Alternative) -> int:
        """Return how many tails p adds up: 2 where it is twice a share of the draws, else 1."""

    def select(self, members: Sequence[int]) -> "Outcome":
        """Return the same for some of the differences."""


@dataclass(frozen=True, slots=True, eq=False)
class SettledPValues:
    """p-values without a joint null distribution behind them: max-T cannot use them, other corrections can.

    Attributes
    ----------
    observed : array, shape (P,)
        Observed differences, score A minus score B in the metric's own sign.
    by_alternative : mapping of str to array, shape (P,)
        p-values under each alternative that the test has.
    n_units : int
        Segments or documents.
    n_draws : int, default 0
        B; 0 where nothing was drawn.
    is_exact : bool, default True
        p has no Monte-Carlo error: every outcome was enumerated, or nothing was drawn.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import SettledPValues
    >>> settled = SettledPValues(np.array([1.5, 0.0]), {"two-sided": np.array([0.5, 1.0])}, n_units=2)
    >>> settled.select([1]).p_values("two-sided").tolist()
    [1.0]
    """

    observed: NDArray[np.float64]
    by_alternative: Mapping[Alternative, NDArray[np.float64]]
    n_units: int
    n_draws: int = 0
    is_exact: bool = True

    __repr__ = short_repr

    @classmethod
    def from_tails(
        cls, observed: NDArray[np.float64], better: NDArray[np.float64], worse: NDArray[np.float64], n_units: int
    ) -> "SettledPValues":
        """Take both one-sided p-values, each of shape (P,); two-sided p is twice the smaller one."""
        doubled = np.minimum(1.0, 2 * np.minimum(better, worse))
        return cls(observed, {"two-sided": doubled, "better": better, "worse": worse}, n_units)

    def p_values(self, alternative: Alternative) -> NDArray[np.float64]:
        """Return the p-value of each difference alone, shape (P,)."""
        check_alternative(alternative)
        if alternative not in self.by_alternative:
            raise SpecError(
                f"This test has no p-value for the alternative {alternative!r}, only for: "
                f"{', '.join(self.by_alternative)}."
            )
        return self.by_alternative[alternative]

    def n_tails(self, alternative: Alternative) -> int:
        """Return how many tails p adds up: 2 where it is twice a share of the draws, else 1."""
        check_alternative(alternative)
        return 1

    def select(self, members: Sequence[int]) -> "SettledPValues":
        """Return the same for some of the differences."""
        index = list(members)
        chosen: dict[Alternative, NDArray[np.float64]] = {
            alternative: p_values[index] for alternative, p_values in self.by_alternative.items()
        }
        return SettledPValues(self.observed[index], chosen, self.n_units, self.n_draws, self.is_exact)


@dataclass(frozen=True, slots=True, eq=False)
class WinCounts:
    """How often system A was ahead, level and behind: over resamples, or over units.

    Attributes
    ----------
    wins, ties, losses : array of int, shape (P,)
        A is better in the metric's direction, equal, worse.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import WinCounts
    >>> counts = WinCounts(np.array([7]), np.array([1]), np.array([2]))
    >>> counts.total.tolist(), counts.mirrored().wins.tolist()
    ([10], [2])
    """

    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    losses: NDArray[np.int64]

    __repr__ = short_repr

    @property
    def total(self) -> NDArray[np.int64]:
        """Resamples or units, shape (P,)."""
        total: NDArray[np.int64] = self.wins + self.ties + self.losses
        return total

    def mirrored(self) -> "WinCounts":
        """Return the same seen from system B."""
        return WinCounts(self.losses, self.ties, self.wins)

    def select(self, members: Sequence[int]) -> "WinCounts":
        """Return the same for some of the differences."""
        index = list(members)
        return WinCounts(self.wins[index], self.ties[index], self.losses[index])
