"""ROUGE against the examples of its paper and slow twins; what rouge-score has is compared with it elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Metric, Rouge1, RougeL, RougeLsum, RougeS, RougeSU, RougeW, measure, parse
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import rouge as twin
from tests.twins.corpora import Texts, segments_of, texts
from tests.twins.ngrams import Words


@pytest.mark.parametrize("case", load_golden("rouge"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    options = dict(case["options"])
    metric = type(parse(options.pop("metric")))(**options)
    result = metric.corpus_score(case["hypotheses"], case["references"])
    assert result.score == pytest.approx(case["expected"]["score"], abs=5.1e-4)


def assert_best_reference_is_scored(
    drawn: Texts, make: Callable[[str], Metric], score: Callable[[Words, Words], tuple[float, float]], beta: float
) -> None:
    """Compare F, precision and recall of every segment with the first reference of the best F."""
    metrics = {name: make(name) for name in ("f", "precision", "recall")}
    found = {
        name: measured.statistics.scaled(measured.statistics.values.astype(float))[0, :, 0]
        for name, measured in zip(metrics, measure(drawn.test_set(), list(metrics.values())), strict=True)
    }
    for i, (hypothesis, references) in enumerate(segments_of(drawn, 0)):
        scored = [score(hypothesis, reference) for reference in references if reference is not None]
        rated = [(twin.f_measure(*pair, beta), *pair) for pair in scored]
        best = max(f for f, *_ in rated)
        assert found["f"][i] == pytest.approx(best, abs=1e-9)
        near = [pair for f, *pair in rated if f == pytest.approx(best, abs=1e-12)]
        got = (found["precision"][i], found["recall"][i])
        assert any(got == pytest.approx(pair, abs=1e-9) for pair in near)


betas = st.sampled_from([1.0, 0.5, 3.0])


@given(drawn=texts(max_systems=1), weight=st.sampled_from([1.0, 1.2, 2.0]), beta=betas)
def test_rouge_w_is_that_of_the_definition(drawn: Texts, weight: float, beta: float) -> None:
    assert_best_reference_is_scored(
        drawn,
        lambda name: RougeW(tokenize="none", weight=weight, beta=beta, measure=name),
        lambda hypothesis, reference: twin.rouge_w(hypothesis, reference, weight),
        beta,
    )


@pytest.mark.parametrize("kind", [RougeS, RougeSU])
@given(drawn=texts(max_systems=1), gap=st.sampled_from([None, 0, 1, 2, 4, 100]), beta=betas)
def test_skip_bigrams_are_those_of_the_definition(
    kind: type[RougeS | RougeSU], drawn: Texts, gap: int | None, beta: float
) -> None:
    assert_best_reference_is_scored(
        drawn,
        lambda name: kind(tokenize="none", max_gap=gap, beta=beta, measure=name),
        lambda hypothesis, reference: twin.rouge_s(hypothesis, reference, gap, with_words=kind is RougeSU),
        beta,
    )


@pytest.mark.parametrize("gap", [None, 1, 7, 60])
def test_skip_bigrams_of_longer_texts_are_counted_both_ways(gap: int | None) -> None:
    # words so rare that each occurrence is looked at, and so frequent that the text is swept
    hypothesis = [f"w{i * i % 11 if i % 3 else i}" for i in range(150)]
    reference = [f"w{i * i % 7 if i % 2 else i}" for i in range(170)]
    expected = twin.rouge_s(hypothesis, reference, gap, with_words=False)
    for name, value in zip(("precision", "recall"), expected, strict=True):
        metric = RougeS(tokenize="none", max_gap=gap, measure=name)
        assert metric.sentence_score(" ".join(hypothesis), [" ".join(reference)]).score == pytest.approx(value)


def test_a_gap_of_none_gives_bigrams() -> None:
    hypotheses, references = ["a b c a b", "a c"], [["b c a b b", "a b c"]]
    expected = parse("rouge-2").corpus_score(hypotheses, references).score
    assert RougeS(max_gap=0).corpus_score(hypotheses, references).score == expected


@given(drawn=texts(max_systems=1))
def test_in_one_line_the_union_is_the_longest_subsequence(drawn: Texts) -> None:
    one, other = measure(drawn.test_set(), [RougeL(), RougeLsum()])
    assert one.statistics.values.tolist() == other.statistics.values.tolist()


def test_sentences_are_told_apart_by_line_feeds_in_ragged_sets_too() -> None:
    data = TestSet(
        references=[["a b\nc d", "e f"], ["c d\na b\nx", None]], systems={"x": ["c d\na b", "f e"], "y": ["a", "e\nf"]}
    )
    [measured] = measure(data, [RougeLsum(measure="recall")], n_threads=2)
    scores = measured.statistics.scaled(measured.statistics.values.astype(float))[..., 0]
    assert scores.tolist() == [[1.0, 0.5], [0.25, 1.0]]


@pytest.mark.parametrize("metric", [RougeS(), RougeSU(max_gap=50_000), RougeL(), Rouge1()], ids=str)
def test_long_repetitive_texts_take_no_quadratic_time_or_memory(metric: Metric) -> None:
    score = metric.sentence_score("a " * 100_000, ["a " * 99_999])
    assert score.score == pytest.approx(1.0, abs=1e-4)


def test_other_tokenizers_keep_what_that_of_rouge_drops() -> None:
    text = "схема 中文"
    assert Rouge1().sentence_score(text, [text]).score == 0.0
    assert Rouge1(tokenize="none").sentence_score(text, [text]).score == 1.0


def test_precision_and_recall_are_told_apart_in_tables() -> None:
    assert [Rouge1(measure=name).label for name in ("f", "precision", "recall")] == [
        "ROUGE-1",
        "ROUGE-1-P",
        "ROUGE-1-R",
    ]
    assert (
        Rouge1(stem=True, beta=2).signature("1").startswith("nrefs:1|case:lc|tok:rouge|stem:porter|measure:f|beta:2|")
    )


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        (Rouge1, {"beta": 0}, "beta must be a number above 0"),
        (RougeW, {"weight": 0.5}, "weight must be a number from 1 to 16"),
        (RougeS, {"max_gap": -1}, "max_gap must be a number of words from 0"),
        (RougeL, {"measure": "F"}, "measure"),
    ],
)
def test_options_out_of_range_are_refused(kind: type[Metric], options: dict[str, Any], message: str) -> None:
    with pytest.raises(SpecError, match=message):
        kind(**options)
