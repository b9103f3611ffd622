"""The word-error family on real test sets: jiwer's, rapidfuzz's and Moses's numbers."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rapidfuzz.distance import Levenshtein

from steelyard.metrics import Cer, CorpusScore, Mer, Metric, Per, Wer, Wil, Wip, measure
from steelyard.text import Corpus, Reading, get_tokenizer
from steelyard.types import TestSet
from tests.oracles.real_sets import SETS, Case, RealSet, golden_case, texts_at

pytestmark = pytest.mark.real_data

COUNTS = ("hits", "substitutions", "deletions", "insertions")
METRICS = (Wer(tokenize="space"), Mer(tokenize="space"), Wil(tokenize="space"), Wip(tokenize="space"), Cer())
JIWER_CASES = [
    f"jiwer-{preprocessing}-{name}"
    for preprocessing in ("raw", "13a", "13alc")
    for name in ("csen16-PJATK", "ted-slk-sys1", "ende21-UF-3ref")
]


def texts_of(case: Case) -> tuple[list[str], list[str]]:
    """Return hypotheses and the first reference, preprocessed as the tool read them."""
    hypotheses, references = (list(case.texts[role][0]) for role in ("hyp", "ref"))
    if "13alc" in case.id:
        hypotheses, references = [[line.lower() for line in text] for text in (hypotheses, references)]
    if "13a" in case.id:
        thirteen_a = get_tokenizer("13a")
        hypotheses, references = [
            [" ".join(words) for words in thirteen_a.tokenize(text)] for text in (hypotheses, references)
        ]
    if case.id.endswith("-char"):
        hypotheses, references = [
            [" ".join(line.replace(" ", "")) for line in text] for text in (hypotheses, references)
        ]
    return hypotheses, references


def segments_of(metric: Metric, hypotheses: list[str], references: list[str]) -> np.ndarray:
    [measured] = measure(TestSet(references=[references], systems={"x": hypotheses}), [metric])
    return measured.scores(measured.statistics.values.astype(np.float64))[0]


@pytest.mark.parametrize("case_id", JIWER_CASES)
def test_jiwer_prints_the_same(test_data: Path, case_id: str) -> None:
    case = golden_case(test_data, "jiwer.json", case_id)
    hypotheses, references = texts_of(case)
    columns = []
    for metric in METRICS:
        score = metric.corpus_score(hypotheses, [references])
        assert score.score == case.expected[metric.name], metric.name
        expected = case.expected["char_counts" if metric.name == "cer" else "counts"]
        assert [getattr(score, name) for name in COUNTS] == expected, metric.name
        columns.append(segments_of(metric, hypotheses[:50], references[:50]))
    assert np.stack(columns, axis=1).tolist() == case.expected["segments"]


def test_jiwer_scores_edges_the_same(test_data: Path) -> None:
    case = golden_case(test_data, "jiwer.json", "jiwer-edge")
    for edge in case.expected:
        for metric in METRICS:
            score = metric.corpus_score([edge["hyp"]], [[edge["ref"]]]).score
            assert score == edge["result"][metric.name], (edge["name"], metric.name)


@pytest.mark.parametrize("real_set", SETS, ids=lambda real_set: real_set.id)
def test_every_system_is_aligned_as_in_rapidfuzz(real_set: RealSet, test_data: Path) -> None:
    systems = dict(list(texts_at(test_data / "data", real_set.outputs).items())[:3])
    [reference, *_] = texts_at(test_data / "data", real_set.references).values()
    data = TestSet(references=[reference], systems=systems)
    for metric, tokenize in ((Mer(), "none"), (Mer(tokenize="13a"), "13a"), (Cer(), "char+inner-space")):
        encoded = Corpus(data).encode(Reading(tokenize))
        [measured] = measure(data, [metric], n_threads=2)
        n = data.n_segments
        for s in range(len(systems)):
            for i in range(0, n, 1 if n < 1000 else 3):
                ref, hyp = encoded.references[i].tolist(), encoded.hypotheses[s * n + i].tolist()
                ops = Levenshtein.editops(ref, hyp).as_list()
                tags = [op[0] for op in ops]
                errors = [tags.count(tag) for tag in ("replace", "delete", "insert")]
                found = measured.statistics.values[s, i, :4].tolist()
                assert found == [len(ref) - errors[0] - errors[1], *errors], (s, i)


MOSES_SETS = ("csen16-PJATK-raw", "csen16-uedin-nmt-13a", "ted-slk-sys1", "ted-slk-sys2", "ende21-UF-13a-1ref")
MOSES_SETS += ("enzh22-Online-A-char",)


def assert_printed(expected: dict[str, Any], score: CorpusScore) -> None:
    assert 1 - score.score == pytest.approx(expected["corpus"], abs=1e-6)  # Moses computes in single precision


@pytest.mark.parametrize("name", MOSES_SETS)
def test_moses_prints_the_same_per(test_data: Path, name: str) -> None:
    case = golden_case(test_data, "moses-scorers.json", f"moses-PER-{name}")
    hypotheses, references = texts_of(case)
    [measured] = measure(TestSet(references=[references], systems={"x": hypotheses}), [Per()])
    assert measured.statistics.values[0, :50, :3].tolist() == case.expected["segments"]
    assert measured.statistics.totals()[0, :3].tolist() == case.expected["totals"]
    assert_printed(case.expected, Per(variant="moses").corpus_score(hypotheses, [references]))


@pytest.mark.parametrize("name", MOSES_SETS)
def test_moses_prints_the_same_wer(test_data: Path, name: str) -> None:
    case = golden_case(test_data, "moses-scorers.json", f"moses-WER-{name}")
    hypotheses, references = texts_of(case)
    [measured] = measure(TestSet(references=[references], systems={"x": hypotheses}), [Wer()])
    values = measured.statistics.values[0]
    errors = np.stack([values[:, 1:4].sum(axis=1), values[:, 4]], axis=1)
    assert errors[:50].tolist() == case.expected["segments"]
    assert errors.sum(axis=0).tolist() == case.expected["totals"]
    assert_printed(case.expected, Wer().corpus_score(hypotheses, [references]))
