"""The normalisation of tercom, the tool that defined TER, and how TER reads text under each of its switches."""

import re  # patterns are compiled when they are first used: importing this file should cost nothing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["TERCOM", "TERCOM_VARIANTS", "tercom_tokenizer_name"]

_SYMBOLS = r"([{-~[-` -&(-+:-@/])"
# Each rule consumes both characters of a match, so neighbouring marks can escape it: a look-around would not do.
_MARK_NOT_AFTER_DIGIT = r"([^0-9])([.,])"
_MARK_NOT_BEFORE_DIGIT = r"([.,])([^0-9])"
_DASH_AFTER_DIGIT = r"([0-9])(-)"
_ESCAPES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

_PUNCTUATION = str.maketrans("", "", '.,?:;!"()')
_ASIAN_MARKS = (
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"
)
_ASIAN_PUNCTUATION = f"[{_ASIAN_MARKS}]"
# Ideographs, radicals, strokes and what encloses them, one by one; sacreBLEU leaves kana together, tercom cuts between
# them and everything else.
_SINGLE = "\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
_ASIAN = f"([{_SINGLE}{_ASIAN_MARKS}])"
_KANA = "([\u3040-\u309f]+|[\u30a0-\u30ff]+|[\u31f0-\u31ff]+)"

# What is white space to Python and a letter like others to Java's \s: moved to a plane of private use.
_ONLY_PYTHONS = "\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)
_TO_PRIVATE = {ord(space): 0xF0000 + ord(space) for space in _ONLY_PYTHONS}
_EMPTY_WORD = "\U000ffffd"
_TRIMMED = "".join(map(chr, range(0x21)))  # by Java's String.trim


def _spaced(line: str) -> str:
    """Cut Western punctuation off, undoing escapes first."""
    if "&" in line:
        for escape, character in _ESCAPES:
            line = line.replace(escape, character)
    line = re.sub(_SYMBOLS, r" \1 ", f" {line} ").replace("'s ", " 's ")
    line = re.sub(_MARK_NOT_AFTER_DIGIT, r"\1 \2 ", line)
    line = re.sub(_MARK_NOT_BEFORE_DIGIT, r" \1 \2", line)
    return re.sub(_DASH_AFTER_DIGIT, r"\1 \2 ", line)


@dataclass(frozen=True, slots=True)
class _AsSacrebleu:
    """sacreBLEU's TercomTokenizer, but for the casing; the kernel splits at Python's white space."""

    normalized: bool
    no_punct: bool
    asian_support: bool
    is_twice: bool = False

    def __call__(self, lines: Sequence[str]) -> list[str]:
        if self.is_twice:
            lines = [" ".join(self._rewrite(line).split()) for line in lines]
        return [self._rewrite(line) for line in lines]

    def _rewrite(self, line: str) -> str:
        if self.normalized:
            line = _spaced(line.rstrip().replace("\n-", "").replace("\n", " "))
            if self.asian_support and not line.isascii():
                line = re.sub(_ASIAN, r" \1 ", line)
        if self.no_punct:
            line = line.translate(_PUNCTUATION)
            if self.asian_support:
                line = re.sub(_ASIAN_PUNCTUATION, "", line)
        return line


@dataclass(frozen=True, slots=True)
class _AsTercom:
    """The Java tool: white space is ASCII, and what only had punctuation is one word without letters."""

    normalized: bool
    no_punct: bool
    asian_support: bool

    def __call__(self, lines: Sequence[str]) -> list[str]:
        if not (self.normalized or self.no_punct):
            text = "\n".join(lines)
            if not any(space in text for space in _ONLY_PYTHONS):
                return [line.strip(_TRIMMED) for line in lines]
        return [self._rewrite(line) for line in lines]

    def _rewrite(self, line: str) -> str:
        line = line.strip(_TRIMMED)
        if not line:
            return ""
        line = line.translate(_TO_PRIVATE)
        if self.normalized:
            line = _spaced(line.replace("<skipped>", "").replace("-\n", "").replace("\n", " "))
            if self.asian_support and not line.isascii():
                line = re.sub(_ASIAN, r" \1 ", re.sub(_KANA, r" \1 ", line))
            line = line.strip(" \t\n\v\f\r")
        if self.no_punct:
            line = line.translate(_PUNCTUATION)
            if self.asian_support:
                line = re.sub(_ASIAN_PUNCTUATION, "", line)
        starts_empty = not line or (line[0].isspace() and not line.isspace())
        return f"{_EMPTY_WORD} {line}" if starts_empty else line


def tercom_tokenizer_name(
    *, normalized: bool, no_punct: bool, asian_support: bool, as_java: bool = False, is_twice: bool = False
) -> str:
    """Name the tokenizer for some switches of sacreBLEU's TER.

    With `as_java` it reads text as the Java tool tercom does instead; with `is_twice` it normalises what was normalised
    once more, as sacreBLEU does with references.

    Examples
    --------
    >>> from steelyard.text.tokenizers.tercom import tercom_tokenizer_name
    >>> tercom_tokenizer_name(normalized=True, no_punct=False, asian_support=False)
    'tercom'
    """
    if not (normalized or no_punct or as_java):
        return "none"
    switches = {
        "raw": not normalized,
        "nopunct": no_punct,
        "asian": asian_support,
        "java": as_java,
        "twice": is_twice and normalized and not as_java,  # the rest does not change what it has changed
    }
    return "+".join(["tercom", *(name for name, is_on in switches.items() if is_on)])


def _variant(name: str, rewrite: "_AsSacrebleu | _AsTercom") -> Tokenizer:
    cuts_ideographs = rewrite.normalized and rewrite.asian_support
    return Tokenizer(
        name=name,
        summary="reads text as TER does under some switches",
        rewrite=rewrite,
        scripts=("Chinese",) if cuts_ideographs else (),
    )


def _variants() -> Iterator[Tokenizer]:
    flags = (False, True)
    for normalized, no_punct, asian_support in product(flags, flags, flags):
        switches = {"normalized": normalized, "no_punct": no_punct, "asian_support": asian_support}
        yield _variant(tercom_tokenizer_name(**switches, as_java=True), _AsTercom(**switches))
        for is_twice in flags:
            name = tercom_tokenizer_name(**switches, is_twice=is_twice)
            yield _variant(name, _AsSacrebleu(**switches, is_twice=is_twice))


# Not listed among the tokenizers: TER names them by its own options.
TERCOM_VARIANTS = {tokenizer.name: tokenizer for tokenizer in _variants() if tokenizer.name not in ("none", "tercom")}
# Exactly what sacreBLEU 2.6's TER does with `normalized`, held so by tests/oracles/test_tokenizers.py. Before cutting,
# the escapes &quot; &amp; &lt; &gt; are undone, and a hyphen after a line break inside a segment is deleted.
TERCOM = Tokenizer(
    name="tercom",
    summary="splits off ASCII punctuation as TER's normalisation does, and the possessive 's",
    rewrite=_AsSacrebleu(normalized=True, no_punct=False, asian_support=False),
)
