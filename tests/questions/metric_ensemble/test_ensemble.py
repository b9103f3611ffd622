"""Weighted sums of metrics: least squares as the oracle, what no weight saw, other doors, and what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.metrics import parse
from steelyard.questions.metric_ensemble.answer import BEST, EQUAL, WEIGHTED
from steelyard.report import text
from steelyard.results import MetricEnsembleFit
from steelyard.types import OutputScores
from tests.cli.running import DOCUMENTS, PATHS, REFERENCE, output, run
from tests.conftest import EXAMPLES

RATINGS = str(EXAMPLES / "ratings.tsv")
TEXTS = (
    *f"meta ensemble {REFERENCE} -i".split(),
    *PATHS.values(),
    *f"--ratings {RATINGS} --documents {DOCUMENTS} -n 99 -q".split(),
)
FAST = {"n_folds": 3, "n_restarts": 0, "n_resamples": 50}
SYSTEMS = tuple("abcd")
Array = NDArray[np.float64]


def made_up(*, noise: tuple[float, ...] = (1.0, 2.0, 4.0)) -> tuple[OutputScores, list[OutputScores]]:
    generator = np.random.default_rng(7)
    quality = generator.normal(size=(4, 60)) + np.arange(4)[:, None] / 2
    metrics = [
        OutputScores(f"m{i}", SYSTEMS, 3 * i + quality + size * generator.normal(size=(4, 60)))
        for i, size in enumerate(noise)
    ]
    return OutputScores("people", SYSTEMS, quality), metrics


def least_squares(scores: Array, ratings: Array) -> Array:
    design = np.column_stack([*scores.reshape(len(scores), -1), np.ones(ratings.size)])
    return np.linalg.lstsq(design, ratings.ravel(), rcond=None)[0][:-1]


def test_each_part_is_scored_by_the_least_squares_of_the_others() -> None:
    people, metrics = made_up()
    documents = [f"d{i // 4}" for i in range(60)]
    fit = sy.weigh_metrics(people, metrics, documents=documents, may_be_negative=True, **FAST)
    scores = np.stack([metric.values for metric in metrics])
    centred = scores - scores.mean(axis=(1, 2), keepdims=True)
    spread = scores.std(axis=(1, 2))
    combined = np.empty((4, 60))
    for fold in range(3):  # 15 documents of 4 segments: 5 in each part
        part = np.arange(60) // 20 == fold
        weights = least_squares(scores[:, :, ~part], people.values[:, ~part]) * spread
        weights /= np.abs(weights).sum()
        combined[:, part] = np.tensordot(weights / spread, centred[:, :, part], axes=1)
    wanted = np.corrcoef(combined.ravel(), people.values.ravel())[0, 1]
    assert fit.agreement[WEIGHTED].value == pytest.approx(wanted, abs=1e-4)
    even = (scores / spread[:, None, None]).mean(axis=0)
    assert fit.agreement[EQUAL].value == pytest.approx(np.corrcoef(even.ravel(), people.values.ravel())[0, 1])
    alone = [np.corrcoef(one.ravel(), people.values.ravel())[0, 1] for one in scores]
    assert fit.agreement[BEST].value == pytest.approx(max(alone))
    assert [row.alone for row in fit.weights] == pytest.approx(alone)
    assert fit.method["best"] == "m0"
    of_all = least_squares(scores, people.values)
    found = np.array([row.weight for row in fit.weights])
    np.testing.assert_allclose(found / found[0], of_all / of_all[0], atol=5e-3)
    np.testing.assert_allclose(fit.combine(metrics).values, np.tensordot(found, scores, axes=1))


def test_metrics_of_errors_take_negative_weights_and_a_gain_is_told() -> None:
    people, metrics = made_up(noise=(1.0, 1.0))
    turned = OutputScores("errors", SYSTEMS, 5 - metrics[1].values, higher_is_better=False)
    fit = sy.weigh_metrics(people, [metrics[0], turned], **FAST)
    assert fit.weights[1].weight < 0 < fit.weights[1].share
    assert (fit.gain.metric, fit.gain.verdict) == (WEIGHTED, "better")
    assert "significantly better than" in text(fit)
    assert fit.method["warnings"] == []
    assert (fit.method["metric"], fit.method["formula"].split(" ")[1:4]) == ("", ["*", "m0", "-"])
    with pytest.raises(AlignmentError, match="no scores by 'errors'"):
        fit.combine(metrics)


def test_where_one_metric_is_all_there_is_nothing_is_gained() -> None:
    people, metrics = made_up(noise=(1.0, 1000.0))
    fit = sy.weigh_metrics(people, metrics, **FAST)
    assert fit.gain.verdict == "cannot tell" or fit.gain.metric == BEST
    assert fit.method["warnings"][0].startswith("There is no significant gain over m0 alone")


def test_the_command_prints_a_metric_that_others_read(tmp_path: Path) -> None:
    words = (*TEXTS, "-m", "chrf", "ter", "--folds", "3", "--restarts", "0")
    printed = output(*words)
    assert printed.startswith("On unseen documents, the weighted sum of 2 metrics is ")
    path = tmp_path / "ensemble.json"
    path.write_text(output(*words, "-f", "json", "--report", tmp_path / "page.html"), encoding="utf-8")
    fit = sy.load(path)
    assert isinstance(fit, MetricEnsembleFit)
    assert text(fit).rstrip() == printed.rstrip()
    assert "the weighted sum of 2 metrics" in (tmp_path / "page.html").read_text(encoding="utf-8")
    spelled = printed.rstrip().splitlines()[-1]
    assert spelled == fit.method["metric"]
    hypothesis, reference = "the cat sat", "a cat sat down"
    single = {
        row.metric: parse(row.metric).sentence_score(hypothesis, [reference]).score * row.weight for row in fit.weights
    }
    assert parse(spelled).sentence_score(hypothesis, [reference]).score == pytest.approx(sum(single.values()), rel=1e-4)
    assert sy.verify(path).outcome == "equal"


def test_other_statistics_can_be_made_high() -> None:
    words = (*TEXTS, "-m", "chrf", "ter", "--folds", "2", "--restarts", "0", "-f", "json", "--decide-by")
    for by in ("segment:kendall:item", "system:pearson"):
        found = json.loads(output(*words, by))
        assert {row["statistic"] for row in found["held_out"]["agreement"]} == {by.split(":")[1]}


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("-m", "chrf"), "An ensemble needs two metrics or more"),
        (("--decide-by", "system:pearson", "segment:pearson:none"), "fitted by one statistic"),
        (("--decide-by", "document:pearson:none"), "can be fitted to segments or systems only"),
        (("--folds", "1"), "must be a whole number from 2"),
        (("--folds", "99"), "from 1 to the number of documents"),
        (("--levels", "system"), "there is no flag --levels."),
        (("--plots", "figures"), "there is no flag --plots."),
        (("--tests", "t"), "there is no flag --tests."),
    ],
)
def test_what_does_not_go_together_is_one_sentence(flags: tuple[str, ...], message: str) -> None:
    metrics = () if "-m" in flags else ("-m", "chrf", "ter")
    outcome = run(*TEXTS, *metrics, *flags)
    assert (outcome.status, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_metric_that_says_nothing_is_named() -> None:
    people, metrics = made_up()
    flat = OutputScores("flat", SYSTEMS, np.full((4, 60), 0.25))
    with pytest.raises(DataError, match="flat gives every rated output the same score: leave it out"):
        sy.weigh_metrics(people, [metrics[0], flat])


def test_a_metric_that_needs_all_segments_leaves_no_spelling() -> None:
    words = (*TEXTS, "-m", "ter", "nist", "--folds", "2", "--restarts", "0")
    assert json.loads(output(*words, "-f", "json"))["method"]["metric"] == ""
    assert output(*words).rstrip().splitlines()[-1].split(" ")[0] == "-"


def test_an_ensemble_of_one_is_refused() -> None:
    people, [one, *_] = made_up()
    with pytest.raises(SpecError, match="two metrics or more"):
        sy.weigh_metrics(people, [one])
