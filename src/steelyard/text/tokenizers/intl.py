"""The international tokenizer of mteval-v14."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["INTL"]

# Exactly sacreBLEU 2.6's `intl`. Escapes are not undone. A period after a number stays with it at the end of a line,
# unlike under 13a. The categories are those of Unicode 18, whatever interpreter runs.
INTL = Tokenizer(
    name="intl", summary="splits off Unicode's symbols, and its punctuation except between numbers", native="intl"
)
