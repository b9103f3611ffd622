"""Features and counts as Moses's extractor writes them."""

from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_moses_extracted

FEATURES = """FEATURES_TXT_BEGIN_0 0 2 2 lm_0 w_0
0.5 -3
0.25 -2
FEATURES_TXT_END_0
FEATURES_TXT_BEGIN_0 1 1 2 lm_0 w_0
1 -4
FEATURES_TXT_END_0
"""
SCORES = """SCORES_TXT_BEGIN_0 0 2 9 BLEU
3 4 2 3 1 2 0 1 5
1 2 0 1 0 0 0 0 5
SCORES_TXT_END_0
SCORES_TXT_BEGIN_0 1 1 9 BLEU
4 4 3 3 2 2 1 1 4
SCORES_TXT_END_0
"""


def read(folder: Path, features: str, scores: str) -> tuple[object, object]:
    paths = folder / "features.dat", folder / "scores.dat"
    for path, content in zip(paths, (features, scores), strict=True):
        path.write_text(content, encoding="utf-8")
    return read_moses_extracted(*paths)


def test_lists_and_counts(tmp_path: Path) -> None:
    (tmp_path / "features.dat").write_text(FEATURES)
    (tmp_path / "scores.dat").write_text(SCORES)
    lists, counts = read_moses_extracted(tmp_path / "features.dat", tmp_path / "scores.dat")
    assert lists.feature_names == ("lm_0", "w_0")
    assert lists.sizes.tolist() == [2, 1]
    assert lists.features.tolist() == [[0.5, -3], [0.25, -2], [1, -4]]
    assert counts[0].tolist() == [4, 5, 3, 2, 1, 0, 4, 3, 2, 1]  # lengths, matches, totals


@pytest.mark.parametrize(
    ("features", "scores", "error", "message"),
    [
        ("", SCORES, DataError, "features.dat"),
        ("0.5 1\n", SCORES, DataError, "line 1: a list begins with FEATURES_TXT_BEGIN"),
        (FEATURES.replace("0.25 -2", "0.25"), SCORES, DataError, "line 3: there should be 2 finite numbers"),
        (FEATURES.replace("0.25", "nan"), SCORES, DataError, "line 3: there should be 2 finite numbers"),
        (FEATURES.replace("0.25", "x"), SCORES, DataError, "line 3: there should be numbers alone"),
        (FEATURES.replace("1 -4\n", ""), SCORES, DataError, r"segment 1 \(from 0\) has no candidate"),
        (
            FEATURES.replace("0.25 -2\n", ""),
            SCORES,
            AlignmentError,
            "not of the same candidates: 2 of 2 segments, and 3",
        ),
        (FEATURES, SCORES.replace("BLEU", "PER"), DataError, "BLEU's nine numbers"),
    ],
)
def test_bad_files(tmp_path: Path, features: str, scores: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read(tmp_path, features, scores)
