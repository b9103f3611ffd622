"""n-best lists: what their lines may look like, and what each mistake is told."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from steelyard.errors import DataError
from steelyard.reading.formats import read_moses_nbest

LISTS = """\
0||| the ferry leaves  ||| d= 0 -1.5 lm= -4 ||| -2.5
0 ||| a ferry leaves ||| d= -1 -2 lm= -3.5 ||| -2.75
1 ||| bring a coat ||| d= 0 0 lm= -2 ||| -1
0 ||| the ferry leaves ||| d= 0 -1.5 lm= -4 ||| -2.5
0 ||| the ferry leaves ||| d= 0 -1.25 lm= -4 ||| -2
"""


def written(folder: Path, text: str, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return path


@pytest.mark.parametrize("name", ["list.txt", "list.gz"])
def test_lists_are_read_segment_by_segment_without_doubles(tmp_path: Path, name: str) -> None:
    lists = read_moses_nbest(written(tmp_path, LISTS, name))
    assert lists.texts == ("the ferry leaves", "a ferry leaves", "the ferry leaves", "bring a coat")
    assert lists.offsets.tolist() == [0, 3, 4]
    assert lists.feature_names == ("d.1", "d.2", "lm")
    assert lists.features.tolist() == [[0, -1.5, -4], [-1, -2, -3.5], [0, -1.25, -4], [0, 0, -2]]
    assert lists.totals.tolist() == [-2.5, -2.75, -2, -1]
    assert lists.n_doubles == 1


def test_doubles_are_left_out_of_a_list_before_one_that_begins_otherwise(tmp_path: Path) -> None:
    lists = read_moses_nbest(written(tmp_path, "0 ||| a ||| d= 1 2\n0 ||| a ||| d= 1 2\n1 ||| b ||| d= 1 2\n"))
    assert (lists.texts, lists.n_doubles) == (("a", "b"), 1)


def test_several_files_are_one_list_a_segment(tmp_path: Path) -> None:
    first, second = written(tmp_path, LISTS, "1.txt"), written(tmp_path, "1 ||| a coat ||| lm= -9 d= 1 2\n", "2.txt")
    lists = read_moses_nbest([first, second])
    assert lists.sizes.tolist() == [3, 2]
    assert lists.features[-1].tolist() == [1, 2, -9]
    assert np.isnan(lists.totals[-1])
    assert [path for path, _ in lists.files] == [str(first), str(second)]


def test_names_may_end_in_a_colon_or_be_missing_and_what_is_not_named_is_zero(tmp_path: Path) -> None:
    lists = read_moses_nbest(written(tmp_path, "0 ||| a ||| lm: -1 w: 2 ||| -1 ||| 0-0\n0 ||| b ||| lm: -3\n"))
    assert (lists.feature_names, lists.features.tolist()) == (("lm", "w"), [[-1, 2], [-3, 0]])
    lists = read_moses_nbest(written(tmp_path, "0 ||| a ||| 1 2 ||| -1\n"))
    assert (lists.feature_names, lists.features.tolist()) == (("feature.1", "feature.2"), [[1, 2]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 ||| a\n", r"list\.txt, line 1 has 2 fields separated by \|\|\|"),
        ("0 ||| a ||| lm= 1\nx ||| a ||| lm= 1\n", r"line 2: the segment's number is 'x'. Numbers count from 0"),
        ("-1 ||| a ||| lm= 1\n", r"line 1: the segment's number is '-1'"),
        ("0 ||| a ||| lm= one\n", r"line 1: the value of 'lm' is 'one', no number"),
        ("0 ||| a ||| lm= nan\n", r"line 1: the value of 'lm' is 'nan', but must be finite"),
        ("0 ||| a ||| lm= 1 ||| many\n", r"line 1: the total is 'many', no number"),
        ("0 ||| a ||| lm= 1 2\n0 ||| b ||| lm= 1\n", r"line 2: the feature 'lm' has 1 values, but 2 in the lines"),
        ("0 ||| a ||| lm= 1 lm= 2\n", r"line 1: the feature 'lm' stands twice"),
        ("1 ||| a ||| lm= 1\n", r"segment 0 has no candidate, but segment 1 has"),
        ("", r"list\.txt: there is no candidate"),
    ],
)
def test_what_is_no_list_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_moses_nbest(written(tmp_path, text))


def test_no_file_is_refused() -> None:
    with pytest.raises(DataError, match="name at least one file"):
        read_moses_nbest([])


@pytest.mark.real_data
def test_the_rounds_of_a_tuning_run_are_read(test_data: Path) -> None:
    folder = test_data / "data" / "moses-nbest-mert"
    one = read_moses_nbest(folder / "nbest.1.txt.gz")
    assert one.n_segments == 10
    assert len(one.feature_names) == 14
    assert len(one.texts) + one.n_doubles == 1000
    assert one.feature_names[:7] == tuple(f"d.{i}" for i in range(1, 8))
    every = read_moses_nbest([folder / f"nbest.{i}.txt.gz" for i in range(1, 6)])
    assert len(every.texts) + every.n_doubles == 5000
    assert read_moses_nbest(folder / "dups" / "nbest.txt.gz").sizes.tolist() == [3]


def test_lines_laid_out_in_several_ways_are_read_as_one_by_one(tmp_path: Path) -> None:
    """Most lines are read like the one before; each must give what it gives alone."""
    generator = np.random.default_rng(5)
    layouts = ("lm= {} tm= {} {}", "tm= {} {} lm= {}", "lm: {} w: {}", "{} {}", "lm= {}", "")
    lines = []
    for segment in (0, 0, 0, 1, 1, 0, 2, 2, 2, 2):
        for layout in generator.choice(layouts, size=4):
            values = generator.integers(0, 3, size=3).tolist()
            text = generator.choice(["a b", "a  b", "c", ""])
            lines.append(f"{segment} ||| {text} ||| {layout.format(*values)} ||| {generator.choice(['1', '', '-2.5'])}")
    lists = read_moses_nbest(written(tmp_path, "\n".join(lines)))
    wanted: dict[int, dict[tuple[object, ...], str]] = {}
    for i, line in enumerate(lines):
        alone = read_moses_nbest(written(tmp_path, "0" + line[1:], f"{i}.txt"))
        named = tuple(zip(alone.feature_names, alone.features[0].tolist(), strict=True))
        wanted.setdefault(int(line[0]), {}).setdefault((alone.texts[0], *named), repr(alone.totals[0].item()))
    assert lists.sizes.tolist() == [len(wanted[segment]) for segment in range(3)]
    assert lists.n_doubles == len(lines) - len(lists.texts) > 0
    rows = [key for segment in range(3) for key in wanted[segment]]
    assert lists.texts == tuple(text for text, *_ in rows)
    assert [repr(total) for total in lists.totals.tolist()] == [wanted[s][key] for s in range(3) for key in wanted[s]]
    for (_, *named), row in zip(rows, lists.features.tolist(), strict=True):
        given = dict(zip(lists.feature_names, row, strict=True))
        assert {name: value for name, value in given.items() if value} == {n: v for n, v in named if v}  # type: ignore[misc]
