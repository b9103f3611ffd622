"""Rows of the answer: texts, repeated words, terms, and segments that lack a target."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.questions.consistency.answer import ConsistencyTextRow, RepeatedWordRow, TermExampleRow, TermRow
from steelyard.lab.questions.consistency.measured import Measured
from steelyard.lab.questions.consistency.occurrences import Occurrences
from steelyard.types import Measurement, TestSet

__all__ = ["example_rows", "term_rows", "text_rows", "word_rows"]

_MOST_FORMS = 8  # listed

Forms = tuple[tuple[str, int], ...]


def text_rows(found: Occurrences, measured: Measured, scored: Sequence[Measurement]) -> list[ConsistencyTextRow]:
    """Lay out a row per text."""
    scores: dict[str, dict[str, float]] = {}
    for measurement in scored:
        values = measurement.scores(measurement.statistics.totals()).tolist()
        for name, value in zip(measurement.systems, values, strict=True):
            scores.setdefault(name, {})[measurement.label] = value
    n_all, rows = len(found.groups), []
    for name, one in measured.counts.items():
        own, words = measured.is_compared, found.texts[name].forms
        n_compared = int(own.sum())
        sizes = np.bincount(np.minimum(one.n_forms[own], 4), minlength=5)[1:] / max(n_compared, 1)
        n_found, n_types = int((found.forms[name].codes >= 0).sum()), len(set(words))
        outcomes = found.outcomes.get(name)
        rows.append(
            ConsistencyTextRow(
                system=name,
                n_words=len(words),
                n_types=n_types,
                type_token_ratio=n_types / max(len(words), 1),
                n_occurrences=n_all,
                n_found=n_found,
                found_rate=n_found / max(n_all, 1),
                n_repeated=int((one.n >= 2).sum()),
                n_compared=n_compared,
                shares=(float(sizes[0]), float(sizes[1]), float(sizes[2]), float(sizes[3])),
                herfindahl=float(one.herfindahl[own].mean()) if n_compared else 0.0,
                agreement=float(one.agreement[own].mean()) if n_compared else 0.0,
                n_right=None if outcomes is None else int((outcomes == 1).sum()),
                n_forbidden=None if outcomes is None else int((outcomes == -1).sum()),
                scores=scores.get(name, {}),
            )
        )
    return rows


def word_rows(
    found: Occurrences, measured: Measured, systems: Iterable[str], documents: Sequence[str], top: int
) -> list[RepeatedWordRow]:
    """List the words that one of the first reference and a system gives in one form, and the other does not."""
    reference = next(iter(measured.counts))
    order = np.argsort(found.groups, kind="stable")
    starts = np.searchsorted(found.groups[order], np.arange(len(found.words) + 1))

    def members(group: int) -> NDArray[np.int64]:
        return order[starts[group] : starts[group + 1]]

    rows = []
    for system in systems:
        ours, theirs = measured.counts[system], measured.counts[reference]
        for kind, one, other in (("reference", theirs, ours), ("system", ours, theirs)):
            differs = measured.is_compared & (one.n_forms == 1) & (other.n_forms > 1)
            groups = np.flatnonzero(differs)
            by_size = np.lexsort((groups, (one.n * other.n * (other.agreement - 1))[groups]))  # the strongest evidence
            for group in groups[by_size][:top].tolist():
                own = members(group)
                rows.append(
                    RepeatedWordRow(
                        "reference" if kind == "reference" else "system",
                        system,
                        documents[found.documents[group]] if documents else "",
                        found.words[group],
                        _forms(found, reference, own),
                        _forms(found, system, own),
                        tuple((np.unique(found.segments[own]) + 1).tolist()),
                    )
                )
    return rows


def _forms(found: Occurrences, text: str, own: NDArray[np.int64]) -> Forms:
    """Count the forms of some occurrences, the most frequent first."""
    labels = found.forms[text]
    counts = Counter(labels.names[code] for code in labels.codes[own].tolist() if code >= 0)
    return tuple(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:_MOST_FORMS])


def term_rows(found: Occurrences) -> list[TermRow]:
    """Lay out every term that the source has, those with the fewest right targets first, and every text."""
    if not found.outcomes:
        return []
    n_terms = len(found.glossary)
    sizes = np.bincount(found.terms, minlength=n_terms)
    right, forbidden = (
        {name: np.bincount(found.terms[one == kind], minlength=n_terms) for name, one in found.outcomes.items()}
        for kind in (1, -1)
    )
    n_lacking = sum(sizes - counts for counts in right.values())
    order = np.argsort(found.terms, kind="stable")
    starts = np.searchsorted(found.terms[order], np.arange(n_terms + 1))
    rows = []
    for number in np.lexsort((np.arange(n_terms), -np.asarray(n_lacking))).tolist():
        if sizes[number]:
            own = order[starts[number] : starts[number + 1]]
            rows += [
                TermRow(
                    found.glossary[number].source, name, int(sizes[number]), int(right[name][number]),
                    int(forbidden[name][number]), _forms(found, name, own),
                )
                for name in found.outcomes
            ]  # fmt: skip
    return rows


def example_rows(
    test_set: TestSet, found: Occurrences, terms: Sequence[TermRow], keys: Mapping[str, str], top: int
) -> list[TermExampleRow]:
    """Choose for every text a segment that lacks a target of each of the terms that it lacks most often."""
    numbers = {term.source: number for number, term in enumerate(found.glossary)}
    rows = []
    for name, outcomes in found.outcomes.items():
        own = [row for row in terms if row.system == name and row.n_right < row.n_occurrences]
        own.sort(key=lambda row: row.n_right - row.n_occurrences)
        for row in own[:top]:
            term = found.glossary[numbers[row.term]]
            lacking = np.flatnonzero((found.terms == numbers[row.term]) & (outcomes < 1))
            at = int(lacking[np.argmin(outcomes[lacking])])  # a forbidden one, where there is any
            segment = int(found.segments[at])
            labels = found.forms[name]
            rows.append(
                TermExampleRow(
                    row.term,
                    name,
                    segment + 1,
                    term.allowed,
                    labels.names[labels.codes[at]] if outcomes[at] < 0 else "",
                    (test_set.sources or ())[segment],
                    _line(test_set, keys[name], segment),
                )
            )
    return rows


def _line(test_set: TestSet, key: str, segment: int) -> str:
    kind, _, name = key.partition(" ")
    text = test_set.systems[name] if kind == "system" else test_set.references[int(name) - 1]
    return text[segment] or ""
