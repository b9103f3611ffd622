"""What a report collects beside a comparison, against the same numbers computed another way."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy.stats

import steelyard as sy
from steelyard.errors import AlignmentError, SpecError
from steelyard.files.reading import TextFile
from steelyard.questions.report_page.bucket_kinds import dimensions_of
from steelyard.questions.report_page.segments import shown_segments
from steelyard.results import ReportPage
from steelyard.scored.single_segments import segment_measurements

METRICS = ["bleu", "ter"]


@pytest.fixture(scope="module")
def evaluation(example: sy.TestSet) -> sy.Evaluation:
    return sy.evaluate(example, METRICS)


@pytest.fixture(scope="module")
def comparison(evaluation: sy.Evaluation) -> sy.Comparison:
    return evaluation.compare()


@pytest.fixture(scope="module")
def page(evaluation: sy.Evaluation, comparison: sy.Comparison) -> ReportPage:
    return evaluation.report_page(comparison)


def test_a_page_is_stored_and_read_back(page: ReportPage) -> None:
    assert ReportPage.from_dict(json.loads(page.to_json())) == page


def test_nulls_are_those_of_the_test(page: ReportPage, comparison: sy.Comparison) -> None:
    assert len(page.nulls) == len(comparison.pairs)
    for null, pair in zip(page.nulls, comparison.pairs, strict=True):
        assert (null.metric, null.system, null.against) == (pair.metric, pair.system, pair.against)
        assert null.observed == pair.difference
        assert null.n_draws == comparison.method["n_draws"] == 4096
        edges = null.start + null.width * np.arange(len(null.counts) + 1)
        counts, seen = np.array(null.counts), abs(pair.difference)
        inside = counts[(edges[:-1] > seen) | (edges[1:] < -seen)].sum()
        touching = counts[(edges[1:] >= seen) | (edges[:-1] <= -seen)].sum()
        assert inside <= pair.p_value * 4096 + 1e-9
        assert pair.p_value * 4096 <= touching + 1e-9


@pytest.mark.parametrize(
    ("test", "correction", "n_nulls"),
    [("t", "holm", 0), ("shifted-bootstrap", "maxt", 10), ("randomization", "tukey", 0), ("sign", "holm", 0)],
)
def test_tests_that_draw_nothing_have_no_nulls(example: sy.TestSet, test: str, correction: str, n_nulls: int) -> None:
    evaluation = sy.evaluate(example, [], segment_scores={"judge": mine(example)})
    page = evaluation.report_page(evaluation.compare(test, correction, n_resamples=99), texts=False)
    assert len(page.nulls) == n_nulls
    assert page.segments is not None
    assert page.segments.outputs == ()


def mine(data: sy.TestSet) -> dict[str, list[float]]:
    return {name: [float(len(line) % 17) for line in text] for name, text in data.systems.items()}


def test_agreement_is_scipys(page: ReportPage, evaluation: sy.Evaluation) -> None:
    [row] = page.agreement
    systems = {m: [r.score for r in evaluation.scores().scores if r.metric == m] for m in METRICS}
    table = evaluation.scores(segments=True).segments
    pooled = [np.concatenate([c.scores for c in table if c.label == label]) for label in ("BLEU", "TER")]
    assert row.system_pearson == pytest.approx(-scipy.stats.pearsonr(systems["bleu"], systems["ter"])[0])
    assert row.system_kendall == pytest.approx(-scipy.stats.kendalltau(systems["bleu"], systems["ter"])[0])
    assert row.segment_pearson == pytest.approx(-scipy.stats.pearsonr(*pooled)[0])
    assert row.segment_kendall == pytest.approx(-scipy.stats.kendalltau(*pooled)[0])
    assert row.n_same + row.n_one_sided + row.n_contrary == 10


def test_bucket_scores_are_those_of_the_bucket_alone(example: sy.TestSet, page: ReportPage) -> None:
    [length] = [d for d in dimensions_of(example, {}) if d.name == "length"]
    for code, name in enumerate(length.buckets):
        part = example.select([int(i) for i in np.flatnonzero(length.codes == code)])
        for metric in METRICS:
            [row] = [r for r in page.buckets if (r.metric, r.dimension, r.bucket) == (metric, "length", name)]
            assert row.n_segments == part.n_segments
            assert row.n_units == len(set(part.documents))
            assert row.scores == tuple(r.score for r in sy.evaluate(part, metric).scores().scores)


def test_bucket_tests_are_those_of_the_bucket_alone() -> None:
    rng = np.random.default_rng(5)
    words = np.array(["a", "b", "c", "d", "e", "f", "g", "h"])
    references = [" ".join(rng.choice(words, 6)) for _ in range(32)]
    systems = {n: [" ".join(rng.choice(words, 6)) for _ in references] for n in ("x", "y", "z")}
    documents = [str(i // 4) for i in range(32)]
    kinds = [("left", "right")[i % 2] for i in range(32)]
    data = sy.TestSet([references], systems, documents=documents, metadata={"kind": kinds})
    evaluation = sy.evaluate(data, METRICS)
    page = evaluation.report_page(evaluation.compare())
    found = [pair for pair in page.bucket_pairs if pair.dimension == "kind"]
    assert len(found) == 2 * 2 * 3
    alone = {
        kind: sy.evaluate(data.select([i for i in range(32) if kinds[i] == kind]), METRICS).compare(correction="none")
        for kind in ("left", "right")
    }
    for pair in found:  # 8 documents: all 256 exchanges are enumerated, so both are exact
        [same] = [
            p for p in alone[pair.bucket].pairs
            if (p.metric, p.system, p.against) == (pair.metric, pair.system, pair.against)
        ]  # fmt: skip
        assert pair.difference == pytest.approx(same.difference, abs=1e-12)
        assert pair.p_value == same.p_value
        assert pair.p_adjusted >= pair.p_value
        assert page.method["buckets"]["n_draws"] == 256


def test_equal_systems_are_equivalent_in_every_bucket(example: sy.TestSet) -> None:
    text = example.systems["harbour"]
    data = replace(example, systems={"one": text, "two": list(text)}, names={}, hashes={})
    evaluation = sy.evaluate(data, "bleu")
    page = evaluation.report_page(evaluation.compare(n_resamples=99))
    assert page.bucket_pairs
    assert {(pair.verdict, pair.p_adjusted, pair.difference) for pair in page.bucket_pairs} == {
        ("equivalent", 1.0, 0.0)
    }


def test_documents_of_too_few_units_are_scored_and_not_tested(page: ReportPage) -> None:
    assert {row.n_units for row in page.buckets if row.dimension == "document"} == {1}
    assert not [pair for pair in page.bucket_pairs if pair.dimension == "document"]


def test_dimensions_sort_every_segment(example: sy.TestSet) -> None:
    columns = {"genre": ["x", "y"] * 60, "same": ["x"] * 120, "number": list(range(120))}
    found = {d.name: d for d in dimensions_of(example, columns)}
    assert list(found) == ["length", "word frequency", "document", "genre"]
    assert found["genre"].buckets == ("x", "y")
    lengths = np.array([len(line.split()) for line in example.references[0]])
    for code, name in enumerate(found["length"].buckets):
        low, high = (int(n) for n in name.removesuffix(" words").split("–"))
        inside = (lengths >= low) & (lengths <= high)
        assert (inside == (found["length"].codes == code)).all()
    sizes = np.bincount(found["word frequency"].codes)
    assert sizes.sum() == 120
    assert sizes.min() >= 25


def test_text_without_spaces_is_counted_in_characters() -> None:
    lines = [f"{'渡し船は九時に出ます。' * (1 + i % 5)}" for i in range(20)]
    data = sy.TestSet([lines], {"x": lines})
    names = [(d.name, d.buckets) for d in dimensions_of(data, {})]
    assert names[0][0] == "length"
    assert names[0][1][0].endswith("characters")
    assert names[1:] in ([], [("character frequency", names[-1][1])])


def test_a_long_test_set_shows_what_systems_differ_on(evaluation: sy.Evaluation, example: sy.TestSet) -> None:
    of_segments = segment_measurements(example, evaluation.measurements, evaluation.segment_metrics, 1)
    whole = shown_segments(example, of_segments)
    assert whole.numbers == tuple(range(1, 121))
    assert whole.lower_is_better == ("ter",)
    part = shown_segments(example, of_segments, most_bytes=10_000)
    assert 0 < len(part.numbers) < 120
    texts = [*example.references, *example.systems.values(), example.sources]
    sizes = [sum(len(line.encode()) for line in lines) for lines in zip(*texts, strict=True)]
    assert sum(sizes[i - 1] for i in part.numbers) <= 10_000
    bleu = np.array([row.scores for row in whole.scores if row.label == "BLEU"])
    spread = bleu.max(axis=0) - bleu.min(axis=0)
    shown = [i - 1 for i in part.numbers]
    assert spread[shown].min() >= np.delete(spread, shown).max() - 1e-9
    first = part.scores[0]
    assert first.scores == tuple(whole.scores[0].scores[i] for i in shown)
    assert len(shown_segments(example, of_segments, most_bytes=1).numbers) == 1


def test_labels_are_a_dimension_and_stand_in_the_provenance(
    evaluation: sy.Evaluation, comparison: sy.Comparison
) -> None:
    file = TextFile("genre.txt", ("x", "y") * 60, "0" * 64, "0" * 64)
    page = evaluation.report_page(comparison, labels={"genre": file})
    assert {row.bucket for row in page.buckets if row.dimension == "genre"} == {"x", "y"}
    assert page.method["inputs"] == [{"role": "labels genre", "name": "genre.txt", "sha256": "0" * 64}]
    with pytest.raises(AlignmentError, match="3 for 120 segments"):
        evaluation.report_page(comparison, labels={"genre": ["x", "y", "z"]})


def test_a_comparison_of_other_texts_is_refused(comparison: sy.Comparison) -> None:
    other = sy.evaluate(sy.TestSet([["a b"]], {"x": ["a"], "y": ["b"]}))
    with pytest.raises(SpecError, match="other texts"):
        other.report_page(comparison)


def test_runs_and_blocks_have_pages(example: sy.TestSet) -> None:
    evaluation = sy.evaluate(example, "chrf")
    runs = {"first": ["harbour", "lantern"], "second": ["sparrow", "tangle"]}
    four = sy.evaluate(example.select(range(120), ["harbour", "lantern", "sparrow", "tangle"]), "chrf")
    page = four.report_page(four.compare(runs=runs, n_resamples=99, generalise_to="text"))
    assert [null.observed for null in page.nulls] == [pair.difference for pair in page.result.pairs]
    assert len(page.segments.systems) == 4
    assert four.report_page(four.compare(runs=runs)).nulls == ()  # over runs and text nothing is drawn
    page = evaluation.report_page(evaluation.compare(unit="block:10", pairs="baseline", n_resamples=99))
    assert [null.observed for null in page.nulls] == [pair.difference for pair in page.result.pairs]
    assert {row.n_units for row in page.buckets if row.dimension == "document"} == {1}


def test_a_page_of_counts_is_that_of_the_texts_without_them(example: sy.TestSet, tmp_path: Path) -> None:
    metrics = ["bleu", "ter", "bleu-arithmetic"]
    evaluation = sy.evaluate(example, metrics, segment_scores={"judge": mine(example)})
    path = tmp_path / "run.jsonl"
    sy.write_statistics(evaluation, path)
    counted = sy.evaluate_files([path])
    labels = {"half": ["first"] * 60 + ["second"] * 60}
    options = {"n_resamples": 99, "pairs": "baseline"}
    whole = evaluation.report_page(evaluation.compare(**options), labels=labels, texts=False)
    page = counted.report_page(counted.compare(**options), labels=labels)
    assert page.nulls == whole.nulls
    dimensions = dict.fromkeys(row.dimension for row in page.buckets)
    assert list(dimensions) == ["length", "document", "half"]
    assert page.buckets == tuple(row for row in whole.buckets if row.dimension in dimensions)
    assert page.segments.outputs == page.segments.references == page.segments.sources == ()
    assert page.segments.documents == tuple(example.documents)
    own = [row for row in whole.segments.scores if not row.metric.startswith("bleu-arithmetic")]
    assert page.segments.scores == tuple(own)  # the variant of the fourth counts other things
    for row, same in zip(page.agreement, whole.agreement, strict=True):
        assert (row.metric, row.against, row.system_pearson) == (same.metric, same.against, same.system_pearson)
        is_known = "bleu-arithmetic" not in (row.metric, row.against)
        assert row.segment_kendall == (same.segment_kendall if is_known else None)
    assert "Brunnau" not in sy.report.html_text(page)


def test_counts_of_text_without_spaces_have_lengths_in_characters(tmp_path: Path) -> None:
    lines = [f"{'渡し船は九時に出ます。' * (1 + i % 5)}" for i in range(20)]
    evaluation = sy.evaluate(sy.TestSet([lines], {"x": lines, "y": lines[::-1]}), "chrf")
    sy.write_statistics(evaluation, tmp_path / "run.jsonl")
    counted = sy.evaluate_files([tmp_path / "run.jsonl"])
    buckets = counted.report_page(counted.compare(n_resamples=99)).buckets
    assert [row.bucket.split()[0] for row in buckets] == ["11–22", "33", "44", "55"]
