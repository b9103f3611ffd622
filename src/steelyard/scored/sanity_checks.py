"""What could turn a verdict, found in the texts before anything is counted."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.choices import SEVERITIES
from steelyard.metrics import parse
from steelyard.results.method import TextFinding
from steelyard.text.sanity_checks import suspicions
from steelyard.types import TestSet

if TYPE_CHECKING:
    from steelyard.text import InspectedSet, Observation
    from steelyard.text.inspection.base import Role

__all__ = ["find_shift", "look_at"]

_FEWEST = 5  # segments: fewer are alike, or empty, by chance
_SAMPLE = 200  # segments in which lines are looked at one by one
_WINDOWS, _WINDOW = 4, 400  # of segments in a row, in which lines are looked at beside their neighbours
_WARNED = ("exchanged", "copied-reference", "copied-source")  # what a sample is enough to warn of


def look_at(test_set: TestSet, metrics: Sequence[str] = ()) -> list[TextFinding]:
    """Look at the texts as every command does: what `steelyard.lint` calls an error, and some of its warnings.

    A sample is looked at, of a size that does not grow with the test set; only what equality tells is asked of all
    lines, and of a few segments only which files they stand in. Notes are left out: they do not turn a verdict; so is
    what makes no difference to the metrics.
    """
    if not test_set.systems or not test_set.references:
        return []
    from steelyard.text import CHECKS, InspectedSet, InspectedText

    references = [[line or "" for line in reference] for reference in test_set.references]

    def text(key: str, role: "Role", lines: Sequence[str]) -> InspectedText:
        path = test_set.names.get(key, "")
        name = key.removeprefix("system ") if role == "system" else path or key
        return InspectedText(name, role, tuple(lines), path)

    sources = None if test_set.sources is None else InspectedText("sources", "sources", tuple(test_set.sources))
    whole = InspectedSet(
        tuple(text(f"reference {i}", "reference", lines) for i, lines in enumerate(references, 1)),
        tuple(text(f"system {name}", "system", lines) for name, lines in test_set.systems.items()),
        sources,
    )
    if test_set.n_segments < _FEWEST:
        found = [("exchanged", one) for one in CHECKS["exchanged"].look(whole)]
    else:
        found = [*_suspected(whole, suspicions(references, test_set.systems)), *_in_sample(whole)]
    if any(CHECKS[check].cured_by for check, _ in found):
        readings = [parse(metric).text_reading for metric in metrics]
        found = [
            (check, one)
            for check, one in found
            if not (readings and (cure := CHECKS[check].cured_by) and all(map(cure, readings)))
        ]
    found.sort(key=lambda pair: SEVERITIES.index(pair[1].severity))
    return [
        {"check": check, "severity": one.severity, "system": one.text.name, "message": one.message, "fix": one.fix}
        for check, one in found
    ]


def _in_sample(whole: "InspectedSet") -> "Iterator[tuple[str, Observation]]":
    """Run the checks that need no whole text: all errors, and the warnings of a few."""
    from steelyard.text import CHECKS

    n = whole.n_segments
    sampled = whole.sample(range(0, n, -(-n // _SAMPLE)))
    for name, check in CHECKS.items():
        if check.is_of_lines:
            for one in check.look(sampled):
                if one.severity == "error" or (one.severity == "warning" and name in _WARNED):
                    yield name, one


def _suspected(whole: "InspectedSet", suspected: dict[str, list[str]]) -> "Iterator[tuple[str, Observation]]":
    """Look closer at systems that are suspected of something."""
    from steelyard.text import CHECKS, InspectedSet

    for name, systems in suspected.items():
        some = InspectedSet(whole.references, tuple(text for text in whole.systems if text.name in systems))
        if name == "alignment":
            some = some.sample(_windows(whole.n_segments))
        for one in CHECKS[name].look(some):
            if one.severity != "note" and one.text.name in systems:
                yield name, _as_it_counts(one)
    if len({hash(text.lines) for text in whole.references}) < len(whole.references):
        for one in CHECKS["same-texts"].look(InspectedSet(whole.references, ())):
            yield "same-texts", one


def _windows(n: int) -> Sequence[int]:
    """Return the rows of windows all over a text; all of a short one."""
    if n <= _WINDOWS * _WINDOW:
        return range(n)
    starts = [i * (n - _WINDOW) // (_WINDOWS - 1) for i in range(_WINDOWS)]
    return [row for start in starts for row in range(start, start + _WINDOW)]


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
