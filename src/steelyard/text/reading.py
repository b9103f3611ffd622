"""How a text is read: everything that happens between a line and its words."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Reading", "UnicodeForm"]

UnicodeForm = Literal["none", "NFC", "NFKC"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to turn lines into words; texts that are read the same way are encoded once.

    Steps, in this order: the column of an annotated text that `view` names, Unicode form, lower case, punctuation,
    tokenizer, and what `view` sees in each word.

    Attributes
    ----------
    tokenize : str, default "none"
        Name of a tokenizer.
    lowercase : bool, default False
        Apply Python's `str.lower`, but for a tokenizer that looks at capitals, which does so itself.
    unicode_form : {"none", "NFC", "NFKC"}, default "none"
        Bring the text to this normal form.
    remove_punctuation : bool, default False
        Delete every character of Unicode's punctuation categories (``P*``; symbols such as ``$`` and ``+`` stay).
    view : str, default "words"
        What counts as a word; `VIEWS` has the choices.

    Examples
    --------
    >>> from steelyard.text import Reading
    >>> Reading("13a", lowercase=True) == Reading("13a", lowercase=True)
    True
    """

    tokenize: str = "none"
    lowercase: bool = False
    unicode_form: UnicodeForm = "none"
    remove_punctuation: bool = False
    view: str = "words"
