"""What holds for every metric there is: laws of statistics, of scores, and of spelling."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard.metrics import Metric, available, measure, parse
from steelyard.text import Corpus, get_tokenizer
from steelyard.types import Measurement, TestSet
from tests.laws.annotated import annotated, corpus_score, sentence_score
from tests.laws.metrics_under_law import IMPERFECT_COPIES, LEAST_OF_A_COPY, LEFT_OUT, METRICS, SAME_CODE
from tests.twins.corpora import WILD_WORDS, WORDS, Texts, texts

pytestmark = pytest.mark.one_in(5)

every_metric = pytest.mark.parametrize("metric", METRICS, ids=str)
drawn_texts = texts((*WORDS, *WILD_WORDS), separators=(" ", "  ", "\t", ""), max_length=7)
few = settings(deadline=None, max_examples=2)  # times some twenty laws and 150 metrics and variants


def measured(metric: Metric, data: TestSet) -> Measurement:
    [measurement] = measure(annotated(metric, data), [metric])
    return measurement


def in_own_units(measurement: Measurement) -> NDArray[np.float64]:
    """Return the statistics of every segment as the score takes them."""
    return measurement.statistics.scaled(measurement.statistics.values.astype(np.float64))


def best_of(metric: Metric) -> float:
    return metric.bounds[1] if metric.higher_is_better else metric.bounds[0]


def assert_within_bounds(metric: Metric, scores: NDArray[np.float64]) -> None:
    low, high = metric.bounds
    assert np.isfinite(scores).all()
    assert (scores >= low - 1e-9).all()
    assert (scores <= high + 1e-9).all()


def test_every_metric_is_under_law() -> None:
    if LEFT_OUT:
        pytest.skip("; ".join(LEFT_OUT))
    assert {metric.name for metric in METRICS} | SAME_CODE == set(available())


@every_metric
@given(drawn=drawn_texts)
@few
def test_statistics_have_one_row_a_segment_and_one_column_a_name(metric: Metric, drawn: Texts) -> None:
    statistics = metric.statistics(Corpus(annotated(metric, drawn.test_set())))
    shape = (len(drawn.systems), len(drawn.systems[0]), len(metric.stat_names))
    assert (statistics.values.shape, statistics.values.dtype) == (shape, np.int64)
    assert statistics.bits.shape == shape[2:]
    assert len(set(metric.stat_names)) == shape[2]


@pytest.mark.parametrize("metric", [metric for metric in METRICS if not metric.is_corpus_bound], ids=str)
@given(first=texts(max_systems=1, max_references=1), second=texts(max_systems=1, max_references=1))
@few
def test_statistics_of_a_concatenation_are_concatenated(metric: Metric, first: Texts, second: Texts) -> None:
    joined = Texts([first.systems[0] + second.systems[0]], [first.references[0] + second.references[0]])
    parts = [in_own_units(measured(metric, part.test_set())) for part in (first, second)]
    # equal to half a step of the grid: a long text may leave fewer bits to a fraction
    np.testing.assert_allclose(
        in_own_units(measured(metric, joined.test_set())), np.concatenate(parts, axis=1), rtol=0, atol=2.0**-30
    )


@pytest.mark.parametrize("metric", [metric for metric in METRICS if metric.is_corpus_bound], ids=str)
def test_a_metric_says_rightly_that_its_statistics_depend_on_the_whole_corpus(metric: Metric) -> None:
    data = TestSet(references=[["a b", "a c"]], systems={"x": ["a b", "a c"]})
    part = TestSet(references=[["a b"]], systems={"x": ["a b"]})
    assert not np.array_equal(in_own_units(measured(metric, data))[:, :1], in_own_units(measured(metric, part)))


@every_metric
@given(drawn=drawn_texts, rng=st.randoms(use_true_random=False))
@few
def test_the_order_of_segments_does_not_change_a_sum_or_a_score(metric: Metric, drawn: Texts, rng: object) -> None:
    order = list(range(len(drawn.systems[0])))
    rng.shuffle(order)
    shuffled = Texts(*([[text[i] for i in order] for text in side] for side in (drawn.systems, drawn.references)))
    one, other = measured(metric, drawn.test_set()), measured(metric, shuffled.test_set())
    assert np.array_equal(one.statistics.totals(), other.statistics.totals())
    assert np.array_equal(one.scores(one.statistics.totals()), other.scores(other.statistics.totals()))


@every_metric
@given(drawn=drawn_texts)
@few
def test_a_system_is_measured_the_same_alone_and_among_others(metric: Metric, drawn: Texts) -> None:
    together = in_own_units(measured(metric, drawn.test_set()))
    for i, system in enumerate(drawn.systems):
        alone = in_own_units(measured(metric, Texts([system], drawn.references).test_set()))
        np.testing.assert_allclose(together[i], alone[0], rtol=0, atol=2.0**-30)


@every_metric
@given(drawn=drawn_texts)
@few
def test_scores_of_an_array_are_the_scores_of_its_rows(metric: Metric, drawn: Texts) -> None:
    stats = in_own_units(measured(metric, drawn.test_set()))
    scores = metric.score(stats)
    assert (scores.shape, scores.dtype) == (stats.shape[:-1], np.float64)
    looped = [[float(metric.score(row)) for row in system] for system in stats]
    np.testing.assert_allclose(scores, looped, rtol=1e-13, atol=0)
    np.testing.assert_allclose(metric.score(stats[:, None]), scores[:, None], rtol=1e-13, atol=0)


@every_metric
@given(drawn=drawn_texts)
@few
def test_scores_of_segments_and_corpora_stay_within_the_bounds(metric: Metric, drawn: Texts) -> None:
    for variant in (metric, metric.segment_metric()):
        measurement = measured(variant, drawn.test_set())
        assert_within_bounds(variant, measurement.scores(measurement.statistics.totals()))
        assert_within_bounds(variant, variant.score(in_own_units(measurement)))


@pytest.mark.parametrize(
    "metric",
    [metric for metric in METRICS if (metric.name, getattr(metric, "tokenize", None)) not in IMPERFECT_COPIES],
    ids=str,
)
@given(st.lists(st.lists(st.sampled_from(WILD_WORDS), min_size=4, max_size=9).map(" ".join), min_size=1, max_size=4))
@few
def test_a_copy_of_the_reference_is_as_good_as_can_be(metric: Metric, lines: list[str]) -> None:
    scores = [corpus_score(metric, lines, [lines]), sentence_score(metric, lines[0], [lines[0]])]
    if metric in LEAST_OF_A_COPY:
        assert min(scores) >= LEAST_OF_A_COPY[metric]
    else:
        assert scores == pytest.approx([best_of(metric)] * 2, abs=1e-9)


@every_metric
def test_empty_texts_give_a_number_within_the_bounds(metric: Metric) -> None:
    references_of: list[list[str | None]] = [[""], [" \t"], [None, ""], ["", "a b c d e"]]
    for hypothesis, references in (*product(["", " \u3000", "a b c d e"], references_of), ("a", ["a"]), ("", ["", ""])):
        for variant in (metric, metric.segment_metric()):
            assert_within_bounds(variant, np.array(sentence_score(variant, hypothesis, references)))
            among_others = corpus_score(variant, [hypothesis, "a b"], [[reference, "a c"] for reference in references])
            assert_within_bounds(variant, np.array(among_others))


@every_metric
def test_no_system_output_at_all_is_scored_as_zero_statistics(metric: Metric) -> None:
    # A resample may consist of empty lines only.
    assert_within_bounds(metric, metric.score(np.zeros((2, 3, len(metric.stat_names)))))


@every_metric
@given(drawn=drawn_texts)
@few
def test_nothing_that_was_given_is_changed(metric: Metric, drawn: Texts) -> None:
    systems, references = [list(text) for text in drawn.systems], [list(text) for text in drawn.references]
    data = drawn.test_set()
    before = hash((data.references, tuple(data.systems.items())))
    stats = in_own_units(measured(metric, data))
    kept = stats.copy()
    stats.flags.writeable = False  # a metric that smooths in place fails here
    metric.score(stats)
    metric.explain(stats[0, 0])
    corpus_score(metric, systems[0], references)
    assert np.array_equal(stats, kept)
    assert (systems, references) == (drawn.systems, drawn.references)
    assert hash((data.references, tuple(data.systems.items()))) == before


@every_metric
@given(drawn=texts())
@few
def test_counts_do_not_depend_on_the_number_of_threads(metric: Metric, drawn: Texts) -> None:
    one, three = (measure(annotated(metric, drawn.test_set()), [metric], n_threads=n)[0].statistics for n in (1, 3))
    assert np.array_equal(one.values, three.values)


@every_metric
def test_its_spelling_gives_the_metric_back(metric: Metric) -> None:
    assert parse(str(metric)) == metric
    assert parse(str(metric.segment_metric())) == metric.segment_metric()
    assert str(metric).partition("(")[0] == metric.name
    renamed = replace(metric, unicode_form="NFC", view="char", remove_punctuation=True)
    assert parse(str(renamed)) == renamed


@every_metric
def test_options_of_every_metric_stand_in_its_signature(metric: Metric) -> None:
    plain = replace(metric, unicode_form="none", view="words", remove_punctuation=False).signature("1")
    assert not {"unicode:", "view:", "punctuation:"} & {part[: part.index(":") + 1] for part in plain.split("|")}
    changed = replace(metric, unicode_form="NFC", view="char", remove_punctuation=True).signature("1")
    assert "|unicode:NFC|punctuation:removed|view:char|version:sy." in changed


@pytest.mark.parametrize("metric", [metric for metric in METRICS if getattr(metric, "tokenize", None)], ids=str)
def test_its_signature_names_the_tokenizer_with_its_version(metric: Metric) -> None:
    changed = replace(metric, tokenize="ja-mecab").signature("1")
    assert f"|tok:{get_tokenizer('ja-mecab').signature}|" in changed
    assert get_tokenizer("ja-mecab").signature != "ja-mecab"


@every_metric
def test_its_signature_tells_references_and_version(metric: Metric) -> None:
    data = TestSet(references=[["a", "b"], [None, "c"]], systems={"x": ["a", "b"]})
    measurement = measured(metric, data)
    assert measurement.signature.startswith("nrefs:var|")
    assert "|version:sy." in measurement.signature
    assert (measurement.metric, measurement.label) == (str(metric), metric.label)
    assert measurement.higher_is_better == metric.higher_is_better


@every_metric
@given(drawn=drawn_texts)
@few
def test_an_explanation_has_the_score_of_its_segment(metric: Metric, drawn: Texts) -> None:
    data = annotated(metric, drawn.test_set())
    for variant in (metric, metric.segment_metric()):
        for segment in range(data.n_segments):
            single = data.select([segment], data.system_names[:1])
            [[expected]] = variant.score(in_own_units(measured(variant, single)))
            explained = variant.explain_segment(Corpus(single))
            # half a step of the grid that statistics are held on, where a part of the score is a fraction
            assert explained.score == pytest.approx(expected, rel=1e-7, abs=1e-7)
            for link in explained.links:
                for (first, last), words in zip(
                    (link.hypothesis, link.reference), (explained.hypothesis, explained.reference), strict=True
                ):
                    assert 0 <= first <= last <= len(words)
