"""RIBES on real test sets: the recorded answers of RIBES.py 1.03.1, and of compare-mt where the two agree."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steelyard.metrics import Ribes, measure
from steelyard.text import Corpus
from steelyard.types import TestSet
from tests.oracles.real_sets import Case, golden_case

pytestmark = pytest.mark.real_data

PROGRAM = (
    "csen16-PJATK-raw",
    "csen16-uedin-nmt-13a",
    "csen16-jhu-pbmt-13a-cased",
    "ted-slk-sys1",
    "ted-slk-sys2",
    "ted-jpn-sys1",
    "ted-jpn-sys2",
    "ende21-UF-3ref-13a",
    "ende21-UF-a1-b0",
    "enzh22-Online-G-char-2ref",
)
COMPARE_MT = (
    "csen16-PJATK-raw",
    "csen16-uedin-nmt-13a",
    "ted-slk-sys1",
    "ted-slk-sys2",
    "ted-jpn-sys1",
    "ted-jpn-sys2",
)
TOKENIZED = ("13a", "ende21")  # what the recorded names of cases cut by sacreBLEU's 13a hold


def spaced(lines: tuple[str, ...]) -> list[str]:
    return [" ".join(line.replace(" ", "")) for line in lines]


def data_of(case: Case, name: str) -> TestSet:
    texts = {role: [spaced(t) if "char" in name else t for t in given] for role, given in case.texts.items()}
    return TestSet(references=texts["ref"], systems={"x": texts["hyp"][0]})


def tokenizer_of(name: str) -> str:
    return "13a" if any(part in name for part in TOKENIZED) else "none"


@pytest.mark.parametrize("name", PROGRAM)
def test_scores_are_those_of_the_program(name: str, test_data: Path) -> None:
    case = golden_case(test_data, "ribes.json", f"ribes-{name}")
    options = case.options
    metric = Ribes(
        alpha=options["alpha"], beta=options["beta"], lowercase=not options["case"], tokenize=tokenizer_of(name)
    )
    data = data_of(case, name)
    scores = metric.segment_scores(Corpus(data, n_threads=2))[0]
    np.testing.assert_allclose(scores[: len(case.expected["segments"])], case.expected["segments"], rtol=0, atol=2e-16)
    assert scores.mean() == pytest.approx(case.expected["corpus"], abs=1e-14)
    [measured] = measure(data, [metric], n_threads=2)
    assert measured.scores(measured.statistics.totals())[0] == pytest.approx(case.expected["corpus"], abs=1e-10)


def edges(test_data: Path) -> list[dict[str, Any]]:
    cases = json.loads((test_data / "golden" / "ribes.json").read_text(encoding="utf-8"))["cases"]
    return [edge for case in cases if case["id"].startswith("ribes-edge") for edge in case["expected"]]


def test_edges_are_scored_as_the_program_scores_them(test_data: Path) -> None:
    found = edges(test_data)
    assert len(found) == 40
    for edge in found:
        score = Ribes().sentence_score(edge["hyp"], edge["refs"]).score
        if "error" in edge["result"]:  # an empty reference: the program stops, we score
            assert "" in edge["refs"]
            assert score == (1.0 if edge["hyp"] == "" else pytest.approx(0.9672161004820059 * (len(edge["refs"]) - 1)))
        else:
            assert score == pytest.approx(edge["result"]["score"], abs=1e-9), edge["name"]


@pytest.mark.parametrize("casing", ["", "-ci"])
@pytest.mark.parametrize("name", COMPARE_MT)
def test_compare_mt_differs_only_where_the_reference_has_one_word(name: str, casing: str, test_data: Path) -> None:
    case = golden_case(test_data, "ribes-compare-mt.json", f"ribes-comparemt-{name}{casing}")
    metric = Ribes(lowercase=casing == "-ci", tokenize=tokenizer_of(name))
    corpus = Corpus(data_of(case, name), n_threads=2)
    scores = metric.segment_scores(corpus)[0]
    is_long = corpus.encode(metric.reading(metric.tokenize, lowercase=metric.lowercase)).reference_lengths[0] != 1
    expected = np.array(case.expected["segments"]) / 100
    np.testing.assert_allclose(
        scores[: len(expected)][is_long[: len(expected)]], expected[is_long[: len(expected)]], rtol=0, atol=1e-15
    )
    assert np.where(is_long, scores, 0).mean() == pytest.approx(case.expected["corpus"] / 100, abs=1e-12)
