"""Raters: who does not see damage, or contradicts itself more than it sees, is left out."""

from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.human import correlations_with_others, krippendorff_alpha
from tests.questions.human.rated import Row, write


def test_a_rater_who_does_not_see_damage_is_left_out(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    rows = []
    for rater, damage in (("ann", 30), ("dev", 0)):
        for line in range(1, 21):
            for system in "ab":
                score = round(70 + rng.normal(0, 5), 1)
                rows.append((system, "d", line, rater, "SYSTEM", score))
                if line > 10:
                    rows.append((system, "d", line, rater, "BAD_REF", round(score - damage + rng.normal(0, 5), 1)))
                if line < 4:
                    rows.append((system, "d", line, rater, "REPEAT", round(score + 2, 1)))
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path, quality_control="degraded", unit="segment")
    ann, dev = found.raters
    assert (ann.is_kept, dev.is_kept) == (True, False)
    assert ann.n_judgements == 46 and ann.n_degraded == 20 and ann.n_repeats == 6
    assert ann.repeat_difference == pytest.approx(2.0) and ann.degraded_difference == pytest.approx(30, abs=4)
    kept = [row[5] for row in rows if row[3] == "ann" and row[4] == "SYSTEM" and row[0] == "a"]
    again = [row[5] for row in rows if row[3] == "ann" and row[4] == "REPEAT" and row[0] == "a"]
    mean = np.mean([np.mean([score, *again[i : i + 1]]) for i, score in enumerate(kept)])
    assert found.scores[0].score == pytest.approx(mean)
    assert "(degraded) removed 1 rater" in found.method["ratings_sentence"]
    without = write(tmp_path, [row for row in rows if row[4] == "SYSTEM"])
    with pytest.raises(SpecError, match="BAD_REF"):
        sy.analyse_ratings(without, quality_control="degraded")


def test_repeats_can_be_what_damage_is_held_against(tmp_path: Path) -> None:
    rng = np.random.default_rng(9)
    rows: list[Row] = []
    for rater, spread in (("ann", 2), ("dev", 40)):
        for line in range(1, 13):
            score = round(70 + rng.normal(0, 5), 1)
            for kind, change in (("SYSTEM", 0.0), ("BAD_REF", -20.0), ("REPEAT", 0.0), ("REF", 10.0)):
                rows.append(
                    (
                        "a",
                        "d",
                        line,
                        rater,
                        kind,
                        round(score + change + rng.normal(0, spread if change <= 0 else 0.1), 1),
                    )
                )
                if kind == "SYSTEM":
                    rows.append(("b", "d", line, rater, kind, score))
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path, quality_control="repeat", unit="segment")
    assert [(row.rater, row.is_kept, row.n_references) for row in found.raters] == [
        ("ann", True, 12),
        ("dev", False, 12),
    ]
    assert found.raters[0].reference_difference == pytest.approx(10, abs=3)


def test_many_raters_of_few_outputs_agree_as_in_a_table_of_all(tmp_path: Path) -> None:
    """A row for each rater and a column for each output took 10 GB of 20,000 ratings by as many people."""
    rng = np.random.default_rng(2)
    table = np.full((60, 40), np.nan)
    for column in table.T:
        column[rng.choice(60, rng.integers(1, 5), replace=False)] = rng.integers(1, 4)
    table[:, ::3] += rng.integers(0, 2, table[:, ::3].shape)
    raters, outputs = np.nonzero(np.isfinite(table))
    rows: list[Row] = [
        ("ab"[o % 2], f"d{o // 2}", o // 2 + 1, f"r{r:02}", "SYSTEM", table[r, o])
        for r, o in zip(raters, outputs, strict=True)
    ]
    for level in ("nominal", "ordinal", "interval"):
        found = sy.analyse_ratings(write(tmp_path, rows), agreement=level, unit="segment")
        [row] = found.agreement
        expected = krippendorff_alpha(table, scale=level, groups=np.arange(40) // 2)
        assert (row.value, row.interval) == (pytest.approx(expected.value), pytest.approx(expected.interval))
    with_others = dict(zip(np.unique(raters).tolist(), (one.with_others for one in found.raters), strict=True))
    every = correlations_with_others(table)
    assert sum(value is not None for value in every) > 5
    assert all(with_others[r] == pytest.approx(value) for r, value in enumerate(every) if value is not None)
