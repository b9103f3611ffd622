"""Scores of candidates from every layout, and utilities of outside metrics; what is missing is one sentence."""

import json
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import AlignmentError, DataError, SpecError, SteelyardError
from steelyard.reading.lists.candidates import lists_of_systems, lists_of_texts
from steelyard.reading.lists.scores import read_candidate_scores, system_grid
from steelyard.reading.lists.utility_matrices import UtilityMatrices, read_utility_matrices

LISTS = lists_of_texts(
    ["a", "b", "c"], [2, 1], totals=[-1, -2, -3], features=np.array([[1.0], [2], [3]]), feature_names=("lm",)
)
GRID = lists_of_systems({"x": ["a", "b"], "y": ["c", "d"]})


def written(folder: Path, text: str, name: str = "kiwi.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_numbers_stand_one_a_line_or_a_source_a_line(tmp_path: Path) -> None:
    for text in ("0.5\n0.25\n1e-3\n", "0.5 0.25\n0.001\n", "[0.5, 0.25]\n[0.001]\n"):
        found = read_candidate_scores(written(tmp_path, text), LISTS, "--qe")
        assert (found.name, found.values.tolist()) == ("qe", [0.5, 0.25, 0.001])
    path = written(tmp_path, "1\n2\n3\n")
    assert read_candidate_scores(f"Kiwi={path}", LISTS, "--qe", lower_is_better=True).values.tolist() == [-1, -2, -3]


def test_scores_beside_the_candidates_are_named() -> None:
    assert read_candidate_scores("total", LISTS, "--prior").values.tolist() == [-1, -2, -3]
    assert read_candidate_scores("lm", LISTS, "--prior").values.tolist() == [1, 2, 3]


def test_weights_that_were_tuned_sum_up_the_features(tmp_path: Path) -> None:
    weights = {"schema": "steelyard.weights/1", "objective": "bleu", "weights": {"lm": -2.0}}
    path = written(tmp_path, json.dumps(weights), "w.json")
    assert read_candidate_scores(path, LISTS, "--qe").values.tolist() == [-2, -4, -6]
    with pytest.raises(SpecError, match="weighs the feature 'lm', but those of the candidates are none"):
        read_candidate_scores(path, GRID, "--qe")


def test_scores_of_systems_are_read_as_elsewhere(tmp_path: Path) -> None:
    path = written(tmp_path, "system\tline\tkiwi\ny\t1\t3\nx\t1\t1\nx\t2\t2\ny\t2\t4\nz\t1\t9\nz\t2\t9\n", "s.tsv")
    found = read_candidate_scores(path, GRID, "--qe")
    assert (found.name, found.values.tolist()) == ("kiwi", [1, 3, 2, 4])


def test_systems_are_a_grid_where_each_wrote_one_output_of_every_source() -> None:
    assert system_grid(GRID) == ("x", "y")
    assert system_grid(LISTS) == ()
    assert system_grid(lists_of_texts(["a", "b", "c", "d"], [2, 2], systems=["x", "x", "x", "x"])) == ()
    assert system_grid(lists_of_texts(["a", "b", "c"], [2, 1], systems=["x", "y", "x"])) == ()


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("1\n2\n", AlignmentError, "a number for each of the 3 candidates"),
        ("1\nx\n3\n", AlignmentError, "a number for each"),
        ("1\nnan\n3\n", DataError, r"candidate 2 of source 1 has no score, one of 1"),
        ("1\n2\ninf\n", DataError, r"candidate 1 of source 2"),
        ('[{"system": "x", "line": 1, "score": 1}]', AlignmentError, "a number for each"),
        (f"[1, {'9' * 400}]\n[2]", DataError, "candidate 2 of source 1 has no score"),
    ],
)
def test_missing_scores_are_refused(tmp_path: Path, text: str, error: type[SteelyardError], message: str) -> None:
    with pytest.raises(error, match=message):
        read_candidate_scores(written(tmp_path, text), LISTS, "--qe")


def test_a_prior_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=r"no file nowhere \(--qe\); .* are lm, total"):
        read_candidate_scores("nowhere", LISTS, "--qe")
    with pytest.raises(DataError, match="candidate 1 of source 1 has no score, one of 4"):
        read_candidate_scores("total", GRID, "--prior")


MATRICES = [[[1.0, 0.5], [0.25, 1.0]], [[1.0]]]


