"""From strings to integers: normalisers and tokenizers. The only room that hands strings to the native core."""

from steelyard.text.corpus import Corpus, EncodedCorpus
from steelyard.text.tokenizers import TOKENIZERS, Tokenizer, get_tokenizer

__all__ = ["TOKENIZERS", "Corpus", "EncodedCorpus", "Tokenizer", "get_tokenizer"]
