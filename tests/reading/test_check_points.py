"""Check-points as lines of JSON: what is written is read, and each mistake is told with its line."""

from pathlib import Path

import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_check_points, write_check_points
from steelyard.types import CheckPoint

POINTS = (
    CheckPoint(3, "noun", ("house", "home"), "word", "Haus", (0.5, 1.0)),
    CheckPoint(4, "noun", ("they * play",), "word", "", (1.0,)),
    CheckPoint(4, "idiom", (), "", "Katze im Sack"),
)
GOOD = '{"segment": 1, "category": "noun", "references": ["a"]}\n'


def test_what_is_written_is_read(tmp_path: Path) -> None:
    write_check_points(tmp_path / "points.jsonl", POINTS)
    text = (tmp_path / "points.jsonl").read_text(encoding="utf-8")
    assert text.splitlines()[1] == (
        '{"segment": 4, "category": "noun", "group": "word", "references": ["they * play"], "weight": 1}'
    )
    found = read_check_points(tmp_path / "points.jsonl")
    assert found.points == POINTS
    assert found.points[1].place.endswith("points.jsonl, line 2")


def test_a_list_of_points_is_read_and_each_is_told_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "points.json"
    path.write_text(f"[{GOOD},\n{GOOD.replace('1', '2')}]", encoding="utf-8")
    found = read_check_points(path).points
    assert [(point.segment, point.place.rpartition(", ")[2]) for point in found] == [(1, "point 1"), (2, "point 2")]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "column 2: Expecting property name"),
        ("[1]", "needs 'segment' and 'category' and 'references'"),
        ('{"segment": 1}', "needs 'category' and 'references'"),
        ('{"segment": 1, "segment": 2}', "twice"),
        (GOOD.replace('"noun"', '"noun", "sorce": "a"'), "has no 'sorce'; it may have segment, category"),
        (GOOD.replace("1", "0"), "'segment' is 0"),
        (GOOD.replace("1", "true"), "'segment' is True"),
        (GOOD.replace('"noun"', '" "'), "'category' is ' '"),
        (GOOD.replace('["a"]', '"a"'), "a list of texts"),
        (GOOD.replace('"a"', '""'), "begins and ends with a word"),
        (GOOD.replace('"a"', '"a *"'), "begins and ends with a word"),
        (GOOD.replace('["a"]', '["a"], "weight": 0'), "'weight' has 0, but numbers above 0"),
        (GOOD.replace('["a"]', '["a"], "weight": [1, 1]'), "2 numbers for 1 references"),
        (GOOD.replace('["a"]', '["a"], "group": "word"'), "has the group 'word', but ''"),
    ],
)
def test_each_mistake_is_told_with_its_line(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "points.jsonl"
    path.write_text(f"{GOOD}\n{line}", encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_check_points(path)
    assert "points.jsonl, line 3" in str(caught.value) and told in str(caught.value), str(caught.value)


def test_a_file_without_points_is_refused(tmp_path: Path) -> None:
    (tmp_path / "points.jsonl").write_text("\n")
    with pytest.raises(DataError, match="has no check-point"):
        read_check_points(tmp_path / "points.jsonl")
