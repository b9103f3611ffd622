"""Comparisons of systems of several runs, on made-up texts, the example and the runs that MultEval ships."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import holm, jackknife_scores, run_spread, stratified_randomization, variance_split
from steelyard.questions.compare.page import summary
from steelyard.questions.compare.question import read_runs
from steelyard.report import comparison_text, html_text, latex_text, markdown_text
from steelyard.types import Measurement, Statistics
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, PATHS, REFERENCE, REFERENCE_2, SPARROW, TANGLE, output, run
from tests.questions.compare.by_hand import worth

RUNS = {"old": ["sparrow", "tangle"], "new": ["harbour", "lantern"]}
FOUR = ("compare", REFERENCE, "-i", HARBOUR, LANTERN, SPARROW, TANGLE, "--documents", DOCUMENTS)


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    systems = {name: PATHS[name] for name in ("harbour", "lantern", "sparrow", "tangle")}
    data = sy.TestSet.from_files(references=[REFERENCE], systems=systems, documents=DOCUMENTS)
    return sy.evaluate(data, metrics=["bleu", "chrf"])


def test_runs_are_one_text_and_their_test_is_stratified(evaluation: sy.Evaluation) -> None:
    comparison = evaluation.compare(runs=RUNS, generalise_to="text")
    data = evaluation.test_set
    texts = {name: [line for run in members for line in data.systems[run]] for name, members in RUNS.items()}
    one_text = sy.TestSet(references=[list(data.references[0]) * 2], systems=texts)
    expected = sy.evaluate(one_text, metrics=["bleu", "chrf"]).scores().scores
    assert [(row.system, row.score) for row in comparison.scores] == [(row.system, row.score) for row in expected]
    codes = data.document_codes()
    assert codes is not None
    for measurement, pair, row in zip(evaluation.measurements, comparison.pairs, comparison.runs, strict=True):
        by_document = measurement.by_document(codes)
        null = stratified_randomization(by_document, (0, 1), (2, 3), n_resamples=10_000, rng=1)
        assert pair.p_value == null.p_values("two-sided")[0]  # twelve documents: both enumerate
        assert (pair.system_a, pair.system_b, abs(pair.delta)) == ("new", "old", pytest.approx(abs(null.observed[0])))
        split = variance_split(by_document, (0, 1), (2, 3), n_effective=worth("document"))
        assert (row.system_a, row.system_b, row.delta) == ("new", "old", split.difference)
        assert (row.interval_new_data, row.interval_new_runs, row.interval_both, row.run_share) == (
            split.new_data, split.new_runs, split.both, split.run_share,
        )  # fmt: skip
        assert row.run_sd_a == run_spread(by_document, (0, 1)).run_sd
        assert row.run_sd_b == run_spread(by_document, (2, 3)).run_sd
    assert comparison.method["runs"] == [{"system": name, "runs": runs} for name, runs in RUNS.items()]
    assert "Each system is 2 runs" in comparison.method["sentence"]
    assert sy.Comparison.from_dict(json.loads(comparison.to_json())) == comparison


@pytest.mark.parametrize("swap", ["segment", "independent"])
@pytest.mark.parametrize("score", ["concatenation", "mean"])
def test_how_runs_are_exchanged_and_scored_is_that_of_the_inference(
    evaluation: sy.Evaluation, swap: Any, score: Any
) -> None:
    found = evaluation.compare(
        runs=RUNS,
        run_swap=swap,
        run_score=score,
        unit="segment",
        correction="none",
        n_resamples=500,
        rng=7,
        generalise_to="text",
    )
    for measurement, pair in zip(evaluation.measurements, found.pairs, strict=True):
        null = stratified_randomization(
            measurement, (0, 1), (2, 3), swap=swap, score=score, n_resamples=500, rng=7
        )  # the outputs stand as harbour, lantern, sparrow, tangle; new less old
        assert pair.delta == pytest.approx(null.observed[0])
        assert pair.p_value == null.p_values("two-sided")[0]
    totals = [measurement.scores(measurement.statistics.totals()) for measurement in evaluation.measurements]
    means = [row[members].mean() for row in totals for members in ([2, 3], [0, 1])]
    if score == "mean":
        assert [row.score for row in found.scores] == pytest.approx(means)
        assert "its score is the mean of their scores" in found.method["sentence"]
        for pair, row in zip(found.pairs, found.runs, strict=True):
            assert pair.delta == pytest.approx(row.delta)
    assert ("takes the runs of a system for independent evidence" in found.method["warning"]) == (swap != "segment")
    assert (found.method["run_swap"], found.method["run_score"]) == (swap, score)


@pytest.mark.parametrize("swap", ["segment", "independent"])
def test_three_systems_of_runs_have_a_joint_null(evaluation: sy.Evaluation, swap: str) -> None:
    data = evaluation.test_set
    texts = [data.systems[name] for name in ("harbour", "lantern", "sparrow", "tangle")]
    systems = {str(i): text for i, text in enumerate([*texts, *texts[1:3]])}
    six = sy.evaluate(sy.TestSet(references=data.references, systems=systems), metrics=["ter"])
    runs = {"a": ["0", "1"], "b": ["2", "3"], "c": ["4", "5"]}
    found = six.compare(runs=runs, run_swap=swap, run_score="mean", n_resamples=300, generalise_to="text")
    assert all(pair.p_value <= pair.p_adjusted <= 1 for pair in found.pairs)
    assert found.method["family_size"] == 3


def test_several_references_say_what_others_would_change(evaluation: sy.Evaluation) -> None:
    one = evaluation.test_set
    both = sy.TestSet(
        references=[one.references[0], Path(REFERENCE_2).read_text(encoding="utf-8").splitlines()], systems=one.systems
    )
    found = sy.evaluate(both, metrics=["bleu", "ter"]).compare(runs=RUNS, n_resamples=99)
    for row in found.runs:
        per = []
        for text in both.references:
            alone = sy.TestSet(references=[text], systems=one.systems)
            [measurement] = sy.evaluate(alone, metrics=[row.metric]).measurements
            scores = measurement.scores(measurement.statistics.totals())
            per.append(scores[:2].mean() - scores[2:].mean())
        low, high = row.interval_new_references or (0.0, 0.0)
        assert (low + high) / 2 == pytest.approx(np.mean(per))
        assert row.reference_sd == pytest.approx(np.std(per, ddof=1) / 2**0.5)
        assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, 1) * row.reference_sd)
    assert "95%, new references" in comparison_text(found)
    without = evaluation.compare(runs=RUNS, n_resamples=99)
    assert {(row.interval_new_references, row.reference_sd) for row in without.runs} == {(None, None)}
    assert "95%, new references" not in comparison_text(without)


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--run-swap", "independent"), "goes with runs (--runs)"),
        (("--run-score", "mean"), "goes with runs (--runs)"),
        (
            ("--run-swap", "independent", "--runs", "o=sparrow,tangle", "n=harbour,lantern", "--test",
             "paired-bootstrap", "--correction", "holm"),
            "goes with the test randomization alone",
        ),
        (
            ("--run-swap", "independent", "--runs", "o=sparrow,tangle", "n=harbour,lantern", "--sequential"),
            "and not with exact or sequential",
        ),
    ],
)  # fmt: skip
def test_choices_about_runs_that_do_not_fit_are_refused(flags: tuple[str, ...], sentence: str) -> None:
    outcome = run(*FOUR, *flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.err


def test_without_runs_a_comparison_has_none(evaluation: sy.Evaluation) -> None:
    stored = json.loads(evaluation.compare(n_resamples=99).to_json())
    assert "runs" not in stored
    assert "runs" not in stored["method"]
    assert sy.Comparison.from_dict(stored).runs == ()


def test_the_command_shows_what_new_runs_would_do() -> None:
    argv = (*FOUR, "--runs", "old=sparrow,tangle", "new=harbour,lantern")
    [row] = json.loads(output(*argv, "-f", "json"))["runs"]
    shown = output(*argv)
    low, high = row["interval_new_runs"]
    assert f"  [{low:+.2f}, {high:+.2f}]  " in shown
    assert f" {row['run_sd_a']:.2f} " in shown
    assert "\nnew runs     where" in shown
    assert "new runs     where" not in output(*FOUR)


@pytest.mark.parametrize(
    ("runs", "error", "part"),
    [
        ({"a": ["harbour", "lantern"], "b": ["sparrow", "tangel"]}, SpecError, "Did you mean 'tangle'"),
        ({"a": ["harbour", "lantern"], "b": ["sparrow", "harbour"]}, SpecError, "stands twice"),
        ({"a": ["harbour"], "b": ["sparrow"]}, SpecError, "'lantern' is the run of no system"),
        ({"a": ["harbour", "lantern", "tangle"], "b": ["sparrow"]}, AlignmentError, "a 3, b 1"),
        ({"a": ["harbour"], "b": ["sparrow"], "c": ["tangle"], "d": ["lantern"]}, SpecError, "at least two"),
        ({"a": ["harbour", "lantern", "sparrow", "tangle"]}, SpecError, "at least two systems"),
    ],
)
def test_runs_that_do_not_fit_are_refused(
    evaluation: sy.Evaluation, runs: dict[str, list[str]], error: type[Exception], part: str
) -> None:
    with pytest.raises(error, match=part):
        evaluation.compare(runs=runs, n_resamples=99)


@pytest.mark.parametrize("text", ["a", "=x,y", "a=", "a=x,", "a=,x"])
def test_runs_are_read_or_refused(text: str) -> None:
    with pytest.raises(SpecError, match="SYSTEM=RUN,RUN,RUN"):
        read_runs([text])
    assert read_runs(["a=x,y", "b=z"]) == {"a": ["x", "y"], "b": ["z"]}
    with pytest.raises(SpecError, match="twice"):
        read_runs(["a=x", "a=y"])


def test_the_command_refuses_runs_it_cannot_show() -> None:
    outcome = run(*FOUR, "--runs", "old=sparrow,tangle", "new=harbour,lantern", "-f", "sacrebleu")
    assert (outcome.status, outcome.out) == (2, "")
    assert "--runs does not go with --format sacrebleu" in outcome.err


def test_sums_of_runs_beyond_exactness_are_refused() -> None:
    names = ("a", "b", "c", "d")
    data = sy.TestSet(references=[["a"] * 5], systems={name: ["a"] * 5 for name in names})
    scores = {"m": {name: [1.1e9 + 0.5] * 5 for name in names}}
    huge = sy.evaluate(data, metrics=[], segment_scores=scores)
    with pytest.raises(DataError, match="so many runs"):
        huge.compare(runs={"x": ["a", "b"], "y": ["c", "d"]}, n_resamples=99)


@pytest.fixture(scope="module")
def optimised(test_data: Path) -> dict[str, Any]:
    folder = test_data / "data" / "multeval-wmt10-de-en-opt"
    names = [f"{system}.opt{i}" for system in ("baseline", "sys1") for i in range(3)]
    data = sy.TestSet.from_files(
        references=[folder / "ref.A.en"], systems={name: folder / f"{name}.en" for name in names}
    )
    evaluation = sy.evaluate(data, metrics=["bleu(tokenize=none)", "ter"])
    runs = {"baseline": names[:3], "sys1": names[3:]}
    of_these = evaluation.compare(runs=runs, n_resamples=2000, generalise_to="text")
    return {"evaluation": evaluation, "comparison": of_these, "runs": runs}


def test_the_runs_of_multeval_have_its_printed_numbers(optimised: dict[str, Any]) -> None:
    """MultEval's README: BLEU 18.5 (s_sel .3, s_opt .1) and 18.8 (.3, .3), TER 65.7 (.4, .2) and 64.8 (.4, .6)."""
    printed = [(18.5, 0.3, 0.1), (18.8, 0.3, 0.3), (65.7, 0.4, 0.2), (64.8, 0.4, 0.6)]
    found = [
        run_spread(measurement, runs)
        for measurement in optimised["evaluation"].measurements
        for runs in ((0, 1, 2), (3, 4, 5))
    ]
    assert [(round(s.mean, 1), round(s.test_sd, 1), round(s.run_sd, 1)) for s in found] == printed
    scores = optimised["comparison"].scores
    assert [round(row.score, 1) for row in scores] == [18.5, 18.8, 65.7, 64.8]
    # it prints p = 0.00: one coin for each run; with one coin for all runs of a segment p is larger
    assert all(pair.p_value < 0.03 for pair in optimised["comparison"].pairs)


