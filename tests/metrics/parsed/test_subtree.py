"""STM against the worked example and subtrees written in brackets."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import Stm, measure
from steelyard.reading.formats import tree_of
from steelyard.text import Corpus
from steelyard.types import Measurement, Parse, TestSet, Word
from tests.metrics.parsed.test_elements import set_of
from tests.twins import head_chain as means
from tests.twins import subtrees as twin
from tests.twins.parses import measured, parse, short_parses


def of_brackets(text: str) -> Parse:
    words, tags, constituents = tree_of(text)
    return Parse(tuple(Word(word, xpos=tag) for word, tag in zip(words, tags, strict=True)), constituents=constituents)


def measured_trees(metric: Stm, hypothesis: str, *references: str) -> Measurement:
    data: TestSet = set_of([[of_brackets(hypothesis)]], [[of_brackets(text)] for text in references])
    [found] = measure(data, [metric])
    return found


HYPOTHESIS, REFERENCE = "(S (NP (PRON they)) (VP (V saw) (NP it)))", "(S (NP (PRON they)) (VP (V left) (ADVP here)))"


@pytest.mark.parametrize(("empty", "expected"), [("skip", 0.5), ("zero", 0.375)])
def test_the_worked_example_is_reproduced(empty: Any, expected: float) -> None:
    found = measured_trees(Stm(empty=empty), HYPOTHESIS, REFERENCE)  # W05-0904, by hand: 5/6, 2/3, 0/1
    assert found.statistics.values[0, 0].tolist() == [5, 2, 0, 0, 6, 3, 1, 0, 6]
    assert found.scores(found.statistics.totals())[0] == pytest.approx(expected)


@st.composite
def brackets(draw: st.DrawFn, depth: int = 4) -> str:
    label = draw(st.sampled_from(["S", "NP", "VP"]))
    if depth == 1 or draw(st.booleans()):
        return f"({label} w)"
    return f"({label} {' '.join(draw(st.lists(brackets(depth - 1), min_size=1, max_size=3)))})"


@given(hypothesis=brackets(), references=st.lists(brackets(), min_size=1, max_size=2), max_depth=st.integers(1, 5))
def test_subtrees_of_constituents_are_those_of_the_definition(
    hypothesis: str, references: list[str], max_depth: int
) -> None:
    found = measured_trees(Stm(max_depth=max_depth), hypothesis, *references)
    trees = [
        ([one.parent for one in tree], [one.label for one in tree])
        for tree in (tree_of(text)[2] for text in (hypothesis, *references))
    ]
    matches, totals = twin.counts(trees[0], trees[1:], max_depth)
    assert found.statistics.values[0, 0, :-1].tolist() == [*matches, *totals]


@given(
    items=st.sampled_from(["deprel", "upos"]),
    hypothesis=short_parses(max_length=8),
    references=st.lists(short_parses(max_length=8), min_size=1, max_size=2),
)
def test_subtrees_of_dependencies_are_those_of_the_definition(
    items: Any, hypothesis: str, references: list[str]
) -> None:
    found = measured(Stm("dependencies", items), [[hypothesis]], [[text] for text in references])

    def tree(text: str) -> tuple[list[int], list[str]]:
        words = parse(text).words
        return [(word.head or 0) - 1 for word in words], [getattr(word, items).partition(":")[0] for word in words]

    matches, totals = twin.counts(tree(hypothesis), [tree(text) for text in references], 4)
    assert found.statistics.values[0, 0, :-1].tolist() == [*matches, *totals]
    expected = means.score(matches, totals, skips=True, reference_is_empty=not any(references))
    assert found.scores(found.statistics.totals())[0] == pytest.approx(expected, abs=1e-12)


def test_an_explanation_writes_subtrees_in_brackets() -> None:
    data = set_of([[of_brackets("(S (NP they) (VP left))")]], [[of_brackets("(S (NP they) (V left))")]])
    notes = Stm().explain_segment(Corpus(data)).notes
    assert notes == ("matched: NP", "matched: S", "output only: VP", "output only: (S NP VP)")


def test_what_is_missing_or_out_of_range_is_named() -> None:
    text = [parse("a///0/root"), parse("b///0/root")]
    with pytest.raises(DataError, match="stm needs constituents, and the parses of reference 1 have none"):
        measure(set_of([text], [text]), [Stm()])
    with pytest.raises(SpecError, match="max_depth must be from 1 to 16, not 0"):
        Stm(max_depth=0)
