"""Class the wrong words of every system, and say which systems differ in which class."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import repair
from steelyard.errors import SpecError
from steelyard.files.reading import TextFile
from steelyard.inference import Rates
from steelyard.metrics import package_version
from steelyard.questions.compare.as_systems import test_as_systems
from steelyard.questions.errors.answer import ErrorRow, Errors, ErrorsMethod, RepairRow
from steelyard.questions.errors.counts import Counts, count_errors
from steelyard.questions.errors.people import JudgedWords, people_family, people_rows, read_people
from steelyard.questions.errors.question import REPAIRS, ErrorsQuestion
from steelyard.questions.errors.reading import Sides, read_sides
from steelyard.questions.errors.rows import example_rows, marked_rows, rate_rows, tag_rows, word_rows, wrong_words
from steelyard.results.factors import Factors
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted
from steelyard.scored.cautions import caution_of_units
from steelyard.scored.intervals import score_intervals
from steelyard.scored.judged_units.exchanged import gains, lines_of_words, score_words
from steelyard.scored.recipe import pairs_given, unit_given
from steelyard.scored.sampling import Sampling
from steelyard.scored.sentences import describe_units
from steelyard.scored.threads import working_threads
from steelyard.scored.units import Units
from steelyard.types import Measurement, TestSet, Tokens

__all__ = ["compute"]

_FEWEST_WORDS = 10  # in effect
_FAMILIES = {
    "class": "classes",
    "tag": "tags",
    "alone": "words of one tag alone",
    "feature": "features of inflection errors",
}


def compute(counted: Counted, question: ErrorsQuestion) -> Errors:
    """Class, count, estimate and test."""
    test_set = counted.texts("Classing wrong words (errors)")
    sampling = counted.sampling(question.n_resamples, question.rng)
    sides = read_sides(test_set, question)
    counts, systems = count_errors(test_set, sides), test_set.system_names
    families = counts.families(test_set, sides, question.count)
    judged = _judged(question, test_set, sides)
    if judged is not None:
        families.append(people_family(test_set, sides, counts.errors, judged))
    rates: list[ErrorRow] = []
    pairs: list[PairRow] = []
    sizes: dict[str, int] = {}
    warnings: list[str] = []
    for family in families:
        of_family = replace(counted, measurements=tuple(family.measurements), segment_metrics=())
        units = of_family.units(question.unit)
        with working_threads(counted.n_threads):
            given, level = units.rates(), 1 - question.alpha
            intervals, _ = score_intervals(units, "jackknife", level, units.n_effective(), sampling, given)
        rates += rate_rows(family, intervals)
        is_tested = len(systems) > 1 and family.level != "people"  # these say how good classes are, not systems
        tested = tuple(one for one, rates in zip(family.measurements, given, strict=True) if _has_enough(rates, level))
        is_tested = is_tested and bool(tested)
        kept = replace(of_family, measurements=tested)
        compared = test_as_systems(kept, question, sampling.seed).pairs if is_tested else ()
        warnings.append(caution_of_units(units, family.measurements))
        sizes[family.level] = len(compared)
        pairs += compared
    units = counted.units(question.unit)
    repaired = repair_texts(counted, question, sides, counts)
    measured = tuple(measurement for one in repaired for measurement in one.measurements)
    of_repairs = replace(counted, measurements=measured, segment_metrics=())  # classes and metrics are one family
    if measured:
        warnings.append(caution_of_units(of_repairs.units(question.unit), measured))
    examples = example_rows(sides, counts, systems, question.examples)
    return Errors(
        tuple(rates),
        tuple(pairs),
        tuple(wrong_words(sides, counts, counted.measurements or families[0].measurements)),
        tuple(tag_rows(sides, counts, systems)),
        tuple(word_rows(sides, counts, systems, question.top)),
        tuple(examples),
        _method(counted, question, sampling, units, sides, sizes, ". ".join(dict.fromkeys(filter(None, warnings)))),
        tuple(repair_rows(counted, question, repaired)),
        test_as_systems(of_repairs, question, sampling.seed).pairs if measured and len(systems) > 1 else (),
        () if judged is None else tuple(people_rows(counts.errors, judged)),
        tuple(marked_rows(sides, counts, systems, examples)),
    )


def _has_enough(rates: Rates | None, level: float) -> bool:
    """Say whether no system's rate is of fewer words in effect than a test needs; other rates are of whole texts."""
    return rates is None or bool((rates.n_effective(level) >= _FEWEST_WORDS).all())


def _judged(question: ErrorsQuestion, test_set: TestSet, sides: Sides) -> JudgedWords | None:
    given = question.people
    if given is None:
        return None
    lines, path = (given.lines, given.path) if isinstance(given, TextFile) else (given, "the labels")
    return read_people(lines, path, test_set, sides)


def _method(
    counted: Counted,
    question: ErrorsQuestion,
    sampling: Sampling,
    units: Units,
    sides: Sides,
    sizes: dict[str, int],
    warning: str,
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
        "n_class_tests": sizes["class"],
        "n_tag_tests": sizes.get("tag", 0),
        "n_alone_tests": sizes.get("alone", 0),
        "n_feature_tests": sizes.get("feature", 0),
        "warning": warning,
        **Factors.of_units(units.name).told(_errors_sentence(counted, question, sampling, units, sides, sizes)),
        **counted.recipe(question, settled),
    }


