"""Files that do not fit each other, or are not what they should be: counts, encodings, line ends."""

import re
from collections.abc import Iterator

from steelyard.files.structure import binary_structure, text_structure
from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check, in_words

_ALSO_SPLIT = "[\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r]"
_MANY_TABS = 0.9  # a stray tab is text; one in nearly every line separates columns


@check("line-counts", "files with more or fewer lines than the first reference")
def line_counts(data: InspectedSet) -> Iterator[Observation]:
    """Compare lengths, and say what may explain the difference."""
    n = data.n_segments
    others = [text for text in (*data.texts, data.documents) if text is not None and text is not data.yardstick]
    if not n:
        yield Observation("error", data.yardstick, "has no lines", "Give a file with one segment a line.")
        return
    if _is_transposed(data):
        yield Observation(
            "error", data.references[0],
            f"{len(data.references):,} references of {in_words(n)} for systems of {in_words(len(data.references))}",
            "References seem to be transposed: give one list per reference, with one entry per segment.",
        )  # fmt: skip
        return
    first = "the first reference" if data.references else data.yardstick.name
    for text in others:
        length = len(text.lines)
        if length != n:
            yield Observation(
                "error", text, f"{in_words(length)}, but {first} has {n:,}{_explain(text, n)}",
                "Every file needs one line for each segment: find the lines that are missing or too many "
                "(`alignment` says where, if it can), and make the file again.",
            )  # fmt: skip


def _is_transposed(data: InspectedSet) -> bool:
    lengths = {len(text.lines) for text in data.references}
    wanted = {len(text.lines) for text in data.systems}
    return wanted == {len(data.references)} and lengths.isdisjoint(wanted) and len(lengths) == 1


def _explain(text: InspectedText, n: int) -> str:
    length = len(text.lines)
    if length > n and not any(map(str.strip, text.lines[n:])):
        return "; what is too much is empty lines at the end"
    if length < n and sum(len(re.split(_ALSO_SPLIT, line)) for line in text.lines) == n:
        return "; there are as many if lines also end at other separators, such as U+2028"
    return ""


@check("encoding", "bytes that are not text in the encoding given")
def encoding(data: InspectedSet) -> Iterator[Observation]:
    """Report what could not be decoded."""
    for text in (*data.texts, *([] if data.documents is None else [data.documents])):
        found = binary_structure(text.content or b"") if text.undecodable else None
        if found is not None:
            mend = found.mend or "save it as CSV, which --table reads"
            yield Observation("error", text, f"{found.what}, not text", f"{mend[0].upper()}{mend[1:]}.")
        elif text.undecodable:
            looks = _other_encoding(text.content or b"")
            yield Observation(
                "error", text, f"not {text.encoding}{f': it looks like {looks}' if looks else ''}",
                "Convert the file to UTF-8, such as with `iconv -f ENCODING -t UTF-8`, or name its encoding with "
                "--encoding if all files have it.",
                text.undecodable,
            )  # fmt: skip


def _other_encoding(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or content.count(0) > 0.2 * len(content):
        return "UTF-16"
    for name in ("shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"):
        high = sum(byte > 127 for byte in content[:4000])
        if high < 0.3 * len(content[:4000]):
            break  # so few are single letters with accents among ASCII
        try:
            content.decode(name)
        except UnicodeDecodeError:
            continue
        return f"{name} or another encoding of East Asia"
    return ""


@check("line-ends", "DOS line ends, and other characters that some tools read as line ends")
def line_ends(data: InspectedSet) -> Iterator[Observation]:
    """Look for what makes other tools count other lines."""
    for text in data.texts:
        rows = text.rows_with("\u2028\u2029\x85\x0b\x0c\x1c\x1d\x1e\r")
        if rows:
            kinds = sorted({f"U+{ord(mark):04X}" for row in rows for mark in re.findall(_ALSO_SPLIT, text.lines[row])})
            yield Observation(
                "warning", text, f"{', '.join(kinds)} inside lines",
                "Steelyard ends a line at LF or CRLF only; Python's splitlines() and others end one here too, and "
                "then count more lines. Replace these characters by spaces, in all files.",
                rows,
            )  # fmt: skip
        if text.content is not None and b"\r\n" in text.content:
            yield Observation(
                "note", text, "lines end in CRLF",
                "Steelyard drops the CR; tools that keep it read another last word. `sed -i 's/\\r$//' FILE` repairs "
                "it.",
            )  # fmt: skip


@check("structure", "JSON, a table or marked-up text in place of lines of text")
def structure(data: InspectedSet) -> Iterator[Observation]:
    """Look at what the lines of a file are."""
    for text in (*data.texts, *([] if data.documents is None else [data.documents])):
        content = text.content
        found = None if content is None else binary_structure(content) or text_structure(text.lines)
        if found is not None:
            names = f" ({', '.join(found.names[:8])})" if found.names else ""
            yield Observation(
                "error", text, f"{found.what}, not text{names}",
                "Read a table with --table, or one column of it as FILE:COLUMN; otherwise keys and marks count as "
                "words.",
            )  # fmt: skip


@check("columns", "tabs in nearly every line: several columns in place of one text", is_of_lines=True)
def columns(data: InspectedSet) -> Iterator[Observation]:
    """Look for tab-separated files that were given as plain text."""
    for text in data.texts:
        rows = text.rows_with("\t")
        counts = {text.lines[row].count("\t") for row in rows}
        if len(rows) >= _MANY_TABS * max(len(text.lines), 1) and len(counts) == 1:
            n_columns = counts.pop() + 1
            yield Observation(
                "error", text, f"{n_columns} columns separated by tabs",
                "Give the column that is the text; several references in one file are read with --num-refs.", rows,
            )  # fmt: skip
