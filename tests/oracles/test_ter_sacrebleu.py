"""TER equals sacreBLEU's edit for edit under every switch, on generated corpora."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import TER
from sacrebleu.metrics.lib_ter import translation_edit_rate
from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

from steelyard.metrics import CorpusScore, Ter
from steelyard.text import get_tokenizer
from tests.oracles.fuzz import fuzz_lines
from tests.twins.corpora import WILD_WORDS, WORDS, Texts, texts

corpora = texts(
    (*WORDS, *WILD_WORDS, "it's", "a-b", "。", "３．５", "カナ"), separators=(" ", "  ", "\t", "", "\u00a0")
)
SWITCHES = ("normalized", "no_punct", "asian_support", "case_sensitive")
switches = st.fixed_dictionaries(dict.fromkeys(SWITCHES, st.booleans()))


def assert_equal_scores(ours: CorpusScore, theirs: object) -> None:
    # mean lengths such as 7/3 are rounded to the grid of 2**-32 once a segment
    assert (ours.num_edits, ours.ref_length) == pytest.approx((theirs.num_edits, theirs.ref_length), abs=1e-8)
    assert ours.score == pytest.approx(theirs.score, abs=1e-9, rel=1e-8)


@given(drawn=corpora, chosen=switches)
def test_corpus_and_sentence_ter_are_sacrebleus(drawn: Texts, chosen: dict[str, bool]) -> None:
    ours, theirs = Ter(**chosen), TER(**chosen)
    for hypotheses in drawn.systems:
        assert_equal_scores(
            ours.corpus_score(hypotheses, drawn.references), theirs.corpus_score(hypotheses, drawn.references)
        )
    for hypothesis, references in zip(drawn.systems[0], zip(*drawn.references, strict=True), strict=True):
        present = [reference for reference in references if reference is not None]
        assert_equal_scores(ours.sentence_score(hypothesis, references), theirs.sentence_score(hypothesis, present))


@given(drawn=corpora, chosen=switches)
@settings(deadline=None, max_examples=25)
def test_the_text_line_is_sacrebleus(drawn: Texts, chosen: dict[str, bool]) -> None:
    metric = TER(**chosen)
    ours = Ter(**chosen).corpus_score(drawn.systems[0], drawn.references)
    theirs = metric.corpus_score(drawn.systems[0], drawn.references)
    line = theirs.format(width=2, signature=str(metric.get_signature()))
    assert str(ours).partition("|version")[0] == line.partition("|version")[0]
    assert str(ours).partition(" = ")[2] == line.partition(" = ")[2]


def random_pairs(n: int, seed: int) -> list[tuple[list[str], list[str]]]:
    """Make pairs up to where sacreBLEU's band and its number of candidates bind."""
    rng = np.random.default_rng(seed)
    pairs = []
    for i in range(n):
        n_words = int(rng.choice([1, 2, 4, 15, 60]))
        sizes = [(40, 40), (80, 80), (3, 160), (130, 3), (9, 9)][i % 5]
        hypothesis, reference = (
            [f"w{word}" for word in rng.integers(0, n_words, rng.integers(0, size + 1))] for size in sizes
        )
        if i % 3 == 0:
            hypothesis = list(rng.permutation(reference)) if i % 2 else reference[len(reference) // 3 :] + reference[:9]
        pairs.append((hypothesis, reference))
    return pairs


def assert_equal_edits(pairs: list[tuple[list[str], list[str]]]) -> None:
    for hypothesis, reference in pairs:
        expected, _ = translation_edit_rate(hypothesis, reference)
        assert Ter().sentence_score(" ".join(hypothesis), [" ".join(reference)]).num_edits == expected


def test_edits_of_long_repetitive_and_permuted_segments_are_sacrebleus() -> None:
    assert_equal_edits(random_pairs(10, seed=20260717))


@pytest.mark.slow
def test_edits_of_many_more_segments_are_sacrebleus() -> None:
    assert_equal_edits(random_pairs(200, seed=7))


@pytest.mark.parametrize("hypothesis", ["", " ", ".", "one", "one two", "\u2028", "\u00a0"], ids=ascii)
@pytest.mark.parametrize("references", [[""], ["."], ["one"], ["", "one"], ["\u3000", "one two"]], ids=ascii)
@pytest.mark.parametrize("no_punct", [False, True])
def test_degenerate_segments_score_as_in_sacrebleu(hypothesis: str, references: list[str], no_punct: bool) -> None:
    ours = Ter(no_punct=no_punct).sentence_score(hypothesis, references)
    assert_equal_scores(ours, TER(no_punct=no_punct).sentence_score(hypothesis, references))


@pytest.mark.parametrize("asian_support", [False, True])
@pytest.mark.parametrize(("normalized", "no_punct"), [(True, False), (False, True), (True, True)])
def test_words_are_those_of_sacrebleus_tokenizer(normalized: bool, no_punct: bool, asian_support: bool) -> None:
    chosen = {"normalized": normalized, "no_punct": no_punct, "asian_support": asian_support}
    lines = [*fuzz_lines(1000, seed=20260718), *(f"a{chr(code)}1{chr(code)}." for code in range(0x2E00, 0xFFFF, 11))]
    lines = [line for line in lines if not any("\ud800" <= c <= "\udfff" for c in line)]
    theirs = TercomTokenizer(**chosen, case_sensitive=True)
    ours = get_tokenizer(Ter(**chosen).tokenizer_name).tokenize(lines)
    for line, words in zip(lines, ours, strict=True):
        assert words == theirs(line.rstrip()).split(), line
