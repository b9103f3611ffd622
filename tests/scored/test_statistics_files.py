"""Statistics in place of texts: the same results bit for bit, alone and merged, and no text in the file."""

import gzip
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.metrics import Metric
from steelyard.reading import StatisticsFile
from steelyard.reading.formats import read_statistics_file, statistics_files, write_statistics_file
from steelyard.reading.formats.statistics_files import _packed
from steelyard.reading.merged_statistics import merge_statistics
from steelyard.types import CountedSet
from tests.laws.annotated import annotated
from tests.laws.metrics_under_law import METRICS

ENDINGS = (".parquet", ".jsonl.gz", ".jsonl")
FIRST_OF_THEIR_NAME = {metric.name: metric for metric in reversed(METRICS)}.values()
SOME = ("bleu", "ter", "nist", "exact-match", "chrf")


def without_inputs(result: Any) -> dict[str, Any]:
    """Return a result as JSON has it, but for what it was read from."""
    content: dict[str, Any] = json.loads(result.to_json())
    del content["method"]["inputs"]
    content["method"]["recipe"].pop("statistics", None)
    return content


def keep(data: sy.TestSet, path: Path, metrics: Sequence[str | Metric] = SOME, **more: Any) -> Path:
    sy.write_statistics(sy.evaluate(data, metrics, **more), path)
    return path


def compared(evaluation: sy.Evaluation) -> dict[str, Any]:
    return without_inputs(evaluation.compare(n_resamples=20))


def results(evaluation: sy.Evaluation) -> list[dict[str, Any]]:
    return [
        without_inputs(evaluation.scores(0.95, n_resamples=100)),
        without_inputs(evaluation.scores(unit="segment")),
        without_inputs(evaluation.compare(n_resamples=100)),
    ]


def small(data: sy.TestSet, segments: Sequence[int] = range(24), systems: Sequence[str] | None = None) -> sy.TestSet:
    """Take a part, read as the whole was."""
    return replace(data.select(segments, systems), reading=data.reading)


@pytest.mark.parametrize("is_coarse_first", [True, False])
def test_the_same_sums_on_two_grids_agree_as_far_as_the_coarser_can_say(
    example: sy.TestSet, is_coarse_first: bool, tmp_path: Path
) -> None:
    file = read_statistics_file(keep(small(example), tmp_path / "a.jsonl", ["nist"]))
    stored = file.metrics[0]
    shift = np.array([min(20, bit) for bit in stored.bits])
    assert shift.any()
    bits = tuple(bit - by for bit, by in zip(stored.bits, shift.tolist(), strict=True))

    def merge(steps: int) -> object:
        values = np.rint(np.ldexp(stored.values.astype(np.float64), -shift)).astype(np.int64) + steps * (shift > 0)
        coarse = replace(file, path="b", metrics=(replace(stored, bits=bits, values=values),))
        return merge_statistics([coarse, file] if is_coarse_first else [file, coarse])

    merge(0)
    with pytest.raises(DataError, match="contradict each other"):
        merge(2)


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_gives_what_the_texts_give(ending: str, example: sy.TestSet, tmp_path: Path) -> None:
    scores = {
        "mine": {name: np.random.default_rng(i).normal(size=120).tolist() for i, name in enumerate(example.systems)}
    }
    path = keep(example, tmp_path / f"run{ending}", segment_scores=scores, lower_is_better=["mine"])
    texts = sy.evaluate(example, SOME, segment_scores=scores, lower_is_better=["mine"])
    stored = sy.evaluate_files([path])
    for a, b in zip(texts.measurements, stored.measurements, strict=True):
        assert (a.statistics.values == b.statistics.values).all() and (a.statistics.bits == b.statistics.bits).all()
    assert results(stored) == results(texts)
    assert isinstance(stored.test_set, CountedSet) and not stored.test_set.notes
    pair = ["harbour", "tangle"]
    of_pair = sy.evaluate_files([path], systems=pair, metrics=["ter", "mine"])
    picked = {"mine": {name: scores["mine"][name] for name in pair}}
    texts = sy.evaluate(small(example, range(120), pair), ["ter"], segment_scores=picked, lower_is_better=["mine"])
    assert results(of_pair) == results(texts)
    asked = ("dependence", "influence", "plan", "calibrate") if ending == ENDINGS[0] else ()  # the counts are equal
    for ask in asked:
        options: dict[str, Any] = {} if ask in ("dependence", "influence") else {"n_repetitions": 20, "n_resamples": 50}
        options |= {"sizes": [20]} if ask == "plan" else {}
        ours, theirs = (without_inputs(getattr(evaluation, ask)(**options)) for evaluation in (of_pair, texts))
        for row in theirs["rows"] if ask == "influence" else ():
            row["excerpt"] = None  # the texts
        assert ours == theirs, ask


