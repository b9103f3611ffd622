"""The exact null distribution of an exchange test, against every exchange, in fractions."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.inference import ExactNull, exact_null, randomization, subset_sum_probabilities
from steelyard.metrics import measure
from steelyard.types import Measurement, Statistics
from tests.conftest import EXAMPLES
from tests.inference.measurements import (
    TOY4_LENGTHS,
    TOY4_MATCHES,
    TOY5,
    bleu_like_of,
    counts_of_texts,
    mean_of,
    ratio_of,
)

ALTERNATIVES = ("two-sided", "better", "worse")


def ter_of(edits: object, words: object, *, higher_is_better: bool = False) -> Measurement:
    """Measure counts, shape (2, N), by their sum as a percentage of the references' words, shape (N,)."""
    counts = np.asarray(edits, dtype=np.int64)
    statistics = Statistics.from_values(np.stack([counts, np.broadcast_to(np.asarray(words), counts.shape)], axis=-1))
    return Measurement(
        "ter", "TER", "", statistics, lambda s: 100 * s[..., 0] / s[..., 1], higher_is_better, ("x", "y")
    )


def enumerated(differences: list[int], alternative: str, direction: int) -> Fraction:
    """Count exchanges that are at least as extreme, one by one."""
    observed, count = sum(differences), 0
    for signs in product((1, -1), repeat=len(differences)):
        null = sum(sign * d for sign, d in zip(signs, differences, strict=True))
        if alternative == "two-sided":
            count += abs(null) >= abs(observed)
        else:
            side = direction if alternative == "better" else -direction
            count += side * null >= side * observed
    return Fraction(count, 2 ** len(differences))


@given(
    rows=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(1, 30)), min_size=1, max_size=10),
    higher_is_better=st.booleans(),
)
def test_p_is_that_of_every_exchange(rows: list[tuple[int, int, int]], higher_is_better: bool) -> None:
    array = np.array(rows).T
    null = exact_null(ter_of(array[:2], array[2], higher_is_better=higher_is_better), 0, 1)
    differences = (array[0] - array[1]).tolist()
    for alternative in ALTERNATIVES:
        expected = enumerated(differences, alternative, 1 if higher_is_better else -1)
        assert null.p_value(alternative) == pytest.approx(float(expected), rel=1e-13)
    assert null.probabilities.sum() == pytest.approx(1, abs=1e-13)


@pytest.mark.parametrize("n_units", [14, 18])
def test_p_is_that_of_randomization_with_every_exchange(n_units: int) -> None:
    rng = np.random.default_rng(n_units)
    edits = rng.integers(0, 12, (2, n_units)) * [[1], [2]]
    measurement = ter_of(edits, rng.integers(5, 30, n_units))
    enumeration = randomization([measurement], [(0, 1)], n_resamples=2**n_units, rng=1)
    assert enumeration.is_exact
    null = exact_null(measurement, 0, 1)
    assert null.observed == enumeration.observed[0]
    for alternative in ALTERNATIVES:
        assert abs(null.p_value(alternative) - enumeration.p_values(alternative)[0]) < 1e-12


