"""RIBES in the paper's variant equals NLTK's where the reference has more than one word."""

from pathlib import Path

import numpy as np
import pytest
from nltk.translate.ribes_score import sentence_ribes

import steelyard as sy
from steelyard.metrics import Ribes
from steelyard.text import Corpus
from tests.oracles.real_sets import texts_at

PAPER = Ribes(variant="paper", lowercase=False)


def nltk_scores(data: sy.TestSet) -> np.ndarray:
    references = [[reference.split() for reference in segment] for segment in zip(*data.references, strict=True)]
    return np.array(
        [
            [sentence_ribes(segment, line.split()) for segment, line in zip(references, text, strict=True)]
            for text in data.systems.values()
        ]
    )


def test_scores_of_the_example_are_those_of_nltk(example: sy.TestSet) -> None:
    np.testing.assert_allclose(PAPER.segment_scores(Corpus(example)), nltk_scores(example), rtol=0, atol=1e-12)


@pytest.mark.real_data
def test_scores_of_a_real_set_are_those_of_nltk(test_data: Path) -> None:
    folder = "data/wmt16-news-cs-en-5sys"
    [reference] = texts_at(test_data, f"{folder}/ref.A.en.gz").values()
    data = sy.TestSet(references=[reference], systems=texts_at(test_data, f"{folder}/sys/PJATK.en.gz"))
    is_long = np.array([len(line.split()) > 1 for line in reference])
    expected = nltk_scores(data)[:, is_long]
    np.testing.assert_allclose(PAPER.segment_scores(Corpus(data))[:, is_long], expected, rtol=0, atol=1e-12)
