"""Tuning on direct assessments of WMT 2021: the numbers are SciPy's."""

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import steelyard as sy
from steelyard.metrics import parse

METEOR = "meteor-2007(without=synonym)"


@pytest.fixture(scope="module")
def judged(test_data: Path) -> tuple[sy.TestSet, dict[str, list[float]]]:
    folder = test_data / "data/wmt21-news-is-en"
    systems = {path.stem: path for path in sorted((folder / "sys").glob("*.en"))}
    data = sy.TestSet.from_files(references=[folder / "ref.A.en"], systems=systems)
    human = {name: [float("nan")] * data.n_segments for name in systems}
    with (folder / "human/da.seg.tsv").open(encoding="utf-8") as rows:
        for row in csv.DictReader(rows, delimiter="\t"):
            human[row["system"]][int(row["line"]) - 1] = float(row["z"])
    return data, human


@pytest.mark.slow
def test_tuning_helps_where_each_system_is_left_out(judged: tuple[sy.TestSet, dict[str, list[float]]]) -> None:
    data, human = judged
    tuning = sy.lab.tune(data, METEOR, human)
    assert (tuning.method["n_ratings"], tuning.method["n_folds"]) == (8903, 10)
    ratings = np.array([human[name] for name in data.system_names])
    is_rated = ~np.isnan(ratings)
    for metric, expected in ((METEOR, tuning.before), (tuning.tuned, tuning.after)):
        made = sy.evaluate(data, parse(metric)).scores(segments=True).segments
        scores = np.array([row.scores for row in made])
        assert expected == pytest.approx(stats.pearsonr(scores[is_rated], ratings[is_rated]).statistic, abs=1e-9)
    assert tuning.after > tuning.before
    assert tuning.left_out_after > tuning.left_out_before
    for fold in tuning.folds:  # 8,000 ratings are enough for climbs that agree
        assert abs(fold.parameters["alpha"] - tuning.parameters["alpha"]) < 0.1


@pytest.mark.parametrize(
    ("level", "objective"), [("sentence", "pearson"), ("sentence", "kendall"), ("system", "spearman")]
)
def test_every_objective_gains_on_what_it_saw(
    level: str, objective: str, judged: tuple[sy.TestSet, dict[str, list[float]]]
) -> None:
    tuning = sy.lab.tune(judged[0], METEOR, judged[1], objective=objective, level=level, steps=(0.16,))
    assert all(fold.after >= fold.before for fold in tuning.folds)
    assert any(fold.after > fold.before for fold in tuning.folds)
    assert all(fold.left_out_before is not None for fold in tuning.folds)
