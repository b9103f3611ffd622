"""chrF on real test sets: systems equal sacreBLEU, and the recorded results of chrF++.py and NLTK."""

from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import CHRF

from steelyard.metrics import Chrf, measure
from steelyard.types import Measurement, TestSet
from tests.oracles.real_sets import SETS, RealSet, golden_case, texts_at

pytestmark = pytest.mark.real_data

Lines = tuple[str, ...]


def assert_equals_sacrebleu(systems: dict[str, Lines], references: list[list[str | None]], **options: object) -> None:
    """Compare the statistics of every segment, and the score of every system."""
    theirs = CHRF(**options, references=references)
    [measured] = measure(TestSet(references=references, systems=systems), [Chrf(**options)], n_threads=2)
    scores = measured.scores(measured.statistics.totals())
    for name, score, stats in zip(systems, scores, measured.statistics.values, strict=True):
        expected = theirs._extract_corpus_statistics(systems[name], None)
        assert stats.tolist() == expected, name
        assert score == pytest.approx(theirs._aggregate_and_compute(expected).score, abs=1e-9, rel=0), name


def read_set(real_set: RealSet, data: Path, n_lines: int | None) -> tuple[dict[str, Lines], list[list[str | None]]]:
    systems = {name: text[:n_lines] for name, text in texts_at(data, real_set.outputs).items()}
    references = [list(text[:n_lines]) for text in texts_at(data, real_set.references).values()]
    strip = [[line and line.rstrip() for line in text] for text in references]
    return {name: tuple(line.rstrip() for line in text) for name, text in systems.items()}, strip


@pytest.mark.parametrize("real_set", SETS, ids=lambda real_set: real_set.id)
def test_systems_score_as_in_sacrebleu(real_set: RealSet, test_data: Path) -> None:
    systems, references = read_set(real_set, test_data / "data", 60)
    few = dict(list(systems.items())[:3])
    assert_equals_sacrebleu(few, references[:3])
    assert_equals_sacrebleu(dict(list(few.items())[:1]), references[:1], word_order=2)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"word_order": 2, "lowercase": True}, {"whitespace": True}], ids=str)
@pytest.mark.parametrize("real_set", SETS, ids=lambda real_set: real_set.id)
def test_every_system_scores_as_in_sacrebleu_in_full(
    real_set: RealSet, options: dict[str, object], test_data: Path
) -> None:
    systems, references = read_set(real_set, test_data / "data", None if not options else 300)
    assert_equals_sacrebleu(systems, references, **options)


def test_ragged_references_score_as_in_sacrebleu(test_data: Path) -> None:
    systems, references = read_set(
        RealSet("mlqe-multiref-et-en/mt.en", "mlqe-multiref-et-en/ref.*.en"), test_data / "data", 300
    )
    references[1] = [None if i % 3 == 0 else line for i, line in enumerate(references[1])]
    for options in ({}, {"word_order": 2, "eps_smoothing": True, "beta": 1}):
        assert_equals_sacrebleu(systems, references, **options)


def measured(hypotheses: Lines, references: list[Lines], **options: object) -> Measurement:
    [measurement] = measure(TestSet(references=references, systems={"x": hypotheses}), [Chrf(**options)])
    return measurement


def segment_scores(measurement: Measurement) -> np.ndarray:
    return measurement.scores(measurement.statistics.values.astype(np.float64))[0]


@pytest.mark.parametrize(
    "case", ["example-en", "example-cs", "example-ru", "example-zh", "example-ru-nw0", "example-cs-b1"]
)
def test_chrf_plus_plus_py_prints_the_same(test_data: Path, case: str) -> None:
    recorded = golden_case(test_data, "chrF++.json", f"chrfpp-{case}")
    options = {"word_order": 0 if case.endswith("nw0") else 2, "beta": 1 if case.endswith("b1") else 2}
    measurement = measured(recorded.texts["hyp"][0], recorded.texts["ref"], eps_smoothing=True, **options)
    scores = segment_scores(measurement)
    total, mean = recorded.expected["totals"].values()
    assert measurement.scores(measurement.statistics.totals())[0] == pytest.approx(total, abs=5.001e-5)
    assert scores.mean() == pytest.approx(mean, abs=5.001e-5)


@pytest.mark.parametrize("case", ["ende21-UF-1ref", "ende21-UF-3ref"])
def test_chrf_plus_plus_py_prints_the_same_for_segments_without_other_space(test_data: Path, case: str) -> None:
    recorded = golden_case(test_data, "chrF++.json", f"chrfpp-{case}")
    hypotheses, references = recorded.texts["hyp"][0], recorded.texts["ref"]
    scores = segment_scores(measured(hypotheses, references, eps_smoothing=True, word_order=2))
    printed = [float(line.split("\t")[1]) for line in recorded.expected["sentences"] if "::" in line]
    n_compared = 0
    for i, wanted in enumerate(printed):
        every = [hypotheses[i], *(reference[i] for reference in references)]
        if not any(char.isspace() and char != " " for line in every for char in line):  # it takes out spaces only
            assert scores[i] == pytest.approx(wanted, abs=5.001e-5)
            n_compared += 1
    assert n_compared >= 40


@pytest.mark.parametrize("case", ["identical", "single-same", "short", "punct", "two-spaces"])
def test_chrf_plus_plus_py_prints_the_same_for_short_texts(test_data: Path, case: str) -> None:
    expected = golden_case(test_data, "chrF++.json", f"chrfpp-edge-{case}").expected
    pair = expected["input"]
    score = Chrf(word_order=2, eps_smoothing=True).sentence_score(pair["hyp"], [pair["ref"]]).score
    assert score == pytest.approx(expected["totals"]["c6+w2-F2"], abs=5.001e-5)


@pytest.mark.parametrize("beta", [2, 3])
@pytest.mark.parametrize("case", ["csen16-PJATK", "ted-slk-sys1", "ende21-UF-3ref", "enzh22-Online-A-2ref"])
def test_nltk_gives_the_mean_over_segments(test_data: Path, case: str, beta: int) -> None:
    recorded = golden_case(test_data, "nltk.json", f"nltk-chrf-b{beta}-{case}")
    scores = segment_scores(
        measured(recorded.texts["hyp"][0], recorded.texts["ref"][:1], eps_smoothing=True, beta=beta)
    )
    assert scores.mean() / 100 == pytest.approx(recorded.expected["corpus"], abs=1e-12)
    assert scores[:50] / 100 == pytest.approx(recorded.expected["segments"], abs=1e-12)
