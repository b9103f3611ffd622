"""Histories of gates fail wrongly as rarely as the ledger says; the same measurement catches levels that do not sum."""

import numpy as np
import pytest
from gate_ledger import ALPHA, STRATEGIES, drift, fails, rate_of_climbers, rate_of_wrong_failures

import steelyard as sy


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_verdicts_alone_keep_the_level(strategy: str) -> None:
    wrong, _ = rate_of_wrong_failures(strategy, 120, 300)
    assert wrong <= ALPHA  # .5 to 2 % in 2,000 histories of 500 looks
    constant, _ = rate_of_wrong_failures(strategy, 120, 300, levels="constant")
    assert constant > 0.7  # the planted fault: each look at .05


def test_whoever_sees_scores_is_not_bound_by_it() -> None:
    assert rate_of_climbers("mixing", 50, 100) > 0.8


def test_the_measurement_fails_as_a_gate_does() -> None:
    rng, seen = np.random.default_rng(8), set()
    for shift in np.linspace(0.0, 0.9, 12):
        anchor, old, new = rng.normal(size=(3, 100))
        new -= shift
        systems = {"old": old.tolist(), "anchor": anchor.tolist(), "new": new.tolist()}
        scores = sy.evaluate_scores({"score": systems}, higher_is_better=["score"])
        gate = scores.gate(anchor="anchor", test="t", correction="holm", alpha=0.01)
        own = bool(fails(new[None], old[None], anchor[None], np.array([0.01]))[0])
        assert (gate.verdict == "fail") == own
        seen.add(own)
    assert seen == {True, False}


def test_gates_that_stay_open_lose_what_the_anchor_stops() -> None:
    found = drift(5, n_resamples=500)
    assert [one for _, one, _ in found] == ["cannot tell"] * 5
    assert found[-1][0] > 1 and [both for *_, both in found][-2:] == ["fail", "fail"]