@pytest.mark.parametrize("metric", METRICS, ids=str)
def test_every_metric_comes_back_by_its_spelling(metric: Metric, example: sy.TestSet, tmp_path: Path) -> None:
    data = annotated(metric, small(example, range(24), ["harbour", "tangle", "orator"]))
    path = keep(data, tmp_path / "run.jsonl", [metric])
    texts, stored = sy.evaluate(data, [metric]), sy.evaluate_files([path])
    assert compared(stored) == compared(texts)
    if metric not in FIRST_OF_THEIR_NAME:
        return
    shards = [keep(data.select(part), tmp_path / f"{part}.jsonl", [metric]) for part in (range(10), range(10, 24))]
    if metric.is_corpus_bound:
        with pytest.raises(DataError, match="weighs each segment by the references of all"):
            sy.evaluate_files(shards)
        return
    merged = sy.evaluate_files(shards)
    assert compared(merged) == compared(replace_reading(texts))


def replace_reading(evaluation: sy.Evaluation) -> sy.Evaluation:
    """Forget how texts were read, which shards have no common record of."""
    test_set = replace(evaluation.texts("This"), reading={})
    return replace(evaluation, counted=replace(evaluation.counted, test_set=test_set))


def test_runs_are_compared_from_a_file(example: sy.TestSet, tmp_path: Path) -> None:
    data = small(example, systems=["harbour", "lantern", "tangle", "orator"])
    data = replace(data, references=data.references[:1])
    runs = {"a": ["harbour", "lantern"], "b": ["tangle", "orator"]}
    path = keep(data, tmp_path / "run.jsonl.gz")
    ours = sy.evaluate_files([path]).compare(runs=runs, n_resamples=100)
    assert without_inputs(ours) == without_inputs(sy.evaluate(data, SOME).compare(runs=runs, n_resamples=100))


def test_systems_metrics_and_shards_merge(example: sy.TestSet, tmp_path: Path) -> None:
    names, some = example.system_names, ("bleu", "ter", "exact-match", "chrf")
    parts = []
    for shard, segments in enumerate((range(55), range(55, 120))):
        for group in (names[:2], names[1:]):  # one system stands in both
            for metrics in (some[:3], some[2:]):  # and one metric
                part = small(example, segments, group)
                parts.append(keep(part, tmp_path / f"{shard}-{group[0]}-{metrics[0]}.jsonl", metrics))
    merged = sy.evaluate_files(parts)
    assert (
        isinstance(merged.test_set, CountedSet)
        and merged.test_set.system_names == names
        and [m.metric for m in merged.measurements] == list(some)
    )
    texts = sy.evaluate(example, some)
    for a, b in zip(texts.measurements, merged.measurements, strict=True):
        assert (a.statistics.values == b.statistics.values).all() and (a.statistics.bits == b.statistics.bits).all()
    for ours, theirs in zip(results(merged), results(texts), strict=True):
        ours["method"]["recipe"]["reading"] = theirs["method"]["recipe"]["reading"]  # two shards are no whole file
        assert ours == theirs
    [note] = merged.test_set.notes  # a document was cut in two, and is one again
    assert "taken for one document" in note
    roles = [entry["role"] for entry in merged.test_set.inputs()]
    assert roles.count("statistics") == len(parts)


