"""A flag means one thing in every command, and what it means is written here where commands say it in other words."""

import argparse
import re
from collections import defaultdict
from collections.abc import Callable

from steelyard.cli.app import commands

# What holds in every command that has the flag, where its help there says more, or says it of other things.
MEANINGS = {
    "--alignments": "word alignments, beside the texts that they align",
    "--alpha": "how often what is said may be wrong",
    "--alphas": "levels of each of several tests",
    "--as-published": "as a shared task did it",
    "--baseline": "what others are compared with",
    "--bounds": "least and greatest value that a search may take",
    "--chances": "with which chance each line was drawn",
    "--columns": "which column has which role",
    "--correction": "for many questions at once",
    "--decide-by": "which agreement with people decides",
    "--documents": "document ids, one per line",
    "--effects": "show effect sizes",
    "--encoding": "of the files of text",
    "--examples": "how many are shown as examples",
    "--executor": "where parts of the work are done",
    "--fewest-lists": "in how many lists a feature must stand",
    "--field": "column of the outputs",
    "--folds": "parts, each judged by what was found on the others",
    "--id-field": "column by which rows meet",
    "--input": "system outputs",
    "--interval": "kind of interval",
    "--jobs": "threads",
    "--labels": "a label for each segment, to look at parts by, or (lab suite make) for each phrase",
    "--language-pair": "language pair of the texts",
    "--languages": "language pairs that are taken",
    "--lengths": "lengths at which ranges of lengths end",
    "--lines": "which line each segment id is",
    "--list": "list what there is, and exit",
    "--metrics": "names of metrics, or of what takes their place",
    "--names": "of what is compared",
    "--nbest": "n-best lists of Moses",
    "--ngrams": "the longest n-grams that are features",
    "--objective": "what the search makes high",
    "--output": "where the main file goes",
    "--pairs": "which pairs are compared",
    "--parses": "parses, beside the texts that they parse",
    "--penalties": "people's scores are penalties",
    "--quiet": "no warnings and no progress",
    "--ranks": "ranges of ranks that hold together",
    "--ratings": "people's judgements",
    "--reference": "references, as files or as columns of the table",
    "--references": "references, where the first argument is something else; of lab suite: they are whole ones",
    "--resamples": "random draws, of tests and of intervals",
    "--restarts": "further climbs",
    "--sampling": "how the rated lines were chosen",
    "--scale": "which of several ratings",
    "--scores": "segment scores of outside metrics",
    "--shards": "parts that are worked on one by one",
    "--shares": "differences as shares of the observed one",
    "--show": "how many rows are shown",
    "--sizes": "in segments or documents",
    "--source-parses": "parses of the source",
    "--sources": "source texts, one per line",
    "--stop-words": "a list of words that count for less",
    "--systems": "the table's columns that are systems",
    "--table": "a table with outputs",
    "--test": "the test that verdicts rest on",
    "--tests": "names of tests that are compared",
    "--texts": "the systems' outputs that people judged",
    "--unit": "what is resampled: what hangs together",
    "--unscaled": "features as they are",
    "--width": "decimals",
    "--words": "makes words",
}
_FORMAT = "one file or several, or another kind of file"
_NAMES = "help lists the names here, and says what they are there"
KINDS = {
    "--documents": _FORMAT, "--sources": _FORMAT, "--parses": _FORMAT, "--source-parses": _FORMAT, "--input": _FORMAT,
    "--labels": _FORMAT, "--output": _FORMAT, "--ratings": _FORMAT, "--reference": _FORMAT, "--scores": _FORMAT,
    "--nbest": _FORMAT, "--languages": _FORMAT, "--scale": _FORMAT,
    "--correction": _NAMES, "--test": _NAMES, "--unit": _NAMES, "--objective": _NAMES, "--metrics": _NAMES,
}  # fmt: skip


def kind_of(action: argparse.Action) -> tuple[str, str]:
    """Say how many values a flag takes, given once or more often, and what help calls them."""
    if action.nargs == 0:
        return "none", ""
    is_many = action.nargs in ("+", "*") or type(action).__name__ == "_AppendAction"
    return "many" if is_many else "one", str(action.metavar)


def words_of(action: argparse.Action) -> str:
    """Return what help says of a flag, without its default."""
    return re.sub(r" \([^()]*\)$", "", action.help or "")


def several(found: Callable[[argparse.Action], object]) -> set[str]:
    """Return the flags of which two commands have another one each."""
    values: dict[str, set[object]] = defaultdict(set)
    for parser in commands().values():
        for _, actions in parser.groups:
            for action in actions:
                for flag in action.option_strings:
                    values[flag].add(found(action))
    return {flag for flag, known in values.items() if len(known) > 1 and flag.startswith("--")}


def test_a_flag_takes_the_same_kind_of_value_everywhere() -> None:
    assert several(kind_of) == KINDS.keys()


def test_a_flag_of_which_two_commands_say_other_things_has_a_meaning_in_common() -> None:
    assert several(words_of) == MEANINGS.keys()


def test_words_that_meant_several_things_are_gone() -> None:
    flags = {
        flag
        for parser in commands().values()
        for _, known in parser.groups
        for one in known
        for flag in one.option_strings
    }
    assert not {"--by", "--top", "--column", "--against", "--draws", "--no-checks", "--gate", "--fixed"} & flags