def test_what_holds_on_new_data_need_not_hold_for_new_runs(optimised: dict[str, Any]) -> None:
    for row in optimised["comparison"].runs:
        low, high = row.interval_new_data
        assert low > 0 or high < 0
        low, high = row.interval_new_runs
        assert low < 0 < high
        assert row.run_share > 0.5


def test_multevals_own_test_is_a_choice(optimised: dict[str, Any]) -> None:
    """Its README prints p = 0.00 for both metrics: one coin for each run, and the mean of the runs' scores."""
    runs = optimised["comparison"].method["runs"]
    found = optimised["evaluation"].compare(
        runs={entry["system"]: entry["runs"] for entry in runs},
        run_swap="independent", run_score="mean", correction="none", n_resamples=2000, generalise_to="text",
    )  # fmt: skip
    assert all(round(pair.p_value, 2) == 0.0 for pair in found.pairs)
    assert [round(row.score, 1) for row in found.scores] == [18.5, 18.8, 65.7, 64.8]


def test_a_coin_for_each_run_finds_more(optimised: dict[str, Any]) -> None:
    measurement = optimised["evaluation"].measurements[0]
    p = {
        swap: stratified_randomization(measurement, (3, 4, 5), (0, 1, 2), swap=swap, n_resamples=2000, rng=1).p_values(
            "two-sided"
        )[0]
        for swap in ("independent", "segment")
    }
    assert p["independent"] <= 0.005 < p["segment"] < 0.02


