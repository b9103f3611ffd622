"""Procedures over all systems by name: each takes the place of a test and its correction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError, unknown_name
from steelyard.inference.differences import observe
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Progress
from steelyard.inference.outcome import SMALLEST_P
from steelyard.inference.systems.block_contrasts import BlockContrasts, paired_tukey, scheffe
from steelyard.inference.systems.randomized_tukey import randomized_tukey
from steelyard.reprs import short_repr
from steelyard.types import Measurement

__all__ = ["PROCEDURES", "AllPairs", "Procedure", "get_procedure"]

Pairs = Sequence[tuple[int, int]]
_LEAST_OF_RANGE = 1e-12  # SciPy gives the tail of the studentized range to about 1e-13, absolutely


@dataclass(frozen=True, slots=True, eq=False)
class AllPairs:
    """What a procedure says of the pairs of one metric.

    Attributes
    ----------
    observed : array, shape (P,)
        Score A minus score B.
    p_values : array, shape (P,)
        Of all pairs of all systems at once.
    critical_difference : float
        Larger differences are significant; NaN where the procedure has none.
    n_draws : int
        B; 0 where nothing was drawn.
    is_exact : bool
        p has no Monte-Carlo error.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import AllPairs
    >>> AllPairs(np.array([0.2]), np.array([0.03]), 0.17, 0, True).critical_difference
    0.17
    """

    observed: NDArray[np.float64]
    p_values: NDArray[np.float64]
    critical_difference: float
    n_draws: int
    is_exact: bool

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Procedure:
    """A test of all pairs of systems at once, which takes the place of a test and its correction.

    Attributes
    ----------
    name : str
        As in ``--correction``.
    summary : str
        What it does, fit for a method sentence.
    assumes : str
        What its control of the family-wise error rate needs, fit to stand after "assuming".
    run : callable
        ``run(measurement, pairs, alpha=..., n_resamples=..., rng=..., progress=...)`` gives `AllPairs`.
    is_resampled : bool, default False
        It draws.
    assumes_normal : bool, default True
        p rests on normal errors, and not on the number of arrangements of the units.
    warning : str, default ""
        A sentence that must stand wherever its p-values do.

    Examples
    --------
    >>> from steelyard.inference import get_procedure
    >>> get_procedure("tukey").assumes
    'normal errors of one variance for all systems'
    """

    name: str
    summary: str
    assumes: str
    run: Callable[..., AllPairs]
    is_resampled: bool = False
    assumes_normal: bool = True
    warning: str = ""

    __repr__ = short_repr

    def least_p(self, n_units: int, n_systems: int) -> float:
        """Return the least p-value that so many units can support; 0 where it rests on normal errors instead."""
        return 0.0 if self.assumes_normal else float(factorial(n_systems)) ** (1 - n_units)


def _by_blocks(contrasts: Callable[..., BlockContrasts], name: str, least: float) -> Callable[..., AllPairs]:
    """Make a procedure of an analysis of variance, on what each unit adds to the mean."""

    def run(measurement: Measurement, pairs: Pairs, *, alpha: float, **_: Any) -> AllPairs:
        if not measurement.is_mean:
            raise SpecError(
                f"The correction {name} is an analysis of variance: it needs a metric that is a mean of segment "
                f"scores, and {measurement.label} is not. Use --correction maxt, or another metric."
            )
        statistics = measurement.statistics
        values = np.ldexp(statistics.values.astype(np.float64), -statistics.bits)
        # sums of documents, not their means, so that the mean over units is the score whatever their lengths
        found = contrasts(values[..., 0] / values[0, :, 1].mean(), pairs, alpha=alpha)
        p_values = np.clip(found.p_values, least, 1.0) if found.has_error else found.p_values
        observed = observe([measurement], pairs).differences
        return AllPairs(observed, p_values, found.critical_difference, 0, True)

    return run


def _randomized_tukey(
    measurement: Measurement, pairs: Pairs, *, n_resamples: int, rng: Rng, progress: Progress | None = None, **_: Any
) -> AllPairs:
    found = randomized_tukey(measurement, pairs, n_resamples=n_resamples, rng=rng, progress=progress)
    return AllPairs(found.differences, found.p_values, float("nan"), found.n_draws, found.is_exact)


_NORMAL = "normal errors of one variance for all systems"

PROCEDURES = {
    procedure.name: procedure
    for procedure in (
        Procedure(
            "tukey",
            "Tukey's honestly significant differences with the units as blocks (Tukey 1949)",
            _NORMAL,
            _by_blocks(paired_tukey, "tukey", _LEAST_OF_RANGE),
        ),
        Procedure(
            "scheffe",
            "Scheffé's test with the units as blocks (Scheffé 1953), valid for every contrast and conservative for "
            "pairs",
            _NORMAL,
            _by_blocks(scheffe, "scheffe", SMALLEST_P),
        ),
        Procedure(
            "randomized-tukey",
            "randomised Tukey (Carterette 2012: the outputs of each unit are permuted among the systems, and a "
            "difference is compared with the range of all systems)",
            "that all systems are equal and vary equally",
            _randomized_tukey,
            is_resampled=True,
            assumes_normal=False,
            warning="Randomised Tukey has weak control only: its level is valid if all systems are equal and vary "
            "equally. With near-copies among the systems there are too many false positives (15% instead of 5% in "
            "simulations with 6 near-copies, 32% with 18). Use it to compare with earlier work; for claims use "
            "--correction maxt",
        ),
    )
}


def get_procedure(name: str) -> Procedure:
    """Look a procedure up.

    Parameters
    ----------
    name : str
        As in ``--correction``.

    Returns
    -------
    Procedure
        The procedure of that name.

    Raises
    ------
    SpecError
        There is none; the message names the nearest and all.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import get_procedure
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3], [6, 4, 8, 2, 7]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones((3, 5), dtype=int)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> get_procedure("tukey").run(mean, [(1, 0), (2, 0), (2, 1)], alpha=0.05).p_values.round(4).tolist()
    [0.1213, 0.8165, 0.2853]
    """
    if name not in PROCEDURES:
        raise unknown_name("procedure", name, PROCEDURES)
    return PROCEDURES[name]
