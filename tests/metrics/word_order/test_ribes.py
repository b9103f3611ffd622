"""RIBES against worked examples and the definition written down slowly."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Ribes, parse
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import ribes as twin
from tests.twins.corpora import Texts, segments_of, texts

variants = st.sampled_from(["1.03.1", "paper"])


def corpus_of(hypothesis: str, *references: str) -> Corpus:
    return Corpus(TestSet(references=[[reference] for reference in references], systems={"x": [hypothesis]}))


@pytest.mark.parametrize("case", load_golden("ribes"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    metric = Ribes(**case["options"])
    score = metric.corpus_score(case["hypotheses"], case["references"]).score
    assert score == pytest.approx(case["expected"]["score"], abs=5.1e-7)
    made = metric.explain_segment(corpus_of(case["hypotheses"][0], case["references"][0][0]))
    if "places" in case["expected"]:
        assert [link.reference[0] for link in made.links] == case["expected"]["places"]


@given(
    drawn=texts(max_length=14),
    variant=variants,
    alpha=st.sampled_from([0.0, 0.25, 2.0]),
    beta=st.sampled_from([0.0, 0.1, 3.0]),
    n_threads=st.sampled_from([1, 3]),
)
def test_scores_are_those_of_the_definition(
    drawn: Texts, variant: str, alpha: float, beta: float, n_threads: int
) -> None:
    metric = Ribes(variant=variant, alpha=alpha, beta=beta)
    scores = metric.segment_scores(Corpus(drawn.test_set(), n_threads))
    for system in range(len(drawn.systems)):
        expected = [
            max(
                twin.score(hypothesis, reference, alpha, beta, is_right_first=variant == "paper")
                for reference in references
                if reference is not None
            )
            for hypothesis, references in segments_of(drawn, system)
        ]
        np.testing.assert_allclose(scores[system], expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("variant", ["1.03.1", "paper"])
@pytest.mark.parametrize("n_words", [1, 2, 8, 60])
def test_places_in_long_repetitive_texts_are_those_of_counting(variant: str, n_words: int) -> None:
    rng = np.random.default_rng(n_words)
    base = rng.integers(0, n_words, 60)
    parts = [base[start : start + length] for start, length in ((20, 22), (2, 11), (27, 6), (0, 20))]
    hypothesis, reference = [f"w{i}" for i in np.concatenate(parts)], [f"w{i}" for i in base]
    made = Ribes(variant=variant).explain_segment(corpus_of(" ".join(hypothesis), " ".join(reference)))
    expected = twin.places(hypothesis, reference, is_right_first=variant == "paper")
    assert [(link.hypothesis[0], link.reference[0]) for link in made.links] == [(i, j) for i, j, _, _ in expected]
    assert made.score == pytest.approx(
        twin.score(hypothesis, reference, 0.25, 0.1, is_right_first=variant == "paper"), abs=1e-14
    )


def test_an_explanation_says_which_reference_counted_and_what_placed_a_word() -> None:
    made = Ribes().explain_segment(corpus_of("the cat saw the dog", "no", "the dog saw the cat"))
    assert made.reference_number == 2
    assert [(link.hypothesis[0], link.reference[0], link.kind) for link in made.links] == [
        (0, 3, "context"),
        (1, 4, "exact"),
        (2, 2, "exact"),
        (3, 3, "context"),  # "saw the": the program looks to the left first
        (4, 1, "exact"),
    ]
    assert made.notes == ('word 1, "the": placed by "the cat"', 'word 4, "the": placed by "saw the"')
    assert made.parts == {"nkt": 0.2, "precision": 1.0, "bp": 1.0}
    assert made.score == 0.2


@pytest.mark.parametrize("hypothesis", ["a " * 100_000, "a " * 60_000 + "b " * 40_000, "a b " * 50_000], ids=len)
def test_long_repetitive_texts_take_no_quadratic_time_or_memory(hypothesis: str) -> None:
    assert 0 <= Ribes().sentence_score(hypothesis, ["a " * 100_000]).score <= 1


@pytest.mark.parametrize(("hypothesis", "reference", "score"), [("", "", 1.0), ("", "a", 0.0), ("a", "", 0.0)])
def test_empty_texts(hypothesis: str, reference: str, score: float) -> None:
    assert Ribes().sentence_score(hypothesis, [reference]).score == score


def test_case_is_ignored_unless_it_is_asked_for() -> None:
    assert Ribes().sentence_score("A b", ["a b"]).score == 1
    assert Ribes(lowercase=False).sentence_score("A b", ["a b"]).score == 0


def test_the_signature_names_the_program_version() -> None:
    assert "|alpha:0.25|beta:0.1|variant:1.03.1|" in Ribes().signature("1")
    assert parse("ribes(variant=1.03.1)") == Ribes()
    assert str(Ribes(variant="paper")) == "ribes(variant=paper)"


@pytest.mark.parametrize("option", ["alpha", "beta"])
@pytest.mark.parametrize("value", [-0.1, 101.0, float("nan")])
def test_exponents_out_of_range_are_refused(option: str, value: float) -> None:
    with pytest.raises(SpecError, match=f"{option} must be a number from 0 to 100"):
        Ribes(**{option: value})
