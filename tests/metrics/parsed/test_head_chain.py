"""Head-word chains against worked examples and paths found from the top."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import DataError, SpecError
from steelyard.metrics import HeadChain
from steelyard.text import Corpus
from tests.golden import load_golden
from tests.twins import head_chain as twin
from tests.twins.parses import annotated_set, measured, parse, score, short_parses


@pytest.mark.parametrize("case", load_golden("head_chain"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    found = measured(HeadChain(**case["options"]), [case["hypotheses"]], case["references"])
    assert found.statistics.values[0, 0].tolist() == case["expected"]["counts"]
    assert found.scores(found.statistics.totals())[0] == pytest.approx(case["expected"]["score"], abs=5.1e-7)


@given(
    items=st.sampled_from(["form", "lemma", "upos", "xpos", "deprel"]),
    max_length=st.integers(1, 5),
    empty=st.sampled_from(["skip", "zero"]),
    hypothesis=short_parses(max_length=8),
    references=st.lists(short_parses(max_length=8), min_size=1, max_size=3),
)
def test_counts_and_score_are_those_of_the_definition(
    items: Any, max_length: int, empty: Any, hypothesis: str, references: list[str]
) -> None:
    metric = HeadChain(items, max_length, empty)
    found = measured(metric, [[hypothesis]], [[text] for text in references])
    trees = [parse(text) for text in references]
    matches, totals = twin.counts(parse(hypothesis), trees, items, max_length)
    n_words = max(len(tree.words) for tree in trees)
    assert found.statistics.values[0, 0].tolist() == [*matches, *totals, n_words]
    expected = twin.score(matches, totals, skips=empty == "skip", reference_is_empty=n_words == 0)
    assert found.scores(found.statistics.totals())[0] == pytest.approx(expected, abs=1e-12)


def test_missing_references_do_not_count() -> None:
    assert score(HeadChain(), ["a///0 b///1"], [["a///0 b///1"], [None]]) == 1.0
    assert measured(HeadChain(), [["a///0"]], [["a///0"], [None]]).statistics.values[0, 0, -1] == 1


def test_an_explanation_shows_matched_and_unmatched_chains() -> None:
    data = annotated_set([["cats///2/nsubj sleep///0/root"]], [["dogs///2/nsubj sleep///0/root"]])
    explained = HeadChain().explain_segment(Corpus(data))
    assert explained.notes == ("matched: sleep", "output only: cats", "output only: sleep > cats")
    assert (explained.hypothesis, explained.reference, explained.reference_number) == (
        ("cats", "sleep"),
        ("dogs", "sleep"),
        1,
    )
    assert explained.score == 0.25


def test_chains_through_removed_words_are_left_out() -> None:
    assert score(HeadChain(), ["a///0 .///1"], [["a///0"]]) == 0.25
    assert score(HeadChain(remove_punctuation=True), ["a///0 .///1"], [["a///0"]]) == 1.0


def test_casing_is_an_option() -> None:
    assert score(HeadChain(), ["A///0"], [["a///0"]]) == 0.0
    assert score(HeadChain(lowercase=True), ["A///0"], [["a///0"]]) == 1.0


@pytest.mark.parametrize("max_length", [0, 17])
def test_lengths_out_of_range_are_refused(max_length: int) -> None:
    with pytest.raises(SpecError, match="max_length must be from 1 to 16"):
        HeadChain(max_length=max_length)


def test_without_parses_the_message_says_how_to_give_them() -> None:
    with pytest.raises(DataError, match=r"head-chain needs parses of reference 1\."):
        HeadChain().corpus_score(["a"], [["a"]])
