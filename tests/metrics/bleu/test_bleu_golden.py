"""BLEU reproduces the worked examples of tests/golden/bleu.json."""

from typing import Any

import pytest

from steelyard.metrics import Bleu
from tests.golden import load_golden

CASES = load_golden("bleu")
# counts are compared in full or, where a paper prints the first orders only, at their start
KEYS = {"counts", "totals", "counts_start", "totals_start", "sys_len", "ref_len", "bp", "score"}


def tolerance(number: float) -> float:
    """Return half a unit in the last decimal that is printed; whole numbers are meant exactly."""
    decimals = repr(number).partition(".")[2]
    return 0.501 * 10.0 ** -len(decimals) if decimals else 1e-9


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    if "weights" in options:
        options["weights"] = tuple(options["weights"])
    result = Bleu(**options).corpus_score(case["hypotheses"], case["references"])
    expected = case["expected"]
    assert expected.keys() <= KEYS
    for key in ("counts", "totals"):
        got = list(getattr(result, key))
        assert got == expected.get(key, got)
        start = expected.get(f"{key}_start", [])
        assert got[: len(start)] == start
    for key in ("sys_len", "ref_len", "bp", "score"):
        if key in expected:
            assert getattr(result, key) == pytest.approx(expected[key], abs=tolerance(expected[key]), rel=0), key


def test_the_examples_of_a_paper_that_score_the_same_score_exactly_the_same() -> None:
    by_id = {case["id"]: case for case in CASES}
    pair = [by_id[name] for name in ("E06-1032-table-1-closest", "E06-1032-section-3.1-permuted")]
    scores = [Bleu(lowercase=True).corpus_score(case["hypotheses"], case["references"]).score for case in pair]
    assert scores[0] == scores[1]