def test_verdicts_on_runs_hold_for_new_runs_unless_these_are_asked_for(optimised: dict[str, Any]) -> None:
    """The first line said new > base, at p .01, beside an interval for new runs that holds 0."""
    evaluation, runs, of_these = (optimised[key] for key in ("evaluation", "runs", "comparison"))
    found = evaluation.compare(runs=runs, n_resamples=500)
    assert summary(found) == [
        f"For new runs on new text: {label} cannot tell any of the 2 systems apart." for label in ("BLEU", "TER")
    ]
    assert all(pair.p_value > 0.1 for pair in found.pairs)
    assert (found.method["generalise_to"], found.method["test"], found.method["n_draws"]) == ("both", "t-over-runs", 0)
    assert (found.method["correction"], found.method["validity"]) == ("holm", "asymptotic")
    assert "so that verdicts are about new runs on new text" in found.method["sentence"]
    assert summary(of_these) == [
        "Of these runs: BLEU tells the 2 systems apart: sys1 > baseline.",
        "Of these runs: TER tells the 2 systems apart: sys1 > baseline.",
        "For new runs 0 of these 2 differences are clear of 0 (95% intervals, each alone).",
    ]
    assert "so that verdicts are about these runs alone" in of_these.method["sentence"]
    for shown in (comparison_text(of_these), markdown_text(of_these)):
        assert shown.startswith("Of these runs: BLEU tells the 2 systems apart: sys1")
        assert "A is, of these runs" in shown
    assert "verdicts are about these runs alone" in " ".join(latex_text(of_these).split())
    page = html_text(evaluation.report_page(of_these))
    assert "<title>Of these runs: BLEU tells" in page
    assert "A is, of these runs</th>" in page
    page = html_text(evaluation.report_page(found))
    assert "on these segments, of these runs, than" in page  # buckets are tested by exchanges
    assert "<title>For new runs on new text: BLEU cannot" in page


