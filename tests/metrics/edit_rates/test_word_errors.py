"""Laws of the word-error family: what its metrics have to do with each other and with the distance."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.metrics import Cer, Mer, Wer, Wil, Wip, Wrr, measure
from steelyard.text import Corpus, corpus
from steelyard.types import TestSet
from tests.twins.corpora import Texts, texts

words = st.lists(st.sampled_from("abc"), max_size=10).map(" ".join)


def errors(hypothesis: str, reference: str) -> int:
    found = Wer().align(hypothesis, reference)
    return found.substitutions + found.deletions + found.insertions


@given(words, words, words)
def test_errors_are_a_distance(a: str, b: str, c: str) -> None:
    assert errors(a, b) == errors(b, a)
    assert (errors(a, b) == 0) == (a == b)
    assert errors(a, c) <= errors(a, b) + errors(b, c)


@given(drawn=texts())
def test_counts_fit_the_lengths_and_the_scores_each_other(drawn: Texts) -> None:
    wer, wrr, mer, wil, wip = measure(drawn.test_set(), [Wer(), Wrr(), Mer(), Wil(), Wip()])
    hits, substitutions, deletions, insertions, ref_len = np.moveaxis(wer.statistics.values, -1, 0)
    hyp_len = [[len(line.split()) for line in system] for system in drawn.systems]
    assert (hits + substitutions + insertions).tolist() == hyp_len
    assert np.array_equal(hits + substitutions + deletions, ref_len)
    of = {m.label: m.scores(m.statistics.totals()) for m in (wer, wrr, mer, wil, wip)}
    assert np.array_equal(of["WRR"], 1 - of["WER"])
    assert np.array_equal(of["WIL"], 1 - of["WIP"])
    assert (of["MER"] <= of["WER"]).all()
    assert (of["MER"] <= of["WIL"] + 1e-12).all()  # hits over all operations is no less than the product of shares


@given(drawn=texts(max_systems=1, is_ragged=False))
def test_the_order_of_references_changes_no_segment_score(drawn: Texts) -> None:
    turned = Texts(drawn.systems, drawn.references[::-1])
    for metric in (Wer(), Wer(reference_length="average"), Cer()):
        one, other = (measure(data.test_set(), [metric])[0] for data in (drawn, turned))
        scores = [m.scores(m.statistics.scaled(m.statistics.values.astype(float))) for m in (one, other)]
        np.testing.assert_allclose(*scores, rtol=1e-9)


def test_words_are_counted_once_for_all_metrics_that_read_them_alike() -> None:
    shared = Corpus(TestSet(references=[["a b"]], systems={"x": ["a c"]}))
    assert Wer().edit_counts(shared) is Wil().edit_counts(shared)
    assert Wer(lowercase=True).edit_counts(shared) is not Wil().edit_counts(shared)
    with pytest.raises(ValueError, match="read-only"):
        Wer().edit_counts(shared)[0, 0, 0] = 7


@pytest.mark.parametrize("metric", [Cer(), Cer(reference_length="average"), Wer(tokenize="char")], ids=str)
def test_characters_are_counted_alike_in_blocks(metric: Wer | Cer, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"line {i} of {i * 7919 % 1000} ends" for i in range(50)]
    references = [lines[1:] + lines[:1], [None, *lines[2:], "x"]]
    data = TestSet(references=references, systems={"x": lines, "y": lines[::-1]})
    [whole] = measure(data, [metric])
    monkeypatch.setattr(corpus, "_LARGEST_BLOCK", 14)
    [blocks] = measure(data, [metric])
    assert np.array_equal(whole.statistics.values, blocks.statistics.values)
    assert np.array_equal(whole.statistics.bits, blocks.statistics.bits)


def test_options_stand_in_the_signature() -> None:
    assert Wer().signature("1").startswith("nrefs:1|case:mixed|tok:none|version:sy.")
    assert "|case:lc|tok:13a|reflen:average|" in Wer(True, "13a", reference_length="average").signature("2")
    assert Cer().signature("1").startswith("nrefs:1|case:mixed|space:yes|version:sy.")
    assert "|case:lc|space:no|reflen:average|" in Cer(
        lowercase=True, whitespace=False, reference_length="average"
    ).signature("2")


def test_the_verbose_text_tells_what_happened() -> None:
    verbose = "(hits = 1 substitutions = 1 deletions = 0 insertions = 1 ref_len = 2 hyp_len = 3)"
    assert Wer().corpus_score(["a b c"], [["a d"]]).verbose == verbose
    assert Mer().corpus_score(["a b c"], [["a d"]]).hyp_len == 3
