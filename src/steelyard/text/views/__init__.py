"""What counts as a word, by name; one view = one file."""

from steelyard.errors import SpecError, unknown_name
from steelyard.text.views.base import View, ViewKind
from steelyard.text.views.char import CHAR
from steelyard.text.views.factor import FACTOR
from steelyard.text.views.lemma import LEMMA
from steelyard.text.views.split import SPLIT
from steelyard.text.views.stem import STEM
from steelyard.text.views.words import WORDS

__all__ = ["VIEWS", "View", "ViewKind", "parse_view"]

VIEWS: dict[str, ViewKind] = {
    kind.spelling.partition(":")[0]: kind for kind in (WORDS, CHAR, STEM, LEMMA, FACTOR, SPLIT)
}


def parse_view(spelling: str) -> View:
    """Read a view from its spelling, ``name`` or ``name:argument``.

    Parameters
    ----------
    spelling : str
        Such as ``"words"``, ``"stem:en"`` or ``"factor:2"``.

    Returns
    -------
    View
        A new one, which remembers what it has looked at.

    Raises
    ------
    SpecError
        The name or its argument does not exist; the message names the nearest and all.
    MissingExtraError
        A package is missing that the view needs.

    Examples
    --------
    >>> from steelyard.text import parse_view
    >>> parse_view("factor:2").of_token("went|go|VBD")
    'go'
    """
    name, separator, argument = spelling.partition(":")
    if name not in VIEWS:
        raise unknown_name("view", spelling, [kind.spelling for kind in VIEWS.values()])
    kind = VIEWS[name]
    if (":" in kind.spelling) != bool(argument) or (separator and not argument):
        raise SpecError(f"Cannot read the view {spelling!r}: write {kind.spelling}.")
    return kind.make(argument)
