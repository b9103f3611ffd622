"""A law over the registry of formats: however a file is written, packed and named, one answer or one sentence.

Every reader that `fuzz` knows, on its own example: in each encoding, packed in each way, under its own name and under
one that says something else. Tables also with each separator, columns in any order and names spelled in other ways.
"""

import bz2
import codecs
import csv
import dataclasses
import gzip
import io
import lzma
import random
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import steelyard
from fuzz.readers.driving import examples_of
from fuzz.readers.registry import all_readers
from steelyard.choices import RATING_FORMATS, SCORE_FORMATS
from steelyard.errors import SteelyardError
from steelyard.files.given_text import text_or_structure
from steelyard.files.separators import folded_name
from steelyard.reading import read_judgements
from steelyard.reading.kinds import kind_of_file
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.matrix import read_item_scores
from tests import needs

READERS = {name: reader for name, reader in all_readers().items() if not reader.is_folder}
AS_BYTES = ("\0", "PAR1", "PK\x03\x04", "\x93NUMPY")  # what is no text has no encoding
SHA256 = re.compile("[0-9a-f]{64}")


def _zipped(content: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("folder/file", content)
    return made.getvalue()


def _tarred(content: bytes) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        told = tarfile.TarInfo("file")
        told.size = len(content)
        archive.addfile(told, io.BytesIO(content))
    return made.getvalue()


ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "UTF-8": str.encode,
    "UTF-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "UTF-16 LE": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "UTF-16 BE": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "UTF-16 LE without a mark": lambda text: text.encode("utf-16-le"),
    "UTF-16 BE without a mark": lambda text: text.encode("utf-16-be"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
}
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda content: bytes(needs.module("zstandard").compress(content)),
    ".zip": _zipped,
    ".tgz": _tarred,
}


def plain(value: Any, path: Path) -> Any:
    """Return what can be compared: all that was read, but for where it stood."""
    if isinstance(value, np.ndarray):
        return value.dtype.str, value.shape, value.tolist() if value.dtype == object else value.tobytes()
    if isinstance(value, dict):
        return [(plain(key, path), plain(one, path)) for key, one in value.items()]
    if isinstance(value, list | tuple):
        return [plain(one, path) for one in value]
    if dataclasses.is_dataclass(value):
        held = {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
    elif isinstance(value, Path) or not hasattr(value, "__dict__"):
        return SHA256.sub("", str(value)).replace(str(path), "").replace(str(path.parent), "").replace(path.name, "")
    else:
        held = vars(value)  # a signature is a hash of the bytes
    return [(name, plain(one, path)) for name, one in held.items() if name != "signature" and not callable(one)]


def answer(read: Callable[[Path], object], path: Path) -> Any:
    try:
        return plain(read(path), path)
    except SteelyardError as error:
        message = str(error)
        assert message.endswith((".", "?", "`")) or "\n" in message, message
        return error


def written_ways(content: bytes, name: str, seed: str) -> Iterator[tuple[str, str, bytes]]:
    """Return some of all ways to write, pack and name a file, each encoding and each packing among them."""
    drawn = random.Random(seed)
    is_text = not content.decode("latin-1").startswith(AS_BYTES) and b"\0" not in content
    encodings = [one for one in ENCODINGS if one != "CRLF" or b"\r" not in content] if is_text else ["UTF-8"]
    ways = [(one, drawn.choice(list(PACKINGS))) for one in encodings]
    ways += [(drawn.choice(encodings), one) for one in PACKINGS if one]
    for number, (encoding, packing) in enumerate(ways):
        written = ENCODINGS[encoding](content.decode()) if is_text else content
        ending = ("", packing if packing not in (".zip", ".tgz") else "", ".gz", ".xz")[number % 4]
        yield f"{encoding} {packing} as {ending}", name + ending, PACKINGS[packing](written)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", READERS)
def test_encoding_packing_and_name_change_no_answer(name: str, tmp_path: Path) -> None:
    reader = READERS[name]
    for example in examples_of(reader):
        content = example.read_bytes()
        expected = answer(reader.read, example)
        assert not isinstance(expected, SteelyardError), expected
        for number, (way, called, written) in enumerate(written_ways(content, example.name, name)):
            path = tmp_path / f"{example.name}-{number}" / called
            path.parent.mkdir()
            path.write_bytes(written)
            found = answer(reader.read, path)
            assert found == expected, (way, found)


AS_THEY_STAND = ("read_columns", "read_records", "read_column")  # columns by the names that they have


def tables() -> Iterator[tuple[str, Path, list[list[str]]]]:
    """Return the examples that are tables with a header, and their rows."""
    for name, reader in READERS.items():
        for example in examples_of(reader):
            if example.suffix in (".tsv", ".csv") and name not in AS_THEY_STAND:
                text = example.read_text(encoding="utf-8")
                separator = max("\t,;", key=text.partition("\n")[0].count)
                quoting = csv.QUOTE_NONE if separator == "\t" else csv.QUOTE_MINIMAL
                rows = list(csv.reader(io.StringIO(text), delimiter=separator, quoting=quoting))
                if len({len(row) for row in rows}) == 1 and len(set(rows[0])) == len(rows[0]) > 1:
                    yield name, example, rows


def written(rows: list[list[str]], separator: str) -> str | None:
    """Write a table; None where its cells hold what tabs cannot have, as they are not quoted."""
    made = io.StringIO()
    if separator == "\t":
        whole = any("\t" in cell or "\n" in cell for row in rows for cell in row)
        return None if whole else "".join("\t".join(row) + "\n" for row in rows)
    csv.writer(made, delimiter=separator, lineterminator="\n").writerows(rows)
    return made.getvalue()


TABLES = list(tables())
SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "capitals": str.upper,
    "title": str.title,
    "blanks": lambda name: name.replace("_", " "),
    "hyphens": lambda name: name.replace("_", "-"),
    "together": lambda name: name.replace("_", ""),
}


