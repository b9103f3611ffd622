"""Oracles of metrics that count over several references, or over other texts than references."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

from tests.laws.metrics_under_law import EXAMPLES
from tests.reliability.oracles.base import Answer, Oracle, Words, of_words
from tests.reliability.pairs import Case, Lengths
from tests.twins import ngrams, nist, soft_bleu, sub_goals
from tests.twins.thirteen_a import thirteen_a

_FEW = Lengths(usual=6, longest=30, share=0.01)


def of_several() -> list[Oracle]:
    """Return them."""
    return [
        Oracle("byte-ratio", "twin", _byte_ratio),
        Oracle("gap-bigram(tokenize=none)", "twin", of_words(_gap_bigram), n_references=2),
        *(
            Oracle(
                f"length-ratio(tokenize=none, reference_length={choice})", "twin", of_words(_length_ratio(choice)),
                n_references=3,
            )
            for choice in ("closest", "longest", "average")
        ),
        Oracle("nist", "twin", _nist, _FEW, n_references=2, is_of_all=True),
        Oracle(f"seen(corpus={_CORPUS})", "twin", lambda h, _: _seen(h, 1), words=_corpus_words()),
        Oracle(f"seen(corpus={_CORPUS}, length=2)", "twin", lambda h, _: _seen(h, 2), words=_corpus_words()),
        Oracle("soft-bleu(base=prefix:2, tokenize=none)", "twin", of_words(_soft_bleu), _FEW, n_references=2),
        Oracle("sub-goal(tokenize=none)", "twin", of_words(lambda h, *r: _sub_goals(h, r, 2)), _FEW, n_references=2),
        Oracle(
            "sub-goal(min_references=1, tokenize=none)", "twin", of_words(lambda h, *r: _sub_goals(h, r, 1)), _FEW
        ),
    ]  # fmt: skip


def _byte_ratio(hypothesis: str, source: str) -> float:
    ours, theirs = (len(text.encode("utf-8", "surrogatepass")) for text in (hypothesis, source))
    return (1 + math.erf((ours / theirs - 1) / 0.2 / math.sqrt(2))) / 2 if theirs else 0.5


def _gap_bigram(hypothesis: Words, *references: Words) -> float:
    ours, *theirs = (
        Counter((text[i], text[i + 2]) for i in range(len(text) - 2)) for text in (hypothesis, *references)
    )
    most = Counter({pair: max(one[pair] for one in theirs) for pair in ours})
    return (ours & most).total() / ours.total() if ours else 0.0


def _length_ratio(choice: str) -> Answer:
    def score(hypothesis: Words, *references: Words) -> float:
        if choice == "longest":
            length = max(map(len, references))
        else:
            length = ngrams.reference_length(hypothesis, references, choice)
        if not hypothesis or not length:
            return float(not hypothesis and not length)
        return float(min(len(hypothesis) / length, length / len(hypothesis)))

    return score


def _nist(cases: Sequence[Case]) -> list[float]:
    segments = [(ours, theirs) for ours, *theirs in ([_plain(text) for text in case] for case in cases)]
    return [nist.nist(row, 5) for row in nist.statistics(segments, 5)]


def _plain(text: str) -> Words:
    return [word.translate(_SMALL) for word in thirteen_a(text)]


_SMALL = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_CORPUS = repr(str(EXAMPLES / "reference.1.en"))


def _corpus_words() -> list[str]:
    return (EXAMPLES / "reference.1.en").read_text(encoding="utf-8").split()


@cache
def _known(length: int) -> frozenset[Sequence[str]]:
    lines = (EXAMPLES / "reference.1.en").read_text(encoding="utf-8").splitlines()
    return frozenset(gram for line in lines for gram in soft_bleu.grams(thirteen_a(line), length))


def _seen(hypothesis: str, length: int) -> float:
    grams = soft_bleu.grams(thirteen_a(hypothesis), length)
    return sum(gram in _known(length) for gram in grams) / len(grams) if grams else 0.0


def _soft_bleu(hypothesis: Words, *references: Words) -> float:
    def similarity(one: str, other: str) -> float:
        return 1.0 if one == other else 0.5 * (one[:2] == other[:2])

    orders = range(1, 5)
    matches = [soft_bleu.matches(hypothesis, references, n, similarity) for n in orders]
    totals = [len(soft_bleu.grams(hypothesis, n)) for n in orders]
    return ngrams.bleu(len(hypothesis), ngrams.reference_length(hypothesis, references), matches, totals, "exp")


def _sub_goals(hypothesis: Words, references: Sequence[Words], min_references: int) -> float:
    answers = sub_goals.answers(hypothesis, references, min_references)
    asked = sum(answer != 0 for answer in answers)
    return sum(answer == 1 for answer in answers) / asked if asked else 0.0
