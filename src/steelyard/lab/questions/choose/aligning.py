"""How words of candidates are set under those of a backbone: by edits, by TER's shifts, or by what METEOR matches."""

from collections.abc import Sequence
from dataclasses import fields, replace

from steelyard.errors import SpecError
from steelyard.lab.choosing import Alignment, align_by_edits, spelling_costs
from steelyard.metrics import Metric, Ter, parse
from steelyard.text import Corpus
from steelyard.types import TestSet

__all__ = ["EDITS", "TER", "aligned_with", "matcher_of"]

EDITS, TER = "edits", "ter"
_ALIKE = 0.5  # what it costs to set a word under one that METEOR matches with it: more than under itself
Words = Sequence[str]


def matcher_of(spelled: str) -> Metric | None:
    """Return the metric whose matches align words, reading them as they are; None for edits and TER."""
    if spelled.lower() in (EDITS, TER):
        return None
    metric = parse(spelled)
    if not metric.name.startswith("meteor") or "tokenize" not in {one.name for one in fields(metric)}:
        raise SpecError(
            f"Words are aligned by {EDITS}, by {TER} or by the matches of a METEOR (--network-alignment), such as "
            f"meteor-2005, not by {spelled}."
        )
    return replace(metric, tokenize="none")  # type: ignore[call-arg]


def aligned_with(
    skeletons: Sequence[int], texts: Sequence[Words], how: str, matcher: Metric | None, n_threads: int
) -> list[list[Alignment]]:
    """Align every text with each skeleton, whatever the case of words: shape (skeletons, texts)."""
    keys = [tuple(word.strip().lower() for word in words) for words in texts]
    wanted = list(dict.fromkeys((keys[s], key) for s in skeletons for key in keys))
    if matcher is not None:
        found = _by_matches(wanted, matcher, n_threads)
    else:
        align = _by_ter if how.lower() == TER else align_by_edits
        found = [align(*pair) for pair in wanted]
    known = dict(zip(wanted, found, strict=True))
    return [[known[keys[s], key] for key in keys] for s in skeletons]


def _by_ter(skeleton: Words, words: Words) -> Alignment:
    """Set words where TER's shifts put them, under what it keeps or substitutes."""
    found = Ter().align(" ".join(words), [" ".join(skeleton)])
    places = list(range(len(words)))
    for shift in found.shifts:
        places = shift.apply(places)
    pairs: list[tuple[int | None, int | None]] = []
    i = j = 0
    for step in found.operations:
        has_first, has_second = step != "I", step != "D"
        pairs.append((i if has_first else None, places[j] if has_second else None))
        i, j = i + has_first, j + has_second
    return pairs


def _by_matches(pairs: Sequence[tuple[Words, Words]], matcher: Metric, n_threads: int) -> list[Alignment]:
    """Align all pairs by edits that cost less between words with a stem or a synonym in common, or of paraphrases.

    Words keep their order: METEOR's own links may cross, and those of articles and commas do so far across a text.
    """
    data = TestSet(
        references=[[" ".join(skeleton) for skeleton, _ in pairs]],
        systems={"candidates": [" ".join(words) for _, words in pairs]},
    )
    found: list[Alignment] = []
    for (skeleton, words), (_, links) in zip(pairs, matcher.alignments(Corpus(data, n_threads)) or (), strict=True):
        costs = spelling_costs(skeleton, words)
        for link in links:
            block = costs[slice(*link.reference), slice(*link.hypothesis)]
            block[block > _ALIKE] = _ALIKE
        found.append(align_by_edits(skeleton, words, costs))
    return found
