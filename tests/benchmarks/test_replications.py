"""The replication page says what was measured, and what was measured comes out again."""

import json
from pathlib import Path

import numpy as np
import pytest
from replications import measure, page
from replications.__main__ import MEASURED
from replications.sets import SETS, read_set
from scipy import stats

GRAHAM, AILE = (json.loads((MEASURED / f"{name}.json").read_text(encoding="utf-8")) for name in ("graham", "aile"))  # type: list[dict[str, Any]], list[dict[str, Any]]


def test_the_page_says_what_was_measured() -> None:
    for path, text in page.pages(MEASURED).items():
        assert path.read_text(encoding="utf-8") == text


def test_intervals_and_counts_are_of_the_pairs() -> None:
    for row in GRAHAM:
        if row["kind"] == "accuracy":
            assert row["same"] + row["neither"] == row["n_correct"]
            rest = row["people alone"] + row["test alone"] + row["opposite"]
            assert row["n_correct"] + rest == row["n_pairs"]
            interval = stats.binomtest(row["n_correct"], row["n_pairs"]).proportion_ci(method="exact")
            assert (row["low"], row["high"]) == pytest.approx((interval.low, interval.high))


def test_what_the_page_says_in_words_holds() -> None:
    compared = [row for row in GRAHAM if row["kind"] == "differences" and row["gold"] == "judgements"]
    assert max(row["most"] for row in compared if row["between"] == "tests") == 3
    assert all(row["n_significant"] == 0 for row in compared)
    at_5 = [
        row
        for row in GRAHAM
        if row["kind"] == "accuracy" and row["gold"] == "judgements" and row["alpha"] == 0.05
    ]  # fmt: skip
    of_paper = [row for row in at_5 if row["metric"] in page.IN_PAPER]
    shares = {row["set"]: [] for row in of_paper}  # type: dict[str, list[float]]
    for row in of_paper:
        shares[row["set"]].append(100 * row["n_correct"] / row["n_pairs"])
    assert round(min(map(min, shares.values()))) == 54 == round(min(shares["TED"]))
    assert round(max(map(max, shares.values()))) == 78 == round(max(shares["uk-en"]))
    first = {"en-de": "NIST", "is-en": "TER", "uk-en": "TER", "ja-en": "TER", "TED": "NIST"}
    for name, metric in first.items():
        of_set = {
            row["metric"]: row["n_correct"] for row in of_paper if row["set"] == name and row["test"] == "randomization"
        }
        assert of_set[metric] == max(of_set.values())
    [people] = [
        row for row in GRAHAM
        if row["kind"] == "people" and row["gold"] == "judgements" and row["set"] == "ja-en" and row["alpha"] == 0.001
    ]  # fmt: skip
    assert people["n_pairs"] - people["n_different"] == 67


def test_what_the_page_says_of_parameters_holds() -> None:
    rows = [row for row in AILE if row["table"] == "Table 2" and row["scale"] == "Total Avg."]
    places, gaps, best = [], [], []  # type: list[int], list[float], list[str]
    for name in SETS:
        values = {row["metric"]: row["value"] for row in rows if row["set"] == name}
        assert len(values) == 17
        chosen = values["alpha = 0.1, beta = 1.2, delta = 2.0"]
        places.append(1 + sum(value > chosen for value in values.values()))
        gaps.append(max(values.values()) - chosen)
        best.append(max(values, key=values.__getitem__))
    assert (min(places), max(places)) == (4, 14)
    assert dict(zip(SETS, best, strict=True)) == {
        "en-de": "alpha = 0.1, beta = 2.0, delta = 2.0", "is-en": "alpha = 0.1, beta = 1.0, delta = 2.0",
        "uk-en": "square root", "ja-en": "alpha = 0.1, beta = 1.0, delta = 2.0",
        "TED": "alpha = 0.1, beta = 1.2, delta = 6.0",
    }  # fmt: skip
    assert (round(min(gaps), 3), round(max(gaps), 3)) == (0.002, 0.036)
    systems = [row for row in AILE if row["table"] == "Tables 3, 5 and 6"]
    first = {("en-de", "score"): {"RIBES"}, ("is-en", "z"): {"RIBES", "BLEU"}, ("ja-en", "z"): {"RIBES", "METEOR-2005"},
             ("uk-en", "z"): {"BLEU"}, ("TED", "adequacy"): {"TER"}, ("TED", "fluency"): {"TER"}}  # fmt: skip
    for (name, scale), expected in first.items():
        of_set = {row["metric"]: abs(row["value"]) for row in systems if (row["set"], row["scale"]) == (name, scale)}
        assert {metric for metric, value in of_set.items() if value > max(of_set.values()) - 1e-9} == expected


@pytest.mark.slow
@pytest.mark.real_data
def test_a_set_comes_out_again(test_data: Path) -> None:
    name = "is-en"
    stored, found = (
        [row for row in rows if row["set"] == name] for rows in (GRAHAM, measure.graham(test_data / "data", name))
    )
    assert json.loads(json.dumps(found)) == stored
    stored, found = (
        [row for row in rows if row["set"] == name] for rows in (AILE, measure.aile(test_data / "data", name))
    )
    assert json.loads(json.dumps(found)) == stored


@pytest.mark.slow
@pytest.mark.real_data
def test_sets_are_what_their_readme_says(test_data: Path) -> None:
    """TED: adequacy and fluency add up to the penalties that the set's own file has."""
    assert set(SETS) == {row["set"] for row in GRAHAM}
    ted = read_set(test_data / "data", "TED")
    adequacy, fluency = ted.means
    lines = (
        (test_data / "data" / "mqm-ted2021-en-de" / "human" / "mqm.seg.tsv").read_text(encoding="utf-8").splitlines()
    )
    for line in lines[1:]:
        system, number, _, penalty, *_ = line.split("\t")
        if system in adequacy.systems:
            place = adequacy.systems.index(system), int(number) - 1
            assert np.isclose(-(adequacy.values[place] + fluency.values[place]), float(penalty))
