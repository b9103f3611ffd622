"""Criteria over n-grams: the numbers of the worked list, a loop over plain counters, and bad input."""

from collections import Counter
from functools import partial
from math import exp, factorial, log
from typing import Literal

import numpy as np
import pytest

from steelyard.errors import AlignmentError
from steelyard.lab.tuning import (
    TunableLists,
    expected_ngram_bleu,
    ngram_criterion,
    ngram_log_likelihood,
    ngram_tables,
    posteriors,
)
from tests.lab.tuning.test_expected_metric import AT, T3

REFERENCE = ["the", "cat", "sat", "on", "the", "mat"]
CANDIDATES = [text.split() for text in ("the cat sat on the mat today", "the cat is on the mat", "a cat sat on mat")]
TABLES = ngram_tables(CANDIDATES, [0, 3], [REFERENCE])
CHANCES = posteriors(T3, AT)


def test_likelihood_of_the_worked_list() -> None:
    found, _ = ngram_log_likelihood(TABLES, CHANCES, vocabulary=10)
    np.testing.assert_allclose(found, [-10.834897, -10.711060, -9.422222, -7.344848], atol=1e-6)
    assert found.sum() == pytest.approx(-38.313026, abs=1e-6)


def test_expected_bleu_of_the_worked_list() -> None:
    values, precisions, penalty, _ = expected_ngram_bleu(TABLES, CHANCES, vocabulary=10)
    np.testing.assert_allclose(penalty, [0.967080], atol=5e-7)
    np.testing.assert_allclose(precisions[0], [0.828567, 0.641375, 0.443964, 0.277512], atol=5e-7)
    np.testing.assert_allclose(values, [0.489192], atol=5e-7)


def grams(words: list[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def by_loops(texts: list[list[str]], chances: list[float], reference: list[str], n: int) -> tuple[float, float]:
    """Return the log-likelihood and the precision of one list and order, counter by counter."""
    expected: Counter[tuple[str, ...]] = Counter()
    for text, chance in zip(texts, chances, strict=True):
        for gram, count in grams(text, n).items():
            expected[gram] += chance * count  # type: ignore[assignment]
    total = sum(expected.values())

    def share(gram: tuple[str, ...]) -> float:
        return 0.9 * (expected[gram] / total if total else 0.0) + 0.1 / 50**n

    likelihood = sum(count * log(share(gram)) for gram, count in grams(reference, n).items())
    over = under = 0.0
    for gram in [gram for gram, value in expected.items() if value]:
        has = [(c, p) for text, p in zip(texts, chances, strict=True) if (c := grams(text, n)[gram])]
        mean = sum(c * p for c, p in has) / sum(p for _, p in has)
        for count in range(1, 31):
            observed = sum(p for c, p in has if c == count) / sum(p for _, p in has)
            chance = 0.9 * observed + 0.1 * mean**count * exp(-mean) / factorial(count)
            over += share(gram) * min(count, grams(reference, n)[gram]) * chance
            under += share(gram) * count * chance
    return likelihood, over / under if under else 0.0


def drawn(generator: np.random.Generator, *, least: int = 1) -> tuple[list[list[str]], list[int], list[list[str]]]:
    """Draw the texts of three lists, where each begins, and a reference each."""
    sizes = [3, 1, 4]
    texts = [
        [str(w) for w in generator.choice(list("abc"), size=generator.integers(least, 9))] for _ in range(sum(sizes))
    ]
    references = [[str(w) for w in generator.choice(list("abc"), size=n)] for n in (5, 2, 7)]
    return texts, np.cumsum([0, *sizes]).tolist(), references


def test_several_lists_are_those_of_loops() -> None:
    generator = np.random.default_rng(3)
    texts, offsets, references = drawn(generator)
    sizes = np.diff(offsets)
    chances = np.concatenate([generator.dirichlet(np.ones(size)) for size in sizes])
    tables = ngram_tables(texts, offsets, references)
    likelihoods, _ = ngram_log_likelihood(tables, chances, vocabulary=50)
    _, precisions, _, _ = expected_ngram_bleu(tables, chances, vocabulary=50)
    for n in range(1, 5):
        found = [
            by_loops(texts[a:b], chances[a:b].tolist(), reference, n)
            for a, b, reference in zip(offsets[:-1], offsets[1:], references, strict=True)
        ]
        assert likelihoods[n - 1] == pytest.approx(sum(value for value, _ in found))
        np.testing.assert_allclose(precisions[:, n - 1], [precision for _, precision in found])


@pytest.mark.parametrize("kind", ["likelihood", "bleu"])
def test_gradients_are_finite_differences(kind: Literal["likelihood", "bleu"]) -> None:
    step, n_steep = 1e-6, 0
    for seed in range(8):
        generator = np.random.default_rng(seed)
        texts, offsets, references = drawn(generator, least=0 if seed % 2 else 6)
        tables = [ngram_tables(texts, offsets, part) for part in (references, references[::-1])]
        features, at = generator.normal(size=(8, 3)), generator.normal(size=3)
        lists = TunableLists(features, np.array(offsets), np.zeros((8, 1), dtype=int), lambda u: u[..., 0])
        ask = partial(ngram_criterion, lists, tables, kind=kind, vocabulary=50, sharpness=1.5)
        numeric = [(ask(at + step * axis)[0] - ask(at - step * axis)[0]) / (2 * step) for axis in np.eye(3)]
        np.testing.assert_allclose(ask(at)[1], numeric, rtol=1e-5, atol=1e-8)
        n_steep += bool(np.abs(numeric).max() > 1e-3)
    assert n_steep > 4


def test_some_of_the_lists_have_the_tables_of_these_alone() -> None:
    generator = np.random.default_rng(9)
    texts, offsets, references = drawn(generator, least=0)
    whole = ngram_tables(texts, offsets, references)
    lists = TunableLists(generator.normal(size=(8, 2)), np.array(offsets), np.zeros((8, 1), int), lambda u: u[..., 0])
    for kept in ([True, False, True], [False, True, True], [False, False, True]):
        part = lists.of_lists(np.array(kept))
        assert part.numbers is not None
        rows = part.numbers.tolist()
        chosen = [text for text, is_kept in zip(references, kept, strict=True) if is_kept]
        alone = ngram_tables([texts[i] for i in rows], part.offsets, chosen)
        for name in alone.__dataclass_fields__:
            np.testing.assert_array_equal(getattr(whole.of_candidates(part.numbers), name), getattr(alone, name))


def test_references_that_do_not_fit() -> None:
    with pytest.raises(AlignmentError, match="There are 2 references for 1 lists"):
        ngram_tables(CANDIDATES, [0, 3], [REFERENCE, REFERENCE])
