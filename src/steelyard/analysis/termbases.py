"""Termbases: TBX and tables with a column for each language, as the terms of a glossary."""

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from steelyard.analysis.terms import Term, read_glossary
from steelyard.errors import AskError, DataError
from steelyard.files.separators import quoted_rows, separator_of
from steelyard.files.translations import Element, elements_of

__all__ = ["read_glossaries"]

_ENTRIES = frozenset(("termEntry", "conceptEntry"))
_ROLES = {
    "source": {"source", "source term", "src", "term", "source text", "ausgangsterm"},
    "target": {"target", "target term", "tgt", "translation", "targets", "allowed", "preferred", "target text"},
    "forbidden": {"forbidden", "forbidden term", "forbidden terms", "avoid", "do not use", "not", "deprecated"},
    "status": {"status", "usage", "usage status", "term status", "administrative status", "state", "approval"},
    "": {
        "id", "term id", "entry", "entry id", "concept", "concept id", "definition", "note", "notes", "comment",
        "comments", "context", "description", "domain", "subject", "part of speech", "pos", "gender", "case sensitive",
        "example", "url", "image", "created", "modified", "author", "type", "",
    },
}  # fmt: skip
_LANGUAGE = (
    r"(?i)[a-z]{2}([-_ ][a-z]{2,4}){0,2}|ara|ces|chi|deu|eng|fra|fre|ger|ita|jpn|kor|nld|pol|por|rus|spa|ukr|zho|"
    r"arabic|bulgarian|chinese|croatian|czech|danish|dutch|english|finnish|french|german|greek|hebrew|hindi|hungarian|"
    r"icelandic|italian|japanese|korean|norwegian|polish|portuguese|romanian|russian|serbian|slovak|slovenian|spanish|"
    r"swedish|thai|turkish|ukrainian|vietnamese|deutsch|español|français"
)
_BAD = (
    r"(?i)forbid|deprec|supersed|obsolete|avoid|reject|do[ _-]?not|don't|"
    r"not[ _-]?(allowed|recommended|approved|to be used)"
)
_MOST_ASKED = 6


class _Word(NamedTuple):
    """A term in a language, and whether it must not be used."""

    language: str
    text: str
    is_bad: bool


def read_glossaries(lines: Sequence[str], name: str, languages: Sequence[str] = ()) -> list[tuple[str, list[Term]]]:
    """Read a glossary or a termbase; of one with two languages that are not named, both directions.

    Parameters
    ----------
    lines : sequence of str
        A glossary as `read_glossary` reads it; a table whose first line names its columns, or of two or three without;
        or TBX, of version 2 (``martif``) or 3 (``tbx``).
    name : str
        Of the file, for messages.
    languages : sequence of str, default ()
        That of the source and that of the targets.

    Returns
    -------
    list of (str, list of Term)
        How each was read, for people, and its terms: one, or those from the first language, and from the second.

    Raises
    ------
    DataError
        It cannot be read, or holds no terms of these languages.
    AskError
        It has several languages, and none are named.

    Examples
    --------
    >>> from steelyard.analysis import read_glossaries
    >>> [(told, terms)] = read_glossaries(["source,target,status", "ferry,Fähre,", "ferry,Boot,deprecated"], "t.csv")
    >>> terms[0].allowed, terms[0].forbidden
    (('Fähre',), ('Boot',))
    """
    first = next((line for line in lines if line.strip() and not line.startswith("# ")), "").lstrip("\ufeff")
    if first.lstrip().startswith("<"):
        entries = list(_of_tbx(lines, name))
    else:
        separator = separator_of(first)
        header = [_plain(cell) for cell in next(iter(_rows([first], name, separator)), [])]
        if separator not in first or (separator == "\t" and not _is_header(header, of_tabs=True)):
            return [("", read_glossary(lines, name))]
        entries = list(_of_rows(lines, name, separator, header if _is_header(header) else []))
    known = list(dict.fromkeys(word.language for words in entries for word in words))
    pairs = _pairs(known, languages, name)
    found = [(_told(*pair), _terms(entries, *pair)) for pair in pairs]
    if not any(terms for _, terms in found):
        raise DataError(f"{name} has no term of {pairs[0][0]} with a target in {pairs[0][1]} that may be used.")
    return [(told, terms) for told, terms in found if terms]


def _told(source: str, target: str) -> str:
    return "terms with their targets" if source == "source" else f"terms in {source}, their targets in {target}"


def _plain(name: str) -> str:
    return re.sub(r" ?\d+$", "", re.sub(r"[\s_-]+", " ", name).strip().strip('"').lower())  # target 1, target 2


def _is_header(cells: Sequence[str], *, of_tabs: bool = False) -> bool:
    """Whether a first line names columns; a glossary with tabs has a header of its own, of terms and targets."""
    roles = [next((role for role, names in _ROLES.items() if cell in names), None) for cell in cells]
    n_languages = sum(
        role is None and re.fullmatch(_LANGUAGE, cell) is not None for role, cell in zip(roles, cells, strict=True)
    )
    if of_tabs and n_languages < 2 and "status" not in roles and len(cells) <= 3:
        return False
    return n_languages > 1 or ("source" in roles and "target" in roles)


def _role(name: str) -> str | None:
    """Return what a column is by its plain name; None for a language."""
    return next((role for role, names in _ROLES.items() if name in names), None)