# Names of columns are words of theirs there, or there are none.
WITHOUT_HEADER = ("read_appraise", "ratings.appraise", "read_synonyms", "read_questions", "read_candidate_scores")
AT_TABS = ("read_synonyms", "read_questions", "read_candidate_scores")  # lines of words or numbers, not tables
OF_SYSTEMS = ("read_segment_scores", "ratings.columns")  # whose order is that of their columns


def folded(found: Any) -> Any:
    """Return an answer in which names of scales, metrics and systems, that were columns, are spelled in one way."""
    if isinstance(found, list | tuple):
        return [folded(one) for one in found if not (isinstance(one, tuple) and one[0] == "lines")]  # as they stand
    return folded_name(found) if isinstance(found, str) else found


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("name", "example", "rows"), TABLES, ids=[f"{name}-{path.name}" for name, path, _ in TABLES])
def test_separators_orders_and_spellings_change_no_answer(
    name: str, example: Path, rows: list[list[str]], tmp_path: Path
) -> None:
    read, drawn = READERS[name].read, random.Random(name)
    expected = folded(answer(read, example))
    has_header = name not in WITHOUT_HEADER
    spellings = list(SPELLINGS) if has_header else ["as it is"]
    ways = [(one, drawn.choice(spellings)) for one in "\t,;|"] + [(drawn.choice("\t,;|"), one) for one in spellings]
    for number, (separator, spelling) in enumerate(ways):
        order = list(range(len(rows[0])))
        if has_header and number % 2 and name not in OF_SYSTEMS:
            drawn.shuffle(order)
        respelled = [[SPELLINGS[spelling](cell) if has_header else cell for cell in rows[0]], *rows[1:]]
        text = written([[row[i] for i in order] for row in respelled], separator)
        if text is None:
            continue
        path = tmp_path / str(number) / example.name
        path.parent.mkdir()
        path.write_text(text, encoding="utf-8")
        found = answer(read, path)
        if isinstance(found, SteelyardError):
            assert name in AT_TABS, (separator, found)
        else:
            assert folded(found) == expected, (separator, spelling, order)


