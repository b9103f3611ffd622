"""CDER, CharacTER and EED on real test sets: the recorded answers of Moses, CharacTER.py and EED.py."""

from pathlib import Path

import pytest

from steelyard.metrics import Cder, CharacterTer, Eed, measure
from steelyard.metrics.base import MeanMetric
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.oracles.real_sets import Case, golden_case

pytestmark = pytest.mark.real_data

SETS = ("ted-slk-sys1", "csen16-PJATK", "ende21-UF")
EDGES = ("empty-hyp", "empty-ref", "identical", "single-same", "single-diff", "shift", "longer")
CASES = (*SETS, *(f"edge-{edge}" for edge in EDGES))


def segment_scores(metric: MeanMetric, case: Case) -> list[float]:
    texts = case.texts or {role: [(line,)] for role, line in case.expected["input"].items()}
    data = TestSet(references=texts["ref"], systems={"x": texts["hyp"][0]})
    scores: list[float] = metric.segment_scores(Corpus(data, n_threads=2))[0].tolist()
    return scores


@pytest.mark.parametrize("name", CASES)
def test_character_ter_is_that_of_the_program_to_the_last_digit(name: str, test_data: Path) -> None:
    case = golden_case(test_data, "character.json", f"character-{name}")
    scores = segment_scores(CharacterTer(), case)
    assert sum(scores) / len(scores) == case.expected["corpus"]
    printed = [float(f"{score:.4f}") for score in scores]
    assert printed[: len(case.expected["segments"])] == case.expected["segments"]


@pytest.mark.parametrize("name", CASES)
def test_eed_is_that_of_the_program_in_every_printed_digit(name: str, test_data: Path) -> None:
    case = golden_case(test_data, "eed.json", f"eed-{name}")
    scores = segment_scores(Eed(), case)
    printed = [float(f"{score:.4f}") for score in scores]
    assert float(f"{sum(scores) / len(scores):.4f}") == case.expected["corpus"]
    assert printed[: len(case.expected["segments"])] == case.expected["segments"]


@pytest.mark.parametrize(
    ("name", "tokenize"),
    [
        ("csen16-PJATK-raw", "none"),
        ("csen16-uedin-nmt-13a", "13a"),
        ("ted-slk-sys1", "none"),
        ("ted-slk-sys2", "none"),
        ("ende21-UF-13a-1ref", "13a"),
        ("enzh22-Online-A-char", "char"),
    ],
)
def test_cder_counts_as_moses_does(name: str, tokenize: str, test_data: Path) -> None:
    case = golden_case(test_data, "moses-scorers.json", f"moses-CDER-{name}")
    data = TestSet(references=case.texts["ref"], systems={"x": case.texts["hyp"][0]})
    [measured] = measure(data, [Cder(tokenize=tokenize)], n_threads=2)
    totals = measured.statistics.totals()
    assert totals[0].tolist() == case.expected["totals"]
    assert measured.statistics.values[0, : len(case.expected["segments"])].tolist() == case.expected["segments"]
    assert 1 - measured.scores(totals)[0] == pytest.approx(case.expected["corpus"], abs=1e-7)  # in single precision


def test_cder_of_odd_texts_counts_as_moses_does(test_data: Path) -> None:
    for edge in golden_case(test_data, "moses-scorers.json", "moses-CDER-edge").expected:
        data = TestSet(references=[[edge["ref"]]], systems={"x": [edge["hyp"]]})
        [measured] = measure(data, [Cder(tokenize="none")])
        assert measured.statistics.values[0].tolist() == edge["result"]["segments"], edge["name"]
