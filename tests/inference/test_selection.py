"""A baseline that is the best of several on the same data: no verdict of chance, and planted faults are caught.

The shares are of made-up sets with fixed seeds; the bound is the level and two standard errors.
"""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.inference import interval_from_best, interval_of_family
from steelyard.lab.questions.train.answer import BEST, LEARNED
from steelyard.questions.metric_ensemble.answer import WEIGHTED
from steelyard.results import MetricPairRow
from steelyard.types import NBestLists, OutputScores

ALPHA, N_SETS = 0.05, 80
BOUND = ALPHA + 2 * (ALPHA * (1 - ALPHA) / N_SETS) ** 0.5


def choose_at_random(rng: np.random.Generator, n_systems: int = 8, n: int = 40) -> tuple[str, bool]:
    """Choose at random among equal systems: the truth is 0. Return the verdict, and whether the interval holds it."""
    size = n_systems * n
    lists = NBestLists(
        tuple(f"w{s}" for _ in range(n) for s in range(n_systems)),
        np.arange(0, size + 1, n_systems),
        np.zeros((size, 0)),
        (),
        np.full(size, np.nan),
        systems=tuple(f"s{s}" for s in range(n_systems)) * n,
    )
    ratings = rng.normal(size=(n, 1)) + rng.normal(size=(n, n_systems))
    found = sy.lab.choose(
        lists,
        qe=rng.normal(size=(n, n_systems)).tolist(),
        ratings=ratings.tolist(),
        by="qe",
        n_pools=0,
        n_resamples=200,
    )
    [pair] = found.pairs
    assert pair.interval is not None
    return pair.verdict, pair.interval[0] <= 0 <= pair.interval[1]


def metrics_that_know_nothing(rng: np.random.Generator, n: int) -> tuple[OutputScores, list[OutputScores], list[str]]:
    n_documents, each = 12, 6
    shape = (3, n_documents * each)

    def drawn() -> np.ndarray:
        return rng.normal(size=shape) + 0.7 * np.repeat(rng.normal(size=(3, n_documents)), each, axis=1)

    scores = [OutputScores(f"m{i}", tuple("abc"), drawn()) for i in range(n)]
    return OutputScores("people", tuple("abc"), drawn()), scores, [f"d{i // each}" for i in range(shape[1])]


def told(row: MetricPairRow, fitted: str) -> tuple[str, bool]:
    assert row.interval is not None
    verdict = "worse" if row.verdict == "better" and row.metric != fitted else row.verdict
    return verdict, row.interval[0] <= 0 <= row.interval[1]


def train_on_nothing(rng: np.random.Generator) -> tuple[str, bool]:
    people, metrics, documents = metrics_that_know_nothing(rng, 6)
    return told(sy.lab.train_metric(people, metrics, documents=documents, n_resamples=150).gain, LEARNED)


def train_several_on_nothing(rng: np.random.Generator) -> tuple[str, bool]:
    """Whether any of three learners is told from the best feature, and whether an interval of theirs misses 0."""
    people, metrics, documents = metrics_that_know_nothing(rng, 3)
    learners = ("ridge", "linear-svr", "pair-logistic")
    found = sy.lab.train_metric(people, metrics, documents=documents, learner=learners, n_resamples=150)
    gains = [told(found.pair(name, BEST), name) for name in learners]
    return next((verdict for verdict, _ in gains if verdict != "cannot tell"), "cannot tell"), all(
        is_inside for _, is_inside in gains
    )


def weigh_nothing(rng: np.random.Generator) -> tuple[str, bool]:
    people, metrics, documents = metrics_that_know_nothing(rng, 3)
    fit = sy.weigh_metrics(people, metrics, documents=documents, n_folds=3, n_resamples=150, n_restarts=0)
    return told(fit.gain, WEIGHTED)


def false_shares(made: Callable[[np.random.Generator], tuple[str, bool]], n_sets: int) -> tuple[float, float]:
    rng = np.random.default_rng(37)
    found = [made(rng) for _ in range(n_sets)]
    return float(np.mean([verdict != "cannot tell" for verdict, _ in found])), float(
        np.mean([not in_ for _, in_ in found])
    )


@pytest.mark.parametrize("made", [choose_at_random, train_on_nothing, train_several_on_nothing, weigh_nothing])
def test_luck_of_the_best_makes_no_verdict(made: Callable[[np.random.Generator], tuple[str, bool]]) -> None:
    n_sets = 40 if made in (train_several_on_nothing, weigh_nothing) else N_SETS
    wrong, outside = false_shares(made, n_sets)
    assert wrong <= ALPHA + 2 * (ALPHA * (1 - ALPHA) / n_sets) ** 0.5
    assert outside <= ALPHA + 2 * (ALPHA * (1 - ALPHA) / n_sets) ** 0.5


@pytest.mark.parametrize(
    ("module", "name", "made"),
    [
        ("steelyard.lab.questions.choose.compute", "rivals_of", choose_at_random),
        ("steelyard.lab.questions.train.compute", "compare_contenders", train_on_nothing),
    ],
)
def test_a_baseline_as_if_it_had_been_named_before_is_caught(
    module: str, name: str, made: Callable[[np.random.Generator], tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = importlib.import_module(module)
    right = getattr(home, name)

    def without_rivals(*given: Any, **_: int) -> Any:
        return {} if name == "rivals_of" else right(*given[:6])

    monkeypatch.setattr(home, name, without_rivals)
    assert false_shares(made, N_SETS)[0] > BOUND


def test_what_is_truly_better_than_all_is_still_found() -> None:
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(4, 90))
    people = OutputScores("people", tuple("abcd"), quality)
    metrics = [OutputScores(f"m{i}", tuple("abcd"), quality + rng.normal(size=(4, 90))) for i in range(4)]
    gain = sy.lab.train_metric(people, metrics, n_resamples=200).gain
    assert (gain.metric, gain.verdict) == (LEARNED, "better") and gain.p_value == gain.p_adjusted


def test_of_the_best_the_least_ends_count() -> None:
    assert interval_from_best([(-1.0, 2.0), (-0.5, 1.0)]) == (-1.0, 1.0)
    assert interval_from_best([(-1.0, 2.0), None]) is None
    assert interval_from_best([]) is None


def test_intervals_of_the_best_hold_in_a_loop_of_normal_draws() -> None:
    """Differences of one thing from eight, with known errors: the least of the true ones lies inside."""
    rng = np.random.default_rng(2)
    truth = np.array([0.0, 0.0, 0.1, 0.2, 0.5, 1.0, 1.0, 2.0])
    n_held, n_sets = 0, 2000
    for _ in range(n_sets):
        seen = truth + rng.normal() * 0.5 + rng.normal(size=8)
        error = (0.25 + 1) ** 0.5
        own = [(x - 1.96 * error, x + 1.96 * error) for x in seen]
        around = [interval_of_family(one, x, 8) for one, x in zip(own, seen.tolist(), strict=True)]
        whole = interval_from_best(around)
        assert whole is not None
        n_held += whole[0] <= truth.min() <= whole[1]
    assert n_held / n_sets >= 0.95
