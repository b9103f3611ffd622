"""Oracles of METEOR, and of metrics on references that it rewrote."""

from collections.abc import Sequence

from tests.laws.metrics_under_law import METEOR_RESOURCES, SYNONYMS
from tests.reliability.oracles.base import Answer, Oracle, Words, of_words
from tests.reliability.oracles.resources import (
    drawn_words,
    english_stem,
    function_words,
    phrases,
    porter_stem,
    sets_of,
)  # fmt: skip
from tests.reliability.oracles.words import bleu, translation_edit_rate
from tests.reliability.pairs import Lengths
from tests.twins import meteor, staged

_EARLY = {"meteor-2005": (0.9, 3.0, 0.5), "meteor-2007": (0.81, 0.83, 0.28), "meteor-2008": (0.95, 0.5, 0.45)}
_RANK = (0.85, 0.2, 0.6, 0.75, dict(zip(meteor.STAGES, (1.0, 0.6, 0.8, 0.6), strict=True)))
_SHORT = Lengths(usual=5, longest=7)  # all alignments are tried


def of_meteor() -> list[Oracle]:
    """Return those of every year, and of M-BLEU and M-TER."""
    exact = f"{SYNONYMS}, beam=1000, tokenize=none"  # the widest search, so that nothing is overlooked
    found = [
        Oracle(f"{name}({exact})", "twin", of_words(_early(*parameters)), _SHORT, words=drawn_words())
        for name, parameters in _EARLY.items()
    ]
    found += [
        Oracle(
            f"{name}({METEOR_RESOURCES}, search=exact, tokenize=none)", "twin", of_words(_late),
            Lengths(usual=6, longest=16, share=0.02), words=drawn_words(),
        )
        for name in ("meteor-1.3", "meteor-1.4", "meteor-1.5")
    ]  # fmt: skip
    for name, inner, score in (("m-bleu", "bleu", bleu), ("m-ter", "ter", translation_edit_rate)):
        spelling = f"{name}(metric='{inner}({_PLAIN[inner]})', {exact})"
        found.append(Oracle(spelling, "twin", of_words(_on_rewritten(score)), _SHORT, words=drawn_words()))
    return found


_PLAIN = {"bleu": "tokenize=none", "ter": "case_sensitive=True"}


def _stages() -> list[staged.IsAlike]:
    return [
        lambda a, b: a == b,
        lambda a, b: porter_stem(a) == porter_stem(b),
        lambda a, b: bool(sets_of(a) & sets_of(b)),
    ]


def _aligned(hypothesis: Words, reference: Words) -> set[staged.Alignment]:
    return staged.alignments(_lower(hypothesis), _lower(reference), _stages())


def _lower(words: Words) -> Words:
    return [word.lower() for word in words]


def _early(alpha: float, beta: float, gamma: float) -> Answer:
    def score(hypothesis: Words, reference: Words) -> list[float]:
        found = _aligned(hypothesis, reference)
        return [staged.score(hypothesis, reference, alignment, alpha, beta, gamma) for alignment in found]

    return score


def _on_rewritten(score: Answer) -> Answer:
    def scores(hypothesis: Words, reference: Words) -> list[float]:
        rewritten = {
            tuple(hypothesis[h] if h >= 0 else word for h, word in zip(alignment, reference, strict=True))
            for alignment in _aligned(hypothesis, reference)
        }
        return [score(hypothesis, list(words)) for words in rewritten]

    return scores


def _late(hypothesis: Words, reference: Words) -> float:
    """Return METEOR 1.x with the parameters that were fitted to ranks of English."""
    if not hypothesis and not reference:
        return 1.0
    ours, theirs = _lower(hypothesis), _lower(reference)
    if ours == theirs:
        return 1.0  # word by word, and in one chunk
    alpha, beta, gamma, delta, weights = _RANK
    matches = meteor.matches_of(ours, theirs, english_stem, sets_of, phrases())
    taken = meteor.beam_alignment(len(ours), len(theirs), matches, 40)

    def weight(words: Sequence[str]) -> float:
        n_function = sum(word in function_words() for word in words)
        return delta * (len(words) - n_function) + (1 - delta) * n_function

    def share(side: Words, matched: list[tuple[float, Sequence[str]]]) -> float:
        whole = weight(side)
        return sum(worth * weight(words) for worth, words in matched) / whole if whole else 0.0

    precision = share(ours, [(weights[m.stage], ours[m.h : m.h + m.h_length]) for m in taken])
    recall = share(theirs, [(weights[m.stage], theirs[m.r : m.r + m.r_length]) for m in taken])
    if not precision or not recall:
        return 0.0
    mean = 1 / ((1 - alpha) / precision + alpha / recall)
    n_matched = [sum(m.h_length for m in taken), sum(m.r_length for m in taken)]
    n_chunks = meteor.chunks_of(taken)
    if n_chunks == 1 and n_matched == [len(ours), len(theirs)]:
        n_chunks = 0
    return max(0.0, mean * (1 - gamma * (n_chunks / (sum(n_matched) / 2)) ** beta))
