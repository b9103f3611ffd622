"""What the page says that a shift does not know is what was measured."""

import json
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
ROWS = json.loads((ROOT / "benchmarks/levels/measured/shifts.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs/howto/plan-a-test-set.md").read_text(encoding="utf-8")


def of_way(low: float, high: float, to: float, made: str) -> list[float]:
    found = [row[made] for row in ROWS if (row["apart_from"], row["apart_below"], row["to"]) == (low, high, to)]
    return [ratio for ratio in found if ratio is not None]


def test_the_table_is_what_was_measured() -> None:
    true = {1.0: "0.5 to 1.5", 2.25: "1.5 to 3", 4.5: "3 to 6"}
    ways = dict.fromkeys((row["apart_from"], row["apart_below"], row["to"]) for row in ROWS)
    assert len(ways) == 6
    for low, high, to in ways:
        found = of_way(low, high, to, "shifted")
        apart = f"{low:g} to {high:g}" if low else f"less than {high:g}"
        quarter, middle, most = np.quantile(found, [0.25, 0.5, 0.75])
        row = f"| {apart} | {to:g} | {true[to]} | {middle:.2f} | {quarter:.2f} to {most:.2f} |"
        assert f"{row} {min(found):.2f} to {max(found):.2f} |" in PAGE
        assert 18 <= len(found) <= 20


def test_shifts_of_far_pairs_ask_for_less_too_much_than_mixtures() -> None:
    """Plans below the pilots' own difference were mixtures."""
    assert np.median(of_way(3.0, 6.0, 1.0, "mixed")) > 2.4 and np.median(of_way(6.0, 12.0, 1.0, "mixed")) > 7.3
    for low in (1.5, 3.0, 6.0):
        assert np.median(of_way(low, 2 * low, 1.0, "shifted")) < np.median(of_way(low, 2 * low, 1.0, "mixed"))
