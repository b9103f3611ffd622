"""chrF's statistics and score against the slow twin."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Chrf, measure, parse
from steelyard.text import get_tokenizer
from steelyard.types import Measurement
from tests.golden import load_golden
from tests.twins import chrf as twin
from tests.twins.corpora import WILD_WORDS, WORDS, Texts, texts

drawn_texts = st.one_of(
    texts(),
    texts((*WORDS, *WILD_WORDS, "(hi)", "...", "!", "aaaa"), separators=(" ", "  ", "\t", "\u3000", ""), max_length=9),
)
options = st.fixed_dictionaries(
    {
        "char_order": st.sampled_from([1, 2, 5, 6, 7, 12]),
        "word_order": st.integers(0, 3),
        "beta": st.integers(0, 4),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)


def counted(metric: Chrf, drawn: Texts, **how: int) -> Measurement:
    [measurement] = measure(drawn.test_set(), [metric], **how)
    return measurement


@given(drawn=drawn_texts, chosen=options, n_threads=st.sampled_from([1, 3]))
def test_statistics_and_score_are_those_of_the_definition(
    drawn: Texts, chosen: dict[str, object], n_threads: int
) -> None:
    measurement = counted(Chrf(**chosen), drawn, n_threads=n_threads)
    totals = measurement.scores(measurement.statistics.totals())
    how = {key: chosen[key] for key in ("beta", "eps_smoothing")}
    segments = list(zip(*drawn.references, strict=True))
    for system, values, total in zip(drawn.systems, measurement.statistics.values, totals, strict=True):
        rows = values.reshape(len(segments), -1, 3)
        for hypothesis, references, row in zip(system, segments, rows, strict=True):
            ours = [tuple(order) for order in row.tolist()]
            expected = twin.best_statistics(hypothesis, references, **chosen)
            if ours != expected:  # float64 may see a difference where fractions are equal, in the last place
                assert len([reference for reference in references if reference is not None]) > 1
                assert twin.score(ours, **how) == pytest.approx(twin.score(expected, **how), rel=1e-12)
        sums = [tuple(order) for order in rows.sum(axis=0).tolist()]
        assert total == pytest.approx(twin.score(sums, **how), abs=1e-9, rel=0)


@given(drawn=texts(WILD_WORDS, max_systems=1, max_references=1, is_ragged=False))
@settings(deadline=None, max_examples=25)
def test_lower_case_is_that_of_the_texts(drawn: Texts) -> None:
    lower = Texts([[line.lower() for line in drawn.systems[0]]], [[line.lower() for line in drawn.references[0]]])
    one, other = counted(Chrf(lowercase=True, word_order=2), drawn), counted(Chrf(word_order=2), lower)
    assert np.array_equal(one.statistics.values, other.statistics.values)


@given(st.text(alphabet="ab.,!(é中 \t\u3000-", max_size=20))
def test_words_are_cut_as_by_the_twin(line: str) -> None:
    assert get_tokenizer("chrf").tokenize([line]) == [twin.words(line)]


@pytest.mark.parametrize("case", load_golden("chrf"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, object]) -> None:
    result = Chrf(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=5.001e-5)
    assert result.name == case["expected"]["name"]


def test_small_blocks_are_the_whole_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"segment {i}, with a word or {i % 5}" for i in range(23)]
    drawn = Texts([lines, lines[::-1]], [lines[1:] + lines[:1], lines[2:] + lines[:2]])
    for metric in (Chrf(), Chrf(word_order=2, whitespace=True), Chrf(char_order=0, word_order=1)):
        whole = counted(metric, drawn).statistics.values
        with monkeypatch.context() as patch:
            patch.setattr("steelyard.text.corpus._LARGEST_BLOCK", 6)
            assert np.array_equal(counted(metric, drawn).statistics.values, whole)


def test_the_best_reference_is_chosen_segment_by_segment() -> None:
    first, second = ["the cat sat", "no"], ["a dog", "the hen ran"]
    result = Chrf().corpus_score(["the cat sat", "the hen ran"], [first, second])
    assert result.score == pytest.approx(100, abs=1e-12)
    tied = counted(Chrf(char_order=1), Texts([["ab"]], [["cde"], ["fg"]]))
    assert tied.statistics.values[0, 0].tolist() == [2, 3, 0]  # both score 0: the first


def test_details_are_means_over_the_orders() -> None:
    result = Chrf(char_order=2, word_order=1).corpus_score(["ab c"], [["ab cd"]])
    assert result.chr_precision == pytest.approx((3 / 3 + 2 / 2) / 2)
    assert result.chr_recall == pytest.approx((3 / 4 + 2 / 3) / 2)
    assert (result.word_precision, result.word_recall) == (1 / 2, 1 / 2)
    assert result.verbose == ""
    assert set(Chrf(char_order=0, word_order=1).corpus_score(["a"], [["a"]]).details) == {
        "word_precision",
        "word_recall",
    }


@pytest.mark.parametrize(
    ("alias", "metric"),
    [
        ("chrf++", Chrf(word_order=2)),
        ("chrF2++", Chrf(word_order=2)),
        ("chrf++(beta=3)", Chrf(word_order=2, beta=3)),
        ("chrf(word_order=1)", Chrf(word_order=1)),
    ],
)
def test_aliases_are_read(alias: str, metric: Chrf) -> None:
    assert parse(alias) == metric
    assert parse(str(metric)) == metric


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ({"char_order": -1}, "char_order must be from 0 to 100, not -1."),
        ({"char_order": 101}, "char_order must be from 0 to 100, not 101."),
        ({"word_order": 101}, "word_order must be from 0 to 100, not 101."),
        ({"beta": -1}, "beta must be from 0 to 1000, not -1."),
        ({"beta": 0.5}, "beta must be int, not 0.5."),
        ({"char_order": 0}, "char_order and word_order are both 0: at least one must be 1 or more."),
    ],
    ids=str,
)
def test_options_out_of_range_are_refused(chosen: dict[str, object], message: str) -> None:
    with pytest.raises(SpecError) as caught:
        Chrf(**chosen)
    assert str(caught.value) == message
