"""Words aligned by meaning, slowly: every one-to-one alignment is tried, and all that are best are kept."""

from collections.abc import Callable
from functools import cache

from steelyard.types import Parse, Word

WORTHS = (1.0, 0.9, 0.8, 0.7)  # the same form, lemma, synonyms, the same stem


def scores(
    hypothesis: Parse, reference: Parse, stem: Callable[[str], str], sets_of: Callable[[str], frozenset[int]]
) -> list[float]:
    """Return the score; several, where alignments of different worth are equally good."""
    ours, theirs = (
        [i for i, word in enumerate(parse.words) if word.upos != "PUNCT"] for parse in (hypothesis, reference)
    )
    if not ours and not theirs:
        return [1.0]

    def worth(i: int, j: int) -> float:
        one, other = hypothesis.words[i], reference.words[j]
        forms, lemmas = (one.form.lower(), other.form.lower()), (lemma(one), lemma(other))
        are_alike = (
            forms[0] == forms[1],
            lemmas[0] == lemmas[1],
            bool(sets_of(lemmas[0]) & sets_of(lemmas[1])),
            stem(forms[0]) == stem(forms[1]),
        )
        return max((value for value, is_alike in zip(WORTHS, are_alike, strict=True) if is_alike), default=0.0)

    def weight(n: int, m: int) -> float:
        heads = head(hypothesis, ours[n], ours), head(reference, theirs[m], theirs)
        is_edge = heads == (None, None) or (None not in heads and worth(*heads) > 0)
        return worth(ours[n], theirs[m]) + 0.1 * is_edge - 1e-6 * abs(n / len(ours) - m / len(theirs))

    @cache
    def best(n: int, free: frozenset[int]) -> tuple[float, frozenset[float]]:
        """Return the best weight of the words from the n-th on, and what they can then be worth."""
        if n == len(ours):
            return 0.0, frozenset({0.0})
        ways = [best(n + 1, free)]
        for m in free:
            if value := worth(ours[n], theirs[m]):
                rest, worths = best(n + 1, free - {m})
                ways.append((rest + weight(n, m), frozenset(round(value + one, 6) for one in worths)))
        most = max(way[0] for way in ways)
        return most, frozenset().union(*(worths for total, worths in ways if most - total < 1e-9))

    return [2 * total / (len(ours) + len(theirs)) for total in best(0, frozenset(range(len(theirs))))[1]]


def lemma(word: Word) -> str:
    return (word.lemma or word.form).lower()


def head(parse: Parse, place: int, kept: list[int]) -> int | None:
    """Return the place of a word's head, None for the root and where punctuation is the head."""
    above = (parse.words[place].head or 0) - 1
    return above if above in kept else None
