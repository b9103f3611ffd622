"""Flags that choose metrics and their options: sacreBLEU's, and those that every metric has."""

import argparse
import re
from collections.abc import Sequence
from typing import Any

from steelyard.choices import REFERENCE_KINDS
from steelyard.cli.parser import add_first
from steelyard.errors import SpecError

__all__ = ["OPTION_FLAGS", "add_metrics", "add_word_lists", "give_word_lists", "spell_metrics", "with_word_lists"]

# By metric: the flags sacreBLEU has for it, the option each sets, and how argparse reads it.
_FLAGS: dict[str, tuple[tuple[tuple[str, ...], str, dict[str, Any]], ...]] = {
    "bleu": (
        (("-s", "--smooth-method"), "smooth_method", {"metavar": "NAME", "help": "use none, floor, exp ... (exp)"}),
        (("-sv", "--smooth-value"), "smooth_value", {"type": float, "metavar": "X", "help": "set k, or the floor"}),
        (("-tok", "--tokenize"), "tokenize", {"metavar": "NAME", "help": "use one of `steelyard metrics` (13a)"}),
        (("-lc", "--lowercase"), "lowercase", {"action": "store_const", "const": True, "help": "lower-case texts"}),
        (
            ("--reference-kinds",),
            "length_references",
            {
                "nargs": "+",
                "choices": REFERENCE_KINDS,
                "metavar": "KIND",
                "help": "name the kind of each reference: human, post-edit or machine; if some are by machines, only "
                "the others set the effective length",
            },
        ),
    ),
    "chrf": (
        (("-cc", "--chrf-char-order"), "char_order", {"type": int, "metavar": "N", "help": "use n-grams up to N (6)"}),
        (("-cw", "--chrf-word-order"), "word_order", {"type": int, "metavar": "N", "help": "use words; 2: chrF++ (0)"}),
        (("--chrf-beta",), "beta", {"type": int, "metavar": "N", "help": "weigh recall by this (2)"}),
        (("--chrf-whitespace",), "whitespace", {"action": "store_const", "const": True, "help": "count spaces too"}),
        (("--chrf-lowercase",), "lowercase", {"action": "store_const", "const": True, "help": "lower-case texts"}),
        (
            ("--chrf-eps-smoothing",),
            "eps_smoothing",
            {"action": "store_const", "const": True, "help": "smooth as chrF++.py, NLTK and Moses do"},
        ),
    ),
    "ter": (
        (("--ter-case-sensitive",), "case_sensitive", {"action": "store_const", "const": True, "help": "keep case"}),
        (("--ter-asian-support",), "asian_support", {"action": "store_const", "const": True, "help": "split CJK text"}),
        (("--ter-no-punct",), "no_punct", {"action": "store_const", "const": True, "help": "leave punctuation out"}),
        (("--ter-normalized",), "normalized", {"action": "store_const", "const": True, "help": "tokenise texts"}),
    ),
}
_TITLES = {"bleu": "BLEU", "chrf": "chrF", "ter": "TER"}
_ALSO_CALLED = {"chrf++": "chrf", "chrf2++": "chrf", "chrf2": "chrf", "spbleu": "bleu"}
_METEOR_1 = ("meteor", "meteor-1.3", "meteor-1.4", "meteor-1.5")
_MATCHING = (*_METEOR_1, "meteor-2005", "meteor-2007", "meteor-2008", "m-bleu", "m-ter")
# Which metrics take what is read from word lists.
WORD_LISTS = {
    "without": _MATCHING,
    "synonyms": (*_MATCHING, "dependency-f", "entailment", "maxsim", "paraphrased"),
    "resources": _METEOR_1,
    "paraphrases": _METEOR_1,
    "function_words": _METEOR_1,
}
_PREFIX = re.compile(r"(?:expected-(?:segment-)?|likelihood-)")  # of objectives
_OF_EVERY_METRIC = ("unicode_form", "remove_punctuation", "view")
OPTION_FLAGS = {
    **{key: f"--{key.replace('_', '-')}" for key in (*_OF_EVERY_METRIC, *WORD_LISTS)},
    "resources": "--meteor-resources",
    **{f"{metric}_{option}": names[0] for metric, flags in _FLAGS.items() for names, option, _ in flags},
}
"""Flags of metrics' options, by what they set: they are about texts."""


def add_metrics(parser: argparse.ArgumentParser) -> None:
    """Add the choice of metrics, the options every metric has, and those sacreBLEU has flags for."""
    group = parser.add_argument_group("metrics")
    add_first(
        group,
        "-m", "--metrics", nargs="+", action="extend", metavar="METRIC",
        help="choose metrics: names, or name(option=value, ...); `steelyard metrics` lists them (bleu; none with "
        "--scores)",
    )  # fmt: skip
    group.add_argument(
        "--view", metavar="VIEW", help="choose what counts as a word: words, char, stem:LANGUAGE, factor:K ... (words)"
    )
    group.add_argument("--unicode-form", choices=("none", "NFC", "NFKC"), help="convert texts to this form (none)")
    group.add_argument(
        "--remove-punctuation", action="store_const", const=True, help="delete punctuation before any metric"
    )
    add_word_lists(parser)
    for metric, flags in _FLAGS.items():
        group = parser.add_argument_group(f"options of {_TITLES[metric]}")
        for names, option, details in flags:
            group.add_argument(*names, dest=f"{metric}_{option}", **details)


