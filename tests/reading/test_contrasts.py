"""Contrastive pairs are read in the layouts of ACES and DEMETR, and each mistake is told with its place."""

import json
from pathlib import Path

import pytest

from steelyard.errors import DataError, SteelyardError
from steelyard.reading.formats import read_contrasts

ACES = ("source", "good-translation", "incorrect-translation", "reference", "phenomena", "langpair")
ROWS = [("zwei", '"two"', "three", "2", "number", "de-en"), ("ja", "yes", "no", "aye", "polarity", "de-en")]
DEMETR = [
    {
        "id": n, "src_sent": "x", "eng_sent": "ref", "mt_sent": f"mt {n}", "pert_sent": f"bad {n}\nagain",
        "lang_tag": "german", "pert_check": n != 2, "severity": "minor", "pert_id": 8, "pert_name": "minor_id1_repeat2",
    }
    for n in (1, 2)
]  # fmt: skip


def table(folder: Path, names: tuple[str, ...] = ACES, rows: list[tuple[str, ...]] = ROWS) -> Path:
    path = folder / "pairs.tsv"
    path.write_text("".join("\t".join(row) + "\n" for row in (names, *rows)), encoding="utf-8")
    return path


def test_aces_is_read_from_a_table_without_quotes_and_from_json_lines(tmp_path: Path) -> None:
    pairs = read_contrasts(table(tmp_path))
    assert pairs.good == ('"two"', "yes") and pairs.wrong == ("three", "no")
    assert (pairs.sources, pairs.references) == (("zwei", "ja"), ("2", "aye"))
    assert (pairs.phenomena, pairs.langpairs) == (("number", "polarity"), ("de-en", "de-en"))
    assert pairs.categories is None and pairs.ids is None and not pairs.scores
    lines = tmp_path / "pairs.jsonl"
    rows = [{"ID": n, **dict(zip(ACES, row, strict=True))} for n, row in enumerate(ROWS)]
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    again = read_contrasts(lines)
    assert (again.good, again.wrong, again.phenomena, again.ids) == (
        pairs.good,
        pairs.wrong,
        pairs.phenomena,
        ("0", "1"),
    )


def test_columns_of_aces_are_scores(tmp_path: Path) -> None:
    rows = [(*row, f"{n}.5", "0.25", "1") for n, row in enumerate(ROWS)]
    pairs = read_contrasts(table(tmp_path, (*ACES, "COMET.-good", "COMET.-bad", "odd-good"), rows))
    assert pairs.scores == {"COMET": ([0.5, 1.5], [0.25, 0.25])}


def test_demetr_is_read_from_its_lists(tmp_path: Path) -> None:
    paths = [tmp_path / f"{n}.json" for n in (1, 2)]
    for path in paths:
        path.write_text(json.dumps(DEMETR))
    pairs = read_contrasts(paths)
    assert len(pairs) == 4 and pairs.good[:2] == ("mt 1", "mt 2") and pairs.wrong[0] == "bad 1\nagain"
    assert (pairs.categories, pairs.phenomena) == (("minor",) * 4, ("minor_id1_repeat2",) * 4)
    assert pairs.applied == (True, False, True, False)
    assert [path for path, _ in pairs.files] == list(map(str, paths))


def test_each_mistake_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"pairs\.tsv, line 1: no column holds the wrong translation\. Expected"):
        read_contrasts(table(tmp_path, ("source", "good"), [("a", "b")]))
    with pytest.raises(SteelyardError, match=r"pairs\.tsv, line 3 has 2 columns"):
        read_contrasts(table(tmp_path, rows=[ROWS[0], ("a", "b")]))
    with pytest.raises(DataError, match="holds no item"):
        read_contrasts(table(tmp_path, rows=[]))
    names = ("good", "wrong", "x-good", "x-bad")
    with pytest.raises(DataError, match=r"line 3, column 'x-bad': 'none' is no finite number"):
        read_contrasts(table(tmp_path, names, [("a", "b", "1", "2"), ("a", "b", "1", "none")]))
    with pytest.raises(DataError, match=r"line 2, column 'applied': 'perhaps' is neither true nor false"):
        read_contrasts(table(tmp_path, ("good", "wrong", "applied"), [("a", "b", "perhaps")]))
    other = tmp_path / "other.json"
    other.write_text(json.dumps(DEMETR))
    with pytest.raises(DataError, match="do not have the same columns"):
        read_contrasts([table(tmp_path), other])
    other.write_text(json.dumps([{"good": "a"}]))
    with pytest.raises(DataError, match=r"record 1: no column holds the wrong translation"):
        read_contrasts(other)
    other.write_text("[]")
    with pytest.raises(DataError, match="no item"):
        read_contrasts(other)
