"""In every command the p, the interval and the verdict of a row are those of the test that the method names.

Each test is computed anew by its own function on the two systems alone. A question that lets a test be named and is not
looked at here fails below.
"""

import importlib
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.asking import QUESTIONS, question_class
from steelyard.choices import JOINT, TESTS
from steelyard.human import friedman, kruskal_wallis, rank_sum_pairs, rater_effects
from steelyard.inference import discordance_p_values, get_test, jackknife_scores
from steelyard.meta import williams_test
from steelyard.questions.human.rank_tests import RANK_TESTS
from steelyard.types import OutputScores
from tests.inference.measurements import mean_of
from tests.questions.human.rated import drawn, write

LOOKED_AT = {"board", "compare", "human", "meta"}
AS_COMPARE = {"gate"}  # which asks compare's own computation
# What a test would do, or how many pairs it tells apart, and not which.
WITHOUT_PAIRS = {"plan texts", "check level", "meta tests", "meta instruments"}
N_DRAWS = 200


def solved(n_systems: int = 5, n: int = 60) -> np.ndarray:
    rng = np.random.default_rng(5)
    return (rng.random((n_systems, n)) < np.linspace(0.4, 0.75, n_systems)[:, None]).astype(float)


SCORES = {
    "passed": solved(),
    "graded": np.random.default_rng(6).normal(np.linspace(0, 0.6, 5)[:, None], 1, (5, 60)).round(3),
    "few": np.random.default_rng(7).normal(np.linspace(0, 3, 4)[:, None], 1, (4, 7)).round(3),
}


def names(n: int) -> list[str]:
    return [f"s{i}" for i in range(n)]


def given(scores: np.ndarray) -> dict[str, list[float]]:
    return dict(zip(names(len(scores)), scores.tolist(), strict=True))


def place(name: str) -> int:
    return int(name[1:])


def test_no_question_that_names_a_test_is_forgotten() -> None:
    found = set()
    for entry in QUESTIONS:
        try:
            asked = question_class(entry)
        except (AttributeError, ImportError):
            continue
        if asked is not None and {"test", "tests"} & {one.name for one in fields(asked)}:
            found.add(entry.name)
    assert found == LOOKED_AT | AS_COMPARE | WITHOUT_PAIRS


def t_of(a: np.ndarray, b: np.ndarray) -> float:
    return float(stats.ttest_rel(a, b).pvalue)


def counts_of(a: np.ndarray, b: np.ndarray, test: str) -> float:
    ahead = [int((a > b).sum())], [int((a < b).sum())]
    return float(discordance_p_values(*ahead, mid_p=test == "mid-p")[0])


def check_board(scores: np.ndarray, test: str, against: str) -> None:
    board = sy.evaluate_scores({"accuracy": given(scores)}).board(against=against, test=test, n_resamples=N_DRAWS)
    assert board.pairs
    for pair in board.pairs:
        a, b = scores[place(pair.system)], scores[place(pair.against)]
        p = t_of(a, b) if test == JOINT else counts_of(a, b, test)
        assert pair.p_value == pytest.approx(p, rel=1e-6)
        assert pair.p_value <= pair.p_adjusted * (1 + 1e-9)
        assert (pair.minimum_detectable is None) == (test != JOINT)
        told = pair.verdict in ("better", "worse")
        assert told == (pair.p_adjusted <= 0.05)
    if test != JOINT:
        assert {row.minimum_detectable for row in board.rows} == {None}


@pytest.mark.parametrize("against", ["all", "leader", "s0"])
@pytest.mark.parametrize("test", [JOINT, "sign", "mid-p"])
def test_of_a_board(test: str, against: str) -> None:
    check_board(SCORES["passed"], test, against)
    if test == JOINT:
        check_board(SCORES["graded"], test, against)
        check_board(SCORES["few"], test, against)


def test_differences_without_spread_have_the_p_of_equal_signs() -> None:
    board = sy.evaluate_scores({"accuracy": {"s0": [1.0, 2, 4, 7], "s1": [2.0, 3, 5, 8]}}).board(n_resamples=N_DRAWS)
    assert board.pairs[0].p_value == 0.5**3


def test_law_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """The p of Student's t beside McNemar's verdicts, as it once was, is caught."""
    module = importlib.import_module("steelyard.questions.board.joint")
    right = module.test_by_draws

    def forgotten(design: Any) -> Any:
        students = get_test("t")(design.units.measurements, design.pairs)
        return replace(right(design), p_values=students.p_values("two-sided"))

    monkeypatch.setattr(module, "test_by_draws", forgotten)
    with pytest.raises(AssertionError):
        check_board(SCORES["passed"], "sign", "all")


