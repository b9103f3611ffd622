"""The n-gram recognition rate against worked examples and every alignment there is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Grr, measure
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins.edits import distance
from tests.twins.recognition import best_value

few_words = st.lists(st.sampled_from("ab"), max_size=5)


def value_of(hypothesis: list[str], reference: list[str], metric: Grr) -> float:
    result = metric.sentence_score(" ".join(hypothesis), [" ".join(reference)])
    assert result.n_grams == sum(max(len(reference) - n, 0) for n in range(metric.max_ngram_order))
    return float(result.value)


@pytest.mark.parametrize("case", load_golden("grr"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    result = Grr(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    for key, value in case["expected"].items():
        assert getattr(result, key) == pytest.approx(value, abs=5e-7, rel=0), key


@given(
    hypothesis=few_words,
    reference=few_words,
    order=st.integers(1, 5),
    insertion_cost=st.sampled_from([1.0, 0.0, 0.25, -0.9]),
    deletion_cost=st.sampled_from([0.0, 1.0, 0.75, -0.5]),
)
def test_the_value_is_that_of_the_best_alignment(
    hypothesis: list[str], reference: list[str], order: int, insertion_cost: float, deletion_cost: float
) -> None:
    metric = Grr(tokenize="none", max_ngram_order=order, insertion_cost=insertion_cost, deletion_cost=deletion_cost)
    expected = best_value(hypothesis, reference, order, insertion_cost, deletion_cost)
    assert value_of(hypothesis, reference, metric) == pytest.approx(expected, abs=1e-9)


some_words = st.lists(st.sampled_from("abc"), max_size=12)


@given(hypothesis=some_words, reference=some_words)
def test_with_unigrams_alone_it_is_the_word_recognition_rate(hypothesis: list[str], reference: list[str]) -> None:
    metric = Grr(tokenize="none", max_ngram_order=1)
    assert value_of(hypothesis, reference, metric) == len(reference) - distance(hypothesis, reference)


@given(references=st.lists(some_words, min_size=1, max_size=3), hypothesis=some_words)
def test_of_several_references_the_best_ratio_counts(references: list[list[str]], hypothesis: list[str]) -> None:
    metric = Grr(tokenize="none")
    single = [metric.sentence_score(" ".join(hypothesis), [" ".join(words)]) for words in references]
    best = max(single, key=lambda score: (score.score, score.value))
    together = metric.sentence_score(" ".join(hypothesis), [" ".join(words) for words in references])
    assert (together.value, together.n_grams, together.score) == (best.value, best.n_grams, best.score)


def test_whole_costs_give_whole_statistics_and_others_do_not() -> None:
    data = TestSet(references=[["a b c d"]], systems={"x": ["a b x c d"]})
    [whole, other] = measure(data, [Grr(), Grr(insertion_cost=0.3)])
    assert (whole.statistics.values[0, 0].tolist(), whole.statistics.bits.tolist()) == ([5, 10], [0, 0])
    assert other.statistics.bits[0] > 0


def test_long_and_repetitive_texts_are_measured() -> None:
    assert value_of(["a"] * 2000, ["a"] * 1000, Grr()) == 1000 + 999 + 998 + 997 - 1000
    assert value_of(["a"] * 50_000, ["b"], Grr()) == 1 - 50_000
    assert value_of(["a"], ["b"] * 50_000, Grr(max_ngram_order=9)) == 0


@pytest.mark.parametrize(
    "options",
    [
        {"max_ngram_order": 0},
        {"max_ngram_order": 101},
        {"insertion_cost": float("inf")},
        {"deletion_cost": float("nan")},
        {"tokenize": "x"},
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        Grr(**options)


def test_label_signature_and_bounds_follow_the_options() -> None:
    assert (Grr().label, Grr(max_ngram_order=2).label) == ("4-GRR", "2-GRR")
    assert Grr().signature("1").startswith("nrefs:1|case:mixed|tok:13a|version:")
    assert "|order:2|ins:-0.9|del:1|" in Grr(max_ngram_order=2, insertion_cost=-0.9, deletion_cost=1).signature("1")
    assert (Grr().bounds[1], Grr(insertion_cost=-0.9).bounds[1]) == (1.0, float("inf"))
