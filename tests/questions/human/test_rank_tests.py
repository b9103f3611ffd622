"""Tests of ratings by ranks: against SciPy, with two scales, and with groups from uncorrected verdicts."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from tests.questions.human.rated import Row, drawn, groups_of_verdicts, write


def test_rank_sums_are_scipys_and_holm_doubles_them(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(4), share_rated=0.7)
    path = write(tmp_path, rows)
    by_system = {name: [row[5] for row in rows if row[0] == name] for name in "abc"}
    found = sy.analyse_ratings(path, test="rank-sum")
    for pair in found.pairs:
        a, b = by_system[pair.system], by_system[pair.against]
        sides = [stats.mannwhitneyu(a, b, alternative=side, method="asymptotic").pvalue for side in ("greater", "less")]
        assert pair.p_value == pair.p_adjusted == pytest.approx(sides[0] if pair.difference > 0 else sides[1])
        side = sides[0] if pair.difference > 0 else sides[1]
        expected = "cannot tell" if side > 0.05 else "better" if pair.difference > 0 else "worse"
        assert pair.verdict == expected
    corrected = sy.analyse_ratings(path, test="rank-sum", correction="holm")
    for pair, other in zip(found.pairs, corrected.pairs, strict=True):
        assert other.p_value == pytest.approx(min(1.0, 2 * min(pair.p_value, 1 - pair.p_value)), abs=1e-3)
        assert other.p_value <= other.p_adjusted
    with pytest.raises(SpecError, match="holm"):
        sy.analyse_ratings(path, test="rank-sum", correction="maxt")


@pytest.mark.parametrize("test", ["rank-sum", "mixed-model", "randomization"])
def test_uncorrected_verdicts_of_ratings_make_no_groups(test: str, tmp_path: Path) -> None:
    rows = [(*row[:3], f"r{i % 2}", *row[4:]) for i, row in enumerate(drawn(np.random.default_rng(4)))]
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path, test=test, correction="none", unit="segment", n_resamples=200)
    assert {(row.rank_low, row.rank_high, row.cluster) for row in found.scores} == {(None, None, None)}
    text = report.text(found)
    assert text.startswith("No groups are formed: 3 tests at 0.05 each are not corrected")
    assert "2 of 3 pairs differ significantly" in text and "cluster" not in text
    corrected = sy.analyse_ratings(path, test=test, correction="holm", unit="segment", n_resamples=200)
    assert [row.cluster for row in corrected.scores] == [1, 1, 2]


def test_ranks_that_speak_against_the_means_tell_nothing(tmp_path: Path) -> None:
    """A system that is mostly better, and now and then far worse, has the lower mean and the higher ranks."""
    rng = np.random.default_rng(12)
    rows: list[Row] = []
    for line in range(1, 201):
        aa = round(rng.normal(60, 1), 1) if rng.random() < 0.85 else 0.0
        rows += [
            ("aa", "d", line, "ann", "SYSTEM", aa),
            ("bb", "d", line, "ann", "SYSTEM", round(rng.normal(55, 1), 1)),
        ]
    [pair] = sy.analyse_ratings(write(tmp_path, rows), test="rank-sum", unit="segment").pairs
    assert pair.difference > 0 and pair.p_value > 0.99 and pair.verdict == "cannot tell"
    [pair] = sy.analyse_ratings(write(tmp_path, rows), test="rank-sum", correction="holm", unit="segment").pairs
    assert pair.p_value < 1e-9 and pair.verdict == "cannot tell" and "different systems" in pair.reason


def test_fluency_decides_where_adequacy_does_not(tmp_path: Path) -> None:
    rng = np.random.default_rng(8)
    path = tmp_path / "two.tsv"
    text = "system\tline\tadequacy\tfluency\n"
    for line in range(1, 61):
        for system, adequacy, fluency in (("a", 60, 60), ("b", 60, 75), ("c", 30, 90)):
            text += f"{system}\t{line}\t{adequacy + rng.normal(0, 8):.1f}\t{fluency + rng.normal(0, 8):.1f}\n"
    path.write_text(text, encoding="utf-8")
    judgements = sy.read_judgements(path, scales=["adequacy", "fluency"])
    found = sy.analyse_ratings(judgements, test="in-turn")
    rows = {(row.metric, row.system + row.against): (row.verdict, row.reason) for row in found.pairs}
    by_adequacy = {pair: row for (scale, pair), row in rows.items() if scale == "adequacy"}
    assert sorted(by_adequacy.values()) == sorted([("better", "by fluency"), ("worse", ""), ("worse", "")])
    assert all(reason == "" for (scale, _), (_, reason) in rows.items() if scale == "fluency")
    assert groups_of_verdicts(found, "adequacy") == {"a": 2, "b": 1, "c": 3}
    with pytest.raises(SpecError, match="two scales"):
        sy.analyse_ratings(sy.read_judgements(path, scales=["fluency"]), test="in-turn")
    with pytest.raises(SpecError, match="has no correction"):
        sy.analyse_ratings(judgements, test="in-turn", correction="holm")


@pytest.mark.parametrize("correction", ["none", "holm"])
def test_ranks_may_tell_systems_of_equal_means_apart(tmp_path: Path, correction: str) -> None:
    # the rank-sum test is about which system's outputs are mostly the better ones: no contradiction to equal means
    rows: list[Row] = []
    for line in range(1, 41):
        rows.append(("even", f"d{line}", line, "r", "SYSTEM", 55 + (-1) ** line))
        rows.append(("mostly better", f"d{line}", line, "r", "SYSTEM", 60 if line <= 36 else 10))
    found = sy.analyse_ratings(write(tmp_path, rows), test="rank-sum", correction=correction, segments="all")
    [pair] = found.pairs
    assert pair.difference == 0 and pair.p_value < 1e-6
    assert (pair.system, pair.verdict, pair.reason) == ("mostly better", "better", "")


@pytest.mark.real_data
def test_published_tables_of_direct_assessment_come_out(test_data: Path) -> None:
    human = test_data / "data" / "wmt21-news-is-en" / "human"
    found = sy.analyse_ratings(sy.read_judgements(human / "da.seg.tsv", scales=["z"]), test="rank-sum")
    rows = [line.split("\t") for line in (human / "da.sys.tsv").read_text(encoding="utf-8").splitlines()]
    published = {row[rows[0].index("system")]: float(row[rows[0].index("z")]) for row in rows[1:]}
    assert {row.system: round(row.score, 3) for row in found.scores} == pytest.approx(published, abs=0.00051)
    clusters = groups_of_verdicts(found, "z")
    assert clusters["Facebook-AI"] == 1 and clusters["Manifold"] == 2 and clusters["Online-G"] == 4
