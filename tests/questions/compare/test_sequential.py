"""`steelyard compare --sequential`: draws that stop early, what the result says of them, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

import steelyard as sy
from steelyard.inference.sequential import SEQUENTIAL_CORRECTIONS
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, PATHS, REFERENCE, TANGLE, output, run
from tests.questions.compare.test_command import compared

PAIR = (REFERENCE, "-i", HARBOUR, LANTERN, "--sequential")
ALL = (REFERENCE, "-i", *PATHS.values(), "--sequential")


def verdicts(result: dict[str, Any]) -> list[str]:
    return [pair["verdict"] for pair in result["pairs"]]


def test_a_family_stops_when_every_verdict_is_decided_and_says_the_same_as_many_draws() -> None:
    found = compared(*ALL, "-m", "bleu", "chrf", "ter")
    fixed = compared(*ALL[:-1], "-m", "bleu", "chrf", "ter", "-n", "100000", "--interval", "delta")
    assert verdicts(found) == verdicts(fixed)
    method = found["method"]
    assert method["n_draws"] < 10_000
    assert method["sequential"] == {
        "procedure": "confidence-sequence",
        "most_draws": 100_000,
        "error": 0.001,
        "n_undecided": 0,
        "scales": "first-order",
    }
    assert (method["n_resamples"], method["is_exact"]) == (10_000, False)
    for pair in found["pairs"]:
        low, high = pair["interval_p_adjusted"]
        assert low <= pair["p_adjusted"] <= high
        assert high <= 0.05 or low >= 0.05
        assert pair["n_draws"] == method["n_draws"]
    text = " ".join(output("compare", *ALL, "-m", "bleu", "chrf", "ter").split())
    assert "until every verdict was decided; differences scaled by first-order standard errors" in text
    assert "undecided" not in text
    assert "bounds of the adjusted p with unlimited draws" in text


def test_a_single_difference_stops_at_the_hundredth_extreme_draw() -> None:
    found = compared(*PAIR)
    [pair], method = found["pairs"], found["method"]
    n_draws = method["n_draws"]
    assert 100 < n_draws == pair["n_draws"] < 400
    assert pair["p_value"] == pair["p_adjusted"] == 100 / n_draws
    assert method["sequential"]["procedure"] == "besag-clifford"
    assert (method["sequential"]["is_stopped"], method["sequential"]["most_draws"]) == (True, 10_000)
    low, high = pair["interval_p_adjusted"]
    assert low < pair["p_value"] < high
    sentence = method["sentence"]
    assert f"{n_draws} of at most 10,000 draws, seed 12345, stopped when 100 were as extreme as observed" in sentence


def test_a_clear_single_difference_takes_all_draws_and_is_the_test_of_fixed_size() -> None:
    found, fixed = (compared(REFERENCE, "-i", HARBOUR, TANGLE, *flags) for flags in (("--sequential",), ()))
    [pair], [other] = found["pairs"], fixed["pairs"]
    assert (pair["p_value"], pair["n_draws"]) == (other["p_value"], 10_000)
    assert "fewer than 100 of them as extreme as observed, p = (c + 1) / (B + 1)" in found["method"]["sentence"]


def test_what_is_undecided_when_the_draws_run_out_is_said_and_keeps_its_p() -> None:
    found = compared(*ALL, "-n", "200")
    sequential = found["method"]["sequential"]
    assert sequential["most_draws"] == found["method"]["n_draws"] == found["method"]["n_resamples"] == 200
    undecided = [
        pair for pair in found["pairs"] if pair["interval_p_adjusted"][0] < 0.05 < pair["interval_p_adjusted"][1]
    ]
    assert sequential["n_undecided"] == len(undecided) > 0
    for pair in undecided:
        assert pair["verdict"] == (
            "cannot tell" if pair["p_adjusted"] > 0.05 else "worse" if pair["difference"] < 0 else "better"
        )
        assert pair["p_adjusted"] * 201 == pytest.approx(round(pair["p_adjusted"] * 201))
    text = output("compare", *ALL, "-n", "200")
    assert "Undecided at 0.05 after 200 draws: " in text
    assert "worse (undecided)" in text
    assert f"{len(undecided)} undecided after the last draw, with p = (c + 1) / (B + 1)" in " ".join(text.split())


def test_where_all_exchanges_can_be_counted_they_are() -> None:
    found = compared(*ALL, "--documents", DOCUMENTS)
    plain = compared(*ALL[:-1], "--documents", DOCUMENTS)
    assert (found["method"]["is_exact"], found["method"]["n_draws"]) == (True, 4096)
    assert "sequential" not in found["method"]
    assert found["pairs"] == plain["pairs"]


@pytest.mark.parametrize(
    ("correction", "family"),
    [
        *((name, "pairs") for name in SEQUENTIAL_CORRECTIONS),
        *((name, "pairs-and-metrics") for name in ("maxt", "holm")),
    ],
)
def test_every_correction_but_shaffers_can_stop(correction: str, family: str) -> None:
    options = ("-m", "bleu", "ter", "--correction", correction, "--family", family, "--interval", "delta")
    found = compared(*ALL, *options)
    assert verdicts(found) == verdicts(compared(*ALL[:-1], *options, "-n", "50000"))
    assert found["method"]["n_draws"] < 20_000


def test_threads_and_storing_change_nothing(tmp_path: Path) -> None:
    one = compared(*ALL, "--alternative", "better")
    assert compared(*ALL, "--alternative", "better", "--executor", "threads:2") == one
    assert compared(*ALL, "--alternative", "better", "--seed", "1")["pairs"] != one["pairs"]
    path = tmp_path / "one.json"
    path.write_text(json.dumps(one))
    assert sy.load(path).to_dict() == one


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--exact", "-m", "ter"), "exact (--exact) draws nothing: leave out sequential (--sequential)."),
        (("--test", "shifted-bootstrap"), "needs the test randomization, not shifted-bootstrap"),
        (("--test", "t", "--correction", "holm"), "needs the test randomization, not t (--test)."),
        (("--correction", "shaffer"), "does not support the correction shaffer: use one of maxt, holm"),
        (("--correction", "maxt-shaffer"), "does not support the correction maxt-shaffer"),
        (("-n", "0"), "must be a whole number from 1"),
    ],
)
def test_what_cannot_stop_early_is_refused_in_a_sentence(flags: tuple[str, ...], words: str) -> None:
    outcome = run("compare", *ALL, *flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("steelyard compare: ")
    assert outcome.err.count("\n") == 1
    assert words in outcome.err


def test_without_it_rows_hold_nothing_of_it() -> None:
    [pair] = compared(REFERENCE, "-i", HARBOUR, LANTERN, "-n", "50")["pairs"]
    assert (pair["n_draws"], pair["interval_p_adjusted"]) == (None, None)
