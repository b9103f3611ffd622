"""Scores against expected n-gram counts: a slow twin, and what must hold whatever the texts."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.metrics import Bleu, Chrf, aggregated_scores, pairwise_scores, parse
from tests.golden import load_golden
from tests.twins.chrf import characters
from tests.twins.corpora import WILD_WORDS, WORDS, lines
from tests.twins.ngrams import ngrams

drawn = st.lists(lines((*WORDS, *WILD_WORDS), (" ", ""), 8), min_size=1, max_size=6)


def chrf_twin(candidate: str, evidence: Sequence[str], weights: Sequence[float], order: int, beta: int) -> float:
    """Average precision and recall of the orders, of counts that are spelled out."""
    precisions, recalls = [], []
    for n in range(1, order + 1):
        expected: Counter[tuple[str, ...]] = Counter()
        for text, weight in zip(evidence, weights, strict=True):
            for ngram, count in ngrams(characters(text), n).items():
                expected[ngram] += count * weight / sum(weights)  # type: ignore[assignment]
        own = ngrams(characters(candidate), n)
        if own and any(expected.values()):
            matched = sum(min(count, expected[ngram]) for ngram, count in own.items())
            precisions.append(matched / sum(own.values()))
            recalls.append(matched / sum(expected.values()))
    if not any(precisions):
        return 0.0
    precision, recall = np.mean(precisions), np.mean(recalls)
    return float(100 * (1 + beta**2) * precision * recall / (beta**2 * precision + recall))


@given(candidates=drawn, evidence=drawn, seed=st.integers(0, 99))
@settings(deadline=None)
def test_chrf_is_that_of_expected_counts(candidates: list[str], evidence: list[str], seed: int) -> None:
    weights = np.random.default_rng(seed).integers(1, 9, len(evidence)).astype(float)
    found = aggregated_scores(Chrf(), candidates, evidence, weights)
    expected = [chrf_twin(text, evidence, weights.tolist(), 6, 2) for text in candidates]
    np.testing.assert_allclose(found, expected, atol=1e-9)


@pytest.mark.parametrize("spelling", ["chrf", "chrf++", "bleu"])
def test_evidence_is_summed_up_as_by_mbrs(spelling: str) -> None:
    [case] = [case for case in load_golden("pairwise") if case["id"] == spelling]
    candidates, [evidence], expected = case["hypotheses"], case["references"], case["expected"]
    found = aggregated_scores(parse(spelling), candidates, evidence)
    np.testing.assert_allclose(found, expected["aggregated"], atol=6e-5)
    found = aggregated_scores(parse(spelling), candidates, evidence, np.array(case["options"]["weights"]))
    np.testing.assert_allclose(found, expected["weighted"], atol=6e-5)


def test_bleu_is_that_of_expected_counts() -> None:
    # By hand: 'a b c' against 'a b' (3 of 4) and 'a c c c c c' (1 of 4).
    bleu = Bleu(tokenize="none", max_ngram_order=2, smooth_method="none")
    [found] = aggregated_scores(bleu, ["a b c"], ["a b", "a c c c c c"], np.array([3.0, 1.0]))
    unigrams, bigrams = (1 + 0.75 + 1) / 3, (0.75 + 0) / 2
    assert found == pytest.approx(100 * np.sqrt(unigrams * bigrams), abs=1e-9)
    [short] = aggregated_scores(bleu, ["a b"], ["a b", "a c c c c c"], np.array([3.0, 1.0]))
    assert short == pytest.approx(100 * np.sqrt(1.75 / 2 * 0.75) * np.exp(1 - 3 / 2), abs=1e-9)


@pytest.mark.parametrize(
    "spelling", ["chrf", "chrf(word_order=2, eps_smoothing=True)", "bleu", "bleu(smooth_method=neighbours)"]
)
@given(candidates=drawn, evidence=drawn)
@settings(deadline=None, max_examples=20)
def test_a_single_text_is_a_reference_like_any_other(spelling: str, candidates: list[str], evidence: list[str]) -> None:
    metric = parse(spelling)
    alone = pairwise_scores(metric, candidates, evidence[:1])[:, 0]
    np.testing.assert_allclose(aggregated_scores(metric, candidates, evidence[:1]), alone, atol=1e-9)
    np.testing.assert_allclose(aggregated_scores(metric, candidates, evidence[:1] * 3), alone, atol=1e-9)
    only_first = np.eye(len(evidence))[0] * 5
    np.testing.assert_allclose(aggregated_scores(metric, candidates, evidence, only_first), alone, atol=1e-9)


def test_other_metrics_and_bad_weights_are_refused() -> None:
    with pytest.raises(SpecError, match="not for ter: score all pairs instead"):
        aggregated_scores(parse("ter"), ["a"])
    with pytest.raises(AlignmentError, match="1 pieces of evidence, but weights of shape"):
        aggregated_scores(Chrf(), ["a"], weights=np.ones(2))
    with pytest.raises(DataError, match="Weights of evidence must be 0 or more"):
        aggregated_scores(Chrf(), ["a"], weights=np.zeros(1))
