"""BLEU-S, BLEU-SBP, BLEU-arithmetic and GLEU against their slow twins, and what their papers claim of them."""

from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from steelyard.errors import SpecError
from steelyard.metrics import Bleu, BleuArithmetic, BleuS, BleuSbp, Gleu, Metric, measure, parse
from steelyard.metrics.parts.ngram_counts import ReferenceLength, count_matches_each, count_ngrams
from steelyard.metrics.parts.smoothing import LARGEST_AVERAGE, Smoothing
from steelyard.text import Corpus, Reading
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.twins import bleu_relatives as twin
from tests.twins.corpora import Texts, texts

lengths = st.sampled_from(get_args(ReferenceLength))


def segments_of(drawn: Texts, system: int = 0) -> list[twin.Segment]:
    references = zip(*drawn.references, strict=True)
    return [
        (hypothesis.split(), [reference.split() for reference in segment if reference is not None])
        for hypothesis, segment in zip(drawn.systems[system], references, strict=True)
    ]


def score_of(metric: Metric, drawn: Texts) -> float:
    return metric.corpus_score(drawn.systems[0], drawn.references).score


# The twins


@given(drawn=texts(max_systems=1), order=st.integers(1, 5), effective_order=st.booleans(), length=lengths)
def test_bleu_s_is_that_of_the_definition(drawn: Texts, order: int, effective_order: bool, length: Any) -> None:
    metric = BleuS(tokenize="none", max_ngram_order=order, effective_order=effective_order, reference_length=length)
    expected = twin.bleu_s(segments_of(drawn), order, effective_order, length)
    assert score_of(metric, drawn) == pytest.approx(expected, abs=1e-8)  # held on a grid of 2**-32


@given(drawn=texts(max_systems=1), method=st.sampled_from(["none", "floor", "add-k", "exp"]), length=lengths)
def test_bleu_sbp_is_that_of_the_definition(drawn: Texts, method: Any, length: Any) -> None:
    metric = BleuSbp(tokenize="none", smooth_method=method, reference_length=length)
    assert score_of(metric, drawn) == pytest.approx(twin.bleu_sbp(segments_of(drawn), method, length), abs=1e-7)


@given(drawn=texts(max_systems=1), order=st.integers(1, 5), in_pairs=st.booleans())
def test_bleu_arithmetic_is_that_of_the_definition(drawn: Texts, order: int, in_pairs: bool) -> None:
    metric = BleuArithmetic(tokenize="none", max_ngram_order=order, references="pairs" if in_pairs else "together")
    expected = twin.bleu_arithmetic(segments_of(drawn), order, in_pairs)
    assert score_of(metric, drawn) == pytest.approx(expected, abs=1e-7)


@given(drawn=texts(), orders=st.tuples(st.integers(1, 6), st.integers(1, 6)).map(sorted), n_threads=st.integers(1, 3))
def test_gleu_counts_what_the_definition_counts(drawn: Texts, orders: list[int], n_threads: int) -> None:
    metric = Gleu(min_len=orders[0], max_len=orders[1], tokenize="none")
    [measured] = measure(drawn.test_set(), [metric], n_threads=n_threads)
    for system, counted in enumerate(measured.statistics.values):
        expected = [twin.gleu_counts(*segment, *orders) for segment in segments_of(drawn, system)]
        assert [tuple(row) for row in counted.tolist()] == expected


# Shared counts


@given(drawn=texts(), order=st.integers(1, 5))
def test_matches_with_each_reference_are_those_with_it_alone(drawn: Texts, order: int) -> None:
    each = count_matches_each(Corpus(drawn.test_set()), Reading(), order)
    for matches, reference in zip(each, drawn.references, strict=True):
        filled = [line or "" for line in reference]
        alone = count_ngrams(Corpus(Texts(drawn.systems, [filled]).test_set()), Reading(), order)
        assert np.array_equal(matches, alone[..., 2 : 2 + order])


