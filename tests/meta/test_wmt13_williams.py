"""Reliable ratings of single outputs (WMT13): metrics against references and against post-edits, by Williams' test."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.scored.text_scores import text_scores
from steelyard.types import OutputScores

pytestmark = pytest.mark.real_data
PAIRS = {"cs-en": "en", "fr-en": "en", "en-de": "de", "en-ru": "ru", "en-fr": "fr"}


def williams(r12: float, r13: float, r23: float, n: int) -> float:
    """Return the two-sided p as mt-metrics-eval has it, from the determinant of the three correlations."""
    determinant = np.linalg.det(np.array([[1, r12, r13], [r12, 1, r23], [r13, r23, 1]]))
    mean = (r12 + r13) / 2
    error = 2 * (n - 1) / (n - 3) * determinant + mean**2 * (1 - r23) ** 3
    t = (r12 - r13) * np.sqrt((n - 1) * (1 + r23) / error)
    return float(2 * stats.t.sf(abs(t), n - 3))


def metrics_of(folder: Path, language: str) -> tuple[OutputScores, list[OutputScores]]:
    rows = [line.split("\t") for line in (folder / "da.tsv").read_text(encoding="utf-8").splitlines()]
    human = np.array([float(row[3]) for row in rows[1:]])
    found = []
    for against, metrics in ((f"ref.{language}", ["chrf", "ter"]), (f"human-post-edit.{language}", ["ter"])):
        data = sy.TestSet.from_files(references=[folder / against], systems={"sys": folder / f"sys.{language}"})
        scores = text_scores(sy.evaluate(data, metrics=metrics).counted)
        name = "HTER" if against.startswith("human") else ""
        found += [OutputScores(name or s.name, s.systems, s.values, s.higher_is_better) for s in scores]
    return OutputScores("z", ("sys",), human[None]), found


@pytest.mark.parametrize("pair", PAIRS)
def test_williams_on_single_outputs_is_the_formula(pair: str, test_data: Path) -> None:
    people, metrics = metrics_of(test_data / "data" / "wmt13-da-postedit" / pair, PAIRS[pair])
    found = sy.meta_evaluate(
        people, metrics, statistics=["segment:pearson:none"], levels=["segment"], test="williams", n_resamples=200
    )
    values = {metric.name: metric.better_is_more()[0] for metric in metrics}
    human = people.values[0]
    for row in found.agreement:
        assert row.value == pytest.approx(stats.pearsonr(values[row.metric], human).statistic)
    for row in found.pairs:
        a, b = values[row.metric], values[row.against]
        r = [float(np.corrcoef(*two)[0, 1]) for two in ((a, human), (b, human), (a, b))]
        assert row.p_value == pytest.approx(williams(*r, len(human)), rel=1e-9)
    assert found.method["compared"]["segment"]["test"] == "williams" and found.method["resample"] == "inputs"


def test_edits_that_people_made_agree_with_people_better_than_edits_against_a_reference(test_data: Path) -> None:
    better = []
    for pair, language in PAIRS.items():
        people, metrics = metrics_of(test_data / "data" / "wmt13-da-postedit" / pair, language)
        found = sy.meta_evaluate(
            people, metrics, statistics=["segment:pearson:none"], levels=["segment"], test="williams", n_resamples=200
        )
        value = {row.metric: row.value or 0.0 for row in found.agreement}
        better.append(value["HTER"] - value["TER"])
    assert sum(gap > 0 for gap in better) >= 4, better
