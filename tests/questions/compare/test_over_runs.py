"""Verdicts on systems of several runs that are to hold for new runs: p-values, bands, families, and refusals."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import SpecError
from steelyard.inference import holm, jackknife_scores, variance_split
from steelyard.questions.compare.page import summary
from steelyard.report import html_text, latex_text, markdown_text
from steelyard.types import Measurement, Statistics
from tests.cli.running import output, run
from tests.questions.compare.runs import FOUR, RUNS, evaluation_of_four, optimised_by_multeval


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    return evaluation_of_four()


@pytest.fixture(scope="module")
def optimised(test_data: Path) -> dict[str, Any]:
    return optimised_by_multeval(test_data)


def test_verdicts_on_runs_hold_for_new_runs_unless_these_are_asked_for(optimised: dict[str, Any]) -> None:
    """The first line said new > base, at p .01, beside an interval for new runs that holds 0."""
    evaluation, runs, of_these = (optimised[key] for key in ("evaluation", "runs", "comparison"))
    found = evaluation.compare(runs=runs, n_resamples=500)
    for label, said in zip(("BLEU", "TER"), summary(found), strict=True):
        assert said.startswith(f"sys1 and baseline do not differ significantly ({label} "), said
        assert said.endswith(" segments, new runs on new text)."), said
    assert all(pair.p_value > 0.1 for pair in found.pairs)
    assert (found.method["generalise_to"], found.method["test"], found.method["n_draws"]) == ("both", "t-over-runs", 0)
    assert (found.method["correction"], found.method["validity"]) == ("holm", "asymptotic")
    assert "Verdicts are about new runs on new text" in found.method["sentence"]
    *told, of_new = summary(of_these)
    for label, said in zip(("BLEU", "TER"), told, strict=True):
        assert said.startswith(f"sys1 is better than baseline ({label} ") and said.endswith(", these runs)."), said
    assert (
        of_new
        == "New runs: 0 of these 2 differences remain significant (95% intervals, each for one difference alone)."
    )
    assert "so verdicts are about these runs alone" in of_these.method["sentence"]
    for shown in (report.text(of_these), markdown_text(of_these)):
        assert shown.startswith("sys1 is better than baseline (BLEU ")
        assert "verdict, of these runs" in shown
    assert "verdicts are about these runs alone" in " ".join(latex_text(of_these).split())
    page = html_text(evaluation.report_page(of_these))
    assert "<title>sys1 is better than baseline (BLEU " in page
    assert "verdict, of these runs</th>" in page
    page = html_text(evaluation.report_page(found))
    assert "on these segments, of these runs, than" in page  # buckets are tested by exchanges
    assert "<title>sys1 and baseline do not differ significantly" in page


def test_a_difference_of_these_runs_comes_with_its_interval_for_new_ones(evaluation: sy.Evaluation) -> None:
    bleu = sy.evaluate(evaluation.test_set, metrics=["bleu"])
    found = bleu.compare(runs=RUNS, generalise_to="text")
    low, high = found.runs[0].interval_new_runs or (0.0, 0.0)
    assert summary(found) == [
        "new is better than old (BLEU +16.15, p = 0.0005, 12 documents, these runs).",
        f"New runs of both systems: difference [{low:+.2f}, {high:+.2f}] (95% interval).",
    ]
    older = found.to_dict()
    del older["method"]["generalise_to"]  # as before it was a choice
    assert summary(sy.Comparison.from_dict(older)) == summary(found)


def test_a_method_against_itself_is_seldom_called_different() -> None:
    """Runs of one method that spread by a tenth of a segment's spread were called different in a quarter of cases."""
    rng = np.random.default_rng(11)
    n_sets, names = 200, [f"{system}{run}" for system in "ab" for run in range(3)]
    runs = {"a": names[:3], "b": names[3:]}
    data = sy.TestSet(references=[["a"] * 100], systems={name: ["a"] * 100 for name in names})
    called = {"both": 0, "text": 0}
    for _ in range(n_sets):
        values = rng.normal(size=100) + rng.normal(size=(6, 1)) * 0.15 + rng.normal(size=(6, 100))
        scores = dict(zip(names, values.tolist(), strict=True))
        evaluation = sy.evaluate(data, metrics=[], segment_scores={"judge": scores})
        for to in called:
            [pair] = evaluation.compare(runs=runs, n_resamples=199, generalise_to=to, interval="student").pairs
            called[to] += pair.verdict in ("better", "worse")
    assert called["both"] <= stats.binom.ppf(0.999, n_sets, 0.05)
    assert called["text"] > 0.15 * n_sets


