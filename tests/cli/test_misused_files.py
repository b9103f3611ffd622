"""What new users type, and the sentence that each of them gets: what is wrong, and what mends it.

A row is a command line in a folder with the files of `folder`, and what the sentence must say. Rows are sorted by
subject.
"""

# ruff: noqa: E501  # a row is a line

import functools
import gzip
import json
import shlex
import zipfile
from pathlib import Path

import pytest

from steelyard.asking.registry import split_command
from tests.cli.running import run
from tests.cli.terminal import COMMAND, environment, terminal
from tests.conftest import EXAMPLES
from tests.needs import module

N = 120  # lines of the bundled example
SGML = '<refset setid="x" srclang="any" trglang="en"><doc docid="d" sysid="r">\n<seg id="1">A cat.</seg>\n</doc></refset>\n'
XML = '<?xml version="1.0"?>\n<dataset id="x"><doc id="d"><src lang="de"><p><seg id="1">Eins.</seg></p></src></doc></dataset>\n'


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text(encoding="utf-8").splitlines()


def text(rows: list[str]) -> bytes:
    return "".join(f"{row}\n" for row in rows).encode()


def json_lines(outputs: list[str], references: list[str]) -> bytes:
    rows = zip(outputs, references, strict=True)
    return text([json.dumps({"id": i, "target": r, "prediction": o}) for i, (o, r) in enumerate(rows)])


