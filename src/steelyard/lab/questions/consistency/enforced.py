"""What one form for each repeated word would bring: outputs whose inconsistent words are exchanged, scored."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.lab.questions.consistency.answer import EnforcedRow
from steelyard.lab.questions.consistency.occurrences import Occurrences
from steelyard.lab.questions.consistency.question import ConsistencyQuestion
from steelyard.lab.questions.consistency.reading import EDGES, TextWords, text_keys
from steelyard.scored import Counted
from steelyard.scored.judged_units.exchanged import gains, lines_of_words, score_words
from steelyard.types import Measurement, TestSet

__all__ = ["enforced_rows"]

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Exchanged:
    """A text after the exchange."""

    lines: list[str]
    n_words: int
    n_exchanged: int


def enforced_rows(counted: Counted, question: ConsistencyQuestion, found: Occurrences) -> list[EnforcedRow]:
    """Exchange the forms of repeated words in every output, and score it before and after."""
    if not question.enforce:
        return []
    if not found.links:
        raise SpecError("Words are exchanged where they are linked (--enforce): give --alignments, and no --glossary.")
    metrics = counted.segment_metrics
    if not metrics:
        raise SpecError("Texts with one form for each word are scored by metrics of text (--enforce): name some (-m).")
    for metric in metrics:
        if not metric.needs.startswith("references"):
            raise SpecError(
                f"{metric.label} reads {metric.needs}, which exchanged words do not have: take others (-m)."
            )
    test_set, systems = counted.texts("Enforcing one form (--enforce)"), counted.test_set.system_names
    first = next(iter(found.texts))
    before = _measured(counted, test_set, found, {name: _joined(found.texts[name]) for name in systems})
    rows = []
    for form in dict.fromkeys(question.enforce):
        wanted = {name: _most_frequent(found, first if form == "reference" else name) for name in systems}
        exchanged = {name: _exchange(found, name, wanted[name]) for name in systems}
        after = _measured(counted, test_set, found, {name: one.lines for name, one in exchanged.items()})
        for pair in zip(before, after, strict=True):
            rows += _rows(counted, question, form, pair, exchanged)
    return rows


def _joined(text: TextWords) -> list[str]:
    return lines_of_words(text.surfaces, text.offsets.tolist())


def _measured(
    counted: Counted, test_set: TestSet, found: Occurrences, outputs: Mapping[str, list[str]]
) -> list[Measurement]:
    references = [_joined(found.texts[name]) for name in text_keys(test_set) if name not in test_set.systems]
    return score_words(counted, test_set, references, outputs)


def _most_frequent(found: Occurrences, name: str) -> dict[int, tuple[str, list[str]]]:
    """Return for each repeated word the most frequent form in a text, the first of several, and words that spell it."""
    labels, spelt = found.forms[name], _linked(found, name)
    counts: dict[int, Counter[str]] = {}
    spellings: dict[tuple[int, str], Counter[tuple[str, ...]]] = {}
    for at, places in spelt.items():
        group, form = int(found.groups[at]), labels.names[labels.codes[at]]
        counts.setdefault(group, Counter())[form] += 1
        words = tuple(found.texts[name].surfaces[place].strip(EDGES) for place in places)
        spellings.setdefault((group, form), Counter())[words] += 1
    best = {group: one.most_common(1)[0][0] for group, one in counts.items() if one.total() > 1}
    return {group: (form, list(spellings[group, form].most_common(1)[0][0])) for group, form in best.items()}


def _linked(found: Occurrences, name: str) -> dict[int, list[int]]:
    """Return the words of each occurrence, in their order."""
    own: dict[int, list[int]] = {}
    for at, place in sorted(set(zip(*(one.tolist() for one in found.links[name]), strict=True))):
        own.setdefault(at, []).append(place)
    return own


def _exchange(found: Occurrences, name: str, wanted: Mapping[int, tuple[str, list[str]]]) -> _Exchanged:
    """Put the wanted form where a repeated word has another, unless its words are linked to a further one, too."""
    text, labels, linked = found.texts[name], found.forms[name], _linked(found, name)
    shared = Counter(place for places in linked.values() for place in places)
    words: list[str | None] = list(text.surfaces)
    groups, n_exchanged = set(), 0
    for at, places in linked.items():
        group = int(found.groups[at])
        form, spelling = wanted.get(group, ("", []))
        if not spelling or labels.names[labels.codes[at]] == form or any(shared[place] > 1 for place in places):
            continue
        first, last = text.surfaces[places[0]], text.surfaces[places[-1]]
        opening = first[: len(first) - len(first.lstrip(EDGES))] if first.strip(EDGES) else ""
        closing = last[len(last.rstrip(EDGES)) :] if last.strip(EDGES) else ""  # a comma stays where it was
        for place in places:
            words[place] = None
        words[places[0]] = f"{opening}{' '.join(spelling)}{closing}"
        groups.add(group)
        n_exchanged += 1
    lines = [
        " ".join(word for word in words[start:end] if word is not None)
        for start, end in pairwise(text.offsets.tolist())
    ]
    return _Exchanged(lines, len(groups), n_exchanged)


def _rows(
    counted: Counted,
    question: ConsistencyQuestion,
    form: str,
    pair: tuple[Measurement, Measurement],
    exchanged: Mapping[str, _Exchanged],
) -> list[EnforcedRow]:
    """Lay out a row per system, with the gain and an interval around it."""
    rows, before = [], pair[0]
    whose: Literal["own", "reference"] = "own" if form == "own" else "reference"
    for system, score, then, gain, interval in gains(counted, *pair, question.unit, question.alpha):
        sizes = exchanged[system].n_words, exchanged[system].n_exchanged
        rows.append(EnforcedRow(before.metric, before.label, whose, system, *sizes, score, then, gain, interval))
    return rows