def matrices_of(read: UtilityMatrices) -> list[list[list[float]]]:
    read.check([2, 1])
    return [read.matrix(0, 0, ["a", "b"], ["a", "b"]).tolist(), read.matrix(1, 2, ["c"], ["c"]).tolist()]


def test_matrices_are_read_from_lines_rows_and_pairs(tmp_path: Path) -> None:
    texts = [["a", "b"], ["c"]]
    pairs = [
        {"source": "s", "hypothesis": text, "reference": other, "prediction": MATRICES[i][row][column]}
        for i, one in enumerate(texts)
        for row, text in enumerate(one)
        for column, other in enumerate(one)
    ]
    forms = [
        "".join(f"{json.dumps(one)}\n" for one in MATRICES),
        "".join(f"{json.dumps({'id': 3, 'matrix': one})}\n" for one in MATRICES),
        "1 0.5\n0.25\t1\n\n1\n",
        "[1, 0.5]\n[0.25, 1]\n[1]\n",
        "".join(f"{json.dumps(one)}\n" for one in pairs),
    ]
    for number, text in enumerate(forms):
        found = read_utility_matrices(written(tmp_path, text, f"comet{number}.jsonl"))
        assert matrices_of(found) == MATRICES, text
        assert found.name == f"comet{number}"


def test_an_array_of_numpy_has_a_matrix_for_each_source(tmp_path: Path) -> None:
    path = str(tmp_path / "u.npy")
    np.save(path, np.arange(8, dtype=np.float32).reshape(2, 2, 2))
    found = read_utility_matrices(path, "COMET")
    found.check([2, 2])
    assert found.matrix(1, 2, ["a", "b"], ["a", "b"]).tolist() == [[4, 5], [6, 7]]
    np.save(path, np.array([[3.0, 4.0], [6.0, 8.0], [0.0, 0.0], [0.0, 2.0]]))
    vectors = read_utility_matrices(path)
    vectors.check([2, 2])
    np.testing.assert_allclose(vectors.matrix(0, 0, ["a", "b"], ["a", "b"]), [[1, 1], [1, 1]])
    np.testing.assert_allclose(vectors.matrix(1, 2, ["c", "d"], ["c", "d"]), [[0, 0], [0, 1]])
    with pytest.raises(AlignmentError, match="4 vectors, but there are 3 candidates"):
        vectors.check([2, 1])
    with pytest.raises(AlignmentError, match="1 pieces of evidence"):
        vectors.matrix(0, 0, ["a", "b"], ["x"])
    whole = Path(path).read_bytes()
    for content in (whole[:-3], whole[:7], b"\x9c\xfb no array", b""):
        Path(path).write_bytes(content)
        with pytest.raises(DataError, match=r"u\.npy is no NumPy array of numbers that can be read"):
            read_utility_matrices(path)
    np.save(path, np.zeros(3))
    with pytest.raises(DataError, match=r"shape \(3,\)"):
        read_utility_matrices(path)
    np.save(path, np.array([None]), allow_pickle=True)
    with pytest.raises(DataError, match="no NumPy array of numbers"):
        read_utility_matrices(path)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", DataError, "is empty"),
        ("[[1, 2], [3, 4]]\n", AlignmentError, "matrices of 1 sources, but there are 2"),
        ("1 2\n3 4\n", AlignmentError, "2 rows of utilities, but there are 3 candidates"),
        ("[[1, 2]]\n[[1]]\n", AlignmentError, r"source 1: the matrix has shape \(1, 2\), but there are 2 candidates"),
        ("[[1, NaN], [1, 1]]\n[[1]]\n", DataError, "candidate 1 against 2 is nan"),
        ("1 2\n3\n1\n", AlignmentError, "rows of utilities have different lengths"),
        ("1 x\n3 4\n1\n", DataError, "line 1: no matrix of numbers"),
        ('{"matrix": "x"}\n{"matrix": 1}\n', DataError, "no matrix of numbers"),
        ("[[1\n[[1]]\n", DataError, "line 1: no matrix of numbers"),
        ('{"mt": "a", "ref": "a", "score": 1}\n', DataError, "source 1: the output 'a' has no score against 'b'"),
        ('{"mt": "a", "ref": "a", "score": 1}\n{"mt": "a"}\n', DataError, "line 2: mt, ref, score were expected"),
    ],
)
def test_matrices_that_do_not_fit_are_refused(
    tmp_path: Path, text: str, error: type[SteelyardError], message: str
) -> None:
    with pytest.raises(error, match=message):
        matrices_of(read_utility_matrices(written(tmp_path, text)))
