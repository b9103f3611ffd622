"""Paths through confusion networks: the best one, and the best few."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.errors import SpecError
from steelyard.lab.choosing.networks import NULL, ConfusionNetwork
from steelyard.reprs import short_repr
from steelyard.types import NgramModel

__all__ = ["NetworkPath", "PathWeights", "best_paths"]

_FLOOR = 1e-10  # of a vote in the log form: a word that nobody with a weight has
_TIE = 1e-9
_BEAM = 100


@dataclass(frozen=True, slots=True)
class PathWeights:
    """How a path is scored beside its votes.

    Attributes
    ----------
    null, word : float, default 0
        What every NULL and every word on it adds.
    model : NgramModel, optional
        A language model, whose words are those of the path without the blanks around them.
    model_weight : float, default 0
        Of the natural logarithm of the chance of its words.

    Raises
    ------
    SpecError
        A weight is not finite.

    Examples
    --------
    >>> from steelyard.lab.choosing import PathWeights
    >>> PathWeights(null=0.5).word
    0.0
    """

    null: float = 0.0
    word: float = 0.0
    model: NgramModel | None = None
    model_weight: float = 0.0

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse weights that are no numbers."""
        if not np.isfinite([self.null, self.word, self.model_weight]).all():
            raise SpecError("Weights of NULLs, words and a language model must be finite numbers.")


@dataclass(frozen=True, slots=True)
class NetworkPath:
    """A way through a network.

    Attributes
    ----------
    words : tuple of str
        Without those that are none.
    score : float
        Sum of votes or of their logarithms, with what NULLs, words and a language model bring.
    n_nulls : int
        Columns in which no word was chosen.
    skeleton : int
        Of the network it goes through.
    votes, prior, language_model : float, default 0
        What the score is made of, before weights: the votes, or their logarithms; the logarithm of the network's prior,
        in the log form; the logarithm of the chance of the words.
    agreement : tuple of int, default ()
        In how many columns each hypothesis has what the path has.

    Examples
    --------
    >>> from steelyard.lab.choosing import NetworkPath
    >>> NetworkPath(("the", "cat"), 4.0, 0, 0).words
    ('the', 'cat')
    """

    words: tuple[str, ...]
    score: float
    n_nulls: int
    skeleton: int
    votes: float = 0.0
    prior: float = 0.0
    language_model: float = 0.0
    agreement: tuple[int, ...] = ()

    __repr__ = short_repr


def best_paths(
    networks: Sequence[ConfusionNetwork],
    n: int,
    weights: Sequence[float] | None = None,
    *,
    priors: Sequence[float] | None = None,
    is_log: bool = False,
    by: PathWeights | None = None,
    beam: int = _BEAM,
) -> list[NetworkPath]:
    """Find the paths with the highest scores through one network or several, each with other words.

    Parameters
    ----------
    networks : sequence of ConfusionNetwork
        Of the same hypotheses; several have different skeletons.
    n : int
        At most as many paths.
    weights : sequence of float, optional
        Votes of each hypothesis, from 0; by default 1 each.
    priors : sequence of float, optional
        Of each network: their logarithm is added to the scores of its paths in the log form, and they are multiplied
        with the votes in the other; by default 1 each. With a prior of 0 a network is left out.
    is_log : bool, default False
        Add up logarithms of votes, with weights that add up to 1, in place of votes.
    by : PathWeights, optional
        What NULLs, words and a language model bring; by default nothing.
    beam : int, default 100
        Beginnings of paths with different words that are kept with a language model, or `n` where that is more.

    Returns
    -------
    list of NetworkPath
        Best first. Of paths with the same score the one with the fewest NULLs, then the one whose words are the
        skeleton's where it can, then that of the first hypotheses and networks.

    Raises
    ------
    SpecError
        There is no network, or weights or priors do not fit.

    Notes
    -----
    Without a language model these are the best paths there are; with one the search may miss some. Misleads where
    hypotheses share their mistakes: votes count how many say so, not whether they are right; and paths may join words
    that no hypothesis has side by side.

    References
    ----------
    Rosti, Matsoukas and Schwartz 2007, "Improved word-level system combination for machine translation", P07-1040,
    equations 5 and 6.

    Examples
    --------
    >>> from steelyard.lab.choosing import best_paths, build_network
    >>> words = ["a cat", "a cat", "the cat", "the cat", "the hat"]
    >>> network = build_network([text.split() for text in words])
    >>> [" ".join(path.words) for path in best_paths([network], 3)]
    ['the cat', 'a cat', 'the hat']
    """
    if not networks:
        raise SpecError("There is no network to go through.")
    if n < 1:
        raise SpecError(f"One path or more can be found, not {n}.")
    n_hypotheses = max(network.n_hypotheses for network in networks)
    votes = _votes([1.0] * n_hypotheses if weights is None or not n_hypotheses else weights, networks, is_log=is_log)
    prior = [1.0] * len(networks) if priors is None else list(priors)
    if len(prior) != len(networks) or not all(np.isfinite(p) and p >= 0 for p in prior) or not any(prior):
        raise SpecError(f"Each of {len(networks)} networks needs a prior from 0, not all of them 0: not {prior}.")
    by = by or PathWeights()
    size = n if by.model is None else max(n, beam)
    found: dict[tuple[str, ...], NetworkPath] = {}
    for network, p in zip(networks, prior, strict=True):
        for path in _paths(network, votes, p, is_log, by, size) if p else ():
            known = found.get(path.words)
            if known is None or _rank(path) < _rank(known):
                found[path.words] = path
    return sorted(found.values(), key=_rank)[:n]  # stable: of equal ones the first


