"""BLEU on real test sets: every system equals sacreBLEU, and the printed results of Moses and mteval."""

from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from sacrebleu.metrics import BLEU

from steelyard.metrics import Bleu, CorpusScore, measure
from steelyard.metrics.parts.smoothing import Smoothing
from steelyard.types import TestSet
from tests.oracles.real_sets import SETS, Case, RealSet, golden_case, texts_at

pytestmark = pytest.mark.real_data


def assert_equals_sacrebleu(
    systems: dict[str, tuple[str, ...]], references: list[list[str | None]], **options: object
) -> None:
    """Compare score and statistics of every system; sacreBLEU reads the references once."""
    theirs = BLEU(**options, force=True, references=references)
    [measured] = measure(TestSet(references=references, systems=systems), [Bleu(**options)], n_threads=2)
    sums = measured.statistics.totals()
    for name, score, stats in zip(systems, measured.scores(sums), sums, strict=True):
        expected = theirs.corpus_score(systems[name], None)
        assert score == pytest.approx(expected.score, abs=1e-9, rel=0), name
        assert stats.tolist() == [expected.sys_len, expected.ref_len, *expected.counts, *expected.totals], name


def compare_set(real_set: RealSet, data: Path, n_lines: int | None) -> None:
    systems = {name: text[:n_lines] for name, text in texts_at(data, real_set.outputs).items()}
    references = [list(text[:n_lines]) for text in texts_at(data, real_set.references).values()]
    for tokenize in real_set.tokenize:
        assert_equals_sacrebleu(systems, references, tokenize=tokenize)
    if len(references) > 1:  # under one tokenizer: how it cuts does not depend on the references
        assert_equals_sacrebleu(systems, references[:1], tokenize=real_set.tokenize[-1])


@pytest.mark.parametrize("real_set", SETS, ids=lambda real_set: real_set.id)
def test_some_segments_of_every_system_score_as_in_sacrebleu(real_set: RealSet, test_data: Path) -> None:
    compare_set(real_set, test_data / "data", 50)


@pytest.mark.slow
@pytest.mark.parametrize("real_set", SETS, ids=lambda real_set: real_set.id)
def test_every_system_scores_as_in_sacrebleu(real_set: RealSet, test_data: Path) -> None:
    compare_set(real_set, test_data / "data", None)


@pytest.mark.parametrize("options", [{"lowercase": True}, {"smooth_method": "add-k", "max_ngram_order": 2}], ids=str)
def test_ragged_references_score_as_in_sacrebleu(options: dict[str, object], test_data: Path) -> None:
    data = test_data / "data"
    first, second = (list(text) for text in texts_at(data, "mlqe-multiref-et-en/ref.*.en").values())
    ragged = [None if i % 3 == 0 else line for i, line in enumerate(second)]
    systems = texts_at(data, "mlqe-multiref-et-en/mt.en")
    theirs = BLEU(**options, force=True)
    expected = theirs.corpus_score(systems["mlqe-multiref-et-en/mt.en"], [first, ragged])
    result = Bleu(**options).corpus_score(systems["mlqe-multiref-et-en/mt.en"], [first, ragged])
    assert result.score == pytest.approx(expected.score, abs=1e-9, rel=0)
    assert result.signature.startswith("nrefs:var|")


def test_sentences_score_as_in_sacrebleu(test_data: Path) -> None:
    systems = texts_at(test_data / "data", "mlqe-multiref-et-en/mt.en")
    references = list(texts_at(test_data / "data", "mlqe-multiref-et-en/ref.*.en").values())
    metric = Bleu().segment_metric()
    [measured] = measure(TestSet(references=references, systems=systems), [metric])
    ours = measured.scores(measured.statistics.values.astype(np.float64))[0]
    sacrebleu = BLEU(effective_order=True)
    [hypotheses] = systems.values()
    segments = zip(hypotheses, zip(*references, strict=True), strict=True)
    expected = [sacrebleu.sentence_score(hypothesis, list(refs)).score for hypothesis, refs in segments]
    assert ours == pytest.approx(expected, abs=1e-9, rel=0)


def score_of_case(case: Case, **options: object) -> CorpusScore:
    roles = case.texts
    if options.get("tokenize") == "none":  # multi-bleu.perl reads bytes: a no-break space is no space to it
        roles = {
            role: [tuple(line.replace("\xa0", "\u2060") for line in lines) for lines in texts]
            for role, texts in case.texts.items()
        }
    return Bleu(**options).corpus_score(roles["hyp"][0], roles["ref"])


