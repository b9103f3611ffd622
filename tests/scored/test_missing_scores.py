"""Missing scores follow a declared rule, are counted with their reasons, and are never read as 0."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from steelyard.errors import DataError, SpecError
from steelyard.reading.score_matrix.matrix import ItemScores
from steelyard.results import missing_text, word_for_segment
from steelyard.scored.missing_scores import MissingRule, fill

NAN = float("nan")


def scores(**values: Any) -> ItemScores:
    arrays = {name: np.array(rows, np.float64) for name, rows in values.items()}
    n_systems, n = next(iter(arrays.values())).shape
    reasons = {
        name: {(int(s), int(i)): "timeout" for s, i in np.argwhere(np.isnan(array))} for name, array in arrays.items()
    }
    return ItemScores(tuple(f"q{i}" for i in range(n)), tuple("xyz"[:n_systems]), arrays, reasons)


GAPS = scores(grade=[[3, 1, NAN, 4], [2, NAN, 5, 1]])


def test_refusing_is_the_default_and_says_the_choices() -> None:
    with pytest.raises(DataError) as raised:
        fill(GAPS, MissingRule())
    said = str(raised.value)
    assert "x lacks 1 of 4 scores (1 timeout); y lacks 1 of 4 scores (1 timeout)" in said
    assert "drop-item keeps 2 of 4 items" in said and "worst" in said and "bounds" in said


def test_nothing_is_said_where_nothing_is_missing() -> None:
    whole = scores(grade=[[3, 1], [2, 2]])
    for rule in ("refuse", "worst", "drop-item", "bounds"):
        filled = fill(whole, MissingRule(rule))
        assert (filled.scores, filled.best, filled.told) == (whole, None, None)
    assert missing_text({}) == "" and word_for_segment({}) == "segment"


def test_dropping_items_is_removing_columns() -> None:
    filled = fill(GAPS, MissingRule("drop-item"))
    np.testing.assert_array_equal(filled.scores.values["grade"], [[3, 4], [2, 1]])
    assert filled.scores.items == ("q0", "q3")
    assert filled.told is not None and (filled.told["n_items"], filled.told["n_kept"]) == (4, 2)


@pytest.mark.parametrize(
    ("declared", "lower", "expected"),
    [({}, (), 1), ({"": 0.0}, (), 0), ({}, ("grade",), 5), ({"grade": 9.0}, ("grade",), 9)],
)
def test_the_worst_score_is_declared_or_observed(
    declared: Mapping[str, float], lower: tuple[str, ...], expected: float
) -> None:
    filled = fill(replace(GAPS, lower_is_better=lower), MissingRule("worst", declared))
    np.testing.assert_array_equal(filled.scores.values["grade"], [[3, 1, expected, 4], [2, expected, 5, 1]])
    assert filled.told is not None
    assert filled.told["worst"] == {"grade": {"score": expected, "is_declared": bool(declared)}}
    said = missing_text({"missing": filled.told})
    assert ("declared" if declared else "observed") in said


def test_both_ends_are_kept() -> None:
    filled = fill(GAPS, MissingRule("bounds", {"": 0.0}, {"": 10.0}))
    np.testing.assert_array_equal(filled.scores.values["grade"], [[3, 1, 0, 4], [2, 0, 5, 1]])
    assert filled.best is not None
    np.testing.assert_array_equal(filled.best["grade"], [[3, 1, 10, 4], [2, 10, 5, 1]])


def test_the_refusal_counts_scores_not_systems_where_there_are_several_metrics() -> None:
    """Two systems under four metrics were "5 more systems"."""
    gaps = scores(**{f"m{i}": [[1, NAN, NAN], [NAN, 1, NAN]] for i in range(4)})
    with pytest.raises(DataError) as raised:
        fill(gaps, MissingRule())
    assert "y lacks 2 of 3 scores by m0 (2 timeout); x lacks" in str(raised.value)
    assert "; 10 more scores are missing. Choose a rule" in str(raised.value)


def test_items_are_left_out_under_all_metrics_together() -> None:
    both = scores(grade=[[1, NAN, 3], [1, 2, 3]], fluent=[[NAN, 1, 1], [1, 1, 1]])
    filled = fill(both, MissingRule("drop-item"))
    assert filled.scores.items == ("q2",) and set(filled.scores.values) == {"grade", "fluent"}
    assert "x lacks 1 of 3 scores by grade" in missing_text({"missing": filled.told})


def test_what_no_rule_can_mend_is_refused() -> None:
    with pytest.raises(DataError, match="'y' has no score by grade on any of the 2 items"):
        fill(scores(grade=[[1, 2], [NAN, NAN]]), MissingRule("worst"))
    with pytest.raises(DataError, match="leaves no item"):
        fill(scores(grade=[[1, NAN], [NAN, 2]]), MissingRule("drop-item"))
    with pytest.raises(DataError, match=r"2 \(--worst\) is not the worst score of grade: some system has 1"):
        fill(GAPS, MissingRule("worst", {"": 2.0}))
    with pytest.raises(DataError, match=r"4 \(--best\) is not the best score of grade: some system has 5"):
        fill(GAPS, MissingRule("bounds", {}, {"grade": 4.0}))


def test_rules_that_do_not_fit_are_refused() -> None:
    with pytest.raises(SpecError, match="drop-item"):
        MissingRule("drop")
    with pytest.raises(SpecError, match="--best needs"):
        MissingRule("worst", {}, {"": 0.0})
    with pytest.raises(SpecError, match="--worst"):
        fill(GAPS, MissingRule("worst", {"grad": 0.0}))


def test_many_systems_and_reasons_are_counted_in_one_line() -> None:
    gaps = [
        {
            "metric": "m",
            "system": f"s{i}",
            "n_scored": 9 - i,
            "n_missing": 1 + i,
            "reasons": {f"r{k}": 1 for k in range(1 + i)},
        }
        for i in range(6)
    ]
    told = {"rule": "drop-item", "n_items": 10, "n_kept": 4, "systems": gaps}
    said = missing_text({"missing": told})
    assert said.startswith("Missing scores: s5 lacks 6 of 10 scores (1 r0, 1 r1, 1 r2, 3 for other reasons); s4")
    assert said.split("; ")[3].startswith("6 more scores are missing, of 3 other systems. ") and "\n" not in said
