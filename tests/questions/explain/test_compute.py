"""Explanations of segments: what matched, numbered as people count, for any metric."""

from typing import Any

import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.metrics import parse
from steelyard.results import Explanation
from steelyard.types import Parse, Word

DATA = sy.TestSet(
    references=[["the ferry leaves at nine", "bring a warm coat"], ["a ferry goes", "take a coat with you"]],
    systems={"ours": ["at nine the ferry leaves", "take a warm coat"], "theirs": ["ferry", ""]},
    documents=["x", "y"],
)


def test_every_system_is_explained_for_every_segment_asked_for() -> None:
    explanation = sy.explain(DATA, "wer", segments=[2, 1])
    assert [(made.system, made.segment) for made in explanation.segments] == [
        ("ours", 2),
        ("ours", 1),
        ("theirs", 2),
        ("theirs", 1),
    ]
    assert explanation.method["n_segments"] == 2
    only = sy.explain(DATA, "wer", segments=[1], systems=["theirs"])
    assert [made.system for made in only.segments] == ["theirs"]


@pytest.mark.parametrize("spelling", ["bleu", "chrf", "ter", "wer", "cer", "ribes", "aile", "length-ratio"])
def test_the_score_is_that_of_the_segment_alone(spelling: str) -> None:
    variant = parse(spelling).segment_metric()
    for made in sy.explain(DATA, spelling, segments=[1, 2]).segments:
        references = [reference[made.segment - 1] for reference in DATA.references]
        expected = variant.sentence_score(DATA.systems[made.system][made.segment - 1], references)
        assert made.explanation.score == pytest.approx(expected.score, abs=1e-9)
        assert (made.label, made.scale) == (variant.label, variant.scale)


def test_ter_shows_shifts_and_where_words_came_from() -> None:
    [made] = sy.explain(DATA, "ter", segments=[1], systems=["ours"]).segments
    assert made.explanation.notes == ("shift 'at nine' from word 1 to word 4",)
    assert [(link.hypothesis[0], link.reference[0]) for link in made.explanation.links] == [
        (0, 3),
        (1, 4),
        (2, 0),
        (3, 1),
        (4, 2),
    ]
    assert {link.kind for link in made.explanation.links} == {"equal"}


def test_word_errors_show_the_reference_that_counts() -> None:
    [made] = sy.explain(DATA, "wer", segments=[2], systems=["ours"]).segments
    assert (made.explanation.reference_number, made.explanation.reference) == (1, ("bring", "a", "warm", "coat"))
    assert [link.kind for link in made.explanation.links] == ["substitution", "equal", "equal", "equal"]


def test_an_explanation_is_stored_and_read_back() -> None:
    explanation = sy.explain(DATA, "ter", segments=[1, 2])
    assert Explanation.from_dict(explanation.to_dict()) == explanation


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(AlignmentError, match=r"^There is no segment 3: choose a number from 1 to 2\."):
        sy.explain(DATA, "wer", segments=[3])
    with pytest.raises(AlignmentError, match="There is no segment 0"):
        sy.explain(DATA, "wer", segments=[0])
    with pytest.raises(SpecError, match=r"Unknown system 'our'\. Did you mean 'ours'"):
        sy.explain(DATA, "wer", segments=[1], systems=["our"])


def test_annotation_of_the_system_goes_along() -> None:
    word = Word("ferry", head=0, deprel="root")
    parses = {key: [[Parse((word,))], [Parse()]] for key in ("reference 1", "reference 2", "system ours")}
    data = DATA.annotated(parses={**parses, "system theirs": [[Parse()], [Parse((word,))]]})
    explained = sy.explain(data, "head-chain", segments=[1]).segments
    assert [made.explanation.score for made in explained] == [1.0, 0.0]


@pytest.mark.parametrize("number", [1.5, 1.0, "1", None])
def test_a_segment_is_asked_for_by_a_whole_number(number: Any) -> None:
    with pytest.raises(AlignmentError, match="There is no segment"):
        sy.explain(DATA, "wer", segments=[number])
