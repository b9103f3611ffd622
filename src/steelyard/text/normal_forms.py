"""Normal forms of Unicode, in time with the length of a text."""

import re
import unicodedata
from typing import Literal

__all__ = ["normalize"]

# All marks are in these blocks, and few texts without spaces, which would be looked at in vain.
_LONG_RUN = re.compile(
    "[\u0300-\u109f\u135d-\u1dff\u20d0-\u20f0\u2cef-\u2dff\u302a-\u309a\ua66f-\uabed\ufb1e\ufe20-\ufe2f"
    "\U000101fd-\U0001e94a]{64,}"
)


def normalize(form: Literal["NFC", "NFD", "NFKC", "NFKD"], text: str) -> str:
    r"""Bring a text into a normal form.

    The standard library sorts the combining marks of a letter by insertion: 8 s for a hundred thousand, and nothing
    interrupts it. Sorted beforehand they leave it nothing to do; the result is the same.

    Parameters
    ----------
    form : {"NFC", "NFD", "NFKC", "NFKD"}
        Which.
    text : str
        Any.

    Returns
    -------
    str
        As of `unicodedata.normalize`.

    Examples
    --------
    >>> from steelyard.text.normal_forms import normalize
    >>> normalize("NFC", "cafe\u0301")
    'café'
    """
    if text.isascii():
        return text
    return unicodedata.normalize(form, _LONG_RUN.sub(_in_order, text))


def _in_order(run: re.Match[str]) -> str:
    """Sort the marks behind each letter by their classes, as every normal form has them."""
    characters = run[0]
    classes = list(map(unicodedata.combining, characters))
    letters, n_letters = [], 0
    for kind in classes:
        n_letters += kind == 0
        letters.append(n_letters)
    order = sorted(range(len(characters)), key=lambda i: (letters[i], classes[i]))  # a letter is of class 0
    return "".join(characters[i] for i in order)
