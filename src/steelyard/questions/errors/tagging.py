"""What the tag of a word is: its part of speech, features, or both; from parses, tags or factored text."""

import re
from collections.abc import Callable, Mapping, Sequence

from steelyard.errors import DataError, SpecError
from steelyard.types import Parse, TestSet, Word

__all__ = ["NO_TAG", "factored_parses", "tagger"]

FORM, LEMMA, TAG = "form", "lemma", "tag"
NO_TAG = "-"
_COLUMN = re.compile(r"[A-Za-z]+")
_RULE = re.compile(r"(?:([^:\s]+):)?([A-Za-z][\w\[\]]*(?:\+[A-Za-z][\w\[\]]*)*)")
_PARTS = ("upos", "xpos")


def tagger(rules: Sequence[str]) -> Callable[[Word], str]:
    """Return what gives a word its tag: such as ``VERB Tense=Past`` by ``upos`` and ``VERB:Tense``."""
    if not rules:
        return lambda word: word.upos or word.xpos
    read = [_rule(rule) for rule in rules]
    has_part = any(name in _PARTS for _, names in read for name in names)

    def tag(word: Word) -> str:
        feats = dict(word.feats)
        parts = [] if has_part or not any(only for only, _ in read) else [word.upos or word.xpos]
        for only, names in read:
            if only and not {word.upos, word.xpos} & only:
                continue
            for name in names:
                if name in _PARTS:
                    parts.append(word.upos if name == "upos" else word.xpos)
                elif name in feats:
                    parts.append(f"{name}={feats[name]}")
        return " ".join(filter(None, dict.fromkeys(parts)))

    return tag


def _rule(rule: str) -> tuple[frozenset[str], tuple[str, ...]]:
    match = _RULE.fullmatch(rule)
    if match is None:
        raise SpecError(
            f"Cannot read {rule!r} (--tag-by): write upos, xpos, a feature such as Tense, or features of some parts of "
            "speech such as VERB,AUX:Tense+Person."
        )
    return frozenset(filter(None, (match[1] or "").split(","))), tuple(match[2].split("+"))


def factored_parses(test_set: TestSet, columns: str) -> Mapping[str, Sequence[Sequence[Parse]]]:
    """Read factored texts, such as ``dogs|dog|NOUN``, as parses without trees."""
    names = _COLUMN.findall(columns)
    separator = next(iter(_COLUMN.split(columns)[1:]), "")
    if FORM not in names or len(set(names)) < len(names) or not separator or columns != separator.join(names):
        raise SpecError(
            f"Cannot read {columns!r} (--factors): name the columns as they stand in a token, form among them, such as "
            "'form|lemma|tag'; other columns may have any name."
        )
    texts = {f"reference {r}": text for r, text in enumerate(test_set.references, 1)}
    texts |= {f"system {name}": text for name, text in test_set.systems.items()}
    return {
        role: [
            (Parse(tuple(_word(token, names, separator, f"{role}, segment {i:,}") for token in (line or "").split())),)
            for i, line in enumerate(text, 1)
        ]
        for role, text in texts.items()
    }


def _word(token: str, names: Sequence[str], separator: str, place: str) -> Word:
    """Read a token; what has more separators than columns has them in its form, as the form may be the mark itself."""
    values = dict(zip(names, token.rsplit(separator, len(names) - 1), strict=False))
    if len(values) < len(names):
        raise DataError(
            f"{place}: the token {token!r} has {len(values)} of the {len(names)} columns {separator.join(names)} "
            "(--factors)."
        )
    return Word(values[FORM], values.get(LEMMA, ""), xpos=values.get(TAG, ""))
