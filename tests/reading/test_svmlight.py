"""svmlight in and out: scikit-learn's reader and writer as the oracle, W08-0331's figures through a file, mistakes."""

import json
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import AlignmentError, DataError
from steelyard.reading import read_judgements
from steelyard.reading.formats import read_output_scores, read_svmlight, write_svmlight
from steelyard.types import OutputScores
from tests.cli.running import DOCUMENTS, PATHS, REFERENCE, output
from tests.conftest import EXAMPLES

SET = "6 qid:{0} 1:0.5 2:0.9\n1 qid:{0} 1:0.3 2:0.8\n3 qid:{0} 1:0.4 2:0.2\n"  # the example of W08-0331
RNG = np.random.default_rng(1)
PEOPLE = OutputScores("da", ("a", "b c"), np.array([[1.0, np.nan, 3.0], [2.0, 5.0, np.nan]]), documents=("x", "x", "y"))
FEATURES = [OutputScores(f"m {i}", PEOPLE.systems, RNG.normal(size=(2, 3)), i != 1) for i in range(3)]


def test_what_is_written_is_what_scikit_learn_reads(tmp_path: Path) -> None:
    from sklearn.datasets import load_svmlight_file

    path = tmp_path / "features.dat"
    write_svmlight(path, PEOPLE, FEATURES)
    table, ratings, queries = load_svmlight_file(str(path), query_id=True)
    assert ratings.tolist() == [1, 2, 5, 3]
    assert queries.tolist() == [1, 1, 2, 3]
    expected = [[one.values[place] for one in FEATURES] for place in ((0, 0), (1, 0), (1, 1), (0, 2))]
    np.testing.assert_array_equal(table.toarray(), expected)


def test_what_scikit_learn_writes_is_read(tmp_path: Path) -> None:
    from sklearn.datasets import dump_svmlight_file

    path = tmp_path / "features.dat"
    table, ratings = np.round(RNG.normal(size=(6, 4)), 6), np.arange(6.0)
    table[2, 1:3] = 0  # left out of the file
    dump_svmlight_file(table, ratings, str(path), zero_based=False, query_id=[7, 7, 7, 3, 3, 9])
    people, features = read_svmlight(path)
    assert people.systems == ("1", "2", "3")
    assert people.values[:, 0].tolist() == [0, 1, 2]
    assert np.isnan(people.values[2, 1])
    by_row = np.array([[one.values[i, q] for one in features] for q, i in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))])
    np.testing.assert_allclose(by_row, table[:5])


def test_names_and_directions_come_back(tmp_path: Path) -> None:
    path = tmp_path / "features.dat"
    write_svmlight(path, PEOPLE, FEATURES)
    people, features = read_svmlight(path)
    assert (people.systems, people.documents) == (PEOPLE.systems, PEOPLE.documents)
    np.testing.assert_array_equal(people.values, PEOPLE.values)
    assert [(one.name, one.higher_is_better) for one in features] == [("m 0", True), ("m 1", False), ("m 2", True)]
    assert [one.name for one in read_output_scores(path)] == ["m 0", "m 1", "m 2"]
    ratings = read_judgements(path).ratings
    assert ratings is not None
    assert sorted(ratings.scores.tolist()) == [1, 2, 3, 5]


def test_weights_of_the_paper_come_out_of_its_file(tmp_path: Path) -> None:
    path, model = tmp_path / "duh.dat", tmp_path / "model.json"
    path.write_text("".join(SET.format(query) for query in range(1, 11)), encoding="utf-8")
    words = ("--learner", "rank-svm", "--learner-options", "C=3", "--unscaled", "-n", "20", "-q", "-o", model)
    printed = output("lab", "train", "--ratings", path, "--scores", path, *words)
    assert "(rank-svm; C=3)" in printed
    assert "options were chosen" not in printed
    weights = json.loads(model.read_text(encoding="utf-8"))["model"]["predictor"]["weights"]
    assert weights == pytest.approx([0.8, 0.4], abs=1e-3)
    applied = output("lab", "train", "apply", model, "--scores", path).splitlines()
    assert applied[0] == "1\t2\t3"
    assert [float(cell) for cell in applied[1].split("\t")] == pytest.approx([0.76, 0.56, 0.40], abs=1e-3)
    assert sy.verify(model).outcome == "equal"


def test_what_is_learned_from_the_written_table_is_the_same(tmp_path: Path) -> None:
    table, first, second = (tmp_path / name for name in ("features.dat", "first.json", "second.json"))
    texts = (REFERENCE, "-i", *PATHS.values(), "-m", "chrf", "ter", "--documents", DOCUMENTS)
    words = ("-n", "20", "-q", "-o")
    output("lab", "train", *texts, "--ratings", EXAMPLES / "human.tsv", "--svmlight", table, *words, first)
    output("lab", "train", "--ratings", table, "--scores", table, *words, second)
    one, other = sy.load(first), sy.load(second)
    assert (one.features, one.folds, one.curve) == (other.features, other.folds, other.curve)
    assert one.agreement == other.agreement


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 qid:1 1:0.5\nthree qid:1 1:0.5\n", "line 2 is no rating with features"),
        ("3 qid:1 1:0.5 0:1\n", "'0:1' is no feature"),
        ("3 qid:1 1:half\n", "'1:half' is no feature"),
        ("3 qid:1 2:1 1:1\n", "feature 1 stands after feature 2"),
        ("# nothing\n", "no line of svmlight"),
        ('1 qid:1 1:1 # {"system": "a"}\n2 qid:1 1:1 # {"system": "a"}\n', "'a' on qid:1 stands twice"),
    ],
)
def test_a_line_that_is_none_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "features.dat"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_svmlight(path)


def test_nothing_is_written_where_a_score_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "features.dat"
    holes = OutputScores("m", PEOPLE.systems, np.full((2, 3), np.nan))
    with pytest.raises(DataError, match="m has no score of some rated output"):
        write_svmlight(path, PEOPLE, [FEATURES[0], holes])
    with pytest.raises(AlignmentError, match="did not score the systems"):
        write_svmlight(path, PEOPLE, [OutputScores("m", ("a",), np.ones((1, 3)))])
    assert not path.exists()
