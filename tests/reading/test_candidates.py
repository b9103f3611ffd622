"""Candidates from every kind of file, as they are found; what is missing is one sentence with its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from steelyard.errors import AlignmentError, DataError, SpecError, SteelyardError
from steelyard.reading.lists.candidates import lists_of_systems, read_candidates


def written(folder: Path, text: str, name: str = "c.txt") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def rows(folder: Path, *objects: dict[str, Any]) -> Path:
    return written(folder, "".join(f"{json.dumps(one)}\n" for one in objects), "c.jsonl")


def test_k_lines_are_one_source(tmp_path: Path) -> None:
    path = written(tmp_path, "a\nb\nc\nd\n")
    lists = read_candidates([path], per_source=2).lists
    assert (lists.texts, lists.sizes.tolist(), lists.systems) == (("a", "b", "c", "d"), [2, 2], ())
    assert read_candidates([path], n_sources=1).lists.sizes.tolist() == [4]
    assert lists.files[0][0] == str(path)


def test_a_file_for_each_system_is_a_candidate_for_each_source(tmp_path: Path) -> None:
    paths = [written(tmp_path, "a\nb\n", "x.de"), written(tmp_path, "c\nd\n", "y.de")]
    lists = read_candidates(paths).lists
    assert (lists.texts, lists.systems) == (("a", "c", "b", "d"), ("x", "y", "x", "y"))
    assert read_candidates(paths, per_source=2).lists.systems == ("x", "x", "y", "y")
    assert read_candidates(paths, names=["p", "q"]).lists.systems[:2] == ("p", "q")
    assert lists_of_systems({"x": ["a", "b"], "y": ["c", "d"]}).texts == lists.texts


def test_a_row_for_each_source_holds_a_list_of_samples(tmp_path: Path) -> None:
    path = rows(
        tmp_path,
        {"id": 7, "source": "s1", "outputs": ["a", "b"], "ref": "r1", "document": "d"},
        {"id": 8, "source": "s2", "outputs": [{"text": "c", "logprob": -1.5}], "ref": ["r2", "r3"], "document": "d"},
    )
    found = read_candidates([path])
    assert (found.lists.texts, found.lists.sizes.tolist()) == (("a", "b", "c"), [2, 1])
    assert found.lists.totals.tolist()[2] == -1.5
    assert found.references == (("r1", "r2"), (None, "r3"))
    assert (found.sources, found.documents, found.ids) == (("s1", "s2"), ("d", "d"), ("7", "8"))


def test_scores_stand_beside_the_list(tmp_path: Path) -> None:
    path = rows(tmp_path, {"completions": ["a", "b"], "logprobs": [-1, -2.5]})
    assert read_candidates([path]).lists.totals.tolist() == [-1, -2.5]
    nested = rows(tmp_path, {"choices": [{"message": {"role": "assistant", "content": "a"}}]})
    assert read_candidates([nested]).lists.texts == ("a",)


def test_a_row_for_each_candidate_is_grouped_by_its_source(tmp_path: Path) -> None:
    path = written(tmp_path, "prompt,text,score,kiwi\np,a,-1,0.5\nq,b,-2,0.25\np,c,-3,0.75\n", "c.csv")
    lists = read_candidates([path]).lists
    assert (lists.texts, lists.sizes.tolist(), lists.totals.tolist()) == (("a", "c", "b"), [2, 1], [-1, -3, -2])
    assert (lists.feature_names, lists.features[:, 0].tolist()) == (("kiwi",), [0.5, 0.75, 0.25])


def test_rows_of_systems_may_be_counted_within_documents(tmp_path: Path) -> None:
    path = rows(
        tmp_path,
        *(
            {"doc": doc, "seg_id": 1, "system": system, "output": f"{doc}{system}"}
            for system in ("x", "y")
            for doc in ("d", "e")
        ),
    )
    lists = read_candidates([path]).lists
    assert (lists.texts, lists.systems) == (("dx", "dy", "ex", "ey"), ("x", "y", "x", "y"))


def test_columns_are_systems_where_they_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, "ref\tx\ty\nr\ta\tb\nt\tc\td\n", "c.tsv")
    found = read_candidates([path], systems=["x", "y"], reference=["ref"])
    assert (found.lists.texts, found.lists.systems[:2], found.references) == (
        ("a", "b", "c", "d"), ("x", "y"), (("r", "t"),),
    )  # fmt: skip


def test_n_best_lists_of_moses_keep_features_and_totals(tmp_path: Path) -> None:
    path = written(tmp_path, "0 ||| a ||| lm: -1 ||| -3\n0 ||| b ||| lm: -2 ||| -4\n1 ||| c ||| lm: -1 ||| -1\n")
    lists = read_candidates([path]).lists
    assert (lists.sizes.tolist(), lists.feature_names, lists.totals.tolist()) == ([2, 1], ("lm",), [-3, -4, -1])


@pytest.mark.parametrize(
    ("text", "options", "error", "message"),
    [
        ("a\nb\n", {}, SpecError, r"has 2 lines: say how many .*\(--per-source K\)"),
        ("a\nb\nc\n", {"per_source": 2}, AlignmentError, "3 lines, which is no multiple of 2"),
        ("a\nb\nc\n", {"n_sources": 2}, AlignmentError, "3 lines, which 2 sources do not share"),
        ("", {"per_source": 2}, AlignmentError, "no source has candidates"),
        ("a\n", {"per_source": 0}, SpecError, "one candidate or more"),
        ("a\n", {"per_source": 1, "columns": {"id": "x"}}, SpecError, "is no table"),
        ('{"outputs": []}\n', {}, AlignmentError, "line 1, column 'outputs': the list is empty"),
        ('{"outputs": "a"}\n{"outputs": ["a"]}\n', {}, DataError, "'a' where a list of candidates"),
        ('{"outputs": [null]}\n', {}, DataError, "nothing where a text should be"),
        ('{"outputs": [["a"]]}\n', {}, DataError, "a list where a text should be"),
        ('{"outputs": [{"x": 1}]}\n', {}, DataError, "an object without a text"),
        ('{"outputs": ["a"], "scores": [1, 2]}\n', {}, AlignmentError, "1 candidates, but 'scores'"),
        ('{"outputs": ["a"], "scores": ["x"]}\n', {}, DataError, "'x' where a score should be"),
        ('{"text": "a"}\n', {}, SpecError, "no column says of which source"),
        ('{"id": 1, "who": "a"}\n', {}, SpecError, "Which column of .* holds the candidates"),
        ('{"id": 1, "text": "a"}\n', {"columns": {"role": "x"}}, SpecError, "not 'role'"),
        ('{"x": "a"}\n', {"systems": ["x", "x"]}, AlignmentError, "'x' is named twice"),
        ("0 ||| a ||| lm: -1 ||| -3\n2 ||| b ||| lm: -2 ||| -4\n", {}, DataError, "segment 1 has no candidate"),
    ],
)
def test_what_cannot_be_read_is_said(
    tmp_path: Path, text: str, options: dict[str, Any], error: type[SteelyardError], message: str
) -> None:
    with pytest.raises(error, match=message):
        read_candidates([written(tmp_path, text)], **options)


def test_files_of_different_lengths_are_refused(tmp_path: Path) -> None:
    paths = [written(tmp_path, "a\nb\n", "x"), written(tmp_path, "c\n", "y")]
    with pytest.raises(AlignmentError, match=r"y has 1 lines, but .*x has 2"):
        read_candidates(paths)
    with pytest.raises(AlignmentError, match="1 names for 2 files"):
        read_candidates(paths, names=["x"])
    with pytest.raises(AlignmentError, match="'x' stands twice"):
        read_candidates(paths, names=["x", "x"])
    with pytest.raises(SpecError, match="nothing to choose from"):
        read_candidates([])
    with pytest.raises(AlignmentError, match="'y' has 1 outputs"):
        lists_of_systems({"x": ["a", "b"], "y": ["a"]})


def test_a_table_is_the_only_file(tmp_path: Path) -> None:
    table = rows(tmp_path, {"outputs": ["a"]})
    with pytest.raises(SpecError, match="stand in one"):
        read_candidates([table, table])


def test_a_broken_line_of_json_is_told_and_no_plain_text(tmp_path: Path) -> None:
    broken = '{"id": 1, "outputs": ["a b", "a"]}\n{"id": 2, "outputs": ["a"}\n'
    for name in ("c.jsonl", "c.txt"):
        with pytest.raises(DataError, match=f"{name}, line 2: no JSON that can be read"):
            read_candidates([written(tmp_path, broken, name)])
    with pytest.raises(DataError, match="line 1: no JSON"):
        read_candidates([written(tmp_path, "{\n", "c.ndjson")])
    with pytest.raises(SpecError, match="--per-source is for lines of plain text"):
        read_candidates([written(tmp_path, broken, "c.jsonl")], per_source=1)
    text = written(tmp_path, '{"a": 1\nb\n')
    assert read_candidates([text], per_source=1).lists.texts == ('{"a": 1', "b")  # as it was asked for


def test_a_number_is_no_candidate(tmp_path: Path) -> None:
    path = rows(tmp_path, {"outputs": ["1", "2"]}, {"outputs": ["a", 2.50]})
    with pytest.raises(DataError, match=r"line 2, column 'outputs': there is the number 2\.5 where a text should be"):
        read_candidates([path])


def test_columns_that_lack_a_number_or_are_not_finite_score_no_candidate(tmp_path: Path) -> None:
    given = [{"id": i, "output": text, "loss": loss, "odd": odd}
             for i, text, loss, odd in ((1, "a", 1, 2), (1, "b", 2, "inf"), (2, "c", 3, 4))]  # fmt: skip
    found = read_candidates([rows(tmp_path, *given)]).lists
    assert found.feature_names == ("loss",) and found.features[:, 0].tolist() == [1, 2, 3]
    scored = rows(tmp_path, {"outputs": ["a", "b"], "logprobs": [-1, None]})
    totals = read_candidates([scored]).lists.totals
    assert totals[0] == -1 and totals[1] != totals[1]
