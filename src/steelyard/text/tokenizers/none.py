"""Text that is tokenised already."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["NONE"]

NONE = Tokenizer(name="none", summary="splits at white space only: for text that is tokenised already", native="none")
