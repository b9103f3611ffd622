"""The native n-gram kernel and the vectorised score against the slow twin."""

from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.metrics import Bleu, measure
from steelyard.metrics.bleu.bleu import ReferenceLength, Smoothing
from steelyard.metrics.parts.smoothing import AVERAGING
from tests.twins import ngrams as twin
from tests.twins.corpora import Texts, segments_of, texts


@given(drawn=texts(), order=st.integers(1, 6), n_threads=st.sampled_from([1, 3]))
def test_statistics_are_those_of_the_definition(drawn: Texts, order: int, n_threads: int) -> None:
    bleu = Bleu(tokenize="none", max_ngram_order=order)
    [measured] = measure(drawn.test_set(), [bleu], n_threads=n_threads)
    expected = [
        [
            twin.segment_statistics(hypothesis, references, order)
            for hypothesis, references in segments_of(drawn, system)
        ]
        for system in range(len(drawn.systems))
    ]
    assert measured.statistics.values.tolist() == expected


@pytest.mark.parametrize("n_threads", [1, 2, 3, 64])
def test_threads_do_not_change_counts(n_threads: int) -> None:
    # 101 segments do not divide evenly, and 64 threads outnumber neither cores' sense nor segments.
    lines = [f"a b{i % 7} c d{i % 3} a b{i % 7}" for i in range(101)]
    drawn = Texts([lines, lines[::-1]], [lines[1:] + lines[:1], lines[2:] + lines[:2]])
    [one] = measure(drawn.test_set(), [Bleu(tokenize="none")], n_threads=1)
    [many] = measure(drawn.test_set(), [Bleu(tokenize="none")], n_threads=n_threads)
    np.testing.assert_array_equal(one.statistics.values, many.statistics.values)
    assert one.statistics.values[0, 0].tolist() == twin.segment_statistics(*segments_of(drawn, 0)[0], 4)


@given(drawn=texts(max_systems=1), choice=st.sampled_from(get_args(ReferenceLength)))
def test_reference_length_follows_the_choice(drawn: Texts, choice: ReferenceLength) -> None:
    [measured] = measure(drawn.test_set(), [Bleu(tokenize="none", reference_length=choice)])
    statistics = measured.statistics
    lengths = np.ldexp(statistics.values[0, :, 1].astype(float), -int(statistics.bits[1]))
    expected = [
        float(twin.reference_length(hypothesis, [ref for ref in references if ref is not None], choice))
        for hypothesis, references in segments_of(drawn, 0)
    ]
    # means of lengths such as 7/3 are rounded to the grid of 2**-32 once
    assert lengths == pytest.approx(expected, abs=2.0**-32, rel=0)


def counts_for(bleu: Bleu, drawn: Texts) -> tuple[int, int, list[int], list[int]]:
    """Return the first system's lengths, matches and totals, of as many orders as the smoothing looks at."""
    order = bleu.max_ngram_order + (bleu.smooth_method in AVERAGING)
    rows = [twin.segment_statistics(*segment, order) for segment in segments_of(drawn, 0)]
    hyp_len, ref_len, *counts = (sum(column) for column in zip(*rows, strict=True))
    return hyp_len, ref_len, counts[:order], counts[order:]


options = st.fixed_dictionaries(
    {
        "smooth_method": st.sampled_from(get_args(Smoothing)),
        "smooth_value": st.none() | st.sampled_from([0.0, 0.01, 0.5, 1.0, 3.0]),
        "effective_order": st.booleans(),
    }
)


@given(drawn=texts(max_systems=1, max_length=6), order=st.integers(1, 6), chosen=options)
def test_score_is_that_of_the_definition(drawn: Texts, order: int, chosen: dict[str, object]) -> None:
    bleu = Bleu(tokenize="none", max_ngram_order=order, **chosen)
    score = bleu.corpus_score(drawn.systems[0], drawn.references).score
    expected = twin.bleu(*counts_for(bleu, drawn), **chosen)
    assert score == pytest.approx(expected, abs=1e-9, rel=1e-12)


weightings = st.sampled_from(
    [(1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), (0.5, 0.5, 0.0, 0.0), (0.4, 0.3, 0.2, 0.1), (0.0, 0.5, 0.0, 0.5)]
)


@given(drawn=texts(max_systems=1), weights=weightings, method=st.sampled_from(get_args(Smoothing)))
def test_weights_are_those_of_the_definition(drawn: Texts, weights: tuple[float, ...], method: Smoothing) -> None:
    bleu = Bleu(tokenize="none", weights=weights, smooth_method=method)
    score = bleu.corpus_score(drawn.systems[0], drawn.references).score
    expected = twin.bleu(*counts_for(bleu, drawn), method, weights=weights)
    assert score == pytest.approx(expected, abs=1e-9, rel=1e-12)


def test_effective_order_without_a_weighted_order_is_no_number_made_up() -> None:
    # Two tokens have no 4-gram, and only 4-grams have weight: nothing is left to average.
    bleu = Bleu(tokenize="none", weights=(0, 0, 0, 1), effective_order=True)
    assert bleu.sentence_score("a b", ["a b"]).score == 0.0


@given(drawn=texts(max_systems=1))
def test_details_are_the_parts_of_the_score(drawn: Texts) -> None:
    result = Bleu(tokenize="none", smooth_method="none").corpus_score(drawn.systems[0], drawn.references)
    rows = [twin.segment_statistics(*segment, 4) for segment in segments_of(drawn, 0)]
    hyp_len, ref_len, *counts = (sum(column) for column in zip(*rows, strict=True))
    assert (result.sys_len, result.ref_len) == (hyp_len, ref_len)
    assert (list(result.counts), list(result.totals)) == (counts[:4], counts[4:])
    assert result.bp == pytest.approx(twin.brevity_penalty(hyp_len, ref_len), abs=1e-15)
    assert result.ratio == pytest.approx(hyp_len / ref_len if ref_len else 0.0)
    if any(counts[:4]):
        expected = [100 * match / total if total else 0.0 for match, total in zip(counts[:4], counts[4:], strict=True)]
        assert list(result.precisions) == pytest.approx(expected, rel=1e-15)
