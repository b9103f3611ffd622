"""Paraphrases learned from a word-aligned text and its source: Owczarzak and others 2006 (W06-3112)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from steelyard.reprs import short_repr
from steelyard.types import Alignment

__all__ = ["Equivalents", "Variant", "learn_paraphrases", "phrase_pairs", "rewrite_once"]

Phrase = tuple[str, ...]
Equivalents = Mapping[Phrase, Sequence[tuple[Phrase, float]]]
"""By phrase: the phrases that translate the same source phrases, and how likely they do; the likeliest first."""


def phrase_pairs(links: Alignment, max_length: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the stretches of source and text that are linked to each other and to nothing else.

    Parameters
    ----------
    links : sequence of (int, int)
        Pairs (source word, word of the text), from 0.
    max_length : int
        Most words of a stretch, on either side.

    Returns
    -------
    list of ((int, int), (int, int))
        In source and text, the first word and the one past the last. Stretches begin and end with linked words: they
        are not extended over words without links.

    Examples
    --------
    >>> from steelyard.text import phrase_pairs
    >>> phrase_pairs(((0, 1), (1, 0)), 2)
    [((0, 1), (1, 2)), ((0, 2), (0, 2)), ((1, 2), (0, 1))]
    """
    of_source, of_text = defaultdict(list), defaultdict(list)
    for i, j in links:
        of_source[i].append(j)
        of_text[j].append(i)
    pairs = []
    for first in sorted(of_source):
        low, high = of_source[first][0], of_source[first][0]
        for last in range(first, first + max_length):
            if last not in of_source:
                continue
            low, high = min(low, *of_source[last]), max(high, *of_source[last])
            if high - low >= max_length:
                break
            if all(first <= i <= last for j in range(low, high + 1) for i in of_text.get(j, ())):
                pairs.append(((first, last + 1), (low, high + 1)))
    return pairs


def learn_paraphrases(
    sources: Sequence[Sequence[str]],
    texts: Sequence[Sequence[str]],
    links: Sequence[Alignment],
    *,
    max_length: int = 3,
    min_count: int = 1,
    min_probability: float = 0.0,
    stop_words: Collection[str] = (),
) -> Equivalents:
    """Find phrases of a text that translate the same phrase of the source.

    Parameters
    ----------
    sources, texts : sequence of sequence of str
        The words of N segments.
    links : sequence
        Their word alignments.
    max_length : int, default 3
        Most words of a phrase.
    min_count : int, default 1
        How often a phrase must translate the other one to count.
    min_probability : float, default 0.0
        How likely a paraphrase must be at least; the paper sets no limit.
    stop_words : collection of str, default ()
        Phrases of these words only are left out, such as prepositions, which the paper excludes. Phrases without a
        letter or digit always are.

    Returns
    -------
    mapping
        Paraphrases of each phrase that has any, with their probability: the sum, over the source phrases f that both
        translate, of p(f | phrase) p(paraphrase | f). What is equivalent to an equivalent phrase is not equivalent.

    Examples
    --------
    >>> from steelyard.text import learn_paraphrases
    >>> sources, texts = [["la", "question"], ["la", "question"]], [["the", "question"], ["the", "issue"]]
    >>> learn_paraphrases(sources, texts, [((0, 0), (1, 1))] * 2)[("issue",)]
    ((('question',), 0.5),)
    """
    stopped = frozenset(stop_words)
    counts: Counter[tuple[Phrase, Phrase]] = Counter()
    for source, text, segment in zip(sources, texts, links, strict=True):
        for (first, last), (start, end) in phrase_pairs(segment, max_length):
            counts[tuple(source[first:last]), tuple(text[start:end])] += 1
    by_source: dict[Phrase, dict[Phrase, int]] = defaultdict(dict)
    of_source: Counter[Phrase] = Counter()
    of_text: Counter[Phrase] = Counter()
    for (source_phrase, phrase), count in counts.items():
        of_source[source_phrase] += count
        of_text[phrase] += count
        if count >= min_count and _has_word(source_phrase) and _has_word(phrase) and not stopped.issuperset(phrase):
            by_source[source_phrase][phrase] = count
    likely: dict[Phrase, dict[Phrase, float]] = defaultdict(lambda: defaultdict(float))
    for source_phrase, group in by_source.items():
        for phrase, here in group.items():
            for other, count in group.items():
                if other != phrase:
                    likely[phrase][other] += here / of_text[phrase] * (count / of_source[source_phrase])
    ordered = {
        phrase: tuple(
            sorted(
                ((other, value) for other, value in others.items() if value >= min_probability),
                key=lambda entry: (-entry[1], entry[0]),
            )
        )
        for phrase, others in likely.items()
    }
    return {phrase: others for phrase, others in ordered.items() if others}


