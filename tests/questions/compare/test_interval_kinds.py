"""Every kind of interval through the workflows: around scores, around differences, and for the whole family."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.choices import BOOTSTRAPPED, INTERVALS
from steelyard.cli.app import parse
from steelyard.inference import (
    basic_interval,
    bca_interval,
    bonferroni_critical_value,
    bootstrap_draws,
    bootstrap_scores,
    delta_interval,
    delta_standard_error,
    influence_values,
    jackknife_scores,
    normal_interval,
    standard_error,
    student_interval,
    sup_t_critical_value,
)
from tests.questions.compare.by_hand import worth
from tests.questions.compare.made_up import N, data_of, evaluated, outside

SCORES = outside()
NAMES = list(SCORES)


@pytest.fixture(scope="module")
def two_metrics(example: sy.TestSet) -> sy.Evaluation:
    return sy.evaluate(example, ["bleu", "ter"])


def evidence(evaluation: sy.Evaluation, kind: str, n_resamples: int) -> list[Any]:
    """Return a function a metric that makes the interval from an observed value and a choice of systems."""
    draws = bootstrap_draws(evaluation.measurements[0].statistics.n_units, n_resamples, rng=12345)
    makers = []
    for measurement in evaluation.measurements:
        [resampled] = bootstrap_scores([measurement], draws)
        left_out, influence = jackknife_scores(measurement), influence_values(measurement)
        makers.append(
            {
                "basic": lambda x, take, v=resampled: basic_interval(x, take(v)),
                "normal": lambda x, take, v=resampled: normal_interval(x, take(v)),
                "bca": lambda x, take, v=resampled, u=left_out: tuple(bca_interval(x, take(v), take(u))),
                "delta": lambda x, take, u=influence: delta_interval(x, take(u), n_effective=worth()),
            }[kind]
        )
    return makers


@pytest.mark.parametrize("kind", ["basic", "normal", "bca", "delta"])
def test_scores_and_differences_have_the_interval_of_their_kind(two_metrics: sy.Evaluation, kind: str) -> None:
    makers = evidence(two_metrics, kind, 300)
    comparison = two_metrics.compare(interval=kind, n_resamples=300, unit="segment")
    table = two_metrics.scores(0.95, interval=kind, n_resamples=300, unit="segment")
    assert comparison.method["interval"] == table.method["interval"] == kind
    systems = two_metrics.test_set.system_names
    for rows in (comparison.scores, table.scores):
        for i, row in enumerate(rows):
            s, make = i % len(systems), makers[i // len(systems)]
            assert row.interval == make(row.score, lambda rows, s=s: rows[s])
    for i, pair in enumerate(comparison.pairs):
        a, b = systems.index(pair.system), systems.index(pair.against)
        make = makers[i // (len(comparison.pairs) // 2)]
        assert pair.interval == make(pair.difference, lambda rows, a=a, b=b: rows[a] - rows[b])
        assert pair.interval[0] < pair.difference < pair.interval[1]


def test_students_interval_is_of_the_segment_scores() -> None:
    comparison = evaluated(SCORES).compare(interval="student", n_resamples=50)
    for row in comparison.scores:
        assert row.interval == pytest.approx(student_interval(SCORES[row.system]), abs=1e-8)
    for pair in comparison.pairs:
        difference = np.subtract(SCORES[pair.system], SCORES[pair.against])
        assert pair.interval == pytest.approx(tuple(stats.ttest_1samp(difference, 0).confidence_interval()), abs=1e-8)


@pytest.mark.parametrize("kind", INTERVALS)
def test_the_band_is_that_of_the_kind(kind: str) -> None:
    evaluation = evaluated(SCORES)
    [measurement] = evaluation.measurements
    comparison = evaluation.compare(interval=kind, n_resamples=400)
    left_out, influence = jackknife_scores(measurement), influence_values(measurement)
    places = [(NAMES.index(pair.system), NAMES.index(pair.against)) for pair in comparison.pairs]
    errors = [standard_error(left_out[a] - left_out[b]) for a, b in places]
    if kind in BOOTSTRAPPED:
        [rows] = bootstrap_scores([measurement], bootstrap_draws(N, 400, rng=12345))
        family = [
            (pair.difference, error, rows[a] - rows[b])
            for pair, error, (a, b) in zip(comparison.pairs, errors, places, strict=True)
        ]
        critical = sup_t_critical_value(family, N, 0.05)
    else:
        critical = bonferroni_critical_value(6, N, 0.05)
    if kind == "delta":
        errors = [delta_standard_error(influence[a] - influence[b]) for a, b in places]
    for pair, error in zip(comparison.pairs, errors, strict=True):
        assert pair.interval_simultaneous == pytest.approx(
            (pair.difference - critical * error, pair.difference + critical * error), rel=1e-12
        )
    wide = "a bootstrap sup-t band" if kind in BOOTSTRAPPED else "the same method with Bonferroni's correction"
    assert f"for the family, by {wide}." in comparison.method["sentence"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("basic", "basic bootstrap (reverse percentiles; Davison and Hinkley 1997, 70 resamples, seed 9)"),
        ("normal", "normal quantiles of the bootstrap's spread, corrected for its bias (Davison and Hinkley 1997, 70"),
        ("bca", "BCa bootstrap (Efron 1987, 70 resamples, seed 9)"),
        ("delta", "delta method with Student's t (59 degrees of freedom)"),
        ("student", "by Student's t (59 degrees of freedom)"),
    ],
)
def test_the_method_names_the_kind(kind: str, words: str) -> None:
    evaluation = evaluated(SCORES)
    table = evaluation.scores(0.9, interval=kind, n_resamples=70, rng=9)
    assert words in table.method["sentence"]
    assert words in evaluation.compare(interval=kind, n_resamples=70, rng=9).method["sentence"]
    assert ("n_resamples" in table.method) == ("seed" in table.method) == (kind in BOOTSTRAPPED)
    assert all(("bootstrap_mean" in row.details) == (kind in BOOTSTRAPPED) for row in table.scores)


@pytest.mark.parametrize("kind", INTERVALS)
def test_a_system_against_itself_differs_by_nothing(kind: str) -> None:
    same = {"one": SCORES["s0"], "two": SCORES["s0"]}
    [pair] = evaluated(same).compare(interval=kind, n_resamples=50).pairs
    assert pair.interval == pair.interval_simultaneous == (0, 0)


@pytest.mark.parametrize("kind", INTERVALS)
def test_a_single_document_says_nothing_for_the_family(kind: str) -> None:
    [pair] = evaluated(outside(effects=(0, 5.0)), ["d"] * N).compare(interval=kind, n_resamples=50).pairs
    assert (pair.verdict, pair.interval_simultaneous, pair.minimum_detectable) == ("cannot tell", None, None)
    assert pair.interval is None or pair.interval == pytest.approx((pair.difference, pair.difference), abs=1e-9)


def test_what_is_no_mean_is_refused_before_anything_is_drawn() -> None:
    evaluation = sy.evaluate(data_of(SCORES), ["bleu"])
    with pytest.raises(sy.errors.SpecError, match="bleu is not a mean"):
        evaluation.compare(interval="student", n_resamples=10**9)
    with pytest.raises(sy.errors.SpecError, match="bleu is not a mean"):
        evaluation.scores(0.95, interval="student")


@pytest.mark.parametrize("kind", INTERVALS)
def test_the_command_line_offers_every_kind(kind: str) -> None:
    assert parse(["compare", "--interval", kind]).interval == kind
