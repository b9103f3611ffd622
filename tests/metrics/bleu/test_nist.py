"""NIST against worked examples and the slow twin."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Bleu, Nist, measure
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import nist as twin
from tests.twins.corpora import WORDS, Texts, segments_of, texts


@pytest.mark.parametrize("case", load_golden("nist"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    metric, expected = Nist(**case["options"]), case["expected"]
    result = metric.corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(expected["score"], abs=5.1e-7)
    data = TestSet(references=case["references"], systems={"x": case["hypotheses"]})
    [sums] = measure(data, [metric])[0].statistics.totals()
    [stats] = [measure(data, [metric])[0].statistics.scaled(sums)]
    if "info" in expected:
        assert stats[:5].tolist() == pytest.approx(expected["info"], abs=5.1e-7)
        assert [*stats[5:10].tolist(), *stats[10:].tolist()] == [*expected["totals"], *expected["lengths"]]
        assert result.penalty == pytest.approx(expected["penalty"], abs=5.1e-7)


@given(drawn=texts((*WORDS, "0")), order=st.integers(1, 6), n_threads=st.sampled_from([1, 3]))
def test_statistics_and_score_are_those_of_the_definition(drawn: Texts, order: int, n_threads: int) -> None:
    metric = Nist(tokenize="none", max_ngram_order=order)
    [measured] = measure(drawn.test_set(), [metric], n_threads=n_threads)
    statistics = measured.statistics
    scores = measured.scores(statistics.totals())
    for system in range(len(drawn.systems)):
        expected = twin.statistics(segments_of(drawn, system), order)
        found = statistics.scaled(statistics.values[system].astype(np.float64))
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)
        sums = [sum(column) for column in zip(*expected, strict=True)]
        assert scores[system] == pytest.approx(twin.nist(sums, order), abs=1e-8)


def test_an_ngram_that_tells_nothing_scores_nothing() -> None:
    # The only word there is tells log2(4 / 4) bits, a second one after it log2(4 / 3), a third log2(3 / 2), ...
    result = Nist().sentence_score("a a a a", ["a a a a"])
    assert result.individual == pytest.approx((0, np.log2(4 / 3), np.log2(3 / 2), 1, 0), abs=1e-9)


def test_weights_come_from_the_whole_set_and_stay_with_its_parts() -> None:
    references = [["a b c d", "a b e f", "a g"]]
    data = TestSet(references=references, systems={"x": ["a b c", "a b", "g"]})
    [measured] = measure(data, [Nist()])
    part = measured.statistics.scaled(measured.statistics.values[:, :1].sum(axis=1).astype(float))
    # a stands 3 times among 10 words, b follows 2 of the 3, c follows 1 of the 2 pairs
    assert part[0, :3].tolist() == pytest.approx(
        [np.log2(10 / 3) + np.log2(10 / 2) + np.log2(10), np.log2(3 / 2) + np.log2(2), np.log2(2)], abs=1e-9
    )
    alone = Nist().corpus_score(["a b c"], [["a b c d"]])
    assert float(measured.score(part[0])) != pytest.approx(alone.score, abs=1e-3)


def test_case_is_lowered_as_far_as_mteval_lowers_it() -> None:
    references = ["The Ärger grows"]
    assert Nist().sentence_score("the Ärger grows", references).score == pytest.approx(np.log2(3))
    assert Nist().sentence_score("the ärger grows", references).score < np.log2(3)
    assert Nist(tokenize="none").sentence_score("the ärger grows", references).score == pytest.approx(np.log2(3))
    assert Nist(lowercase=False).sentence_score("the Ärger grows", references).score < np.log2(3)


def test_bleu_lowers_letters_that_mteval_does_not() -> None:
    # its page says so; mteval's own lowering is that of NIST above
    pair = ("the ärger grows", ["The Ärger grows"])
    assert Bleu(lowercase=True, max_ngram_order=1).sentence_score(*pair).score == pytest.approx(100)
    assert Nist().sentence_score(*pair).score < Nist(tokenize="none").sentence_score(*pair).score


def test_a_missing_reference_has_no_length() -> None:
    data = TestSet(references=[["a b c d", "a"], [None, "a b c"]], systems={"x": ["a b c", "a"]})
    [measured] = measure(data, [Nist()])
    lengths = measured.statistics.scaled(measured.statistics.values[0].astype(float))[:, -1]
    assert lengths.tolist() == [4.0, 2.0]


@pytest.mark.parametrize(("hypothesis", "reference"), [("", ""), ("", "a b"), ("a b", ""), ("a", "a")])
def test_degenerate_texts_score_zero(hypothesis: str, reference: str) -> None:
    assert Nist().sentence_score(hypothesis, [reference]).score == 0.0


def test_two_thirds_of_the_length_halve_the_score() -> None:
    assert Nist().sentence_score("a b", ["a b c"]).penalty == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize("order", [0, 101])
def test_orders_out_of_range_are_refused(order: int) -> None:
    with pytest.raises(SpecError, match="max_ngram_order must be from 1 to 100"):
        Nist(max_ngram_order=order)
