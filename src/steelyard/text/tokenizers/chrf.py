"""The words of chrF++."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["CHRF"]

# As in chrF++.py and sacreBLEU: "(hi)" gives "(hi" and ")", for a word loses one mark only.
CHRF = Tokenizer(
    name="chrf", summary="splits one ASCII punctuation mark off the end of a word, else off its start", native="chrf"
)
