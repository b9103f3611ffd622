"""Several files of judgements of one campaign are one set, whoever judged and in whatever wave."""

from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading import read_judgements
from tests.cli.running import run

SPANS = (
    'a\t{"errors": [{"start": 0, "end": 1, "category": "x", "severity": "minor", "score": 1}]}\na\tNone\n',
    'a\tNone\na\t{"errors": [{"start": 0, "end": 1, "category": "y", "severity": "major", "score": 5}]}\n',
)


def write(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def test_a_file_for_each_rater_names_the_rater(tmp_path: Path) -> None:
    paths = [write(tmp_path, f"mqm.rater{i}.seg.rating", text) for i, text in enumerate(SPANS, 1)]
    found = read_judgements(paths)
    assert found.marks is not None and found.marks.raters.values == ("mqm.rater1", "mqm.rater2")
    assert found.marks.judgements.tolist() == [0, 1] and found.marks.segments.tolist() == [0, 1]
    assert found.marks.categories.names == ("x", "y") and found.marks.n_lines == 2
    assert found.reading is not None and found.reading["paths"] == paths


def test_waves_join_and_keep_their_control_items(tmp_path: Path) -> None:
    def row(rater: str, item: int, kind: str, score: int, document: str) -> str:
        return f"{rater},sys,{item},{kind},eng,jpn,{score},{document},False,[],1.0,2.0\n"

    waves = [
        row("ann", 1, "TGT", 90, "d#sys") + row("ann", 1, "BAD", 20, "d#sys#bad"),
        row("ben", 2, "TGT", 80, "d#sys") + row("ben", 2, "TGT", 70, "d#sys#dup"),
    ]
    paths = [write(tmp_path, f"wave{i}.csv", text) for i, text in enumerate(waves)]
    parts = [read_judgements(path, documents=["d"]).ratings for path in paths]
    found = read_judgements(paths, documents=["d"]).ratings
    assert found is not None and len(found) == sum(len(part) for part in parts if part is not None)
    assert found.raters.names == ("ann", "ben") and {"system", "degraded", "repeat"} <= set(found.kinds.names)
    assert sorted(found.scores.tolist()) == [20, 70, 80, 90]


def test_ids_that_are_numbered_are_the_same_segments_in_all_files(tmp_path: Path) -> None:
    head = "system\tseg_id\trater\tscore\n"
    waves = [head + "a\tx1\tann\t1\na\tx2\tann\t2\n", head + "a\tx3\tben\t3\na\tx2\tben\t4\n"]
    paths = [write(tmp_path, f"{i}.tsv", text) for i, text in enumerate(waves)]
    found = read_judgements(paths, lines="number").ratings
    assert found is not None and found.segments.tolist() == [0, 1, 2, 1]


def test_rankings_join(tmp_path: Path) -> None:
    head = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
    texts = [head + "de,en,1,1,j1,a,1,b,2,7\n", head + "de,en,2,2,j2,b,1,c,2,7\n"]
    found = read_judgements([write(tmp_path, f"{i}.csv", text) for i, text in enumerate(texts)]).rankings
    assert found is not None and len(found) == 2 and found.offsets.tolist() == [0, 2, 4]
    assert found.systems.values == ("a", "b", "b", "c") and found.raters.values == ("j1", "j2")


@pytest.mark.parametrize(
    ("second", "error", "message"),
    [
        (SPANS[0], DataError, r"0\.x and .*1\.x are the same file"),
        ("system\tline\tscore\na\t1\t2\n", DataError, "judgements of one kind are joined"),
        (SPANS[0] + "a\tNone\n", AlignmentError, "do not list the same number of lines: 2, 3"),
    ],
)
def test_what_does_not_belong_together_is_refused(
    tmp_path: Path, second: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_judgements([write(tmp_path, "0.x", SPANS[0]), write(tmp_path, "1.x", second)])


def test_every_file_after_ratings_is_read(tmp_path: Path) -> None:
    head = "system\tline\trater\tscore\n"
    texts = [head + f"a\t1\t{rater}\t{score}\nb\t1\t{rater}\t1\na\t2\t{rater}\t2\nb\t2\t{rater}\t1\n"
             for rater, score in (("ann", 4), ("ben", 2))]  # fmt: skip
    paths = [write(tmp_path, f"{i}.tsv", text) for i, text in enumerate(texts)]
    stored = tmp_path / "stored.json"
    outcome = run("human", *paths, "--format", "json", "-n", "100")
    assert outcome.status == 0, outcome.err
    stored.write_text(outcome.out)
    assert all(path in outcome.out for path in paths)
    assert run("check", "result", str(stored)).status == 0
    one = run("human", paths[0], "--format", "json", "-n", "100")
    assert one.out != outcome.out


def test_real_waves_and_raters_join(test_data: Path) -> None:
    folder = test_data / "data" / "wmt23-en-de" / "human" / "campaign" / "raw"
    waves = sorted(folder.glob("*ESA.scores.csv.gz"))
    assert len(waves) == 3
    names = [line.split("\t")[-1] for line in (test_data / "data/wmt23-en-de/docs.tsv").read_text().splitlines()[-557:]]
    parts = [read_judgements(wave, documents=names, strict=False).ratings for wave in waves]
    joined = read_judgements(waves, documents=names, strict=False).ratings
    assert joined is not None and len(joined) == sum(len(part) for part in parts if part is not None)
    total = np.concatenate([part.scores for part in parts if part is not None]).sum()
    assert joined.scores.sum() == total and "degraded" in joined.kinds.names


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    for rater, score in (("ann", 3), ("ben", 4)):
        (tmp_path / f"{rater}.tsv").write_text(f"system\tline\tscore\na\t1\t{score}\n", encoding="utf-8")
    for name in ("README.md", ".hidden.tsv"):
        (tmp_path / name).write_text("no judgements\n", encoding="utf-8")
    ratings = read_judgements(tmp_path).ratings
    assert ratings is not None and ratings.raters.names == ("ann", "ben") and ratings.scores.tolist() == [3, 4]
    (tmp_path / "empty").mkdir()
    with pytest.raises(DataError, match="has no files of judgements"):
        read_judgements(tmp_path / "empty")
