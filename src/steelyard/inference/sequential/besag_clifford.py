"""A single test that stops drawing once enough draws were as extreme as observed (Besag and Clifford 1991)."""

from dataclasses import dataclass

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference.null_distributions import Alternative, NullDistribution, as_extreme, check_alternative

__all__ = ["EXCEEDANCES", "BesagClifford", "besag_clifford"]

EXCEEDANCES = 100


@dataclass(frozen=True, slots=True)
class BesagClifford:
    """How far a sequential test of one difference went.

    Attributes
    ----------
    count : int
        c, draws at least as extreme as observed.
    n_draws : int
        l, draws made.
    exceedances : int
        h, the count at which it stops.

    Examples
    --------
    >>> from steelyard.inference import BesagClifford
    >>> BesagClifford(10, 200, 10).p_value, BesagClifford(9, 999, 10).p_value
    (0.05, 0.01)
    """

    count: int
    n_draws: int
    exceedances: int

    @property
    def is_stopped(self) -> bool:
        """Whether h extreme draws were reached; else the draws ran out."""
        return self.count == self.exceedances

    @property
    def p_value(self) -> float:
        """``h / l`` when stopped at draw l, else ``(c + 1) / (N + 1)``."""
        # The h-th extreme draw came at draw l: h / l, not h + 1, as l itself is what is random.
        return self.count / self.n_draws if self.is_stopped else (self.count + 1) / (self.n_draws + 1)


def besag_clifford(
    null: NullDistribution, alternative: Alternative = "two-sided", *, exceedances: int = EXCEEDANCES
) -> BesagClifford:
    """Test one difference, and stop at the h-th draw that is at least as extreme as observed.

    Parameters
    ----------
    null : NullDistribution
        Of a single difference, drawn at random; its number of draws is N, the most that are made.
    alternative : {"two-sided", "better", "worse"}, default "two-sided"
        What speaks against the null.
    exceedances : int, default 100
        h. The relative error of p from the draws being random is about ``1 / sqrt(h)``: 10 % at the default, so
        .005 at p = .05, where Besag and Clifford's own 10 would leave a third. The level holds for any h.

    Returns
    -------
    BesagClifford
        With the p-value and the number of draws.

    Raises
    ------
    SpecError
        There are several differences, the draws are every outcome, or h is not a whole number from 1.

    Notes
    -----
    Under exchangeability ``P(p <= alpha) <= alpha`` for every alpha, h and N, with equality at every value that p can
    take where no draws tie with the observed difference. Draws needed are about ``h / p``: few where p is large, and
    all N where p is below h / N. It spends draws where a fixed number would leave p rough, so it saves nothing on
    clear differences. Draws come in blocks, and those of the last block after the h-th are not looked at; memory is
    that of a block.

    References
    ----------
    Besag and Clifford 1991, "Sequential Monte Carlo p-values", Biometrika 78, doi:10.1093/biomet/78.2.301.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import NullDistribution, besag_clifford
    >>> draws = np.random.default_rng(1).normal(size=(1, 9999))
    >>> null = NullDistribution(np.array([0.5]), np.ones(1), np.zeros(1), lambda: iter([draws]), 9999, False, 50)
    >>> found = besag_clifford(null)
    >>> found.n_draws, round(found.p_value, 3), null.p_values("two-sided").round(3).tolist()
    (179, 0.559, [0.623])
    """
    check_alternative(alternative)
    if len(null.observed) != 1:
        raise SpecError(
            f"Besag and Clifford's test is about one difference, not {len(null.observed)}: use sequential_families."
        )
    if null.is_exact:
        raise SpecError("These draws are every outcome, once each: there is nothing to stop. Use its p_values.")
    if isinstance(exceedances, bool) or not isinstance(exceedances, int | np.integer) or exceedances < 1:
        raise SpecError(f"The number of exceedances must be a whole number from 1, not {exceedances!r}.")
    observed = null.extremeness(null.held, alternative)
    count = n_draws = 0
    for block in null.make_blocks():
        is_extreme = as_extreme(null.extremeness(block, alternative)[0], observed, null.tolerance)
        places = np.flatnonzero(is_extreme)
        if count + len(places) >= exceedances:
            # Draws after the h-th must not count: where the block ends is no part of the stopping rule.
            last = int(places[exceedances - count - 1])
            return BesagClifford(int(exceedances), n_draws + last + 1, int(exceedances))
        count += len(places)
        n_draws += len(is_extreme)
    return BesagClifford(count, n_draws, int(exceedances))
