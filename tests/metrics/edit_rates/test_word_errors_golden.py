"""Metrics of edits, bags and lengths reproduce the worked examples of tests/golden/word_errors.json."""

from typing import Any

import pytest

from steelyard.metrics import available
from tests.golden import load_golden


@pytest.mark.parametrize("case", load_golden("word_errors"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    metric = available()[options.pop("metric")](**options)
    result = metric.corpus_score(case["hypotheses"], case["references"])
    for name, expected in case["expected"].items():
        assert getattr(result, name) == pytest.approx(expected, abs=5.01e-7, rel=0), name
