"""What is said of intervals of few documents is what was measured."""

import json
from pathlib import Path
from statistics import median

import pytest

from steelyard.questions.compare.method_text import measured_coverage, said_of_coverage

ROOT = Path(__file__).resolve().parents[2]
ROWS = json.loads((ROOT / "benchmarks/levels/measured/unequal-documents.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("n", [8, 12, 20, 45, 100])
def test_the_sentence_on_coverage_is_what_was_measured(n: int) -> None:
    held = [row["together"] for row in ROWS if row["size"] == n and row["rule"] == "effective"]
    assert len(held) == 20
    found = measured_coverage(n)
    assert found is not None
    assert found[0] == n
    assert found[1] == pytest.approx(median(held), abs=0.002)
    assert found[2] == pytest.approx(min(held), abs=0.001)
    assert f"worst {100 * min(held):.0f}%" in said_of_coverage(n, "document")


def test_the_effective_number_covers_more_on_every_set() -> None:
    """Taking unequal documents for equal ones covered 75 to 94 % with 8 of them, all at once."""
    by_rule = {}
    for row in ROWS:
        by_rule.setdefault((row["set"], row["metric"], row["size"]), {})[row["rule"]] = row
    for rows in by_rule.values():
        for what in ("score", "difference", "together"):
            assert rows["effective"][what] >= rows["documents"][what]
    few = [rows for (_, _, size), rows in by_rule.items() if size == 8]
    assert median(rows["documents"]["together"] for rows in few) < 0.9
    assert median(rows["effective"]["together"] for rows in few) > 0.95


@pytest.mark.parametrize(("n", "measured"), [(1, 8), (10, 12), (9, 8), (30, 20), (31, 45), (140, 100)])
def test_the_nearest_size_is_named(n: int, measured: int) -> None:
    found = measured_coverage(n)
    assert found is not None
    assert found[0] == measured


def test_nothing_is_said_of_many_documents_or_of_segments() -> None:
    assert measured_coverage(141) is None
    assert said_of_coverage(500, "document") == said_of_coverage(20, "segment") == ""
    assert "With 20 documents, simultaneous 95% intervals" in said_of_coverage(20, "block")
