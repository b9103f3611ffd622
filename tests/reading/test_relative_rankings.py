"""Relative rankings: five-way rows, pairs, and what each mistake is told."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_relative_rankings
from tests.oracles.real_sets import lines_of

FIVE = "srclang,trglang,srcIndex,documentId,segmentId,judgeId," + ",".join(
    [f"system{i}Number,system{i}Id" for i in range(1, 6)] + [f"system{i}rank" for i in range(1, 6)]
)
PAIRS = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"


def five(ranks: str, *, names: str = "abcde", line: int | str = 4, target: str = "eng") -> str:
    systems = ",".join(f"-1,{name}" for name in names)
    return f"deu,{target},{line},doc,9,ann,{systems},{','.join(ranks.split())}"


def write(folder: Path, *rows: str) -> Path:
    path = folder / "rr.csv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path


def test_rows_of_five_are_rankings(tmp_path: Path) -> None:
    path = write(tmp_path, FIVE, five("1 2 2 5 4"), five("-1 -1 -1 -1 -1"), five("3 -1 1 -1 -1", line=1))
    rankings = read_relative_rankings(path)
    assert rankings.segments.tolist() == [3, 0]
    assert (rankings.documents.names, rankings.raters.names, rankings.n_skipped) == (("doc",), ("ann",), 1)
    assert (rankings.offsets.tolist(), rankings.ranks.tolist()) == ([0, 5, 7], [1, 2, 2, 5, 4, 3, 1])
    ranking, first, second, sign = rankings.pairs()
    assert ranking.tolist() == [0] * 10 + [1]
    names = rankings.systems.names
    ranks = dict(zip("abcde", [1, 2, 2, 5, 4], strict=True))
    expected = [(x, y, np.sign(ranks[y] - ranks[x])) for x, y in combinations("abcde", 2)] + [("a", "c", -1)]
    assert [(names[i], names[j], s) for i, j, s in zip(first, second, sign, strict=True)] == expected


def test_pairs_are_put_together(tmp_path: Path) -> None:
    rows = [
        "deu,eng,7,7,j1,a,1,b,2,r1",
        "deu,eng,8,8,j2,a,1,c,1,r2",
        "deu,eng,7,7,j1,a,1,c,2,r1",
        "deu,eng,7,7,j1,c,2,b,2,r1",
    ]
    rankings = read_relative_rankings(write(tmp_path, PAIRS, *rows))
    assert (rankings.segments.tolist(), rankings.offsets.tolist()) == ([6, 7], [0, 3, 5])
    assert rankings.ranks.tolist() == [1, 2, 2, 1, 1]
    assert rankings.raters.values == ("j1", "j2")
    alone = read_relative_rankings(write(tmp_path, PAIRS.removesuffix(",rankingID"), *(row[:-3] for row in rows)))
    assert len(alone) == 4


def test_joined_names_are_kept_or_split(tmp_path: Path) -> None:
    path = write(tmp_path, PAIRS, "deu,eng,1,1,j,a+b,1,c,2,r")
    assert read_relative_rankings(path).systems.names == ("a+b", "c")
    rankings = read_relative_rankings(path, joined="split")
    assert (rankings.systems.names, rankings.ranks.tolist()) == (("a", "b", "c"), [1, 1, 2])
    path = write(tmp_path, PAIRS, "deu,eng,1,1,j,a+b,1,a,2,r")
    with pytest.raises(DataError, match="line 2: a system stands twice in the ranking once names are split"):
        read_relative_rankings(path, joined="split")


def test_language_pairs_are_not_mixed(tmp_path: Path) -> None:
    path = write(tmp_path, FIVE, five("1 2 3 4 5"), five("1 2 3 4 5", target="fra"))
    with pytest.raises(DataError, match=r"several language pairs: deu-eng, deu-fra\. Say with languages"):
        read_relative_rankings(path)
    assert len(read_relative_rankings(path, languages=("deu", "fra"))) == 1
    with pytest.raises(DataError, match="no ranking of eng-deu"):
        read_relative_rankings(path, languages=("eng", "deu"))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ((FIVE, five("1 2 x 4 5")), r"rr\.csv, line 2, column 'system3rank': 'x'"),
        ((FIVE, five("1 2 0 4 5")), r"line 2: the rank of 'c' is 0"),
        ((FIVE, five("1 2 3 4 5", line=0)), r"line 2, column 'srcIndex': '0'"),
        ((FIVE, five("1 2 3 4 5", names="abcda")), r"line 2: 'a' stands twice"),
        ((FIVE, five("1 -1 -1 -1 -1")), r"line 2 ranks one system only"),
        ((FIVE,), r"has no ranking"),
        ((PAIRS, "d,e,1,1,j,a,1,b,2,r", "d,e,1,1,j,b,2,a,1,r"), r"line 3: the pair b and a stands twice in ranking r"),
        ((PAIRS, "d,e,1,1,j,a,1,b,2,r", "d,e,1,1,j,a,2,c,2,r"), r"line 3: the rank of 'a' is 2, but it was 1"),
        ((PAIRS, "d,e,1,1,j,a,1,b,2,r", "d,e,1,1,j,a,1,c,2,r"), r"line 2: .* has 3 systems, but 2 pairs of 3"),
        ((PAIRS, "d,e,1,1,j,a,1,b,2,r", "d,e,1,1,k,a,1,c,2,r"), r"line 3: ranking r is of another segment or rater"),
        (("system\tline\tscore",), r"no column holds the rater.*resembles ratings with named columns"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, rows: tuple[str, ...], message: str) -> None:
    rows = rows if len(rows) > 1 or rows[0] == FIVE else (*rows, "a\t1\t2")
    with pytest.raises(DataError, match=message):
        read_relative_rankings(write(tmp_path, *rows))


@pytest.mark.real_data
def test_rankings_of_wmt15(test_data: Path) -> None:
    """wmt15-rr-de-en: every pair of the file comes back out of the rankings, with the counts of its README."""
    path = test_data / "data" / "wmt15-rr-de-en" / "human" / "rr.pairs.tsv.gz"
    rankings = read_relative_rankings(path)
    ranking, first, second, sign = rankings.pairs()
    assert (len(rankings), len(ranking), int((sign == 0).sum()), len(rankings.raters.names)) == (1989, 19468, 1652, 53)
    names = rankings.systems.names
    found = {
        (int(rankings.segments[r]), rankings.raters.names[rankings.raters.codes[r]], names[i], names[j], int(s))
        for r, i, j, s in zip(ranking, first, second, sign, strict=True)
    }
    found |= {(segment, rater, j, i, -s) for segment, rater, i, j, s in found}
    rows = [line.split("\t") for line in lines_of(path)[1:]]
    stored = {
        (int(line) - 1, judge, one, other, int(np.sign(int(rank2) - int(rank1))))
        for line, judge, one, rank1, other, rank2, _ in rows
    }
    assert stored <= found
    assert len(read_relative_rankings(path, joined="split").systems.names) == 13
