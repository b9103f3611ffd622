"""Texts made of the words of several candidates: a confusion network for each source, and its best path."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steelyard.choosing import NetworkPath, best_path, build_network, merge_doubles, skeleton_priors
from steelyard.metrics import pairwise_scores, parse
from steelyard.questions.choose.decide import Decided
from steelyard.questions.choose.pool import Pool
from steelyard.questions.choose.question import ChooseQuestion
from steelyard.questions.choose.weighing import candidate_weights, kept_candidates, system_weights

__all__ = ["Combined", "combine"]

_CJK = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # each of them a word, as no spaces stand between
# Signs above, below and beside letters, which `\w` leaves out: Hebrew, Arabic, and the scripts from India to Burma.
_SIGNS = "\u0300-\u036f\u0591-\u05bd\u064b-\u0670\u0900-\u0963\u0966-\u109f"
_WORD = rf"(?:[^\W{_CJK}]|[{_SIGNS}])"
_PIECES = re.compile(rf"(\s*)({_WORD}+(?:[.,'’-]{_WORD}+)*|\S)")


@dataclass(frozen=True, slots=True)
class Combined:
    """What was made of the candidates of a source.

    Attributes
    ----------
    text : str
        The words of the best path.
    score : float
        Of the path, as for `CombinedRow`.
    n_nulls : int
        Columns without a word on it.
    backbone : int
        The candidate that gave the order of words, by its place among the source's.
    """

    text: str
    score: float
    n_nulls: int
    backbone: int


def combine(pool: Pool, asked: ChooseQuestion, decided: Decided, n_threads: int) -> list[Combined]:
    """Combine the candidates of every source that took part in the choice; empty where nobody asked for it."""
    if asked.combine is None:
        return []
    lists, of_systems = pool.lists, system_weights(pool, asked)
    found = []
    for i, pick in enumerate(decided.picks.tolist()):
        a, b = int(lists.offsets[i]), int(lists.offsets[i + 1])
        kept = kept_candidates(pool, asked, a, b)
        texts = [lists.texts[a + k] for k in kept]
        votes = len(kept) * candidate_weights(pool, asked, of_systems, i, a + kept)
        chosen = int(np.flatnonzero(kept == pick - a)[0])
        path = _path(texts, votes.tolist(), chosen, asked, n_threads)
        found.append(Combined("".join(path.words).strip(), path.score, path.n_nulls, int(kept[path.skeleton])))
    return found


def _path(texts: Sequence[str], votes: list[float], chosen: int, asked: ChooseQuestion, n_threads: int) -> NetworkPath:
    """Find the best path through the network of one backbone, or of all of them."""
    words = [pieces(text) for text in texts]
    if asked.backbones == "one":
        return best_path([build_network(words, chosen)], votes, null_weight=asked.null_weight)
    # Sums of votes grow with the columns of a network, whoever gave its order: their logarithms can be compared.
    errors = pairwise_scores(parse("ter"), texts, n_threads=n_threads) / 100
    firsts, _ = merge_doubles(texts)
    networks = [build_network(words, int(k)) for k in firsts]
    priors = skeleton_priors(errors)[firsts].tolist()
    return best_path(networks, votes, priors=priors, is_log=True, null_weight=asked.null_weight)


def pieces(text: str) -> list[str]:
    """Split a text into words and marks, with a space before those that do not follow without one.

    So the words of a path, joined, are a text again, and no language's rules of spacing need be known.
    """
    return [(" " if space or not at else "") + word for at, (space, word) in enumerate(_PIECES.findall(text))]
