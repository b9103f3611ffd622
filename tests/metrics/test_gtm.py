"""GTM against worked examples and a matching by brute force."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Gtm, Rouge1, measure
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import gtm as twin
from tests.twins.corpora import Texts, segments_of, texts

exponents = st.sampled_from([1.0, 1.2, 2.0, 7.5])


@pytest.mark.parametrize("case", load_golden("gtm"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    result = Gtm(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=5.1e-7)
    assert result.mms == case["expected"].get("mms", result.mms)


@given(drawn=texts(max_length=14), exponent=exponents, n_threads=st.sampled_from([1, 3]))
def test_statistics_and_score_are_those_of_the_definition(drawn: Texts, exponent: float, n_threads: int) -> None:
    [measured] = measure(drawn.test_set(), [Gtm(exponent=exponent)], n_threads=n_threads)
    statistics = measured.statistics
    scores = measured.scores(statistics.totals())
    for system in range(len(drawn.systems)):
        expected = []
        for hypothesis, references in segments_of(drawn, system):
            present = [reference for reference in references if reference is not None]
            size = twin.match_size(hypothesis, present, exponent)
            expected.append([size, len(hypothesis), sum(map(len, present)) / len(present)])
        found = statistics.scaled(statistics.values[system].astype(np.float64))
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)
        sums = [sum(column) for column in zip(*expected, strict=True)]
        assert scores[system] == pytest.approx(twin.f_measure(*sums), abs=1e-8)


@pytest.mark.parametrize("n_words", [2, 3, 8])
@pytest.mark.parametrize("seed", range(4))
def test_long_runs_are_found_and_cut_as_by_brute_force(n_words: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    base = rng.integers(0, n_words, 70)
    parts = [base[start : start + length] for start, length in ((30, 33), (2, 17), (40, 9), (0, 30))]
    hypothesis = [f"w{i}" for i in np.concatenate(parts)]
    references = [[f"w{i}" for i in base], [f"w{i}" for i in np.roll(base, 20)]]
    data = TestSet(references=[[" ".join(text)] for text in references], systems={"x": [" ".join(hypothesis)]})
    [measured] = measure(data, [Gtm(exponent=2)])
    found = measured.statistics.scaled(measured.statistics.values.astype(float))[0, 0, 0]
    assert found == pytest.approx(twin.match_size(hypothesis, references, 2), abs=1e-9)


@given(drawn=texts(max_systems=1, max_references=1))
def test_without_a_reward_for_runs_it_is_the_f_measure_of_words(drawn: Texts) -> None:
    hypothesis, reference = drawn.systems[0][0], drawn.references[0][0]
    expected = Rouge1(tokenize="none").sentence_score(hypothesis, [reference]).score
    if hypothesis.split() or reference.split():
        assert Gtm(exponent=1).sentence_score(hypothesis, [reference]).score == pytest.approx(expected, abs=1e-9)


def test_no_run_goes_from_one_reference_into_the_next() -> None:
    score = Gtm(exponent=2).sentence_score("a b c d", ["a b", "c d"])
    assert score.mms == pytest.approx(8**0.5, abs=1e-9)
    assert (score.precision, score.recall) == (pytest.approx(8**0.5 / 4), 1.0)


@pytest.mark.parametrize("hypothesis", ["a " * 100_000, "a " * 60_000 + "b " * 40_000, "a b " * 50_000], ids=len)
def test_long_repetitive_texts_take_no_quadratic_time_or_memory(hypothesis: str) -> None:
    score = Gtm().sentence_score(hypothesis, ["a " * 100_000])
    assert 0 < score.score <= 1


@pytest.mark.parametrize(("hypothesis", "reference", "score"), [("", "", 1.0), ("", "a", 0.0), ("a", "", 0.0)])
def test_empty_texts(hypothesis: str, reference: str, score: float) -> None:
    assert Gtm().sentence_score(hypothesis, [reference]).score == score


@pytest.mark.parametrize("exponent", [0.9, 16.1, float("nan")])
def test_exponents_out_of_range_are_refused(exponent: float) -> None:
    with pytest.raises(SpecError, match="exponent must be a number from 1 to 16"):
        Gtm(exponent=exponent)
