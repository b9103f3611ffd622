"""Class the wrong words of every system, and say which systems differ in which class."""

from dataclasses import replace

from steelyard.counted import Counted
from steelyard.counted.intervals import score_intervals
from steelyard.counted.recipe import pairs_given, unit_given
from steelyard.counted.sampling import Sampling
from steelyard.counted.threads import blas_threads
from steelyard.counted.units import Units
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.errors.answer import Errors, ErrorsMethod
from steelyard.questions.errors.counts import count_errors
from steelyard.questions.errors.question import ErrorsQuestion
from steelyard.questions.errors.reading import Sides, read_sides
from steelyard.questions.errors.rows import example_rows, rate_rows, tag_rows, word_rows, wrong_words
from steelyard.questions.errors.sentence import errors_sentence
from steelyard.results.pair_rows import PairRow
from steelyard.types import Measurement

__all__ = ["compute"]


def compute(counted: Counted, question: ErrorsQuestion) -> Errors:
    """Class, count, estimate and test."""
    test_set = counted.texts("Classing wrong words (errors)")
    sampling = counted.sampling(question.n_resamples, question.rng)
    sides = read_sides(test_set, question)
    counts, systems = count_errors(test_set, sides), test_set.system_names
    signature = f"words:{sides.words}|bases:{sides.bases}"
    families = (
        counts.class_measurements(test_set, question.count, signature),
        counts.tag_measurements(test_set, sides.tag_names, signature),
    )
    rates, pairs = [], []
    for level, measurements, words, blocks in zip(
        ("class", "tag"), families, (counts.by_class, counts.by_tag), (counts.blocks, None), strict=True
    ):
        if words is None:
            continue
        of_family = replace(counted, measurements=tuple(measurements), segment_metrics=())
        units = of_family.units(question.unit)
        with blas_threads(counted.n_threads):
            intervals, _ = score_intervals(units, "jackknife", 1 - question.alpha, units.n_effective(), sampling)
        rates += rate_rows(level, measurements, words, blocks, intervals)
        pairs.append(_compared(of_family, question, sampling) if len(systems) > 1 else ())
    units = counted.units(question.unit)
    return Errors(
        tuple(rates),
        tuple(row for family in pairs for row in family),
        tuple(wrong_words(sides, counts, _measured(counted, families[0]))),
        tuple(tag_rows(sides, counts, systems)),
        tuple(word_rows(sides, counts, systems, question.top)),
        tuple(example_rows(sides, counts, systems, question.examples)),
        _method(counted, question, sampling, units, sides, [len(family) for family in pairs]),
    )


def _measured(counted: Counted, classes: list[Measurement]) -> list[Measurement]:
    """Return what was counted under metrics, or the classes where there is no metric."""
    return list(counted.measurements) or classes


def _compared(counted: Counted, question: ErrorsQuestion, sampling: Sampling) -> tuple[PairRow, ...]:
    asked = CompareQuestion(
        pairs=question.pairs,
        alpha=question.alpha,
        n_resamples=sampling.n_resamples,
        unit=question.unit,
        rng=sampling.seed,
    )
    return compare(counted, asked).pairs


def _method(
    counted: Counted, question: ErrorsQuestion, sampling: Sampling, units: Units, sides: Sides, sizes: list[int]
) -> ErrorsMethod:
    settled = {"unit": unit_given(units), "rng": sampling.seed, "pairs": pairs_given(question.pairs)}
    return {
        **counted.provenance(question),
        **units.described(),
        "alpha": question.alpha,
        "n_resamples": sampling.n_resamples,
        "seed": sampling.seed,
        "n_effective": units.n_effective(),
        "count": question.count,
        "words": sides.words,
        "bases": sides.bases,
        "has_tags": bool(sides.tag_names),
        "n_class_tests": sizes[0],
        "n_tag_tests": sum(sizes[1:]),
        "sentence": errors_sentence(counted, question, sampling, units, sides, sizes),
        **counted.recipe(question, settled),
    }