def test_no_text_is_in_a_file(example: sy.TestSet, tmp_path: Path) -> None:
    words = {w for text in (*example.references, *example.systems.values()) for line in text for w in str(line).split()}
    known = {*example.system_names, *(example.documents or ())}
    for ending in ENDINGS:
        path = keep(small(example, range(120)), tmp_path / f"run{ending}", ["bleu", "meteor-2005(without=synonym)"])
        content = path.read_bytes()
        text = (gzip.decompress(content) if ending.endswith("gz") else content).decode("utf-8", "replace")
        text = text.split("\n", 1)[0] + text.split("\n", 1)[1] if ending != ".parquet" else text
        for name in known:
            text = text.replace(name, "")
        found = [word for word in words if len(word) > 9 and word.isalpha() and word in text]
        assert not found, found
    stored = read_statistics_file(path)
    assert {type(value) for metric in stored.metrics for value in (metric.label, metric.signature)} == {str}


def test_what_contradicts_names_both_files(example: sy.TestSet, tmp_path: Path) -> None:
    data = small(example, range(24), ["harbour", "tangle"])
    path = keep(data, tmp_path / "a.jsonl")

    def beside(name: str, changed: StatisticsFile) -> list[Path]:
        write_statistics_file(tmp_path / name, changed)
        return [path, tmp_path / name]

    other = replace(data, systems={**data.systems, "tangle": data.systems["harbour"]})
    for paths, what in (
        ([path, keep(other, tmp_path / "b.jsonl")], "not the same text"),
        ([path, keep(replace(data, documents=None), tmp_path / "c.jsonl")], "not the same documents"),
        ([path, keep(replace(data, references=data.references[::-1]), tmp_path / "d.jsonl")], "count twice"),
        ([path, keep(replace(data, references=data.references[:1]), tmp_path / "e.jsonl")], "signature"),
    ):
        with pytest.raises(DataError, match=what) as caught:
            sy.evaluate_files(paths)
        assert all(str(name) in str(caught.value) for name in paths)
    stored = read_statistics_file(path)
    values = stored.metrics[1].values.copy()
    values[0, [0, 1]] = values[0, [1, 0]]  # the sums stay, the segments do not
    changed = replace(stored, metrics=(stored.metrics[0], replace(stored.metrics[1], values=values)))
    with pytest.raises(DataError, match="contradict each other: they have other statistics of ter"):
        sy.evaluate_files(beside("f.jsonl", changed))
    third = keep(small(example, systems=["orator"]), tmp_path / "g.jsonl", ["bleu"])
    with pytest.raises(AlignmentError, match="No file has ter of system 'orator'"):
        sy.evaluate_files([path, third])
    assert len(sy.evaluate_files([path, third], metrics=["bleu"]).measurements) == 1
    bare = keep(replace(small(example, range(24, 40), data.system_names), documents=None), tmp_path / "h.jsonl")
    with pytest.raises(AlignmentError, match="has none"):
        sy.evaluate_files([path, bare])


def test_damaged_and_foreign_files_are_refused(example: sy.TestSet, tmp_path: Path) -> None:
    path = keep(small(example, range(6), ["harbour", "tangle"]), tmp_path / "a.jsonl", ["ter"])
    head, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    metadata = json.loads(head)

    def with_head(**changes: Any) -> str:
        return head_of(metadata | changes) + "".join(rows)

    changed = "".join(rows).replace('"statistics": [', '"statistics": [9', 1)
    [metric] = metadata["metrics"]
    for content, what in (
        ("a text\n", "no statistics file"),
        ("", "no statistics file"),
        ("\n".join(rows), "no statistics file"),
        (with_head(format_version=2), "version 2 of the format"),
        (head + "".join(rows[1:]), "system 'harbour', segment 1 is missing"),
        (head + rows[0] + "".join(rows), "segment 1 stands twice"),
        (head + "".join(rows) + '{"system": "x"}\n', f"line {len(rows) + 2}: an object"),
        (head + "".join(rows) + "{\n", f"line {len(rows) + 2}: no JSON"),
        (head + "".join(rows).replace("[", "[1, ", 1), "differ in length"),
        (head + "".join(rows).replace('"statistics": [', '"statistics": [0.5, '), "other than whole numbers"),
        (head + changed, "another checksum than it says"),
        (with_head(metrics=[metric | {"metric": "bleu"}]), "not of the metrics"),
        (with_head(metrics=[metric | {"bits": [0]}]), "do not fit"),
        (with_head(systems=["harbour"]), "do not name the system 'tangle'"),
        (with_head(reference_words=[1]), "do not fit"),
        (with_head(metrics=[{}]), "damaged"),
        (with_head(inputs=3), "damaged"),
        (with_head(), "has lost its checksum, content_sha256. Delete it and count again"),
    ):
        path.write_text(content, encoding="utf-8")
        with pytest.raises((DataError, AlignmentError), match=what):
            sy.evaluate_files([path])
    path = path.with_suffix(".parquet")
    path.write_bytes(b"PAR1 and nothing of it")
    with pytest.raises(DataError, match="no Parquet file"):
        sy.evaluate_files([path])


