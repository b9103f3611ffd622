"""Exact match and zero-edit rate against comparing words."""

import pytest
from hypothesis import given

from steelyard.errors import SpecError
from steelyard.metrics import ExactMatch, Wer, ZeroEditRate, measure
from tests.twins.corpora import WILD_WORDS, Texts, texts


@given(drawn=texts(max_length=2))
def test_a_segment_matches_when_its_words_are_those_of_a_reference(drawn: Texts) -> None:
    exact, zero = measure(drawn.test_set(), [ExactMatch(), ZeroEditRate()])
    for s, system in enumerate(drawn.systems):
        for i, hypothesis in enumerate(system):
            present = [reference[i].split() for reference in drawn.references if reference[i] is not None]
            is_equal = hypothesis.split() in present
            assert exact.statistics.values[s, i].tolist() == [is_equal, 1]
            assert zero.statistics.values[s, i].tolist() == [100 * is_equal, 1]


@given(drawn=texts(WILD_WORDS, separators=(" ", "  ", "\t"), max_length=3))
def test_a_segment_that_matches_is_one_without_errors(drawn: Texts) -> None:
    exact, wer = measure(drawn.test_set(), [ExactMatch(tokenize="13a"), Wer(tokenize="13a")])
    errors = wer.statistics.values[..., 1:4].sum(axis=-1)
    assert ((exact.statistics.values[..., 0] == 1) == (errors == 0)).all()


@pytest.mark.parametrize(("metric", "best"), [(ExactMatch, 1), (ZeroEditRate, 100)])
def test_what_makes_texts_equal(metric: type[ExactMatch] | type[ZeroEditRate], best: int) -> None:
    assert metric().sentence_score("The cat", ["the cat"]).score == 0
    assert metric(lowercase=True).sentence_score("The cat", ["the cat"]).score == best
    assert metric().sentence_score(" the\tcat ", ["the cat"]).score == best
    assert metric().sentence_score("the cat.", ["the cat ."]).score == 0
    assert metric(tokenize="13a").sentence_score("the cat.", ["the cat ."]).score == best
    assert metric().sentence_score("", [""]).score == best
    assert metric().sentence_score("", ["a", None]).score == 0  # a missing reference is no empty one
    assert metric().sentence_score("a", ["b", "a"]).score == best
    assert metric().corpus_score(["a", "b", "c"], [["a", "x", "c"]]).score == pytest.approx(best * 2 / 3)
    assert "|case:lc|tok:char|" in metric(lowercase=True, tokenize="char").signature("1")
    with pytest.raises(SpecError, match="tokenizer"):
        metric(tokenize="moses")
