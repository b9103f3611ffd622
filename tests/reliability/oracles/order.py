"""Oracles of chunks, subsequences and the order of words."""

from collections.abc import Callable

from tests.reliability.oracles.base import SLOW, Oracle, Words, of_words
from tests.reliability.pairs import Lengths
from tests.twins import chunks, gtm, homola, recognition, ribes, rouge, sia, word_order


def of_chunks() -> list[Oracle]:
    """Return those of runs of words that both texts have."""
    plain = "tokenize=none, lowercase=False"
    every = Lengths(usual=7, longest=12)  # subsequences are listed
    return [
        *(Oracle("gtm", "twin", of_words(_gtm), n_references=n) for n in (1, 2)),
        Oracle(f"aile({plain})", "twin", of_words(lambda h, r: chunks.score(h, r, 0.1, 1.2, delta=2.0)), every),
        Oracle(f"impact({plain})", "twin", of_words(lambda h, r: chunks.score(h, r, 0.1, 1.2)), every),
        *(Oracle(f"sia({plain})", "twin", of_words(_sia), SLOW, n_references=n) for n in (1, 2)),
        Oracle("grr(tokenize=none)", "twin", of_words(_grr), SLOW),
        Oracle("rouge-w(tokenize=none)", "twin", of_words(lambda h, r: _f(rouge.rouge_w(h, r, 1.2)))),
    ]


def of_order() -> list[Oracle]:
    """Return those of the order of words."""
    return [
        Oracle(
            "ribes(lowercase=False)", "twin",
            of_words(lambda h, r: ribes.score(h, r, 0.25, 0.1, is_right_first=False)), SLOW,
        ),
        Oracle(
            "homola(tokenize=none)", "twin",
            of_words(lambda h, r: homola.score(h, r, 0.15, 0.9, "fewest")),
            Lengths(usual=8, longest=20, letters=100),
        ),
        Oracle("hamming-order(tokenize=none)", "twin", _word_order("hamming"), SLOW),
        Oracle("kendall-order(tokenize=none)", "twin", _word_order("kendall"), SLOW),
        Oracle("rouge-s(tokenize=none)", "twin", _skips(with_words=False), SLOW),
        Oracle("rouge-su(tokenize=none)", "twin", _skips(with_words=True), SLOW),
    ]  # fmt: skip


def _gtm(hypothesis: Words, *references: Words) -> float:
    mean_length = sum(map(len, references)) / len(references)
    return gtm.f_measure(gtm.match_size(hypothesis, references, 1.2), len(hypothesis), mean_length)


def _grr(hypothesis: Words, reference: Words) -> float:
    n_grams = sum(max(len(reference) - n, 0) for n in range(4))
    if not n_grams:
        return float(not hypothesis)
    return recognition.best_value_of_runs(hypothesis, reference, 4, 1.0, 0.0) / n_grams


def _sia(hypothesis: Words, *references: Words) -> float:
    return sia.score(hypothesis, references, {}, 0.6, "power", iterative=True)


def _f(pair: tuple[float, float]) -> float:
    return rouge.f_measure(*pair)


def _skips(*, with_words: bool) -> Callable[..., float]:
    return of_words(lambda h, r: _f(rouge.rouge_s(h, r, None, with_words=with_words)))


def _word_order(distance: str) -> Callable[..., float]:
    return of_words(lambda h, r: word_order.score(h, r, 4, distance, brevity_penalty=True))
