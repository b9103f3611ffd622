"""How references were looked at, and what must not be overlooked."""

from collections.abc import Sequence

from steelyard.metrics import Metric, package_version
from steelyard.questions.references.answer import ReferenceRow
from steelyard.results.plurals import counted
from steelyard.types import TestSet

__all__ = ["cautions", "references_sentence"]

_MANY = 0.1  # of the segments


def references_sentence(
    data: TestSet, kinds: Sequence[str], metrics: Sequence[Metric], n_choices: int, seed: int
) -> str:
    """Say what was held against what."""
    n_machine = sum(kind == "machine" for kind in kinds)
    lengths = (
        " BLEU's effective length is that of references no machine wrote, where a choice has any (Madnani et al. 2007)."
        if 0 < n_machine < len(kinds)
        else ""
    )
    return (
        f"We looked at {counted(len(kinds), 'reference')} of {counted(data.n_segments, 'segment')}, {n_machine} of "
        f"them written by machines, with Steelyard {package_version()} "
        f"({', '.join(metric.label for metric in metrics)}): each as an output against all others, each two, and "
        f"{counted(len(data.system_names), 'system')} under {counted(n_choices, 'choice')} of references (seed {seed})."
        f"{lengths} Scores with different numbers of references cannot be held beside each other."
    )


def cautions(data: TestSet, kinds: Sequence[str], rows: Sequence[ReferenceRow]) -> list[str]:
    """Name references that are copies, those that may be some system's output, and those that systems beat."""
    notes = []
    for i, reference in enumerate(data.references):
        for name, output in data.systems.items():
            share = sum(a == b for a, b in zip(reference, output, strict=True)) / data.n_segments
            if share > _MANY:
                notes.append(
                    f"Reference {i + 1} is the output of {name} in {share:.0%} of the segments: scores of {name} by "
                    "it say nothing."
                )
        for j in range(i):
            share = sum(a == b for a, b in zip(reference, data.references[j], strict=True)) / data.n_segments
            if share > _MANY:
                notes.append(f"References {j + 1} and {i + 1} are the same text in {share:.0%} of the segments.")
    beaten = [row for row in rows if row.kind == "human" and row.n_systems_ahead]
    if beaten:
        row = max(beaten, key=lambda row: row.n_systems_ahead or 0)
        notes.append(
            f"Reference {row.reference} has, against the others, a lower {row.label} than "
            f"{counted(row.n_systems_ahead or 0, 'system')}: {row.label} cannot say here that people translate better."
        )
    return notes
