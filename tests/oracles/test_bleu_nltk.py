"""Smoothed BLEU and GLEU equal NLTK's, live on generated texts and as recorded on real ones."""

import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from nltk.translate.gleu_score import corpus_gleu, sentence_gleu

from steelyard.metrics import Bleu, Gleu, Metric, measure
from steelyard.metrics.parts.smoothing import Smoothing
from steelyard.types import TestSet
from tests.oracles.real_sets import Case, golden_case
from tests.twins.corpora import Texts, texts

# NLTK's name, ours, and the fewest tokens of an output from which on they are the same.
METHODS: tuple[tuple[str, Smoothing, int], ...] = (
    ("method0", "none", 4),
    ("method1", "floor", 4),
    ("method2", "add-k", 4),
    ("method3", "exp", 4),
    ("method4", "length-scaled", 0),
    ("method5", "neighbours", 0),
    ("method6", "prior", 0),
    ("method7", "length-scaled-neighbours", 0),
)
every_method = pytest.mark.parametrize(("theirs", "ours", "fewest"), METHODS)
weightings = st.sampled_from([(0.25,) * 4, (0.4, 0.3, 0.2, 0.1), (0.5, 0.5, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)])
lines = st.lists(st.sampled_from("abcde"), max_size=12)


def nltk_bleu(
    references: Sequence[Sequence[str]], hypothesis: Sequence[str], method: str, weights: Sequence[float], **values: Any
) -> float:
    """Return NLTK's score; NaN where it refuses a segment without a matching 3-gram."""
    smoothing = getattr(SmoothingFunction(**values), method)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # method0 warns of orders without matches
            return float(sentence_bleu(references, hypothesis, tuple(weights), smoothing))
    except AssertionError:
        return math.nan


def words_of(drawn: Texts) -> list[tuple[list[str], list[list[str]]]]:
    references = zip(*drawn.references, strict=True)
    return [
        (hypothesis.split(), [reference.split() for reference in segment if reference is not None])
        for hypothesis, segment in zip(drawn.systems[0], references, strict=True)
    ]


@every_method
@given(hypothesis=lines, references=st.lists(lines, min_size=1, max_size=3), weights=weightings)
def test_segments_score_as_in_nltk(
    theirs: str, ours: Smoothing, fewest: int, hypothesis: list[str], references: list[list[str]], weights: Any
) -> None:
    if theirs == "method6":
        references = references[:1]  # with several, NLTK's prior can promise more matches than there are n-grams
    expected = nltk_bleu(references, hypothesis, theirs, weights)
    if len(hypothesis) < fewest or math.isnan(expected):
        return
    metric = Bleu(smooth_method=ours, weights=weights, tokenize="none")
    score = metric.sentence_score(" ".join(hypothesis), [" ".join(reference) for reference in references]).score
    assert score == pytest.approx(100 * expected, rel=1e-12, abs=1e-9)


@given(hypothesis=lines, reference=lines, value=st.sampled_from([0.5, 1, 3, 20]))
def test_segments_score_as_in_nltk_with_other_values(hypothesis: list[str], reference: list[str], value: float) -> None:
    for method, argument, smoothing in [
        ("method1", "epsilon", "floor"),
        ("method4", "k", "length-scaled"),
        ("method6", "alpha", "prior"),
        ("method7", "k", "length-scaled-neighbours"),
    ]:
        expected = nltk_bleu([reference], hypothesis, method, (0.25,) * 4, **{argument: value})
        if math.isnan(expected) or (method == "method1" and len(hypothesis) < 4):
            continue
        if "k" in argument and len(hypothesis) > math.exp(2 * value):
            continue  # more matches than n-grams, which we do not count
        metric = Bleu(smooth_method=smoothing, smooth_value=value, tokenize="none")
        score = metric.sentence_score(" ".join(hypothesis), [" ".join(reference)]).score
        assert score == pytest.approx(100 * expected, rel=1e-12, abs=1e-9), method


@given(drawn=texts(max_systems=1), orders=st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted))
def test_gleu_is_nltks(drawn: Texts, orders: list[int]) -> None:
    first, last = orders
    metric = Gleu(min_len=first, max_len=last, tokenize="none")
    segments = words_of(drawn)
    expected = corpus_gleu(
        [references for _, references in segments], [hypothesis for hypothesis, _ in segments], *orders
    )
    assert metric.corpus_score(drawn.systems[0], drawn.references).score == expected
    hypothesis, references = segments[0]
    score = metric.sentence_score(" ".join(hypothesis), [" ".join(reference) for reference in references]).score
    assert score == sentence_gleu(references, hypothesis, first, last)


