"""What a file looks like, judged by its first lines."""

import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from steelyard.choices import RATING_FORMATS, SCORE_FORMATS
from steelyard.errors import DataError, MissingExtraError
from steelyard.files.decoding import utf8_of
from steelyard.files.opening import is_archive, unpacked_name, unpacked_start
from steelyard.files.reading import read_content
from steelyard.files.separators import SYSTEM_NAMES, blank_names, header_cells, separator_of, without_hint
from steelyard.files.sheets import is_spreadsheet, sheet_lines, split_sheet

__all__ = [
    "NUMBER", "also_resembles", "column_names", "every_line", "first_lines", "format_named", "has_columns",
    "json_keys", "logged_scores", "resembles", "score_layout", "starts_with",
]  # fmt: skip

_HEAD = 2**16
_ROWS = 50  # lines in which the first row of JSON stands
_JSON_PART = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|[{}\[\]]', re.DOTALL)
NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?"
_SCORE_LINE = re.compile(rf"[^\t]+[\t ]+(?:{NUMBER}|None)")
_LANGUAGES = re.compile(r"[a-z]{2,3}-[a-z]{2,3}")
_TREE = re.compile(r"\s*\(.*\s\(.*\)\s*")
_PHARAOH = re.compile(r"(?:\d+[-?]\d+ ?)+")


def column_names(lines: Sequence[str]) -> set[str]:
    """Split the first line of a table into names, in lower case; of JSON, take those of the first row."""
    rows = lines if lines[0].lstrip().startswith("[") or lines[0].strip() == "{" else lines[:1]
    if keys := json_keys(rows):
        return set(map(str.lower, keys))
    return {name.strip().lower() for name in blank_names(lines[0]) or header_cells(lines[0])}


def has_columns(*names: str) -> Callable[[Sequence[str]], bool]:
    """Make what tells files whose first line has these names."""
    return lambda lines: set(names) <= column_names(lines)


def every_line(pattern: re.Pattern[str]) -> Callable[[Sequence[str]], bool]:
    """Make what tells files of which all first lines are such."""
    return lambda lines: all(pattern.fullmatch(line) for line in lines[:20] if line)


def _tagged(*tags: str) -> Callable[[Sequence[str]], bool]:
    return lambda lines: any(f"<{tag}" in "\n".join(lines).lower() for tag in tags)


def _is_xml(lines: Sequence[str]) -> bool:
    return (lines[0].lstrip().startswith("<?xml") and not _tagged("xliff", "tmx")(lines)) or _tagged("dataset")(lines)


def _is_metrics_task(lines: Sequence[str]) -> bool:
    rows = [line.split() for line in lines[:20] if line]
    return all(len(row) in (5, 6, 7, 8) and _LANGUAGES.fullmatch(row[1]) for row in rows)


def _is_pairs(lines: Sequence[str]) -> bool:
    """Whether every line is a system and its score; with numbers alone it is a table without a header."""
    is_pair = every_line(_SCORE_LINE)(lines) and not _is_metrics_task(lines)
    return is_pair and not all(re.fullmatch(NUMBER, line.split()[0]) for line in lines[1:20] or lines if line.split())


def _is_score_table(lines: Sequence[str]) -> bool:
    """Whether a column is called system and does not hold numbers."""
    blanks = blank_names(lines[0])
    names = [name.lower() for name in blanks or header_cells(lines[0])]
    column = next((names.index(name) for name in SYSTEM_NAMES if name in names), -1)
    if column < 0 or len(names) < 2:
        return False
    cells = lines[1].split(None if blanks else separator_of(lines[0])) if len(lines) > 1 else []
    return len(cells) <= column or not re.fullmatch(NUMBER, cells[column].strip())


def _is_system_columns(lines: Sequence[str]) -> bool:
    names, *rows = [line.split("\t") for line in lines[:5] if line]
    is_header = not any(re.fullmatch(NUMBER, name) for name in names)
    return is_header and bool(rows) and all(re.fullmatch(NUMBER, cell) for row in rows for cell in row)


_MODULES = {**RATING_FORMATS, **SCORE_FORMATS}
# What it is called, who reads it, and how it is told, beside these. More than one may fit.
_FORMATS: tuple[tuple[str, str, Callable[[Sequence[str]], bool]], ...] = (
    ("spans of a quality-estimation task", "read_qe_spans", has_columns("mt_system", "start_ids", "end_ids", "errors")),
    ("scores of metrics with named columns", "read_output_scores", _is_score_table),
    ("scores of the WMT metrics task", "read_output_scores", _is_metrics_task),
    ("scores of segments, a column per system", "read_output_scores", _is_system_columns),
    ("XLIFF or TMX", "read_texts", _tagged("xliff", "tmx")),
    ("a WMT test set in XML", "read_wmt_xml", _is_xml),
    ("a test set in SGML", "read_wmt_sgml", _tagged("srcset", "refset", "tstset")),
    ("JSON, an object per line", "read_samples", lambda lines: lines[0].lstrip().startswith("{")),
    ("JSON", "read_samples", lambda lines: lines[0].lstrip().startswith("[")),
    ("n-best lists of Moses", "read_moses_nbest", lambda lines: lines[0].count("|||") >= 2),
    ("CoNLL-U", "read_conllu", lambda lines: any(line.count("\t") == 9 and line.startswith("1\t") for line in lines)),
    ("word alignments", "read_word_alignments", every_line(_PHARAOH)),
    ("constituents in brackets", "read_brackets", every_line(_TREE)),
)


