"""Texts made of the words of several candidates: a confusion network for each source, and its best path."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.choosing import NetworkPath, PathWeights, best_paths, build_network, merge_doubles, skeleton_priors
from steelyard.lab.questions.choose.aligning import aligned_with, matcher_of
from steelyard.lab.questions.choose.decide import Decided
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.weighing import candidate_weights, kept_candidates, system_weights
from steelyard.metrics import Metric, pairwise_scores, parse

__all__ = ["Combined", "Network", "combine", "is_log"]

_CJK = "\u2e80-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # each of them a word, as no spaces stand between
# Signs above, below and beside letters, which `\w` leaves out: Hebrew, Arabic, and the scripts from India to Burma.
_SIGNS = "\u0300-\u036f\u0591-\u05bd\u064b-\u0670\u0900-\u0963\u0966-\u109f"
_WORD = rf"(?:[^\W{_CJK}]|[{_SIGNS}])"
_PIECES = re.compile(rf"(\s*)({_WORD}+(?:[.,'’-]{_WORD}+)*|\S)")


@dataclass(frozen=True, slots=True)
class Combined:
    """What was made of the candidates of a source."""

    text: str  # the words of the best path
    score: float  # of the path, as for `CombinedRow`
    n_nulls: int  # columns without a word on it
    backbone: int  # the candidate that gave the order of words, by its place among the source's
    # the best paths, as many as were asked for; their skeletons are places among the source's candidates
    paths: tuple[NetworkPath, ...]


def is_log(asked: ChooseQuestion, pool: Pool) -> bool:
    """Whether logarithms of shares of votes are added: where something else is added to them."""
    return bool(asked.log_votes or asked.backbones == "all" or asked.word_weight or pool.language_model is not None)


def combine(
    pool: Pool,
    asked: ChooseQuestion,
    decided: Decided,
    n_threads: int,
    progress: Callable[[int, int], None] | None = None,
    n_paths: int = 1,
) -> list[Combined]:
    """Combine the candidates of every source that took part in the choice; empty where nobody asked for it."""
    if asked.combine is None:
        return []
    lists, of_systems, network = pool.lists, system_weights(pool, asked), Network.asked_for(pool, asked, n_threads)
    found = []
    for i, pick in enumerate(decided.picks.tolist()):
        a, b = int(lists.offsets[i]), int(lists.offsets[i + 1])
        kept = kept_candidates(pool, asked, a, b)
        texts = [lists.texts[a + k] for k in kept]
        votes = len(kept) * candidate_weights(pool, asked, of_systems, i, a + kept)
        if asked.rank_votes:
            votes = votes * rank_votes(lists.systems[a:b] or [""] * (b - a), share=is_log(asked, pool))[kept]
        chosen = int(np.flatnonzero(kept == pick - a)[0])
        paths = [
            replace(path, skeleton=int(kept[path.skeleton]))
            for path in network.paths(texts, votes.tolist(), chosen, n_paths)
        ]
        best = paths[0]
        found.append(Combined(text_of(best), best.score, best.n_nulls, best.skeleton, tuple(paths)))
        if progress is not None:
            progress(i + 1, lists.n_segments)
    return found


def rank_votes(systems: Sequence[str], *, share: bool) -> NDArray[np.float64]:
    """Give the k-th candidate of each system 1/(1+k) of a vote; or, as a share, so that a system's add up to 1."""
    found, seen = np.zeros(len(systems)), Counter[str]()
    for at, name in enumerate(systems):
        seen[name] += 1
        found[at] = 1 / (1 + seen[name])
    if share:
        totals = {name: sum(1 / (1 + k) for k in range(1, n + 1)) for name, n in seen.items()}
        found /= [totals[name] for name in systems]
    return found


def text_of(path: NetworkPath) -> str:
    """Return the words of a path as a text."""
    return "".join(path.words).strip()


@dataclass(frozen=True, slots=True)
class Network:
    """How texts of one source are combined."""

    alignment: str  # as it was asked for
    matcher: Metric | None  # what matches words, where a metric does
    has_all: bool  # whether each text is the backbone in turn
    is_log: bool  # whether logarithms of shares of votes are added
    by: PathWeights  # what is added beside votes
    n_threads: int  # for metrics

    @classmethod
    def asked_for(cls, pool: Pool, asked: ChooseQuestion, n_threads: int) -> Self:
        """Settle all that is the same for every source."""
        by = PathWeights(asked.null_weight, asked.word_weight, pool.language_model, asked.lm_weight)
        matcher = matcher_of(asked.network_alignment)
        return cls(asked.network_alignment, matcher, asked.backbones == "all", is_log(asked, pool), by, n_threads)

    def paths(self, texts: Sequence[str], votes: list[float], chosen: int, n: int) -> list[NetworkPath]:
        """Find the best paths through the network of one backbone, or of all of them."""
        words = [pieces(text) for text in texts]
        backbones, priors = [chosen], None
        if self.has_all:
            errors = pairwise_scores(parse("ter"), texts, n_threads=self.n_threads) / 100
            firsts, codes = merge_doubles(texts)
            backbones = [int(k) for k in firsts]
            # Of equal texts the heaviest says how much the network weighs; one without a weight gives no order.
            heaviest = [
                max(vote for vote, code in zip(votes, codes, strict=True) if code == c) for c in range(len(firsts))
            ]
            priors = (skeleton_priors(errors)[firsts] * heaviest).tolist()
        alignments = aligned_with(backbones, words, self.alignment, self.matcher, self.n_threads)
        networks = [build_network(words, k, alignments=one) for k, one in zip(backbones, alignments, strict=True)]
        return best_paths(networks, n, votes, priors=priors, is_log=self.is_log, by=self.by)


def pieces(text: str) -> list[str]:
    """Split a text into words and marks, with a space before those that do not follow without one.

    So the words of a path, joined, are a text again, and no language's rules of spacing need be known.
    """
    return [(" " if space or not at else "") + word for at, (space, word) in enumerate(_PIECES.findall(text))]