@pytest.mark.parametrize("scores", SCORES)
@pytest.mark.parametrize("test", TESTS)
def test_of_a_comparison(test: str, scores: str) -> None:
    x = SCORES[scores]
    evaluation = sy.evaluate_scores({"accuracy": given(x)})
    chosen = get_test(test)
    correction = "maxt" if chosen.has_joint_null else "holm"
    comparison = evaluation.compare(test=test, correction=correction, n_resamples=N_DRAWS)
    assert len(comparison.pairs) == len(x) * (len(x) - 1) // 2 and comparison.method["test"] == test
    for pair in comparison.pairs:
        a, b = place(pair.system), place(pair.against)
        alone = chosen([mean_of(x[[b, a]])], [(1, 0)], n_resamples=N_DRAWS, rng=comparison.method["seed"])
        assert pair.p_value == pytest.approx(float(alone.p_values("two-sided")[0]), abs=1e-12)
        if not chosen.is_about_scores:
            assert pair.minimum_detectable is None
        assert pair.verdict in ("cannot tell", "equivalent") or pair.p_adjusted <= 0.05


def test_of_people(tmp_path: Path) -> None:
    rows = drawn(np.random.default_rng(4))
    values = np.array([[row[5] for row in rows if row[0] == name] for name in "abc"])
    path = write(tmp_path, rows)
    sums = rank_sum_pairs(values.ravel(), np.repeat(np.arange(3), values.shape[1]), n_systems=3)
    for test in RANK_TESTS:
        if test == "in-turn":  # of two scales: below
            continue
        found = sy.analyse_ratings(path, test=test, unit="segment")
        for pair in found.pairs:
            a, b = "abc".index(pair.system), "abc".index(pair.against)
            if test == "rank-sum":
                expected = sums[a, b] if pair.difference > 0 else sums[b, a]
            else:
                expected = (kruskal_wallis if test == "kruskal" else friedman)(values).pair_p_values[a, b]
            assert pair.p_value == pytest.approx(expected)
            assert pair.minimum_detectable is None


def two_way_p(d: np.ndarray) -> float:
    """Return Student's p of differences by document and rater, all raters having judged all documents."""
    n_documents, n_raters = d.shape
    of_documents = d.mean(axis=1).var(ddof=1) / n_documents
    of_raters = d.mean(axis=0).var(ddof=1) / n_raters
    variance = max(of_documents, of_raters, of_documents + of_raters - d.var(ddof=1) / d.size)
    degrees = variance**2 / (of_documents**2 / (n_documents - 1) + of_raters**2 / (n_raters - 1))
    fewest = min(n_documents, n_raters) - 1
    return float(2 * stats.t.sf(abs(d.mean()) / variance**0.5, fewest if fewest < 2 else max(degrees, fewest)))


@pytest.mark.parametrize("test", ["two-way", "mixed-model"])
def test_of_sampled_raters(test: str, tmp_path: Path) -> None:
    rng = np.random.default_rng(14)
    n_documents, n_raters = 10, 5
    strict, taste = rng.normal(0, 8, n_raters), rng.normal(0, 2, (3, n_raters))
    values = (
        rng.normal(60, 6, n_documents) + (strict + taste)[:, :, None] + rng.normal(0, 4, (3, n_raters, n_documents))
    )
    values = (values + np.array([0, 4, 9])[:, None, None]).round(1)
    at = [(s, r, d) for s in range(3) for r in range(n_raters) for d in range(n_documents)]
    rows = [("abc"[s], f"d{d}", d + 1, f"r{r}", "SYSTEM", float(values[s, r, d])) for s, r, d in at]
    found = sy.analyse_ratings(write(tmp_path, rows), test=test)
    systems, raters, segments = np.array(at).T
    random = {"segment": segments, "rater and system": np.unique(3 * raters + systems, return_inverse=True)[1]}
    model = rater_effects(values.ravel(), systems, raters, random=random)
    assert len(found.pairs) == 3 and found.method["test"] == test
    for pair in found.pairs:
        a, b = "abc".index(pair.system), "abc".index(pair.against)
        p = two_way_p((values[a] - values[b]).T) if test == "two-way" else model.contrast(a, b).p_value
        assert pair.p_value == pytest.approx(p, rel=1e-9 if test == "two-way" else 2e-3)  # a search ends nearby
        assert pair.interval is not None and (pair.verdict in ("better", "worse")) == (pair.p_adjusted <= 0.05)


