"""Features that papers learned from, as metrics by their spelling."""

from collections.abc import Mapping, Sequence
from statistics import fmean, pstdev
from types import MappingProxyType

from steelyard.errors import SpecError

__all__ = ["BEST_OF", "FEATURE_SETS", "byte_ratios", "marked_features", "spell_features"]

_ARGUMENTS = ("VERB", "NOUN", "ADJ", "ADV", "PROPN", "ADP", "PRON", "NUM", "AUX", "DET", "SCONJ", "CCONJ")
_BLEU = "bleu(max_ngram_order=5, tokenize=none)"
_METEOR = "meteor-2005(without=synonym, tokenize=none)"


def _part(metric: str, of: str, over: str, **options: bool) -> str:
    more = "".join(f", {name}={value}" for name, value in options.items())
    return f"part(metric='{metric}', of={of}, over={over}{more})"


def _length(which: str) -> str:
    return f"length-ratio(tokenize=none, reference_length={which})"


_PRECISIONS = tuple(_part(_BLEU, f"match_{n}", f"total_{n}") for n in range(1, 6))
_ERRORS = ("wer(tokenize=none)", "per(tokenize=none)")
_KULESZA_SHIEBER = (
    *_PRECISIONS,
    _part(_length("longest"), "hyp_len", "ref_len"),  # the least ratio of all references
    _part(_length("shortest"), "hyp_len", "ref_len"),  # the greatest
    *_ERRORS,
)
_MATCHES = (
    _part(_METEOR, "exact+stem+synonym", "hyp_len"),
    _part(_METEOR, "exact+stem+synonym", "ref_len"),
    _part(_METEOR, "chunks", "exact+stem+synonym", lower_is_better=True),
    *(f"gap-bigram(gap={gap}, tokenize=none)" for gap in range(1, 6)),
    "rouge-l",
)
_STRINGS = (*_KULESZA_SHIEBER, *_MATCHES)
_OF_ONE_REFERENCE = (  # of a single one, the least ratio is the greatest: its inverse stands in
    *_PRECISIONS,
    _part(_length("shortest"), "hyp_len", "ref_len"),
    _part(_length("shortest"), "ref_len", "hyp_len"),
    *_ERRORS,
    *_MATCHES,
)
_CHAINS = tuple(
    _part(f"head-chain(items={items})", f"match{length}", f"total{length}")
    for items in ("form", "upos", "deprel")
    for length in (2, 3, 4)
)
_TREES = tuple(_part("stm(over=dependencies)", f"match{depth}", f"total{depth}") for depth in (2, 3, 4))


def _ngrams(longest: int, gaps: int) -> tuple[str, ...]:
    plain = [f"seen(corpus={{corpus}}, length={n})" for n in range(1, longest + 1)]
    return (*plain, *(f"seen(corpus={{corpus}}, gap={gap})" for gap in range(1, gaps + 1)))


def _in_treebank(n_categories: int) -> tuple[str, ...]:
    chains = [
        f"seen(corpus={{treebank}}, items={items}, length={length})"
        for items in ("form", "upos", "deprel")
        for length in (2, 3, 4)
    ]
    return (*chains, *(f"seen(corpus={{treebank}}, items=arguments, upos={tag})" for tag in _ARGUMENTS[:n_categories]))


