"""Does a word fit into a context? Boosted stumps on n-grams and collocations, as in Kauchak and Barzilay 2006."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from steelyard.reprs import short_repr

__all__ = ["ContextClassifier", "context_features", "learn_contexts"]

Feature = tuple[str | int, ...]

_LONGEST_NGRAM = 2
_LONGEST_COLLOCATION = 4
_WINDOW = 2  # words to each side that collocations look at
_GAP = ""  # stands for the word itself, which is not looked at


def context_features(words: Sequence[str], place: int) -> set[Feature]:
    """Describe the context of a place in a text.

    Parameters
    ----------
    words : sequence of str
        The text.
    place : int
        The word that is left out.

    Returns
    -------
    set of tuple
        Words and pairs of neighbours anywhere to the left or right; and all sequences of 1 to 4 words between the
        second word to the left and the second to the right, with where they start.

    Examples
    --------
    >>> from steelyard.text import context_features
    >>> sorted(context_features(["take", "place", "now"], 1), key=str)[:3]
    [('now',), ('take',), (-1, 'take')]
    """
    features: set[Feature] = set()
    for side in (words[:place], words[place + 1 :]):
        for length in range(1, _LONGEST_NGRAM + 1):
            features |= {tuple(side[at : at + length]) for at in range(len(side) - length + 1)}
    first, last = max(place - _WINDOW, 0), min(place + _WINDOW + 1, len(words))
    shown = [*words[first:place], _GAP, *words[place + 1 : last]]
    for start in range(len(shown)):
        for end in range(start + 1, min(start + _LONGEST_COLLOCATION, len(shown)) + 1):
            if end - start > 1 or shown[start] != _GAP:
                features.add((first + start - place, *shown[start:end]))
    return features


@dataclass(frozen=True, slots=True)
class ContextClassifier:
    """Says whether a word fits into a context.

    Attributes
    ----------
    weights : mapping of tuple to float
        What a feature of the context adds.
    bias : float
        What it starts from.
    n_examples : int
        Sentences it was learned from, half of them with the word.

    Examples
    --------
    >>> from steelyard.text import ContextClassifier
    >>> fits = ContextClassifier({("river",): 2.0}, -1.0, 10)
    >>> fits.decide(["the", "river", "bank"], 2) > 0
    True
    """

    weights: Mapping[Feature, float]
    bias: float
    n_examples: int

    __repr__ = short_repr

    def decide(self, words: Sequence[str], place: int) -> float:
        """Judge a place in a text: above 0 the word fits.

        Parameters
        ----------
        words : sequence of str
            The text.
        place : int
            The word that would be replaced.

        Returns
        -------
        float
            Larger is surer.
        """
        return self.bias + sum(
            self.weights.get(feature, 0.0) for feature in sorted(context_features(words, place), key=str)
        )


def learn_contexts(
    sentences: Sequence[Sequence[str]],
    words: Collection[str],
    *,
    min_occurrences: int = 10_000,
    max_examples: int = 5_000,
    n_rounds: int = 100,
    seed: int = 12345,
) -> dict[str, ContextClassifier]:
    """Learn from a text where words can stand.

    For each word, sentences with it (at its first place) are told from as many drawn sentences without it (at a drawn
    place), by AdaBoost with confidence-rated stumps, as BoosTexter does.

    Parameters
    ----------
    sentences : sequence of sequence of str
        A large text, in the form in which contexts will be judged.
    words : collection of str
        Which words to learn.
    min_occurrences : int, default 10_000
        Rarer words are not learned: the paper substitutes none of them.
    max_examples : int, default 5_000
        Most sentences with the word that are used, drawn where there are more.
    n_rounds : int, default 100
        Most stumps.
    seed : int, default 12345
        Of the draws; each word has its own, whatever other words are learned.

    Returns
    -------
    dict of str to ContextClassifier
        Without the words that are too rare.

    References
    ----------
    Schapire and Singer 2000, "BoosTexter: a boosting-based system for text categorization", 10.1023/A:1007649029923.

    Examples
    --------
    >>> from steelyard.text import learn_contexts
    >>> sentences = [["river", "bank", "here"], ["some", "word", "there"]] * 20
    >>> fits = learn_contexts(sentences, ["bank"], min_occurrences=10)["bank"]
    >>> fits.decide(["river", "shore", "here"], 1) > 0, fits.decide(["some", "shore", "there"], 1) > 0
    (True, False)
    """
    wanted = frozenset(words)
    counts = dict.fromkeys(wanted, 0)
    found: dict[str, list[int]] = {word: [] for word in wanted}
    for number, sentence in enumerate(sentences):
        for word in wanted.intersection(sentence):
            counts[word] += sentence.count(word) if isinstance(sentence, list | tuple) else list(sentence).count(word)
            found[word].append(number)
    learned = {}
    for word in sorted(wanted):
        if counts[word] < max(min_occurrences, 1):
            continue
        examples = _draw_examples(sentences, word, found[word], max_examples, seed)
        if examples:
            learned[word] = _boost(examples, n_rounds)
    return learned


def _draw_examples(
    sentences: Sequence[Sequence[str]], word: str, with_word: list[int], max_examples: int, seed: int
) -> list[tuple[set[Feature], bool]]:
    """Return features of contexts and whether they have the word: as many that do as that do not."""
    rng = np.random.default_rng([seed, crc32(word.encode())])
    has_word = np.zeros(len(sentences), dtype=np.bool_)
    has_word[with_word] = True
    is_candidate = np.array([bool(sentence) for sentence in sentences]) & ~has_word
    without = np.flatnonzero(is_candidate)
    n = min(len(with_word), len(without), max_examples)
    positive = sorted(rng.choice(with_word, n, replace=False).tolist()) if n else []
    negative = sorted(rng.choice(without, n, replace=False).tolist()) if n else []
    examples = [(context_features(sentences[i], list(sentences[i]).index(word)), True) for i in positive]
    for i in negative:
        examples.append((context_features(sentences[i], int(rng.integers(len(sentences[i])))), False))
    return examples


def _boost(examples: list[tuple[set[Feature], bool]], n_rounds: int) -> ContextClassifier:
    """Add stumps that each ask for one feature, the one with the least Z first."""
    n = len(examples)
    numbers: dict[Feature, int] = {}
    rows, columns = [], []
    for row, (features, _) in enumerate(examples):
        for feature in sorted(features, key=str):
            rows.append(row)
            columns.append(numbers.setdefault(feature, len(numbers)))
    names = list(numbers)
    row_of, column_of = np.array(rows, dtype=np.int64), np.array(columns, dtype=np.int64)
    n_with = np.bincount(column_of, minlength=len(names))
    is_kept = (n_with > 1)[column_of]  # what one example has alone says nothing of others
    row_of, column_of = row_of[is_kept], column_of[is_kept]
    label = np.array([1.0 if is_positive else -1.0 for _, is_positive in examples])
    weight = np.full(n, 1 / n)
    smoothing = 1 / n
    weights: dict[Feature, float] = {}
    bias = 0.0
    for _ in range(n_rounds if len(row_of) else 0):
        by_side = [_sum_by(column_of, np.where(label == side, weight, 0.0)[row_of], len(names)) for side in (1.0, -1.0)]
        absent = [weight[label == side].sum() - present for side, present in zip((1.0, -1.0), by_side, strict=True)]
        z = 2 * (np.sqrt(by_side[0] * by_side[1]) + np.sqrt(np.maximum(absent[0], 0) * np.maximum(absent[1], 0)))
        z[n_with <= 1] = np.inf
        best = int(np.argmin(z))
        if z[best] >= 1 - 1e-9:
            break
        votes = [
            0.5 * float(np.log((max(side[0][best], 0.0) + smoothing) / (max(side[1][best], 0.0) + smoothing)))
            for side in (by_side, absent)
        ]
        has_feature = np.zeros(n, dtype=np.bool_)
        has_feature[row_of[column_of == best]] = True
        weight = weight * np.exp(-label * np.where(has_feature, votes[0], votes[1]))
        weight /= weight.sum()
        weights[names[best]] = weights.get(names[best], 0.0) + votes[0] - votes[1]
        bias += votes[1]
    return ContextClassifier(weights, bias, n)


def _sum_by(groups: NDArray[np.int64], values: NDArray[np.float64], n_groups: int) -> NDArray[np.float64]:
    sums: NDArray[np.float64] = np.bincount(groups, weights=values, minlength=n_groups).astype(np.float64)
    return sums
