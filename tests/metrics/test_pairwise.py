"""Scores of pairs against the score of each pair by itself."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.metrics import Chrf, Metric, measure, pairwise_scores, parse
from steelyard.types import TestSet
from tests.golden import load_golden
from tests.laws.metrics_under_law import METRICS
from tests.twins.corpora import WILD_WORDS, WORDS, lines

OF_TEXTS = [metric for metric in METRICS if metric.needs.startswith("references")]
CANDIDATES = ["", "the cat sat on the mat", "The cat 😀 sat, on 3.5 mats", "the " * 9]
EVIDENCE = ["the cat sat on the mat", "", "a", "on the mat the cat sat 😀 on the mat", "中文 the 3.5"]


def one_by_one(metric: Metric, candidates: Sequence[str], evidence: Sequence[str]) -> NDArray[np.float64]:
    """Score each pair as a sentence of its own."""
    variant = metric.segment_metric()
    return np.array([[variant.sentence_score(text, [other]).score for other in evidence] for text in candidates])


@pytest.mark.parametrize("metric", [metric for metric in OF_TEXTS if not metric.is_corpus_bound], ids=str)
def test_each_pair_scores_as_by_itself(metric: Metric) -> None:
    found = pairwise_scores(metric, CANDIDATES, EVIDENCE)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, one_by_one(metric, CANDIDATES, EVIDENCE), rtol=0, atol=1e-7)


@pytest.mark.parametrize("case", load_golden("pairwise"), ids=lambda case: case["id"])
def test_pools_score_as_by_mbrs(case: dict[str, Any]) -> None:
    metric, candidates, [evidence] = parse(case["options"]["metric"]), case["hypotheses"], case["references"]
    np.testing.assert_allclose(pairwise_scores(metric, candidates, evidence), case["expected"]["pairs"], atol=6e-5)


OF_NGRAMS = [
    *("chrf", "chrf++", "chrf(char_order=3, word_order=1, whitespace=True, eps_smoothing=True)"),
    *("bleu", "bleu(smooth_method=prior)", "gleu", "bleu-sbp", "rouge-1", "rouge-2", "rouge-su"),
]
hard_texts = st.lists(
    lines((*WORDS, *WILD_WORDS, "e" * 300), (" ", "", "\t"), 12) | st.text("ab 😀\u00e9", max_size=8),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize("spelling", OF_NGRAMS)
@given(candidates=hard_texts, evidence=hard_texts)
@settings(deadline=None, max_examples=10)
def test_ngrams_of_a_pool_score_as_those_of_its_pairs(
    spelling: str, candidates: list[str], evidence: list[str]
) -> None:
    variant = parse(spelling).segment_metric()
    systems = {f"{i}": [text] * len(evidence) for i, text in enumerate(candidates)}
    [pairs] = measure(TestSet(references=[evidence], systems=systems), [variant])
    values = pairs.statistics.scaled(pairs.statistics.values.astype(np.float64))
    found = pairwise_scores(parse(spelling), candidates, evidence)
    np.testing.assert_allclose(found, variant.score(values), rtol=0, atol=1e-9 if variant.is_mean else 0)


def test_a_metric_of_the_whole_test_set_takes_all_evidence() -> None:
    nist = parse("nist")
    alone = pairwise_scores(nist, CANDIDATES[1:2], EVIDENCE)
    np.testing.assert_array_equal(pairwise_scores(nist, CANDIDATES, EVIDENCE)[1:2], alone)
    assert not np.allclose(alone, one_by_one(nist, CANDIDATES[1:2], EVIDENCE))


def test_candidates_are_their_own_evidence_where_there_is_no_other() -> None:
    found = pairwise_scores(Chrf(), CANDIDATES)
    np.testing.assert_array_equal(found, pairwise_scores(Chrf(), CANDIDATES, CANDIDATES))
    assert found[1, 1] == 100


def test_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pairwise_scores(Chrf(), CANDIDATES, EVIDENCE)
    monkeypatch.setattr("steelyard.metrics.pairwise._BLOCK", 7)
    np.testing.assert_array_equal(pairwise_scores(Chrf(), CANDIDATES, EVIDENCE, n_threads=3), whole)


def test_metrics_of_more_than_texts_are_refused() -> None:
    with pytest.raises(SpecError, match="dupp scores parses, which texts in a pool do not have"):
        pairwise_scores(parse("dupp"), CANDIDATES)


def test_what_is_no_list_of_texts_is_refused() -> None:
    with pytest.raises(DataError, match="The candidates are no texts at all"):
        pairwise_scores(Chrf(), [])
    with pytest.raises(DataError, match="The evidence are no texts at all"):
        pairwise_scores(Chrf(), ["a"], [])
    with pytest.raises(AlignmentError, match="The evidence, segment 2: expected a string, found None"):
        pairwise_scores(Chrf(), ["a"], ["b", None])  # type: ignore[list-item]
    with pytest.raises(DataError, match=r"The candidates, segment 1: U\+D83D is half of a surrogate pair"):
        pairwise_scores(Chrf(), ["\ud83d"])
