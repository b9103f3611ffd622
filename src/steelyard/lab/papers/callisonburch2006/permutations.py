"""Orders of an output that BLEU cannot tell apart: how many there are, and one of them drawn."""

from collections import Counter
from dataclasses import dataclass
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from steelyard.text import EncodedCorpus
from steelyard.types import Tokens

__all__ = ["Orders", "blanked", "count_orders", "reordered"]

_TRIES = 20  # draws for an output before it keeps its order
_PURPOSE = 2006  # tells these draws from others with the same seed

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Orders:
    """What of every output may change place without a loss of n-grams."""

    words: Integers  # (S, N): tokens of each output
    sites: Integers  # (S, N): pairs of neighbours in excess of the paper's matches of 2-grams
    phrases: tuple[Tokens, ...]  # by system, the stretches between pairs of neighbours that stand in no reference
    n_phrases: Integers  # (S, N): how many each output has
    # and log_texts, (S, N): natural logarithms of the number of orders, by the paper's count, and of the phrases, equal
    # ones counted once
    log_orders: NDArray[np.float64]
    log_texts: NDArray[np.float64]


def count_orders(encoded: EncodedCorpus, n_threads: int = 1) -> Orders:
    """Count the orders of every output that keep its matches.

    An output of k tokens with b matching 2-grams is cut at the others, so that k - b phrases may stand in any order,
    (k - b)! of them. Matches are clipped, and a 2-gram beyond its count in the references is a site like any other; yet
    a longer n-gram may match across it. The phrases kept here are cut where a 2-gram stands in no reference at all,
    which no matching n-gram crosses: not one is lost, whatever the order.
    """
    n = encoded.n_segments
    words = encoded.hypothesis_lengths
    matched = encoded.matches(2, n_threads)[..., 1]
    n_words = 1 + max(int(tokens.values.max(initial=0)) for tokens in (encoded.hypotheses, encoded.references))
    of_references = np.tile(np.arange(n), len(encoded.is_present))
    known_pairs = _keys(encoded.references, of_references, n_words, 2)
    phrases, n_phrases, log_texts = [], np.zeros_like(words), np.zeros(words.shape)
    for s in range(encoded.n_systems):
        outputs = encoded.hypotheses.take(np.arange(s * n, (s + 1) * n))
        cut = _cut(outputs, ~np.isin(_keys(outputs, np.arange(n), n_words, 2), known_pairs))
        of_phrase = np.searchsorted(outputs.offsets, cut.offsets[:-1], side="right") - 1
        n_phrases[s] = np.bincount(of_phrase, minlength=n)
        log_texts[s] = _log_texts(cut, of_phrase, n)
        phrases.append(cut)
    log_orders = np.array([[lgamma(k + 1) for k in row] for row in (words - matched).tolist()])
    sites = np.maximum(words - matched - 1, 0)
    return Orders(words, sites, tuple(phrases), n_phrases, log_orders, log_texts)


def _keys(texts: Tokens, segments: Integers, n_words: int, order: int) -> Integers:
    """Number the n-grams of all texts, of one word or two, so that equal ones of a segment have equal numbers.

    For two words there is one a token, that with the word before it: -1 at the start of a text.
    """
    values = texts.values.astype(np.int64)
    keys = np.repeat(segments, texts.lengths) * n_words + values
    if order == 1:
        return keys
    pairs = np.full(len(values), -1, dtype=np.int64)
    pairs[1:] = keys[1:] * n_words + values[:-1]
    pairs[texts.offsets[:-1][texts.lengths > 0]] = -1
    return pairs


def _cut(outputs: Tokens, is_site: NDArray[np.bool_]) -> Tokens:
    """Cut texts before the tokens that are a site, and at their starts."""
    starts = is_site.copy()
    starts[outputs.offsets[:-1][outputs.lengths > 0]] = True
    return Tokens(outputs.values, np.append(np.flatnonzero(starts), len(outputs.values)).astype(np.int64))


def _log_texts(phrases: Tokens, of_phrase: Integers, n: int) -> NDArray[np.float64]:
    """Take the logarithm of the orders of each text's phrases, equal ones not told apart."""
    held: list[Counter[bytes]] = [Counter() for _ in range(n)]
    for segment, phrase in zip(of_phrase.tolist(), phrases, strict=True):
        held[segment][phrase.tobytes()] += 1
    return np.array([
        lgamma(sum(counts.values()) + 1) - sum(lgamma(m + 1) for m in counts.values() if m > 1) for counts in held
    ])  # fmt: skip


def reordered(
    encoded: EncodedCorpus, orders: Orders, seed: int, longest: int = 4, n_threads: int = 1
) -> tuple[Tokens, ...]:
    """Draw an order of the phrases of every output that matches as many n-grams of each length, by system.

    n-grams are looked at up to the longest.

    An order that by chance matches more is drawn again; after twenty draws the output keeps its own.
    """
    n = encoded.n_segments
    matched = encoded.matches(longest, n_threads)
    drawn = []
    for s, phrases in enumerate(orders.phrases):
        outputs = encoded.hypotheses.take(np.arange(s * n, (s + 1) * n))
        of_phrase = np.repeat(np.arange(n), orders.n_phrases[s])
        kept, is_open = outputs, orders.n_phrases[s] > 1
        for round_ in range(_TRIES):
            rng = np.random.Generator(np.random.Philox(key=seed, counter=[0, _PURPOSE, round_, s]))
            order = np.lexsort((rng.random(len(of_phrase)), of_phrase))
            tried = Tokens(phrases.take(order).values, outputs.offsets)
            candidates = EncodedCorpus(tried, encoded.references, encoded.is_present)
            is_equal = (candidates.matches(longest, n_threads)[0] == matched[s]).all(axis=-1)
            is_taken = np.repeat(is_open & is_equal, kept.lengths)
            kept = Tokens(np.where(is_taken, tried.values, kept.values), kept.offsets)
            is_open &= ~is_equal
            if not is_open.any():
                break
        drawn.append(kept)
    return tuple(drawn)


def blanked(encoded: EncodedCorpus, texts: Tokens, word: int) -> Tokens:
    """Put one word in the place of every token that stands in no reference of its segment."""
    n = encoded.n_segments
    n_words = 1 + max(int(tokens.values.max(initial=0)) for tokens in (texts, encoded.references))
    known = _keys(encoded.references, np.tile(np.arange(n), len(encoded.is_present)), n_words, 1)
    is_free = ~np.isin(_keys(texts, np.arange(n), n_words, 1), known)
    return Tokens(np.where(is_free, np.int32(word), texts.values).astype(np.int32), texts.offsets)
