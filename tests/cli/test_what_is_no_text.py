"""Every door of a command, and every kind of file that is no text: one sentence that names the kind, and status 2."""

import io
import sqlite3
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.cli.running import HARBOUR, LANTERN, REFERENCE, run


def zipped(*names: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, "system,segment,score\n")
    return packed.getvalue()


def tarred(mode: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        for name in ("a.csv", "b.csv"):
            archive.addfile(tarfile.TarInfo(name))
    return packed.getvalue()


def database() -> bytes:
    with sqlite3.connect(":memory:") as base:
        base.execute("create table scores (system text)")
        return base.serialize()


KINDS = {
    "all.zip": (zipped("a.csv", "b.csv"), "a zip archive"),
    "all.tgz": (tarred("w:gz"), "a tar archive with 2 files (a.csv, b.csv)"),
    "all.tar": (tarred("w"), "a tar archive"),
    "paper.docx": (zipped("word/document.xml"), "a Word document (.docx)"),
    "talk.pptx": (zipped("ppt/slides.xml"), "a presentation (.pptx)"),
    "paper.pdf": (b"%PDF-1.7\n%\xe2\xe3\n", "a PDF"),
    "pointer.tsv": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "a pointer of Git LFS"
    ),
    "frame.arrow": (b"ARROW1\0\0\xff", "an Arrow file"),
    "base.db": (database(), "an SQLite database"),
    "old.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64), "a file of an old Office program"),
    "array.npy": (b"\x93NUMPY\x01\0v\0{}", "a NumPy array"),
    "frame.pkl": (b"\x80\x04\x95\x10\0\0\0\0\0\0\0", "a pickle"),
    "all.rar": (b"Rar!\x1a\x07\x01\0", "a RAR archive"),
}  # fmt: skip
COMPARED = ("compare", REFERENCE, "-i", HARBOUR, LANTERN)
DOORS = (
    ("human", "{}"),
    ("human", "ratings.tsv", "--documents", "{}"),
    ("human", "ratings.tsv", "--lines", "{}"),
    ("human", "predict", "{}", "--scores", "scores.csv", "--sampling", "random"),
    ("plan", "ratings", "{}", "--difference", "8"),
    ("compare", "--scores", "{}"),
    ("compare", "--table", "{}"),
    ("board", "{}"),
    ("board", "items", "{}"),
    ("score", "--scores", "{}"),
    ("score", REFERENCE, "-i", "{}"),
    ("score", "{}", "-i", HARBOUR),
    (*COMPARED, "--documents", "{}"),
    (*COMPARED, "--scores", "X={}"),
    ("compare", "--scores", "scores.csv", "--documents", "{}"),
    ("meta", REFERENCE, "-i", HARBOUR, LANTERN, "--ratings", "{}"),
    ("meta", "--scores", "X={}", "--ratings", "ratings.tsv"),
    ("lab", "alignments", "{}", "-i", "{}"),
    ("lab", "learning-curve", "{}"),
    ("lab", "contrasts", "{}"),
    ("check", "files", REFERENCE, "-i", "{}"),
    ("explain", "errors", REFERENCE, "-i", HARBOUR, LANTERN, "--tags", "{}", "{}", "{}"),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("files")
    for name, (content, _) in KINDS.items():
        (path / name).write_bytes(content)
    rows = "".join(f"{system}\t{line}\t{line}.5\n" for line in range(1, 121) for system in ("harbour", "lantern"))
    (path / "ratings.tsv").write_text(f"system\tline\tscore\n{rows}", encoding="utf-8")
    (path / "scores.csv").write_text(f"system\titem\tscore\n{rows}".replace("\t", ","), encoding="utf-8")
    return path


@pytest.mark.parametrize("door", DOORS, ids=" ".join)
def test_what_is_no_text_is_named_at_every_door(
    door: tuple[str, ...], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    for name, (_, what) in KINDS.items():
        outcome = run(*(word.format(name) for word in door))
        assert (outcome.status, outcome.out) in ((2, ""), (1, outcome.out)), (name, outcome.err)
        said = outcome.err + outcome.out
        named = what if door[0] == "check" else f"{name} is {what}"  # which has a table of what is wrong
        assert named in " ".join(said.split()) and said.count(", not ") == 1, (name, said)