@pytest.mark.parametrize(("n_units", "size"), [(60, 1), (3000, 3), (8000, 1)])
def test_equal_differences_follow_the_binomial_law(n_units: int, size: int) -> None:
    found = subset_sum_probabilities(np.full(n_units, size))
    ours = found[::size]
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert np.count_nonzero(found) <= n_units + 1
    for k in (0, n_units // 3, n_units // 2, n_units // 2 + 40, n_units):
        expected = Fraction(comb(n_units, k), 2**n_units)
        if expected > Fraction(1, 10**300):
            assert ours[k] == pytest.approx(float(expected), rel=n_units * 2.0**-52)


def test_a_large_test_set_has_the_p_of_whole_number_arithmetic() -> None:
    rng = np.random.default_rng(0)
    edits = rng.binomial(30, [[0.30], [0.31]], size=(2, 500))
    differences = [int(d) for d in np.abs(edits[0] - edits[1]) if d]
    counts = {0: 1}
    for d in differences:
        shifted = {total + d: count for total, count in counts.items()}
        counts = {total: counts.get(total, 0) + shifted.get(total, 0) for total in counts.keys() | shifted.keys()}
    observed = abs(int((edits[0] - edits[1]).sum()))
    extreme = sum(count for total, count in counts.items() if abs(2 * total - sum(differences)) >= observed)
    expected = Fraction(extreme, 2 ** len(differences))
    assert 0.0001 < expected < 0.9
    p_value = exact_null(ter_of(edits, np.full(500, 30)), 0, 1).p_value("two-sided")
    assert abs(p_value - float(expected)) < 1e-13


def test_golden_toy5_in_tenths() -> None:
    null = exact_null(mean_of(np.rint(10 * np.array(TOY5))), 0, 1)
    assert null.p_value("two-sided") == 6 / 32
    assert null.p_value("better") == 3 / 32


def test_identical_systems_have_p_1() -> None:
    null = exact_null(ter_of([[1, 2, 3], [1, 2, 3]], [4, 5, 6]), 0, 1)
    assert (null.observed, [null.p_value(alternative) for alternative in ALTERNATIVES]) == (0.0, [1.0] * 3)
    [null] = [exact_null(bleu_like_of(counts_of_texts(np.random.default_rng(0), [0.5], 9)), 0, 0)]
    assert null.p_value("two-sided") == 1.0


def test_equal_scores_of_different_outputs_have_p_1() -> None:
    null = exact_null(ter_of([[1, 0, 3], [0, 1, 3]], [4, 5, 6]), 0, 1)
    assert null.p_value("two-sided") == 1.0
    assert null.p_value("better") == null.p_value("worse") == 0.75


def test_a_single_unit_has_p_1_two_sided() -> None:
    null = exact_null(ter_of([[5], [1]], [9]), 0, 1)
    assert [null.p_value(alternative) for alternative in ALTERNATIVES] == [1.0, 1.0, 0.5]


def test_no_p_is_0_even_where_float64_ends() -> None:
    null = exact_null(ter_of([[1] * 3000, [0] * 3000], [9] * 3000), 0, 1)
    assert 0 < null.p_value("two-sided") < 1e-300
    assert null.p_value("better") == 1.0


def test_exchanging_the_systems_exchanges_the_sides() -> None:
    rng = np.random.default_rng(1)
    measurement = ter_of(rng.integers(0, 9, (2, 40)), rng.integers(5, 30, 40))
    there, back = exact_null(measurement, 0, 1), exact_null(measurement, 1, 0)
    assert back.observed == -there.observed != 0
    for alternative, mirrored in zip(ALTERNATIVES, ("two-sided", "worse", "better"), strict=True):
        assert there.p_value(alternative) == back.p_value(mirrored)


def test_scores_without_a_law_of_whole_numbers_are_refused() -> None:
    names = {"systems": ("x", "y")}
    with pytest.raises(SpecError, match="bleu-like for x and y: its score is not linear"):
        exact_null(replace(bleu_like_of(counts_of_texts(np.random.default_rng(0), [0.5, 0.6], 30)), **names), 0, 1)
    with pytest.raises(SpecError, match="ratio for x and y: its score is not linear"):
        exact_null(replace(ratio_of(TOY4_MATCHES, TOY4_LENGTHS), **names), 0, 1)
    with pytest.raises(SpecError, match="mean for x and y: its statistics are not whole numbers"):
        exact_null(replace(mean_of(TOY5), **names), 0, 1)


@pytest.mark.parametrize("most", [20.0, 29.9])
def test_a_score_that_is_cut_off_within_reach_is_refused(most: float) -> None:
    measurement = ter_of([[3, 5, 1, 0], [1, 0, 2, 0]], [10, 10, 10, 10])
    cut = replace(measurement, score=lambda s: np.minimum(most, 100 * s[..., 0] / s[..., 1]))
    top = 100 * 10 / 40
    if most < top:
        with pytest.raises(SpecError, match="not linear"):
            exact_null(cut, 0, 1)
    else:
        assert exact_null(cut, 0, 1).p_value("better") == exact_null(measurement, 0, 1).p_value("better")


def test_more_than_the_most_cells_are_refused() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(
        SpecError, match=r"ter for x and y: .* units that differ times .* sums are more than 67,108,864"
    ):
        exact_null(ter_of(rng.integers(0, 1000, (2, 3000)), np.full(3000, 30)), 0, 1)
    # differences in hundreds are as small as those in ones
    assert exact_null(ter_of(100 * rng.integers(0, 10, (2, 1000)), np.full(1000, 30)), 0, 1).n_units == 1000


@pytest.mark.parametrize("metric", ["ter", "wer", "cer", "wrr", "exact-match"])
@pytest.mark.parametrize("unit", ["segment", "document"])
def test_real_metrics_with_one_reference_agree_with_enumeration(metric: str, unit: str) -> None:
    measurement = example(metric, n=14 if unit == "segment" else 120, n_references=1, unit=unit)
    n_units = measurement.statistics.n_units
    enumeration = randomization([measurement], [(1, 0)], n_resamples=2**n_units, rng=1)
    assert enumeration.is_exact
    null = exact_null(measurement, 1, 0)
    for alternative in ALTERNATIVES:
        assert abs(null.p_value(alternative) - enumeration.p_values(alternative)[0]) < 1e-12


def test_ter_has_an_exact_null_with_two_references_and_wer_has_none() -> None:
    measurement = example("ter", n=120, n_references=2)
    null = exact_null(measurement, 1, 0)
    drawn = randomization([measurement], [(1, 0)], n_resamples=20_000, rng=1).p_values("two-sided")[0]
    exact = null.p_value("two-sided")
    assert isinstance(null, ExactNull)
    assert stats.binomtest(round(drawn * 20_001 - 1), 20_000, exact).pvalue > 1e-4
    with pytest.raises(SpecError, match=r"wer for .* not linear"):
        exact_null(example("wer", n=120, n_references=2), 1, 0)
    with pytest.raises(SpecError, match=r"bleu for .* not linear"):
        exact_null(example("bleu", n=120, n_references=1), 1, 0)


def example(metric: str, n: int, n_references: int, unit: str = "segment") -> Measurement:
    def lines(name: str) -> list[str]:
        return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()

    data = sy.TestSet(
        references=[lines(f"reference.{i + 1}.en")[:n] for i in range(n_references)],
        systems={name: lines(f"systems/{name}.en")[:n] for name in ("harbour", "lantern")},
        documents=lines("documents.txt")[:n],
    )
    [measurement] = measure(data, [sy.metrics.parse(metric)])
    codes = data.document_codes()
    assert codes is not None
    return measurement.by_document(codes) if unit == "document" else measurement
