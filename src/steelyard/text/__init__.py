"""From strings to integers: normalisation, tokenizers, views. The only room that hands strings to the native core."""

from typing import TYPE_CHECKING

from steelyard.lazy import from_homes
from steelyard.text.corpus import Corpus, EncodedCorpus
from steelyard.text.preparation import prepare
from steelyard.text.reading import Reading, UnicodeForm
from steelyard.text.tokenizers import TOKENIZER_FAMILIES, TOKENIZERS, Tokenizer, fitting_tokenizer, get_tokenizer
from steelyard.text.views import VIEWS, View, ViewKind, parse_view

if TYPE_CHECKING:
    from steelyard.text.contexts import ContextClassifier, context_features, learn_contexts
    from steelyard.text.gaps import GAP, GappedCorpus, cut_out
    from steelyard.text.inspection import CHECKS, Check, InspectedSet, InspectedText, Observation
    from steelyard.text.meteor_lists import MeteorLists, find_meteor_lists, what_meteor_lacks
    from steelyard.text.normal_forms import normalize
    from steelyard.text.pairs import PairCorpus, TextPool
    from steelyard.text.paraphrases import Equivalents, Variant, learn_paraphrases, phrase_pairs, rewrite_once
    from steelyard.text.phrases import Paraphrases, WordList, read_paraphrases, read_word_list
    from steelyard.text.porter import porter_stem
    from steelyard.text.sanity_checks import suspicions
    from steelyard.text.similarities import learn_similarities
    from steelyard.text.stems import get_stemmer
    from steelyard.text.substitution import (
        Rewriting,
        Substitution,
        SynonymSets,
        rewrite_towards,
        split_words,
        substitution_candidates,
    )
    from steelyard.text.synonyms import Synonyms, read_synonyms
    from steelyard.text.table_size import check_pairs, check_table_size
    from steelyard.text.word_map import map_words
    from steelyard.text.word_places import find_words
    from steelyard.text.words_found import cuts_words, kept_words, lost_words, misfits, settle_tokenizer, warn_of_misfit
    from steelyard.text.writing_systems import SPACELESS, Spaceless, may_be_spaceless, spaceless

__all__ = [
    "CHECKS", "TOKENIZERS", "TOKENIZER_FAMILIES", "VIEWS", "Check", "ContextClassifier", "Corpus", "EncodedCorpus",
    "GAP", "GappedCorpus", "Equivalents", "InspectedSet", "InspectedText", "Observation", "Reading", "PairCorpus",
    "Rewriting", "Substitution", "SynonymSets", "Paraphrases", "Synonyms", "TextPool", "Tokenizer", "UnicodeForm",
    "Variant", "View", "ViewKind", "SPACELESS", "Spaceless", "fitting_tokenizer", "spaceless", "cuts_words",
    "kept_words", "lost_words", "misfits", "settle_tokenizer", "warn_of_misfit", "check_pairs", "check_table_size",
    "context_features", "cut_out", "WordList", "MeteorLists", "find_meteor_lists", "find_words", "get_stemmer",
    "get_tokenizer", "learn_contexts", "what_meteor_lacks", "learn_paraphrases", "learn_similarities", "map_words",
    "may_be_spaceless", "normalize", "parse_view", "phrase_pairs", "porter_stem", "prepare", "rewrite_once",
    "rewrite_towards", "split_words", "substitution_candidates", "suspicions", "read_paraphrases", "read_synonyms",
    "read_word_list",
]  # fmt: skip

__getattr__ = from_homes(
    __name__,
    {
        "contexts": ["ContextClassifier", "context_features", "learn_contexts"],
        "sanity_checks": ["suspicions"],
        "gaps": ["GAP", "GappedCorpus", "cut_out"],
        "inspection": ["CHECKS", "Check", "InspectedSet", "InspectedText", "Observation"],
        "pairs": ["PairCorpus", "TextPool"],
        "normal_forms": ["normalize"],
        "meteor_lists": ["MeteorLists", "find_meteor_lists", "what_meteor_lacks"],
        "paraphrases": ["Equivalents", "Variant", "learn_paraphrases", "phrase_pairs", "rewrite_once"],
        "phrases": ["Paraphrases", "WordList", "read_paraphrases", "read_word_list"],
        "porter": ["porter_stem"],
        "similarities": ["learn_similarities"],
        "writing_systems": ["SPACELESS", "Spaceless", "may_be_spaceless", "spaceless"],
        "stems": ["get_stemmer"],
        "substitution": [
            "Rewriting",
            "Substitution",
            "SynonymSets",
            "rewrite_towards",
            "split_words",
            "substitution_candidates",
        ],
        "synonyms": ["Synonyms", "read_synonyms"],
        "table_size": ["check_pairs", "check_table_size"],
        "word_map": ["map_words"],
        "word_places": ["find_words"],
        "words_found": ["cuts_words", "kept_words", "lost_words", "misfits", "settle_tokenizer", "warn_of_misfit"],
    },
)


def __dir__() -> list[str]:
    return sorted(__all__)
