"""The page of a difference: every segment whose outputs differ, with the scores that other commands give them."""

import json

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.questions.report_page.segments import shown_segments
from steelyard.results import Difference, ReportPage


@pytest.fixture(scope="module")
def evaluation(example: sy.TestSet) -> sy.Evaluation:
    [(first, one), (second, two)] = list(example.systems.items())[:2]
    mixed = [b if i % 3 else a for i, (a, b) in enumerate(zip(one, two, strict=True))]
    data = sy.TestSet(example.references, {first: one, second: mixed})
    return sy.evaluate(data, ["bleu", "ter"])


@pytest.fixture(scope="module")
def difference(evaluation: sy.Evaluation) -> Difference:
    return evaluation.diff(n_resamples=99, examples=1)


def test_all_segments_that_differ_are_shown_with_their_scores(
    evaluation: sy.Evaluation, difference: Difference
) -> None:
    page = evaluation.report_page(difference)
    assert page.segments is not None
    one, two = evaluation.texts("").systems.values()
    differing = [i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
    assert page.segments.numbers == tuple(i + 1 for i in differing)
    assert len(differing) == difference.method["n_changed"] < len(one)
    assert page.segments.outputs == tuple(tuple(text[i] for i in differing) for text in (one, two))
    metrics = list(dict.fromkeys(row.label for row in page.segments.scores))
    assert metrics == ["chrF2", "BLEU", "TER"]  # what chose the examples comes first
    whole = {(row.metric, row.system): row.scores for row in evaluation.scores(segments=True).segments}
    for row in page.segments.scores[2:]:
        assert row.scores == tuple(whole[row.metric, row.system][i] for i in differing)
    for example in difference.examples:
        place = page.segments.numbers.index(example.segment)
        assert {example.score, example.score_against} == {row.scores[place] for row in page.segments.scores[:2]}
    assert ReportPage.from_dict(json.loads(page.to_json())) == page
    assert str(page) == f"ReportPage: 1 difference, {len(differing)} segments shown"


def test_of_too_many_those_are_kept_that_differ_most(evaluation: sy.Evaluation) -> None:
    data, [_, ter] = evaluation.texts(""), evaluation.measurements
    among = np.arange(0, 120, 2)
    whole = shown_segments(data, [ter], among=among)
    part = shown_segments(data, [ter], 4000, among=among)
    assert whole.numbers == tuple(range(1, 121, 2))
    assert set(part.numbers) < set(whole.numbers)
    gaps = {n: abs(a - b) for n, a, b in zip(whole.numbers, *(row.scores for row in whole.scores), strict=True)}
    assert min(gaps[n] for n in part.numbers) >= max(gaps[n] for n in whole.numbers if n not in part.numbers)


def test_a_difference_of_other_texts_is_refused(
    evaluation: sy.Evaluation, difference: Difference, example: sy.TestSet
) -> None:
    other = sy.TestSet(example.references, dict(list(example.systems.items())[1:3]))
    with pytest.raises(SpecError, match="of other texts or scores than these"):
        sy.evaluate(other).report_page(difference)
    with pytest.raises(SpecError, match="Labels sort the page of a comparison"):
        evaluation.report_page(difference, labels={"x": ["y"] * 120})


def test_equal_outputs_have_a_page_without_segments(example: sy.TestSet) -> None:
    text = example.systems["harbour"]
    evaluation = sy.evaluate(sy.TestSet(example.references, {"x": text, "y": text}))
    page = evaluation.report_page(evaluation.diff(n_resamples=9))
    assert page.segments is None
    assert "there is nothing to compare" in sy.report.html_text(page)