@pytest.mark.parametrize(
    ("case_id", "options"),
    [
        ("multi-bleu-csen16-PJATK", {"tokenize": "none"}),
        ("multi-bleu-csen16-PJATK-lc", {"tokenize": "none", "lowercase": True}),
        ("multi-bleu-ende21-UF-3ref", {"tokenize": "none"}),
        ("multi-bleu-ted-slk-sys2", {"tokenize": "none"}),
        ("multi-bleu-detok-csen16-PJATK", {"tokenize": "13a"}),
        ("multi-bleu-detok-csen16-PJATK-lc", {"tokenize": "13a", "lowercase": True}),
        ("multi-bleu-detok-ende21-UF-3ref", {"tokenize": "13a"}),
        ("multi-bleu-detok-ted-slk-sys2", {"tokenize": "13a"}),
    ],
)
def test_multi_bleu_of_moses_prints_the_same(test_data: Path, case_id: str, options: dict[str, object]) -> None:
    case = golden_case(test_data, "multi-bleu.json", case_id)
    score = score_of_case(case, smooth_method="none", **options)
    line = (
        f"BLEU = {score.score:.2f}, {'/'.join(f'{precision:.1f}' for precision in score.precisions)} "
        f"(BP={score.bp:.3f}, ratio={score.ratio:.3f}, hyp_len={score.sys_len:.0f}, ref_len={score.ref_len:.0f})"
    )
    assert line == case.expected["line"]


@pytest.mark.parametrize(
    ("case_id", "options"),
    [
        ("mteval-v13a-csen16-PJATK", {"lowercase": True}),
        ("mteval-v13a-csen16-uedin-nmt-c", {}),
        ("mteval-v13a-ende21-UF-3ref", {"lowercase": True}),
        ("mteval-v13a-ende21-UF-3ref-c", {}),
        ("mteval-v13a-ende21-UF-3ref-shortest-c", {"reference_length": "shortest"}),
        ("mteval-v13a-ende21-UF-1ref-nosmooth-c", {"smooth_method": "none"}),
        ("mteval-v13a-n09-cmu", {"lowercase": True}),
    ],
)
def test_mteval_v13a_prints_the_same(test_data: Path, case_id: str, options: dict[str, object]) -> None:
    case = golden_case(test_data, "mteval.json", case_id)
    expected, score = case.expected, score_of_case(case, **options)
    assert score.score / 100 == pytest.approx(expected["bleu"], abs=5.001e-5)  # it prints four decimals
    individual = [round(precision / 100, 4) for precision in score.precisions]
    assert individual == pytest.approx(expected["bleu_individual"][:4], abs=1.001e-4)
    if "length" in expected:
        assert (score.sys_len, score.ref_len) == (expected["length"]["sys_len"], expected["length"]["ref_len"])


@pytest.mark.parametrize("smooth_method", get_args(Smoothing))
def test_a_segment_without_a_match_is_0_where_mteval_smooths_it(test_data: Path, smooth_method: Smoothing) -> None:
    edges = {edge["name"]: edge for edge in golden_case(test_data, "mteval.json", "mteval-v13a-edge").expected}
    edge = edges["single-diff"]
    assert edge["result"]["segments_bleu"] == [0.8409]
    for metric in (Bleu(smooth_method=smooth_method), Bleu(smooth_method=smooth_method, effective_order=True)):
        assert metric.sentence_score(edge["hyp"], edge["refs"]).score == 0
        assert metric.sentence_score("a b c d e", ["f g h i j"]).score == 0


@pytest.mark.parametrize(
    ("case_id", "options"),
    [
        ("mteval-v13a-csen16-PJATK", {"lowercase": True}),
        ("mteval-v13a-ende21-UF-3ref-c", {}),
        ("mteval-v13a-ende21-UF-1ref-nosmooth-c", {"smooth_method": "none"}),
        ("mteval-v13a-n09-cmu", {"lowercase": True}),
    ],
)
def test_mteval_v13a_prints_the_same_for_segments(test_data: Path, case_id: str, options: dict[str, object]) -> None:
    case = golden_case(test_data, "mteval.json", case_id)
    data = TestSet(references=case.texts["ref"], systems={"hyp": case.texts["hyp"][0]})
    metric = Bleu(**options)
    counts = measure(data, [metric])[0].statistics.values[0].astype(np.float64)
    expected = case.expected["segments_bleu"]
    counts = counts[: len(expected)]
    # it takes an order without n-grams as perfect, and smooths even where no word matches; sacreBLEU and we do neither
    is_same = (counts[:, 0] >= 4) & (counts[:, 2] > 0)
    assert is_same.sum() > 40
    assert metric.score(counts)[is_same] / 100 == pytest.approx(np.array(expected)[is_same], abs=5.001e-5)
