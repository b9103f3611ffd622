"""Bootstrap tests: the spec's exact examples over every resample, fractions, sacreBLEU's numbers, and the edges.

Exact examples are those of the specification of significance tests, sections 2.0 to 2.3: p of Toy5 (a mean) and Toy4 (a
ratio) over all n ** n resamples, each counted once.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from steelyard.errors import DataError, SpecError
from steelyard.inference import (
    NullDistribution,
    Outcome,
    PairedBootstrap,
    WinCounts,
    given_draws,
    max_t,
    moses,
    paired_bootstrap,
    registered_tests,
    shifted_bootstrap,
    swap_draws,
)
from steelyard.types import Measurement
from tests.inference.measurements import (
    PAIR,
    TOY4_LENGTHS,
    TOY4_MATCHES,
    TOY5,
    bleu_like_of,
    enumerated,
    mean_of,
    p_of,
    ratio_of,
)

BOOTSTRAPS: dict[str, Callable[..., Outcome]] = {
    "moses": moses,
    "paired-bootstrap": paired_bootstrap,
    "shifted-bootstrap": shifted_bootstrap,
}
TOY5_FORMS = {"fractions": mean_of(TOY5), "counts": mean_of(np.rint(10 * np.array(TOY5)))}
TOY4 = ratio_of(TOY4_MATCHES, TOY4_LENGTHS)


@pytest.mark.parametrize("form", TOY5_FORMS)
def test_golden_paired_bootstrap_of_a_mean(form: str) -> None:
    result = enumerated(paired_bootstrap, TOY5_FORMS[form])
    assert isinstance(result, PairedBootstrap)
    counts = result.counts
    assert (*counts.wins, *counts.ties, *counts.losses) == (3014, 30, 81)
    assert result.p_values("better", ties="ignored")[0] == pytest.approx(0.02592, abs=1e-15)
    assert p_of(result, "better") == pytest.approx(0.02592 + 0.0096, abs=1e-15)
    assert result.p_values("better", ties="half")[0] == pytest.approx(0.02592 + 0.0048, abs=1e-15)
    assert p_of(result, "two-sided") == 2 * 111 / 3125
    assert p_of(result, "worse") == (3014 + 30) / 3125  # 1 - p of the strict rule


def test_golden_paired_bootstrap_of_a_ratio() -> None:
    result = enumerated(paired_bootstrap, TOY4)
    assert isinstance(result, PairedBootstrap)
    counts = result.counts
    assert (*counts.wins, *counts.ties, *counts.losses) == (157, 12, 87)
    assert result.p_values("better", ties="ignored").tolist() == [87 / 256]
    assert p_of(result, "better") == 99 / 256


@pytest.mark.parametrize(
    ("test", "alternative", "toy5", "toy4"),
    [(shifted_bootstrap, "better", 51, 109), (shifted_bootstrap, "two-sided", 162, 184), (moses, "two-sided", 21, 80)],
)
def test_golden_shifted_bootstraps(test: Callable[..., Outcome], alternative: str, toy5: int, toy4: int) -> None:
    for measurement in TOY5_FORMS.values():
        assert p_of(enumerated(test, measurement), alternative) == toy5 / 3125
    assert p_of(enumerated(test, TOY4), alternative) == toy4 / 256


def test_shifted_bootstrap_is_a_joint_null_with_mean_zero() -> None:
    null = enumerated(shifted_bootstrap, TOY4)
    assert isinstance(null, NullDistribution)
    differences = np.concatenate(list(null.blocks()), axis=1)
    assert differences.shape == (1, 256) and differences.mean() == pytest.approx(0, abs=1e-16)
    np.testing.assert_allclose(null.scales(), differences.std(), rtol=1e-12)


@given(rows=st.lists(st.tuples(*[st.integers(0, 3)] * 2), min_size=2, max_size=4), parts=st.sampled_from([1, 10, 7]))
def test_bootstraps_of_a_mean_count_as_fractions_do(rows: list[tuple[int, int]], parts: int) -> None:
    n = len(rows)
    lead = [Fraction(a - b, parts) for a, b in rows]
    resampled = [sum(chosen, Fraction(0)) / n for chosen in product(lead, repeat=n)]
    observed, shift = sum(lead) / n, sum(resampled) / len(resampled)
    size_shift = sum(map(abs, resampled)) / len(resampled)
    measurement = mean_of(np.array(rows).T / parts)
    counts = enumerated(paired_bootstrap, measurement)
    assert isinstance(counts, PairedBootstrap)
    assert counts.counts.wins.tolist() == [sum(value > 0 for value in resampled)]
    assert counts.counts.losses.tolist() == [sum(value < 0 for value in resampled)]
    expected = {
        "two-sided": sum(abs(value - shift) >= abs(observed) for value in resampled),
        "better": sum(value - shift >= observed for value in resampled),
        "worse": sum(value - shift <= observed for value in resampled),
    }
    for alternative, count in expected.items():
        assert p_of(enumerated(shifted_bootstrap, measurement), alternative) == count / n**n
    sizes = sum(abs(value) - size_shift >= abs(observed) for value in resampled)
    larger = sum(abs(value) - size_shift > abs(observed) for value in resampled)
    assert p_of(enumerated(moses, measurement)) == sizes / n**n
    assert p_of(enumerated(moses, measurement, ties_count=False)) == larger / n**n


@pytest.mark.parametrize("name", BOOTSTRAPS)
def test_random_resamples_come_near_every_resample_and_count_one_more(name: str) -> None:
    test = BOOTSTRAPS[name]
    # no Toy5: where differences take few values, equal ones depend on the last place of the resamples' mean
    for measurement in (mean_of(np.random.default_rng(1).normal([[0.7], [0]], 1, (2, 6))), TOY4):
        expected = p_of(enumerated(test, measurement))
        outcome = test([measurement], PAIR, n_resamples=20_000, rng=7)
        found = p_of(outcome)
        factor = 2 if name == "paired-bootstrap" else 1
        assert not outcome.is_exact and outcome.n_draws == 20_000
        assert found == pytest.approx(expected, abs=5 * factor * np.sqrt(expected / 20_000))
        assert (found / factor * 20_001) == pytest.approx(round(found / factor * 20_001), abs=1e-6)
        assert (outcome.n_tails("two-sided"), outcome.n_tails("worse")) == (factor, 1)


def test_koehn_and_graham_differ_on_ties() -> None:
    counts = WinCounts(np.array([950, 949, 0, 951]), np.array([0, 1, 1000, 0]), np.array([50, 50, 0, 49]))
    result = PairedBootstrap(np.zeros(4), counts, 1000, is_exact=False, n_units=9)
    assert result.is_concluded(0.05, "koehn").tolist() == [True, False, False, True]
    assert result.is_concluded(0.05, "graham").tolist() == [True, True, True, True]
    with pytest.raises(SpecError, match="Did you mean 'koehn'"):
        result.is_concluded(0.05, "kohen")
    with pytest.raises(SpecError, match="between 0 and 1"):
        result.is_concluded(1.0)
    with pytest.raises(SpecError, match="rule for ties"):
        result.p_values("better", ties="dropped")


def test_moses_repeats_sacrebleu() -> None:
    from sacrebleu.metrics import BLEU
    from sacrebleu.significance import Result, _paired_bs_test

    rng = np.random.default_rng(0)
    words = np.array(["the", "cat", "sat", "on", "a", "mat", "and", "saw", "one", "dog", "run", "by"])
    references = [" ".join(rng.choice(words, rng.integers(6, 12))) for _ in range(40)]
    texts = []
    for share in (0.2, 0.2):
        kept = [[word if rng.random() > share else "x" for word in line.split()] for line in references]
        texts.append([" ".join(line) for line in kept])
    bleu = BLEU(references=[references])
    values = np.array([bleu._extract_corpus_statistics(lines, None) for lines in texts])
    base = (values[1].tolist(), Result(bleu.corpus_score(texts[1], None).score))
    _, results = _paired_bs_test({"BLEU": base}, "x", texts[0], None, {"BLEU": bleu}, n_samples=500, seed=3)

    def score(sums: np.ndarray) -> np.ndarray:
        flat = sums.reshape(-1, sums.shape[-1])
        return np.array([bleu._compute_score_from_stats(row.tolist()).score for row in flat]).reshape(sums.shape[:-1])

    template = bleu_like_of(np.ones((2, 40, 6), dtype=np.int64))
    measurement = Measurement("bleu", "BLEU", "", type(template.statistics).from_values(values), score, True)
    indices = np.random.default_rng(3).choice(40, size=(500, 40), replace=True)
    draws = given_draws(np.stack([np.bincount(row, minlength=40) for row in indices]))
    found = moses([measurement], PAIR, n_resamples=0, rng=0, draws=draws, ties_count=False)
    assert p_of(found) == results["BLEU"].p_value
    assert 0.05 < p_of(found) < 0.9


def test_moses_finds_identical_systems_different_where_ties_do_not_count() -> None:
    same = ratio_of([[1, 2, 3]] * 2, [[4, 5, 6]] * 2)
    assert p_of(moses([same], PAIR, n_resamples=999, rng=1)) == 1.0
    assert p_of(moses([same], PAIR, n_resamples=999, rng=1, ties_count=False)) == 1 / 1000
    graham = paired_bootstrap([same], PAIR, n_resamples=999, rng=1).p_values("better", ties="ignored")
    assert graham.tolist() == [1 / 1000]


def test_moses_tends_to_p_43_at_no_difference() -> None:
    # P(|Z| >= sqrt(2 / pi)) = .425: half of the resampled sizes are above their mean, as the differences are normal
    row = np.random.default_rng(8).normal(size=2000)
    row -= row.mean()
    found = p_of(moses([mean_of(np.stack([row, np.zeros(2000)]))], PAIR, n_resamples=4000, rng=1))
    assert found == pytest.approx(2 * stats.norm.sf(np.sqrt(2 / np.pi)), abs=0.03)


def test_equal_differences_leave_nothing_to_resample() -> None:
    ahead = mean_of([[3.1, 4.1, 5.1, 2.1], [3.0, 4.0, 5.0, 2.0]])
    assert p_of(enumerated(shifted_bootstrap, ahead)) == 0.0  # before the observed labelling is counted
    assert p_of(shifted_bootstrap([ahead], PAIR, n_resamples=99, rng=1)) == 0.01
    assert p_of(paired_bootstrap([ahead], PAIR, n_resamples=99, rng=1)) == 0.02


@pytest.mark.parametrize("name", BOOTSTRAPS)
def test_weights_that_are_no_resample_are_refused(name: str) -> None:
    for draws in (swap_draws(5, 20, rng=1), given_draws([[1, 1, 1, 1, 2]])):
        with pytest.raises(SpecError, match="resample of 5 units must add up to 5"):
            BOOTSTRAPS[name]([mean_of(TOY5)], PAIR, n_resamples=0, rng=0, draws=draws)


@pytest.mark.parametrize("name", BOOTSTRAPS)
def test_resamples_without_a_score_are_refused(name: str) -> None:
    hollow = ratio_of([[1, 0], [1, 0]], [[2, 0], [2, 0]])
    with pytest.raises(DataError, match="ratio has no score"), np.errstate(invalid="ignore"):
        enumerated(BOOTSTRAPS[name], hollow)


def test_max_t_of_a_shifted_bootstrap_counts_in_standard_errors() -> None:
    # The largest of four scaled shifted differences, as SciPy-free arithmetic has it
    scores = np.random.default_rng(2).normal([[0], [0.1], [0.2], [1.0]], 0.5, (4, 30))
    null = shifted_bootstrap([mean_of(scores)], [(1, 0), (2, 0), (3, 0)], n_resamples=999, rng=3)
    draws = np.concatenate(list(null.blocks()), axis=1)
    scaled = np.abs(draws) / np.sqrt((draws**2).mean(axis=1, keepdims=True))
    largest = np.sort(scaled.max(axis=0))
    adjusted = max_t(null)
    assert adjusted.critical_value == pytest.approx(largest[-50], rel=1e-12)
    assert adjusted.p_values[2] == 0.001
    assert 2 < adjusted.critical_value < 3


def test_reproductions_warn_and_others_need_not() -> None:
    for test in registered_tests().values():
        assert bool(test.warning) == (test.validity == "reproduction")
        assert "two-sided" in test.alternatives


def test_an_alternative_that_a_test_does_not_have_is_refused() -> None:
    outcome = moses([TOY4], PAIR, n_resamples=9, rng=0)
    with pytest.raises(SpecError, match="no p-value for the alternative 'better', only for: two-sided"):
        outcome.p_values("better")
    with pytest.raises(SpecError, match="Unknown alternative 'less'"):
        outcome.p_values("less")
