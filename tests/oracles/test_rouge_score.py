"""ROUGE-N, -L and -Lsum, the tokenizer and the stemmer equal those of rouge-score 0.1.2 and NLTK."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenize import tokenize

from steelyard.metrics import Metric, Rouge1, Rouge2, Rouge3, Rouge4, RougeL, RougeLsum, measure
from steelyard.text import get_tokenizer, porter_stem
from steelyard.types import TestSet
from tests.oracles.fuzz import fuzz_lines
from tests.oracles.real_sets import golden_case, lines_of
from tests.twins.corpora import WILD_WORDS

KINDS: dict[str, type[Metric]] = {
    "rouge1": Rouge1,
    "rouge2": Rouge2,
    "rouge3": Rouge3,
    "rouge4": Rouge4,
    "rougeL": RougeL,
    "rougeLsum": RougeLsum,
}
MEASURES = ("precision", "recall", "f")


def metrics_for(names: list[str], *, stem: bool) -> dict[tuple[str, str], Metric]:
    return {(name, part): KINDS[name](stem=stem, measure=part) for name in names for part in MEASURES}


def segment_scores(data: TestSet, metrics: list[Metric]) -> list[np.ndarray]:
    return [
        measured.statistics.scaled(measured.statistics.values.astype(np.float64))[0, :, 0]
        for measured in measure(data, metrics, n_threads=2)
    ]


@pytest.mark.real_data
@pytest.mark.parametrize(
    "case_id",
    [
        "rouge-nostem-csen16-PJATK",
        "rouge-stem-csen16-PJATK",
        "rouge-nostem-ted-slk-sys1",
        "rouge-stem-ted-slk-sys1",
        "rouge-nostem-ende21-UF-3ref",
        "rouge-stem-ende21-UF-3ref",
        "rouge-multi-nostem-ende21-UF-3ref",
        "rouge-multi-stem-ende21-UF-3ref",
    ],
)
def test_real_sets_score_as_recorded(test_data: Path, case_id: str) -> None:
    case = golden_case(test_data, "rouge.json", case_id)
    metrics = metrics_for(list(case.expected), stem=case.options["use_stemmer"])
    data = TestSet(references=case.texts["ref"], systems={"x": case.texts["hyp"][0]})
    for ((name, part), _), scores in zip(metrics.items(), segment_scores(data, list(metrics.values())), strict=True):
        column = MEASURES.index(part)
        recorded = [segment[column] for segment in case.expected[name]["segments"]]
        assert scores[: len(recorded)] == pytest.approx(recorded, abs=1e-9, rel=0), (name, part)
        assert scores.mean() == pytest.approx(case.expected[name]["mean"][column], abs=1e-9, rel=0), (name, part)


@pytest.mark.real_data
def test_edge_cases_score_as_recorded(test_data: Path) -> None:
    for entry in golden_case(test_data, "rouge.json", "rouge-edge").expected:
        for (name, part), metric in metrics_for(list(entry["result"]), stem=True).items():
            score = metric.sentence_score(entry["hyp"], [entry["ref"]]).score
            assert score == pytest.approx(entry["result"][name][MEASURES.index(part)], abs=1e-9), entry["name"]


# Few words, some with a common stem, and line ends: sentences share words, and subsequences tie.
lines = st.lists(
    st.sampled_from(("cat", "cats", "sat", "running", "Runs", "the", "The", "\n", "\n", "mat,", *WILD_WORDS[-5:])),
    max_size=14,
).map(" ".join)


@given(hypothesis=lines, references=st.lists(lines, min_size=1, max_size=3), stem=st.booleans())
def test_drawn_texts_score_as_in_rouge_score(hypothesis: str, references: list[str], stem: bool) -> None:
    theirs = RougeScorer(list(KINDS), use_stemmer=stem).score_multi(references, hypothesis)
    metrics = metrics_for(list(KINDS), stem=stem)
    data = TestSet(references=[[reference] for reference in references], systems={"x": [hypothesis]})
    for ((name, part), _), [score] in zip(metrics.items(), segment_scores(data, list(metrics.values())), strict=True):
        expected = getattr(theirs[name], "fmeasure" if part == "f" else part)
        assert score == pytest.approx(expected, abs=1e-9), (name, part)


@pytest.mark.parametrize("n_words", [2, 20])
def test_long_texts_of_several_sentences_score_as_in_rouge_score(n_words: int) -> None:
    rng = random.Random(n_words)

    def text() -> str:
        sentences = (
            rng.choices([f"w{i}" for i in range(n_words)], k=rng.choice((0, 5, 63, 64, 65, 140))) for _ in "abcd"
        )
        return "\n".join(map(" ".join, sentences))

    for _ in range(4):
        hypothesis, reference = text(), text()
        theirs = RougeScorer(["rougeL", "rougeLsum"]).score(reference, hypothesis)
        for name, expected in theirs.items():
            assert KINDS[name]().sentence_score(hypothesis, [reference]).score == pytest.approx(expected.fmeasure)


def test_tokens_are_those_of_rouge_score() -> None:
    strings = [*fuzz_lines(2000, seed=3), *map(chr, [*range(0xD800), *range(0xE000, 0x11000)])]
    assert get_tokenizer("rouge").tokenize(strings) == [tokenize(string, None) for string in strings]


SUFFIXES = (
    "s es ies ied sses ss ed ing eed y ational tional enci anci izer bli alli entli eli ousli ization ation ator "
    "alism iveness fulness ousness aliti iviti biliti fulli logi icate ative alize iciti ical ful ness al ance ence "
    "er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize e ll"
)
IRREGULAR = (
    "sky skies dying lying tying news innings inning outings outing cannings canning howe proceed exceed succeed"
)


def test_stems_are_nltks() -> None:
    rng = random.Random(1980)
    stemmer = PorterStemmer()
    drawn = (
        "".join(rng.choices("aeioybcdlstwxz", k=rng.randint(0, 5)))
        + "".join(rng.choices(SUFFIXES.split(), k=rng.randint(0, 3)))
        for _ in range(5000)
    )
    words = [*IRREGULAR.split(), "", "y", "yy", "Sky", "ÉTATS", "İstanbul", "ſing", *filter(None, drawn)]
    assert [porter_stem(word) for word in words] == [stemmer.stem(word) for word in words]


@pytest.mark.real_data
def test_stems_of_real_words_are_nltks(test_data: Path) -> None:
    text = lines_of(test_data / "data" / "wmt16-news-cs-en-5sys/ref.A.en.gz")
    words = sorted({word for line in text for word in tokenize(line, None)})
    stemmer = PorterStemmer()
    assert len(words) > 5000
    assert [porter_stem(word) for word in words] == [stemmer.stem(word) for word in words]