def test_the_family_counts_once_and_no_metric_changes_what_others_share() -> None:
    data = TestSet(references=[["a b c d e", "a"], ["b c d", "a b"]], systems={"x": ["a b c d", "b"], "y": ["c", "a"]})
    family = [parse(name) for name in ("bleu", "bleu-s", "bleu-sbp", "bleu-arithmetic", "gleu")]
    family += [metric.segment_metric() for metric in family if metric.segment_metric() != metric]
    together = measure(data, family)
    for metric, measured in zip(family, together, strict=True):
        [alone] = measure(data, [metric])
        assert np.array_equal(measured.statistics.values, alone.statistics.values)
    corpus = Corpus(data)
    columns = count_ngrams(corpus, Reading("13a"), 4)
    assert count_ngrams(corpus, Reading("13a"), 4) is columns
    with pytest.raises(ValueError, match="read-only"):
        columns[...] = 0


# Worked examples


@pytest.mark.parametrize("case", load_golden("bleu_relatives"), ids=lambda case: case["id"])
def test_worked_examples_are_reproduced(case: dict[str, Any]) -> None:
    metric = parse(case["options"]["metric"])
    result = metric.corpus_score(case["hypotheses"], case["references"])
    for key, value in case["expected"].items():
        assert getattr(result, key) == pytest.approx(value, abs=5e-5 if key == "score" else 1e-12), key


# What the papers say


@given(drawn=texts(max_systems=1), length=lengths, method=st.sampled_from(get_args(Smoothing)))
def test_the_strict_penalty_never_raises_a_score(drawn: Texts, length: Any, method: Any) -> None:
    options = {"tokenize": "none", "reference_length": length, "smooth_method": method}
    assert score_of(BleuSbp(**options), drawn) <= score_of(Bleu(**options), drawn) + 1e-9


def test_changes_that_each_help_but_together_harm_bleu_harm_bleu_sbp_one_by_one() -> None:
    """Chiang et al. 2008, section 3.1, with texts of our own: ten segments, each too long before, too short after."""
    references = [" ".join(f"word{i}.{k}" for k in range(10)) for i in range(10)]
    before = [f"{line} and more" for line in references]
    after = [" ".join(line.split()[:8]) for line in references]

    def scores(name: str, n_changed: int) -> float:
        metric = parse(f"{name}(tokenize=none, smooth_method=none)")
        return metric.corpus_score([*after[:n_changed], *before[n_changed:]], [references]).score

    assert scores("bleu", 1) > scores("bleu", 0) > scores("bleu", 10)
    assert scores("bleu-sbp", 1) < scores("bleu-sbp", 0)
    assert scores("bleu-sbp", 10) < scores("bleu-sbp", 0)
    # every segment alike: whichever is changed alone, the same happens
    metric = Bleu(tokenize="none")
    alone = {metric.corpus_score([*before[:i], after[i], *before[i + 1 :]], [references]).score for i in range(10)}
    assert max(alone) - min(alone) < 1e-9


@given(drawn=texts(max_systems=1, max_references=1, is_ragged=False))
def test_gleu_is_the_same_with_output_and_reference_exchanged(drawn: Texts) -> None:
    [hypotheses], [references] = drawn.systems, drawn.references
    one = Gleu(tokenize="none").corpus_score(hypotheses, [references])
    other = Gleu(tokenize="none").corpus_score(references, [hypotheses])
    assert one.score == other.score


@given(drawn=texts(max_systems=1, max_references=1))
def test_with_one_reference_pairs_are_all_there_is(drawn: Texts) -> None:
    metric = BleuArithmetic(tokenize="none")
    assert score_of(metric, drawn) == score_of(metric.segment_metric(), drawn)


@given(drawn=texts(max_systems=1, max_references=1, max_length=4))
def test_bleu_s_of_a_segment_is_bleu_with_one_added(drawn: Texts) -> None:
    segments = zip(drawn.systems[0], zip(*drawn.references, strict=True), strict=True)
    for hypothesis, references in segments:
        assume(hypothesis.split() or any((references[0] or "").split()))
        expected = Bleu(smooth_method="add-k").sentence_score(hypothesis, references).score
        assert BleuS().sentence_score(hypothesis, references).score == pytest.approx(expected, abs=1e-7)


