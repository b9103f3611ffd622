"""A reference rewritten with synonyms from the output it is compared with: Kauchak and Barzilay 2006 (N06-1058)."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from steelyard.reprs import short_repr

__all__ = ["Rewriting", "Substitution", "SynonymSets", "rewrite_towards", "split_words", "substitution_candidates"]

_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")

Judge = Callable[[str, Sequence[str], int], float | None]
"""Says for a word, a text and a place how well the word would fit there; None or up to 0: not at all."""


class SynonymSets(Protocol):
    """What is asked of a dictionary: the numbers of the sets that a word is in; synonyms share one.

    Examples
    --------
    >>> class Two:
    ...     def sets_of(self, word):
    ...         return {1} if word in ("reply", "answer") else set()
    >>> Two().sets_of("reply")
    {1}
    """

    def sets_of(self, word: str) -> Collection[int]:
        """Return the sets of a word.

        Parameters
        ----------
        word : str
            In lower case.

        Returns
        -------
        collection of int
            None for an unknown word.
        """


@dataclass(frozen=True, slots=True)
class Substitution:
    """One word of a reference in whose place another was put.

    Attributes
    ----------
    place : int
        Which word, from 0.
    word, replacement : str
        Both in lower case.
    score : float
        How well it fits.

    Examples
    --------
    >>> from steelyard.text import Substitution
    >>> Substitution(1, "reply", "answer", 0.5).replacement
    'answer'
    """

    place: int
    word: str
    replacement: str
    score: float


@dataclass(frozen=True, slots=True)
class Rewriting:
    """A reference that was brought nearer to an output.

    Attributes
    ----------
    text : str
        The whole reference; what was not replaced is as it was.
    substitutions : tuple of Substitution
        From left to right.

    Examples
    --------
    >>> from steelyard.text import Rewriting
    >>> Rewriting("a b", ()).text
    'a b'
    """

    text: str
    substitutions: tuple[Substitution, ...]

    __repr__ = short_repr


def split_words(text: str) -> list[str]:
    """Return the words of a text as substitution sees them: in lower case, without marks between them.

    Parameters
    ----------
    text : str
        A sentence, tokenised or not.

    Returns
    -------
    list of str
        Runs of letters, digits and underscores; hyphens and apostrophes may stand within them.

    Examples
    --------
    >>> from steelyard.text import split_words
    >>> split_words("Don't move, he said.")
    ["don't", 'move', 'he', 'said']
    """
    return [match[0].lower() for match in _WORD.finditer(text)]


def substitution_candidates(
    reference: Sequence[str], hypothesis: Sequence[str], synonyms: SynonymSets
) -> list[tuple[int, str]]:
    """Find words of the output that are synonyms of words of the reference, neither being in the other text.

    Parameters
    ----------
    reference, hypothesis : sequence of str
        From `split_words`.
    synonyms : SynonymSets
        A dictionary.

    Returns
    -------
    list of (int, str)
        A place in the reference and a word of the output; by place, then in order of the output.

    Examples
    --------
    >>> from steelyard.text import substitution_candidates
    >>> class Two:
    ...     def sets_of(self, word):
    ...         return {1} if word in ("reply", "answer") else set()
    >>> substitution_candidates(["the", "reply"], ["the", "answer"], Two())
    [(1, 'answer')]
    """
    said, written = set(hypothesis), set(reference)
    offered = [(word, frozenset(synonyms.sets_of(word))) for word in dict.fromkeys(hypothesis) if word not in written]
    offered = [(word, sets) for word, sets in offered if sets]
    found = []
    for place, word in enumerate(reference):
        if offered and word not in said:
            sets = synonyms.sets_of(word)
            found += [(place, other) for other, of_other in offered if not of_other.isdisjoint(sets)]
    return found


def rewrite_towards(reference: str, hypothesis: str, synonyms: SynonymSets, judge: Judge | None = None) -> Rewriting:
    """Put words of the output in the place of their synonyms in the reference, where they fit.

    All replacements are judged in the reference as it was. Of several words for one place the one that fits best is
    taken, then the first of the output; a word is used once, at its leftmost place.

    Parameters
    ----------
    reference, hypothesis : str
        Texts.
    synonyms : SynonymSets
        A dictionary.
    judge : callable, optional
        How well a word would fit; by default every synonym does.

    Returns
    -------
    Rewriting
        With the case of the replaced word's first letter.

    Examples
    --------
    >>> from steelyard.text import rewrite_towards
    >>> class Two:
    ...     def sets_of(self, word):
    ...         return {1} if word in ("reply", "answer") else set()
    >>> rewrite_towards("Reply soon!", "an answer, soon", Two()).text
    'Answer soon!'
    """
    words = split_words(reference)
    by_place: dict[int, list[tuple[float, str]]] = {}
    for place, word in substitution_candidates(words, split_words(hypothesis), synonyms):
        score = 1.0 if judge is None else judge(word, words, place)
        if score is not None and score > 0:
            by_place.setdefault(place, []).append((score, word))
    used: set[str] = set()
    chosen: dict[int, Substitution] = {}
    for place in sorted(by_place):
        free = [(score, word) for score, word in by_place[place] if word not in used]
        if free:
            score, word = max(free, key=lambda entry: entry[0])
            used.add(word)
            chosen[place] = Substitution(place, words[place], word, score)
    places = iter(range(len(words)))

    def put(match: re.Match[str]) -> str:
        substitution = chosen.get(next(places))
        if substitution is None:
            return match[0]
        word = substitution.replacement
        return word[0].upper() + word[1:] if match[0][0].isupper() else word

    return Rewriting(_WORD.sub(put, reference), tuple(chosen.values()))
