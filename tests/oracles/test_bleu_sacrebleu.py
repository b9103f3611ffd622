"""BLEU equals sacreBLEU's to 1e-9 under every option both have, on generated corpora."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU
from sacrebleu.version import __version__ as sacrebleu_version

from steelyard.metrics import Bleu, CorpusScore, package_version
from steelyard.metrics.parts.smoothing import SacrebleuSmoothing as Smoothing
from tests.golden import load_golden
from tests.twins.corpora import WILD_WORDS, WORDS, Texts, texts

TOKENIZERS = (None, "13a", "intl", "zh", "none", "char")
corpora = st.one_of(
    texts(),
    texts(max_length=2),
    texts((*WORDS, *WILD_WORDS), separators=(" ", "  ", "\t", "\u3000", ""), max_length=14),
)
options = st.fixed_dictionaries(
    {
        "lowercase": st.booleans(),
        "tokenize": st.sampled_from(TOKENIZERS),
        "smooth_method": st.sampled_from(get_args(Smoothing)),
        "smooth_value": st.none() | st.sampled_from([0.0, 0.001, 0.1, 1.0, 2.5]),
        "max_ngram_order": st.integers(1, 6),
        "effective_order": st.booleans(),
    }
)


def assert_equal_scores(ours: CorpusScore, bleu: BLEU, theirs: object, k: float) -> None:
    """Compare the score and everything it is made of; `k` is what add-k has added to sacreBLEU's counts."""
    assert ours.score == pytest.approx(theirs.score, abs=1e-9, rel=0)
    assert (ours.sys_len, ours.ref_len) == (theirs.sys_len, theirs.ref_len)
    assert ours.bp == pytest.approx(theirs.bp, abs=1e-12, rel=0)
    assert list(ours.precisions) == pytest.approx(theirs.precisions, abs=1e-9, rel=0)
    # sacreBLEU smooths its counts in place, unless there was no match at all
    added = [0.0] + [k if any(ours.counts) else 0.0] * (bleu.max_ngram_order - 1)
    assert [count + extra for count, extra in zip(ours.counts, added, strict=True)] == pytest.approx(theirs.counts)
    assert [total + extra for total, extra in zip(ours.totals, added, strict=True)] == pytest.approx(theirs.totals)
    assert signature_like_theirs(ours) == str(bleu.get_signature())


def signature_like_theirs(ours: CorpusScore) -> str:
    """Put sacreBLEU's version in; take out the order, which its signature lacks."""
    order = f"|order:{len(ours.counts)}" if len(ours.counts) != 4 else ""
    end = f"{order}|version:sy.{package_version()}"
    assert ours.signature.endswith(end)
    return ours.signature.removesuffix(end) + f"|version:{sacrebleu_version}"


def added_by(chosen: dict[str, object]) -> float:
    if chosen["smooth_method"] != "add-k":
        return 0.0
    return 1.0 if chosen["smooth_value"] is None else float(chosen["smooth_value"])


@given(drawn=corpora, chosen=options)
def test_corpus_bleu_is_sacrebleus(drawn: Texts, chosen: dict[str, object]) -> None:
    bleu = BLEU(**chosen, force=True)
    for hypotheses in drawn.systems:
        ours = Bleu(**chosen).corpus_score(hypotheses, drawn.references)
        assert_equal_scores(ours, bleu, bleu.corpus_score(hypotheses, drawn.references), added_by(chosen))


@given(drawn=corpora, chosen=options)
def test_sentence_bleu_is_sacrebleus(drawn: Texts, chosen: dict[str, object]) -> None:
    bleu = BLEU(**chosen, force=True)
    segments = zip(drawn.systems[0], zip(*drawn.references, strict=True), strict=True)
    for hypothesis, references in segments:
        ours = Bleu(**chosen).sentence_score(hypothesis, references)
        assert_equal_scores(ours, bleu, bleu.sentence_score(hypothesis, references), added_by(chosen))


@given(drawn=corpora)
@settings(deadline=None, max_examples=30)
def test_the_text_line_is_sacrebleus(drawn: Texts) -> None:
    bleu = BLEU(force=True)
    ours = Bleu().corpus_score(drawn.systems[0], drawn.references)
    theirs = bleu.corpus_score(drawn.systems[0], drawn.references)
    line = theirs.format(width=2, signature=str(bleu.get_signature()))
    assert str(ours).replace(ours.signature, signature_like_theirs(ours)) == line


@pytest.mark.parametrize("references", [[""], ["one"], ["", "one"], [None, "one two three four five"]], ids=str)
@pytest.mark.parametrize("effective_order", [False, True], ids=["all-orders", "effective"])
@pytest.mark.parametrize("smooth_method", get_args(Smoothing))
def test_degenerate_segments_score_as_in_sacrebleu(
    references: list[str | None], effective_order: bool, smooth_method: Smoothing
) -> None:
    chosen = {"effective_order": effective_order, "smooth_method": smooth_method, "smooth_value": None}
    bleu = BLEU(**chosen)
    for hypothesis in ("", " ", "one", "one two", "😀", "\u2028"):
        ours = Bleu(**chosen).sentence_score(hypothesis, references)
        assert_equal_scores(ours, bleu, bleu.sentence_score(hypothesis, references), added_by(chosen))


@pytest.mark.parametrize("case", load_golden("sacrebleu_readme"), ids=lambda case: case["id"])
def test_the_readme_of_sacrebleu_is_reproduced(case: dict[str, object]) -> None:
    ours = Bleu(**case["options"]).corpus_score(case["hypotheses"], case["references"])
    assert round(ours.score, 2) == case["expected"]["score"]
    assert ours.signature.split("|")[0] == f"nrefs:{case['expected']['nrefs']}"


def test_both_ways_to_give_references_agree() -> None:
    hypotheses = ["a b c d", "b c d e", "c d"]
    by_reference = [["a b c d e", "b c", "c d"], ["a b", "b c d e", "d"]]
    by_segment = [list(segment) for segment in zip(*by_reference, strict=True)]
    one, other = (Bleu().corpus_score(hypotheses, references) for references in (by_reference, by_segment))
    assert one == other
    assert one.score == pytest.approx(BLEU().corpus_score(hypotheses, by_reference).score, abs=1e-9)


def test_an_array_as_long_as_wide_is_read_as_sacrebleu_reads_it() -> None:
    hypotheses = ["a b c d", "e f g h"]
    references = [["a b c d", "x"], ["e f g h", "y"]]  # square: [reference][segment] wins
    ours = Bleu().corpus_score(hypotheses, references)
    assert ours.score == pytest.approx(BLEU().corpus_score(hypotheses, references).score, abs=1e-9)
