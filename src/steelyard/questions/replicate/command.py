"""`steelyard replicate`: the experiment of a paper on one's own test set and systems."""

import argparse
from typing import TYPE_CHECKING, Any, NamedTuple

from steelyard.cli.arguments import add_input, add_plots, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics, spell_metrics
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.ratings_flags import (
    add_ratings,
    check_no_ratings,
    oriented_judgements,
    read_flagged_people,
)
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.stored_statistics import add_statistics
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation
    from steelyard.lines import TextFile

__all__ = ["add_arguments", "run"]

# What the registry holds, which would bring NumPy along; a test holds the two together.
PROTOCOLS = {
    "aile2013": "how well metrics agree with people about systems, segments, and short and long segments",
    "graham2014": "what three randomized tests conclude of every ordered pair",
    "koehn2004": "how often conclusions from small test sets are right",
    "riezler2005": "two tests on systems as good as each other, and levels for many comparisons",
}
# Metrics of the papers that are not about BLEU alone, where none are named; of METEOR what needs no word lists.
METRICS = {
    "aile2013": [
        "aile",
        "bleu(lowercase=True)",
        "impact",
        "meteor-2005(without='stem synonym')",
        "ribes(tokenize=13a)",
        "ter(normalized=True)",
    ],
    "graham2014": ["bleu", "nist", "meteor-2005(without='stem synonym')", "ter"],
    "riezler2005": ["nist", "bleu", "gtm"],
}
WITHOUT_FIGURES = ("aile2013", "riezler2005")  # as the papers
TEXTS = {
    "description": "Run the experiment of a paper on your own test set and systems, and print its tables and figures. "
    "Protocols: "
    + "; ".join(f"{name}, {about}" for name, about in PROTOCOLS.items())
    + ". Where -m names no metrics, "
    + " and ".join(f"{name} takes {', '.join(metrics)}" for name, metrics in METRICS.items())
    + ".",
    "epilog": "Example: steelyard replicate koehn2004 ref.txt -i ours.txt theirs.txt -m bleu --sizes 100 300",
}


class Flag(NamedTuple):
    """A flag of some protocols: its name is that of their option, and without it their own default holds."""

    protocols: tuple[str, ...]
    name: str
    settings: dict[str, Any]

    @property
    def option(self) -> str:
        """The keyword of `Evaluation.replicate`."""
        return self.name.removeprefix("--").replace("-", "_")