# What NLTK answered on real texts

CASES = (("csen16-PJATK", "13a"), ("ted-slk-sys1", "none"), ("ende21-UF-3ref", "13a"), ("enzh22-Online-A-2ref", "char"))
every_set = pytest.mark.parametrize(("name", "tokenize"), CASES)


def scores_of(metric: Metric, case: Case) -> list[float]:
    """Return the scores of the first 50 segments, and of the whole text."""
    [hypotheses], references = case.texts["hyp"], case.texts["ref"]
    [measured] = measure(TestSet(references=references, systems={"hyp": hypotheses}), [metric])
    segments = metric.score(measured.statistics.values[0, :50].astype(np.float64))
    return [*segments.tolist(), float(measured.scores(measured.statistics.totals())[0])]


@pytest.mark.real_data
@every_set
@pytest.mark.parametrize(("theirs", "ours", "fewest"), METHODS[1:])
def test_recorded_segments_score_as_in_nltk(
    theirs: str, ours: Smoothing, fewest: int, name: str, tokenize: str, test_data: Path
) -> None:
    case = golden_case(test_data, "nltk.json", f"nltk-bleu-smooth{theirs[-1]}-{name}")
    scores = scores_of(Bleu(smooth_method=ours, tokenize=tokenize), case)[:50]
    lengths = [len(line.split()) for line in case.texts["hyp"][0]]
    compared = 0
    for score, expected, length in zip(scores, case.expected["segments"], lengths, strict=False):
        if isinstance(expected, float) and (length >= fewest or tokenize == "char"):
            assert score == pytest.approx(100 * expected, abs=1e-9)
            compared += 1
    assert compared > 25


@pytest.mark.real_data
@every_set
def test_recorded_corpora_score_as_in_nltk_but_for_missing_ngrams(name: str, tokenize: str, test_data: Path) -> None:
    # NLTK counts one n-gram in every order for which a segment has none; sacreBLEU, mteval and we do not.
    case = golden_case(test_data, "nltk.json", f"nltk-bleu-{name}")
    data = TestSet(references=case.texts["ref"], systems={"hyp": case.texts["hyp"][0]})
    metric = Bleu(smooth_method="none", tokenize=tokenize)
    counts = measure(data, [metric])[0].statistics.values[0].astype(np.float64)
    counts[:, 6:] = np.maximum(counts[:, 6:], 1)
    assert metric.score(counts.sum(axis=0)) == pytest.approx(100 * case.expected["corpus"], abs=1e-9)


@pytest.mark.real_data
@every_set
def test_recorded_gleu_is_ours(name: str, tokenize: str, test_data: Path) -> None:
    case = golden_case(test_data, "nltk.json", f"nltk-gleu-{name}")
    assert scores_of(Gleu(tokenize=tokenize), case) == [*case.expected["segments"], case.expected["corpus"]]
    case = golden_case(test_data, "nltk.json", f"nltk-gleu-2-6-{name}")
    assert scores_of(Gleu(min_len=2, max_len=6, tokenize=tokenize), case)[-1] == case.expected["corpus"]


@pytest.mark.real_data
def test_recorded_edge_cases_of_gleu_are_ours(test_data: Path) -> None:
    for edge in golden_case(test_data, "nltk.json", "nltk-gleu-edge").expected:
        assert Gleu(tokenize="none").sentence_score(edge["hyp"], edge["refs"]).score == edge["score"], edge["name"]


@pytest.mark.real_data
@pytest.mark.parametrize(("theirs", "ours"), [("method2", "add-k"), ("method4", "length-scaled")])
def test_a_corpus_scores_as_in_nltk_where_its_smoothing_reads_sums(
    theirs: str, ours: Smoothing, test_data: Path
) -> None:
    case = golden_case(test_data, "nltk.json", "nltk-bleu-ted-slk-sys1")
    kept = [i for i, line in enumerate(case.texts["hyp"][0]) if len(line.split()) >= 4][:9]
    hypotheses = [case.texts["hyp"][0][i].split() for i in kept]
    references = [[case.texts["ref"][0][i].split()] for i in kept]
    expected = corpus_bleu(references, hypotheses, smoothing_function=getattr(SmoothingFunction(), theirs))
    metric = Bleu(smooth_method=ours, tokenize="none")
    score = metric.corpus_score([" ".join(h) for h in hypotheses], [[" ".join(r[0]) for r in references]]).score
    assert score == pytest.approx(100 * expected, abs=1e-9)
