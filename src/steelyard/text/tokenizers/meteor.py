"""The normalisation of METEOR 1.5 (its ``-norm``): that of Moses, with marks unified and words taken apart."""

import os
import re  # patterns are compiled when they are first used: importing this file should cost nothing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.errors import unknown_name
from steelyard.files.reading import read_lines
from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["SUMMARY", "SUMMARY_OF_WORDS", "make_meteor"]

_LANGUAGES = ("cs", "cz", "de", "en", "es", "fr", "ru")
SUMMARY = (
    "METEOR's -norm, lower case, for " + ", ".join(_LANGUAGES) + "; FILE: abbreviations that keep their full stop, as "
    "Moses lists them"
)
SUMMARY_OF_WORDS = "the same without punctuation, METEOR's -norm -noPunct"

_LETTERS = (
    "A-Za-z\u0160\u017d\u0161\u017e\u0178\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"  # Western European
    "\u0400-\u04ff\u0500-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"  # Cyrillic
)
_SIGNS = f"0-9{_LETTERS}"
_JAVA_SPACE = " \t\n\x0b\f\r"
_JAVA_DELIMITERS = "[ \t\n\r\f]+"
_MARK = f"([^{_SIGNS}{_JAVA_SPACE}.'`,\u2018\u2019-])"
# Each rule consumes both characters of a match, so neighbours can escape it: a look-around would not do.
_COMMAS = ("([^0-9]),([^0-9])", "([0-9]),([^0-9])", "([^0-9]),([0-9])")
_JOINING_DASH = f"([{_SIGNS}.])-([{_SIGNS}])"
_APART, _RIGHT, _LEFT = r"\1 ' \2", r"\1 '\2", r"\1' \2"
_APOSTROPHES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (f"([^{_LETTERS}])'([^{_LETTERS}])", _APART),
        (f"([^{_SIGNS}])'([{_LETTERS}])", _APART),
        (f"([{_LETTERS}])'([^{_LETTERS}])", _APART),
        (f"([{_LETTERS}])'([{_LETTERS}])", _RIGHT),
        ("([0-9])'(s)", _RIGHT),
    ),
    "fr": (
        (f"([^{_LETTERS}])'([^{_LETTERS}])", _APART),
        (f"([^{_LETTERS}])'([{_LETTERS}])", _APART),
        (f"([{_LETTERS}])'([^{_LETTERS}])", _APART),
        (f"([{_LETTERS}])'([{_LETTERS}])", _LEFT),
    ),
}


@dataclass(frozen=True, slots=True)
class _Meteor:
    language: str
    always: frozenset[str] = field(default_factory=frozenset)  # keep their full stop
    before_numbers: frozenset[str] = field(default_factory=frozenset)  # keep it where a number follows
    keeps_punctuation: bool = True

    def __call__(self, lines: Sequence[str]) -> list[str]:
        return [self._rewrite(line).lower() for line in lines]

    def _rewrite(self, line: str) -> str:
        line = re.sub(_MARK, r" \1 ", f" {line} ")
        line = re.sub(r"(\.{2,})", r" \1 ", line)
        for pattern in _COMMAS:
            line = re.sub(pattern, r"\1 , \2", line)
        line = re.sub("[`\u2018\u2019]", "'", line)
        line = re.sub("[\u201c\u201d]|''", ' " ', line)
        line = line.replace("\u2013", "-").replace("--", "-")
        line = re.sub(_JOINING_DASH, r"\1 \2", line)
        for pattern, replacement in _APOSTROPHES.get(self.language, (("(')()", r" ' \2"),)):
            line = re.sub(pattern, replacement, line)
        line = self._split_full_stops(line)
        return line if self.keeps_punctuation else re.sub(f"[^{_SIGNS}]", " ", line)

    def _split_full_stops(self, line: str) -> str:
        """Cut the full stop off words that need none, and take the dots out of ``U.S.``."""
        words = [word for word in re.split(_JAVA_DELIMITERS, line) if word]
        result = []
        for word, following in zip(words, [*words[1:], ""], strict=False):
            stem = word[:-1]
            if word[-1] != "." or not stem.strip("."):  # not a full stop, or nothing but dots
                result.append(word)
            elif "." in stem and re.search(f"[{_LETTERS}]", stem):
                result.append(word.replace(".", ""))
            elif (
                stem in self.always
                or re.match("[a-z]", following)  # what goes on in lower case is no new sentence
                or (stem in self.before_numbers and re.match("[0-9]", following))
            ):
                result.append(word)
            else:
                result += [stem, "."]
        return " ".join(result)


def make_meteor(name: str) -> Tokenizer:
    """Make the tokenizer of ``meteor:LANG`` or ``meteor:LANG:FILE``; with ``meteor-words`` punctuation goes.

    Its signature has the start of the file's SHA-256, so that equal signatures mean equal words.
    """
    kind, language, path = (*name.split(":", 2), "")[:3]
    if language not in _LANGUAGES:
        raise unknown_name("language of the tokenizer meteor:", language, _LANGUAGES)
    file = read_lines(os.path.expanduser(path)) if path else None
    prefixes: dict[bool, set[str]] = {False: set(), True: set()}
    for line in file.lines if file else ():
        fields = line.split()
        if fields and not fields[0].startswith("#"):
            prefixes["#NUMERIC_ONLY#" in fields[1:2]].add(fields[0])
    rewrite = _Meteor(language, frozenset(prefixes[False]), frozenset(prefixes[True]), kind == "meteor")

    def identify() -> str:
        return f"{kind}:{language}#{file.content_sha256[:12]}" if file else f"{kind}:{language}"

    return Tokenizer(name, SUMMARY, rewrite=rewrite, identify=identify)
