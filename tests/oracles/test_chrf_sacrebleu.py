"""chrF equals sacreBLEU's to 1e-9 under every option, on generated corpora and fuzzed strings."""

import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.chrf_score import corpus_chrf
from sacrebleu.metrics import CHRF
from sacrebleu.version import __version__ as sacrebleu_version

from steelyard.metrics import Chrf, CorpusScore, measure, package_version
from steelyard.types import TestSet
from tests.oracles.fuzz import fuzz_lines
from tests.twins.corpora import WILD_WORDS, WORDS, Texts, texts

N_LINES = int(os.environ.get("STEELYARD_FUZZ", "20000")) // 10
corpora = st.one_of(
    texts(),
    texts(max_length=2),
    texts((*WORDS, *WILD_WORDS, "...", "!", "(hi)"), separators=(" ", "  ", "\t", "\u3000", ""), max_length=14),
)
options = st.fixed_dictionaries(
    {
        "char_order": st.sampled_from([1, 2, 3, 6, 7, 9, 100]),
        "word_order": st.integers(0, 3),
        "beta": st.integers(0, 4),
        "lowercase": st.booleans(),
        "whitespace": st.booleans(),
        "eps_smoothing": st.booleans(),
    }
)
GRID = [
    {"char_order": c, "word_order": w, "beta": b, "lowercase": lc, "whitespace": ws, "eps_smoothing": eps}
    for c, w in ((6, 0), (6, 2), (0, 1), (1, 0), (10, 1))
    for b in (1, 2, 3)
    for lc, ws, eps in ((False, False, False), (True, True, False), (False, False, True), (True, True, True))
]


def without_trailing_space(drawn: Texts) -> Texts:
    """Cut lines as sacreBLEU's command does; its Python functions would count white space at the end."""
    strip = [[line and line.rstrip() for line in text] for text in drawn.references]
    return Texts([[line.rstrip() for line in text] for text in drawn.systems], strip)


def assert_equal_scores(ours: CorpusScore, chrf: CHRF, theirs: object) -> None:
    assert ours.score == pytest.approx(theirs.score, abs=1e-9, rel=0)
    assert ours.name == theirs.name
    end = f"|version:sy.{package_version()}"
    assert ours.signature.removesuffix(end) + f"|version:{sacrebleu_version}" == str(chrf.get_signature())
    assert str(ours).replace(ours.signature, "") == theirs.format(width=2).replace(" = ", "| = ")


@given(drawn=corpora, chosen=options)
def test_corpus_chrf_is_sacrebleus(drawn: Texts, chosen: dict[str, object]) -> None:
    drawn = without_trailing_space(drawn)
    chrf = CHRF(**chosen)
    for hypotheses in drawn.systems:
        ours = Chrf(**chosen).corpus_score(hypotheses, drawn.references)
        assert_equal_scores(ours, chrf, chrf.corpus_score(hypotheses, drawn.references))


@given(drawn=corpora, chosen=options)
def test_sentence_chrf_is_sacrebleus(drawn: Texts, chosen: dict[str, object]) -> None:
    drawn = without_trailing_space(drawn)
    chrf = CHRF(**chosen)
    segments = zip(drawn.systems[0], zip(*drawn.references, strict=True), strict=True)
    for hypothesis, references in segments:
        ours = Chrf(**chosen).sentence_score(hypothesis, references)
        assert_equal_scores(ours, chrf, chrf.sentence_score(hypothesis, references))


@pytest.mark.parametrize("chosen", GRID, ids=lambda chosen: "-".join(map(str, chosen.values())))
def test_every_option_gives_sacrebleus_statistics(chosen: dict[str, object]) -> None:
    hypotheses = ["The (old) mill, by the river!", "ab", "", "Ein Wörterbuch ...", "a b a b a b"]
    references = [
        ["The old mill by the (river).", "abc", "x", "Das Wörterbuch!", None],
        ["An old mill; by the river!", "ab", "", "Ein Wort, ein Buch...", "a b a b a"],
    ]
    chrf = CHRF(**chosen)
    [measured] = measure(TestSet(references=references, systems={"x": hypotheses}), [Chrf(**chosen)])
    assert measured.statistics.values[0].tolist() == chrf._extract_corpus_statistics(hypotheses, references)


@pytest.mark.parametrize("references", [[""], ["a"], ["", "one"], [None, "one two three"], ["", ""]], ids=str)
@pytest.mark.parametrize("eps_smoothing", [False, True], ids=["effective", "eps"])
@pytest.mark.parametrize("word_order", [0, 2])
def test_degenerate_segments_score_as_in_sacrebleu(
    references: list[str | None], eps_smoothing: bool, word_order: int
) -> None:
    chosen = {"eps_smoothing": eps_smoothing, "word_order": word_order}
    chrf = CHRF(**chosen)
    for hypothesis in ("", "a", "ab", "one two", "!", "😀", "\u2028", "...", "一"):
        ours = Chrf(**chosen).sentence_score(hypothesis, references)
        assert_equal_scores(ours, chrf, chrf.sentence_score(hypothesis, references))


@pytest.mark.parametrize(
    "chosen", [{}, {"word_order": 2, "lowercase": True}, {"whitespace": True, "char_order": 9}], ids=str
)
def test_fuzzed_strings_score_as_in_sacrebleu(chosen: dict[str, object]) -> None:
    lines = [line[:300].rstrip() for line in fuzz_lines(N_LINES, seed=1107)]
    references = [
        [lines[i - 1][: len(line) // 2] + line[len(line) // 3 :] for i, line in enumerate(lines)],
        lines[::-1],
    ]
    references = [[line.rstrip() for line in text] for text in references]
    chrf = CHRF(**chosen)
    [measured] = measure(TestSet(references=references, systems={"x": lines}), [Chrf(**chosen)])
    assert measured.statistics.values[0].tolist() == chrf._extract_corpus_statistics(lines, references)


def test_white_space_at_the_end_of_a_line_is_ignored() -> None:
    # sacreBLEU's command strips lines as it reads them; its functions do not.
    stripped = Chrf(whitespace=True).corpus_score(["a b", "c"], [["a b", "d"]]).score
    assert Chrf(whitespace=True).corpus_score(["a b ", "c"], [["a b\u3000\t", "d"]]).score == stripped
    assert CHRF(whitespace=True).corpus_score(["a b", "c"], [["a b", "d"]]).score == pytest.approx(stripped)
    assert CHRF(whitespace=True).corpus_score(["a b ", "c"], [["a b", "d"]]).score != pytest.approx(stripped)


@given(drawn=texts(max_systems=1, max_references=1, is_ragged=False), beta=st.integers(1, 3))
def test_nltks_corpus_chrf_is_the_mean_over_segments_with_eps_smoothing(drawn: Texts, beta: int) -> None:
    [measured] = measure(drawn.test_set(), [Chrf(beta=beta, eps_smoothing=True)])
    scores = measured.scores(measured.statistics.values.astype(np.float64))[0]
    theirs = corpus_chrf(drawn.references[0], drawn.systems[0], beta=float(beta))
    assert float(np.mean(scores)) / 100 == pytest.approx(theirs, abs=1e-9)
