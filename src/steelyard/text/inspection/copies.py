"""Text that stands where another text should: copies of the reference, of the source, of another system, of a line."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from steelyard.text.inspection.alignment import comparable
from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check, in_words, middle
from steelyard.text.inspection.exchanged import files_of_references

_LONG = 20  # characters: shorter segments (names, titles, "Yes.") are rightly alike
_LONG_SPACELESS = 10
_NEARLY_ALL = 0.9
_REFERENCE_SHARE = 0.25  # of long lines; strong systems of real campaigns reach 0.17, post-edits more (and all of them)
_REFERENCE_TIMES = 4.0  # the median of the other systems
_SOURCE_SHARE = 0.02  # of long lines; systems leave addresses and titles as they are
_SAME_SHARE = 0.98  # of lines: two runs of one system agree in fewer
_REPEATED = 5  # times one long output stands for different segments
_REPEATED_SHARE = 0.02
_REPEATED_LONG = 30  # characters, half as many without spaces: "Thank you very much." may be right ten times
_TEST_SET_SHARE = 0.01
_TEST_SET_FEWEST = 3


def _is_long(text: InspectedText, line: str) -> bool:
    return len(line) >= (_LONG_SPACELESS if text.is_spaceless else _LONG)


@check("copied-reference", "a system whose text is the reference", is_of_lines=True, only="references")
def copied_reference(data: InspectedSet) -> Iterator[Observation]:
    """Compare the share of outputs that equal a reference with that of the other systems."""
    shares, rows_of = {}, {}
    stripped = list(zip(*(map(str.strip, text.lines) for text in data.full_references), strict=True))
    said = files_of_references(data)
    for system in (text for text in data.whole if text not in said):
        long = [i for i, line in enumerate(system.lines) if _is_long(system, line)]
        rows_of[system.name] = [i for i in long if system.lines[i].strip() in stripped[i]]
        shares[system.name] = len(rows_of[system.name]) / max(len(long), 1)
    if max(shares.values(), default=0.0) < _REFERENCE_SHARE:
        return
    systems = [system for system in comparable(data) if system.name in shares]
    for system in systems:
        share, others = shares[system.name], [shares[other.name] for other in systems if other is not system]
        same = f"{share:.0%} of its longer lines equal a reference"
        if share >= _NEARLY_ALL:
            yield Observation(
                "error", system, same, "Give the system's output here: this file is a reference, or a copy of one.",
                rows_of[system.name],
            )  # fmt: skip
        elif share >= _REFERENCE_SHARE and others and share >= _REFERENCE_TIMES * middle(others):
            yield Observation(
                "warning", system, f"{same}, of the other systems' {middle(others):.0%}",
                "Find out whether the references were made from this system's output, or were among what it learned "
                "from: in that case scores are not valid for other texts.",
                rows_of[system.name],
            )  # fmt: skip


@check("copied-source", "outputs, or references, that are the source text", is_of_lines=True, only="sources")
def copied_source(data: InspectedSet) -> Iterator[Observation]:
    """Compare every long line with the source line."""
    sources = data.source_rows
    if sources is None:
        return
    references = [text for text in data.references if len(text.lines) == data.n_segments]
    for text in (*references, *comparable(data)):
        long = [i for i, line in enumerate(text.lines) if _is_long(text, line) and " " in line.strip()]
        rows = [i for i in long if text.lines[i].strip() == sources[i].strip()]
        if text.role == "system" and references:  # what the references leave as it is may stay
            rows = [i for i in rows if text.lines[i].strip() not in map(str.strip, data.reference_rows[i])]
        share = len(rows) / max(len(long), 1)
        same = f"{in_words(len(rows))} {'equals' if len(rows) == 1 else 'equal'} the source"
        if rows and share >= _NEARLY_ALL:
            yield Observation(
                "error", text, same, "Give the translation here: this file is the source text, or a copy of it.", rows
            )
        elif rows:
            yield Observation(
                "warning" if share >= _SOURCE_SHARE and len(rows) > 1 else "note", text, same,
                "Check whether these segments were left untranslated, for example after an error.",
                rows,
            )  # fmt: skip


@check("same-texts", "systems, or references, that are the same, or nearly so")
def same_texts(data: InspectedSet) -> Iterator[Observation]:
    """Compare every pair of systems, and every pair of references."""
    if not data.n_segments:
        return
    references = [text for text in data.references if len(text.lines) == data.n_segments]
    for first, second in (*combinations(references, 2), *combinations(data.whole, 2)):
        rows = [i for i, (one, other) in enumerate(zip(first.lines, second.lines, strict=True)) if one != other]
        if not rows:
            yield Observation(
                "warning", second, f"the same text as {first.name}",
                "Check whether one file was given twice: equal systems cannot differ, and equal references count once.",
            )  # fmt: skip
        elif second.role == "system" and len(rows) <= (1 - _SAME_SHARE) * data.n_segments:
            yield Observation(
                "note", second, f"the same as {first.name} in all but {in_words(len(rows))}",
                "Only the few lines that differ affect a test: read them.", rows,
            )  # fmt: skip


@check("repeated-outputs", "one output for many different segments")
def repeated_outputs(data: InspectedSet) -> Iterator[Observation]:
    """Look for a long output that stands for segments whose sources (or references) differ."""
    keys: Sequence[object] = data.source_rows or data.reference_rows
    for system in data.whole:
        segments: defaultdict[str, list[int]] = defaultdict(list)
        for i, line in enumerate(system.lines):
            if len(line.strip()) >= _REPEATED_LONG / (2 if system.is_spaceless else 1):
                segments[line.strip()].append(i)
        distinct = {line: len({keys[i] for i in rows}) for line, rows in segments.items() if len(rows) > 1}
        rows = [i for line, n in distinct.items() if n > 1 for i in segments[line]]
        most = max(distinct.values(), default=0)
        if most >= _REPEATED or (len(rows) >= _REPEATED and len(rows) >= _REPEATED_SHARE * data.n_segments):
            yield Observation(
                "warning", system, f"{in_words(len(rows))} repeat the output of other segments, one {most:,} times",
                "Read these outputs: possible causes are decoder loops, a default for failed requests, or lines "
                "written twice.",
                sorted(rows),
            )  # fmt: skip


@check("repeated-segments", "segments that are in the test set more than once")
def repeated_segments(data: InspectedSet) -> Iterator[Observation]:
    """Count segments whose source and references (or references alone) stood there before."""
    sources = data.source_rows
    keys: list[object] = list(zip(sources, data.reference_rows, strict=True)) if sources else [*data.reference_rows]
    if not keys or not data.full_references:
        return
    text = data.yardstick
    counts = Counter(key for i, key in enumerate(keys) if _is_long(text, text.lines[i].strip()))
    repeated = {key for key, n in counts.items() if n > 1}
    rows = [i for i, key in enumerate(keys) if key in repeated]
    n_more = len(rows) - len(repeated)
    if n_more >= max(_TEST_SET_FEWEST, _TEST_SET_SHARE * len(keys)):
        yield Observation(
            "warning", text, f"{in_words(n_more, 'segment')} occurred in the test set before",
            "Leave repetitions out, or give --documents where they stand in one document: tests take segments that "
            "are counted twice for independent, and are then too sure.",
            rows,
        )  # fmt: skip
