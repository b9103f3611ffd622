"""People's ratings become scores, verdicts, raters and agreement; every number beside another way to get it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import DataError
from steelyard.human import MQM_WEIGHTS
from steelyard.ratings.alignment import align
from steelyard.ratings.measurement import measure_ratings
from steelyard.types import OutputScores
from tests.questions.human.rated import Row, drawn, write


def test_scores_of_complete_ratings_are_means_and_pairs_those_of_compare(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(1))
    found = sy.analyse_ratings(write(tmp_path, rows))
    means = {name: np.mean([row[5] for row in rows if row[0] == name]) for name in "abc"}
    assert {row.system: row.score for row in found.scores} == pytest.approx(means)
    assert [row.cluster for row in found.scores] == [1, 1, 2]
    lines = [[row[5] for row in rows if row[0] == name] for name in "abc"]
    data = sy.TestSet(
        references=[["x"] * len(lines[0])],
        systems={name: ["x"] * len(lines[0]) for name in "abc"},
        documents=[row[1] for row in rows if row[0] == "a"],
    )
    scores = dict(zip("abc", lines, strict=True))
    compared = sy.evaluate(data, metrics=[], segment_scores={"score": scores}).compare()
    assert [(pair.difference, pair.p_value, pair.p_adjusted, pair.verdict) for pair in found.pairs] == [
        (pytest.approx(pair.difference), pair.p_value, pair.p_adjusted, pair.verdict) for pair in compared.pairs
    ]


def test_what_was_not_rated_is_left_out_of_the_mean_and_exchanged_along(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(2), share_rated=0.6)
    path = write(tmp_path, rows)
    found = sy.analyse_ratings(path)
    means = {name: np.mean([row[5] for row in rows if row[0] == name]) for name in "abc"}
    assert {row.system: row.score for row in found.scores} == pytest.approx(means)
    assert not found.method["is_complete"] and "rated on different segments" in found.method["ratings_sentence"]
    common = sy.analyse_ratings(path, segments="common")
    lines = [{row[2] for row in rows if row[0] == name} for name in "abc"]
    assert common.method["n_segments"] == len(set.intersection(*lines)) < found.method["n_segments"]


def test_exchanging_sparse_ratings_is_what_enumeration_says() -> None:
    values = np.array([[3.0, np.nan, 5.0, 1.0], [2.0, 4.0, np.nan, 2.0]])
    scores = OutputScores("score", ("a", "b"), values)
    aligned = align([scores], systems=scores.systems, segments="all")
    assert aligned.n_segments == 4
    measurement = measure_ratings(aligned.scales[0])
    from steelyard.inference import randomization

    null = randomization([measurement], [(0, 1)], n_resamples=100, rng=1)

    def difference(keeps: Sequence[int]) -> float:
        rows = [np.where(keeps, values[i], values[1 - i]) for i in (0, 1)]
        return float(np.nanmean(rows[0]) - np.nanmean(rows[1]))

    observed = difference([1, 1, 1, 1])
    every = [difference([int(bit) for bit in f"{i:04b}"]) for i in range(16)]
    assert null.is_exact and null.observed[0] == pytest.approx(observed)
    assert null.p_values("two-sided")[0] == np.mean([abs(d) >= abs(observed) - 1e-12 for d in every])


@pytest.mark.levels
def test_the_test_of_sparse_ratings_keeps_its_level() -> None:
    from steelyard.inference import randomization

    rng = np.random.default_rng(3)
    n, rejected = 2000, 0
    for _ in range(n):
        ease = rng.normal(0, 3, 40)
        values = ease + rng.normal(0, 1, (2, 40)) ** 3
        values[rng.random((2, 40)) < 0.5] = np.nan
        [chosen] = align([OutputScores("s", ("a", "b"), values)], systems=("a", "b"), segments="all").scales
        null = randomization([measure_ratings(chosen)], [(0, 1)], n_resamples=199, rng=int(rng.integers(2**32)))
        rejected += bool(null.p_values("two-sided")[0] <= 0.05)
    assert stats.binom.ppf(0.001, n, 0.05) <= rejected <= stats.binom.ppf(0.999, n, 0.05)


@pytest.mark.parametrize("score", ["1e300", "1e-300"])
def test_numbers_that_are_no_ratings_are_refused(score: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.tsv"
    rows = [f"{system}\t{line}\t{line}{score[1:]}\n" for line in range(1, 9) for system in "ab"]
    path.write_text("system\tline\tscore\n" + "".join(rows), encoding="utf-8")
    with pytest.raises(DataError, match=r"too little|\(1e60 at most\)"):
        sy.analyse_ratings(path)


def test_equal_ratings_are_equivalent_and_p_is_1(tmp_path: Path) -> None:
    rows = [(s, f"d{line}", line, "ann", "SYSTEM", float(line % 7)) for line in range(1, 31) for s in ("a", "b")]
    for test in ("randomization", "rank-sum"):
        [pair] = sy.analyse_ratings(write(tmp_path, rows), test=test).pairs
        assert (pair.verdict, pair.p_adjusted) == ("equivalent", 1.0 if test == "randomization" else pair.p_adjusted)
        assert pair.p_value >= 0.5


def test_micro_average_counts_judgements(tmp_path: Path) -> None:
    rows: list[Row] = [
        ("a", "d", 1, "ann", "SYSTEM", 1),
        ("a", "d", 1, "ben", "SYSTEM", 3),
        ("a", "d", 2, "ann", "SYSTEM", 8),
    ]
    rows += [("b", "d", 1, "ann", "SYSTEM", 5), ("b", "d", 2, "ann", "SYSTEM", 5)]
    path = write(tmp_path, rows)
    scores = {average: sy.analyse_ratings(path, average=average).scores[0].score for average in ("macro", "micro")}
    assert scores == {"macro": 5.0, "micro": 4.0}


def test_scales_are_one_family_and_must_speak_of_the_same_systems(tmp_path: Path) -> None:
    path = tmp_path / "two.tsv"
    path.write_text(
        "system\tline\tadequacy\tfluency\na\t1\t5\t4\na\t2\t4\t4\nb\t1\t3\t5\nb\t2\t2\t3\n", encoding="utf-8"
    )
    judgements = sy.read_judgements(path, scales=["adequacy", "fluency"])
    found = sy.analyse_ratings(judgements)
    assert [row.metric for row in found.pairs] == ["adequacy", "fluency"] and found.method["family_size"] == 2
    odd = [OutputScores(name, systems, np.ones((2, 3))) for name, systems in (("x", ("a", "b")), ("y", ("a", "c")))]
    with pytest.raises(DataError, match="different systems"):
        align(odd)


def test_kinds_of_errors_add_up_to_the_penalty(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    kinds = [("Accuracy/Mistranslation", "Major"), ("Fluency/Punctuation", "Minor"), ("Style", "Minor")]
    path = tmp_path / "mqm.tsv"
    text = "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    for line in range(1, 21):
        for system in ("a", "b"):
            chosen = [kind for kind in kinds if rng.random() < (0.5 if system == "a" else 0.2)]
            for category, severity in chosen or [("No-error", "No-error")]:
                text += f"{system}\td{line % 5}\t{line}\tann\ts\tt\t{category}\t{severity}\n"
    path.write_text(text, encoding="utf-8")
    found = sy.analyse_ratings(path, weights="google")
    for score in found.scores:
        for kind in ("category", "severity"):
            rows = [row for row in found.categories if (row.system, row.kind) == (score.system, kind)]
            assert -sum(row.penalty for row in rows) == pytest.approx(score.score)
    marks = next(row for row in found.categories if (row.system, row.name) == ("a", "Fluency"))
    assert marks.penalty == pytest.approx(
        MQM_WEIGHTS["google"].weight("minor", "Fluency/Punctuation") * marks.n_marks / 20
    )


@pytest.mark.real_data
def test_talks_are_too_few_for_a_verdict(test_data: Path) -> None:
    path = test_data / "data" / "mqm-ted2021-en-de" / "human" / "ratings.tsv.gz"
    found = sy.analyse_ratings(
        sy.read_judgements(path, lines="number", strict=False), weights="google-wmt21", raters="fixed"
    )
    assert {pair.reason for pair in found.pairs} == {"5 documents cannot give p below 0.0625"}
    best = max(found.scores, key=lambda row: row.score)
    assert (best.system, round(best.score, 2)) == ("ref", -0.91)
