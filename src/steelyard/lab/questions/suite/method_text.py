"""How check-points were scored, fit for a paper, and what must not be overlooked."""

from collections.abc import Sequence

from steelyard.analysis import Outcomes
from steelyard.lab.questions.suite.answer import PointCountRow
from steelyard.lab.questions.suite.inputs import GivenPoints
from steelyard.lab.questions.suite.question import CheckPointsQuestion
from steelyard.metrics import package_version
from steelyard.results.method import MethodOfUnits
from steelyard.results.plurals import counted
from steelyard.scored.sentences import describe_units

__all__ = ["cautions", "checkpoints_sentence"]

_MOST, _FEW_OF_ALL = 0.5, 0.25  # of the n-grams, and of the points
_FEW = 30  # points, below which a category says little
_GIVES = {
    "ngrams": "A score is the share of their n-grams of all orders that the output has, over all points together. Each "
    "counts as often as the output has it, and is weighted by the trust in the reference",
    "share": "A score is the mean over points of the share of n-grams of all orders that the output has",
    "found": "A score is the share of points of which the output has a reference whole",
}
_MATCHES = {"form": "Words are compared as they stand", "lower": "Words are compared in lower case"}


def checkpoints_sentence(
    given: GivenPoints, question: CheckPointsQuestion, units: MethodOfUnits, seed: int, sizes: Sequence[int]
) -> str:
    """Say what scores are, and how they were tested."""
    n_categories = len({point.category for point in given.points})
    of_categories = counted(n_categories, "category") if n_categories == 1 else f"{n_categories} categories"
    best = "" if question.credit == "found" else ". Of several references, the best match counts"
    match = _MATCHES.get(question.match, f"Words are compared by the view {question.match}")
    penalty = (
        " Scores of outputs that are longer than the references are reduced in proportion."
        if given.references
        else " Without references, there is no length penalty."
    )
    families = [
        f"{counted(size, 'difference')} of {of}"
        for size, of in zip(sizes, ("categories", "groups"), strict=True)
        if size
    ]
    tested = (
        f" Scores were compared by randomization of {describe_units(units)} ({question.n_resamples:,} draws, seed "
        f"{seed}), corrected by max-T over {' and over '.join(families)}, each family at {question.alpha:g}."
        if families
        else ""
    )
    intervals = (
        "Intervals are jackknife intervals, within the range of scores."
        if given.references
        else "Intervals are exact binomial ones for the points or n-grams in effect (Korn and Graubard 1998), those of "
        "differences Newcombe's (1998), made of such ones."
    )
    return (
        f"We scored {counted(len(given.outputs), 'system')} on {counted(len(given.points), 'check-point')} of "
        f"{of_categories} in {counted(given.n_segments, 'segment')} with Steelyard {package_version()} (Zhou et al. "
        f"2008). {_GIVES[question.credit]}{best}. {match}; the tokenizer {question.tokenize} makes them.{penalty} "
        f"{intervals}{tested}"
    )


def cautions(
    given: GivenPoints,
    question: CheckPointsQuestion,
    of_references: float | None,
    outcomes: Outcomes,
    rows: Sequence[PointCountRow],
) -> list[str]:
    """Say what must not be overlooked."""
    notes = []
    if question.credit == "ngrams":
        notes += _heavy(outcomes)
    if of_references is not None and of_references < 0.995:
        notes.append(
            f"The references have only {of_references:.1%} of a point on average. Check the tokenizer (--words, now "
            f"{question.tokenize}), and whether the points are from these references."
        )
    n_open = sum(not point.references for point in given.points)
    if n_open:
        told = "count as not found" if question.credit == "found" else "are left out"
        notes.append(f"{counted(n_open, 'point')} without a reference {told}.")
    few = [row.name for row in rows if row.level == "category" and row.n_points < _FEW]
    few = list(dict.fromkeys(few))
    if few:
        named = ", ".join(few[:5]) + (f" and {len(few) - 5} more" if len(few) > 5 else "")
        notes.append(
            f"These categories have fewer than {_FEW} points: {named}. Single segments can change their results."
        )
    return notes


def _heavy(outcomes: Outcomes) -> list[str]:
    """Say where a group of few points has most of what there is to get."""
    total, n = outcomes.whole.sum(), len(outcomes.segments)
    for code, name in enumerate(outcomes.groups.names):
        is_in = outcomes.groups.codes == code
        share = outcomes.whole[:, is_in].sum() / total if total else 0.0
        if name and share > _MOST and is_in.sum() < _FEW_OF_ALL * n:
            return [
                f"The group {name} has {share:.0%} of all n-grams in {is_in.sum() / n:.0%} of the points and "
                "dominates the score of all points. Add --credit share to weight points equally."
            ]
    return []
