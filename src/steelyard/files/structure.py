"""What a file holds that was given as text: JSON, a table, an archive, or marked-up segments.

A look at the first bytes and lines decides that nothing is wrong; only a file that looks suspicious is read further.
"""

import re  # patterns are compiled when they are first used: of nearly all files none is
from collections.abc import Sequence
from typing import Any, NamedTuple

__all__ = [
    "ARCHIVES",
    "SPREADSHEETS",
    "Structure",
    "binary_structure",
    "header_of",
    "is_translation",
    "packing_of",
    "text_structure",
]

_SHARE = 0.9  # of the lines looked at: a log may have a broken line among its objects
_SAMPLE = 200  # lines
_FIRST = 20
_FEWEST_KEYS = 5  # lines
_YAML = r" *(?:- )?([\w.\-]+):(?: .*)?"
_NAME = r"[^\s,;\t\"'.!?](?:[^,;\t\"!?]{0,38}[^\s,;\t\"'.!?])?"
_KNOWN = frozenset({  # columns that tables of texts have: one of them makes a first line suspicious
    "id", "seg_id", "segid", "segment", "segment_id", "item", "item_id", "key", "uid", "idx", "index", "line",
    "domain", "doc", "docid", "doc_id", "document", "document_id", "documents", "source", "src", "sources",
    "reference", "references", "ref", "refs", "target", "targets", "tgt", "gold", "label", "system", "system_name",
    "model", "model_name", "mt_system", "output", "outputs", "prediction", "predictions", "hypothesis", "hyp", "mt",
    "translation", "response", "generated", "generation", "generated_text", "completion", "answer", "prompt", "input",
    "text", "sentence", "score",
})  # fmt: skip
_BINARY = (  # first bytes, what they begin, and what to do; nothing with what --table reads
    (b"PAR1", "Parquet", ""),
    (b"ARROW1", "an Arrow file", "save it as Parquet, JSON Lines or CSV, which --table reads"),
    (b"PK\x05\x06", "an empty zip archive", "give files of text"),
    (b"Rar!\x1a\x07", "a RAR archive", "unpack it and give the files"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it and give the files"),
    (b"SQLite format 3\x00", "an SQLite database", "write the table as CSV, which --table reads"),
    (b"\x89HDF\r\n", "an HDF5 file", "write the outputs as lines of text, or as a table for --table"),
    (b"\x93NUMPY", "a NumPy array", "write the outputs as lines of text, or as a table for --table"),
    (b"%PDF-", "a PDF", "give the text alone, a segment per line"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a file of an old Office program", "save it as CSV, which --table reads"),
    *((start, "a picture", "give a file of text") for start in (b"\x89PNG", b"\xff\xd8\xff")),
    (b"\xff\xff\xff\xff", "a stream of Arrow", "save it as Parquet, JSON Lines or CSV, which --table reads"),
    (b"\x80\x04\x95", "a pickle of Python", "save it as CSV or JSON Lines: a pickle can run programs, and is not read"),
    (b"{\\rtf", "a document (.rtf)", "save it as text, a segment per line"),
    (b"version https://git-lfs.github.com/spec/", "a pointer of Git LFS, without the file itself",
     "fetch it by `git lfs pull`"),
)  # fmt: skip
_PACKED = re.compile(  # how a packed file begins: of bzip2 the digits of pi, or those of its root where nothing is
    rb"(?P<gzip>\x1f\x8b\x08)|(?P<bzip2>BZh[1-9](?:1AY&SY|\x17rE8P\x90))"
    rb"|(?P<xz>\xfd7zXZ\x00)|(?P<zstd>\x28\xb5\x2f\xfd)"
)
_MEMBER = re.compile(rb"PK\x03\x04.{26}", re.DOTALL)  # what stands before the name of a member
ARCHIVES = ("a zip archive", "a tar archive")
SPREADSHEETS = ("a spreadsheet (.xlsx)", "a spreadsheet (.ods)")
_AS_TEXT = "save it as text, a segment per line"
_ZIPPED = (  # how the name of a member begins, and of what it is one
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", SPREADSHEETS[1], ""),
    (b"mimetypeapplication/vnd.oasis.opendocument.text", "a document (.odt)", _AS_TEXT),
    (b"mimetypeapplication/epub", "a book (.epub)", _AS_TEXT),
    (b"xl/", SPREADSHEETS[0], ""),
    (b"word/", "a Word document (.docx)", _AS_TEXT),
    (b"ppt/", "a presentation (.pptx)", _AS_TEXT),
    *((start, "a log of Inspect (.eval)", "name it after --scores, or unpack it")
      for start in (b"_journal/", b"header.json", b"samples/")),
)  # fmt: skip
_MARKED = r"<(?:\?xml\b|!doctype\s|(?:html|srcset|refset|tstset|mteval|dataset|tmx|xliff)\b)"
_TRANSLATION = (  # its root, after what may stand before it
    rb"\s*(?:<\?xml.*?\?>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)?(?:<!--.*?-->\s*)*"
    rb"<(?:[\w.-]+:)?(?:xliff|tmx)[\s>]"
)
_HEAD = 2**16  # bytes in which it is looked for


class Structure(NamedTuple):
    """What a file is in place of text."""

    what: str  # such as "JSON Lines"
    names: tuple[str, ...] = ()  # its keys or columns
    is_table: bool = False  # --table reads it
    mend: str = ""  # what to do where it does not; a clause


def binary_structure(content: bytes) -> Structure | None:
    """Say what a file is by its first bytes, or a zip by the names of its members; None for what may be text."""
    is_zip = content.startswith(b"PK\x03\x04")
    for place in (member.end() for member in _MEMBER.finditer(content)) if is_zip else (0,):
        for start, what, mend in _ZIPPED if is_zip else _BINARY:
            if content.startswith(start, place):
                return Structure(what, is_table=not mend, mend=mend)
    if packing := packing_of(content):
        return Structure(f"packed by {packing}", mend="unpack it")
    if is_zip or content[257:262] == b"ustar":
        return Structure(ARCHIVES[0 if is_zip else 1], mend="unpack it and give the files")
    return None


def packing_of(content: bytes) -> str:
    """Say by what a file is packed, by its first bytes: "gzip", "bzip2", "xz", "zstd", or ""."""
    found = _PACKED.match(content)
    return (found and found.lastgroup) or ""


def is_translation(content: bytes) -> bool:
    """Say whether a file is XLIFF or TMX, by its root."""
    head = content[:_HEAD].removeprefix(b"\xef\xbb\xbf")
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head[2:].replace(b"\0", b"")
    return head.lstrip().startswith(b"<") and re.match(_TRANSLATION, head, re.DOTALL | re.IGNORECASE) is not None


def text_structure(lines: Sequence[str]) -> Structure | None:
    """Say what the lines are in place of segments; None for text."""
    first = next(filter(str.strip, lines), "")
    start = first.lstrip()[:1]
    if (found := _translation_file(first, lines)) is not None:
        return found
    if start == "<":
        return _marked(first.lstrip(), lines)
    is_json = start == "{" or any(line.lstrip()[:1] == "{" for line in lines[:_FIRST])
    if is_json and (found := _json_lines(lines)) is not None:
        return found
    if start in ("{", "["):
        return _json_whole(lines)
    return header_of(lines)


def _translation_file(first: str, lines: Sequence[str]) -> Structure | None:
    """Catalogues, subtitles and keys with values: what stands beside their texts would be scored, too."""
    head = [line for line in lines[:_SAMPLE] if line.strip()]
    if any(line.startswith('msgid "') for line in head) and any(line.startswith("msgstr") for line in head):
        return Structure("a PO catalogue", mend="write the texts of msgstr as lines, in the order of msgid")
    is_timed = len(head) > 1 and re.match(r"\d+:\d\d(:\d\d)?[.,]\d+ --> ", head[1]) is not None
    if first.startswith("WEBVTT") or (is_timed and head[0].strip().isdigit()):
        return Structure("subtitles", mend="write their texts as lines, without numbers and times")
    keyed = [line for line in head if not line.startswith(("#", "!", "---"))]
    for mark, pattern, what in (("=", r"([\w.\-/]+) *= *\S.*", "a file of keys and values"), (":", _YAML, "YAML")):
        keys = [found[1] for line in keyed if mark in keyed[0] and (found := re.fullmatch(pattern, line))]
        # Speakers of a dialogue come again.
        if _FEWEST_KEYS <= len(keys) == len(keyed) and len(set(keys)) >= _SHARE * len(keys):
            return Structure(what, mend="write its values as lines, a segment per line")
    return None


def _marked(first: str, lines: Sequence[str]) -> Structure | None:
    """XML, SGML and HTML begin with a tag of their own, and end with one."""
    if re.match(_MARKED, first, re.IGNORECASE) is None or not _last(lines).endswith(">"):
        return None
    head = "\n".join(lines[:_SAMPLE])
    for tags, kind in (("srcset|refset|tstset", "SGML"), ("mteval|dataset", "XML")):
        if re.search(f"<(?:{tags})", head, re.IGNORECASE):
            return Structure(f"a test set in {kind}", mend=f"write its segments as lines (read_wmt_{kind.lower()})")
    named = re.search("<(xliff|tmx|html)", head, re.IGNORECASE)
    return Structure(named[1].upper() if named else "XML", mend="give the text alone, a segment per line")


def _last(lines: Sequence[str]) -> str:
    return next(filter(str.strip, reversed(lines)), "").rstrip()


def _json_lines(lines: Sequence[str]) -> Structure | None:
    """Whether nearly every line is an object."""
    sample = [line for line in lines[:: max(1, len(lines) // _SAMPLE)] if line and not line.isspace()]
    entries = [_loaded(line) for line in sample if line.lstrip().startswith("{")]
    objects = [entry for entry in entries if isinstance(entry, dict)]
    names = tuple(dict.fromkeys(name for entry in objects for name in entry))
    if not names or len(objects) < _SHARE * len(sample):
        return None
    return Structure("JSON Lines" if len(lines) > 1 else "JSON", names, is_table=True)


def _json_whole(lines: Sequence[str]) -> Structure | None:
    """Whether all lines together are one array or object that holds texts or objects."""
    whole = _loaded("\n".join(lines)) if _last(lines).endswith(("}", "]")) else None
    if isinstance(whole, dict) and whole:
        lengths = {len(one) if isinstance(one, dict | list) else -1 for one in whole.values()}
        is_table = len(lengths) == 1 and lengths != {-1}
        return Structure(
            "a JSON object", tuple(whole), is_table, "scores of a known layout go after --scores; write outputs as "
            "lines, or as JSON Lines or CSV for --table"
        )  # fmt: skip
    entries = whole if isinstance(whole, list) else []
    if any(isinstance(entry, dict) for entry in entries):
        names = dict.fromkeys(name for entry in entries if isinstance(entry, dict) for name in entry)
        return Structure("a JSON array", tuple(names), is_table=True)
    if len(lines) > 1 and any(isinstance(entry, str) for entry in entries):
        return Structure("a JSON array", mend="write its strings as lines, such as with `jq -r '.[]'`")
    return None


def _loaded(text: str) -> Any:
    from steelyard.files.parsing import parse_json  # few files look as if they needed it

    try:
        return parse_json(text)
    except ValueError:
        return None


def header_of(lines: Sequence[str]) -> Structure | None:
    """Say which table it is, where the first line names columns and the others fit it."""
    first = lines[0] if lines else ""
    kinds = (("\t", "a tab-separated table"), (",", "CSV"), (";", "CSV with semicolons"), ("|", "CSV with bars"))
    for separator, what in kinds:
        names = tuple(name.strip('"') for name in first.split(separator))
        is_named = len(names) > 1 and not _KNOWN.isdisjoint(map(str.lower, names))
        if not is_named or not all(re.fullmatch(_NAME, name) for name in names):
            continue
        rows = _rows(lines, separator)
        if rows and sum(len(row) == len(names) for row in rows) >= _SHARE * len(rows):
            return Structure(what, names, is_table=True)
    return None


def _rows(lines: Sequence[str], separator: str) -> list[list[str]]:
    """Split what follows the first line into rows; the last one that is looked at may be cut, and is left out."""
    import csv

    head = lines[1 : _SAMPLE + 1]
    if separator == "\t" and sum(line.count("\t") == lines[0].count("\t") for line in head) >= _SHARE * len(head):
        return [line.split("\t") for line in head]
    plain = (line.replace("\r", " ") + "\n" for line in head)  # csv takes \r inside a line for its end
    rows = [row for row in csv.reader(plain, delimiter=separator) if row]
    return rows if len(lines) <= _SAMPLE + 1 else rows[:-1]
