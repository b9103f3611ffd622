"""Every command that prints an interval of a rate asks one place, and no interval leaves the range of its metric."""

import pytest

import steelyard as sy
from steelyard.inference import clopper_pearson_interval
from steelyard.types import CheckPoint

N = 50
ALL, SOME = [1] * N, [0] + [1] * (N - 1)
WANTED = {"all": clopper_pearson_interval(N, N), "some": clopper_pearson_interval(N - 1, N)}


def texts(n: int = N) -> sy.TestSet:
    words = [f"word{i} stands here" for i in range(n)]
    return sy.TestSet(references=[words], systems={"all": words, "some": ["nothing", *words[1:]]})


@pytest.mark.parametrize("asked", ["scores", "compare", "board"])
@pytest.mark.parametrize("kind", ["outside", "text"])
def test_fifty_of_fifty_are_no_certainty(asked: str, kind: str) -> None:
    given = sy.evaluate_scores({"passed": {"all": ALL, "some": SOME}})
    evaluation = given if kind == "outside" else sy.evaluate(texts(), ["exact-match"])
    if asked == "scores":
        rows = evaluation.scores(confidence_level=0.95).scores
    else:
        answer = evaluation.compare(n_resamples=100) if asked == "compare" else evaluation.board(n_resamples=100)
        rows = answer.scores if isinstance(answer, sy.results.Comparison) else answer.rows
        [pair] = answer.pairs
        assert pair.interval is not None and -1 < pair.interval[0] < pair.difference < pair.interval[1] < 1
        assert "(Korn and Graubard 1998)" in answer.method["sentence"] and "(1998)" in answer.method["sentence"]
    assert {row.system: row.interval for row in rows} == {k: pytest.approx(v) for k, v in WANTED.items()}


def test_points_found_and_words_in_error_have_intervals_of_rates() -> None:
    points = [CheckPoint(i + 1, "noun", (f"word{i}",)) for i in range(N)]
    found = sy.lab.score_checkpoints(points, dict(texts().systems), n_resamples=100)
    assert {row.system: row.interval for row in found.scores if row.label == "all"} == {
        k: pytest.approx(v) for k, v in WANTED.items()
    }
    errors = sy.evaluate(texts(), ["bleu"]).errors(n_resamples=100)
    none = [row for row in errors.rates if row.system == "all"]
    assert all(row.interval is not None and row.interval[0] == 0 < row.interval[1] < 0.05 for row in none)
    assert not [pair for pair in errors.pairs if pair.verdict == "equivalent"]


def test_shares_of_tries_that_pass_stay_between_0_and_1() -> None:
    tries = {"all": [1.0] * 12, "most": [1.0] * 10 + [2 / 3, 1 / 3]}
    for answer in (sy.evaluate_scores({"passed": tries}).board(n_resamples=100),):
        ends = {row.system: row.interval for row in answer.rows}
        assert ends["all"] == pytest.approx(clopper_pearson_interval(12, 12))
        assert ends["most"] is not None and 0 < ends["most"][0] < 11 / 12 < ends["most"][1] < 1


def test_nothing_against_nothing_is_not_equivalent() -> None:
    for wanted in ([0] * N, ALL):
        evaluation = sy.evaluate_scores({"passed": {"a": wanted, "b": wanted}})
        for answer in (evaluation.compare(n_resamples=100), evaluation.board(n_resamples=100)):
            [pair] = answer.pairs
            assert pair.verdict == "cannot tell"
            assert pair.interval == pytest.approx((WANTED["all"][0] - 1, 1 - WANTED["all"][0]))
    same = texts().systems["some"]
    data = sy.TestSet(references=texts().references, systems={"a": same, "b": same})
    for answer in (sy.evaluate(data, ["exact-match"]).compare(), sy.evaluate(data, ["exact-match"]).board()):
        assert [pair.verdict for pair in answer.pairs] == ["equivalent"]


def test_unlike_outputs_without_a_match_are_not_equivalent() -> None:
    data = sy.TestSet(references=[["a b"] * 8], systems={"x": ["c"] * 8, "y": ["d"] * 8})
    for answer in (sy.evaluate(data, ["exact-match"]).compare(), sy.evaluate(data, ["exact-match"]).board()):
        assert [pair.verdict for pair in answer.pairs] == ["cannot tell"]


@pytest.mark.parametrize(
    "metric",
    [
        m
        for m in sy.metrics.available()
        if m
        in (
            "bleu",
            "chrf",
            "ter",
            "wer",
            "exact-match",
            "rouge",
            "gleu",
            "mer",
            "wil",
            "nist",
            "cder",
            "eed",
            "length-ratio",
        )
    ],
)
@pytest.mark.parametrize("interval", [None, "jackknife", "delta", "normal", "basic"])
def test_no_interval_leaves_the_range_of_its_metric(metric: str, interval: str | None) -> None:
    words = ["a b c d e", "f g h i j", "k l m n o"]
    data = sy.TestSet(
        references=[words], systems={"x": ["a b c d e", "f g h i z", "z"], "y": ["a", "f g h i j", "k l m n o"]}
    )
    low, high = sy.metrics.parse(metric).bounds
    evaluation = sy.evaluate(data, [metric])
    answer = evaluation.compare(n_resamples=200, interval=interval)
    for row in (*evaluation.scores(confidence_level=0.95, interval=interval, n_resamples=200).scores, *answer.scores):
        assert row.interval is None or low <= row.interval[0] <= row.interval[1] <= high
    if interval is None:
        for board_row in evaluation.board(n_resamples=200).rows:
            assert board_row.interval is None or low <= board_row.interval[0] <= board_row.interval[1] <= high
    for pair in answer.pairs:
        for ends in (pair.interval, pair.interval_simultaneous):
            assert ends is None or low - high <= ends[0] <= ends[1] <= high - low