def add_word_lists(parser: argparse.ArgumentParser) -> None:
    """Add where METEOR and other metrics find what they know of words, and which of METEOR's stages to do without."""
    group = parser.add_argument_group("word lists, for METEOR and metrics with synonyms")
    group.add_argument(
        "--without", nargs="+", metavar="STAGE", help="leave out stages of METEOR: stem, synonym, paraphrase"
    )
    group.add_argument(
        "--synonyms",
        metavar="PATH",
        help="read synonyms from `wordnet`, `meteor`, a folder of either, or a file with a set per line",
    )
    group.add_argument(
        "--meteor-resources",
        dest="resources",
        metavar="PATH",
        help="take METEOR's lists from its jar, pycocoevalcap or a folder (pycocoevalcap where it is installed)",
    )
    group.add_argument("--paraphrases", metavar="FILE", help="read the paraphrase table of METEOR")
    group.add_argument("--function-words", metavar="FILE", help="read function words, one per line, or `none`")


def with_word_lists(names: Sequence[str], arguments: argparse.Namespace) -> list[str]:
    """Add to each metric the word lists given as flags that it takes; some metric has to take each."""
    spelled = list(names)
    for option, takers in WORD_LISTS.items():
        value = getattr(arguments, option)
        if value is None:
            continue
        given = {option: " ".join(value) if isinstance(value, list) else value}
        before, spelled = spelled, [_with_list(name, given, takers) for name in spelled]
        if before == spelled:
            raise SpecError(
                f"{OPTION_FLAGS[option]} is for {', '.join(takers)}: add such a metric (-m), or leave the flag out."
            )
    return spelled


def give_word_lists(arguments: argparse.Namespace, *options: str) -> None:
    """Write the word lists given as flags into the metrics that these options name, one each or several."""
    values = {one: getattr(arguments, one) for one in options if getattr(arguments, one) is not None}
    names = [name for value in values.values() for name in ([value] if isinstance(value, str) else value)]
    spelled = iter(with_word_lists(names, arguments))
    for one, value in values.items():
        setattr(arguments, one, next(spelled) if isinstance(value, str) else [next(spelled) for _ in value])


def _with_list(name: str, given: dict[str, object], takers: Sequence[str]) -> str:
    """Add a word list to a metric that takes it, also where it is one of QUEEN's, or what is expected of it counts."""
    head, _, inner = name.strip().partition("(")
    if head.strip() == "queen" and inner.endswith(")"):
        from steelyard.metrics.table.spelling import split_options  # help does not wait for it

        return f"queen({', '.join(_with_list(one.strip(), given, takers) for one in split_options(inner[:-1]))})"
    metric = _PREFIX.sub("", head.strip().lower())
    return _with_options(name, given) if metric in takers else name


def spell_metrics(arguments: argparse.Namespace) -> list[str]:
    """Spell the metrics with the options that were given as flags."""
    names = _separated(arguments.metrics or ()) if arguments.metrics else [] if arguments.scores else ["bleu"]
    shared = {key: value for key in _OF_EVERY_METRIC if (value := getattr(arguments, key)) is not None}
    own = {metric: _given(arguments, metric) for metric in _FLAGS}
    named = {_metric_of(name) for name in names}
    for metric, options in own.items():
        if options and metric not in named:
            flags = [flags[0] for flags, option, _ in _FLAGS[metric] if option in options]
            option, value = next(iter(options.items()))
            raise SpecError(
                f"{' '.join(flags)} belongs to the metric {metric}, which -m does not name by itself: write the "
                f"option into the metric, as in {metric}({option}={value})."
            )
    if arguments.language_pair:
        own["bleu"]["trg_lang"] = arguments.language_pair.split("-")[-1]
    spelled = [_with_options(name, own.get(_metric_of(name), {}) | shared) for name in names]
    from steelyard.metrics.table.spelling import split_spelling  # help does not wait for it

    for name in spelled:
        split_spelling(name)  # a misspelt one is told before anything is read
    return with_word_lists(spelled, arguments)


def _separated(names: Sequence[str]) -> list[str]:
    """Take names apart at commas that stand outside parentheses: bleu,chrf is two."""
    found = []
    for name in names:
        depth, start = 0, 0
        for i, character in enumerate(name):
            depth += (character == "(") - (character == ")")
            if character == "," and depth == 0:
                found.append(name[start:i])
                start = i + 1
        found.append(name[start:])
    return [name for name in found if name.strip()] or list(names)


def _metric_of(name: str) -> str:
    """Return the metric that a bare name means; one with options of its own takes none from flags."""
    return _ALSO_CALLED.get(name.lower(), name.lower())


def _given(arguments: argparse.Namespace, metric: str) -> dict[str, object]:
    values = {option: getattr(arguments, f"{metric}_{option}") for _, option, _ in _FLAGS[metric]}
    if kinds := values.get("length_references"):
        values["length_references"] = _of_people(kinds)
    return {option: value for option, value in values.items() if value is not None}


def _of_people(kinds: Sequence[str]) -> tuple[int, ...] | None:
    """Return the numbers of the references that no machine wrote; None where none was machine's."""
    numbers = tuple(number for number, kind in enumerate(kinds, 1) if kind != "machine")
    if not numbers:
        raise SpecError("--reference-kinds: all references are machine's, and none is left to give the length.")
    return None if len(numbers) == len(kinds) else numbers


def _spelled(value: object) -> str:
    return f"({', '.join(map(repr, value))})" if isinstance(value, tuple) else repr(value)


def _with_options(name: str, options: dict[str, object]) -> str:
    if not options:
        return name
    added = ", ".join(f"{key}={_spelled(value)}" for key, value in options.items())
    start, parenthesis, end = name.rstrip().partition("(")
    if not parenthesis or ("=" not in end and end.strip() != ")"):  # the label SSCN1(2) holds no options
        return f"{name}({added})"
    return f"{start}({added}, {end}" if end.strip() != ")" else f"{start}({added})"