@pytest.mark.parametrize("unit", ["segment", "document"])
def test_the_p_of_runs_is_the_largest_of_three_t_tests(evaluation: sy.Evaluation, unit: str) -> None:
    found = evaluation.compare(runs=RUNS, unit=unit, correction="none", run_score="mean")
    one_sided = evaluation.compare(runs=RUNS, unit=unit, correction="none", run_score="mean", alternative="better")
    for measurement, pair, row, better in zip(
        evaluation.measurements, found.pairs, found.runs, one_sided.pairs, strict=True
    ):
        over = measurement if unit == "segment" else measurement.by_document(evaluation.test_set.document_codes())
        scores = over.scores(over.statistics.totals())
        rows = jackknife_scores(over)
        n = rows.shape[1]
        change = rows[:2].mean(axis=0) - rows[2:].mean(axis=0)
        of_text = (n - 1) ** 2 / n * change.var(ddof=1)
        of_runs = [scores[:2].var(ddof=1) / 2, scores[2:].var(ddof=1) / 2]
        whole = of_text + sum(of_runs)
        degrees = whole**2 / (of_text**2 / (n - 1) + sum(v**2 for v in of_runs))
        p_values = [
            2 * stats.t.sf(abs(pair.difference) / of_text**0.5, n - 1),
            stats.ttest_ind(scores[:2], scores[2:], equal_var=False).pvalue,
            2 * stats.t.sf(abs(pair.difference) / whole**0.5, degrees),
        ]
        assert pair.p_value == pytest.approx(max(p_values))
        assert better.p_value == pytest.approx(pair.p_value / 2)
        assert pair.interval == pytest.approx(row.interval_both)
        assert pair.interval is not None
        assert (pair.p_value <= 0.05) == (pair.interval[0] > 0 or pair.interval[1] < 0)


def test_a_family_of_runs_is_corrected_by_holm_and_its_band_by_bonferroni(evaluation: sy.Evaluation) -> None:
    found = evaluation.compare(runs=RUNS)
    raw = [pair.p_value for pair in found.pairs]
    assert [pair.p_adjusted for pair in found.pairs] == pytest.approx(holm(np.array(raw)))
    wider = evaluation.compare(runs=RUNS, alpha=0.025)
    assert [pair.interval_simultaneous for pair in found.pairs] == [pair.interval for pair in wider.pairs]
    assert found.method["correction"] == "holm"
    assert evaluation.compare(runs=RUNS, correction="shaffer").method["correction"] == "shaffer"
    for correction in ("maxt", "maxt-shaffer"):
        with pytest.raises(SpecError, match="verdicts about new runs have none"):
            evaluation.compare(runs=RUNS, correction=correction)
        assert evaluation.compare(runs=RUNS, correction=correction, generalise_to="text", n_resamples=99)


def test_equivalence_of_runs_allows_for_their_spread(optimised: dict[str, Any]) -> None:
    bleu = sy.evaluate(optimised["evaluation"].test_set, metrics=["bleu(tokenize=none)"])
    for margin, verdict in ((0.6, "cannot tell"), (1.0, "within margin")):
        [pair] = bleu.compare(runs=optimised["runs"], n_resamples=200, equivalence_margin=margin).pairs
        [whole] = bleu.compare(runs=optimised["runs"], n_resamples=200, alpha=0.1).pairs
        assert whole.interval is not None
        assert (pair.verdict == "within margin") == (max(map(abs, whole.interval)) < margin)
        assert pair.verdict == verdict