_SUN = (
    *(f"content-words(units={units}, measure={measure})" for units in ("words", "phrases")
      for measure in ("precision", "recall")),
    "byte-ratio(mean={mean}, deviation={deviation})",
    "parse-mark",
)  # fmt: skip
_DUH = (
    *(_part(_BLEU, f"match_{n}", f"total_{n}", log=True) for n in range(1, 5)),
    _part(_length("closest"), "hyp_len", "ref_len"),
    *_PRECISIONS[:4],
    _part("bleu(tokenize=none)", "hyp_len", "segments"),
    _part("bleu(tokenize=none)", "ref_len", "segments"),
    "bleu(tokenize=none)",
    "bleu-s(tokenize=none)",
)
_ENTAILMENT = "entailment(synonyms={synonyms})"
_GROUPS = ("noun", "name", "verb", "modifier", "number", "function")
_BOTH_WAYS = (  # what is counted, over what there is of it, in either text
    *(("score", f"words_{side}") for side in ("hyp", "ref")),
    *(("aligned", f"words_{side}") for side in ("hyp", "ref")),
    *(("aligned_content", f"content_{side}") for side in ("hyp", "ref")),
    *((pair, f"edges_{side}") for pair in ("edges", "labelled") for side in ("hyp", "ref")),
    *((f"{what}", f"{what}_{side}") for what in ("roots", "adjuncts", "appositions", "numbers", "names")
      for side in ("hyp", "ref")),
)  # fmt: skip
_OF_ALIGNED = ("forms", "lemmas", "synonyms", "stems")
_CLASHES = (
    *((f"loose_{group}_{side}", f"words_{side}") for side in ("hyp", "ref") for group in _GROUPS),
    *((what, "aligned") for what in ("polarity_mismatch", "modality_mismatch", "swapped")),
    ("tense_mismatch", "tenses"),
    ("quantifier_mismatch", "segments"),
)
_ENTAILED = (
    *(_part(_ENTAILMENT, of, over) for of, over in _BOTH_WAYS),
    *(_part(_ENTAILMENT, of, "aligned") for of in _OF_ALIGNED),
    _part(_ENTAILMENT, "roots_aligned", "roots_ref"),
    _part(_ENTAILMENT, "arguments", "arguments_ref"),
    *(_part(_ENTAILMENT, f"negated_{side}", f"words_{side}") for side in ("hyp", "ref")),
    *(_part(_ENTAILMENT, of, over, lower_is_better=True) for of, over in _CLASHES),
)
_TER_COSTS = (  # of insertion, deletion, substitution and shift; the paper names none but insertions near 0
    "(1, 1, 1, 1)", "(0.1, 1, 1, 1)", "(0.1, 1, 1, 0.1)", "(0.1, 1, 1, 2)", "(0.1, 1, 0.5, 1)", "(0.1, 2, 1, 1)",
    "(0.5, 1, 1, 1)", "(1, 1, 1, 0.1)", "(1, 1, 2, 1)", "(2, 1, 1, 1)",
)  # fmt: skip
_TRADITIONAL = (  # 18 of BLEU, 16 of NIST, 50 of TER, METEOR
    *(f"bleu(max_ngram_order={n}, weights=({', '.join([str(1 / n)] * n)}))" for n in range(1, 5)),
    *(f"bleu-s(max_ngram_order={n})" for n in range(1, 5)),
    *(_part("bleu", f"match_{n}", f"total_{n}") for n in range(1, 5)),
    *(_part("bleu", f"match_{n}+segments", f"total_{n}+segments") for n in range(1, 5)),
    _part("bleu", "penalty", "segments"),
    _part("bleu", "score", "penalty"),
    *(f"nist(max_ngram_order={n})" for n in range(1, 11)),
    *(_part("nist", f"info_{n}", f"total_{n}") for n in range(1, 5)),
    _part("nist", "penalty", "segments"),
    _part("nist", "score", "penalty"),
    *(
        feature
        for costs in _TER_COSTS
        for feature in (
            f"ter(costs={costs})",
            *(_part(f"ter(costs={costs})", edit, "segments", lower_is_better=True)
              for edit in ("insertions", "deletions", "substitutions", "shifts")),
        )
    ),
    "meteor-2005(without=synonym)",
)  # fmt: skip
FEATURE_SETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "kulesza-shieber": _KULESZA_SHIEBER,
        "strings": _STRINGS,
        "strings-and-chains": (*_STRINGS, *_CHAINS),
        "albrecht-hwa": (*_STRINGS, *_CHAINS, *_TREES, *_ngrams(5, 3), *_in_treebank(6)),
        "pseudo": _OF_ONE_REFERENCE,
        "fluency": (*_ngrams(5, 0), *_in_treebank(12)),
        "sun": _SUN,
        "duh": _DUH,
        "entailment": _ENTAILED,
        "traditional": _TRADITIONAL,
    }
)
"""Nine of Kulesza and Shieber; the 18 of strings of Albrecht and Hwa (P07-1111); these with nine chains of
dependencies; all their 53, for which a corpus and a treebank are given; the 18 of each pseudo reference (P07-1038), and
the 26 that look at no reference; the six of Sun, Chen and Li (P08-3005); the 13 of Duh (W08-0331); and like those of
Padó et al. (P09-1034, W09-0404), of entailment, and the 85 of other metrics."""
BEST_OF: Mapping[str, tuple[int, ...]] = MappingProxyType({"duh": (4, 5, 6, 7, 8, 11, 12)})
"""By set, the places of features that papers learn from as marks of the best output of a segment, too."""
_FLAGS = {"corpus": "a text with --corpus", "treebank": "trees in CoNLL-U with --treebank"}
_ALONE = ("seen(", "byte-ratio(", "parse-mark")  # look at no reference


