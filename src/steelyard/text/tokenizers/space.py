"""Words as jiwer cuts them."""

import re  # patterns are compiled when they are first used: importing this file should cost nothing

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["SPACE"]

_RUN = r"\s\s+"

# Exactly jiwer 4.0's default, held so by tests/oracles/test_word_errors_jiwer.py.
SPACE = Tokenizer(
    name="space",
    summary="splits at spaces, and at any white space of two or more characters: a lone tab stays inside a word",
    native="space",
    rewrite=lambda lines: [re.sub(_RUN, " ", line).strip() for line in lines],
)
