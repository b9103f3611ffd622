"""Scores of all pairs, and those against expected counts, equal fastChrF's; a sample of pairs equals sacreBLEU's."""

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF, TER

from steelyard.metrics import aggregated_scores, pairwise_scores, parse
from tests import needs
from tests.oracles.real_sets import lines_of
from tests.twins.corpora import WILD_WORDS, WORDS, lines

# No white space at the ends: fastChrF counts it where white space counts, sacreBLEU's command and we do not.
text = lines((*WORDS, *WILD_WORDS, "e" * 300), (" ", ""), 12).map(str.strip)
texts = st.lists(text, min_size=1, max_size=6)
OPTIONS = {
    "chrf": {},
    "chrf(whitespace=True)": {"remove_whitespace": False},
    "chrf(eps_smoothing=True)": {"eps_smoothing": True},
    "chrf(char_order=3, beta=1)": {"char_order": 3, "beta": 1.0},
}
every_option = pytest.mark.parametrize(("spelling", "options"), OPTIONS.items(), ids=OPTIONS)


def pools(folder: Path, n_sources: int) -> list[list[str]]:
    """Take the outputs of all systems for some sources of WMT23 English-German as candidates."""
    files = sorted((folder / "data/wmt23-en-de/sys").iterdir())
    outputs = [lines_of(file) for file in files]
    return [[system[i] for system in outputs] for i in range(0, len(outputs[0]), len(outputs[0]) // n_sources)]


@every_option
@given(candidates=texts, evidence=texts)
@settings(deadline=None, max_examples=30)
def test_all_pairs_are_those_of_fastchrf(
    spelling: str, options: dict[str, Any], candidates: list[str], evidence: list[str]
) -> None:
    fastchrf = needs.module("fastchrf")
    [pairs] = fastchrf.pairwise_chrf([candidates], [evidence], **options)
    np.testing.assert_allclose(pairwise_scores(parse(spelling), candidates, evidence), pairs, atol=1e-9)
    [summed_up] = fastchrf.aggregate_chrf([candidates], [evidence], **options)
    np.testing.assert_allclose(aggregated_scores(parse(spelling), candidates, evidence), summed_up, atol=1e-9)


@every_option
def test_real_outputs_score_as_by_fastchrf(spelling: str, options: dict[str, Any], test_data: Path) -> None:
    fastchrf, drawn = needs.module("fastchrf"), pools(test_data, 20)
    for candidates, pairs in zip(drawn, fastchrf.pairwise_chrf(drawn, drawn, **options), strict=True):
        np.testing.assert_allclose(pairwise_scores(parse(spelling), candidates), pairs, atol=1e-9)


@pytest.mark.parametrize(
    ("spelling", "theirs"),
    [("chrf", CHRF()), ("chrf++", CHRF(word_order=2)), ("bleu", BLEU(effective_order=True)), ("ter", TER())],
    ids=["chrf", "chrf++", "bleu", "ter"],
)
def test_a_sample_of_pairs_scores_as_sentences_do_by_sacrebleu(spelling: str, theirs: Any, test_data: Path) -> None:
    draw = random.Random(18)
    for candidates in pools(test_data, 8):
        found = pairwise_scores(parse(spelling), candidates)
        for _ in range(5):
            i, j = (draw.randrange(len(candidates)) for _ in range(2))
            expected = theirs.sentence_score(candidates[i], [candidates[j]]).score
            assert found[i, j] == pytest.approx(expected, abs=1e-9), (candidates[i], candidates[j])