def resembles(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Name the formats that a file looks like, as "ESA judgements with spans (read_esa)", likeliest first."""
    lines = first_lines(path)
    if not lines or not lines[0].strip():
        return ()
    shapes = [shape for name in _MODULES for shape in format_named(name).RESEMBLES]
    return tuple(dict.fromkeys(f"{what} ({reader})" for what, reader, fits in (*shapes, *_FORMATS) if fits(lines)))


def format_named(name: str) -> Any:
    """Import what reads a format: ``judgements`` or ``output_scores``, and how it is told, ``RESEMBLES``."""
    return import_module(f"steelyard.reading.formats.{_MODULES[name]}")


def logged_scores(layout: str, path: str, how: Any) -> Any:
    """Read scores that a program logged; a log in which something is missing or of another kind is one sentence."""
    try:
        return format_named(layout).output_scores(path, how)
    except (AttributeError, KeyError, IndexError, TypeError) as error:
        what = f"{error} is missing somewhere" if isinstance(error, KeyError) else error
        raise DataError(f"{path} is not laid out as a file of {layout}: {what}.") from error


def first_lines(path: str | os.PathLike[str]) -> list[str]:
    """Return the whole lines at the start of a file; none where it cannot be read as text."""
    name = os.fspath(path)
    try:
        if not os.path.isfile(split_sheet(name)[0]):  # what cannot be read twice
            return []
        with open(split_sheet(name)[0], "rb") as file:
            head = unpacked_start(file.read(_HEAD), name)[:_HEAD]
        if is_archive(head):
            head = read_content(name).content[:_HEAD]
    except (OSError, ValueError, MissingExtraError):
        return []
    if is_spreadsheet(head):
        return sheet_lines(read_content(name).content, name)
    n = len(head)
    with suppress(DataError):  # what is no text at all is refused where it is read
        head, _ = utf8_of(head, name, raw=True)
    text, _ = without_hint(head.decode("utf-8-sig", errors="ignore"))
    lines = text.replace("\r\r\n", "\n").replace("\r\n", "\n").split("\n")
    return lines[:-1] if n == _HEAD and len(lines) > 1 else lines


def score_layout(path: str | os.PathLike[str]) -> str:
    """Say how a file holds scores of outputs: one of `steelyard.choices.SCORE_FORMATS`, or a layout of the field.

    ``"table"``: with named columns; ``"task"``: as the WMT metrics task; ``"pairs"``: lines of a system and a score;
    ``"lists"``: COMET's JSON; ``"columns"``: a column per system, which anything else is taken for.
    """
    lines = [line for line in first_lines(path) if line.strip()]
    suffix = os.path.splitext(unpacked_name(os.fspath(path)))[1]
    if not lines:
        return {".json": "lists", ".parquet": "table"}.get(suffix, "columns")
    for layout in SCORE_FORMATS:
        if any(fits(lines) for _, _, fits in format_named(layout).RESEMBLES):
            return layout
    if lines[0].lstrip().startswith(("{", "[")):
        start = "\n".join(lines[:_ROWS])
        is_row = suffix in (".jsonl", ".ndjson") or re.search(r'"(system|mt_system|sys)"\s*:\s*[^\s\[{]', start)
        return "table" if is_row else "lists"
    is_table = lines[0].startswith("PAR1") or _is_score_table(lines)
    return "table" if is_table else "task" if _is_metrics_task(lines) else "pairs" if _is_pairs(lines) else "columns"


def also_resembles(place: str | os.PathLike[str], reader: str = "") -> str:
    """Return the sentence that ends the message on a file that is not what `reader` reads; "" where nothing fits.

    So after a mistake at ``FILE, line N`` below the first: a file that begins as it should is what it should be.
    """
    path, _, line = os.fspath(place).rpartition(", line ")
    found = [name for name in resembles(path or place) if not name.endswith(f"({reader})")]
    return f" The file resembles {', or '.join(found)}." if found and (line == "1" or not path) else ""


def json_keys(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of the first JSON object that a file starts with, also as the first of a list, as far as read."""
    text = "\n".join(lines).lstrip()
    depth, wanted, keys = 0, 1 if text[:1] == "{" else 2, []
    for part in _JSON_PART.finditer(text if text.startswith(("{", "[")) else ""):
        depth += (part[0] in ("{", "[")) - (part[0] in ("}", "]"))
        if depth < wanted and part[0] in ("}", "]"):
            break
        if depth == wanted and part[2]:
            keys.append(part[1])
    return tuple(keys)


def starts_with(*keys: str) -> Callable[[Sequence[str]], bool]:
    """Make what tells files whose first JSON object has these keys."""
    return lambda lines: set(keys) <= set(json_keys(lines))
