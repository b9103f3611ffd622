"""A flag means one thing in every command, and what it means is written here where commands say it in other words."""

import argparse
import re
from collections import defaultdict
from collections.abc import Callable

import pytest

from steelyard.cli.app import commands
from tests.cli.running import run

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
    "--encoding": "encoding of text files",
    "--examples": "how many are shown as examples",
    "--executor": "where parts of the work are done",
    "--fewest-lists": "in how many lists a feature must stand",
    "--field": "column of the outputs",
    "--folds": "parts, each judged by what was found on the others",
    "--format": "format of the result",
    "--id-field": "column by which rows meet",
    "--input": "what is scored, a file for each",
    "--interval": "kind of interval",
    "--labels": "a label for each segment, to look at parts by",
    "--language-pair": "language pair of the texts",
    "--languages": "language pair of people's ratings",
    "--lengths": "lengths at which ranges of lengths end",
    "--lines": "which line each segment id is",
    "--list": "list what there is, and exit",
    "--metrics": "names of metrics",
    "--names": "of what is compared",
    "--nbest": "n-best lists of Moses",
    "--ngrams": "the longest n-grams that are features",
    "--objective": "what the search makes high",
    "--output": "where the main file goes",
    "--pairs": "which pairs are compared",
    "--parses": "parses, beside the texts that they parse",
    "--quiet": "no warnings and no progress",
    "--ranks": "simultaneous ranges of ranks",
    "--ratings": "people's judgements",
    "--references": "files of references, where something else stands first",
    "--resamples": "random draws, of tests and of intervals",
    "--restarts": "further climbs",
    "--sampling": "how the rated lines were chosen",
    "--scale": "which of several ratings",
    "--scores": "segment scores of outside metrics",
    "--shards": "parts that are worked on one by one",
    "--shares": "differences as shares of the observed one",
    "--show": "how many rows are shown",
    "--sizes": "of test sets, in segments or documents",
    "--source-parses": "parses of the source",
    "--sources": "source texts, one per line",
    "--stop-words": "a list of words that say little alone",
    "--systems": "the table's columns that are systems",
    "--table": "a table with outputs",
    "--test": "the test that verdicts rest on",
    "--test-set": "a test set of sacreBLEU's cache",
    "--tests": "names of tests that are compared",
    "--texts": "the systems' outputs that people judged",
    "--unit": "what is resampled: what hangs together",
    "--unscaled": "features as they are",
    "--width": "decimals",
    "--words": "makes words",
}
# A flag that takes another kind of value in some command, and why it does.
KINDS = {
    "--test": "board has a default of its own, meta tests of metrics: help lists the names here",
    "--input": "lab choose has candidates, and lab alignments alignments, in place of systems' outputs",
    "--labels": "a report has parts by several files of labels, explain diff and explain influence by one",
    "--output": "lab paraphrase makes several files, in a folder",
    "--parses": "lab rerank has one file, of all candidates",
    "--ratings": "lab choose and lab tune read one file: they have no campaign of several",
    "--scale": "lab choose is judged on one scale",
    "--scores": "human predict and plan ratings rest on one metric",
    "--source-parses": "lab suite make takes what several parsers agree on",
}


def kind_of(action: argparse.Action) -> tuple[str, str]:
    """Say how many values a flag takes, given once or more often, and what help calls them."""
    if action.nargs == 0:
        return "none", ""
    is_many = action.nargs in ("+", "*") or type(action).__name__ == "_AppendAction"
    return "many" if is_many else "one", str(
        action.metavar or action.dest.upper()
    )  # help lists the choices in place of the latter


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
    assert (
        not {"--by", "--top", "--column", "--against", "--draws", "--no-checks", "--gate", "--fixed", "--fix"} & flags
    )


@pytest.mark.parametrize(
    ("command", "before", "now"),
    [
        ("check dependence", "--sizes", "--block-sizes"),
        ("explain errors", "--base", "--base-form"),
        ("human control-items", "--unit", "--replace"),
        ("lab choose", "--reference", "--references"),
        ("lab choose", "--weights", "--system-weights"),
        ("lab contrasts", "--leave-out", "--leave-out-phenomena"),
        ("lab learning-curve", "--confidence", "--confidence-level"),
        ("lab learning-curve", "--penalties", "--lower-is-better"),
        ("lab learning-curve", "--target", "--target-score"),
        ("lab replicate", "--features", "--max-features"),
        ("lab replicate", "--levels", "--alphas"),
        ("lab rerank apply", "--model", "--reranker"),
        ("lab tune", "--human", "--ratings"),
        ("lab tune", "--human-lower-is-better", "--penalties"),
        ("lab train", "--fix", "--learner-options"),
        ("lab tune-weights", "--fix", "--fix-weights"),
        ("meta tasks", "--languages", "--language-pairs"),
        ("meta tests", "--gold", "--test-on"),
        ("plan ratings", "--raters", "--rater-counts"),
        ("plan ratings", "--systems", "--only-systems"),
    ],
)
def test_a_flag_from_before_is_answered_with_the_one_of_now(command: str, before: str, now: str) -> None:
    done = run(*command.split(), before, "x")
    assert done.status == 2 and f"there is no flag {before}. " in done.err
    assert re.search(rf" {now}[ .?]", done.err)