@pytest.mark.parametrize(
    "choice",
    [
        {"test": "paired-bootstrap", "correction": "holm"}, {"correction": "tukey"},
        {"exact": True, "correction": "holm"},
        {"sequential": True}, {"run_swap": "independent"},
    ],
)  # fmt: skip
def test_what_is_about_these_runs_alone_is_not_taken_for_new_ones(
    evaluation: sy.Evaluation, choice: dict[str, Any]
) -> None:
    with pytest.raises(SpecError, match="--generalise-to text"):
        evaluation.compare(runs=RUNS, **choice)
    with pytest.raises(SpecError, match="needs runs"):
        evaluation.compare(generalise_to="text")
    with pytest.raises(SpecError, match="txet"):
        evaluation.compare(runs=RUNS, generalise_to="txet")


def test_a_single_document_tells_nothing_of_runs(evaluation: sy.Evaluation) -> None:
    one = sy.evaluate(evaluation.test_set, metrics=["bleu"]).compare(runs=RUNS, unit="block:120")
    assert (one.pairs[0].verdict, one.pairs[0].p_value, one.pairs[0].interval) == ("cannot tell", 1.0, None)
    assert "1 block is too few for p below 1" in one.pairs[0].reason


def test_stored_runs_come_out_again_those_of_before_too(tmp_path: Path) -> None:
    argv = (*FOUR, "--runs", "old=sparrow,tangle", "new=harbour,lantern", "-f", "json")
    for flags in ((), ("--generalise-to", "text")):
        stored = tmp_path / "stored.json"
        stored.write_text(output(*argv, *flags), encoding="utf-8")
        assert run("check", "result", stored).status == 0
    older = json.loads(stored.read_text(encoding="utf-8"))
    del older["method"]["generalise_to"], older["method"]["recipe"]["arguments"]["generalise_to"]
    stored.write_text(json.dumps(older), encoding="utf-8")
    [difference] = sy.verify(stored).differences
    assert difference.field == "generalise_to"


@pytest.mark.levels
@pytest.mark.parametrize(("metric", "members"), [(0, (0, 1, 2)), (0, (3, 4, 5)), (1, (0, 1, 2)), (1, (3, 4, 5))])
def test_real_runs_of_a_method_against_itself_are_seldom_called_different(
    optimised: dict[str, Any], metric: int, members: tuple[int, ...]
) -> None:
    """New runs with the variance that MultEval's have, on new text: segments and what runs do to them, resampled."""
    measurement = optimised["evaluation"].measurements[metric]
    scores = measurement.scores(measurement.statistics.totals())[list(members)]
    rows = jackknife_scores(measurement)[list(members)]
    n_sets, (n_runs, n) = 300, rows.shape
    parts = -(n - 1) * (rows - rows.mean(axis=1, keepdims=True))  # what a segment adds to a score
    of_text = parts.mean(axis=0)
    of_both = (parts - of_text) * (n_runs / (n_runs - 1)) ** 0.5
    run_sd = max(scores.var(ddof=1) - of_both.var(ddof=1) / n, 0.0) ** 0.5
    rng = np.random.default_rng(5)
    called = {"both": 0, "text": 0}
    for _ in range(n_sets):
        chosen = rng.integers(0, n, size=n)
        noise = of_both[rng.integers(0, n_runs, size=(6, n)), chosen]
        values = of_text[chosen] + noise + rng.normal(size=(6, 1)) * run_sd
        statistics = Statistics.from_values(np.stack([np.round(values * 1e6), np.full_like(values, 1)], axis=-1))
        mean = Measurement("m", "m", "", statistics, lambda s: s[..., 0] / s[..., 1], True, is_mean=True)
        split = variance_split(mean, (0, 1, 2), (3, 4, 5))
        low, high = split.new_data or (0.0, 0.0)
        called["text"] += low > 0 or high < 0
        called["both"] += 2 * split.tail(abs(split.difference)) <= 0.05
    assert called["both"] <= stats.binom.ppf(0.999, n_sets, 0.05)
    assert called["text"] > called["both"]