def head_of(metadata: dict[str, Any]) -> str:
    """Return a first line without a checksum."""
    return json.dumps({key: value for key, value in metadata.items() if key != "content_sha256"}) + "\n"


def test_what_was_not_counted_so_is_refused_although_the_checksum_is_right(example: sy.TestSet, tmp_path: Path) -> None:
    path = keep(small(example, range(6), ["harbour", "tangle"]), tmp_path / "a.jsonl", ["ter"])
    stored = read_statistics_file(path)
    [metric] = stored.metrics

    def write(**changes: Any) -> None:
        write_statistics_file(path, replace(stored, metrics=(replace(metric, **changes),)))

    write_statistics_file(path, replace(stored, documents=[None, *(stored.documents or ())][: stored.n_segments]))
    with pytest.raises((DataError, AlignmentError), match="some segments have a document and others have none"):
        sy.evaluate_files([path])
    write(values=metric.values + 9)
    with pytest.raises(DataError, match="a score of"):
        sy.evaluate_files([path])
    write(signature=metric.signature.replace("lc", "mixed"))
    with pytest.raises(DataError, match="but here it is"):
        sy.evaluate_files([path])
    old = metric.signature.replace(sy.__version__, "0.0.9")
    write(signature=old)
    evaluation = sy.evaluate_files([path])
    assert isinstance(evaluation.test_set, CountedSet)
    [note] = evaluation.test_set.notes
    assert "counted by Steelyard 0.0.9" in note and evaluation.measurements[0].signature == old


def test_a_changed_digit_is_refused(example: sy.TestSet, tmp_path: Path) -> None:
    """A digit of the key `content_sha256` was not: the file was taken for one without a checksum."""
    path = keep(small(example, range(5), ["harbour", "tangle"]), tmp_path / "a.jsonl", ["bleu", "ter"])
    whole = path.read_bytes()
    said = [json.loads(line) for line in whole.splitlines()]
    digits = [i for i, byte in enumerate(whole) if chr(byte).isdigit()]
    read = []
    for i in digits:
        changed = whole[:i] + str((int(whole[i : i + 1]) + 1) % 10).encode() + whole[i + 1 :]
        path.write_bytes(changed)
        try:
            read_statistics_file(path)
            read.append(i)
            assert [json.loads(line) for line in changed.splitlines()] == said  # the same number, to the bit
        except (DataError, AlignmentError) as error:
            assert str(path) in str(error)
    assert len(digits) > 500 and len(read) < len(digits) / 50


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_name_that_is_no_text_stays_in_what_is_written(ending: str, tmp_path: Path) -> None:
    """Parquet took none: its metadata hold the path, and were encoded otherwise than those of lines."""
    paths = [tmp_path / name for name in ("r.txt", os.fsdecode(b"h\xe9.txt"), "t.txt")]
    for path in paths:
        path.write_text("a b c d\n")
    reference, *systems = map(str, paths)
    data = sy.TestSet.from_files([reference], dict(zip("ht", systems, strict=True)))
    kept = keep(data, tmp_path / f"a{ending}", ["bleu"])
    assert [entry["name"] for entry in read_statistics_file(kept).inputs] == [reference, *systems]


