"""Significant differences by metrics: counts and McNemar's test against loops, false verdicts against the level."""

from itertools import combinations, product

import numpy as np
import pytest
from numpy.typing import ArrayLike
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.inference import holm
from steelyard.types import OutputScores

N_SYSTEMS, N_SEGMENTS = 5, 9
NAMES = tuple("abcde")
RNG = np.random.default_rng(11)
QUALITY = np.linspace(0, 6, N_SYSTEMS)[:, None]
PEOPLE = QUALITY + RNG.normal(0, 2, (N_SYSTEMS, N_SEGMENTS))
METRICS = {
    "good": QUALITY + RNG.normal(0, 3, (N_SYSTEMS, N_SEGMENTS)),
    "other": QUALITY[[0, 2, 1, 3, 4]] + RNG.normal(0, 2, (N_SYSTEMS, N_SEGMENTS)),
    "length": np.array([3.0, 0, 4, 1, 2])[:, None] + RNG.normal(0, 0.1, (N_SYSTEMS, N_SEGMENTS)),
}


def evaluation_of(metrics: dict[str, ArrayLike], documents: list[str] | None = None) -> sy.Evaluation:
    """Make an evaluation by outside metrics, larger ones better."""
    scores = {name: np.asarray(values, np.float64) for name, values in metrics.items()}
    text = ["w"] * next(iter(scores.values())).shape[1]
    data = sy.TestSet(references=[text], systems=dict.fromkeys(NAMES, text), documents=documents)
    rows = {name: dict(zip(NAMES, values.tolist(), strict=True)) for name, values in scores.items()}
    return sy.evaluate(data, [], segment_scores=rows, higher_is_better=tuple(scores))


def means(values: ArrayLike) -> OutputScores:
    return OutputScores("da", NAMES, np.asarray(values, np.float64))


def verdict(scores: np.ndarray, a: int, b: int, alpha: float, units: list[int]) -> int:
    """Test a pair at half the level in each direction, by exchanging whole units in every way."""
    gaps = np.bincount(units, scores[a] - scores[b])
    sums = np.array([np.dot(signs, gaps) for signs in product([1, -1], repeat=len(gaps))])
    is_better, is_worse = np.mean(sums >= gaps.sum() - 1e-9), np.mean(sums <= gaps.sum() + 1e-9)
    return int(is_better <= alpha / 2) - int(is_worse <= alpha / 2)


@pytest.mark.parametrize("by_document", [False, True])
def test_counts_and_comparisons_are_those_of_a_loop_over_pairs(by_document: bool) -> None:
    units = [0, 1, 1, 2, 3, 4, 4, 5, 6] if by_document else list(range(N_SEGMENTS))
    documents = [f"d{unit}" for unit in units] if by_document else None
    evaluation = evaluation_of(METRICS, documents)
    found = evaluation.instruments([means(PEOPLE)], alpha=0.1, n_repetitions=5)
    assert found.method["unit"] == ("document" if by_document else "segment")
    order = [NAMES.index(name) for name in found.method["systems"]]
    pairs = [(order[i], order[j]) for i, j in combinations(range(N_SYSTEMS), 2)]
    gold = [verdict(PEOPLE, a, b, 0.1, units) for a, b in pairs]
    said = {name: [verdict(scores, a, b, 0.1, units) for a, b in pairs] for name, scores in METRICS.items()}
    assert found.rows[0].n_people == sum(one != 0 for one in gold)
    for row in found.rows:
        both = list(zip(said[row.metric], gold, strict=True))
        assert (row.n_pairs, row.n_significant) == (10, sum(one != 0 for one, _ in both))
        assert row.share == row.n_significant / 10
        assert row.n_same == sum(one == people != 0 for one, people in both)
        assert row.n_opposite == sum(one == -people != 0 for one, people in both)
        assert row.n_metric_alone == sum(one != 0 == people for one, people in both)
        assert row.n_people_alone == sum(one == 0 != people for one, people in both)
    for what in ("same", "significant"):
        told = {
            name: [
                one != 0 and (what == "significant" or one == people) for one, people in zip(all_of, gold, strict=True)
            ]
            for name, all_of in said.items()
        }
        rows = [row for row in found.differences if row.what == what]
        assert {frozenset((row.metric, row.against)) for row in rows} == set(map(frozenset, combinations(METRICS, 2)))
        for row in rows:
            one, other = told[row.metric], told[row.against]
            only = sum(x and not y for x, y in zip(one, other, strict=True))
            against = sum(y and not x for x, y in zip(one, other, strict=True))
            assert (row.n_only, row.n_only_against) == (only, against) and only >= against
            n = only + against
            assert row.p_value == pytest.approx(stats.binomtest(only, n, 0.5).pvalue if n else 1.0)
        assert [row.p_adjusted for row in rows] == pytest.approx(holm(np.array([row.p_value for row in rows])))


