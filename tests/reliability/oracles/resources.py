"""The example word lists, read by themselves, and stemmers of NLTK."""

from functools import cache, lru_cache

from nltk.stem import PorterStemmer, SnowballStemmer

from tests.laws.metrics_under_law import EXAMPLES

_NO_SETS: frozenset[int] = frozenset()
# WordNet's rules of detachment, https://wordnet.princeton.edu/documentation/morphy7wn: of nouns, verbs and adjectives.
_ENDINGS = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ("er", ""), ("est", ""), ("er", "e"), ("est", "e"),
)  # fmt: skip


@lru_cache(maxsize=100_000)
def sets_of(word: str) -> frozenset[int]:
    """Return the numbers of the lines of synonyms that a word is in, or what it is a regular form of."""
    found = _synonyms().get(word, _NO_SETS)
    if word.endswith("ss") or len(word) <= 2:
        return found
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and word.removesuffix(ending) + instead in _synonyms():
            return found | _synonyms()[word.removesuffix(ending) + instead]
    return found


@cache
def _synonyms() -> dict[str, frozenset[int]]:
    lines = (EXAMPLES / "synonyms.tsv").read_text(encoding="utf-8").splitlines()
    sets = [line.split("\t") for line in lines]
    return {word: frozenset(n for n, one in enumerate(sets) if word in one) for words in sets for word in words}


@cache
def phrases() -> list[tuple[list[str], list[str]]]:
    """Return the pairs of paraphrases."""
    lines = (EXAMPLES / "paraphrases.txt").read_text(encoding="utf-8").splitlines()
    return [(one.split(), other.split()) for one, other in zip(lines[1::3], lines[2::3], strict=True)]


@cache
def function_words() -> frozenset[str]:
    """Return the function words."""
    return frozenset((EXAMPLES / "function-words.txt").read_text(encoding="utf-8").split())


@cache
def drawn_words() -> tuple[str, ...]:
    """Return words that these lists know, and other forms of them."""
    known = set(_synonyms()) | {word for pair in phrases() for side in pair for word in side}
    return (*sorted(known), "boats", "leaves", "leaving", "coats", "taken", "warmer", "Ship", "the", "The", "of", "cat")


@lru_cache(maxsize=100_000)
def porter_stem(word: str) -> str:
    """Return Porter's stem, as NLTK extends it."""
    return str(_PORTER.stem(word))


@lru_cache(maxsize=100_000)
def english_stem(word: str) -> str:
    """Return Snowball's English stem."""
    return str(_SNOWBALL.stem(word))


_PORTER, _SNOWBALL = PorterStemmer(), SnowballStemmer("english")
