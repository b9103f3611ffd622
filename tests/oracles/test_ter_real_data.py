"""TER on real test sets: equal to sacreBLEU's, and to what the Java tool tercom answered."""

import json
from pathlib import Path

import numpy as np
import pytest
from sacrebleu.metrics import TER

from steelyard.metrics import Ter, measure
from steelyard.types import TestSet
from tests.oracles.real_sets import golden_case, lines_of, texts_at

pytestmark = pytest.mark.real_data

SWITCHES = {"-N": "normalized", "-P": "no_punct", "-A": "asian_support", "-s": "case_sensitive"}
EDGES = [f"tercom-edge-{name}" for name in ("default", "cased", "N", "N-cased", "P")]
SETS = [
    "tercom-csen16-PJATK-default", "tercom-csen16-PJATK-cased", "tercom-csen16-PJATK-N",
    "tercom-csen16-PJATK-N-cased", "tercom-csen16-PJATK-P", "tercom-ted-slk-sys1-default",
    "tercom-ted-slk-sys1-cased", "tercom-ted-slk-sys1-N", "tercom-ende21-UF-3ref-default",
    "tercom-ende21-UF-3ref-cased", "tercom-ende21-UF-3ref-N", "tercom-ende21-UF-3ref-N-cased",
    "tercom-ende21-UF-3ref-P", "tercom-ende21-UF-1ref-default", "tercom-enzh22-Online-A-NA-first300",
]  # fmt: skip


def metric_for(arguments: list[str]) -> Ter:
    return Ter(variant="tercom", **{SWITCHES[argument]: True for argument in arguments})


def row_of(metric: Ter, hypothesis: str, references: list[str]) -> list[float]:
    """Return a line of tercom's summary: ins, del, sub, shifts, words shifted, edits, words, TER."""
    found = metric.align(hypothesis, references)
    score = metric.sentence_score(hypothesis, references)
    counts = [found.insertions, found.deletions, found.substitutions, len(found.shifts)]
    words_shifted = sum(shift.length for shift in found.shifts)
    return [*counts, words_shifted, found.num_edits, score.ref_length, score.score]


@pytest.mark.parametrize("case_id", SETS)
def test_tercom_counts_the_same(case_id: str, test_data: Path) -> None:
    case = golden_case(test_data, "tercom.json", case_id)
    metric, hypotheses, references = metric_for(case.options["args"]), case.texts["hyp"][0], case.texts["ref"]
    result = metric.corpus_score(hypotheses, references)
    ter, n_edits, n_words = case.expected["corpus"]
    assert (result.num_edits, result.ref_length) == (n_edits, pytest.approx(n_words, abs=1e-6))
    assert result.score / 100 == pytest.approx(ter, abs=1e-9)
    rows = case.expected["segments"]
    segments = zip(hypotheses, zip(*references, strict=True), strict=True)
    for (hypothesis, own), expected in zip(segments, rows, strict=False):
        assert row_of(metric, hypothesis, list(own)) == pytest.approx(expected, abs=5.001e-4)


@pytest.mark.parametrize("case_id", EDGES)
def test_tercom_counts_the_same_in_edge_cases(case_id: str, test_data: Path) -> None:
    cases = json.loads((test_data / "golden" / "tercom.json").read_text(encoding="utf-8"))["cases"]
    [case] = [case for case in cases if case["id"] == case_id]
    metric = metric_for(case["options"]["args"])
    for edge in case["expected"]:
        [expected] = edge["result"]["segments"]
        assert row_of(metric, edge["hyp"], edge["refs"]) == pytest.approx(expected, abs=5.001e-4), edge["name"]


@pytest.mark.parametrize(
    ("outputs", "references", "every", "options"),
    [
        ("wmt16-news-cs-en-5sys/sys/*", "wmt16-news-cs-en-5sys/ref.A.en.gz", 293, {}),
        ("wmt21-news-en-de/sys/[A-H]*", "wmt21-news-en-de/ref.[AC].de", 211, {"normalized": True}),
        (
            "wmt22-general-en-zh/sys/[A-L]*",
            "wmt22-general-en-zh/ref.A.zh",
            631,
            {"normalized": True, "asian_support": True},
        ),
        ("wmt24-esa-en-ja/sys/[A-D]*", "wmt24-esa-en-ja/ref.*", 270, {"no_punct": True, "asian_support": True}),
        ("mlqe-multiref-et-en/mt.en", "mlqe-multiref-et-en/ref.*.en", 60, {"case_sensitive": True}),
        ("wmt23-en-de/sys/AIRC.de", "wmt23-en-de/ref.*", 223, {}),
    ],
    ids=lambda value: value.split("/")[0] if isinstance(value, str) else None,
)
def test_some_segments_of_every_system_score_as_in_sacrebleu(
    outputs: str, references: str, every: int, options: dict[str, bool], test_data: Path
) -> None:
    data = test_data / "data"
    systems = {name: lines[::every] for name, lines in texts_at(data, outputs).items()}
    chosen = [list(lines[::every]) for lines in texts_at(data, references).values()]
    [measured] = measure(TestSet(references=chosen, systems=systems), [Ter(**options)])
    stats = measured.statistics.scaled(measured.statistics.values.astype(float))
    theirs = TER(**options)
    for lines, rows in zip(systems.values(), stats, strict=True):
        expected = theirs._extract_corpus_statistics(list(lines), chosen)
        np.testing.assert_allclose(rows, expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("pair", ["en-de", "en-zh"])
def test_hter_is_ter_with_the_post_edit_as_reference(pair: str, test_data: Path) -> None:
    folder, language = test_data / "data" / "mlqe-pe-dev" / pair, pair[-2:]
    outputs, post_edits, published = (
        lines_of(folder / name) for name in (f"mt.{language}", f"pe.{language}", "hter.txt")
    )
    metric = Ter(variant="tercom")
    [measured] = measure(TestSet(references=[post_edits], systems={"mt": outputs}), [metric])
    # what is published ends at 1
    hter = np.minimum(measured.scores(measured.statistics.values[0].astype(float)) / 100, 1)
    np.testing.assert_allclose(hter, np.array(published, dtype=float), rtol=0, atol=5.001e-7)


@pytest.mark.slow
def test_all_segments_of_a_set_score_as_in_sacrebleu(test_data: Path) -> None:
    [hypotheses] = texts_at(test_data / "data", "wmt16-news-cs-en-5sys/sys/PJATK*").values()
    [reference] = texts_at(test_data / "data", "wmt16-news-cs-en-5sys/ref.A.en.gz").values()
    ours, theirs = (metric.corpus_score(hypotheses, [reference]) for metric in (Ter(), TER()))
    assert (ours.num_edits, ours.ref_length) == (theirs.num_edits, theirs.ref_length)
