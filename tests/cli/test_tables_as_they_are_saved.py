"""One table in every form that programs save it in: the same answer, to the last byte, at every door for tables."""

import bz2
import codecs
import gzip
import lzma
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.running import run
from tests.files.books import ods, xlsx
from tests.needs import module

HEADER = ["system", "segment", "rater", "score"]
ROWS = [
    [system, str(line), rater, f"{60 + 9 * line % 20 + 5 * (system == 'b') * line % 7 + (rater == 'ann')}.5"]
    for line in range(1, 13) for system in ("a", "b") for rater in ("ann", "ben")
]  # fmt: skip
ONE_RATER = [row for row in ROWS if row[2] == "ann"]
DOORS = {
    "human": (("human", "{}", "-n", "200"), ROWS),
    "score tables": (("compare", "--scores", "{}", "-n", "200"), ONE_RATER),
    "boards": (("board", "{}", "-n", "200"), ONE_RATER),
    "plans": (("plan", "ratings", "{}", "--difference", "3"), ROWS),
}
ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "utf-8": str.encode,
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16, big": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-16 without a mark": lambda text: text.encode("utf-16-le"),
}
PACKED: dict[str, Callable[[bytes], bytes]] = {
    "": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress
}  # fmt: skip


def written(rows: list[list[str]], separator: str, *, comma: bool, end: str = "\n", hint: bool = False) -> str:
    lines = [separator.join(HEADER)]
    lines += [separator.join([*row[:3], row[3].replace(".", ",") if comma else row[3]]) for row in rows]
    return f"sep={separator}{end}" * hint + "".join(f"{line}{end}" for line in lines)


def answer(door: tuple[str, ...], path: Path) -> str:
    outcome = run(*(word.format(path) for word in door))
    assert outcome.status == 0, outcome.err
    return outcome.out


@pytest.mark.parametrize("door", DOORS)
def test_a_table_says_the_same_however_it_is_saved(door: str, tmp_path: Path) -> None:
    words, rows = DOORS[door]
    plain = tmp_path / "table.csv"
    plain.write_text(written(rows, ",", comma=False), encoding="utf-8")
    expected = answer(words, plain).replace(str(plain), "TABLE")
    forms = {
        f"{separator!r} {comma} {encoding} {packed}": (ENCODINGS[encoding](
            written(rows, separator, comma=comma, end="\r\n" if encoding.startswith("utf-16") else "\n")
        ), packed)
        for separator in ",;|\t" for comma in (False, True) for encoding in ENCODINGS for packed in PACKED
        if not (comma and separator == ",") and (not packed or encoding == "utf-16")
    }  # fmt: skip
    forms["a line for Excel"] = (written(rows, ";", comma=True, end="\r\n", hint=True).encode(), "")
    for form, (content, packed) in forms.items():
        path = tmp_path / f"table.csv{packed}"
        path.write_bytes(PACKED[packed](content))
        assert answer(words, path).replace(str(path), "TABLE") == expected, form


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_sheet_says_what_the_table_says(door: str, kind: str, tmp_path: Path) -> None:
    module("python_calamine")
    words, rows = DOORS[door]
    plain, book = tmp_path / "table.csv", tmp_path / f"table.{kind}"
    plain.write_text(written(rows, ",", comma=False), encoding="utf-8")
    cells: list[list[object]] = [[*HEADER], *([row[0], int(row[1]), row[2], float(row[3])] for row in rows)]
    book.write_bytes({"xlsx": xlsx, "ods": ods}[kind]({"one": cells}))
    assert answer(words, book).replace(str(book), "TABLE") == answer(words, plain).replace(str(plain), "TABLE")
    book.write_bytes({"xlsx": xlsx, "ods": ods}[kind]({"one": cells, "two": cells}))
    outcome = run(*(word.format(book) for word in words))
    asked = [f"{book}:{sheet}" for sheet in ("one", "two")]
    assert outcome.status == 2 and all(f" {one}" in outcome.err for one in asked), outcome.err
    assert answer(words, Path(asked[1])).replace(asked[1], "TABLE")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize(("first", "second"), [("62,5", "70.5"), ("70.5", "62,5")])
def test_both_decimal_marks_in_a_column_are_refused_by_line(door: str, first: str, second: str, tmp_path: Path) -> None:
    words, rows = DOORS[door]
    path = tmp_path / "table.tsv"
    mixed = [[*row[:3], first if i % 2 else second] for i, row in enumerate(rows)]
    path.write_text(written(mixed, "\t", comma=False), encoding="utf-8")
    said = run(*(word.format(path) for word in words))
    line = 3 if first == "62,5" else 2
    assert said.status == 2 and re.search(rf"line {line}, column '(score|\.\.\.)': '62,5' ", said.err), said.err


def test_decimal_commas_are_told_and_the_first_bad_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text(written(ROWS, ";", comma=True), encoding="utf-8")
    assert f"{path}: numbers in 'score' have decimal commas.\n" in run("human", path, "-n", 100).told
    assert "decimal commas" not in run("human", path, "-n", 100, "-q").told
    rows = [[*row[:3], f"<{i}>" if i > 4 else row[3]] for i, row in enumerate(ROWS)]
    path.write_text(written(rows, ";", comma=False), encoding="utf-8")
    assert "line 7, column 'score': '<5>' where a finite number" in run("human", path).err
