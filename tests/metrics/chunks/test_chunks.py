"""IMPACT and AILE against worked examples, against all longest common subsequences, and their laws."""

from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard import _native
from steelyard.errors import SpecError
from steelyard.metrics import Aile, Impact, RougeL
from steelyard.metrics.chunks.chunks import ChunkMetric
from steelyard.text import Corpus
from steelyard.types import SegmentExplanation, TestSet
from tests.golden import load_golden
from tests.twins import chunks as twin
from tests.twins.corpora import Texts, segments_of, texts

METRICS: dict[str, type[ChunkMetric]] = {"aile": Aile, "impact": Impact}
short_lines = st.lists(st.sampled_from("abc"), max_size=8)
betas = st.sampled_from([1.0, 1.2, 2.0, 4.0])


def explain(metric: ChunkMetric, hypothesis: str, *references: str) -> SegmentExplanation:
    data = TestSet(references=[[reference] for reference in references], systems={"x": [hypothesis]})
    return metric.explain_segment(Corpus(data))


def found_passes(
    hypothesis: list[str], reference: list[str], beta: float, *, collapse: bool = False, leftmost: bool = False
) -> list[list[tuple[int, int, int]]]:
    words = sorted({*hypothesis, *reference})
    ids = [np.array([words.index(word) for word in text], dtype=np.int32) for text in (hypothesis, reference)]
    chunks = _native.find_chunks(*ids, beta, collapse, leftmost)
    return [[chunk[1:] for chunk in group] for _, group in groupby(chunks, key=lambda chunk: chunk[0])]


