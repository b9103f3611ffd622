"""Terms of a glossary: where they stand in texts, and whether a text has an allowed target for each."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from steelyard.errors import DataError
from steelyard.reprs import short_repr

__all__ = ["Term", "find_phrases", "index_targets", "read_dictionary", "read_glossary", "rendered"]

Phrase = tuple[str, ...]
_BETWEEN = "|"  # targets of a term
_MOST_COLUMNS = 3
_HEADS = {"source", "term", "source term"}


@dataclass(frozen=True, slots=True)
class Term:
    """A term of a glossary.

    Attributes
    ----------
    source : str
        As the glossary has it.
    allowed, forbidden : tuple of str
        What it may become, and what it must not.

    Examples
    --------
    >>> from steelyard.analysis import Term
    >>> Term("ferry", ("Fähre",), ("Boot",)).allowed
    ('Fähre',)
    """

    source: str
    allowed: tuple[str, ...]
    forbidden: tuple[str, ...] = ()

    __repr__ = short_repr


def read_glossary(lines: Iterable[str], name: str = "the glossary", *, may_lack_targets: bool = False) -> list[Term]:
    r"""Read the lines of a glossary: a term, its allowed targets, and perhaps forbidden ones, with tabs between.

    Several targets have ``|`` between them. A first line that names the columns, empty lines, and lines that begin with
    ``#`` and a blank are passed over.

    Parameters
    ----------
    lines : iterable of str
        Such as ``"ferry\tFähre|Fährschiff\tBoot"``.
    name : str, default "the glossary"
        Of the file, for messages.
    may_lack_targets : bool, default False
        Whether a term may stand alone, without a tab.

    Returns
    -------
    list of Term
        In their order.

    Raises
    ------
    DataError
        A line has one column or more than three, an empty term or no target, or a term that stands above already.

    Examples
    --------
    >>> from steelyard.analysis import read_glossary
    >>> read_glossary(["ferry\tFähre|Fährschiff\tBoot"])[0].allowed
    ('Fähre', 'Fährschiff')
    """
    found: dict[str, tuple[int, Term]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("# "):
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        if not found and cells[0].lower() in _HEADS:
            continue
        place = f"{name}, line {number}"
        if may_lack_targets and len(cells) == 1:
            cells.append("")
        if not 2 <= len(cells) <= _MOST_COLUMNS:
            raise DataError(
                f"{place}: write a term, a tab, its allowed targets with {_BETWEEN} between, and perhaps a tab and "
                f"forbidden ones, not {line!r}."
            )
        targets = [tuple(filter(None, map(str.strip, cell.split(_BETWEEN)))) for cell in cells[1:]]
        if not cells[0] or not (targets[0] or may_lack_targets):
            raise DataError(f"{place}: {'the term' if not cells[0] else 'the list of allowed targets'} is empty.")
        if cells[0] in found:
            raise DataError(f"{place}: the term {cells[0]!r} stands in line {found[cells[0]][0]} already.")
        found[cells[0]] = number, Term(cells[0], *targets)
    if not found:
        raise DataError(f"{name} has no terms.")
    return [term for _, term in found.values()]


def read_dictionary(lines: Iterable[str]) -> dict[str, set[str]]:
    r"""Read a dictionary: a word or phrase, and its translations with tabs or ``|`` between; one may stand twice.

    Parameters
    ----------
    lines : iterable of str
        Such as ``"ferry\tFähre|Fährschiff"``.

    Returns
    -------
    dict of str to set of str
        By every word of an entry, in lower case, the words of all of its translations, in lower case too.

    Examples
    --------
    >>> from steelyard.analysis import read_dictionary
    >>> sorted(read_dictionary(["ferry\tFähre|das Fährschiff", "ferry\tBoot"])["ferry"])
    ['boot', 'das', 'fähre', 'fährschiff']
    """
    found: dict[str, set[str]] = {}
    for line in lines:
        source, *targets = line.lower().replace(_BETWEEN, "\t").split("\t")
        for word in source.split():
            found.setdefault(word, set()).update(one for target in targets for one in target.split())
    return found


def find_phrases(words: Sequence[str], phrases: Mapping[str, Sequence[tuple[Phrase, int]]]) -> list[tuple[int, int]]:
    """Find phrases in a text from left to right, the longest first; none overlaps another.

    Parameters
    ----------
    words : sequence of str
        Of the text.
    phrases : mapping of str to sequence of (tuple of str, int)
        By first word: phrases, longest first, and the number of each.

    Returns
    -------
    list of (int, int)
        Place of the first word, and number of the phrase.

    Examples
    --------
    >>> from steelyard.analysis import find_phrases
    >>> known = {"ferry": [(("ferry", "port"), 0), (("ferry",), 1)]}
    >>> find_phrases(["the", "ferry", "port", "ferry"], known)
    [(1, 0), (3, 1)]
    """
    found = []
    at = 0
    while at < len(words):
        step = 1
        for phrase, number in phrases.get(words[at], ()):
            if tuple(words[at : at + len(phrase)]) == phrase:
                found.append((at, number))
                step = len(phrase)
                break
        at += step
    return found


def index_targets(term: Term, cut: Callable[[str], Phrase]) -> dict[str, list[tuple[Phrase, int]]]:
    """Sort the targets of a term by their first words, as `find_phrases` takes them.

    Parameters
    ----------
    term : Term
        The term.
    cut : callable
        Makes words of a target, in the form that texts are compared in.

    Returns
    -------
    dict of str to list of (tuple of str, int)
        Longest first; allowed targets are numbered first, then forbidden ones.

    Raises
    ------
    DataError
        A target has no words.

    Examples
    --------
    >>> from steelyard.analysis import Term, index_targets
    >>> index_targets(Term("ferry", ("die Fähre",), ("Boot",)), lambda text: tuple(text.split()))
    {'die': [(('die', 'Fähre'), 0)], 'Boot': [(('Boot',), 1)]}
    """
    known: dict[str, list[tuple[Phrase, int]]] = {}
    for number, target in enumerate([*term.allowed, *term.forbidden]):
        phrase = cut(target)
        if not phrase:
            raise DataError(f"The target {target!r} of the term {term.source!r} has no words.")
        known.setdefault(phrase[0], []).append((phrase, number))
    for same in known.values():
        same.sort(key=lambda entry: -len(entry[0]))  # stable: of equal ones the allowed one
    return known


def rendered(
    term: Term, n: int, words: Sequence[str], targets: Mapping[str, Sequence[tuple[Phrase, int]]]
) -> list[tuple[bool, str]]:
    """Say what a text has for the occurrences of a term in its source: allowed targets first, then forbidden ones.

    A target is found wherever it stands in the segment, and each place counts once; so a target that is there by chance
    passes for a translation.

    Parameters
    ----------
    term : Term
        The term.
    n : int
        Its occurrences in the source.
    words : sequence of str
        Of the text, in the form that targets are compared in.
    targets : mapping
        As `index_targets` gives them.

    Returns
    -------
    list of (bool, str)
        For n occurrences at most, whether the target is allowed, and the target.

    Examples
    --------
    >>> from steelyard.analysis import Term, index_targets, rendered
    >>> term = Term("ferry", ("Fähre",), ("Boot",))
    >>> targets = index_targets(term, lambda text: tuple(text.split()))
    >>> rendered(term, 2, ["das", "Boot", "und", "die", "Fähre"], targets)
    [(True, 'Fähre'), (False, 'Boot')]
    """
    names = [*term.allowed, *term.forbidden]
    hits = [number for _, number in find_phrases(words, targets)]
    hits.sort(key=lambda number: number >= len(term.allowed))  # stable: places stay in order
    return [(number < len(term.allowed), names[number]) for number in hits[:n]]
