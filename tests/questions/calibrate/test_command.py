"""`steelyard check level` as people type it."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard import report
from steelyard.inference import permuted_systems, randomization
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, ORATOR, REFERENCE, TANGLE, output, run, with_flags

PAIR = (*f"check level {REFERENCE} -i {HARBOUR} {TANGLE} -m ter --tests randomization -r 100 -n 99".split(),)


def test_documents_are_drawn_too_where_segments_are_tested() -> None:
    shown = output(*PAIR, "--documents", DOCUMENTS, "--unit", "segment")
    lines = shown.split("\n\n")[2].splitlines()
    assert [re.split(r"  +", line)[2] for line in lines[1:]] == [
        *("exchanged, by segment", "exchanged, by document", "equal scores, by segment", "equal scores, by document")
    ]
    assert lines[1].endswith("by construction") and lines[2].endswith("too many at 0.1, 0.05, 0.01")
    assert "use --unit document" in shown.replace("\n", " ")
    whole = output(*PAIR, "--documents", DOCUMENTS)
    assert "12 documents" in whole and "by segment" not in whole and "(--unit document)" not in whole


def test_json_is_the_stored_result_and_its_counts_are_right(tmp_path: Path) -> None:
    printed = output(*PAIR, "--shares", "1", "-f", "json")
    path = tmp_path / "calibration.json"
    path.write_text(printed, encoding="utf-8")
    stored = sy.load(path)
    assert report.text(stored) == output(*PAIR, "--shares", "1")
    content = json.loads(printed)
    assert content["schema"] == "steelyard.calibration/1"
    rows = content["false_alarms"] + content["power"]
    assert len(rows) == 3 * 3 and len(content["power"]) == 3
    for row in rows:
        assert row["rate"] == row["n_rejected"] / 100 and row["low"] <= row["rate"] <= row["high"]
    difference = output("compare", REFERENCE, "-i", HARBOUR, TANGLE, "-m", "ter", "-f", "json")  # the same sign
    assert content["power"][0]["difference"] == json.loads(difference)["pairs"][0]["difference"]
    assert abs(content["false_alarms"][3]["difference"]) < 0.3  # a segment can change it by as much


def test_every_metric_is_calibrated_and_shares_may_be_none() -> None:
    content = json.loads(output(*PAIR[:-6], "wer", *PAIR[-6:], "--shares", "-f", "json"))
    assert {row["label"] for row in content["false_alarms"]} == {"TER", "WER"} and content["power"] == []


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--tests", "nothing"), "nothing"),
        (("--shares", "0"), "must lie above 0 and be at most 1, not [0.0]"),
        (("--shares", "1.5"), "must lie above 0 and be at most 1, not [1.5]"),
        (("-r", "0"), "from 1 to 1,000,000,000, not 0"),
        (("-n", "0"), "from 1 to 1,000,000,000, not 0"),
        (("--unit", "document"), "no documents are given"),
    ],
)
def test_what_cannot_be_calibrated_is_said_in_one_line(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*with_flags(PAIR, *flags))
    assert outcome.status == 2 and outcome.out == ""
    assert (
        sentence in outcome.err and outcome.err.startswith("steelyard check level: ") and outcome.err.count("\n") == 1
    )


def test_mixtures_of_one_difference_keep_rows_of_their_own(tmp_path: Path) -> None:
    """Two segments give few mixtures, and a single test: their cells ran together in one row."""
    for name, source in (("ref", REFERENCE), ("x", HARBOUR), ("y", ORATOR)):
        lines = Path(source).read_text(encoding="utf-8").splitlines(keepends=True)[:2]
        (tmp_path / f"{name}.en").write_text("".join(lines), encoding="utf-8")
    files = (tmp_path / "ref.en", "-i", tmp_path / "x.en", tmp_path / "y.en")
    shown = output("check", "level", *files, "--tests", "randomization", "-r", "5", "-n", "9").split("\n\n")
    assert len(shown[4].splitlines()) == 4 and len({line.split()[2] for line in shown[4].splitlines()[1:]}) == 2


def test_the_sentence_says_what_a_verdict_rests_on() -> None:
    sentence = " ".join(output(*PAIR).split())
    assert (
        "Too many: significantly above the level by an exact binomial test at 0.05 for all rates together" in sentence
    )


FAMILY = ("check", "level", REFERENCE, "-i", HARBOUR, TANGLE, LANTERN, "-m", "ter", "--tests", "randomization")


@pytest.mark.long
def test_a_family_is_measured_by_any_false_claim_after_correction(tmp_path: Path) -> None:
    """Three systems were refused."""
    argv = (*FAMILY, "-r", "300", "-n", "199", "--documents", DOCUMENTS, "--unit", "segment")
    path = tmp_path / "calibration.json"
    path.write_text(output(*argv, "-f", "json"), encoding="utf-8")
    stored, printed = sy.load(path), output(*argv)
    assert isinstance(stored, sy.results.Calibration) and report.text(stored) == printed
    made = [(row.situation, row.drawn) for row in stored.false_alarms[::3]]
    assert made == [
        (name, unit) for name in ("exchanged", "equal scores", "one apart") for unit in ("segment", "document")
    ]
    assert stored.power == () and stored.method["corrections"] == {"randomization": "maxt"}
    rate = {(row.situation, row.drawn): row.rate for row in stored.false_alarms if row.alpha == 0.05}
    assert rate["exchanged", "segment"] < 0.09 < 0.2 < rate["exchanged", "document"]
    assert "any of 3 pairs has a false positive, after max-T over all pairs" in " ".join(printed.split())
    assert "\n\nFalse positives: families with a significant result without a true difference" in printed


def test_a_family_without_correction_would_be_accused() -> None:
    """The correction is what is measured: max-T keeps 5 %, pairs alone are wrong in twice as many families."""
    rng = np.random.default_rng(6)
    scores = {name: rng.normal(size=60).tolist() for name in "abcd"}
    data = sy.TestSet(references=[["x"] * 60], systems={name: ["x"] * 60 for name in scores})
    evaluation = sy.evaluate(data, metrics=[], segment_scores={"judge": scores})
    calibration = evaluation.calibrate(["randomization", "t", "sign"], n_repetitions=400, n_resamples=199)
    rows = {(row.test, row.situation): row for row in calibration.false_alarms if row.alpha == 0.05}
    assert set(rows) == {
        (test, name) for test in ("randomization", "t") for name in ("exchanged", "equal scores", "one apart")
    } | {("sign", "exchanged")}
    assert all(row.rate <= 0.085 for row in rows.values())
    assert rows["randomization", "exchanged"].rate >= 0.025
    assert calibration.method["corrections"] == {"randomization": "maxt", "t": "holm", "sign": "holm"}
    [measurement] = evaluation.measurements
    families = permuted_systems(measurement, np.arange(60), 400, rng=1)
    pairs = [(a, b) for b in range(4) for a in range(b + 1, 4)]
    alone = [
        randomization([family], pairs, n_resamples=199, rng=i).p_values("two-sided")
        for i, family in enumerate(families)
    ]
    assert np.mean([p.min() <= 0.05 for p in alone]) > 0.12


def test_one_system_makes_no_data_sets() -> None:
    found = run("check", "level", REFERENCE, "-i", HARBOUR, "-r", "5", "-n", "9")
    assert found.status == 2 and "Data sets are made from two systems or more, not 1" in found.err
