"""Comparisons of systems of several runs, on made-up texts, the example and the runs that MultEval ships."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard import report
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.inference import run_spread, stratified_randomization, variance_split
from steelyard.questions.compare.question import read_runs
from tests.cli.running import REFERENCE_2, output, run
from tests.questions.compare.by_hand import worth
from tests.questions.compare.runs import FOUR, RUNS, evaluation_of_four, optimised_by_multeval


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    return evaluation_of_four()


@pytest.fixture(scope="module")
def optimised(test_data: Path) -> dict[str, Any]:
    return optimised_by_multeval(test_data)


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
        assert (pair.system, pair.against, abs(pair.difference)) == ("new", "old", pytest.approx(abs(null.observed[0])))
        split = variance_split(by_document, (0, 1), (2, 3), n_effective=worth("document"))
        assert (row.system, row.against, row.difference) == ("new", "old", split.difference)
        assert (row.interval_new_data, row.interval_new_runs, row.interval_both, row.run_share) == (
            split.new_data, split.new_runs, split.both, split.run_share,
        )  # fmt: skip
        assert row.run_sd == run_spread(by_document, (0, 1)).run_sd
        assert row.run_sd_against == run_spread(by_document, (2, 3)).run_sd
    assert comparison.method["runs"] == [{"system": name, "runs": runs} for name, runs in RUNS.items()]
    assert "Each system has 2 runs" in comparison.method["sentence"]
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
        assert pair.difference == pytest.approx(null.observed[0])
        assert pair.p_value == null.p_values("two-sided")[0]
    totals = [measurement.scores(measurement.statistics.totals()) for measurement in evaluation.measurements]
    means = [row[members].mean() for row in totals for members in ([2, 3], [0, 1])]
    if score == "mean":
        assert [row.score for row in found.scores] == pytest.approx(means)
        assert "its score is the mean of their scores" in found.method["sentence"]
        for pair, row in zip(found.pairs, found.runs, strict=True):
            assert pair.difference == pytest.approx(row.difference)
    assert ("the runs of a system are not independent" in found.method["warning"]) == (swap != "segment")
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
    assert "95%, new references" in report.text(found)
    without = evaluation.compare(runs=RUNS, n_resamples=99)
    assert {(row.interval_new_references, row.reference_sd) for row in without.runs} == {(None, None)}
    assert "95%, new references" not in report.text(without)


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (("--run-swap", "independent"), "need runs (--runs)"),
        (("--run-score", "mean"), "need runs (--runs)"),
        (
            ("--run-swap", "independent", "--runs", "o=sparrow,tangle", "n=harbour,lantern", "--test",
             "paired-bootstrap", "--correction", "holm"),
            "needs the test randomization",
        ),
        (
            ("--run-swap", "independent", "--runs", "o=sparrow,tangle", "n=harbour,lantern", "--sequential"),
            "without exact",
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
    assert f" {row['run_sd']:.2f} " in shown
    assert "\nnew runs      interval" in shown
    assert "new runs     where" not in output(*FOUR)


@pytest.mark.parametrize(
    ("runs", "error", "part"),
    [
        ({"a": ["harbour", "lantern"], "b": ["sparrow", "tangel"]}, SpecError, "Did you mean 'tangle'"),
        ({"a": ["harbour", "lantern"], "b": ["sparrow", "harbour"]}, SpecError, "is named twice"),
        ({"a": ["harbour"], "b": ["sparrow"]}, SpecError, "'lantern' is not a run of any system"),
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
    assert "--format sacrebleu cannot show runs" in outcome.err


def test_sums_of_runs_beyond_exactness_are_refused() -> None:
    names = ("a", "b", "c", "d")
    data = sy.TestSet(references=[["a"] * 5], systems={name: ["a"] * 5 for name in names})
    scores = {"judge": {name: [1.1e9 + 0.5] * 5 for name in names}}
    huge = sy.evaluate(data, metrics=[], segment_scores=scores)
    with pytest.raises(DataError, match="so many runs"):
        huge.compare(runs={"x": ["a", "b"], "y": ["c", "d"]}, n_resamples=99)


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
