"""Confusion networks: several outputs of a source, word under word, and the best path through their columns."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, SpecError
from steelyard.short_repr import short_repr

__all__ = ["ConfusionNetwork", "NetworkPath", "best_path", "build_network", "skeleton_priors"]

NULL = ""  # what stands in a column for a hypothesis that has no word there
_TIE = 1e-9  # of costs that are shares
_FLOOR = 1e-10  # of a vote in the log form: a word that nobody with a weight has

Matches = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class ConfusionNetwork:
    """What each hypothesis has in each column.

    Attributes
    ----------
    columns : tuple of tuple of str
        By column the word of each hypothesis, ``""`` where it has none.
    skeleton : int
        The hypothesis that gave the order of words.

    Raises
    ------
    AlignmentError
        Columns have words of another number of hypotheses, or the skeleton is none of them.

    Examples
    --------
    >>> from steelyard.choosing import ConfusionNetwork
    >>> ConfusionNetwork((("a", "the"), ("cat", "cat")), 0).n_hypotheses
    2
    """

    columns: tuple[tuple[str, ...], ...]
    skeleton: int

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse columns that do not fit."""
        sizes = {len(column) for column in self.columns}
        if len(sizes) > 1 or (sizes and not 0 <= self.skeleton < next(iter(sizes))):
            raise AlignmentError(
                f"Columns have words of {sorted(sizes)} hypotheses, and the skeleton is {self.skeleton}."
            )

    @property
    def n_hypotheses(self) -> int:
        """How many stand under each other; 0 without columns."""
        return len(self.columns[0]) if self.columns else 0


@dataclass(frozen=True, slots=True)
class NetworkPath:
    """A way through a network.

    Attributes
    ----------
    words : tuple of str
        Without those that are none.
    score : float
        Sum of votes or of their logarithms, with what NULLs and words bring.
    n_nulls : int
        Columns in which no word was chosen.
    skeleton : int
        Of the network it goes through.

    Examples
    --------
    >>> from steelyard.choosing import NetworkPath
    >>> NetworkPath(("the", "cat"), 4.0, 0, 0).words
    ('the', 'cat')
    """

    words: tuple[str, ...]
    score: float
    n_nulls: int
    skeleton: int

    __repr__ = short_repr


def build_network(
    hypotheses: Sequence[Sequence[str]], skeleton: int = 0, *, matches: Matches | None = None
) -> ConfusionNetwork:
    """Set hypotheses word under word, each aligned with the skeleton by the fewest edits.

    Parameters
    ----------
    hypotheses : sequence of sequence of str
        Words of each output of one source, split by the same tokenizer.
    skeleton : int, default 0
        Which of them gives the order.
    matches : callable, (str, str) -> float, optional
        What it costs to set a word under another one, from 0, the same word, to 1; by default 0 or 1 by their
        spelling. A stem or a synonym in common may cost less than 1.

    Returns
    -------
    ConfusionNetwork
        With the skeleton's words, and columns for words that stand between them. Hypotheses that insert at the same
        place share columns from the left.

    Raises
    ------
    SpecError
        There is no such hypothesis.

    Notes
    -----
    Words keep their order: what TER would shift is a deletion and an insertion here. Of equally cheap alignments that
    is taken which sets words under each other rather than leaving them out, from the right end of the texts.

    References
    ----------
    Bangalore, Bordel and Riccardi 2001, "Computing consensus translation from multiple machine translation systems";
    Rosti et al. 2007, "Combining outputs from multiple machine translation systems", N07-1029; P07-1040.

    Examples
    --------
    >>> from steelyard.choosing import build_network
    >>> build_network([["the", "cat", "sat"], ["a", "cat", "sat", "down"]]).columns
    (('the', 'a'), ('cat', 'cat'), ('sat', 'sat'), ('', 'down'))
    """
    if not 0 <= skeleton < len(hypotheses):
        raise SpecError(f"The skeleton must be one of {len(hypotheses)} hypotheses, from 0, not {skeleton}.")
    cost = matches or _spelling
    order = list(hypotheses[skeleton])
    under = [[NULL] * len(hypotheses) for _ in order]
    between: list[list[list[str]]] = [[] for _ in range(len(order) + 1)]  # columns before each word, and at the end
    for h, words in enumerate(hypotheses):
        gap, n_here = 0, 0
        for i, j in _aligned(order, list(words), cost):
            if i is not None:
                under[i][h] = NULL if j is None else words[j]
                gap, n_here = i + 1, 0
            elif j is not None:
                if n_here == len(between[gap]):
                    between[gap].append([NULL] * len(hypotheses))
                between[gap][n_here][h] = words[j]
                n_here += 1
    columns = [column for i in range(len(order)) for column in (*between[i], under[i])] + between[-1]
    return ConfusionNetwork(tuple(map(tuple, columns)), skeleton)