@pytest.mark.parametrize("case", load_golden("chunks"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    metric = METRICS[options.pop("name")](tokenize="none", **options)
    expected = dict(case["expected"])
    score = metric.corpus_score(case["hypotheses"], case["references"]).score
    made = explain(metric, case["hypotheses"][0], case["references"][0][0])
    assert score == pytest.approx(expected["score"], abs=5.1e-7)
    assert made.score == pytest.approx(expected.pop("score"), abs=5.1e-7)
    passes = expected.pop("passes", None)
    for name, value in expected.items():
        assert made.parts[name] == pytest.approx(value, abs=5.1e-7)
    if passes is not None:
        texts = case["hypotheses"][0], case["references"][0][0]
        hypothesis, reference = ((text.lower() if metric.lowercase else text).split() for text in texts)
        found = found_passes(hypothesis, reference, metric.beta)
        assert [[length for _, _, length in chunks] for chunks in found] == passes


@given(hypothesis=short_lines, reference=short_lines, beta=betas, collapse=st.booleans(), leftmost=st.booleans())
def test_chunks_are_those_of_the_best_of_all_longest_common_subsequences(
    hypothesis: list[str], reference: list[str], beta: float, collapse: bool, leftmost: bool
) -> None:
    expected = twin.passes(hypothesis, reference, beta, collapse=collapse, leftmost=leftmost)
    assert found_passes(hypothesis, reference, beta, collapse=collapse, leftmost=leftmost) == expected


@pytest.mark.parametrize("beta", [1.0, 1.2, 2.0, 4.0])
@pytest.mark.parametrize("n_words", [1, 2, 3, 9])
def test_the_first_pass_is_the_best_one_in_long_repetitive_texts(beta: float, n_words: int) -> None:
    rng = np.random.default_rng(n_words)
    base = rng.integers(0, n_words, 34)
    parts = [base[start : start + length] for start, length in ((20, 14), (2, 9), (10, 5), (0, 6))]
    hypothesis, reference = [f"w{i}" for i in np.concatenate(parts)], [f"w{i}" for i in base]
    first = found_passes(hypothesis, reference, beta)[0]
    pairs = tuple((i + at, j + at) for i, j, length in first for at in range(length))
    slots = [{place: place for place in range(34)}] * 2
    length, worth, gap = twin.best_values(hypothesis, reference, beta)
    assert len(pairs) == length
    assert sum(float(k) ** beta for _, _, k in twin.chunks(pairs, slots)) == pytest.approx(worth, rel=1e-13)
    assert twin.gaps(pairs, slots, (34, 34)) == gap


@given(
    drawn=texts(max_length=7),
    alpha=st.sampled_from([0.0, 0.1, 0.5, 1.0]),
    beta=betas,
    delta=st.sampled_from([None, 0.0, 1.0, 2.0]),
    divisor=st.sampled_from(["log10", "sqrt", "arctan"]),
    gamma=st.sampled_from(["ratio", "one"]),
    collapse=st.booleans(),
    leftmost=st.booleans(),
    n_threads=st.sampled_from([1, 3]),
)
def test_scores_are_those_of_the_definition(
    drawn: Texts,
    alpha: float,
    beta: float,
    delta: float | None,
    divisor: str,
    gamma: str,
    collapse: bool,
    leftmost: bool,
    n_threads: int,
) -> None:
    options: dict[str, Any] = {"alpha": alpha, "beta": beta, "gamma": gamma, "collapse": collapse}
    choice = "leftmost" if leftmost else "chunks"
    if delta is None:
        metric: ChunkMetric = Impact(tokenize="none", choice=choice, **options)
    else:
        metric = Aile(tokenize="none", choice=choice, delta=delta, divisor=divisor, **options)
    scores = metric.segment_scores(Corpus(drawn.test_set(), n_threads))
    for system in range(len(drawn.systems)):
        expected = [
            max(
                twin.score(hypothesis, reference, delta=delta or 0, divisor=divisor, leftmost=leftmost, **options)
                for reference in references
                if reference is not None
            )
            for hypothesis, references in segments_of(drawn, system)
        ]
        np.testing.assert_allclose(scores[system], expected, rtol=0, atol=1e-12)


@given(drawn=texts(), beta=betas, alpha=st.sampled_from([0.0, 0.1, 1.0]))
def test_a_weight_never_lowers_the_harmonic_mean_and_no_weight_is_impact(
    drawn: Texts, beta: float, alpha: float
) -> None:
    corpus = Corpus(drawn.test_set())
    without = Impact(alpha=alpha, beta=beta, gamma="one").segment_scores(corpus)
    assert (Aile(alpha=alpha, beta=beta, gamma="one").segment_scores(corpus) >= without - 1e-12).all()
    assert np.array_equal(Aile(alpha=alpha, beta=beta, gamma="one", delta=0).segment_scores(corpus), without)


@given(drawn=texts(max_systems=1, max_references=1))
def test_one_pass_without_a_reward_for_long_chunks_is_rouge_l(drawn: Texts) -> None:
    hypothesis, reference = drawn.systems[0][0], drawn.references[0][0]
    found = Impact(alpha=0, beta=1, gamma="one", tokenize="none").sentence_score(hypothesis, [reference]).score
    if hypothesis.split() or (reference or "").split():
        assert found == pytest.approx(RougeL(tokenize="none").sentence_score(hypothesis, [reference]).score, abs=1e-9)


def test_more_recall_can_lower_a_score_whose_gamma_is_the_ratio() -> None:
    # n words of the reference, of which one chunk of 9 is matched; precision stays 0.3 (9 of 30)
    hypothesis = " ".join([*(f"w{i}" for i in range(9)), *(f"x{i}" for i in range(21))])
    references = [" ".join([*(f"w{i}" for i in range(9)), *(f"y{i}" for i in range(n))]) for n in (21, 9, 6, 0)]
    scores = [Impact(beta=1).sentence_score(hypothesis, [reference]).score for reference in references]
    assert scores == pytest.approx([0.3, 0.3355, 0.3333, 0.3184], abs=5.1e-5)  # recall 0.3, 0.5, 0.6, 1


def test_passes_that_are_left_out_do_not_change_a_sum() -> None:
    hypothesis = [f"w{i}" for i in range(60)]
    reference = hypothesis[::-1]  # 60 passes of one word each
    assert len(found_passes(hypothesis, reference, 1.2)) == 60
    made = explain(Impact(), " ".join(hypothesis), " ".join(reference))
    assert made.parts["sum"] == sum(0.1**i for i in range(60))


def test_an_explanation_shows_chunks_passes_and_the_reference_that_counted() -> None:
    made = explain(Impact(alpha=0.5, beta=2), "a patient helped the doctor", "nobody", "the doctor cured a patient")
    assert made.reference_number == 2
    assert made.hypothesis == ("a", "patient", "helped", "the", "doctor")
    assert [(link.hypothesis, link.reference, link.kind, link.chunk) for link in made.links] == [
        ((0, 2), (3, 5), "exact", 0),
        ((3, 5), (0, 2), "exact", 1),
    ]
    assert made.notes == ('pass 1, times 1: "a patient"', 'pass 2, times 0.5: "the doctor"')
    assert made.parts["sum"] == 6
    assert made.score == pytest.approx((6 / 25) ** 0.5)


def test_5000_repeated_words_are_scored() -> None:
    line = "a " * 5000
    assert Aile().sentence_score(line, ["a " * 4990 + "b"]).score > 0.99


@pytest.mark.parametrize("metric", [Impact(), Aile()], ids=str)
@pytest.mark.parametrize(("hypothesis", "reference", "score"), [("", "", 1.0), ("", "a", 0.0), ("a", "", 0.0)])
def test_empty_texts(metric: ChunkMetric, hypothesis: str, reference: str, score: float) -> None:
    assert metric.sentence_score(hypothesis, [reference]).score == score


def test_signatures_name_every_option() -> None:
    assert (
        Aile().signature("1").startswith("nrefs:1|case:lc|tok:13a|alpha:0.1|beta:1.2|delta:2|divisor:log10|version:sy.")
    )
    metric = Impact(collapse=True, choice="leftmost", gamma="one")
    assert "|beta:1.2|slots:collapsed|choice:leftmost|gamma:1|" in metric.signature("1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": -0.1}, "alpha must be a number from 0 to 1"),
        ({"alpha": float("nan")}, "alpha must be a number from 0 to 1"),
        ({"beta": 0.9}, "beta must be a number from 1 to 4"),
        ({"delta": -1}, "delta must be a number from 0 to 1e\\+06"),
    ],
)
def test_options_out_of_range_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        Aile(**options)
