"""One token a character."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["CHAR"]

CHAR = Tokenizer(name="char", summary="makes every code point but white space a token", native="char")
