"""NIST equals mteval to the decimals it prints, and NLTK where both define the same."""

import re
from pathlib import Path

import numpy as np
import pytest
import regex
from hypothesis import assume, given
from nltk.translate.nist_score import corpus_nist

from steelyard.metrics import Nist, measure
from steelyard.types import TestSet
from tests.oracles.real_sets import golden_case, texts_at
from tests.twins.corpora import Texts, segments_of, texts

PRINTED = 5.001e-5  # half of mteval's last decimal
V13A = (
    "csen16-PJATK",
    "csen16-uedin-nmt-c",
    "ende21-UF-3ref",
    "ende21-UF-3ref-c",
    "ende21-UF-3ref-shortest-c",
    "ende21-UF-1ref-nosmooth-c",
    "n09-cmu",
)
V14 = ("csen16-PJATK", "csen16-uedin-nmt-c", "ende21-UF-3ref-c")
INTERNATIONAL = (
    "mteval-v12-csen16-PJATK",
    "mteval-v12-ende21-UF-3ref",
    "mteval-v13a-ende21-UF-3ref-intl-c",
    "mteval-v13a-enzh22-Online-A-e-intl-2ref",
)


def international(line: str, *, lowercase: bool, splits_characters: bool) -> str:
    """Cut as mteval's --international-tokenization and mteval-v12 do; `regex` knows their classes."""
    line = line.replace("&apos;", "'")
    line = line.lower() if lowercase else line
    if splits_characters:
        line = re.sub(r"([^\x00-\x7f])", r" \1 ", line)
    for pattern, replacement in ((r"(\P{N})(\p{P})", r"\1 \2 "), (r"(\p{P})(\P{N})", r" \1 \2"), (r"(\p{S})", r" \1 ")):
        line = regex.sub(pattern, replacement, line)
    return str(line)


def assert_equals_record(test_data: Path, case_id: str) -> None:
    case = golden_case(test_data, "mteval.json", case_id)
    arguments, roles, expected = case.options["args"], case.texts, case.expected
    lowercase = "-c" not in arguments
    options: dict[str, object] = {"lowercase": lowercase}
    if case_id in INTERNATIONAL:
        roles = {
            role: [
                tuple(international(line, lowercase=lowercase, splits_characters="-e" in arguments) for line in text)
                for text in texts
            ]
            for role, texts in roles.items()
        }
        options = {"lowercase": False, "tokenize": "none"}
    data = TestSet(references=roles["ref"], systems={"x": roles["hyp"][0]})
    metrics = [Nist(**options), Nist(**options, max_ngram_order=9)]
    five, nine = measure(data, metrics, n_threads=2)
    assert five.scores(five.statistics.totals())[0] == pytest.approx(expected["nist"], abs=PRINTED)
    details, _ = metrics[1].explain(nine.statistics.scaled(nine.statistics.totals())[0])
    assert details["individual"] == pytest.approx(expected["nist_individual"], abs=PRINTED)
    assert details["cumulative"] == pytest.approx(expected["nist_cumulative"], abs=PRINTED)
    if "segments_nist" in expected:
        segments = five.scores(five.statistics.values[0].astype(np.float64))
        recorded = expected["segments_nist"]
        assert segments[: len(recorded)].tolist() == pytest.approx(recorded, abs=PRINTED)


@pytest.mark.real_data
@pytest.mark.parametrize(
    "case_id", [*(f"mteval-v13a-{name}" for name in V13A), *(f"mteval-v14-{name}" for name in V14), *INTERNATIONAL]
)
def test_mteval_prints_the_same(test_data: Path, case_id: str) -> None:
    assert_equals_record(test_data, case_id)


@pytest.mark.real_data
def test_ten_references_score_as_in_mteval(test_data: Path) -> None:
    found = texts_at(test_data / "data", "wmt14-en-de-10refs/ref.*.de")
    hypothesis = found.pop("wmt14-en-de-10refs/ref.10.de")
    score = Nist(lowercase=False).corpus_score(hypothesis, list(found.values()))
    assert score.score == pytest.approx(12.64, abs=0.005)  # as the notes on the records print it


@pytest.mark.real_data
@pytest.mark.parametrize("version", ["v13a", "v14"])
def test_small_texts_score_as_in_mteval(test_data: Path, version: str) -> None:
    n_compared = 0
    for entry in golden_case(test_data, "mteval.json", f"mteval-{version}-edge").expected:
        if entry["name"].endswith("+second-line") or "nist" not in entry["result"]:
            continue
        result = Nist(max_ngram_order=9).sentence_score(entry["hyp"], entry["refs"])
        assert result.cumulative == pytest.approx(entry["result"]["nist_cumulative"], abs=PRINTED), entry["name"]
        n_compared += 1
    assert n_compared >= 6


@pytest.mark.real_data
@pytest.mark.parametrize("order", [4, 5])
def test_nltk_is_near_for_one_reference(test_data: Path, order: int) -> None:
    case = golden_case(test_data, "nltk.json", f"nltk-nist{order}-ted-slk-sys1")
    metric = Nist(tokenize="none", lowercase=False, max_ngram_order=order)
    score = metric.corpus_score(case.texts["hyp"][0], case.texts["ref"])
    assert score.score == pytest.approx(case.expected["corpus"], abs=2e-3)  # the pairs after a "0" weigh more here


@given(drawn=texts(max_systems=1, max_references=1, max_length=12))
def test_nltk_agrees_for_one_reference(drawn: Texts) -> None:
    segments = segments_of(drawn, 0)
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [[reference or [] for reference in references] for _, references in segments]
    # it divides by zero without 5-grams, and without words in the references
    assume(any(len(hypothesis) >= 5 for hypothesis in hypotheses) and any(reference for [reference] in references))
    score = Nist(tokenize="none").corpus_score(drawn.systems[0], drawn.references)
    assert score.score == pytest.approx(corpus_nist(references, hypotheses), abs=1e-7)
