"""Characters that are wrong, unseen, or another form of those in the references."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check
from steelyard.text.normal_forms import normalize

_CONTROL = frozenset(map(chr, (*range(9), *range(14, 28), 31, *range(127, 133), *range(134, 160))))
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN = frozenset("\ufeff\u200b\u2060\u00ad\u180e")
_JOINERS = frozenset("\u200c\u200d")  # right in Persian, in scripts of India and between emoji
_JOINED = "(?:[a-zA-Z\u00c0-\u04ff]|^)[\u200c\u200d](?:[a-zA-Z\u00c0-\u04ff]|$)"
# What UTF-8 looks like when it is read as Windows-1252 or Latin-1: a lead byte, then its continuation bytes.
_REST = "[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]"
_LEADING = frozenset(map(chr, range(0xC2, 0xF0)))
_MOJIBAKE = f"[\u00c2-\u00df]{_REST}|[\u00e0-\u00ef]{_REST}{{2}}"
_QUOTING = frozenset("\u00ab\u00bb\u2018\u2019\u201c\u201d\u2026\u2013\u2014\u00a0\u203a\u2039")
_ONE_FORM = "Normalise all texts to one form, or score with --unicode-form NFC: the two forms of a word never match."
_MOST = 0.8
_FEW = 10
_MARKED = 0.2  # of the lines, where the other texts have few: the words of these match no others
_MANY = 0.01
_WIDE = {chr(ord(narrow) + 0xFEE0): narrow for narrow in ",.!?:;()%0123456789"} | {"\u3002": "."}
_QUOTES = {
    "straight": '"',
    "curly": "\u201c\u201d\u201e\u201f",
    "angled": "\u00ab\u00bb",
    "corner": "\u300c\u300d\u300e\u300f",
}
_APOSTROPHES = {"straight": "'", "curly": "\u2019\u2018"}


@check("mojibake", "characters of UTF-8 that was read as another encoding, such as Ã¤", is_of_lines=True)
def mojibake(data: InspectedSet) -> Iterator[Observation]:
    """Look for pairs of characters whose bytes are one letter of UTF-8."""
    for text in data.texts:
        if not (text.alphabet.intersection(_LEADING) and re.search(_REST, "".join(text.alphabet))):
            continue
        if not re.search(
            f"[\u00c2-\u00ef]{_REST}", "\n".join(text.lines)
        ):  # a letter alone is in order: no line is bad
            continue
        rows, shown = [], ""
        for row in text.rows_matching(_MOJIBAKE):
            bad = next(filter(_is_misread, re.findall(_MOJIBAKE, text.lines[row])), None)
            if bad is not None:
                rows.append(row)
                shown = shown or f"{bad} for {_reread(bad)}"
        if rows:
            yield Observation(
                "error" if len(rows) >= max(3, _MANY * len(text.lines)) else "warning", text,
                f"text that was decoded wrongly, such as {shown}",
                "UTF-8 was read as Latin-1 or Windows-1252 on the way: make the text again with the right encoding.",
                rows,
            )  # fmt: skip


def _reread(found: str) -> str:
    raw = b"".join(bytes([ord(c)]) if ord(c) < 256 else c.encode("cp1252", "ignore") for c in found)
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return ""


def _is_misread(found: str) -> bool:
    """Whether the bytes are a letter or mark, and not an accented letter before closing quotes."""
    letter = _reread(found)
    return len(letter) == 1 and _is_usual(letter) and not _QUOTING.issuperset(found[1:])


def _is_usual(letter: str) -> bool:
    """Letters of everyday scripts, and marks of Latin-1 and general punctuation: what is misread in practice."""
    category = unicodedata.category(letter)
    return (category.startswith("L") and not 0x180 <= ord(letter) < 0x370 and not 0x600 <= ord(letter) < 0x700) or (
        category[0] in "PS" and ("\u00a1" <= letter <= "\u00bf" or "\u2010" <= letter <= "\u2122")
    )


@check("replaced", "replacement characters (U+FFFD) in place of characters that could not be decoded")
def replaced(data: InspectedSet) -> Iterator[Observation]:
    """Look for replacement characters."""
    for text in data.texts:
        broken = set(text.undecodable)
        rows = [row for row in text.rows_with("\ufffd") if row not in broken]
        if rows:
            yield Observation(
                "warning", text, "replacement characters (U+FFFD)",
                "The original characters are lost: make the text again from its source.", rows,
            )  # fmt: skip


@check(
    "unseen",
    "control characters, direction marks, zero-width characters and byte-order marks inside lines",
    is_of_lines=True,
)
def unseen(data: InspectedSet) -> Iterator[Observation]:
    """Look for characters that nobody sees and metrics count."""
    for text in data.texts:
        for kind, marks in (("control characters", _CONTROL), ("direction controls", _BIDI), ("", _UNSEEN)):
            rows = text.rows_with(marks)
            if rows:
                yield _unseen(text, rows, marks, kind or "characters without width", _usual_share(data, text, marks))
        if text.alphabet & _JOINERS:
            rows = text.rows_matching(_JOINED)
            if rows:
                yield _unseen(text, rows, _JOINERS, "joiners between letters that do not join", 1.0)


def _usual_share(data: InspectedSet, text: InspectedText, marks: frozenset[str]) -> float:
    """Return the share of lines with such marks in the references, or in the outputs where it is a reference."""
    others = data.references if text.role == "system" else data.systems if text.role == "reference" else ()
    return max((len(one.rows_with(marks)) / max(len(one.lines), 1) for one in others), default=1.0)


def _unseen(text: InspectedText, rows: list[int], marks: frozenset[str], kind: str, usual: float) -> Observation:
    share = len(rows) / len(text.lines)
    is_apart = share >= _MARKED and len(rows) >= _FEW / 2 and usual < share / 4
    codes = sorted({f"U+{ord(c):04X}" for row in rows for c in marks.intersection(text.lines[row])})
    return Observation(
        "error" if is_apart else "warning" if len(rows) >= max(3, _MANY * len(text.lines)) else "note", text,
        f"{kind}: {', '.join(codes[:4])}{' ...' if len(codes) > 4 else ''}",
        "Remove them from all texts: they are invisible, and make equal words differ.", rows,
    )  # fmt: skip


@check(
    "unicode-form",
    "letters and accents as separate characters (NFD) in one text and as one (NFC) in another",
    is_of_lines=True,
    only="references",
    cured_by=lambda reading: reading.unicode_form != "none",
)
def unicode_form(data: InspectedSet) -> Iterator[Observation]:
    """Look for lines that NFC would change, in some texts only."""
    texts = (*data.references, *data.systems)
    rows_of = {id(text): _decomposed(text) for text in texts}
    reference = max(len(rows_of[id(text)]) for text in data.references)
    system = max((len(rows_of[id(text)]) for text in data.systems), default=data.n_segments)
    for text in texts:
        rows = rows_of[id(text)]
        if len(rows) < max(3, _MANY * len(text.lines)):
            continue
        if text.role == "system" and reference < len(rows) / 4:
            yield Observation(
                "error", text, "combining accents (NFD) where the references have whole letters (NFC)",
                _ONE_FORM,
                rows,
            )  # fmt: skip
        elif text.role == "reference":
            is_apart = len(rows) >= _MARKED * len(text.lines) and system < len(rows) / 4
            yield Observation(
                "error" if is_apart else "warning", text,
                f"combining accents (NFD){' where the outputs have whole letters (NFC)' if is_apart else ''}",
                _ONE_FORM,
                rows,
            )  # fmt: skip


def _decomposed(text: InspectedText) -> list[int]:
    """Return rows where a letter and an accent have a character of their own together."""
    if not any(unicodedata.combining(c) for c in text.alphabet):
        return []
    return [
        row for row, line in enumerate(text.lines)
        if len(normalize("NFC", line)) < len(line)
    ]  # fmt: skip


@check("width", "full-width digits and marks in one text, ASCII in another", only="references")
def width(data: InspectedSet) -> Iterator[Observation]:
    """Compare which of the two a text mostly has, where it has Chinese or Japanese characters."""
    reference = data.references[0]
    if not reference.is_spaceless:
        return
    for kind, wide in (("digits", "０１２３４５６７８９"), ("marks", "，！？：；（）")):
        usual = _wide_share(reference, wide)
        if usual is None or 1 - _MOST < usual < _MOST:
            continue
        for system in data.systems:
            share = _wide_share(system, wide)
            if share is not None and abs(share - usual) > _MOST - 0.2:
                yield Observation(
                    "warning", system, f"{share:.0%} of the {kind} are full-width, of the reference's {usual:.0%}",
                    "Write these characters as the references do in all texts, or score with --unicode-form NFKC.",
                )  # fmt: skip


def _wide_share(text: InspectedText, wide: str) -> float | None:
    joined = "".join(text.lines)
    n_wide = sum(joined.count(c) for c in wide)
    n_narrow = sum(joined.count(_WIDE[c]) for c in wide)
    return n_wide / (n_wide + n_narrow) if n_wide + n_narrow >= _FEW else None


@check("quotes", "quotation marks or apostrophes of another kind than in the references", only="references")
def quotes(data: InspectedSet) -> Iterator[Observation]:
    """Compare the most frequent kind."""
    for noun, kinds in (("quotation marks", _QUOTES), ("apostrophes", _APOSTROPHES)):
        usual = {kind for text in data.references if (kind := _usual(text, kinds)) is not None}
        if len(usual) != 1 or any(_usual(text, kinds) is None for text in data.references):
            continue
        [wanted] = usual
        for system in data.systems:
            found = _usual(system, kinds)
            if found is not None and found != wanted:
                yield Observation(
                    "note", system, f"{found} {noun}, where the references have {wanted} ones",
                    "Metrics can count them as different words. If this is no choice of the system's, write them "
                    "alike in all texts.",
                )  # fmt: skip


def _usual(text: InspectedText, kinds: dict[str, str]) -> str | None:
    """Return the kind that most are of, None where they are few or mixed."""
    joined = "".join(text.lines)
    counts = Counter({kind: sum(joined.count(mark) for mark in marks) for kind, marks in kinds.items()})
    [(kind, n)] = counts.most_common(1)
    return kind if n >= _FEW and n >= _MOST * counts.total() else None