def _spelling(first: str, second: str) -> float:
    return float(first != second)


def _aligned(first: Sequence[str], second: Sequence[str], cost: Matches) -> list[tuple[int | None, int | None]]:
    """Return pairs of places, None where one text has no word: the cheapest, words under each other where that ties."""
    costs = _costs(first, second, cost)
    total = _fewest_edits(costs).tolist()
    under = costs.tolist()
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(first), len(second)
    while i or j:
        if i and j and total[i][j] >= total[i - 1][j - 1] + under[i - 1][j - 1] - _TIE:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and total[i][j] >= total[i - 1][j] + 1 - _TIE:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def _costs(first: Sequence[str], second: Sequence[str], cost: Matches) -> NDArray[np.float64]:
    """Return what it costs to set each word of one text under each of the other, asked once for every two words."""
    codes = {word: code for code, word in enumerate(dict.fromkeys([*first, *second]))}
    rows, columns = (np.array([codes[word] for word in text], np.int64) for text in (first, second))
    if cost is _spelling:
        return np.asarray(rows[:, np.newaxis] != columns, np.float64)
    known = {(a, b): cost(a, b) for a in dict.fromkeys(first) for b in dict.fromkeys(second)}
    return np.array([[known[a, b] for b in second] for a in first]).reshape(len(first), len(second))


