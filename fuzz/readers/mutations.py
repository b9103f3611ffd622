"""Damage done to the bytes of a file: what transfers, editors, programs and people do to it, and what nobody would."""

import bz2
import gzip
import lzma
import os
import random
import re
from collections.abc import Callable, Sequence

from fuzz.readers.structures import damage_structure

__all__ = ["mutate"]

_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_NUMBERS = (
    b"0", b"-0", b"-1", b"1e400", b"1e308", b"-1e308", b"-1e-400", b"NaN", b"nan", b"inf", b"-inf", b"Infinity",
    b"2147483648", b"4294967296", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809",
    b"18446744073709551616", b"9" * 5000, b"1" + b"0" * 400, b"0.1e-5", b"1_000", b"0x10", b"1,5", b"+3",
    "٣".encode(), "½".encode(), b"", b"null", b"true",
)  # fmt: skip
_PIECES = (
    b"\0", b"\r", b"\r\n", b"\n", b"\n\n", b"\t", b"\t\t", b" ", b",", b";", b"|", b"|||", b'"', b"'", b"\\", b"\xff",
    b"\xfe\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\x85", "\u2028".encode(),
    "\u00a0".encode(), "\u202e".encode(), "e\u0301".encode(), "\U0001f600".encode(), b"[" * 3000, b"{" * 3000,
    b'{"a":' * 2000, b"(" * 3000, b"<a>" * 2000, b"[[[[", b"]", b"}", b"[]", b"{}", b"null", b"true", b"<!DOCTYPE x>",
    b"&x;", b"&#0;", b"&#1114112;", b"<![CDATA[", b"-->", b"(?:a*)*b", b"(", b"*", b"\\", b"a" * 3000,
    b'<?xml version="1.0" encoding="utf-1"?>', b'<?xml version="1.0" encoding="utf-16"?>', b"# ", b"NA", b"None",
)  # fmt: skip
_CELL = re.compile(rb"[^\t,;\n]+")

Change = Callable[[bytes, random.Random, Sequence[bytes]], bytes]


def mutate(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Damage a file in one to four ways; `others` are files to take pieces from."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        content = rng.choice(_CHANGES)(content, rng, others)
    return content


def _span(content: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(content) + 1)
    return start, min(len(content), start + rng.choice((1, 1, 2, 4, 16, 64, 256)))


def _flip(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _set(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    changed = bytearray(content)
    if changed:
        changed[rng.randrange(len(changed))] = rng.choice((0, 255, 127, 128, 10, 13, 9, 34, rng.randrange(256)))
    return bytes(changed)


def _cut(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    start, end = _span(content, rng)
    return content[:start] + content[end:]


def _end(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _double(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    start, end = _span(content, rng)
    return content[:end] + content[start:end] * rng.choice((1, 1, 2, 20)) + content[end:]


def _swap(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    a, b, c, d = sorted(rng.randrange(len(content) + 1) for _ in range(4))
    return content[:a] + content[c:d] + content[b:c] + content[a:b] + content[d:]


def _splice(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others) if others else content
    start, end = _span(other, rng)
    at = rng.randrange(len(content) + 1)
    return content[:at] + other[start:end] + content[at + rng.choice((0, end - start)) :]


def _insert(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    at = rng.choice((0, len(content), rng.randrange(len(content) + 1)))
    return content[:at] + rng.choice(_PIECES) + content[at:]


def _replace_match(pattern: re.Pattern[bytes], values: Sequence[bytes]) -> Change:
    def change(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
        found = list(pattern.finditer(content))
        if not found:
            return content
        match = rng.choice(found)
        return content[: match.start()] + rng.choice(values) + content[match.end() :]

    return change


def _swap_cells(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    found = list(_CELL.finditer(content))
    if len(found) < 2:
        return content
    a, b = sorted(rng.sample(found, 2), key=lambda match: match.start())
    return content[: a.start()] + b[0] + content[a.end() : b.start()] + a[0] + content[b.end() :]


def _lines(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    lines = content.split(b"\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(4)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(at, rng.choice(lines))
    elif kind == 2:
        rng.shuffle(lines)
    else:
        lines[at] = b""
    return b"\n".join(lines)


def _recode(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(
        rng.choice(("utf-16", "utf-16-le", "utf-32", "utf-8-sig", "utf-7", "latin-1", "cp1252")), "replace"
    )


def _gz(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)  # the same at any time


def _xz(content: bytes) -> bytes:
    return lzma.compress(content, preset=0)  # others set up memory for longer than most readers take


def _pack(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    packed = rng.choice((_gz, bz2.compress, _xz))(content)
    return packed if rng.randrange(2) else _flip(packed, rng, others)


def _structure(content: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """Damage a structure; what cannot be opened any more stays as it is, and libraries are not heard about it."""
    terminal, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        return damage_structure(content, rng)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001  # what Polars raises is no Exception
        return content
    finally:
        os.dup2(terminal, 2)
        os.close(terminal)
        os.close(nowhere)


_CHANGES: tuple[Change, ...] = (
    _flip, _flip, _set, _cut, _cut, _end, _double, _swap, _splice, _splice, _insert, _insert,
    _replace_match(_NUMBER, _NUMBERS), _replace_match(_NUMBER, _NUMBERS), _replace_match(_CELL, _NUMBERS + _PIECES),
    _swap_cells, _lines, _lines, _recode, _pack, *[_structure] * 15,
)  # fmt: skip