@dataclass(frozen=True, slots=True)
class Variant:
    """A text with one phrase put in another way.

    Attributes
    ----------
    words : tuple of str
        The whole text.
    start, end : int
        What was replaced: words ``start`` to before ``end`` of the original.
    replacement : tuple of str
        What stands there now.
    probability : float
        Of the replacement.

    Examples
    --------
    >>> from steelyard.text import Variant
    >>> Variant(("a", "reply"), 1, 2, ("reply",), 0.5).replacement
    ('reply',)
    """

    words: Phrase
    start: int
    end: int
    replacement: Phrase
    probability: float

    __repr__ = short_repr


def rewrite_once(
    words: Sequence[str],
    paraphrases: Equivalents,
    *,
    keep_length: bool = True,
    first_only: bool = False,
    limit: int | None = None,
) -> list[Variant]:
    """Return the text once for every replacement of one phrase: never two at once.

    Parameters
    ----------
    words : sequence of str
        The text.
    paraphrases : mapping
        From `learn_paraphrases`.
    keep_length : bool, default True
        Only replace phrases by phrases of as many words, so that metrics which look at lengths see those that people
        wrote.
    first_only : bool, default False
        Replace a phrase that occurs several times at its first place only, not at each by itself.
    limit : int, optional
        Most variants: those whose replacement is likeliest, then the first.

    Returns
    -------
    list of Variant
        Different texts, from left to right; short phrases before long ones that start with them.

    Examples
    --------
    >>> from steelyard.text import rewrite_once
    >>> found = {("answer",): ((("reply",), 0.5),), ("but",): ((("however",), 0.2),)}
    >>> [" ".join(variant.words) for variant in rewrite_once("the answer but late".split(), found)]
    ['the reply but late', 'the answer however late']
    """
    text = tuple(words)
    longest = max(map(len, paraphrases), default=0)
    seen, replaced = set(), set()
    found: list[tuple[int, int, Phrase, float]] = []
    for start in range(len(text)):
        for end in range(start + 1, min(start + longest, len(text)) + 1):
            phrase = text[start:end]
            if phrase not in paraphrases or (first_only and phrase in replaced):
                continue
            replaced.add(phrase)
            for other, probability in paraphrases[phrase]:
                if keep_length and len(other) != len(phrase):
                    continue
                change = _least_change(text, start, end, other)
                if change is not None and change not in seen:
                    seen.add(change)
                    found.append((start, end, other, probability))
    if limit is not None and len(found) > limit:
        kept = sorted(range(len(found)), key=lambda i: (-found[i][3], i))[:limit]
        found = [found[i] for i in sorted(kept)]
    return [
        Variant((*text[:start], *other, *text[end:]), start, end, other, probability)
        for start, end, other, probability in found
    ]


def _least_change(text: Phrase, start: int, end: int, other: Phrase) -> tuple[int, int, Phrase] | None:
    """Say what a replacement changes, so that two that make the same text are equal; None where it is nothing.

    A whole text for each would take memory with the square of the words.
    """
    longer = len(other) - (end - start)

    def changed(place: int) -> str:
        return other[place - start] if place < start + len(other) else text[place - longer]

    shorter = min(len(text), len(text) + longer)
    first = start
    while first < shorter and changed(first) == text[first]:
        first += 1
    if first == shorter and not longer:
        return None
    n_after = min(len(text) - end, shorter - first)
    while n_after < shorter - first and changed(len(text) + longer - n_after - 1) == text[len(text) - n_after - 1]:
        n_after += 1
    last = len(text) - n_after
    return first, last, tuple(changed(place) for place in range(first, last + longer))


def _has_word(phrase: Phrase) -> bool:
    return any(character.isalnum() for word in phrase for character in word)
