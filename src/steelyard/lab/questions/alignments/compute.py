"""Score word alignments, and say which of them differ."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import alignment_error_rate, alignment_f, compare_phrases, count_links, phrase_error_rate
from steelyard.asking.doors import asks, question_from
from steelyard.errors import AlignmentError, DataError
from steelyard.inference import seed_of
from steelyard.lab.questions.alignments.answer import AlignmentRow, Alignments, PhraseRow
from steelyard.lab.questions.alignments.inputs import GOLD, GivenAlignments
from steelyard.lab.questions.alignments.method_text import alignments_sentence, cautions
from steelyard.lab.questions.alignments.question import AlignmentsQuestion
from steelyard.questions.compare.as_systems import test_as_systems
from steelyard.scored import Counted
from steelyard.scored.recipe import recipe_of_files
from steelyard.scored.units import unit_of
from steelyard.types import CountedSet, Measurement, Statistics, WordLinks

__all__ = ["compute", "score_alignments"]

Ints = NDArray[np.int64]
Links = Sequence[Sequence[tuple[int, int]]]
Floats = NDArray[np.float64]
Score = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """What was counted."""

    measurements: list[Measurement]  # in the order that was asked for
    counts: Mapping[str, Ints]  # (N, 4): by alignment, as `count_links` has them
    phrases: list[PhraseRow]  # by alignment and length


@asks("lab alignments")
def score_alignments(
    gold: "WordLinks | Links",
    alignments: "Mapping[str, WordLinks | Links]",
    *,
    possible: "Links | None" = None,
    sources: Sequence[str] | None = None,
    targets: Sequence[str] | None = None,
    documents: Sequence[str] | None = None,
    **options: Any,
) -> Alignments:
    """Score word alignments against links that people made, and test every two of them.

    When it misleads: alignment error rate says little of translation quality, as it charges wrong links and missing
    ones alike; look at precision, recall and the phrase pairs, which are what a phrase-based system learns from. All
    of it depends on how many possible links the people made.

    Parameters
    ----------
    gold : WordLinks or sequence of sequence of (int, int)
        Of every sentence pair the links (source word, target word), from 0; as pairs all of them are sure.
    alignments : mapping of str to the same
        Alignments of the same sentence pairs, by name.
    possible : sequence of sequence of (int, int), optional
        Further gold links that are only possible.
    sources, targets : sequence of str, optional
        The texts, whose words blanks separate: where they end decides which words without a link phrases may reach.
    documents : sequence of str, optional
        Of every sentence pair.
    {options}

    Returns
    -------
    Alignments
        Scores with intervals, tested differences, counts of links and phrases.

    Raises
    ------
    AlignmentError
        Parts are of another number of sentence pairs.
    DataError
        A link is beyond the words of its text.

    References
    ----------
    Och and Ney 2003, "A systematic comparison of various statistical alignment models", J03-1002.
    Ayan and Dorr 2006, "Going beyond AER: an extensive analysis of word alignments and their impact on MT", P06-1002.

    Examples
    --------
    >>> import steelyard as sy
    >>> gold, one = [[(0, 0), (1, 1), (2, 2)]], [[(0, 0), (2, 2)]]
    >>> found = sy.lab.score_alignments(gold, {"one": one}, longest=[3])
    >>> {row.label: round(row.score, 1) for row in found.scores}
    {'AER': 20.0, 'precision': 100.0, 'recall': 66.7, 'CPER 3': 33.3}
    """
    truth = _links_of("gold", gold, possible)
    found = {name: _links_of(name, links) for name, links in alignments.items()}
    if not found or not truth.n_segments:
        raise AlignmentError(
            "There is nothing to score: give gold links and an alignment of at least one sentence pair."
        )
    for name, links in found.items():
        if links.n_segments != truth.n_segments:
            raise AlignmentError(
                f"gold has {truth.n_segments:,} sentence pairs, {name} {links.n_segments:,}: give empty ones too."
            )
    given = GivenAlignments.of_links(truth, found, documents=documents)
    if (sources is None) != (targets is None):
        raise AlignmentError("Words are counted on both sides: give both sources and targets.")
    if sources is not None and targets is not None:
        lengths = _length("sources", sources, given.lengths[0]), _length("targets", targets, given.lengths[1])
        given = replace(given, lengths=lengths, has_texts=True)
    return compute(given, question_from(AlignmentsQuestion, options))


def _links_of(name: str, links: "WordLinks | Links", possible: "Links | None" = None) -> WordLinks:
    if isinstance(links, WordLinks):
        return links
    sure, others = list(links), None if possible is None else list(possible)
    if others is not None and len(others) != len(sure):
        raise AlignmentError(f"{name}: {len(sure):,} sentence pairs have sure links, {len(others):,} possible ones.")
    rows = [
        (segment, *link, is_sure)
        for is_sure, every in ((1, sure), (0, others or ()))
        for segment, one in enumerate(every)
        for link in one
    ]
    table = _table(rows, name)
    return WordLinks.of(table[:, 0], table[:, 1], table[:, 2], table[:, 3] == 1, len(sure))


def _table(rows: list[tuple[Any, ...]], name: str) -> Ints:
    """Put links below each other, and refuse halves of words, which would be cut off."""
    try:
        table = np.array(rows or np.empty((0, 4), np.int64))
    except ValueError:  # links of several lengths
        table = np.empty(0)
    if table.dtype.kind not in "iu" or table.shape != (len(rows), 4) or (table < 0).any() or (table >= 2**31).any():
        raise DataError(f"{name}: a link is a pair of whole numbers from 0, a source word and a target word.")
    return table.astype(np.int64)


def _length(role: str, lines: Sequence[str], ends: Ints) -> Ints:
    if len(lines) != len(ends):
        raise AlignmentError(f"{role} has {len(lines):,} lines, but there are {len(ends):,} sentence pairs.")
    found = np.array([len(line.split()) for line in lines], np.int64)
    beyond = np.flatnonzero(ends > found)
    if len(beyond):
        at = int(beyond[0])
        raise DataError(f"A link has word {ends[at] - 1} of {role}, segment {at + 1:,}, which has {found[at]} words.")
    return found


def compute(
    given: GivenAlignments,
    question: AlignmentsQuestion,
    *,
    n_threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Alignments:
    """Score the alignments, and compare them as systems are."""
    seed = seed_of(question.rng)
    n, names = given.gold.n_segments, tuple(given.found)
    documents = None if given.documents is None else tuple(given.documents)
    if documents is not None and len(documents) != n:
        raise AlignmentError(f"There are {n:,} sentence pairs, but documents of {len(documents):,}.")
    measured = _measure_alignments(given, question)
    layout = CountedSet(names, n, documents, (1,) * n, tuple(given.inputs), given.reading)
    counted = Counted(layout, tuple(measured.measurements), n_threads=n_threads, progress=progress)
    scored = test_as_systems(counted, question, seed, family="pairs")
    told = scored.method
    method: Any = {
        "warning": "",
        **told,
        "alpha": question.alpha,
        "notes": cautions(given),
        "sentence": f"{alignments_sentence(given, question)} {told['sentence']}",
        "recipe": recipe_of_files(question, given.reading, unit_of(told), seed),
    }
    rows = _alignment_rows(given, measured)
    shares = tuple(  # where all are alike, they say nothing of how far others may lie
        replace(row, interval=None) if row.interval and row.interval[0] == row.interval[1] else row
        for row in scored.scores
    )
    return Alignments(shares, scored.pairs, rows, tuple(measured.phrases), method)


def _alignment_rows(given: GivenAlignments, measured: _Measured) -> tuple[AlignmentRow, ...]:
    """Say what each alignment links, gold first."""
    n_links, n_sure = len(given.gold.keys), int(given.gold.is_sure.sum())
    every = {GOLD: (given.gold, [n_sure, n_links, n_links, n_sure])}
    every |= {name: (links, measured.counts[name].sum(axis=0).tolist()) for name, links in given.found.items()}
    n_words = [int(side.sum()) for side in given.lengths]
    rows = []
    for name, (links, (n_sure, n_right, n_links, n_gold)) in every.items():
        n_linked = links.extents[:, 2:].sum(axis=0).tolist()
        free = [1 - linked / n if n else 0.0 for linked, n in zip(n_linked, n_words, strict=True)]
        kind, first = given.files.get(name, ("made", 0))
        hits = n_sure, n_right - n_sure, n_links - n_right, n_gold - n_sure
        rows.append(AlignmentRow(name, n_links, *hits, free[0], free[1], kind, first))
    return tuple(rows)


def _measure_alignments(given: GivenAlignments, asked: AlignmentsQuestion) -> _Measured:
    """Count links and phrases of every sentence pair."""
    counts = {name: count_links(given.gold, links) for name, links in given.found.items()}
    stacked = np.stack(list(counts.values()))
    gold = f"sure:{int(given.gold.is_sure.sum())}|possible:{int((~given.gold.is_sure).sum())}"
    weight = f"{asked.f_weight:g}"
    f_score = partial(alignment_f, alpha=asked.f_weight)
    of_links: dict[str, tuple[str, str, list[int], Score]] = {
        "aer": ("aer", "AER", [0, 1, 2, 3], alignment_error_rate),
        "precision": ("precision", "precision", [1, 2], _share),
        "recall": ("recall", "recall", [0, 3], _share),
        "f": (f"f(weight={weight})", "F" if asked.f_weight == 0.5 else f"F {weight}", [0, 1, 2, 3], f_score),
    }
    measurements: list[Measurement] = []
    phrases: list[PhraseRow] = []
    for name in asked.metrics:
        if name in of_links:
            metric, label, columns, score = of_links[name]
            measurements.append(_measurement(given, metric, label, gold, stacked[..., columns], score))
            continue
        for longest in asked.longest:
            by_system = [_count_phrases(given, asked, system, longest, phrases) for system in given.found]
            kind = "tight" if asked.tight else "loose"
            used = "sure" if asked.sure_phrases else "all"
            told = f"phrases:{kind}|gold:{used}|{gold}"
            metric, label = f"cper(longest={longest})", f"CPER {longest}"
            measurements.append(_measurement(given, metric, label, told, np.stack(by_system), phrase_error_rate))
    return _Measured(measurements, counts, phrases)


def _measurement(
    given: GivenAlignments, metric: str, label: str, signature: str, values: Ints, score: Score
) -> Measurement:
    return Measurement(
        metric,
        label,
        signature,
        Statistics.from_values(values),
        lambda sums: 100 * score(sums),
        higher_is_better=metric not in ("aer",) and not metric.startswith("cper"),
        systems=tuple(given.found),
        scale=100,
        bounds=(0.0, 100.0),
    )


def _share(sums: Floats) -> Floats:
    """Divide hits by links; 0 where there are none."""
    found: Floats = sums[..., 0] / np.where(sums[..., 1] > 0, sums[..., 1], 1)
    return found


def _count_phrases(
    given: GivenAlignments, asked: AlignmentsQuestion, system: str, longest: int, rows: list[PhraseRow]
) -> Ints:
    """Count phrases of a system, and append what they are by length."""
    gold = given.gold.sure() if asked.sure_phrases else given.gold
    counts = compare_phrases(gold, given.found[system], *given.lengths, longest, is_tight=asked.tight)
    n_words = max(int(given.lengths[0].sum()), 1)
    n_shared, n_own, n_gold = counts.by_segment.sum(axis=0).tolist()
    coverage = 1 - counts.n_untranslated / n_words
    rows.append(PhraseRow(system, longest, None, n_own, n_gold, n_shared, coverage))
    for length, (shared, own, wanted) in enumerate(counts.by_length.tolist(), 1):
        share = int(counts.n_covered[length - 1]) / n_words
        rows.append(PhraseRow(system, longest, length, own, wanted, shared, share))
    return counts.by_segment
