"""How consistency was measured, fit for a paper, and what its numbers may mean and what not."""

from collections.abc import Sequence

from steelyard.lab.questions.consistency.answer import EnforcedRow
from steelyard.lab.questions.consistency.measured import Measured
from steelyard.lab.questions.consistency.occurrences import Occurrences
from steelyard.metrics import package_version
from steelyard.results.plurals import counted as number_of
from steelyard.types import TestSet

__all__ = ["cautions", "consistency_sentence"]

_FEW_LINKED = 0.05  # by so much the shares of linked occurrences of two texts may differ
_FEW_WORDS = 30


def consistency_sentence(
    test_set: TestSet, found: Occurrences, measured: Measured, enforced: Sequence[EnforcedRow]
) -> str:
    """Say what was counted."""
    kind, n = next(iter(found.texts.values())).kind, int(measured.is_compared.sum())
    where = f" in {number_of(len(set(test_set.documents)), 'document')}" if test_set.documents else ""
    lead = f"With Steelyard {package_version()} we looked at"
    forms = f"Forms are {kind}"
    if found.outcomes:
        n_terms = len(set(found.terms.tolist()))
        how = (
            f"{lead} {number_of(len(found.groups), 'occurrence')} of {number_of(n_terms, 'term')} of a glossary of "
            f"{len(found.glossary):,}{where}. A text has a term right where its segment has an allowed target, each "
            f"place in the text counting once. {forms}."
        )
        whose = "for which a target was found or a link" if test_set.alignments else "for which a target was found"
    else:
        how = (
            f"{lead} {number_of(len(found.groups), 'occurrence')} of {number_of(len(found.words), 'word')} that a "
            f"document repeats{where} (one translation per discourse, Carpuat 2009). Left out are {found.left_out}. "
            f"{forms} that the source word is linked to, in their order."
        )
        whose = "that are linked"
    exchanged = (
        " Outputs were also scored with one form for each repeated word in a document, in place of the others (after "
        "Carpuat 2009); intervals of gains are by jackknife."
        if enforced
        else ""
    )
    return (
        f"{how} Consistency is of the {number_of(n, 'repeated word')} with two or more occurrences {whose} in every "
        f"text. It is the share with one form, and the mean probability that two occurrences agree.{exchanged}"
    )


def cautions(test_set: TestSet, found: Occurrences, measured: Measured) -> list[str]:
    """Say what must not be read into the numbers."""
    look = " Compare with the number of the reference, and read the words below." if test_set.references else ""
    notes = [
        "Consistency is not quality. A system can be consistently wrong, people vary words on purpose, and machine "
        f"translation is often more uniform than human translation.{look}"
    ]
    if not found.outcomes:
        rates = {name: float((labels.codes >= 0).mean()) for name, labels in found.forms.items()}
        low, high = (choose(rates, key=lambda name: rates[name]) for choose in (min, max))
        if rates[high] - rates[low] > _FEW_LINKED:
            notes.append(
                f"Links are not equally dense: {rates[low]:.0%} of the occurrences are linked in {low}, "
                f"{rates[high]:.0%} in {high}. Fewer and noisier links change the number of forms by themselves."
            )
        notes.append("Errors of alignments, and links of phrases, add forms that are not real.")
    else:
        notes.append(
            "A target that stands in the segment by chance counts as right. Another form of it counts as wrong, unless "
            "--target-view makes them equal (lemma:de, stem:de, prefix:4)."
        )
    if 0 < measured.is_compared.sum() < _FEW_WORDS:
        notes.append(
            f"{number_of(int(measured.is_compared.sum()), 'repeated word')} can be compared, which are too few for "
            "conclusions."
        )
    if test_set.documents is None and measured.is_compared.any():
        notes.append(
            "Without --documents the whole text counts as one document, and tests take its words as independent of "
            "each other."
        )
    return notes
