"""The length ratio beside BLEU's, and what makes it better."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.metrics import Bleu, LengthRatio
from tests.twins.corpora import Texts, texts


@given(drawn=texts(max_systems=1), choice=st.sampled_from(["closest", "shortest", "average"]))
def test_lengths_and_ratio_are_those_of_bleu(drawn: Texts, choice: str) -> None:
    [system] = drawn.systems
    ours = LengthRatio(reference_length=choice).corpus_score(system, drawn.references)
    bleu = Bleu(reference_length=choice).corpus_score(system, drawn.references)
    assert (ours.hyp_len, ours.ref_len, ours.ratio) == (bleu.sys_len, bleu.ref_len, bleu.ratio)
    if ours.ratio > 0:
        assert ours.score == pytest.approx(min(ours.ratio, 1 / ours.ratio), rel=1e-12)
    else:
        assert ours.score == float(ours.hyp_len == ours.ref_len)


@pytest.mark.parametrize(("words", "better"), [(3, 4), (4, 5), (6, 5), (9, 6)])
def test_nearer_to_the_reference_is_better_from_both_sides(words: int, better: int) -> None:
    reference = "a b c d e"
    scores = [LengthRatio().sentence_score(" ".join("x" * n), [reference]).score for n in (words, better)]
    assert scores[0] < scores[1]


def test_the_plain_ratio_tells_short_from_long() -> None:
    long = LengthRatio().corpus_score(["a b c d e"], [["a b c d"]])
    assert str(long).endswith("= 0.80 (ratio = 1.250 hyp_len = 5 ref_len = 4)")
    assert LengthRatio().corpus_score(["a b c d e"], [[""]]).ratio == 0
    assert "|case:mixed|tok:13a|reflen:shortest|" in LengthRatio(reference_length="shortest").signature("2")
