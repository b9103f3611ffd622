"""A mixed model of ratings: severity leaves the scores, and intervals have their level."""

from pathlib import Path

import numpy as np
import pytest
from scipy.stats import t

import steelyard as sy
from steelyard.errors import SpecError
from tests.questions.human.rated import Row, write


def test_a_mixed_model_takes_severity_out_of_the_scores(tmp_path: Path) -> None:
    rng = np.random.default_rng(10)
    rows: list[Row] = []
    severity = {f"r{i}": shift for i, shift in enumerate((-20, -10, 0, 10, 20, 0))}
    for line in range(1, 61):
        for system, truth in (("a", 60), ("b", 70)):
            # the strict raters judge b alone, so that the raw mean hides that it is better
            raters = ["r0", "r1"] if system == "b" and line > 20 else ["r3", "r4"] if line > 20 else ["r2", "r5"]
            rater = raters[line % 2]
            score = truth + severity[rater] + rng.normal(0, 3)
            rows.append((system, f"d{line // 10}", line, rater, "SYSTEM", round(score, 1)))
    for line in range(61, 81):  # and everybody judges both now and then
        for system, truth in (("a", 60), ("b", 70)):
            rater = f"r{line % 6}"
            rows.append((system, "e", line, rater, "SYSTEM", round(truth + severity[rater] + rng.normal(0, 3), 1)))
    path = write(tmp_path, rows)
    raw = sy.analyse_ratings(path, unit="segment")
    found = sy.analyse_ratings(path, unit="segment", test="mixed-model")
    assert raw.pairs[0].difference < 0 < found.pairs[0].difference
    assert found.pairs[0].difference == pytest.approx(10, abs=3) and found.pairs[0].verdict == "better"
    lenience = {row.rater: row.lenience for row in found.raters}
    assert sorted(lenience, key=lambda rater: lenience[rater] or 0)[0] == "r0"
    from steelyard.human import rater_effects

    code = {name: i for i, name in enumerate(sorted(severity))}
    systems, raters = (np.array([keys[row[at]] for row in rows]) for at, keys in ((0, {"a": 0, "b": 1}), (3, code)))
    segments = np.array([row[2] - 1 for row in rows])
    tastes = np.unique(2 * raters + systems, return_inverse=True)[1]
    model = rater_effects(
        [row[5] for row in rows], systems, raters, random={"segment": segments, "rater and system": tastes}
    )
    assert found.pairs[0].p_value == pytest.approx(model.contrast(1, 0).p_value, rel=2e-3)  # far out in the tail
    with pytest.raises(SpecError, match="rater of every judgement"):
        sy.analyse_ratings("examples/human.tsv", test="mixed-model")
    with pytest.raises(SpecError, match="holm"):
        sy.analyse_ratings(path, test="mixed-model", correction="maxt")


def test_intervals_of_a_mixed_model_have_the_level_that_is_asked_for() -> None:
    def widths(alpha: float) -> list[float]:
        found = sy.analyse_ratings("examples/ratings.tsv", test="mixed-model", alpha=alpha)
        assert all(row.interval is not None for row in found.scores)
        return [row.interval[1] - row.interval[0] for row in found.scores if row.interval is not None]

    found = sy.analyse_ratings("examples/ratings.tsv", test="mixed-model")
    assert found.method["interval"] == found.method["interval_of_differences"] == "student"
    of_few, of_many = (t.ppf(0.9, df) / t.ppf(0.975, df) for df in (2, 1e6))
    ratios = np.divide(widths(0.2), widths(0.05))
    assert (of_few < ratios).all() and (ratios < of_many).all()