def spell_features(
    metrics: Sequence[str], chosen: Sequence[str], pseudo: Sequence[str], resources: Mapping[str, str | float]
) -> list[str]:
    """Spell metrics and those of sets, and each of them once more against every file of pseudo references.

    The set `pseudo` compares with these alone. SpecError where a set needs a resource that is not given.
    """
    from steelyard.metrics import parse

    plain, against = list(metrics), list(metrics)
    for name in chosen:
        spelled = [_filled(one, name, resources) for one in FEATURE_SETS[name]]
        against += spelled
        if name != "pseudo":
            plain += spelled
        elif not pseudo:
            raise SpecError("The features called pseudo are of other systems' outputs: name their files with --pseudo.")
    wrapped = [str(parse(name)) for name in against if not name.startswith(_ALONE)] if pseudo else []
    quoted = [name.replace("'", '"') for name in wrapped if parse(name).needs.startswith("references")]
    found = plain + [f"against(metric='{name}', references='{path}')" for path in pseudo for name in quoted]
    return list(dict.fromkeys(found))


def _filled(spelling: str, chosen: str, resources: Mapping[str, str | float]) -> str:
    """Name files and numbers in the place of braces."""
    quote = '"' if spelling.startswith("part(") else "'"
    for name in ("corpus", "treebank", "synonyms", "mean", "deviation"):
        if f"{{{name}}}" not in spelling:
            continue
        if name not in resources:
            raise SpecError(f"The features called {chosen} need {_FLAGS.get(name, name)}.")
        value = resources[name]
        spelling = spelling.replace(f"{{{name}}}", f"{quote}{value}{quote}" if isinstance(value, str) else f"{value!r}")
    return spelling


def marked_features(chosen: Sequence[str]) -> tuple[str, ...]:
    """Return the features whose best outputs the papers of these sets mark; all, where they do not say."""
    from steelyard.metrics import parse

    named = tuple(str(parse(FEATURE_SETS[one][place])) for one in chosen for place in BEST_OF.get(one, ()))
    return named or ("all",)


def byte_ratios(sources: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[float, float]:
    """Return the mean and standard deviation of the bytes of references over those of their sources.

    SpecError where there are fewer than two, or all are the same.

    Examples
    --------
    >>> from steelyard.lab.questions.train.feature_sets import byte_ratios
    >>> byte_ratios(["aa", "aa"], [["bb", "bbbb"]])
    (1.5, 0.5)
    """
    ratios = [
        len(text.encode()) / len(source.encode())
        for texts in references
        for source, text in zip(sources, texts, strict=True)
        if source and text
    ]
    if len(set(ratios)) < 2:
        raise SpecError("The features called sun need sources and references of different lengths: name --sources.")
    return round(fmean(ratios), 6), round(pstdev(ratios), 6)