def test_a_difference_of_these_runs_comes_with_its_interval_for_new_ones(evaluation: sy.Evaluation) -> None:
    bleu = sy.evaluate(evaluation.test_set, metrics=["bleu"])
    found = bleu.compare(runs=RUNS, generalise_to="text")
    low, high = found.runs[0].interval_new_runs or (0.0, 0.0)
    assert summary(found) == [
        "Of these runs: BLEU tells the 2 systems apart: new > old.",
        f"For new runs of both systems the difference lies in [{low:+.2f}, {high:+.2f}] (95%).",
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
        evaluation = sy.evaluate(data, metrics=[], segment_scores={"m": scores})
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
            2 * stats.t.sf(abs(pair.delta) / of_text**0.5, n - 1),
            stats.ttest_ind(scores[:2], scores[2:], equal_var=False).pvalue,
            2 * stats.t.sf(abs(pair.delta) / whole**0.5, degrees),
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
        with pytest.raises(SpecError, match="verdicts that are to hold for new runs have none"):
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
    with pytest.raises(SpecError, match=r"--generalise-to\) text"):
        evaluation.compare(runs=RUNS, **choice)
    with pytest.raises(SpecError, match="goes with runs"):
        evaluation.compare(generalise_to="text")
    with pytest.raises(SpecError, match="txet"):
        evaluation.compare(runs=RUNS, generalise_to="txet")


def test_a_single_document_tells_nothing_of_runs(evaluation: sy.Evaluation) -> None:
    one = sy.evaluate(evaluation.test_set, metrics=["bleu"]).compare(runs=RUNS, unit="block:120")
    assert (one.pairs[0].verdict, one.pairs[0].p_value, one.pairs[0].interval) == ("cannot tell", 1.0, None)
    assert "1 block cannot support p below 1" in one.pairs[0].reason


def test_stored_runs_come_out_again_those_of_before_too(tmp_path: Path) -> None:
    argv = (*FOUR, "--runs", "old=sparrow,tangle", "new=harbour,lantern", "-f", "json")
    for flags in ((), ("--generalise-to", "text")):
        stored = tmp_path / "stored.json"
        stored.write_text(output(*argv, *flags), encoding="utf-8")
        assert run("verify", stored).status == 0
    older = json.loads(stored.read_text(encoding="utf-8"))
    del older["method"]["generalise_to"], older["method"]["recipe"]["arguments"]["generalise_to"]
    stored.write_text(json.dumps(older), encoding="utf-8")
    [difference] = sy.verify(stored).differences
    assert difference.field == "generalise_to"


@pytest.mark.slow
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