def _rows(lines: Sequence[str], name: str, separator: str) -> Iterator[list[str]]:
    for _, cells in quoted_rows("\n".join(lines), name, separator):
        if any(map(str.strip, cells)):
            yield cells


def _of_rows(lines: Sequence[str], name: str, separator: str, header: Sequence[str]) -> Iterator[list[_Word]]:
    """Yield the words of each row by language: those without a name are the source and the targets."""
    rows = _rows(lines, name, separator)
    first = next(rows) if header else []
    names = [cell.strip() if (role := _role(_plain(cell))) is None else role for cell in first]
    names = names or ["source", "target", "forbidden"]
    between = r"\||;" if separator != ";" else r"\|"
    for number, cells in enumerate(rows, 2 if header else 1):
        if len(cells) > len(names) or len(cells) < 2:
            raise DataError(
                f"{name}, row {number} has {len(cells)} cells: {len(names)} were expected ({', '.join(names)})."
            )
        by_name = list(zip(names, cells, strict=False))
        is_bad = any(role == "status" and re.search(_BAD, cell) for role, cell in by_name)
        words = []
        for language, cell in by_name:
            if language in ("", "status"):
                continue
            texts = [cell] if language == "source" else re.split(between, cell)
            is_forbidden = language == "forbidden"
            language = "target" if is_forbidden else language
            words += [
                _Word(language, text.strip(), is_forbidden or (is_bad and language != "source"))
                for text in texts if text.strip()
            ]  # fmt: skip
        yield words


def _of_tbx(lines: Sequence[str], name: str) -> Iterator[list[_Word]]:
    text = re.sub(r"^\s*<\?xml.*?\?>", "", "\n".join(lines).lstrip("\ufeff"), flags=re.DOTALL)
    n = 0
    for entry, _ in elements_of(text.encode(), name, _ENTRIES):
        n += 1
        words = []
        for section in entry.children("langSet", "langSec"):
            for holder in _holders(section):
                term = "".join(_texts(holder.child("term"))).strip()
                status = " ".join(
                    "".join(_texts(note)) for note in _within(holder)
                    if "status" in f"{note.name} {note.attributes.get('type', '')}".lower()
                    or note.attributes.get("type") == "normativeAuthorization"
                )  # fmt: skip
                if term:
                    words.append(_Word(section.attributes.get("lang", ""), term, re.search(_BAD, status) is not None))
        yield words
    if not n:
        raise DataError(f"{name} is XML without entries of a termbase (TBX): a glossary was expected.")


def _holders(element: Element) -> Iterator[Element]:
    """Yield the elements in which terms stand, with all that is said of them: a ``tig``, ``ntig`` or ``termSec``."""
    for part in element.parts:
        if isinstance(part, Element):
            if part.child("term") is not None:
                yield part if part.name != "termGrp" else Element("", {}, [*part.parts, *element.parts])
            else:
                yield from _holders(part)


def _within(element: Element) -> Iterator[Element]:
    for part in element.parts:
        if isinstance(part, Element):
            yield part
            yield from _within(part)


def _texts(element: Element | None) -> Iterator[str]:
    for part in () if element is None else element.parts:
        yield from (part,) if isinstance(part, str) else _texts(part)


def _pairs(known: Sequence[str], wanted: Sequence[str], name: str) -> list[tuple[str, str]]:
    """Return the languages of source and targets; both orders where the sources must say which."""
    if wanted:
        chosen = [_language(one, known, name) for one in wanted]
        return [(chosen[0], chosen[1])]
    if set(known) == {"source", "target"}:
        return [("source", "target")]
    if len(known) < 2:
        raise DataError(f"{name} has terms in {', '.join(known) or 'no language'} alone: a glossary has two languages.")
    if len(known) > 2:
        answers = [("--glossary-languages", *pair) for pair in list(permutations(known, 2))[:_MOST_ASKED]]
        raise AskError(
            f"{name} has terms in {len(known)} languages ({', '.join(known)}): name that of the source and that of the "
            "targets.",
            answers,
        )
    return [(known[0], known[1]), (known[1], known[0])]


def _language(wanted: str, known: Sequence[str], name: str) -> str:
    plain = wanted.lower().replace("_", "-")
    spelled = {one: one.lower().replace("_", "-") for one in known}
    found = [one for one in known if spelled[one] == plain] or [
        one for one in known if spelled[one].startswith(f"{plain}-")
    ]
    if len(found) != 1:
        raise DataError(f"{name} has {'several' if found else 'no'} terms in {wanted!r}: it names {', '.join(known)}.")
    return found[0]


def _terms(entries: Sequence[Sequence[_Word]], source: str, target: str) -> list[Term]:
    """Join the targets of each term; what is deprecated in the source language is looked for, too."""
    targets: dict[str, tuple[str, dict[str, bool]]] = {}
    for words in entries:
        own = {word.text: word.is_bad for word in words if word.language == target}
        for word in words:
            if word.language == source and own:
                targets.setdefault(word.text.casefold(), (word.text, {}))[1].update(own)
    found = [
        Term(text, tuple(t for t, bad in own.items() if not bad), tuple(t for t, bad in own.items() if bad))
        for text, own in targets.values()
    ]
    return [term for term in found if term.allowed]
