"""From strings to integers: normalisation, tokenizers, views. The only room that hands strings to the native core."""

from steelyard.text.corpus import Corpus, EncodedCorpus
from steelyard.text.phrases import Paraphrases, WordList, read_paraphrases, read_word_list
from steelyard.text.porter import porter_stem
from steelyard.text.preparation import prepare
from steelyard.text.reading import Reading, UnicodeForm
from steelyard.text.stems import get_stemmer
from steelyard.text.synonyms import Synonyms, read_synonyms
from steelyard.text.tokenizers import TOKENIZER_FAMILIES, TOKENIZERS, Tokenizer, get_tokenizer
from steelyard.text.views import VIEWS, View, ViewKind, parse_view
from steelyard.text.word_map import map_words

__all__ = [
    "TOKENIZERS",
    "TOKENIZER_FAMILIES",
    "VIEWS",
    "Corpus",
    "EncodedCorpus",
    "Paraphrases",
    "Reading",
    "Synonyms",
    "Tokenizer",
    "UnicodeForm",
    "View",
    "ViewKind",
    "WordList",
    "get_stemmer",
    "get_tokenizer",
    "map_words",
    "parse_view",
    "porter_stem",
    "prepare",
    "read_paraphrases",
    "read_synonyms",
    "read_word_list",
]
