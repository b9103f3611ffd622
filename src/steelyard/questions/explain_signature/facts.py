"""What the fields of signatures mean, and what is known of the releases that wrote them."""

import re
from collections.abc import Callable
from typing import NamedTuple

from steelyard.text import TOKENIZERS

__all__ = ["RELEASES", "RUN_FIELDS", "TEXT_FIELDS", "Release", "meaning", "release_number"]

RUN_FIELDS = ("bs", "ar", "seed")  # of intervals and tests: the score itself is the same whatever they are
TEXT_FIELDS = ("test", "lang", "origlang", "subset")  # which text was scored


class Release(NamedTuple):
    """A release of sacreBLEU whose notes name a change of scores."""

    version: str
    metrics: tuple[str, ...]  # whose
    change: str
    is_everywhere: bool  # whether no score of before may be held against one of after


RELEASES = (
    Release("1.0.3", ("BLEU",), "the reference length with several references was corrected", False),
    Release("1.1.3", ("BLEU",), "smoothing `exp` was corrected", False),
    Release("1.1.7", ("BLEU",), "the tokenizer 13a was corrected (no change for WMT references)", False),
    Release("1.2.21", ("BLEU", "chrF"), "a carriage return inside a line does not end the line", False),
    Release("1.4.4", ("BLEU",), "smoothing was applied to bigrams too", False),
    Release("2.0.0", ("BLEU",), "a text without any match scores 0, smoothed or not", False),
    Release("2.0.0", ("chrF", "TER"), "scores are from 0 to 100, before that from 0 to 1", True),
)
"""After the release notes of sacreBLEU up to 2.0.0 (CHANGELOG.md of mjpost/sacrebleu)."""


def _tokenizer(name: str) -> str:
    if name == "tercom":
        return "words as tercom splits them"
    known = next((t for key, t in TOKENIZERS.items() if name == key or name.startswith(f"{key}-")), None)
    if known is not None:
        return f"{known.name} {known.summary}"
    if name.startswith(("spm:", "flores", "spBLEU")):
        return f"pieces of the SentencePiece model {name.removeprefix('spm:')}"
    return f"words as {name} splits them"


def _smoothing(value: str) -> str:
    name, _, number = value.rstrip("]").partition("[")
    texts = {
        "exp": "the first order without a match counts half a match, the next a quarter, and so on",
        "none": "an order without a match makes the score 0",
        "floor": f"an order without a match counts {number or 'a fixed number of'} matches",
        "add-k": f"{number or 'a fixed number'} is added to matches and n-grams of every order above the first",
    }
    return texts.get(name, f"smoothing {value}")


_MEANINGS: dict[str, dict[str, str] | Callable[[str], str]] = {
    "nrefs": lambda v: (
        "number of references differs between segments" if v == "var" else f"references per segment: {v}"
    ),
    "case": {"mixed": "upper and lower case differ", "lc": "texts are lower-cased first"},
    "tok": _tokenizer,
    "smooth": _smoothing,
    "nc": lambda v: f"character n-grams of 1 to {v} characters",
    "nw": lambda v: "no word n-grams" if v == "0" else f"word n-grams of 1 to {v} words too",
    "space": {"no": "white space is removed first", "yes": "white space counts as characters"},
    "norm": {"no": "texts are not changed", "yes": "texts are tokenised first, as in tercom"},
    "punct": {"yes": "punctuation is kept", "no": "punctuation is removed first"},
    "asian": {
        "no": "Chinese and Japanese text is not split",
        "yes": "Chinese and Japanese text is split into characters",
    },
    "bs": lambda v: f"an interval from {v} bootstrap resamples",
    "ar": lambda v: f"a test by {v} random exchanges (approximate randomization)",
    "seed": lambda v: f"random draws from seed {v}",
    "test": lambda v: f"the test set {v}",
    "lang": lambda v: f"the language pair {v}",
    "origlang": lambda v: f"only segments written in: {v}",
    "subset": lambda v: f"only segments whose domain matches {v}",
    "unicode": lambda v: f"texts are normalised to Unicode form {v} first",
    "punctuation": {"removed": "punctuation is deleted first"},
    "view": lambda v: f"words of the view {v}",
    "scores": lambda v: f"scores of another tool, under the name {v}",
    "version": lambda v: f"Steelyard {v.removeprefix('sy.')}" if v.startswith("sy.") else f"sacreBLEU {v}",
}
_EFFECTIVE = {
    "BLEU": {
        "no": "n-grams of all orders count, as for whole texts",
        "yes": "orders longer than a text are ignored, as for single segments",
    },
    "chrF": {
        "yes": "orders longer than a text are ignored",
        "no": "all orders count, smoothed as in chrF++.py, Moses and NLTK",
    },
}


def meaning(metric: str, key: str, value: str) -> str:
    """Say in words what a field, by its long name, means to a kind of metric; what is not known is named as an option.

    Examples
    --------
    >>> from steelyard.questions.explain_signature.facts import meaning
    >>> meaning("chrF", "nw", "2")
    'word n-grams of 1 to 2 words too'
    """
    known = _EFFECTIVE.get(metric, {}) if key == "eff" else _MEANINGS.get(key, {})
    found = known.get(value) if isinstance(known, dict) else known(value)
    return found or f"the option {key} is {value}"


def release_number(version: str) -> tuple[int, ...] | None:
    """Read the number of a release of sacreBLEU; None for Steelyard's versions and what is no number.

    Examples
    --------
    >>> from steelyard.questions.explain_signature.facts import release_number
    >>> release_number("2.4.0"), release_number("sy.0.1.0")
    ((2, 4, 0), None)
    """
    match = re.match(r"(\d+(?:\.\d+)*)", version)
    return tuple(map(int, match[1].split("."))) if match else None
