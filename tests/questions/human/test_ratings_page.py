"""What a page of ratings shows: null distributions that are those of the test."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.human import MqmWeights
from steelyard.inference import get_test
from steelyard.ratings.alignment import align
from steelyard.ratings.measurement import measure_ratings
from steelyard.ratings.outputs import output_scores
from steelyard.ratings.reading import people_of
from steelyard.reading import Judgements
from steelyard.results import RatingsAnalysis
from tests.conftest import EXAMPLES

RATINGS = EXAMPLES / "ratings.tsv"
MARKS = """system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity
a\td\t1\t1\tr\ts\tx\tFluency/Spelling\tMinor
b\td\t1\t1\tr\ts\ty\tNo-error\tNo-error
a\td\t2\t2\tr\ts\tx\tNo-error\tNo-error
b\td\t2\t2\tr\ts\ty\tAccuracy/Omission\tMajor
a\te\t1\t3\tr\ts\tx\tNo-error\tNo-error
b\te\t1\t3\tr\ts\ty\tAccuracy/Omission\tMajor
"""


@pytest.fixture(scope="module")
def judgements() -> Judgements:
    return sy.read_judgements(RATINGS, lines="number")


def test_draws_are_those_of_the_test_on_peoples_means(judgements: Judgements) -> None:
    analysis = sy.analyse_ratings(judgements, scaling="z", raters="fixed", n_resamples=200, rng=7, unit="segment")
    page = sy.ratings_page(judgements, analysis)
    scales = output_scores(people_of(judgements, scaling="z").ratings)
    names = scales[0].systems
    [measurement] = [measure_ratings(scores) for scores in align(scales, systems=names, segments="auto").scales]
    pairs = [(names.index(row.system), names.index(row.against)) for row in analysis.pairs]
    null = get_test("randomization")([measurement], pairs, n_resamples=200, rng=7)
    drawn = np.concatenate(list(null.blocks()), axis=1)
    for i, (row, pair) in enumerate(zip(page.nulls, analysis.pairs, strict=True)):
        assert (row.metric, row.system, row.against) == ("score", pair.system, pair.against)
        assert row.observed == pair.difference
        edges = row.start + row.width * np.arange(len(row.counts) + 1)
        assert np.histogram(drawn[i], edges)[0].tolist() == list(row.counts)
        assert sum(row.counts) == 200
        n_beyond = (np.abs(drawn[i]) >= abs(pair.difference) - 1e-9).sum()
        assert pair.p_value == pytest.approx((n_beyond + 1) / 201)
    assert page.result is analysis


@pytest.mark.parametrize(
    ("options", "n_nulls"),
    [
        ({"test": "rank-sum"}, 0),
        ({"test": "mixed-model"}, 0),
        ({"test": "t", "correction": "holm"}, 0),
        ({}, 0),
        ({"raters": "fixed", "correction": "tukey"}, 0),
        ({"test": "shifted-bootstrap"}, 10),
        (
            {
                "raters": "fixed",
                "unit": "block:5",
                "average": "micro",
                "segments": "all",
                "quality_control": "degraded",
            },
            10,
        ),
    ],
    ids=str,
)
def test_what_draws_nothing_has_no_nulls(judgements: Judgements, options: dict[str, str], n_nulls: int) -> None:
    analysis = sy.analyse_ratings(judgements, n_resamples=50, **options)
    page = sy.ratings_page(judgements, analysis)
    assert len(page.nulls) == n_nulls
    assert [row.observed for row in page.nulls] == [pair.difference for pair in analysis.pairs[:n_nulls]]


def test_marked_errors_of_any_price_have_nulls(tmp_path: Path) -> None:
    path = tmp_path / "marks.tsv"
    path.write_text(MARKS, encoding="utf-8")
    judgements = sy.read_judgements(path)
    analysis = sy.analyse_ratings(judgements, weights=MqmWeights({"major": 3.0, "minor": 1.0}), unit="segment")
    [null] = sy.ratings_page(judgements, analysis).nulls
    assert null.observed == analysis.pairs[0].difference == pytest.approx(-5 / 3)


def test_an_analysis_of_other_judgements_is_refused(judgements: Judgements, tmp_path: Path) -> None:
    path = tmp_path / "ratings.tsv"
    path.write_text(RATINGS.read_text(encoding="utf-8").replace("\t90", "\t91", 1), encoding="utf-8")
    other = sy.read_judgements(path, lines="number")
    analysis = sy.analyse_ratings(judgements, raters="fixed", n_resamples=50)
    with pytest.raises(SpecError, match="of other judgements than these"):
        sy.ratings_page(other, analysis)
    method = {name: value for name, value in analysis.method.items() if name != "recipe"}
    bare: RatingsAnalysis = replace(analysis, method=method)
    with pytest.raises(SpecError, match="read from a file"):
        sy.ratings_page(judgements, bare)


def test_threads_change_nothing(judgements: Judgements) -> None:
    analysis = sy.analyse_ratings(judgements, raters="fixed", n_resamples=100)
    assert sy.ratings_page(judgements, analysis, n_threads=2) == sy.ratings_page(judgements, analysis)