FLAGS = (
    Flag(
        ("aile2013", "graham2014"),
        "--ratings",
        {"metavar": "FILE", "help": "people's judgements of the systems, which the flags above say how to read"},
    ),
    Flag(
        ("aile2013",),
        "--judges",
        {"choices": ("median", "mean"), "help": "what counts of several judgements of an output (median)"},
    ),
    Flag(
        ("graham2014",),
        "--histograms",
        {"nargs": "+", "metavar": "A:B", "help": "pairs whose pseudo-statistics are shown (two typical ones a metric)"},
    ),
    Flag(
        ("koehn2004",),
        "--sizes",
        {
            "type": int,
            "nargs": "+",
            "metavar": "N",
            "help": "segments of the small test sets (those of 100 300 600 3000 that make 3 sets)",
        },
    ),
    Flag(
        ("koehn2004", "riezler2005"),
        "--pairs",
        {"nargs": "+", "metavar": "PAIR", "help": "all, baseline, or A:B ... (all; in riezler2005 baseline)"},
    ),
    Flag(
        ("riezler2005",),
        "--levels",
        {"type": float, "nargs": "+", "metavar": "X", "help": "of each comparison (0.05 0.015)"},
    ),
    Flag(
        ("riezler2005",),
        "--nulls",
        {"type": int, "metavar": "N", "help": "data sets without a difference, of each kind; 0 for none (200)"},
    ),
    Flag(
        ("riezler2005",),
        "--nbest",
        {
            "nargs": "+",
            "action": "extend",
            "metavar": "LIST",
            "help": "n-best lists of Moses, all of the same segments: systems are made from them, in place of -i",
        },
    ),
    Flag(
        ("riezler2005",),
        "--gold",
        {"metavar": "METRIC", "help": "finds the best of each list, by single segments (bleu)"},
    ),
    Flag(
        ("riezler2005",),
        "--gamma",
        {"type": float, "metavar": "X", "help": "penalty, as a share of that which leaves no feature (0.1)"},
    ),
    Flag(
        ("riezler2005",),
        "--adds",
        {"type": int, "nargs": "+", "metavar": "N", "help": "features added a step, by variant (1 2 3 4 5 6)"},
    ),
    Flag(
        ("riezler2005",),
        "--features",
        {"type": int, "metavar": "N", "help": "at which all variants stop (20)"},
    ),
    Flag(
        ("riezler2005",),
        "--ngrams",
        {"type": int, "metavar": "N", "help": "longest n-grams that are features; 0: the decoder's alone (2)"},
    ),
    Flag(
        ("riezler2005",),
        "--fewest-lists",
        {"type": int, "metavar": "N", "help": "lists that an n-gram must stand in (2)"},
    ),
    Flag(
        ("riezler2005",),
        "--folds",
        {
            "type": int,
            "metavar": "N",
            "help": "parts of the lists, reranked by a model of the others; 1: by one of all (5)",
        },
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags: the shared ones, then a group for each set of protocols that has its own."""
    parser.add_argument("protocol", choices=tuple(PROTOCOLS), metavar="PROTOCOL", help=", ".join(PROTOCOLS))
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("replication")
    group.add_argument("-n", "--resamples", type=int, default=1000, metavar="N", help="draws of each test (1000)")
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of every random draw (12345)")
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    add_ratings(parser.add_argument_group("people's ratings"))
    for protocols in dict.fromkeys(flag.protocols for flag in FLAGS):
        group = parser.add_argument_group(" and ".join(protocols))
        for flag in FLAGS:
            if flag.protocols == protocols:
                group.add_argument(flag.name, default=argparse.SUPPRESS, **flag.settings)
    add_plots(parser)
    add_report(parser)
    add_formats(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings and no progress")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run, refused=None, width=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    options = _options(arguments)
    if arguments.plots is not None and arguments.protocol in WITHOUT_FIGURES:
        raise SpecError(f"{arguments.protocol} has tables and no figures: leave out --plots.")
    check_plots(arguments)
    check_page(arguments)
    if "ratings" not in options:
        check_no_ratings(arguments)
    if arguments.metrics is None and not arguments.scores and not arguments.stats:
        arguments.metrics = METRICS.get(arguments.protocol)
    lists = _lists(arguments, options)
    evaluation = read_evaluation(arguments, lists)
    if "ratings" in options:
        options["ratings"] = _ratings(arguments, evaluation)
    from steelyard.cli.terminal import progress_bar

    with progress_bar(arguments) as progress:
        replication = evaluation.replicate(
            arguments.protocol,
            n_resamples=arguments.resamples,
            unit=arguments.unit,
            rng=arguments.seed,
            progress=progress,
            **options,
        )
    write_plots(arguments, replication.figures)
    write_page(arguments, replication)
    return write_result(arguments, replication)


def _ratings(arguments: argparse.Namespace, evaluation: "Evaluation") -> Any:
    """Read single judgements; those whose test asks for it are standardised rater by rater, whatever the flags say."""
    people = read_flagged_people(arguments, arguments.ratings, evaluation.test_set)
    return oriented_judgements(arguments, people, as_they_are=arguments.protocol == "aile2013")


def _lists(arguments: argparse.Namespace, options: dict[str, Any]) -> "dict[str, TextFile] | None":
    """Read n-best lists, if there are any, into the options; the decoder's first outputs are then the system."""
    if "nbest" not in options:
        for option in ("gold", "gamma", "adds", "features", "ngrams", "fewest_lists", "folds"):
            if option in options:
                raise SpecError(f"--{option.replace('_', '-')} is about reranking: it goes with --nbest.")
        return None
    if arguments.input is not None:
        raise SpecError("Systems come from -i or are made from --nbest: give one of them.")
    for flag in ("parses", "alignments", "backward_alignments"):
        if getattr(arguments, flag):
            raise SpecError(
                f"--{flag.replace('_', '-')} is of given outputs, and candidates of n-best lists take none: leave it "
                "out, and metrics that need it, or give systems with -i in place of --nbest."
            )
    from steelyard.data.formats import read_moses_nbest
    from steelyard.papers.riezler2005.rerank import candidate_metric, decoder_output

    for metric in (*spell_metrics(arguments), options.get("gold", "bleu")):
        candidate_metric(metric)
    lists = options["nbest"] = read_moses_nbest(options["nbest"], encoding=arguments.encoding)
    return {"decoder": decoder_output(lists)}


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Take the protocol's own flags that were given, and refuse those of another."""
    given = {flag.option: flag for flag in FLAGS if flag.option in arguments}
    for flag in given.values():
        if arguments.protocol not in flag.protocols:
            raise SpecError(
                f"{flag.name} is a flag of {' and '.join(flag.protocols)}: it does not go with {arguments.protocol}."
            )
    return {option: getattr(arguments, option) for option in given}
