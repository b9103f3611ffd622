"""Every metric in every format: a score is one number, however it is shown."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

import steelyard as sy
from steelyard import report
from steelyard.metrics import available
from steelyard.results import ScoreRow
from tests.laws.annotated import annotated
from tests.laws.metrics_under_law import WITH_RESOURCES
from tests.needs import module

pytestmark = pytest.mark.one_in(5)

METRICS = [WITH_RESOURCES.get(name, name) for name in available()]
NAMES = [sy.metrics.parse(text).name for text in METRICS]
REFERENCE = [
    "the cat sat on the mat today",
    "a dog ran over the green hill",
    "we saw a bird in the old tree",
    "it is late",
]
SYSTEMS = {
    "first": ["the cat sat on a mat today", "a dog ran over a green hill", "we saw a bird in the tree", "it is late"],
    "second": ["cat sat the on mat", "the dog over the hill ran", "we saw one bird in that old tree", "late it was"],
}


@pytest.fixture(scope="module")
def evaluation() -> sy.Evaluation:
    data = sy.TestSet(references=[REFERENCE], systems=SYSTEMS)
    for text in METRICS:
        data = annotated(sy.metrics.parse(text), data)
    return sy.evaluate(data, METRICS)


@pytest.fixture(scope="module")
def scores(evaluation: sy.Evaluation) -> dict[str, tuple[ScoreRow, ...]]:
    rows = evaluation.scores().scores
    return {text: tuple(row for row in rows if row.metric == str(sy.metrics.parse(text))) for text in METRICS}


def one_metric(evaluation: sy.Evaluation, rows: tuple[ScoreRow, ...]) -> sy.ScoreTable:
    return sy.ScoreTable(rows, evaluation.scores().method)


@pytest.mark.parametrize("metric", METRICS, ids=NAMES)
def test_a_score_is_the_same_number_in_every_format(
    evaluation: sy.Evaluation, scores: dict[str, tuple[ScoreRow, ...]], metric: str
) -> None:
    table = one_metric(evaluation, scores[metric])
    expected = [row.score for row in scores[metric]]
    assert len(expected) == 2
    measured = next(m for m in evaluation.measurements if m.metric == scores[metric][0].metric)
    assert expected == measured.scores(measured.statistics.totals()).tolist()
    assert [record["score"] for record in table.records()] == expected
    assert [float(row["score"]) for row in csv.DictReader(io.StringIO(report.csv_text(table)))] == expected
    assert [row["score"] for row in json.loads(table.to_json())["scores"]] == expected
    for decimals in (2, 4):
        shown = {row.system: f"{row.score:.{decimals}f}" for row in table.scores}
        for text in (report.text(table, width=decimals), report.markdown_text(table, width=decimals)):
            found = dict(re.findall(r"(first|second)\W+?(-?\d[\d.]*)", text))
            assert found == shown
        of_sacrebleu = json.loads(report.sacrebleu_scores(table, width=decimals))
        assert {row["system"]: row[table.scores[0].label] for row in of_sacrebleu} == shown
        for value in shown.values():
            assert value.removeprefix("-") in report.latex_text(table, width=decimals)


@pytest.mark.parametrize("metric", METRICS, ids=NAMES)
def test_no_part_of_a_score_hides_another_column(
    evaluation: sy.Evaluation, scores: dict[str, tuple[ScoreRow, ...]], metric: str
) -> None:
    for row, record in zip(scores[metric], one_metric(evaluation, scores[metric]).records(), strict=True):
        assert {key: record[key] for key in ("metric", "label", "system", "score", "rank", "scale")} == {
            key: getattr(row, key) for key in ("metric", "label", "system", "score", "rank", "scale")
        }
        assert {key: record.get(f"details_{key}", record.get(key)) for key in row.details} == dict(row.details)


def test_frames_hold_the_scores_of_every_metric(evaluation: sy.Evaluation) -> None:
    module("polars")  # or pandas, which has the same columns
    table = evaluation.scores()
    assert list(table.to_frame()["score"]) == [row.score for row in table.scores]


def test_the_page_shows_the_scores_of_every_metric(evaluation: sy.Evaluation, tmp_path: Path) -> None:
    comparison = evaluation.compare(n_resamples=20)
    assert [row.score for row in comparison.scores] == [row.score for row in evaluation.scores().scores]
    sy.report.html(comparison, tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8").replace("\N{MINUS SIGN}", "-")
    for row in comparison.scores:
        assert f"{row.score:.{2 if row.scale == 100 else 4}f}" in page, row.metric


@pytest.mark.parametrize("metric", METRICS, ids=NAMES)
def test_sacrebleus_format_keeps_what_a_fraction_says(
    evaluation: sy.Evaluation, scores: dict[str, tuple[ScoreRow, ...]], metric: str
) -> None:
    """One decimal is sacreBLEU's, of percentages: of 0.7157 it left 0.7."""
    row = scores[metric][0]
    decimals = 1 if row.scale == 100 else 4
    found = json.loads(report.sacrebleu_scores(one_metric(evaluation, (row,))))
    assert found["score"] == float(f"{row.score:.{decimals}f}")
    [first, _] = json.loads(report.sacrebleu_scores(one_metric(evaluation, scores[metric])))
    assert first[row.label] == f"{row.score:.{decimals}f}"