def planted() -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Return a metric that people agree with, one as precise as can be that counts something else, and people."""
    rng = np.random.default_rng(3)
    quality, length = np.arange(5.0)[:, None], np.array([4.0, 1, 3, 0, 2])[:, None]
    noise = rng.normal(0, 1, (3, 5, 120))
    return {"quality": quality + 4 * noise[0], "length": length + 0.01 * noise[1]}, quality + 2 * noise[2]


def test_a_precise_metric_of_the_wrong_thing_finds_most_and_does_not_win() -> None:
    metrics, people = planted()
    found = evaluation_of(metrics).instruments([means(people)], n_repetitions=20)
    rows = {row.metric: row for row in found.rows}
    assert rows["length"].n_significant == 10 > rows["quality"].n_significant
    assert rows["length"].n_opposite > rows["length"].n_same < rows["quality"].n_same
    same, significant = (next(row for row in found.differences if row.what == what) for what in ("same", "significant"))
    assert (same.metric, significant.metric) == ("quality", "length")
    said = " ".join(report.text(found).split())
    assert said.startswith(
        "At level 0.05, length finds the largest number of significant differences: 10 in 10 pairs of systems"
    )
    assert f"by people, {rows['length'].n_opposite} the opposite" in said and "; quality finds" in said
    assert "Pairs of systems share systems and are not independent" in said


@pytest.mark.parametrize(("test", "unit"), [("randomization", "document"), ("t", "segment"), ("randomization", None)])
def test_false_verdicts_are_as_many_as_the_level_says(test: str, unit: str | None) -> None:
    metrics, people = planted()
    documents = None if unit is None else [f"d{n // 3}" for n in range(120)]
    found = evaluation_of(metrics, documents).instruments(
        [means(people)], test=test, unit=unit, alpha=0.1, n_repetitions=400, n_resamples=399, rng=7
    )
    for row in found.rows:
        low, high = stats.binom.interval(0.999, 400, 0.1)
        assert low <= row.n_false <= high
        expected = stats.binomtest(row.n_false, 400).proportion_ci(method="exact")
        assert (row.low, row.high) == pytest.approx((expected.low, expected.high))


def test_a_test_that_does_not_hold_its_level_is_named() -> None:
    rng = np.random.default_rng(4)
    few = {"few": np.arange(5.0)[:, None] + rng.normal(0, 1, (5, 4))}
    found = evaluation_of(few).instruments(
        [means(few["few"])], test="paired-bootstrap", alpha=0.05, n_repetitions=300, n_resamples=200
    )
    [row] = found.rows
    assert row.low > 0.05
    assert any(note.startswith("The test does not hold its level with few:") for note in found.method["notes"])


def test_counts_are_those_of_meta_tests_at_half_the_level() -> None:
    metrics, people = planted()
    evaluation = evaluation_of(metrics)
    found = evaluation.instruments([means(people)], alpha=0.1, n_repetitions=3)
    held = evaluation.test_accuracy([means(people)], ["randomization"], alphas=[0.05])
    counts = {row.metric: row.counts for row in held.rows}
    for row in found.rows:
        of_row = (row.n_same, row.n_opposite, row.n_metric_alone, row.n_people_alone)
        assert of_row == tuple(counts[row.metric][name] for name in ("same", "opposite", "test alone", "people alone"))


def test_no_significant_difference_is_said_and_a_test_that_does_not_fit_is_refused() -> None:
    flat = {"one": np.tile(np.arange(4.0), (5, 1)), "two": np.tile(np.arange(4.0), (5, 1))}
    found = evaluation_of(flat).instruments([means(flat["one"])], n_repetitions=2)
    assert [(row.n_significant, row.n_false) for row in found.rows] == [(0, 0), (0, 0)]
    assert {row.p_value for row in found.differences} == {1.0}
    assert report.text(found).startswith(
        "At level 0.05 no metric finds a significant difference in 10 pairs of systems"
    )
    data = sy.TestSet(references=[["a b", "c d"]], systems={"a": ["a b", "c"], "b": ["a", "d"]})
    people = OutputScores("da", ("a", "b"), np.ones((2, 2)))
    with pytest.raises(SpecError, match="The test t needs metrics that are means of segment scores, and BLEU is none"):
        sy.evaluate(data, ["bleu"]).instruments([people], test="t")
