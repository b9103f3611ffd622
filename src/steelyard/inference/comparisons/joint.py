"""The joint test: Student's t of every difference, held against the largest of all in normal draws."""

from collections.abc import Sequence

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference.corrections.joint_null import JointNull
from steelyard.inference.differences import observe
from steelyard.inference.draws.checks import Rng
from steelyard.inference.draws.resample import Draws, Progress, seed_of
from steelyard.inference.intervals.jackknife import jackknife_scores
from steelyard.inference.registry import SignificanceTest, register
from steelyard.inference.shared_docs import SHARED
from steelyard.inference.systems.joint import joint_differences
from steelyard.types import Measurement

__all__ = ["JOINT", "joint_test"]


@SHARED
def joint_test(
    measurements: Sequence[Measurement],
    pairs: Sequence[tuple[int, int]],
    *,
    n_resamples: int,
    rng: Rng,
    n_effective: float | None = None,
    n_threads: int = 1,
    draws: Draws | None = None,
    progress: Progress | None = None,
) -> JointNull:
    """Test whether systems differ by normal theory, all differences at once.

    Parameters
    ----------
    n_resamples : int
        B, for the correction: p of a difference alone is that of Student's t, and draws nothing.
    n_threads : int, default 1
        Has no effect.
    draws : Draws, optional
        Refused: exchanges are no normal weights.

    Returns
    -------
    JointNull
        Of P = metrics * pairs differences, metric by metric.

    Raises
    ------
    SpecError
        There are exchanges to make.

    Notes
    -----
    See `joint_differences`, which draws. Goes with every metric; with few units and skewed differences it misleads, as
    Student's t does.

    References
    ----------
    Chernozhukov, Chetverikov and Kato 2013, "Gaussian approximations and multiplier bootstrap for maxima of sums of
    high-dimensional random vectors", doi:10.1214/13-AOS1161.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.inference import get_test
    >>> from steelyard.types import Measurement, Statistics
    >>> scores = np.array([[6, 5, 9, 2, 8], [3, 4, 5, 4, 3]])
    >>> statistics = Statistics.from_values(np.stack([scores, np.ones_like(scores)], axis=-1))
    >>> mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
    >>> get_test("joint")([mean], [(0, 1)], n_resamples=99, rng=1).p_values("two-sided").round(7).tolist()
    [0.1509441]
    """
    if draws is not None:
        raise SpecError("The test joint draws weights of units, and exchanges nothing: leave draws out.")
    n_units, seed = measurements[0].statistics.n_units, seed_of(rng)
    a, b = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    found = tuple(
        joint_differences(
            one.scores(one.statistics.totals()),
            jackknife_scores(one),
            n_units=n_units if n_effective is None else n_effective,
            higher_is_better=one.higher_is_better,
            pairs=pairs,
            n_draws=n_resamples,
            rng=seed,
            progress=progress,
        )
        for one in measurements
    )
    return JointNull(
        observe(measurements, pairs).differences,
        np.concatenate([one.held[a, b] for one in found]),
        np.concatenate([np.minimum(one.p_values[a, b], one.p_values[b, a]) for one in found]),
        np.repeat(np.arange(len(found)), len(a)),
        np.tile(np.stack([a, b], axis=1), (len(found), 1)),
        found,
        n_units,
        n_units if n_effective is None else n_effective,
    )


JOINT = register(
    SignificanceTest(
        name="joint",
        summary="joint t test (differences divided by jackknife standard errors)",
        validity="asymptotic",
        run=joint_test,
        assumes_normal=True,
        alternatives=("two-sided",),
        counts_errors=True,
    )
)
