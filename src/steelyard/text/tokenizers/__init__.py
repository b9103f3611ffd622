"""Tokenizers by name; one tokenizer = one file."""

from steelyard.errors import unknown_name
from steelyard.text.tokenizers.base import Tokenizer
from steelyard.text.tokenizers.char import CHAR
from steelyard.text.tokenizers.none import NONE
from steelyard.text.tokenizers.thirteen_a import THIRTEEN_A

__all__ = ["TOKENIZERS", "Tokenizer", "get_tokenizer"]

TOKENIZERS: dict[str, Tokenizer] = {tokenizer.name: tokenizer for tokenizer in (THIRTEEN_A, CHAR, NONE)}


def get_tokenizer(name: str) -> Tokenizer:
    """Look a tokenizer up.

    Parameters
    ----------
    name : str
        As in sacreBLEU's ``--tokenize``.

    Returns
    -------
    Tokenizer
        The tokenizer of that name.

    Raises
    ------
    SpecError
        There is none; the message names the nearest and all.

    Examples
    --------
    >>> from steelyard.text import get_tokenizer
    >>> get_tokenizer("13a").tokenize(["Wait - 3.5, ok?"])
    [['Wait', '-', '3.5', ',', 'ok', '?']]
    """
    if name not in TOKENIZERS:
        raise unknown_name("tokenizer", name, TOKENIZERS)
    return TOKENIZERS[name]