def doors() -> Iterator[tuple[str, Callable[[Path], object], Path]]:
    """Return the doors that tell formats by themselves, with an example of each format that they know."""
    for name in RATING_FORMATS:
        documents = ["d", "d"] if name == "appraise" else None
        for example in examples_of(READERS[f"ratings.{name}"]):
            yield f"ratings: {name}", partial(read_judgements, documents=documents), example
    for name in (*(f"scores.{one}" for one in SCORE_FORMATS), "read_item_scores", "read_output_scores"):
        for example in examples_of(READERS[name]) if name in READERS else ():
            yield (
                f"scores: {name}",
                lambda path: read_item_scores([str(path)], HowScores(), needs_direction=False),
                example,
            )
    for example in examples_of(READERS["read_lines"]):
        yield "texts", lambda path: text_or_structure(path, "utf-8", False), example


DOORS = list(doors())


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "read", "example"), DOORS, ids=[f"{name} {path.name}" for name, _, path in DOORS])
def test_what_a_file_is_shows_whatever_it_is_called(
    name: str, read: Callable[[Path], object], example: Path, tmp_path: Path
) -> None:
    ways = [("as it is", "", example.read_bytes()), *written_ways(example.read_bytes(), example.name, name)]
    answers = []
    for number, (way, _, content) in enumerate(ways):
        ending = (".txt", ".csv", ".json", ".jsonl", ".tsv", ".gz")[number % 6] if number else example.suffix
        path = tmp_path / str(number) / f"judge{ending}"
        path.parent.mkdir()
        path.write_bytes(content)
        found = answer(read, path)
        answers.append(str(found).replace(str(path.parent), "").replace(path.name, ""))
        assert answers[-1] == answers[0], (way, path.name)


def broken(rows: list[list[str]], separator: str) -> Iterator[tuple[str, str]]:
    """Return tables whose rows are not where their lines are, or that have fewer than a table has."""
    text = "".join(separator.join(cell.replace(separator, " ") for cell in row) + "\n" for row in rows)
    header, _, below = text.partition("\n")
    yield "one cell in quotes", f'"{text}"'
    yield "the first row in quotes to the end", f'{header}\n"{below}"'
    yield "the header in quotes to the end", f'"{header}{separator}{below}"\n'
    yield "a quote that opens the last cell of the header", header + f'{separator}"x\n{below}"\n'
    yield "a quote that never closes", f'{header}\n"{below}'
    yield "a quote in the middle", f'{header}\n{below[: len(below) // 2]}"{below[len(below) // 2 :]}'
    yield "the header alone", f"{header}\n"
    yield "the header without a line end", header
    yield "a hint and nothing", f"sep={separator}\n"
    yield "a hint and the header", f"sep={separator}\n{header}"
    yield "rows of nothing", f"{header}\n" + f"{separator * (len(rows[0]) - 1)}\n" * 3
    yield "separators alone", f"{separator * 3}\n" * 3
    yield "lines of blanks", f"{header}\n  \n\n"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("name", "example", "rows"), TABLES, ids=[f"{name}-{path.name}" for name, path, _ in TABLES])
def test_rows_that_quotes_join_and_tables_without_rows_are_one_sentence(
    name: str, example: Path, rows: list[list[str]], tmp_path: Path
) -> None:
    others = [read for door, read, path in DOORS if path == example]
    for number, separator in enumerate("\t,;|"):
        for place, (what, text) in enumerate(broken(rows, separator)):
            path = tmp_path / f"{number}-{place}" / example.name
            path.parent.mkdir()
            path.write_text(text, encoding="utf-8")
            for read in (READERS[name].read, *others, steelyard.read, kind_of_file):
                try:
                    read(path)
                except SteelyardError as error:
                    assert str(error).strip(), (what, separator)