# Smoothing


@pytest.mark.parametrize("method", ["neighbours", "length-scaled-neighbours"])
@pytest.mark.parametrize("order", [1, 2, 4, 6])
def test_averages_pass_100_and_are_highest_for_a_copy(method: Smoothing, order: int) -> None:
    metric = Bleu(tokenize="none", smooth_method=method, max_ngram_order=order)
    copy = metric.sentence_score("a b c d e f g", ["a b c d e f g"]).score
    assert copy == pytest.approx(100 * np.prod([1 + 3.0**-n for n in range(1, order + 1)]) ** (1 / order))
    assert metric.sentence_score("a b c d e f x", ["a b c d e f g"]).score < copy <= metric.bounds[1] + 1e-9


def test_a_prior_never_promises_more_than_every_ngram() -> None:
    # All of many one-word outputs are wrong, every 2-gram is right: precision rises, and cannot go on rising.
    hypotheses, references = ["x"] * 9 + ["a b c d"], ["y"] * 9 + ["a b c d"]
    result = Bleu(smooth_method="prior").corpus_score(hypotheses, [references])
    assert result.precisions == pytest.approx((400 / 13, 100, 100, 100))


def test_smoothings_that_need_a_value_print_it() -> None:
    shown = {method: Bleu(smooth_method=method).signature_fields()["smooth"] for method in get_args(Smoothing)}
    assert shown["add1-if-zero"] == "add1-if-zero"
    assert shown["neighbours"] == "neighbours"
    assert shown["length-scaled"] == "length-scaled[5.00]"
    assert Bleu(smooth_method="prior", smooth_value=2).signature_fields()["smooth"] == "prior[2.00]"


@pytest.mark.parametrize("value", [0, 5e-324, 1e300])
@pytest.mark.parametrize("method", ["length-scaled", "prior", "length-scaled-neighbours"])
@pytest.mark.parametrize("hypothesis", ["a", "a b", "a b x d"])
def test_values_at_the_limits_give_numbers(method: Smoothing, value: float, hypothesis: str) -> None:
    score = Bleu(smooth_method=method, smooth_value=value).sentence_score(hypothesis, ["a b c d"]).score
    assert 0 <= score <= 100 * LARGEST_AVERAGE


# Options


@pytest.mark.parametrize(
    ("spelling", "fault"),
    [
        ("gleu(min_len=0)", "min_len and max_len must rise within 1 to 100, not 0 and 4"),
        ("gleu(min_len=5)", "not 5 and 4"),
        ("bleu-s(max_ngram_order=17)", "from 1 to 16"),
        ("bleu-arithmetic(max_ngram_order=0)", "from 1 to 100"),
        ("bleu-arithmetic(references=all)", "'all'"),
        ("bleu-s(tokenize=14a)", "14a"),
    ],
)
def test_options_that_do_not_exist_are_refused(spelling: str, fault: str) -> None:
    with pytest.raises(SpecError, match=fault):
        parse(spelling)


@pytest.mark.parametrize(
    ("spelling", "shown"),
    [
        ("bleu-sbp", "case:mixed|eff:no|tok:13a|smooth:exp|reflen:shortest"),
        ("bleu-sbp(reference_length=closest)", "case:mixed|eff:no|tok:13a|smooth:exp"),
        ("bleu-s(max_ngram_order=2, reference_length=average)", "case:mixed|eff:no|tok:13a|order:2|reflen:average"),
        ("bleu-arithmetic(references=pairs)", "case:mixed|tok:13a|order:4|refs:pairs"),
        ("gleu(min_len=2, max_len=6, lowercase=True)", "case:lc|tok:13a|order:2-6"),
    ],
)
def test_signatures_show_the_options(spelling: str, shown: str) -> None:
    assert parse(spelling).signature("2").startswith(f"nrefs:2|{shown}|version:sy.")
