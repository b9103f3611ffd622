"""Parts of words whose seams are marked in the text, such as morphemes."""

from steelyard.errors import SpecError
from steelyard.text.views.base import View, ViewKind

__all__ = ["SPLIT"]


def _make(mark: str) -> View:
    if any(character.isspace() for character in mark):
        raise SpecError(f"The view 'split:{mark}' splits words at a mark, which can hold no white space.")

    def pieces(word: str) -> str:
        first, *others = word.split(mark)
        return " ".join([first, *(mark + other for other in others)])

    return View(f"split:{mark}", of_word=pieces, makes_words=True)


SPLIT = ViewKind(
    "split:MARK",
    "parts of words, cut before every MARK, which stays with the part behind it: `split:+` sees `ev`, `+ler`, `+de` in "
    "`ev+ler+de`",
    _make,
)