def _rank(path: NetworkPath) -> tuple[float, int]:
    return -_rounded(path.score), path.n_nulls


def _rounded(score: float) -> float:
    return round(score / _TIE) * _TIE


def _votes(weights: Sequence[float], networks: Sequence[ConfusionNetwork], *, is_log: bool) -> list[float]:
    votes = [float(weight) for weight in weights]
    if any(network.columns and network.n_hypotheses != len(votes) for network in networks):
        raise SpecError(f"There are {len(votes)} weights, but networks of another number of hypotheses.")
    if not all(np.isfinite(vote) and vote >= 0 for vote in votes) or (votes and not sum(votes)):
        raise SpecError(f"Weights must be numbers from 0, not all of them 0: not {votes}.")
    return [vote / sum(votes) for vote in votes] if is_log else votes


@dataclass(slots=True)
class _Begun:
    """The beginning of a path."""

    score: float
    n_nulls: int
    votes: float
    language_model: float
    context: tuple[str, ...]  # of the language model
    words: int  # their number in the tree of beginnings
    before: "_Begun | None"
    word: str  # in the last column

    def rank(self) -> tuple[float, int]:
        return -_rounded(self.score), self.n_nulls


def _paths(
    network: ConfusionNetwork, votes: Sequence[float], prior: float, is_log: bool, by: PathWeights, size: int
) -> list[NetworkPath]:
    """Find the best paths of one network, column by column; beginnings with the same words are one."""
    log_prior = float(np.log(prior)) if is_log else 0.0
    start = () if by.model is None else by.model.start()
    begun = [_Begun(log_prior, 0, 0.0, 0.0, start, 0, None, NULL)]
    tree: dict[tuple[int, str], int] = {}
    for column in network.columns:
        options = _options(column, votes, network.skeleton, prior, is_log)
        best: dict[int, _Begun] = {}
        for one in begun:
            for word, value in options:
                words = tree.setdefault((one.words, word), len(tree) + 1) if word else one.words
                more = _with_word(one, word, value, words, by)
                known = best.get(words)
                if known is None or more.rank() < known.rank():
                    best[words] = more
        begun = sorted(best.values(), key=_Begun.rank)[:size]
    if by.model is not None:
        for one in begun:
            end = by.model.end(one.context)
            one.language_model += end
            one.score += by.model_weight * end
        begun.sort(key=_Begun.rank)
    return [_whole(one, network, log_prior) for one in begun]


def _options(
    column: tuple[str, ...], votes: Sequence[float], skeleton: int, prior: float, is_log: bool
) -> list[tuple[str, float]]:
    """List the words of a column with their votes: the skeleton's first, NULL last, so that ties go so."""
    by_word: dict[str, float] = {column[skeleton]: 0.0}
    for word, vote in zip(column, votes, strict=True):
        by_word[word] = by_word.get(word, 0.0) + vote
    if NULL in by_word:
        by_word[NULL] = by_word.pop(NULL)
    if is_log:
        return [(word, float(np.log(max(vote, _FLOOR)))) for word, vote in by_word.items()]
    return [(word, vote * prior) for word, vote in by_word.items()]


def _with_word(one: _Begun, word: str, value: float, words: int, by: PathWeights) -> _Begun:
    """Go on with a word of the next column, or with NULL."""
    votes = one.votes + value
    if not word:
        return _Begun(
            one.score + value + by.null, one.n_nulls + 1, votes, one.language_model, one.context, words, one, word
        )
    score, chance, context = one.score + value + by.word, 0.0, one.context
    if by.model is not None:
        chance, context = by.model.next(context, word.strip())
        score += by.model_weight * chance
    return _Begun(score, one.n_nulls, votes, one.language_model + chance, context, words, one, word)


def _whole(last: _Begun, network: ConfusionNetwork, log_prior: float) -> NetworkPath:
    """Read a path from its end."""
    chosen: list[str] = []
    at: _Begun = last
    while at.before is not None:
        chosen.append(at.word)
        at = at.before
    chosen.reverse()
    agreement = [0] * network.n_hypotheses
    for word, column in zip(chosen, network.columns, strict=True):
        for h, other in enumerate(column):
            agreement[h] += word == other
    return NetworkPath(
        tuple(word for word in chosen if word),
        last.score,
        last.n_nulls,
        network.skeleton,
        last.votes,
        log_prior,
        last.language_model,
        tuple(agreement),
    )