def _errors_sentence(
    counted: Counted, question: ErrorsQuestion, sampling: Sampling, units: Units, sides: Sides, sizes: Mapping[str, int]
) -> str:
    """Describe how errors were classed, counted and tested."""
    data, n_tests = counted.test_set, sum(sizes.values())
    several = (
        ". Each output was compared with the reference that gives the lowest WER"
        if counted.texts("").references[1:]
        else ""
    )
    by_tag = (
        " WER errors were assigned to tags after Popović and Ney (2007), on the alignment with the fewest edits. Ties "
        "were broken by the fewest deletions and insertions of words that both texts have. WER of words of one tag "
        "alone is per word of this tag in the reference (Popović et al. 2006)."
        if sides.tag_names
        else ""
    )
    families = [f"{number_of(size, 'difference')} of {_FAMILIES[level]}" for level, size in sizes.items() if size]
    tested = (
        f" Rates were compared by randomization of {describe_units(units.described())} "
        f"({sampling.n_resamples:,} draws, seed {sampling.seed}). P-values were corrected by max-T at a "
        f"family-wise error rate of {question.alpha:g} in each family ({'; '.join(families)}). Rates with "
        "an effective number of words under ten were not tested."
        if n_tests
        else ""
    )
    nearest = "" if question.repair_edits is None else f" (inflections with at most {question.repair_edits} edits)"
    repaired = (
        f" Outputs were also scored after repair of the errors of a class by the reference{nearest} (after Oflazer "
        "and Durgar El-Kahlout 2007), as words separated by spaces. Differences before and after repair are one "
        "family of tests. Intervals of gains are jackknife intervals."
        if question.repair
        else ""
    )
    return (
        f"We classed the errors of {number_of(len(data.system_names), 'system')} on "
        f"{number_of(data.n_segments, 'segment')} with the algorithm of Hjerson (Popović 2011), with Steelyard "
        f"{package_version()}{several}. Words are {sides.words}; base forms are {sides.bases}. Rates are "
        f"{question.count} per word of the reference. Their intervals are exact binomial intervals for the effective "
        "number of words (Korn and Graubard 1998; of differences Newcombe 1998). For more errors than words they are "
        f"jackknife intervals.{by_tag}{tested}{repaired} Classes are found by alignment with a reference, so a right "
        "word that is not in the reference counts as an error."
    )


# What fixing the errors of a class would bring: scores of outputs that are repaired by the reference.


AS_IT_IS = ""

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Repaired:
    """Outputs without the errors of a class, scored."""

    name: str  # the class; empty for the outputs as they are
    measurements: list[Measurement]  # by metric
    n_repaired: Ints  # words, shape (S,)


def repair_texts(counted: Counted, question: ErrorsQuestion, sides: Sides, counts: Counts) -> list[Repaired]:
    """Score the outputs as they are and without the errors of each class that was asked for."""
    if not question.repair:
        return []
    metrics = counted.segment_metrics
    for metric in metrics:
        if metric.needs != "references":
            raise SpecError(
                f"{metric.label} needs {metric.needs}, which repaired texts do not have. Choose other metrics with -m."
            )
    if not metrics:
        raise SpecError("--repair needs metrics of texts: add -m bleu, for example.")
    test_set = counted.texts("Repairing errors (--repair)")
    reference, hypothesis = sides.reference.analysed, sides.hypothesis.analysed
    names = REPAIRS if "all" in question.repair else tuple(name for name in REPAIRS if name in question.repair)
    found = [_scored(counted, test_set, sides, AS_IT_IS, hypothesis.words, np.zeros(len(hypothesis.words), np.int64))]
    for name in names:
        words, n_repaired = repair(counts.errors, reference, hypothesis, name, sides.forms, question.repair_edits)
        found.append(_scored(counted, test_set, sides, name, words, n_repaired))
    return found


def _scored(counted: Counted, test_set: TestSet, sides: Sides, name: str, words: Tokens, n_repaired: Ints) -> Repaired:
    """Score what was repaired under a name of its own."""
    n, systems = test_set.n_segments, test_set.system_names
    outputs, references = (
        [lines[at : at + n] for at in range(0, len(lines), n)]
        for lines in (_lines(words, sides.forms), _lines(sides.every, sides.forms))
    )
    measured = score_words(counted, test_set, references, dict(zip(systems, outputs, strict=True)))
    if name:
        measured = [
            replace(one, metric=f"{one.metric}+{name}", label=f"{one.label}, {name} repaired") for one in measured
        ]
    return Repaired(name, measured, n_repaired.reshape(len(systems), n).sum(axis=1))


def _lines(words: Tokens, forms: Sequence[str]) -> list[str]:
    return lines_of_words([forms[word] for word in words.values.tolist()], words.offsets.tolist())


def repair_rows(counted: Counted, question: ErrorsQuestion, repaired: Sequence[Repaired]) -> list[RepairRow]:
    """Lay out a row per metric, class and system."""
    rows = []
    for m in range(len(counted.segment_metrics) if repaired else 0):
        before = repaired[0].measurements[m]
        for one in repaired[1:]:
            found = gains(counted, before, one.measurements[m], question.unit, question.alpha)
            for (system, score, then, gain, interval), n in zip(found, one.n_repaired.tolist(), strict=True):
                rows.append(RepairRow(before.metric, before.label, one.name, system, n, score, then, gain, interval))
    return rows
