"""The bootstrap test of the Moses script and of sacreBLEU's --paired-bs, for reproduction: its level does not hold."""

from collections.abc import Sequence

import numpy as np

from steelyard.inference.comparisons.parts.family import RESAMPLED, drawn_resamples
from steelyard.inference.differences import bootstrap_differences, centred_tolerance, observe
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws, Progress
from steelyard.inference.null_distributions import NullDistribution, as_extreme, p_from_count, sum_of_draws
from steelyard.inference.outcome import SettledPValues
from steelyard.inference.registry import SignificanceTest, register
from steelyard.types import Measurement

__all__ = ["MOSES", "moses"]


@RESAMPLED
def moses(
    measurements: Sequence[Measurement],
    pairs: Sequence[tuple[int, int]],
    *,
    n_resamples: int,
    rng: Rng,
    n_threads: int = 1,
    draws: Draws | None = None,
    progress: Progress | None = None,
    ties_count: bool = True,
) -> SettledPValues:
    """Repeat the bootstrap test that takes absolute values first and shifts them to mean zero afterwards.

    With ``A = |difference|`` under each resample, p is how often ``A - mean(A)`` is at least the observed
    ``|difference|``. For reproduction only.

    Parameters
    ----------
    ties_count : bool, default True
        False counts larger values only, as sacreBLEU does: identical systems then have p = 1 / (B + 1).

    Returns
    -------
    SettledPValues
        Two-sided only, as the procedure has no other side.

    Notes
    -----
    The level does not hold. Once absolute, the values cannot be shifted to what they would be under the null: it is a
    one-sided test that takes its side from the data. Of true nulls it rejects 25.0 %, 11.4 % and 2.3 % at a nominal
    10 %, 5 % and 1 % (100 normal differences, 20,000 simulated test sets; with 12 units 28 %, 15 % and 5 %). An
    observed difference of 0 has p near .43.

    References
    ----------
    Graham, Mathur and Baldwin 2014, "Randomized significance tests in machine translation", W14-3333, on the bootstrap
    of Riezler and Maxwell 2005, W05-0908. Also bootstrap-hypothesis-difference-significance.pl of Moses, and Post 2018,
    "A call for clarity in reporting BLEU scores", W18-6319 (sacreBLEU).

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import moses, shifted_bootstrap
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> options = {"n_resamples": 9999, "rng": 12345}
    >>> p_values = [test([mean], [(0, 1)], **options).p_values("two-sided") for test in (moses, shifted_bootstrap)]
    >>> [bool(p_value[0] < 0.02) for p_value in p_values]  # 21 and 162 of all 3125 resamples
    [True, False]
    """
    n_units = measurements[0].statistics.n_units
    draws = drawn_resamples(draws, n_units, n_resamples, rng, n_threads, progress)
    family = observe(measurements, pairs)
    sizes = NullDistribution(  # keeps its draws where they are few
        family.differences,
        family.orientation,
        family.tolerance,
        lambda: (np.abs(block) for block in bootstrap_differences(measurements, pairs, draws)),
        draws.n_resamples,
        draws.is_exact,
        n_units,
    )
    # The fault that this repeats: under the null |D| has a positive mean, so taking it off leaves only draws above
    # their mean to count (Graham et al. 2014 on Riezler and Maxwell 2005).
    shift = (sum_of_draws(sizes.blocks()) / draws.n_resamples)[:, None]
    observed, tolerance = np.abs(family.differences)[:, None], centred_tolerance(family)[:, None]
    count = np.zeros(len(family.differences), dtype=np.int64)
    for block in sizes.blocks():
        shifted = block - shift
        # "larger" is "not at most": equal numbers are told by the same tolerance
        is_extreme = (
            as_extreme(shifted, observed, tolerance) if ties_count else ~as_extreme(observed, shifted, tolerance)
        )
        count += is_extreme.sum(axis=1)
    p_values = p_from_count(count, draws.n_resamples, is_exact=draws.is_exact)
    return SettledPValues(family.differences, {"two-sided": p_values}, n_units, draws.n_resamples, draws.is_exact)


MOSES = register(
    SignificanceTest(
        name="moses",
        summary="bootstrap of absolute differences shifted to zero (the Moses script; sacreBLEU's paired-bs)",
        validity="reproduction",
        run=moses,
        has_joint_null=False,
        alternatives=("two-sided",),
        warning="This test has too many false positives: 25%, 11% and 2% at nominal levels of 10%, 5% and 1% "
        "(simulated, 100 units). Use it only to reproduce the output of other tools",
    )
)