def test_of_two_scales_in_turn(tmp_path: Path) -> None:
    """Where the first scale decides nothing, the p and the verdict are the second's, and the row says so."""
    rng = np.random.default_rng(8)
    shift = {"adequacy": np.array([0.0, 0, -20]), "fluency": np.array([0.0, 9, 20])}
    scales = {name: (60 + by[:, None] + rng.normal(0, 8, (3, 50))).round(1) for name, by in shift.items()}
    cells = [(s, line) for s in range(3) for line in range(50)]
    lines = ["\t".join(["abc"[s], str(i + 1), *(str(x[s, i]) for x in scales.values())]) for s, i in cells]
    path = tmp_path / "two.tsv"
    path.write_text("\n".join(["\t".join(["system", "line", *scales]), *lines]) + "\n", encoding="utf-8")
    found = sy.analyse_ratings(sy.read_judgements(path, scales=list(scales)), test="in-turn")
    told = {}
    for pair in found.pairs:
        x = scales[pair.metric]
        sides = [
            stats.mannwhitneyu(x["abc".index(one)], x["abc".index(other)], alternative="greater", method="asymptotic")
            for one, other in ((pair.system, pair.against), (pair.against, pair.system))
        ]
        told[pair.metric, pair.system, pair.against] = tuple(float(side.pvalue) for side in sides)
    reasons = []
    for pair in found.pairs:
        better, worse = told[pair.metric, pair.system, pair.against]
        if min(better, worse) > 0.05 and pair.metric == "adequacy":
            better, worse = told["fluency", pair.system, pair.against]
            reasons.append(pair.reason)
        assert pair.p_value == pytest.approx(min(better, worse))
        assert pair.verdict == ("better" if better <= 0.05 else "worse" if worse <= 0.05 else "cannot tell")
    assert reasons == ["by fluency"]


def test_of_metrics_by_exchange() -> None:
    """All 2^8 exchanges of two metrics' standardised scores, a system's at a time, by a loop."""
    rng = np.random.default_rng(3)
    systems = tuple("abcdefgh")
    people = rng.normal(size=(8, 30)) + rng.normal(size=(8, 1))
    metrics = [people + rng.normal(size=people.shape) * noise for noise in (0.5, 2, 5)]
    found = sy.meta_evaluate(
        OutputScores("people", systems, people),
        [OutputScores(f"m{i}", systems, x) for i, x in enumerate(metrics)],
        levels=[],
        by=["system:pearson"],
        test="exchange",
        n_resamples=256,
    )
    means = [((x - x.mean()) / x.std()).mean(axis=1) for x in metrics]
    quality = people.mean(axis=1)
    assert len(found.pairs) == 3
    for pair in found.pairs:
        one, other = means[place(pair.metric)], means[place(pair.against)]
        differences = []
        for mask in range(2**8):
            kept = np.array([mask >> i & 1 for i in range(8)], dtype=bool)
            x, y = np.where(kept, one, other), np.where(kept, other, one)
            differences.append(np.corrcoef(x, quality)[0, 1] - np.corrcoef(y, quality)[0, 1])
        observed = differences[-1]
        assert pair.difference == pytest.approx(observed)
        above = np.mean([d >= observed - 1e-9 for d in differences])
        below = np.mean([d <= observed + 1e-9 for d in differences])
        assert pair.p_value == pytest.approx(min(1.0, 2 * min(above, below)))
        assert pair.p_value <= pair.p_adjusted


def test_of_metrics() -> None:
    rng = np.random.default_rng(3)
    people = rng.normal(size=(8, 30)) + rng.normal(size=(8, 1))
    metrics = [people + rng.normal(size=people.shape) * noise for noise in (0.5, 1, 3)]
    systems = tuple("abcdefgh")
    found = sy.meta_evaluate(
        OutputScores("people", systems, people),
        [OutputScores(f"m{i}", systems, x) for i, x in enumerate(metrics)],
        levels=[],
        by=["system:pearson"],
        test="williams",
        n_resamples=99,
    )
    means = np.array([people.mean(axis=1), *(x.mean(axis=1) for x in metrics)])
    r = np.corrcoef(means)
    for pair in found.pairs:
        a, b = (place(name) + 1 for name in (pair.metric, pair.against))
        better = (a, b) if r[0, a] >= r[0, b] else (b, a)
        assert pair.p_value == pytest.approx(williams_test(r[0, better[0]], r[0, better[1]], r[a, b], 8).p_value)


def test_students_t_of_a_board_is_that_of_the_jackknife() -> None:
    """The oracle of the joint test above is SciPy's paired t because a mean's jackknife is its standard error."""
    left_out = jackknife_scores(mean_of(SCORES["graded"][:2]))
    d = left_out[1] - left_out[0]
    error = np.sqrt((len(d) - 1) / len(d) * np.square(d - d.mean()).sum())
    x = SCORES["graded"][1] - SCORES["graded"][0]
    assert error == pytest.approx(x.std(ddof=1) / np.sqrt(len(x)))
