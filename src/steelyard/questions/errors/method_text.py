"""The sentence for a paper on how errors were classed and tested."""

from collections.abc import Mapping

from steelyard.metrics import package_version
from steelyard.questions.errors.question import ErrorsQuestion
from steelyard.questions.errors.reading import Sides
from steelyard.results.plurals import counted as number_of
from steelyard.scored import Counted, Sampling
from steelyard.scored.sentences import describe_units
from steelyard.scored.units import Units

__all__ = ["errors_sentence"]


_FAMILIES = {
    "class": "classes",
    "tag": "tags",
    "alone": "words of one tag alone",
    "feature": "features of inflection errors",
}


def errors_sentence(
    counted: Counted,
    question: ErrorsQuestion,
    sampling: Sampling,
    units: Units,
    sides: Sides,
    sizes: Mapping[str, int],
) -> str:
    """Describe how errors were classed, counted and tested."""
    data, n_tests = counted.test_set, sum(sizes.values())
    several = ", each output held against the reference with the lowest WER" if counted.texts("").references[1:] else ""
    by_tag = (
        " Errors of WER were parted by tag after Popović and Ney (2007): of the alignments with the fewest edits the "
        "one that deletes and inserts the fewest words with a counterpart on the other side. WER of words of one tag "
        "alone is per word of this tag in the reference (Popović et al. 2006)."
        if sides.tag_names
        else ""
    )
    families = [f"{number_of(size, 'difference')} of {_FAMILIES[level]}" for level, size in sizes.items() if size]
    tested = (
        f" Rates were compared by randomization of {describe_units(units.described())} "
        f"({sampling.n_resamples:,} draws, seed {sampling.seed}), corrected by max-T over {' and over '.join(families)}"
        f", each family at {question.alpha:g}; rates of fewer than ten words in effect were not tested."
        if n_tests
        else ""
    )
    nearest = "" if question.repair_edits is None else f", inflections at most {question.repair_edits} edits away"
    repaired = (
        f" Outputs were also scored with the errors of a class repaired by the reference{nearest} (after Oflazer and "
        "Durgar El-Kahlout 2007), as words with spaces between; differences before and after are a family of their "
        "own, intervals of gains are by jackknife."
        if question.repair
        else ""
    )
    return (
        f"We classed the errors of {number_of(len(data.system_names), 'system')} on "
        f"{number_of(data.n_segments, 'segment')} as Hjerson does (Popović 2011), with Steelyard {package_version()}"
        f"{several}; words are {sides.words}, base forms {sides.bases}. Rates are {question.count} per word of the "
        "reference, with exact binomial intervals for the words in effect (Korn and Graubard 1998; of differences "
        f"Newcombe 1998), or the jackknife's where there are more errors than words.{by_tag}{tested}{repaired} Classes "
        "come from an alignment of words with "
        "a reference: a right word that the reference does not have counts as an error."
    )
