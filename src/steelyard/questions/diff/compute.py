"""Say where two systems differ: kinds of segments, classes of words, n-grams, single segments."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from steelyard.counted import Counted
from steelyard.counted.method import describe_metrics, describe_units
from steelyard.counted.parts import Parts, parts_by_label, parts_by_length, parts_of_units
from steelyard.counted.recipe import unit_given
from steelyard.counted.reference_words import words_of_reference
from steelyard.errors import SpecError
from steelyard.inference import check_resamples, seed_of
from steelyard.lines import TextFile
from steelyard.metrics import measure, package_version, parse
from steelyard.questions.diff.answer import Difference
from steelyard.questions.diff.buckets import (
    A,
    B,
    Exchange,
    bucket_rows,
    classes_by_frequency,
    classes_by_length,
    word_rows,
)
from steelyard.questions.diff.changed_segments import changed_rows, example_rows, is_changed
from steelyard.questions.diff.counts import GramCounts, count_grams
from steelyard.questions.diff.ngrams import ngram_rows
from steelyard.questions.diff.options import DiffOptions, read_word_counts
from steelyard.results.words import counted
from steelyard.text import get_tokenizer
from steelyard.types import Measurement, TestSet, Word

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Rng

__all__ = ["diff"]

_LONGEST = 4


def diff(counted: Counted, options: DiffOptions, *, rng: "Rng" = 12345) -> Difference:
    """Hold two systems against each other part by part; `Evaluation.diff` describes the options."""
    test_set, measurements = counted.texts("Comparing word by word (diff)"), counted.measurements
    if len(test_set.systems) != 2:
        raise SpecError(f"A difference part by part is about two systems, not {len(test_set.systems)}: give two.")
    check_resamples(options.n_resamples)
    seed, metric = seed_of(rng), parse(options.by).segment_metric()
    tokenizer = get_tokenizer(options.tokenize)
    known = None if options.word_counts is None else read_word_counts(options.word_counts)
    units = counted.units(options.unit)
    of_units = parts_of_units(test_set, units)
    codes = np.arange(test_set.n_segments, dtype=np.int64) if of_units is None else of_units.codes
    parts = _parts(test_set, of_units, options)
    exchange = Exchange(codes, options.n_resamples, seed, options.alpha, counted.n_threads)
    names, changed = test_set.system_names, is_changed(test_set)
    method: dict[str, Any] = {**counted.provenance()}
    for role, file in (("labels", options.labels), ("word counts", options.word_counts)):
        if isinstance(file, TextFile):
            method["inputs"].append({"role": role, "name": file.path, "sha256": file.sha256})
    method |= {
        "system_a": names[A], "system_b": names[B], "alpha": options.alpha, "n_resamples": options.n_resamples,
        "seed": seed, "tokenize": options.tokenize, "n_changed": int(changed.sum()),
        "has_word_counts": known is not None,
        "n_bucket_tests": 0, "n_word_tests": 0, "n_ngram_tests": 0, "n_ngrams_found": 0,
    }  # fmt: skip
    method |= units.described()
    method["scales"] = {measurement.metric: measurement.scale for measurement in measurements}
    method["higher_is_better"] = {measurement.metric: measurement.higher_is_better for measurement in measurements}
    [single] = measure(test_set, [metric], n_threads=counted.n_threads)
    method |= {"by": single.metric, "by_signature": f"{single.label} ({single.signature})", "by_scale": single.scale}
    found = Difference((), (), (), (), (), method)
    is_different = changed.any() or any(
        not np.array_equal(m.statistics.values[A], m.statistics.values[B]) for m in measurements
    )
    if is_different:
        counts = count_grams(*_words(test_set, tokenizer.tokenize), _LONGEST)
        buckets, method["n_bucket_tests"] = bucket_rows(measurements, parts, exchange)
        words, method["n_word_tests"] = word_rows(_classes(test_set, counts[0], known), test_set.n_segments, exchange)
        ngrams, method["n_ngram_tests"], method["n_ngrams_found"] = ngram_rows(
            counts, codes, top=options.top, alpha=options.alpha
        )
        found = Difference(
            tuple(buckets),
            tuple(words),
            tuple(ngrams),
            tuple(changed_rows(measurements, changed, exchange)),
            tuple(example_rows(test_set, single, options.examples)),
            method,
        )
    method["sentence"] = _sentence(measurements, method)
    asked = options.asked(unit_given(units), seed)
    method |= counted.recipe("diff", asked)
    return found


def _parts(test_set: TestSet, of_units: Parts | None, options: DiffOptions) -> list[Parts]:
    parts = [parts_by_length(words_of_reference(test_set), options.lengths)]
    if test_set.sources is not None:
        lengths = np.array([len(line.split()) for line in test_set.sources], dtype=np.int64)
        parts.append(parts_by_length(lengths, options.lengths, "source length"))
    documents = test_set.document_codes()
    if documents is not None:
        names = tuple(dict.fromkeys(test_set.documents or ()))
        parts.append(Parts("document", names, documents))
    if options.labels is not None:
        parts.append(parts_by_label(options.labels, test_set.n_segments))
    return parts


def _words(
    test_set: TestSet, tokenize: Callable[[Sequence[str]], list[list[str]]]
) -> tuple[list[list[list[str]]], list[list[str]], list[list[str]]]:
    """Return the words of the references, of A and of B."""
    references = [
        [words if line is not None else [] for words, line in zip(tokenize([x or "" for x in text]), text, strict=True)]
        for text in test_set.references
    ]
    a, b = (tokenize(list(test_set.systems[test_set.system_names[place]])) for place in (A, B))
    return references, a, b


def _classes(
    test_set: TestSet, words: GramCounts, known: dict[str, int] | None
) -> list[tuple[str, GramCounts, list[str]]]:
    """Class words by frequency, by length and, where all texts are tagged, by part of speech."""
    levels = [("frequency", words, classes_by_frequency(words, known)), ("length", words, classes_by_length(words))]
    tagged = _tagged(test_set)
    if tagged is not None:
        [counts] = count_grams(*tagged, 1)
        levels.append(("tag", counts, [word.rpartition("\t")[2] for word in counts.single_words()]))
    return levels


def _tagged(test_set: TestSet) -> tuple[list[list[list[str]]], list[list[str]], list[list[str]]] | None:
    """Return words with their tags, which must be the same for a match; None unless all texts have them."""
    parses = test_set.parses or {}
    keys = [f"reference {i}" for i in range(1, len(test_set.references) + 1)]
    keys += [f"system {test_set.system_names[place]}" for place in (A, B)]
    if any(key not in parses for key in keys):
        return None
    texts = [
        [[f"{word.form}\t{_tag(word)}" for word in analyses[0].words] if analyses else [] for analyses in parses[key]]
        for key in keys
    ]
    if all(word.endswith("\t") for text in texts for line in text for word in line):
        return None
    return texts[:-2], texts[-2], texts[-1]


def _tag(word: Word) -> str:
    return word.upos or word.xpos


def _sentence(measurements: Sequence[Measurement], method: Mapping[str, Any]) -> str:
    """Describe how two systems were held against each other part by part."""
    metrics, units = describe_metrics(measurements), describe_units(method)
    a, b, alpha = method["system_a"], method["system_b"], method["alpha"]
    start = f"We compared two systems part by part, with Steelyard {package_version()}: {a} (A) and {b} (B) on "
    start += f"{counted(method['n_segments'], 'segment')}; {metrics}. "
    if not method["n_changed"]:
        return start + "Their outputs are identical, so that there was nothing to test."
    return (
        f"{start}Buckets of segments and classes of words (F1) were tested by randomization of {units} "
        f"({method['n_resamples']:,} draws, or all exchanges where these are fewer; seed {method['seed']}); n-grams by "
        f"an exact two-sided binomial test of the {method['unit']}s in which A has more of one against those in which "
        f"B has. What too few {method['unit']}s bear on for a p of {alpha:g} was not tested. Adjusted p-values control "
        "the false discovery rate (Benjamini and Hochberg 1995) over "
        f"{counted(method['n_bucket_tests'], 'test')} of buckets and metrics, {method['n_word_tests']:,} of classes of "
        f"words, and {method['n_ngram_tests']:,} of n-grams: of what is called different at {alpha:g} in a family, at "
        f"most a share of {alpha:g} is expected to be false. P-values on all segments are not corrected. Words are "
        f"those of the tokenizer {method['tokenize']}. Examples were chosen by {method['by_signature']}, the largest "
        "differences first: they show, and prove nothing."
    )