def test_a_name_that_parquet_cannot_hold_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    data = sy.TestSet(references=[["a"]], systems={"\udce9": ["a"]})
    with pytest.raises(DataError, match=r"Parquet cannot hold the name '\\udce9'"):
        keep(data, tmp_path / "a.parquet", ["bleu"])
    kept = keep(data, tmp_path / "a.jsonl", ["bleu"])
    assert read_statistics_file(kept).systems == ("\udce9",) and [*tmp_path.iterdir()] == [kept]


@pytest.mark.parametrize("n_bytes", [0, 1, 2**20, 2**20 + 1, 3 * 2**20 - 1])
def test_packing_in_pieces_gives_the_bytes_of_the_whole(n_bytes: int) -> None:
    """At once, an interrupt waited over a second for it."""
    content = np.random.default_rng(n_bytes).integers(48, 58, n_bytes, np.uint8).tobytes()
    assert _packed(content) == zlib.compress(content, 6, wbits=31)


def test_statistics_that_pack_best_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million segments of exact matches were taken for a bomb: two numbers, 0 or 1, beside columns of one value."""
    pytest.importorskip("polars")
    data = sy.TestSet(references=[["a", "b"] * 20_000], systems={"x": ["a"] * 40_000, "y": ["b", "b"] * 20_000})
    kept = keep(data, tmp_path / "a.parquet", ["exact-match"])
    monkeypatch.setattr("steelyard.files.parquet._MOST_CELLS", 0)
    assert read_statistics_file(kept).n_segments == 40_000


def test_a_changed_number_is_refused_in_parquet(example: sy.TestSet, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = keep(small(example, range(5), ["harbour", "tangle"]), tmp_path / "a.parquet", ["bleu", "ter"])
    metadata = polars.read_parquet_metadata(path)["steelyard"]
    rows = polars.read_parquet(path).rows(named=True)
    rows[3]["statistics"][1] += 1
    polars.DataFrame(rows).write_parquet(path, metadata={"steelyard": metadata})
    with pytest.raises(DataError, match=r"a\.parquet was changed or damaged"):
        sy.evaluate_files([path])


def test_what_needs_texts_says_so(example: sy.TestSet, tmp_path: Path) -> None:
    evaluation = sy.evaluate_files([keep(small(example), tmp_path / "a.jsonl")])
    for ask in (
        lambda: evaluation.scores(segments=True),
        lambda: sy.write_statistics(evaluation, tmp_path / "b.jsonl"),
    ):
        with pytest.raises(SpecError, match="needs the texts"):
            ask()
    with pytest.raises(SpecError, match=r"must end in \.parquet"):
        keep(small(example), tmp_path / "a.csv")
    with pytest.raises(DataError, match="Cannot write"):
        keep(small(example), tmp_path / "nowhere" / "a.jsonl")


def test_rows_may_stand_in_any_order(example: sy.TestSet, tmp_path: Path) -> None:
    path = keep(small(example), tmp_path / "a.jsonl")
    head, *rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    before = results(sy.evaluate_files([path]))
    np.random.default_rng(1).shuffle(rows)
    path.write_text(head + "".join(rows), encoding="utf-8")
    assert results(sy.evaluate_files([path])) == before


def test_rows_are_read_some_at_a_time(example: sy.TestSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_statistics_file(keep(small(example), tmp_path / "run.jsonl"))
    monkeypatch.setattr(statistics_files, "_AT_ONCE", 7)
    again = read_statistics_file(tmp_path / "run.jsonl")
    for one, other in zip(whole.metrics, again.metrics, strict=True):
        np.testing.assert_array_equal(one.values, other.values)
    lines = (tmp_path / "run.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    for changed, message in (("{}\n", "line 21: an object"), ("{\n", "line 21: no JSON object")):
        damaged.write_text("".join([*lines[:20], changed, *lines[21:]]), encoding="utf-8")
        with pytest.raises(DataError, match=message):
            read_statistics_file(damaged)
    shorter = lines[20].replace('"statistics": [', '"statistics": [1, ')
    damaged.write_text("".join([*lines[:15], *[shorter] * 7, *lines[22:]]), encoding="utf-8")
    with pytest.raises(DataError, match="differ in length"):
        read_statistics_file(damaged)