def _fewest_edits(costs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the cost of aligning every two beginnings of two texts, shape (n + 1, m + 1)."""
    n, m = costs.shape
    places = np.arange(m + 1.0)
    total = np.zeros((n + 1, m + 1))
    total[0] = places
    for i in range(n):
        row = total[i] + 1
        row[1:] = np.minimum(row[1:], total[i, :-1] + costs[i])
        # A word more on the right costs 1: the cheapest start on the left, in one pass.
        total[i + 1] = np.minimum.accumulate(row - places) + places
    return total


def best_path(
    networks: Sequence[ConfusionNetwork],
    weights: Sequence[float] | None = None,
    *,
    priors: Sequence[float] | None = None,
    is_log: bool = False,
    null_weight: float = 0.0,
    word_weight: float = 0.0,
) -> NetworkPath:
    """Find the path with the highest score through one network or several.

    Parameters
    ----------
    networks : sequence of ConfusionNetwork
        Of the same hypotheses; several have different skeletons.
    weights : sequence of float, optional
        Votes of each hypothesis, from 0; by default 1 each.
    priors : sequence of float, optional
        Of each network: their logarithm is added to the scores of its paths in the log form, and they are multiplied
        with the votes in the other; by default 1 each.
    is_log : bool, default False
        Add up logarithms of votes, with weights that add up to 1, in place of votes.
    null_weight, word_weight : float, default 0
        What every NULL and every word on the path adds.

    Returns
    -------
    NetworkPath
        Of paths with the same score the one with the fewest NULLs, then the one whose words are the skeleton's where
        it can, then that of the first hypotheses and networks.

    Raises
    ------
    SpecError
        There is no network, or weights or priors do not fit.

    Notes
    -----
    Without a language model each column decides by itself. Misleads where hypotheses share their mistakes: votes count
    how many say so, not whether they are right; and paths may join words that no hypothesis has side by side.

    References
    ----------
    Rosti, Matsoukas and Schwartz 2007, "Improved word-level system combination for machine translation", P07-1040.

    Examples
    --------
    >>> from steelyard.choosing import best_path, build_network
    >>> network = build_network([["the", "cat", "sat"], ["a", "cat", "sat"], ["the", "hat", "sat"]])
    >>> path = best_path([network])
    >>> path.words, path.score
    (('the', 'cat', 'sat'), 7.0)
    """
    if not networks:
        raise SpecError("There is no network to go through.")
    n = max(network.n_hypotheses for network in networks)
    votes = _votes([1.0] * n if weights is None or not n else weights, networks, is_log=is_log)
    prior = [1.0] * len(networks) if priors is None else list(priors)
    if len(prior) != len(networks) or not all(np.isfinite(p) and p > 0 for p in prior):
        raise SpecError(f"Each of {len(networks)} networks needs a prior above 0, not {prior}.")
    paths = [
        _path(network, votes, p, is_log, null_weight, word_weight) for network, p in zip(networks, prior, strict=True)
    ]
    highest = max(path.score for path in paths)
    near = [path for path in paths if path.score >= highest - 1e-12 * max(1.0, abs(highest))]
    return min(near, key=lambda path: path.n_nulls)  # the first of several


def _votes(weights: Sequence[float], networks: Sequence[ConfusionNetwork], *, is_log: bool) -> list[float]:
    votes = [float(weight) for weight in weights]
    if any(network.columns and network.n_hypotheses != len(votes) for network in networks):
        raise SpecError(f"There are {len(votes)} weights, but networks of another number of hypotheses.")
    if not all(np.isfinite(vote) and vote >= 0 for vote in votes) or (votes and not sum(votes)):
        raise SpecError(f"Weights must be numbers from 0, not all of them 0: not {votes}.")
    return [vote / sum(votes) for vote in votes] if is_log else votes


def _path(
    network: ConfusionNetwork,
    votes: Sequence[float],
    prior: float,
    is_log: bool,
    null_weight: float,
    word_weight: float,
) -> NetworkPath:
    chosen, score = [], 0.0
    for column in network.columns:
        by_word: dict[str, float] = {}
        for word, vote in zip(column, votes, strict=True):
            by_word[word] = by_word.get(word, 0.0) + vote
        worth = {
            word: (float(np.log(max(vote, _FLOOR))) if is_log else vote * prior)
            + (word_weight if word else null_weight)
            for word, vote in by_word.items()
        }
        highest = max(worth.values())
        near = [word for word, value in worth.items() if value >= highest - 1e-12 * max(1.0, abs(highest))]
        # Fewest NULLs, then the skeleton's wording; of others the first hypothesis's.
        spoken = [word for word in near if word != NULL]
        own = column[network.skeleton]
        best = NULL if not spoken else own if own in spoken else spoken[0]
        chosen.append(best)
        score += worth[best]
    words = tuple(word for word in chosen if word)
    return NetworkPath(
        words, score + (float(np.log(prior)) if is_log else 0.0), len(chosen) - len(words), network.skeleton
    )


def skeleton_priors(errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each hypothesis a prior as the skeleton, by how far the others are from it.

    Parameters
    ----------
    errors : array, shape (H, H)
        Error of each hypothesis (row) with each as its reference (column), such as TER as a share; 0 with itself.

    Returns
    -------
    array, shape (H,)
        Adds up to 1, as the exponential of minus the mean error. The highest is the hypothesis of least risk.

    Raises
    ------
    SpecError
        The array is not square, or not finite.

    References
    ----------
    Rosti, Matsoukas and Schwartz 2007, P07-1040, section 4.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.choosing import skeleton_priors
    >>> skeleton_priors(np.array([[0.0, 0.5], [0.25, 0.0]])).round(4).tolist()
    [0.5312, 0.4688]
    """
    if errors.ndim != 2 or errors.shape[0] != errors.shape[1] or not errors.size or not np.isfinite(errors).all():
        raise SpecError(
            f"Errors must be finite numbers, a row and a column per hypothesis, not of shape {errors.shape}."
        )
    risk = errors.mean(axis=0)
    shares = np.exp(-(risk - risk.min()))
    priors: NDArray[np.float64] = shares / shares.sum()
    return priors
