"""Significance tests held against people: verdicts, counts and comparisons against plain enumeration and SciPy."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.plot import chart, figures_of
from steelyard.questions.test_accuracy.human_verdicts import verdicts_of_judgements, verdicts_of_means
from steelyard.ratings.reading import read_people
from steelyard.scored import Sampling
from steelyard.types import Labels, OutputScores, Ratings
from tests.conftest import EXAMPLES, SYSTEMS

RNG = np.random.default_rng(7)
NAMES = ("a", "b", "c")
SCORES = RNG.integers(0, 10, (3, 8)) + np.array([[3], [1], [0]])
PEOPLE = RNG.integers(0, 10, (3, 8)) + np.array([[4.0], [0], [1]])
GAPS = np.where(RNG.random((3, 8)) < 0.3, np.nan, PEOPLE)


def evaluation_of(
    scores: ArrayLike, names: tuple[str, ...] = NAMES, documents: list[str] | None = None
) -> sy.Evaluation:
    """Make an evaluation whose only metric is the mean of these scores."""
    values = np.asarray(scores, np.float64)
    text = ["w"] * values.shape[1]
    data = sy.TestSet(references=[text], systems=dict.fromkeys(names, text), documents=documents)
    rows = {name: row.tolist() for name, row in zip(names, values, strict=True)}
    return sy.evaluate(data, [], segment_scores={"judge": rows})


def means(values: ArrayLike, name: str = "da") -> OutputScores:
    return OutputScores(name, NAMES, np.asarray(values, np.float64))


def judged(values: ArrayLike, scale: str = "z") -> Ratings:
    """Make one judgement of every output that has a value."""
    array = np.asarray(values, np.float64)
    systems, segments = np.nonzero(np.isfinite(array))
    n = len(systems)
    return Ratings(
        systems=Labels(NAMES, systems.astype(np.int32)),
        segments=segments,
        documents=Labels.all_of("", n),
        raters=Labels.all_of("ann", n),
        scales=Labels.all_of(scale, n),
        scores=array[systems, segments],
        kinds=Labels.all_of("system", n),
    )


def enumerated(values: NDArray[np.float64], a: int, b: int, units: list[int]) -> float:
    """Return the exact one-sided p of "a has the higher mean", exchanging whole units; NaN is not rated."""

    def difference(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
        return float(np.nanmean(first) - np.nanmean(second))

    observed, count, total = difference(values[a], values[b]), 0, 0
    for kept in product([True, False], repeat=max(units) + 1):
        is_kept = np.array(kept)[units]
        first, second = np.where(is_kept, values[a], values[b]), np.where(is_kept, values[b], values[a])
        count += difference(first, second) >= observed - 1e-9
        total += 1
    return count / total


@pytest.mark.parametrize("values", [PEOPLE, GAPS], ids=["complete", "with gaps"])
def test_means_are_tested_by_exchanging_ratings_present_or_not(values: NDArray[np.float64]) -> None:
    found = verdicts_of_means([means(values)], NAMES, None, Sampling(1000, 1))
    for a, b in product(range(3), repeat=2):
        expected = 1.0 if a == b else enumerated(values, a, b, list(range(8)))
        assert found.p_values[0][a, b] == pytest.approx(expected, abs=1e-12)


def test_means_are_exchanged_document_by_document_and_unrated_documents_do_not_count() -> None:
    documents, values = [0, 0, 1, 1, 1, 2, 3, 3], PEOPLE.copy()
    values[:, 5] = np.nan
    found = verdicts_of_means([means(values)], NAMES, np.array(documents), Sampling(1000, 1))
    assert found.method["people_n_units"] == 3 and found.method["people_n_draws"] == 8
    assert found.p_values[0][0, 1] == pytest.approx(enumerated(values, 0, 1, documents))


def test_single_judgements_are_tested_as_scipy_does() -> None:
    found = verdicts_of_judgements(judged(GAPS), NAMES)
    for a, b in product(range(3), repeat=2):
        if a != b:
            samples = (GAPS[i][np.isfinite(GAPS[i])] for i in (a, b))
            expected = stats.mannwhitneyu(*samples, alternative="greater", method="asymptotic").pvalue
            assert found.p_values[0][a, b] == pytest.approx(expected, rel=1e-9)


def test_fluency_decides_what_adequacy_leaves_open_whatever_the_order_of_scales() -> None:
    level, clear = np.tile([[5.0], [5], [5]], 8), np.tile([[9.0], [5], [1]], 8) + 0.01 * np.arange(8)
    found = evaluation_of(SCORES).test_accuracy(
        [means(clear, "fluency"), means(level, "adequacy")], ["randomization"], alphas=[0.05]
    )
    assert found.method["scales"] == ["adequacy", "fluency"]
    assert (found.people[0].n_different, found.people[0].n_by_second) == (3, 3)
    turned = [means(level, "fluency"), means(clear, "adequacy")]
    assert evaluation_of(SCORES).test_accuracy(turned, ["randomization"], alphas=[0.05]).people[0].n_by_second == 0


def test_counts_are_those_of_verdicts_laid_side_by_side() -> None:
    tests = ["randomization", "t", "wilcoxon", "sign"]
    found = evaluation_of(SCORES).test_accuracy([means(PEOPLE)], tests, alphas=[0.2, 0.05], gold_alpha=0.1)
    gold = {one.alpha: np.array(one.matrix()) for one in found.conclusions if one.metric == "people"}
    said = {(one.test, one.alpha): np.array(one.matrix()) for one in found.conclusions if one.metric == "judge"}
    order = [NAMES.index(name) for name in found.method["systems"]]
    assert order == np.argsort(-PEOPLE.mean(axis=1)).tolist()
    people, scores = PEOPLE[order], SCORES[order].astype(np.float64)
    for row in found.rows:
        same = 0
        for a, b in [(0, 1), (0, 2), (1, 2)]:
            human = np.sign(
                int(enumerated(people, a, b, list(range(8))) <= 0.1)
                - int(enumerated(people, b, a, list(range(8))) <= 0.1)
            )
            assert gold[row.alpha][a, b] == human == -gold[row.alpha][b, a]
            if row.test == "t":
                greater = stats.ttest_rel(scores[a], scores[b], alternative="greater").pvalue
                less = stats.ttest_rel(scores[a], scores[b], alternative="less").pvalue
                assert said["t", row.alpha][a, b] == int(greater <= row.alpha) - int(less <= row.alpha)
            same += int(said[row.test, row.alpha][a, b] == human)
        assert (row.n_correct, row.n_pairs, row.gold_alpha) == (same, 3, 0.1)
        interval = stats.binomtest(same, 3).proportion_ci(method="exact")
        assert (row.low, row.high) == pytest.approx((interval.low, interval.high))
        assert np.sum(row.confusion) == 3 and np.trace(row.confusion) == same
        assert sum(row.counts.values()) == 3 and row.counts["same"] + row.counts["neither"] == same


def test_tests_and_metrics_are_compared_on_the_pairs_that_set_them_apart() -> None:
    data = sy.TestSet(references=[["w"] * 40], systems={str(i): ["w"] * 40 for i in range(6)})
    truth = np.arange(6)[:, None] + RNG.normal(0, 0.5, (6, 40))
    columns = {"good": truth, "bad": RNG.normal(0, 1, (6, 40))}
    scores = {name: {str(i): row.tolist() for i, row in enumerate(array)} for name, array in columns.items()}
    people = OutputScores("da", tuple(map(str, range(6))), truth)
    found = sy.evaluate(data, [], segment_scores=scores, higher_is_better=list(scores)).test_accuracy(
        [people], ["t", "randomization"], alphas=[0.05]
    )
    rows = {(row.given, row.name, row.against): row for row in found.differences}
    assert len(rows) == 4
    only_good = rows["t", "good", "bad"]
    assert only_good.between == "metrics" and only_good.n_only_against == 0 and only_good.n_only >= 10
    assert only_good.p_value == stats.binomtest(only_good.n_only, only_good.n_only).pvalue
    table = [[15, 0], [15 - only_good.n_only, only_good.n_only]]
    assert only_good.chi_square_p == pytest.approx(stats.chi2_contingency(table, correction=False).pvalue)
    assert only_good.p_adjusted == pytest.approx(2 * only_good.p_value)
    text = report.text(found).replace("\n", " ")
    assert "2 of 2 comparisons of one metric with another are significant" in text


def test_systems_that_are_equal_are_never_told_apart() -> None:
    found = evaluation_of(np.tile(SCORES[0], (3, 1))).test_accuracy(
        [means(np.tile(PEOPLE[0], (3, 1)))], ["paired-bootstrap", "shifted-bootstrap", "randomization", "t", "wilcoxon"]
    )
    assert {row.n_correct for row in found.rows} == {3}
    assert all(row.counts["neither"] == 3 for row in found.rows)
    text = report.text(found).replace("\n", " ")
    assert text.startswith(
        "At level 0.05, all tests agree equally often with people: on 3 of 3 pairs of systems, 100.0%"
    )
    assert "All tests agree with people on the same pairs." in text and "Table 3" not in text


def test_corrections_are_over_the_pairs_of_a_direction() -> None:
    raw, holm = (
        verdicts_of_means([means(PEOPLE)], NAMES, None, Sampling(1000, 1), correction=correction).p_values[0]
        for correction in ("none", "holm")
    )
    upper = np.triu_indices(3, 1)
    for rows, columns in (upper, upper[::-1]):
        assert holm[rows, columns] == pytest.approx(sy.inference.holm(raw[rows, columns]))
    of_judgements = [verdicts_of_judgements(judged(PEOPLE), NAMES, correction=c).p_values[0] for c in ("holm", "maxt")]
    assert (of_judgements[0] == of_judgements[1]).all()
    loose, strict = (
        evaluation_of(SCORES).test_accuracy([means(PEOPLE)], ["randomization", "t"], correction=correction)
        for correction in ("none", "maxt")
    )
    assert strict.people[0].n_different <= loose.people[0].n_different
    assert any("Holm's correction replaces max-T for t" in note for note in strict.method["notes"])


def test_tests_of_means_skip_other_metrics_and_say_so() -> None:
    data = sy.TestSet(references=[["a b c d"] * 5], systems={name: [f"a b {name} d"] * 5 for name in NAMES})
    people = OutputScores("da", NAMES, PEOPLE[:, :5])
    found = sy.evaluate(data, ["bleu", "wer"]).test_accuracy([people], ["t", "randomization"], alphas=[0.05])
    bleu = [row.test for row in found.rows if row.metric == "bleu"]
    assert bleu == ["randomization"]
    assert any(
        note.startswith("t: only for metrics that are means") and "BLEU" in note for note in found.method["notes"]
    )
    with pytest.raises(SpecError, match="BLEU is none"):
        sy.evaluate(data, ["bleu"]).test_accuracy([people], ["t"])


def test_systems_without_ratings_are_left_out_and_named() -> None:
    found = evaluation_of(np.vstack([SCORES, SCORES[:1]]), (*NAMES, "d")).test_accuracy([means(PEOPLE)], ["t"])
    assert found.method["left_out"] == ["d"] and found.rows[0].n_pairs == 3
    assert any("Left out, without ratings: d." in note for note in found.method["notes"])


def test_the_result_comes_back_and_is_drawn_from_the_stored_form(tmp_path: Path) -> None:
    found = evaluation_of(SCORES).test_accuracy([means(PEOPLE)], ["randomization", "t"])
    found.save(tmp_path / "stored.json")
    stored = sy.load(tmp_path / "stored.json")
    assert isinstance(stored, sy.results.TestAccuracy) and stored == found
    assert report.text(stored) == report.text(found)
    figures = figures_of(stored)
    assert [figure.name for figure in figures] == [
        "conclusions-people-da", "conclusions-judge-randomization", "conclusions-judge-t",
    ]  # fmt: skip
    for figure, one in zip(figures, found.conclusions, strict=False):
        passed = {(int(y), int(x)) for series in figure.series for x, y in zip(series.x, series.y, strict=True)}
        assert one.alpha == 0.05 or passed
        assert chart(figure).to_dict()
    people = {(i, j) for i, row in enumerate(found.conclusions[0].matrix()) for j, said in enumerate(row) if said > 0}
    assert people == {(int(y), int(x)) for s in figures[0].series for x, y in zip(s.x, s.y, strict=True)}


def test_more_segments_than_a_power_of_two_can_count_are_no_fault() -> None:
    """2.0**n overflowed from 1,024 segments on."""
    found = evaluation_of(np.tile(SCORES, 200)).test_accuracy(
        [means(np.tile(PEOPLE, 200))], ["randomization"], alphas=[0.05], n_resamples=999
    )
    assert found.rows[0].n_pairs == 3
    assert not any("p-values cannot be below" in note for note in found.method["notes"])


def test_levels_that_draws_or_units_cannot_reach_are_named() -> None:
    found = evaluation_of(SCORES).test_accuracy([means(PEOPLE)], ["randomization", "t"], n_resamples=1000)
    limits = [note for note in found.method["notes"] if "p-values cannot be below" in note]
    assert limits == [  # 8 segments: 256 exchanges
        f"{name}: p-values cannot be below 0.0039, so nothing is significant at 0.001. Use more draws "
        "(-n) or more units."
        for name in ("randomization", "people's verdicts")
    ]
    assert {row.n_different for row in found.people if row.alpha == 0.001} == {0}
    drawn = evaluation_of(SCORES).test_accuracy(
        judged(PEOPLE), ["paired-bootstrap"], alphas=[0.05], n_resamples=39, correction="holm"
    )
    assert any(note.startswith("paired-bootstrap: p-values cannot be below 0.075") for note in drawn.method["notes"])


@pytest.mark.parametrize(
    ("options", "error", "sentence"),
    [
        ({"tests": []}, SpecError, "Name at least one test"),
        ({"tests": ["t", "t"]}, SpecError, "each once, not: t, t"),
        ({"tests": ["moses"]}, SpecError, "has no one-sided form"),
        ({"tests": ["nothing"]}, SpecError, "Unknown test"),
        ({"alphas": [0.5]}, SpecError, "between 0 and 0.5, not 0.5"),
        ({"alphas": []}, SpecError, "Name at least one level"),
        ({"gold_alpha": 0.0}, SpecError, "between 0 and 0.5, not 0"),
        ({"correction": "shaffer"}, SpecError, "is for two-sided tests only"),
        ({"scales": ["style"]}, SpecError, "no scale 'style' in the ratings. They have: da"),
        ({"n_resamples": 0}, SpecError, "whole number from 1"),
    ],
)
def test_bad_choices_are_refused(options: dict[str, object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        evaluation_of(SCORES).test_accuracy([means(PEOPLE)], **({"tests": ["t"]} | options))  # type: ignore[arg-type]


def test_ratings_that_do_not_fit_are_refused() -> None:
    evaluation = evaluation_of(SCORES)
    with pytest.raises(SpecError, match="People rated 0 of the systems a, b, c"):
        evaluation.test_accuracy([OutputScores("da", ("x", "y"), PEOPLE[:2])])
    with pytest.raises(SpecError, match="not on 3: da, e, f"):
        evaluation.test_accuracy([means(PEOPLE, name) for name in ("da", "e", "f")])
    with pytest.raises(AlignmentError, match="People rated line 16, but the test set has 8"):
        evaluation.test_accuracy([means(np.hstack([PEOPLE, PEOPLE]))])
    with pytest.raises(AlignmentError, match="two scales have different numbers"):
        evaluation.test_accuracy([means(PEOPLE), means(PEOPLE[:, :5], "e")])
    mixed = judged(PEOPLE)
    scales = np.where(mixed.systems.codes == 2, 1, 0).astype(np.int32)
    both = Ratings(**{**{f: getattr(mixed, f) for f in mixed.__slots__}, "scales": Labels(("x", "y"), scales)})
    with pytest.raises(DataError, match="did not judge the system 'c' on the scale 'x'"):
        evaluation.test_accuracy(both, scales=["x"])


def test_the_example_is_judged_alike_by_means_and_by_judgements() -> None:
    data = sy.TestSet.from_files(
        references=[EXAMPLES / "reference.1.en"],
        systems={name: EXAMPLES / "systems" / f"{name}.en" for name in SYSTEMS},
        documents=EXAMPLES / "documents.txt",
    )
    people = read_people(EXAMPLES / "ratings.tsv", scaling="z")
    evaluation = sy.evaluate(data, ["chrf"])
    of_means, of_judgements = (
        evaluation.test_accuracy(ratings, ["randomization"], alphas=[0.05])
        for ratings in (people.scores, people.ratings)
    )
    assert of_means.method["people_unit"] == "document" and of_means.method["people_n_units"] == 12
    assert of_judgements.method["people_n_ratings"] < len(people.ratings)  # repeats and controls are left out
    assert of_means.people[0].n_different == of_judgements.people[0].n_different == 9


@pytest.mark.real_data
def test_published_verdicts_of_icelandic_are_found_again(test_data: Path) -> None:
    """WMT21 is-en: all but a few stars of the published rank-sum table, which also counts repeats."""
    folder = test_data / "data" / "wmt21-news-is-en"
    lines = (folder / "human" / "da.diff-wilcoxon.tsv").read_text(encoding="utf-8").splitlines()
    names = lines[0].split("\t")[1:]
    published = np.array([[cell.endswith("*") for cell in line.split("\t")[1:]] for line in lines[1:]])
    people = read_people(folder / "human" / "da.judgements.tsv.gz")
    found, _ = verdicts_of_judgements(people.ratings, names).verdicts(0.05)
    assert published.sum() == 31
    assert ((found > 0) & ~published).sum() + (published & (found <= 0)).sum() <= 4


def test_scales_and_lines_that_are_not_there_are_told() -> None:
    with pytest.raises(SpecError, match=r"There is no scale 'fluency' in the ratings\. They have: z"):
        evaluation_of(SCORES).test_accuracy(judged(SCORES), ["randomization"], scales=["fluency"])
    with pytest.raises(SpecError, match=r"There is no scale 'fluency' in the ratings\. They have: da"):
        evaluation_of(SCORES).test_accuracy([means(SCORES)], ["randomization"], scales=["fluency"])
    longer = np.concatenate([np.asarray(SCORES, float), np.ones((3, 4))], axis=1)
    n = np.asarray(SCORES).shape[1]
    with pytest.raises(AlignmentError, match=f"People rated line {n + 4}, but the test set has {n} lines"):
        evaluation_of(SCORES).test_accuracy(judged(longer), ["randomization"])


def test_the_second_scale_has_a_column_and_is_chosen_in_the_order_asked_for() -> None:
    level, clear = np.tile([[5.0], [5], [5]], 8), np.tile([[9.0], [5], [1]], 8) + 0.01 * np.arange(8)
    found = evaluation_of(SCORES).test_accuracy(
        [means(clear, "b"), means(level, "a")], ["randomization"], alphas=[0.05], scales=["a", "b"]
    )
    assert found.method["scales"] == ["a", "b"] and "of them by b" in sy.report.text(found)
