"""From the bytes of a file to UTF-8: UTF-16 is told by its mark or zeros, and what is no text is refused by name."""

import codecs
import re

from steelyard.errors import DataError
from steelyard.files.structure import binary_structure

__all__ = ["for_expat", "is_plain", "text_of", "utf8_of"]

_HEAD = 2**12  # bytes that are looked at for zeros
_SHARE, _MANY = 0.3, 16  # zeros that are no accident
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]+)")
_CONTROLS = re.compile("[\0-\b\x0b\x0e-\x1f]")
_MARKED = (  # UTF-32's mark begins with UTF-16's
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def utf8_of(content: bytes, name: str, encoding: str = "utf-8", *, raw: bool = False) -> tuple[bytes, str]:
    r"""Return the bytes of a text and their encoding: UTF-8 where the file itself shows what it is written in.

    `raw`: take a text for one whatever it begins with.

    Examples
    --------
    >>> from steelyard.files.decoding import utf8_of
    >>> utf8_of("one\n".encode("utf-16"), "a.txt")
    (b'one\n', 'utf-8')
    """
    found = None if raw else binary_structure(content)
    if found is not None:
        mend = found.mend or "save it as CSV, or read it where the command takes tables"
        raise DataError(f"{name} is {found.what}, not text: {mend}.")
    if content.startswith(codecs.BOM_UTF8):
        return content, "utf-8"
    wide = _wide(content)
    if not wide:
        return content, encoding
    try:
        return content.decode(wide).encode(), "utf-8"
    except UnicodeError as error:
        raise DataError(f"{name} begins as {wide.upper()} does, but is none: {error}. Save it as UTF-8.") from error


def for_expat(content: bytes, name: str) -> tuple[bytes, str | None]:
    """Return XML that expat can read, which knows few encodings, and the one to read it in, whatever it declares."""
    text, _ = utf8_of(content, name)
    if text is not content:
        return text, "utf-8"
    declared = _DECLARED.match(content.removeprefix(codecs.BOM_UTF8)[:200])
    encoding = declared[1].decode() if declared else "utf-8"
    try:
        if codecs.lookup(encoding).name in ("utf-8", "ascii", "iso8859-1"):
            return content, None
        return content.decode(encoding).encode(), "utf-8"
    except (LookupError, UnicodeError) as error:
        raise DataError(f"{name} cannot be read in the encoding that it names, {encoding}: {error}.") from error


def text_of(content: bytes, name: str) -> str:
    """Return a text in UTF-8, or in UTF-16 that shows; UnicodeDecodeError for any other, DataError for no text."""
    return utf8_of(content, name)[0].decode("utf-8-sig")


def is_plain(start: bytes) -> bool:
    """Say whether a file that begins so is text as it stands, so that it can be read in pieces."""
    return binary_structure(start) is None and not _wide(start)


def _wide(content: bytes) -> str:
    """Return the encoding of text in characters of two bytes or four; "" for any other."""
    for mark, encoding in _MARKED:
        if content.startswith(mark):
            return encoding
    head = content[: min(_HEAD, len(content) & ~1)]
    if b"\0" not in head:
        return ""
    n = head.count(0)
    if n < min(_MANY, _SHARE * len(head)) and _is_utf8(head):
        return ""
    encoding = _byte_order(head)
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(head)
    except UnicodeDecodeError:
        return ""
    return "" if encoding == "utf-8" or _CONTROLS.search(text) else encoding


def _byte_order(head: bytes) -> str:
    """Return the order of bytes in which line ends are such; without any, that in which all zeros come first."""
    pairs = list(zip(head[::2], head[1::2], strict=True))
    little, big = pairs.count((10, 0)), pairs.count((0, 10))
    if not little and not big:
        little, big = head[1::2].count(0), head[::2].count(0)
    return "utf-16-le" if not big else "utf-16-be" if not little else "utf-8"


def _is_utf8(head: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True
