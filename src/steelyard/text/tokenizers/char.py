"""One token a character."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["CHAR", "CHAR_AND_INNER_SPACE", "CHAR_AND_SPACE"]

CHAR = Tokenizer(name="char", summary="makes every code point but white space a token", native="char")
CHAR_AND_SPACE = Tokenizer(
    name="char+space", summary="makes every code point a token, white space inside a line too", native="char+space"
)
CHAR_AND_INNER_SPACE = Tokenizer(
    name="char+inner-space",
    summary="makes every code point a token after white space at both ends of a line is taken off",
    native="char+space",
    rewrite=lambda lines: [line.strip() for line in lines],
)
