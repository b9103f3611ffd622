"""What could turn a verdict, found in the texts before anything is counted."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.choices import SEVERITIES
from steelyard.results.method import TextFinding
from steelyard.text.first_look import suspicions
from steelyard.types import TestSet

if TYPE_CHECKING:
    from steelyard.text import Observation

__all__ = ["find_shift", "look_at"]


def look_at(test_set: TestSet) -> list[TextFinding]:
    """Look at the texts as every command does: a part of what `steelyard.lint` finds, the worst first.

    Notes are left out: they do not turn a verdict.
    """
    references = [[line or "" for line in reference] for reference in test_set.references]
    suspected = suspicions(references, test_set.systems, test_set.sources)
    if not suspected:
        return []
    from steelyard.text import CHECKS, InspectedSet, InspectedText

    whole = tuple(InspectedText(name, "system", tuple(lines)) for name, lines in test_set.systems.items())
    names = [test_set.names.get(f"reference {i}", f"reference {i}") for i in range(1, len(references) + 1)]
    beside = tuple(InspectedText(n, "reference", tuple(r)) for n, r in zip(names, references, strict=True))
    sources = None if test_set.sources is None else InspectedText("sources", "sources", tuple(test_set.sources))
    found: list[tuple[str, Observation]] = []
    for check, systems in suspected.items():
        is_of_all = check == "copied-reference"  # shares are compared with those of the other systems
        looked_at = tuple(text for text in whole if is_of_all or text.name in systems)
        seen = CHECKS[check].look(InspectedSet(beside, looked_at, sources))
        found += [(check, one) for one in seen if one.severity != "note" and one.text.name in systems]
    found = [(check, _as_it_counts(one)) for check, one in found]
    found.sort(key=lambda pair: SEVERITIES.index(pair[1].severity))
    return [
        {
            "check": check,
            "severity": one.severity,
            "system": one.text.name,
            "message": one.message,
            "fix": one.fix,
        }
        for check, one in found
    ]


def _as_it_counts(found: "Observation") -> "Observation":
    """Warn of outputs that are of no use, but go on: the worst systems of real campaigns are such, and score so."""
    from steelyard.text.inspection.alignment import UNRELATED

    return replace(found, severity="warning") if found.message == UNRELATED else found


def find_shift(lines: Sequence[str], reference: Sequence[str]) -> str:
    """Say from which line on lines belong to other segments; "" where that cannot be told."""
    from steelyard.text import CHECKS, InspectedSet, InspectedText

    data = InspectedSet(
        (InspectedText("reference", "reference", tuple(reference)),), (InspectedText("x", "system", tuple(lines)),)
    )
    found = next((one.message for one in CHECKS["alignment"].look(data)), "")
    return found if found.startswith("shifted") else ""
