"""Text in another script than the references."""

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping

from steelyard.text.inspection.alignment import is_comparable
from steelyard.text.inspection.base import InspectedSet, InspectedText, Observation, check, in_words

# First code points of stretches of letters of one script, and its name; "" is anything else.
_STRETCHES = (
    (0x41, "Latin"), (0x250, "Latin"), (0x2B0, ""), (0x370, "Greek"), (0x400, "Cyrillic"), (0x530, "Armenian"),
    (0x590, "Hebrew"), (0x600, "Arabic"), (0x700, ""), (0x750, "Arabic"), (0x780, ""), (0x8A0, "Arabic"),
    (0x900, "Devanagari"), (0x980, "Bengali"), (0xA00, "Gurmukhi"), (0xA80, "Gujarati"), (0xB00, "Oriya"),
    (0xB80, "Tamil"), (0xC00, "Telugu"), (0xC80, "Kannada"), (0xD00, "Malayalam"), (0xD80, "Sinhala"),
    (0xE00, "Thai"), (0xE80, "Lao"), (0xF00, "Tibetan"), (0x1000, "Myanmar"), (0x10A0, "Georgian"),
    (0x1100, "Hangul"), (0x1200, "Ethiopic"), (0x1380, ""), (0x1780, "Khmer"), (0x1800, "Mongolian"), (0x18B0, ""),
    (0x1C80, "Cyrillic"), (0x1C90, "Georgian"), (0x1CC0, ""), (0x1E00, "Latin"), (0x1F00, "Greek"), (0x2000, ""),
    (0x2E80, "Han"), (0x3040, "Kana"), (0x3100, "Han"), (0x3130, "Hangul"), (0x3190, "Han"), (0x31F0, "Kana"),
    (0x3200, ""), (0x3400, "Han"), (0xA000, ""), (0xAC00, "Hangul"), (0xD7B0, ""), (0xF900, "Han"), (0xFB00, "Latin"),
    (0xFB13, "Armenian"), (0xFB1D, "Hebrew"), (0xFB50, "Arabic"), (0xFE00, ""), (0xFE70, "Arabic"), (0xFF00, ""),
    (0xFF21, "Latin"), (0xFF5B, ""), (0xFF66, "Kana"), (0xFFA0, ""), (0x1B000, "Kana"), (0x1B170, ""),
    (0x20000, "Han"), (0x40000, ""),
)  # fmt: skip
_STARTS = [start for start, _ in _STRETCHES]
_USUAL = 0.02  # share of the references' letters that makes a script one of theirs
_MOSTLY = 0.5
_FEWEST = 8  # letters: a line of fewer is a name or an abbreviation
_MANY = 0.01


def script_of(character: str) -> str:
    """Return the script of a letter, such as Latin, Han or Kana; "" of anything else."""
    if not unicodedata.category(character).startswith(("L", "M")) or ord(character) < 0x41:
        return ""
    return _STRETCHES[bisect_right(_STARTS, ord(character)) - 1][1]


def _counts(text: InspectedText, names: Mapping[str, str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for character, n in text.counts.items():
        found[names[character]] += n
    del found[""]
    return found


@check("script", "a system, or outputs, in another script than the references", is_of_lines=True, only="references")
def script(data: InspectedSet) -> Iterator[Observation]:
    """Compare scripts of whole texts, then of lines."""
    alphabet = frozenset[str]().union(*(text.alphabet for text in (*data.references, *data.systems)))
    names = {character: script_of(character) for character in alphabet}
    wanted: Counter[str] = Counter()
    for reference in data.references:
        wanted += _counts(reference, names)
    usual = {name for name, n in wanted.items() if n >= _USUAL * wanted.total()}
    if not usual:
        return
    main = wanted.most_common(1)[0][0]
    # Latin names stand in text of every script: an output of them alone is still none of it
    expected = usual if len(usual) == 1 or main == "Latin" else usual - {"Latin"}
    kinds = {ord(c): "t" if name in expected else "o" if name else None for c, name in names.items()}
    for system in data.systems:
        if {names[c] for c in system.alphabet} - {""} <= expected:
            continue
        own = _counts(system, names)
        alien = own.total() - sum(own[name] for name in usual)
        if own and alien > _MOSTLY * own.total():
            yield Observation(
                "error", system, f"mostly {own.most_common(1)[0][0]} letters, where the references have {main} ones",
                "Check whether this is the right file and language.",
            )  # fmt: skip
            continue
        if len(system.lines) != data.n_segments or not is_comparable(data, system):
            continue
        rows = _alien_rows(data, system, kinds)
        if rows:
            yield Observation(
                "warning" if len(rows) >= max(2, _MANY * data.n_segments) else "note", system,
                f"{in_words(len(rows), 'output')} mostly in another script than {' and '.join(sorted(expected))}",
                "Check whether these segments were left untranslated or translated into another language.", rows,
            )  # fmt: skip


def _alien_rows(data: InspectedSet, system: InspectedText, kinds: Mapping[int, str | None]) -> list[int]:
    """Return rows with few of the expected letters ("t") beside others ("o"), where the references are mostly "t"."""
    rows = []
    for row, line in enumerate(system.lines):
        letters = line.translate(kinds)
        if len(letters) >= _FEWEST and letters.count("t") < (1 - _MOSTLY) * len(letters):
            beside = "".join(data.reference_rows[row]).translate(kinds)
            if "t" in beside and beside.count("t") >= _MOSTLY * len(beside):
                rows.append(row)
    return rows


@check("mixed-scripts", "words with letters of two scripts that look alike, such as Latin and Cyrillic")
def mixed_scripts(data: InspectedSet) -> Iterator[Observation]:
    """Look for words in which Latin stands beside Cyrillic or Greek letters."""
    for text in (*data.references, *data.systems):
        others = "".join(sorted(c for c in text.alphabet if script_of(c) in ("Cyrillic", "Greek")))
        latin = "".join(sorted(c for c in text.alphabet if script_of(c) == "Latin"))
        if not others or not latin:
            continue
        a, b = (f"[{re.escape(letters)}]" for letters in (latin, others))
        rows = text.rows_matching(f"{a}{{2}}{b}|{b}{{2}}{a}|{a}{b}{a}|{b}{a}{b}")
        if rows:
            yield Observation(
                "warning" if len(rows) >= max(_FEWEST, _MANY * len(text.lines)) else "note", text,
                f"{in_words(len(rows))} with words of two scripts",
                "Check whether letters that look alike were mixed up: such words never match.", rows,
            )  # fmt: skip
