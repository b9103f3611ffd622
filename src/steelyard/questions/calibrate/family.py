"""How often tests of all pairs of several systems, corrected together, claim any difference that is not there."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.counted.pairs import Pair, choose_pairs
from steelyard.counted.repetitions import OF_TESTS
from steelyard.inference import (
    SignificanceTest,
    equal_systems,
    permuted_systems,
    repeated_adjusted,
    resampled_units,
    wilson_interval,
)
from steelyard.questions.calibrate.answer import RejectionRow
from steelyard.types import Measurement

__all__ = ["family_rows", "n_family_steps"]

Kind = tuple[str, NDArray[np.int64]]  # what is drawn, and the group of each unit


@dataclass(frozen=True, slots=True)
class _Situation:
    """How families are made, and which pairs do not differ in them."""

    name: str
    drawn: str
    pairs: tuple[Pair, ...]
    data_sets: Callable[[], Iterable[Measurement]]


def n_family_steps(tests: Sequence[SignificanceTest], n_kinds: int) -> int:
    """Count the tests and situations of a metric; a test that counts units is not put through shifts."""
    return sum(n_kinds * (3 if test.is_about_scores else 1) for test in tests)


def family_rows(
    measurement: Measurement,
    sizes: NDArray[np.float64],
    kinds: Sequence[Kind],
    tests: Sequence[SignificanceTest],
    *,
    alphas: Sequence[float],
    n_repetitions: int,
    n_resamples: int,
    seed: int,
    advance: Callable[[], None],
) -> list[RejectionRow]:
    """Count the families in which a test called any two systems different that do not differ, level by level."""
    pairs = choose_pairs(measurement.systems, "all")
    rows = []
    for number, situation in enumerate(_situations(measurement, sizes, kinds, n_repetitions, seed)):
        null = [pairs.index(pair) for pair in situation.pairs]
        for test in tests:  # each sees the same families
            if not test.is_about_scores and situation.name != "exchanged":
                continue
            p_values = repeated_adjusted(
                test,
                situation.data_sets(),
                pairs,
                n_resamples=n_resamples,
                rng=seed + number + OF_TESTS,
                advance=advance,
            )
            least = p_values[:, null].min(axis=1)
            for alpha in alphas:
                n_rejected = int((least <= alpha).sum())
                low, high = wilson_interval(n_rejected, n_repetitions)
                rows.append(
                    RejectionRow(
                        metric=measurement.metric,
                        label=measurement.label,
                        test=test.name,
                        situation=situation.name,
                        drawn=situation.drawn,
                        difference=0.0,
                        alpha=alpha,
                        n_rejected=n_rejected,
                        n_repetitions=n_repetitions,
                        rate=n_rejected / n_repetitions,
                        low=low,
                        high=high,
                        verdict="holds",
                    )
                )
    return rows


def _situations(
    measurement: Measurement, sizes: NDArray[np.float64], kinds: Sequence[Kind], n: int, seed: int
) -> list[_Situation]:
    pairs = tuple(choose_pairs(measurement.systems, "all"))
    scores = measurement.scores(measurement.statistics.totals())
    far = int(np.abs(scores - np.median(scores)).argmax())
    others = tuple(pair for pair in pairs if far not in pair)
    equal = equal_systems(measurement, sizes)
    apart = equal_systems(measurement, sizes, apart=far)

    def permuted(groups: NDArray[np.int64], at: int) -> Callable[[], Iterable[Measurement]]:
        return lambda: permuted_systems(measurement, groups, n, rng=seed + at)

    def drawn(pool: Measurement, groups: NDArray[np.int64], at: int) -> Callable[[], Iterable[Measurement]]:
        return lambda: resampled_units(pool, groups, n, rng=seed + at)

    k = len(kinds)
    return [
        *(_Situation("exchanged", kind, pairs, permuted(groups, i)) for i, (kind, groups) in enumerate(kinds)),
        *(
            _Situation("equal scores", kind, pairs, drawn(equal, groups, k + i))
            for i, (kind, groups) in enumerate(kinds)
        ),
        *(
            _Situation("one apart", kind, others, drawn(apart, groups, 2 * k + i))
            for i, (kind, groups) in enumerate(kinds)
        ),
    ]
