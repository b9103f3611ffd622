"""How check-points were made, fit for a paper, and what must not be overlooked."""

from collections.abc import Collection, Sequence

from steelyard.lab.questions.suite_make.answer import MadeRow
from steelyard.lab.questions.suite_make.inputs import GivenTexts
from steelyard.lab.questions.suite_make.question import MakeCheckPointsQuestion
from steelyard.metrics import package_version
from steelyard.results.plurals import counted
from steelyard.types import CheckPoint

__all__ = ["make_notes", "make_sentence"]

_MANY = 0.3  # of the units of a category without a link


def make_sentence(
    given: GivenTexts, question: MakeCheckPointsQuestion, sides: Collection[str], points: Sequence[CheckPoint]
) -> str:
    """Say what points are, and where they come from."""
    n = len({point.category for point in points})
    parts = [
        f"We made {counted(len(points), 'check-point')} of {n} categor{'y' if n == 1 else 'ies'} in "
        f"{counted(given.n_segments, 'segment')} with Steelyard {package_version()} (after Zhou et al. 2008)."
    ]
    if given.source_parses and "source" in sides:
        agreed = f", phrases where {len(given.source_parses)} parsers agree" if len(given.source_parses) > 1 else ""
        parts.append(
            f"Units of the source are those of its parse{agreed}. A unit's translation is the shortest stretch of "
            f"{'the reference' if len(given.references) == 1 else 'each reference'} that has all words linked to it, "
            "with gaps for words that are linked elsewhere. That of a sentence is the whole."
        )
    if "reference" in sides:
        parts.append("Units of the reference are those of its own parse.")
    if given.lists:
        parts.append(
            f"Phrases of {counted(len(given.lists), 'list')} are taken from left to right, the longest first, with the "
            "listed translations that a reference has."
        )
    if given.alignments and "source" in sides:
        trust = "the share of its words that a dictionary has" if given.dictionary else "1 throughout"
        parts.append(f"The trust in a linked translation is {trust}.")
    return " ".join([*parts, f"References are written in the words of the tokenizer {question.tokenize}."])


def make_notes(given: GivenTexts, rows: Sequence[MadeRow]) -> list[str]:
    """Say what must not be overlooked."""
    notes = []
    unlinked = [row.category for row in rows if row.n_unlinked > _MANY * (row.n_unlinked + row.n_points)]
    if unlinked:
        named = ", ".join(unlinked[:5]) + (f" and {len(unlinked) - 5} more" if len(unlinked) > 5 else "")
        notes.append(f"More than {_MANY:.0%} of the units have no link and are left out: {named}.")
    if given.source_parses and not any(word.head is not None for one in given.source_parses[0] for word in one.words):
        notes.append("Phrases and sentences are not found, because the parses of the source have no heads.")
    n_open = sum(row.n_open for row in rows)
    if n_open:
        notes.append(
            f"{counted(n_open, 'phrase')} of the lists stand in the source, and no reference has a translation."
        )
    return notes