def tsv(*columns: list[str]) -> bytes:
    return text(["\t".join(row) for row in zip(*columns, strict=True)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the files that rows name."""
    path = tmp_path_factory.mktemp("misuses")
    ref, a, b = lines("reference.1.en"), lines("systems/harbour.en"), lines("systems/lantern.en")
    src, ids = lines("source.de"), lines("documents.txt")
    numbers = [str(i) for i in range(1, N + 1)]
    csv = [",".join(['"' + cell.replace('"', '""') + '"' for cell in row]) for row in zip(src, ref, a, b, strict=True)]
    entries = [json.loads(line) for line in json_lines(a, ref).splitlines()]
    files: dict[str, bytes] = {
        "ref": text(ref), "ref2": text(lines("reference.2.en")), "a": text(a), "b": text(b), "src": text(src),
        "docs": text(ids), "docs.tsv": b"line\tdomain\tdoc\n" + tsv(numbers, ["news"] * N, ids),
        "docs.bare": tsv(numbers, ["news"] * N, ids), "docs.numbers": text(numbers),
        "docs.odd": text([*ids[:-1], "x\ty"]), "docs.names.tsv": b"line\tname\n" + tsv(numbers, ids),
        "a.jsonl": json_lines(a, ref), "b.jsonl": json_lines(b, ref), "ref.jsonl": text(
            [json.dumps({"id": i, "reference": line}) for i, line in enumerate(ref)]
        ),
        "a.jsonl.gz": gzip.compress(json_lines(a, ref)), "a.broken.jsonl": json_lines(a, ref) + b"{cut",
        "a.json": json.dumps(entries, indent=1).encode(), "strings.json": json.dumps(a, indent=1).encode(),
        "columns.json": json.dumps({"prediction": a, "target": ref}).encode(),
        "results.json": json.dumps({"results": {"acc": 0.5}, "config": "x"}, indent=1).encode(),
        "wide.csv": b"source,reference,ours,theirs\n" + text(csv),
        "wide.semicolons.csv": b"source;reference;ours;theirs\n" + tsv(src, ref, a, b).replace(b"\t", b";"),
        "wide.tsv": b"source\treference\tours\ttheirs\n" + tsv(src, ref, a, b),
        "long.tsv": b"system\tid\toutput\n" + tsv(["x"] * N, numbers, a), "bare.tsv": tsv(a, b),
        "test.sgm": SGML.encode(), "test.xml": XML.encode(), "page.html": b"<!DOCTYPE html>\n<html><p>A cat.</p></html>\n",
        "packed": functools.reduce(lambda content, _: gzip.compress(content), range(4), text(a)), "paper.pdf": b"%PDF-1.7\n%x\n", "array.npy": b"\x93NUMPY\x01\x00v\x00{}\n",
        "base.sqlite": b"SQLite format 3\x00" + bytes(50), "a.tar": bytes(257) + b"ustar" + bytes(250),
        "empty": b"", "blank": b"\n" * N, "half": text([line if i % 2 else "" for i, line in enumerate(a)]),
        "cut": text([*a[:40], *a[41:]]), "doubled": text([*a[:40], a[40], *a[40:]]),
        "shifted": text([*a[:40], *a[41:], a[0]]), "reversed": text(a[::-1]),
        "greek": text([line.translate({ord(x): ord(x) + 0x360 for x in map(chr, range(97, 123))}) for line in a]),
    }  # fmt: skip
    for name, content in files.items():
        (path / name).write_bytes(content)
    with zipfile.ZipFile(path / "book.xlsx", "w") as book:
        book.writestr("xl/workbook.xml", "x")
    with zipfile.ZipFile(path / "all.zip", "w") as archive:
        archive.writestr("a.txt", "x")
        archive.writestr("b.txt", "x")
    return path


@pytest.fixture(autouse=True)
def inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


MISUSES: list[tuple[str, str]] = [
    # files that are no text
    ("compare ref -i a.jsonl b.jsonl", "a.jsonl is JSON Lines, not text (keys: id, target, prediction). Read it with "
     "--table a.jsonl b.jsonl --field prediction --reference target; --raw"),
    ("score ref -i a.jsonl.gz", "--table a.jsonl.gz --field prediction --reference target"),
    ("score ref -i a.broken.jsonl", "a.broken.jsonl is JSON Lines"),
    ("score ref -i a.json", "a.json is a JSON array, not text (keys: id, target, prediction). Read it with --table a.json"),
    ("score ref -i columns.json", "columns.json is JSON, not text (keys: prediction, target). Read it with --table"),
    ("score ref -i results.json", "results.json is a JSON object, not text: scores of a known layout go after --scores"),
    ("score ref -i strings.json", "write its strings as lines"),
    ("score ref.jsonl -i a", "ref.jsonl is JSON Lines, not text (keys: id, reference). Name the column that is the text, "
     "ref.jsonl:reference"),
    ("compare ref -i wide.csv", "wide.csv is CSV, not text (columns: source, reference, ours, theirs). Read it with "
     "--table wide.csv --systems ours theirs --reference reference"),
    ("compare ref -i wide.semicolons.csv a", "wide.semicolons.csv is CSV with semicolons, not text"),
    ("compare ref -i wide.tsv a", "--table wide.tsv --systems ours theirs --reference reference"),
    ("score ref -i long.tsv", "Read it with ref --table long.tsv --field output"),
    ("explain diff ref -i a b.jsonl", "--table b.jsonl --field prediction"),
    ("explain segment bleu ref -i a.jsonl --segment 1", "a.jsonl is JSON Lines"),
    ("score wide.csv -i a", "Name the column that is the text, wide.csv:reference"),
    ("score ref -i a --sources wide.csv", "Name the column that is the text, wide.csv:source"),
    ("score ref -i a --sources docs.tsv", "Name the column that is the text, docs.tsv:COLUMN"),
    ("score ref -i wide.csv:nobody", "wide.csv has no column 'nobody'. It has 'source', 'reference', 'ours', 'theirs'"),
    ("score ref -i bare.tsv:3", "bare.tsv, line 1 has 2 tab-separated columns, none of the number 3"),
    ("score ref -i bare.tsv", "2 columns separated by tabs"),
    ("score wide.tsv -nr 4 -i a", "wide.tsv is a tab-separated table"),
    ("score test.sgm -i a", "test.sgm is a test set in SGML, not text: write its segments as lines"),
    ("score test.xml -i a", "test.xml is a test set in XML, not text"),
    ("score ref -i page.html", "page.html is HTML, not text: give the text alone"),
    ("score ref -i book.xlsx", "book.xlsx is a spreadsheet (.xlsx), not text. Read it with --table book.xlsx --field COLUMN."),
    ("score ref -i all.zip", "all.zip is a zip archive with 2 files (a.txt, b.txt), not text: unpack it and give the files"),
    ("score ref -i packed", "Cannot decompress packed: it is packed over 3 times"),
    ("score ref -i paper.pdf", "paper.pdf is a PDF"),
    ("score ref -i array.npy", "array.npy is a NumPy array"),
    ("score ref -i base.sqlite", "base.sqlite is an SQLite database"),
    ("score ref -i a.tar", "Cannot unpack a.tar: bad checksum"),
    ("score ref -i empty", "empty is empty: system empty must have a line for each segment"),
    ("score empty -i a", "empty is empty: reference 1 must have a line for each segment"),
    ("score ref -i a --sources empty", "empty is empty: sources must have a line"),
    # documents
    ("compare ref -i a b --documents ref", "ref holds the text of reference 1, not documents"),
    ("compare ref -i a b --documents b", "b holds the text of system b, not documents"),
    ("compare ref -i a b --documents docs.numbers", "The 120 ids in docs.numbers are all different, as ids of segments are"),
    ("meta ref -i a b --ratings x --documents docs.numbers", "ids in docs.numbers are all different, as ids of segments are"),
    ("human x --documents docs.numbers", "tests are the same then."),
    ("plan ratings x --difference 1 --documents docs.numbers", "ids in docs.numbers are all different"),
    ("compare ref -i a b --documents docs.tsv:line", "The 120 ids in docs.tsv:line are all different"),
    ("compare ref -i a b --documents docs.bare", "docs.bare has 3 columns, and no header says which holds the documents: "
     "name it by its number, such as docs.bare:3 ("),
    ("compare ref -i a b --documents docs.odd", "docs.odd, line 120: the document id 'x\\ty' holds a tab"),
    ("compare ref -i a b --documents docs.names.tsv", "with the columns line, name: name the one that holds the documents, "
     "such as docs.names.tsv:name"),
    ("compare ref -i a b --documents docs.tsv:docs", "docs.tsv has no column 'docs'. It has 'line', 'domain', 'doc'"),
    ("compare ref -i a b --documents test.xml", "test.xml is a test set in XML, not a list of documents"),
    # what was forgotten
    ("compare ref a b", "There are 3 reference files and no system: put -i before the outputs"),
    ("score ref a", "There are 2 reference files and no system: put -i before the outputs"),
    ("score ref", "There is no system: put -i before the file of its outputs"),
    ("compare -i a b", "There is no reference: name its file before -i"),
    ("compare ref -i a a", "a is given twice after -i, and no other system"),
    ("compare ref -i a b a b", "The system 'b' stands twice"),
    # the first look
    ("compare ref -i a blank", "blank: 120 outputs are empty"),
    ("compare ref -i a half", "half: 60 outputs are empty"),
    ("compare ref -i a ref", "ref: the file of a reference"),
    ("compare ref -i a src --sources src", "src: 120 lines equal the source"),
    ("compare ref -i a src", "src: the 40 most frequent words of the references are "),
    ("compare ref -i a greek", "greek: mostly Greek letters, where the references have Latin ones"),
    ("compare ref -i a shifted", "shifted: shifted: from about line 41 on, line n fits the reference's n + 1"),
    ("compare ref -i a reversed", "reversed: the lines are in reverse order"),
    ("compare ref -i a cut", "The lines of system cut are shifted: from about line 41 on, line n fits the reference's n + 1"),
    ("compare ref -i a doubled", "system doubled (doubled) has 121 lines but reference 1 (ref) has 120. The lines of system "
     "doubled are shifted: from about line 4"),
    ("score ref -i blank -q", "blank: 120 outputs are empty"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "core"), MISUSES, ids=[line for line, _ in MISUSES])
def test_each_misuse_ends_in_a_sentence_that_names_the_mend(line: str, core: str) -> None:
    outcome = run(*shlex.split(line))
    assert (outcome.status, outcome.out) == (2, "")
    last = outcome.err.splitlines()[-1]
    assert last.startswith(f"steelyard {split_command(shlex.split(line))[0]}: ") and last.endswith((".", ".)", "`"))
    assert core in last


@pytest.mark.parametrize("line", ["a.jsonl", "wide.csv", "long.tsv"])
def test_raw_takes_lines_of_any_kind_as_text(line: str, folder: Path) -> None:
    reference = folder / f"{line}.ref"
    reference.write_bytes((folder / line).read_bytes())
    assert run("score", line, "-i", reference.name, "--raw", "--force").out.count("= 100.0 ") == 1
    assert run("score", line, "-i", reference.name, "--force").status == 2


@pytest.mark.parametrize("content", ["a.jsonl", "wide.csv", "a.json"])
def test_standard_input_is_known_by_its_content_too(content: str, folder: Path) -> None:
    outcome = run("score", "ref", stdin=(folder / content).read_bytes())
    assert outcome.status == 2 and "Standard input is " in outcome.err and "--table" in outcome.err


def test_columns_of_plain_text_stay_systems_and_references(folder: Path) -> None:
    piped = run("score", "ref", stdin=(folder / "bare.tsv").read_bytes())
    assert piped.status == 0 and "System 2" in piped.out
    assert run("score", "bare.tsv", "-nr", "2", "-i", "a", "--force").status == 0


@pytest.mark.parametrize("documents", ["docs.tsv", "docs.tsv:doc", "docs.tsv:3", "docs.bare:3"])
def test_documents_are_read_from_a_column(documents: str) -> None:
    command = ["compare", "ref", "-i", "a", "b", "-n", "50", "--documents"]
    assert run(*command, documents).out == run(*command, "docs").out


def test_a_header_over_ids_is_no_document(folder: Path) -> None:
    (folder / "docs.headed").write_bytes(b"doc\n" + (folder / "docs").read_bytes())
    command = ["compare", "ref", "-i", "a", "b", "-n", "50", "--documents"]
    assert run(*command, "docs.headed").out == run(*command, "docs").out


def test_ids_that_are_all_different_may_be_meant() -> None:
    assert run("compare", "ref", "-i", "a", "b", "-n", "50", "--documents", "docs.numbers", "--raw").status == 0


def test_a_column_stands_for_a_file_of_lines() -> None:
    plain = run("compare", "ref", "-i", "a", "b", "--names", "ours", "theirs", "-n", "50")
    assert run("compare", "wide.csv:reference", "-i", "wide.csv:ours", "wide.tsv:theirs", "-n", "50").out == plain.out


def test_parquet_is_refused_with_what_reads_it(folder: Path) -> None:
    polars = module("polars")
    polars.DataFrame({"target": ["x"], "prediction": ["y"]}).write_parquet(folder / "a.parquet")
    outcome = run("score", "ref", "-i", "a.parquet")
    assert (
        outcome.status == 2 and "a.parquet is Parquet, not text" in outcome.err and "--table a.parquet" in outcome.err
    )


def test_an_error_is_passed_over_with_force_and_nothing_is_looked_at_without_checks() -> None:
    forced = run("compare", "ref", "-i", "a", "blank", "-n", "50", "--force")
    assert forced.status == 0 and forced.err.startswith("steelyard: error: blank: 120 outputs are empty")
    assert run("compare", "ref", "-i", "a", "blank", "-n", "50", "--checks", "off").err == ""


def test_a_warning_is_said_and_kept_in_the_result() -> None:
    outcome = run("compare", "ref", "-i", "a", "./a", "b", "--names", "a", "again", "b", "-n", "50", "-f", "json")
    assert outcome.status == 0
    assert outcome.err.startswith("steelyard: warning: again: the same text as a.")
    [found] = json.loads(outcome.out)["method"]["findings"]
    assert (found["check"], found["severity"], found["system"]) == ("same-texts", "warning", "again")
    assert "findings" not in json.loads(run("score", "ref", "-i", "a", "-f", "json").out)["method"]


def test_a_page_says_first_what_was_found(folder: Path) -> None:
    assert run("compare", "ref", "-i", "a", "blank", "-n", "50", "--force", "-q", "--report", "x.html").status == 0
    page = (folder / "x.html").read_text(encoding="utf-8")
    assert page.index("120 outputs are empty") < page.index('id="ranking"')


def test_many_findings_are_five_lines_and_a_count(folder: Path) -> None:
    outcome = run(
        "score", "ref", "-i", "half", "ref", "src", "greek", "shifted", "a", "./a", "--names", *"tuvwxyz", "--force"
    )
    told = outcome.err.splitlines()
    assert len(told) <= 6 and all(line.startswith("steelyard: error: ") for line in told[:4])


def test_a_terminal_is_told_what_is_waited_for(folder: Path) -> None:
    import os
    import subprocess

    with terminal() as (ours, theirs):
        process = subprocess.Popen(
            [*COMMAND, "score", "ref"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
            env=environment(), text=True,
        )  # fmt: skip
        os.write(ours, b"\x04")
        _, errors = process.communicate(timeout=60)
    assert errors.startswith("steelyard: reading systems from standard input")
    with terminal() as (_, theirs):
        forgotten = subprocess.run(
            [*COMMAND, "score", "ref", "a", "b"], stdin=theirs, capture_output=True, cwd=folder, env=environment(),
            text=True, timeout=60, check=False,
        )  # fmt: skip
    assert forgotten.returncode == 2 and "3 reference files and no system: put -i before" in forgotten.stderr
