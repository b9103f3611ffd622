"""Spans of the quality-estimation tasks: a row per output, offsets in lists."""

from collections import Counter
from pathlib import Path

import pytest

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.formats import read_qe_spans

HEADER = "mt_system\tdoc_id\tseg_id\tannotator_id\tsource\ttarget\tstart_ids\tend_ids\terrors"


def write(folder: Path, *rows: str) -> Path:
    path = folder / "spans.tsv"
    path.write_text("\n".join([HEADER, *rows, ""]), encoding="utf-8")
    return path


def row(target: str = "abcdef", starts: str = "0 3", ends: str = "2 3", errors: str = "Major minor") -> str:
    return f"A\td\t4\tann\tsource\t{target}\t{starts}\t{ends}\t{errors}"


def test_rows_are_judgements(tmp_path: Path) -> None:
    marks = read_qe_spans(write(tmp_path, row(), row(starts="-1", ends="-1", errors="no-error") + "\t"))
    assert marks.severities.values == ("major", "minor", "no-error")
    assert marks.places.values == ("hypothesis", "missing", "none")
    assert (marks.starts.tolist(), marks.ends.tolist()) == ([0, -1, -1], [2, -1, -1])
    assert (marks.judgements.tolist(), marks.segments.tolist()) == ([0, 0, 1], [4, 4, 4])
    assert (marks.systems.names, marks.documents.names, marks.raters.names) == (("A",), ("d",), ("ann",))
    assert read_qe_spans(write(tmp_path, row()), lines={"4": 9}).segments.tolist() == [9, 9]


@pytest.mark.parametrize(
    ("line", "error", "message"),
    [
        (row(ends="2"), DataError, r"line 2, columns .* list 2, 1 and 2"),
        (row(ends="2 1"), DataError, r"line 2, .*'3' to '1' is no span"),
        (row(errors="major odd"), DataError, r"column 'errors': 'odd' is no severity"),
        (row() + "\tx", AlignmentError, "line 2 has 10 columns"),
        (row().replace("\t4\t", "\tx\t"), DataError, "column 'seg_id': 'x' is no line"),
        (row().replace("\t4\t", "\t\t"), DataError, "With may_miss=True"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, line: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read_qe_spans(write(tmp_path, line))


def test_another_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("system\tline\tscore\na\t1\t2\n")
    with pytest.raises(DataError, match=r"line 1: the columns .* resembles ratings with named columns"):
        read_qe_spans(path)


@pytest.mark.real_data
def test_the_spans_of_wmt23(test_data: Path) -> None:
    """Rows and severities as counted with awk; eleven rows have no id."""
    folder = test_data / "data" / "qe23-mqm-spans"
    names = ("en-de.2022.dev.tsv.gz", "zh-en.2022.test.tsv.gz")
    found = [read_qe_spans(folder / name, may_miss=True) for name in names]
    assert sum(marks.n_judgements for marks in found) == 1005 + 505 - 11
    severities = sum((Counter(marks.severities.values) for marks in found), Counter())
    assert severities == {"major": 722, "minor": 83, "no-error": 1007}
