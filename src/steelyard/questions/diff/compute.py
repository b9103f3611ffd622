"""Say where two systems differ: kinds of segments, classes of words, n-grams, single segments."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import bucket_scores
from steelyard.metrics import fit, measure, package_version
from steelyard.questions.diff.answer import (
    BucketRow,
    ChangedRow,
    Difference,
    DifferenceMethod,
    ExampleRow,
    NgramRow,
    WordRow,
)
from steelyard.questions.diff.changed_segments import changed_rows, example_rows, is_changed
from steelyard.questions.diff.classes import classes_by_frequency, classes_by_length, word_rows
from steelyard.questions.diff.counts import GramCounts, count_grams
from steelyard.questions.diff.exchange import A, B, Exchange, decided
from steelyard.questions.diff.ngrams import ngram_rows
from steelyard.questions.diff.question import DiffQuestion
from steelyard.questions.diff.words import read_word_counts, tagged_words, words_of
from steelyard.results.factors import Factors
from steelyard.results.numbers import finite
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted, Sampling
from steelyard.scored.recipe import unit_given
from steelyard.scored.reference_words import words_of_reference
from steelyard.scored.segment_groups import Parts, parts_by_label, parts_by_length, parts_of_units
from steelyard.scored.sentences import describe_metrics, describe_units
from steelyard.scored.units import Units
from steelyard.text import get_tokenizer, settle_tokenizer
from steelyard.types import Measurement, TestSet

__all__ = ["compute"]

_LONGEST = 4


@dataclass(frozen=True, slots=True)
class _DiffTables:
    """How many outputs differ, the tables of the answer, which are empty where none does, and what was tested."""

    n_changed: int
    buckets: tuple[BucketRow, ...] = ()
    words: tuple[WordRow, ...] = ()
    ngrams: tuple[NgramRow, ...] = ()
    changed: tuple[ChangedRow, ...] = ()
    examples: tuple[ExampleRow, ...] = ()
    n_bucket_tests: int = 0
    n_word_tests: int = 0
    n_ngram_tests: int = 0
    n_ngrams_found: int = 0


def compute(counted: Counted, question: DiffQuestion) -> Difference:
    """Hold two systems against each other part by part."""
    test_set = counted.texts("Comparing word by word (diff)")
    if len(test_set.systems) != 2:
        raise SpecError(f"A difference part by part is about two systems, not {len(test_set.systems)}: give two.")
    sampling = counted.sampling(question.n_resamples, question.rng)
    [shown_by] = fit([question.by], test_set.references).said().metrics
    question = replace(question, tokenize=settle_tokenizer(question.tokenize, test_set.references))
    tokenize = get_tokenizer(question.tokenize).tokenize
    known = None if question.word_counts is None else read_word_counts(question.word_counts)
    units = counted.units(question.unit)
    of_units = parts_of_units(test_set, units)
    parts = _parts(test_set, of_units, question)
    codes = np.arange(test_set.n_segments, dtype=np.int64) if of_units is None else of_units.codes
    exchange, changed = Exchange(codes, sampling, question.alpha), is_changed(test_set)
    [by] = measure(test_set, [shown_by.segment_metric()], n_threads=counted.n_threads)
    found = _DiffTables(int(changed.sum()))
    if found.n_changed or any(map(_differs, counted.measurements)):
        counts = count_grams(*words_of(test_set, tokenize), _LONGEST)
        buckets, n_bucket_tests = bucket_rows(counted.measurements, parts, exchange)
        words, n_word_tests = word_rows(_classes(test_set, counts[0], known), test_set.n_segments, exchange)
        ngrams, n_ngram_tests, n_ngrams_found = ngram_rows(counts, codes, top=question.top, alpha=question.alpha)
        found = _DiffTables(
            found.n_changed,
            tuple(buckets),
            tuple(words),
            tuple(ngrams),
            tuple(changed_rows(counted.measurements, changed, exchange)),
            tuple(example_rows(test_set, by, question.examples)),
            n_bucket_tests,
            n_word_tests,
            n_ngram_tests,
            n_ngrams_found,
        )
    method = _method(counted, question, sampling, units, by, found)
    return Difference(found.buckets, found.words, found.ngrams, found.changed, found.examples, method)


def _differs(measurement: Measurement) -> bool:
    values = measurement.statistics.values
    return not np.array_equal(values[A], values[B])


def _method(
    counted: Counted, question: DiffQuestion, sampling: Sampling, units: Units, by: Measurement, found: _DiffTables
) -> DifferenceMethod:
    names, measurements = counted.test_set.system_names, counted.measurements
    settled = {"by": str(question.by), "unit": unit_given(units), "rng": sampling.seed}
    return {
        **counted.provenance(question),
        "system": names[A],
        "against": names[B],
        "alpha": question.alpha,
        "n_resamples": sampling.n_resamples,
        "seed": sampling.seed,
        "tokenize": question.tokenize,
        "n_changed": found.n_changed,
        "has_word_counts": question.word_counts is not None,
        "n_bucket_tests": found.n_bucket_tests,
        "n_word_tests": found.n_word_tests,
        "n_ngram_tests": found.n_ngram_tests,
        "n_ngrams_found": found.n_ngrams_found,
        **units.described(),
        "scales": {measurement.metric: measurement.scale for measurement in measurements},
        "higher_is_better": {measurement.metric: measurement.higher_is_better for measurement in measurements},
        "by": by.metric,
        "by_signature": f"{by.label} ({by.signature})",
        "by_scale": by.scale,
        **Factors.of_units(units.name).told(_difference_sentence(counted, question, sampling, units, by, found)),
        **counted.recipe(question, settled),
    }


def _parts(test_set: TestSet, of_units: Parts | None, question: DiffQuestion) -> list[Parts]:
    parts = [parts_by_length(words_of_reference(test_set), question.lengths)]
    if test_set.sources is not None:
        lengths = np.array([len(line.split()) for line in test_set.sources], dtype=np.int64)
        parts.append(parts_by_length(lengths, question.lengths, "source length"))
    documents = test_set.document_codes()
    if documents is not None:
        names = tuple(dict.fromkeys(test_set.documents or ()))
        parts.append(Parts("document", names, documents))
    if question.labels is not None:
        parts.append(parts_by_label(question.labels, test_set.n_segments))
    return parts


def _classes(
    test_set: TestSet, words: GramCounts, known: dict[str, int] | None
) -> list[tuple[str, GramCounts, list[str]]]:
    """Class words by frequency, by length and, where all texts are tagged, by part of speech."""
    levels = [("frequency", words, classes_by_frequency(words, known)), ("length", words, classes_by_length(words))]
    tagged = tagged_words(test_set)
    if tagged is not None:
        [counts] = count_grams(*tagged, 1)
        levels.append(("tag", counts, [word.rpartition("\t")[2] for word in counts.single_words()]))
    return levels


def _difference_sentence(
    counted: Counted, question: DiffQuestion, sampling: Sampling, units: Units, by: Measurement, found: _DiffTables
) -> str:
    """Describe how two systems were held against each other part by part."""
    names, metrics, alpha = counted.test_set.system_names, describe_metrics(counted.measurements), question.alpha
    start = (
        f"We compared parts of the outputs of two systems with Steelyard {package_version()}: {names[A]} and "
        f"{names[B]} on {number_of(counted.test_set.n_segments, 'segment')}; {metrics}. "
    )
    if not found.n_changed:
        return f"{start}Their outputs are identical, so no test was possible."
    return (
        f"{start}Buckets of segments and classes of words (F1) were tested by randomization of "
        f"{describe_units(units.described())} ({sampling.n_resamples:,} draws, or all exchanges where these are fewer; "
        f"seed {sampling.seed}). N-grams were tested by the exact two-sided sign test on the {units.name}s in which "
        f"one system has the n-gram more often. Rows with too few {units.name}s to reach p = {alpha:g} were not "
        "tested. Adjusted p-values control the false discovery rate (Benjamini and Hochberg 1995) at "
        f"{alpha:g} in each of three families: {number_of(found.n_bucket_tests, 'test')} of buckets and metrics, "
        f"{found.n_word_tests:,} of classes of words, and {found.n_ngram_tests:,} of n-grams. P-values on all segments "
        f"are not corrected. The tokenizer of words is {question.tokenize}. Examples are the segments with the "
        f"largest differences by {by.label} ({by.signature}); they are illustrations, not evidence."
    )


# Two systems on kinds of segments: scores, and one exchange test for each.


def bucket_rows(
    measurements: Sequence[Measurement], parts: Sequence[Parts], exchange: Exchange
) -> tuple[list[BucketRow], int]:
    """Score and test every bucket under every metric; Benjamini and Hochberg over all that were tested.

    Also count the tests.
    """
    rows: list[BucketRow] = []
    for of_level in parts:
        scores = bucket_scores(measurements, of_level.codes)
        for code, name in enumerate(of_level.names):
            is_in = of_level.codes == code
            p_values = exchange.p_values(measurements, is_in)
            for measurement, found, p in zip(measurements, scores, p_values, strict=True):
                values = measurement.statistics.values[:, is_in]
                totals = values.sum(axis=1).astype(np.float64)
                rows.append(
                    BucketRow(
                        metric=measurement.metric,
                        label=measurement.label,
                        level=of_level.level,
                        name=name,
                        n_segments=int(is_in.sum()),
                        n_units=exchange.n_units(is_in),
                        score=finite(found[A, code]),
                        score_against=finite(found[B, code]),
                        difference=finite(measurement.differences(totals[A], totals[B])),
                        p_value=p,
                        p_adjusted=None,
                        verdict="equivalent" if np.array_equal(values[A], values[B]) else "not tested",
                    )
                )
    order = {measurement.metric: i for i, measurement in enumerate(measurements)}
    directions = {measurement.metric: 1 if measurement.higher_is_better else -1 for measurement in measurements}
    rows.sort(key=lambda row: order[row.metric])
    return decided(rows, lambda row: (row.difference or 0.0) * directions[row.metric], exchange.alpha)
