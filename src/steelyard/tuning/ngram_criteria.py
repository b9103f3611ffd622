"""Criteria over the n-grams of candidates, as D07-1055 has them: their likelihood, and expected BLEU."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.short_repr import short_repr

__all__ = ["NgramTables", "expected_ngram_bleu", "ngram_log_likelihood", "ngram_tables"]

Array = NDArray[np.float64]
Codes = NDArray[np.int64]

_ORDERS = 4
_MOST_COUNTS = 30  # of one n-gram in a sentence, in the sums over counts


@dataclass(frozen=True, slots=True, eq=False)
class NgramTables:
    """The n-grams of the candidates of all lists and of their references.

    Attributes
    ----------
    candidates, grams, counts : array of int64, shape (T,)
        A row for each different n-gram of a candidate: whose, which (numbered list by list), how often.
    order, list_of, in_reference : array of int64, shape (G,)
        Of each numbered n-gram: its length, its list, and how often it stands in the reference.
    words, reference_words : array of int64, shapes (C,) and (N,)
        Lengths.

    Examples
    --------
    >>> from steelyard.tuning import ngram_tables
    >>> tables = ngram_tables([["a", "b"], ["a"]], [0, 2], [["a", "b"]])
    >>> tables.order.tolist(), tables.in_reference.tolist()
    ([1, 1, 2], [1, 1, 1])
    """

    candidates: Codes
    grams: Codes
    counts: Codes
    order: Codes
    list_of: Codes
    in_reference: Codes
    words: Codes
    reference_words: Codes

    __repr__ = short_repr


def _ngrams(words: Sequence[str]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + n]) for n in range(1, _ORDERS + 1) for i in range(len(words) - n + 1))


def ngram_tables(
    candidates: Sequence[Sequence[str]], offsets: Sequence[int] | Codes, references: Sequence[Sequence[str]]
) -> NgramTables:
    """Number the n-grams, of 1 to 4 words, of all candidates and of the one reference of each list.

    Parameters
    ----------
    candidates : sequence of sequence of str
        Words of each candidate, list after list.
    offsets : sequence of int, length N + 1
        List i has the candidates ``offsets[i]`` to ``offsets[i + 1]``.
    references : sequence of sequence of str
        Words of each list's reference.

    Returns
    -------
    NgramTables
        n-grams of a reference that no candidate has are numbered, too.

    Raises
    ------
    AlignmentError
        There are not as many references as lists.

    Examples
    --------
    >>> from steelyard.tuning import ngram_tables
    >>> ngram_tables([["a", "a"]], [0, 1], [["a"]]).counts.tolist()
    [2, 1]
    """
    if len(references) != len(offsets) - 1:
        raise AlignmentError(f"There are {len(references)} references for {len(offsets) - 1} lists.")
    rows: list[tuple[int, int, int]] = []
    of_grams: list[tuple[int, int, int]] = []
    for segment, reference in enumerate(references):
        in_reference, known = _ngrams(reference), dict[tuple[str, ...], int]()
        places = range(int(offsets[segment]), int(offsets[segment + 1]))
        found = [(place, _ngrams(candidates[place])) for place in places]
        for gram in dict.fromkeys(
            gram for counted in (*(grams for _, grams in found), in_reference) for gram in counted
        ):
            known[gram] = len(of_grams)
            of_grams.append((len(gram), segment, in_reference[gram]))
        rows += [(place, known[gram], count) for place, grams in found for gram, count in grams.items()]
    table, numbered = np.array(rows, dtype=np.int64).reshape(-1, 3), np.array(of_grams, dtype=np.int64).reshape(-1, 3)
    lengths = [np.array([len(words) for words in texts], dtype=np.int64) for texts in (candidates, references)]
    return NgramTables(*table.T, *numbered.T, *lengths)


def _summed(places: Codes, values: NDArray[Any], n: int) -> Array:
    found: Array = np.bincount(places, values, minlength=n).astype(np.float64)
    return found


def _distribution(tables: NgramTables, chances: Array, vocabulary: int, alpha: float) -> tuple[Array, Array]:
    """Return the expected count of each n-gram, and its smoothed share among those of its order and list."""
    expected = _summed(tables.grams, chances[tables.candidates] * tables.counts, len(tables.order))
    group = tables.list_of * _ORDERS + tables.order - 1
    totals = _summed(group, expected, 0)[group]
    shares = np.divide(expected, totals, out=np.zeros(len(expected)), where=totals > 0)
    return expected, alpha * shares + (1 - alpha) / float(vocabulary) ** tables.order


def ngram_log_likelihood(tables: NgramTables, chances: Array, *, vocabulary: int, alpha: float = 0.9) -> Array:
    """Return the log-likelihood of the references' n-grams, order by order, summed over lists.

    Parameters
    ----------
    tables : NgramTables
        Of candidates and references.
    chances : array, shape (C,)
        Of the candidates, 1 in every list: see `posteriors`.
    vocabulary : int
        Words of the target language: what is not expected of a list has the chance (1 - alpha) / vocabulary**n.
    alpha : float, default 0.9
        Weight of what is expected.

    Returns
    -------
    array of float64, shape (4,)
        For 1 to 4 words; their sum is the criterion MLE-N.

    Notes
    -----
    Of several references take the mean of one table each.

    References
    ----------
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import ngram_log_likelihood, ngram_tables
    >>> tables = ngram_tables([["a", "b"], ["a", "c"]], [0, 2], [["a"]])
    >>> ngram_log_likelihood(tables, np.array([0.5, 0.5]), vocabulary=10).round(4).tolist()
    [-0.7765, 0.0, 0.0, 0.0]
    """
    _, shares = _distribution(tables, chances, vocabulary, alpha)
    return _summed(tables.order - 1, np.log(shares) * tables.in_reference, _ORDERS)


def expected_ngram_bleu(
    tables: NgramTables, chances: Array, *, vocabulary: int, alpha: float = 0.9, beta: float = 0.9
) -> tuple[Array, Array, Array]:
    """Return expected BLEU of each list as D07-1055 writes it: n-grams and their counts by themselves.

    Parameters
    ----------
    tables : NgramTables
        Of candidates and references.
    chances : array, shape (C,)
        Of the candidates, 1 in every list.
    vocabulary : int
        Words of the target language.
    alpha, beta : float, default 0.9
        Weights of what is expected of n-grams, and of how often each stands in a candidate that has it; the rest is
        even, and Poisson's.

    Returns
    -------
    (array of shape (N,), array of shape (N, 4), array of shape (N,))
        The values, the precisions, and the expected brevity penalty, list by list.

    Notes
    -----
    The criterion EB-N, for replication. The paper calls a share times a mean count an expected total, which it is only
    if counts are taken given that the n-gram occurs; so they are here. For use take `expected_corpus_score`, which
    rests on no such independence and serves every metric.

    References
    ----------
    Zens et al. 2007, "A systematic comparison of training criteria for statistical machine translation", D07-1055.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.tuning import expected_ngram_bleu, ngram_tables
    >>> text = ["a", "b", "c", "d"]
    >>> tables = ngram_tables([text], [0, 1], [text])
    >>> values, _, penalty = expected_ngram_bleu(tables, np.ones(1), vocabulary=1000)
    >>> values.round(3).tolist(), penalty.tolist()
    ([0.963], [1.0])
    """
    expected, shares = _distribution(tables, chances, vocabulary, alpha)
    mass = np.bincount(tables.grams, chances[tables.candidates], minlength=len(tables.order))
    is_seen = mass > 0
    given = np.where(is_seen, mass, 1.0)
    clipped = chances[tables.candidates] * np.minimum(tables.counts, tables.in_reference[tables.grams])
    matches = np.bincount(tables.grams, clipped, minlength=len(mass)) / given
    mean = expected / given
    counts = np.arange(1, _MOST_COUNTS + 1)
    log_factorials = np.cumsum(np.log(counts))
    with np.errstate(divide="ignore"):
        poisson = np.exp(np.log(mean)[:, None] * counts - mean[:, None] - log_factorials)
    by_chance = (poisson * np.minimum(counts, tables.in_reference[:, None])).sum(axis=1)
    weights = np.where(is_seen, shares, 0.0)
    group, n = tables.list_of * _ORDERS + tables.order - 1, len(tables.reference_words) * _ORDERS
    over = np.bincount(group, weights * (beta * matches + (1 - beta) * by_chance), minlength=n)
    under = np.bincount(group, weights * (beta * mean + (1 - beta) * (poisson @ counts)), minlength=n)
    precisions = np.divide(over, under, out=np.zeros(n), where=under > 0).reshape(-1, _ORDERS)
    penalty = _expected_penalty(tables, chances)
    return penalty * np.prod(precisions, axis=1) ** (1 / _ORDERS), precisions, penalty


def _expected_penalty(tables: NgramTables, chances: Array) -> Array:
    """Return the mean brevity penalty of each list's candidates; an empty one has 0."""
    n = len(tables.reference_words)
    list_of = np.zeros(len(chances), dtype=np.int64)
    list_of[tables.candidates] = tables.list_of[tables.grams]
    words = np.maximum(tables.words, 1)
    penalties = np.where(tables.words > 0, np.exp(np.minimum(0.0, 1 - tables.reference_words[list_of] / words)), 0.0)
    return _summed(list_of, chances * penalties, n)
