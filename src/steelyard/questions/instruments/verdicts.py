"""Which pairs of systems differ significantly by each metric, and how metrics differ in them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.human import mcnemar, verdicts_of_pairs
from steelyard.inference import SignificanceTest, exchanged_systems, holm
from steelyard.questions.instruments.answer import InstrumentPairRow
from steelyard.questions.test_accuracy.compute import matrices_of_tests, sided_tests
from steelyard.questions.test_accuracy.ordered_pairs import one_sided_matrices
from steelyard.scored import Sampling
from steelyard.scored.repetitions import OF_TESTS
from steelyard.scored.units import Units
from steelyard.types import Measurement

__all__ = ["Verdicts", "allowed_test", "counts_beside", "differences_of", "false_verdicts", "verdicts_of_metrics"]

Verdicts = NDArray[np.int64]  # 1 the first system of a pair is better, -1 worse, 0 no significant difference


def allowed_test(name: str, measurements: Sequence[Measurement]) -> SignificanceTest:
    """Return the test, which every metric must allow."""
    [test] = sided_tests([name])
    others = [one.label for one in measurements if not one.is_mean]
    if test.needs_means and others:
        raise SpecError(
            f"The test {name} needs metrics that are means of segment scores, and {', '.join(others)} "
            f"{'are' if len(others) > 1 else 'is'} none: leave out --test, or these metrics."
        )
    return test


def verdicts_of_metrics(
    units: Units, test: SignificanceTest, n_systems: int, alpha: float, sampling: Sampling
) -> tuple[Verdicts, int]:
    """Test every pair at half the level in each direction: verdicts of shape (metrics, pairs), and draws made."""
    found, n_draws = matrices_of_tests(units, [test], n_systems, "none", sampling)
    upper = np.triu_indices(n_systems, 1)
    verdicts = [verdicts_of_pairs(p_values, alpha=alpha / 2)[upper] for p_values in found.values()]
    return np.array(verdicts), n_draws[test.name]


def false_verdicts(
    units: Units, test: SignificanceTest, n_nulls: int, alpha: float, sampling: Sampling, advance: Callable[[], None]
) -> list[int]:
    """Count, metric by metric, in how many data sets without a difference the same test finds one.

    A data set is a pair of systems, each pair in turn, with the two outputs of a segment exchanged or not at random;
    all metrics see the same exchanges. `advance` is called after each data set.
    """
    n_false = np.zeros(len(units.segments), dtype=np.int64)
    pairs = list(combinations(range(units.segments[0].statistics.n_systems), 2))
    for number in range(n_nulls):
        seed, pair = (sampling.seed + number) % 2**64, pairs[number % len(pairs)]
        made = [_exchanged(measurement, pair, units.codes, seed) for measurement in units.segments]
        outcome = test(
            made, [(1, 0)], n_resamples=sampling.n_resamples, rng=(seed + OF_TESTS) % 2**64,
            n_threads=sampling.n_threads,
        )  # fmt: skip
        p_values = one_sided_matrices(outcome, [(1, 0)], len(made), 2)
        n_false += [verdicts_of_pairs(one, alpha=alpha / 2)[0, 1] != 0 for one in p_values]
        advance()
    return n_false.tolist()


def _exchanged(
    measurement: Measurement, pair: tuple[int, int], codes: NDArray[np.int64] | None, seed: int
) -> Measurement:
    statistics = measurement.statistics
    two = replace(measurement, systems=(), statistics=replace(statistics, values=statistics.values[list(pair)]))
    [made] = exchanged_systems(two, np.arange(statistics.n_units), 1, rng=seed)
    return made if codes is None else made.by_document(codes)


def counts_beside(verdicts: Verdicts, gold: Verdicts) -> tuple[int, int, int, int]:
    """Count pairs that are the same by people, the opposite, and significant by the metric or by people alone."""
    by_metric, by_people = verdicts != 0, gold != 0
    same, opposite = (verdicts == gold) & by_people, (verdicts == -gold) & by_people
    kinds = same, opposite, by_metric & ~by_people, ~by_metric & by_people
    n_same, n_opposite, n_metric_alone, n_people_alone = (int(kind.sum()) for kind in kinds)
    return n_same, n_opposite, n_metric_alone, n_people_alone


def differences_of(
    measurements: Sequence[Measurement], verdicts: Verdicts, gold: Verdicts | None
) -> tuple[InstrumentPairRow, ...]:
    """Compare every two metrics by McNemar's test: pairs as by people, where there are any, then significant ones."""
    kinds = {} if gold is None else {"same": (verdicts == gold) & (gold != 0)}
    rows = []
    for what, told in {**kinds, "significant": verdicts != 0}.items():
        n_told = told.sum(axis=1)
        ordered = [(a, b) if n_told[a] >= n_told[b] else (b, a) for a, b in combinations(range(len(told)), 2)]
        found = [mcnemar(told[a], told[b]) for a, b in ordered]
        adjusted = holm(np.array([one.p_value for one in found])) if found else ()
        for (a, b), one, p_adjusted in zip(ordered, found, adjusted, strict=True):
            first, second = measurements[a], measurements[b]
            rows.append(
                InstrumentPairRow(
                    what, first.metric, second.metric, first.label, second.label, one.n_only_a, one.n_only_b,
                    one.p_value, float(p_adjusted),
                )
            )  # fmt: skip
    return tuple(rows)
