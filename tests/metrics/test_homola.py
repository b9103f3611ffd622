"""Homola's metric against worked examples and its definition."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Homola, measure
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import homola as twin
from tests.twins.corpora import Texts, segments_of, texts

# Words that differ by one letter of few or many, so that partners are wanted by several.
ALIKE = ("a", "no", "not", "houses", "house", "rearranged", "rearrange", "arranged", "arrange", "rearranges")


@pytest.mark.parametrize("case", load_golden("homola"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    result = Homola(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=5.1e-7)


@given(
    drawn=texts(ALIKE, max_length=8),
    threshold=st.sampled_from([0.15, 0.3, 1.0]),
    weight=st.sampled_from([0.9, 0.0, 1.0]),
    operations=st.sampled_from(["fewest", "insertion-sort"]),
    n_threads=st.sampled_from([1, 3]),
)
def test_scores_are_those_of_the_definition(
    drawn: Texts, threshold: float, weight: float, operations: Any, n_threads: int
) -> None:
    metric = Homola(tokenize="none", threshold=threshold, weight=weight, operations=operations)
    [measured] = measure(drawn.test_set(), [metric], n_threads=n_threads)
    found = measured.statistics.scaled(measured.statistics.values.astype(np.float64))
    for system in range(len(drawn.systems)):
        expected = [
            max(
                twin.score(hypothesis, reference, threshold, weight, operations)
                for reference in references
                if reference is not None
            )
            for hypothesis, references in segments_of(drawn, system)
        ]
        np.testing.assert_allclose(found[system, :, 0], expected, rtol=0, atol=1e-8)


@given(drawn=texts(ALIKE, max_length=8, max_systems=1, max_references=1))
def test_the_explanation_shows_the_partners_of_the_definition(drawn: Texts) -> None:
    metric = Homola(tokenize="none", threshold=0.3)
    hypothesis, reference = drawn.systems[0][0], drawn.references[0][0]
    explained = metric.explain_segment(Corpus(TestSet(references=[[reference]], systems={"x": [hypothesis]})))
    assert explained.score == metric.sentence_score(hypothesis, [reference]).score
    partners = twin.align(hypothesis.split(), reference.split(), 0.3)
    expected = [(i, partner[0], partner[1]) for i, partner in enumerate(partners) if partner is not None]
    assert [(link.hypothesis[0], link.reference[0]) for link in explained.links] == [(i, j) for i, j, _ in expected]
    assert [link.kind for link in explained.links] == ["similar" if d else "exact" for _, _, d in expected]
    assert len(explained.notes) == sum(d > 0 for _, _, d in expected)


def test_letters_beyond_the_first_plane_are_single_letters() -> None:
    # one letter of seven is below .15, one of six is not
    assert Homola(weight=1.0).sentence_score("𝔘𝔫𝔦𝔳𝔢𝔯𝔰", ["𝔘𝔫𝔦𝔳𝔢𝔯𝔱"]).score == pytest.approx(6 / 7)
    assert Homola(weight=1.0).sentence_score("𝔘𝔫𝔦𝔳𝔢𝔯", ["𝔘𝔫𝔦𝔳𝔢𝔱"]).score == 0


@pytest.mark.parametrize(("hypothesis", "reference", "score"), [("", "", 1.0), ("", "a", 0.0), ("a", "", 0.0)])
def test_empty_texts(hypothesis: str, reference: str, score: float) -> None:
    assert Homola().sentence_score(hypothesis, [reference]).score == score


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"threshold": 0}, "threshold must be a number above 0"),
        ({"threshold": 1.1}, "at most 1"),
        ({"weight": -0.1}, "weight must be a number from 0 to 1"),
        ({"operations": "most"}, "operations"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Homola(**options)
