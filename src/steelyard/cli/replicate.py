"""`steelyard replicate`: the experiment of a paper on one's own test set and systems."""

import argparse
from typing import Any, NamedTuple

from steelyard.cli.arguments import add_input
from steelyard.cli.inputs import read_evaluation
from steelyard.cli.metric_flags import add_metrics
from steelyard.errors import SpecError

__all__ = ["add_arguments", "run"]

NAME = "replicate"
HELP = "run the experiment of a paper on your own outputs"
# What the registry holds, which would bring NumPy along; a test holds the two together.
PROTOCOLS = {"koehn2004": "how often conclusions from small test sets are right"}
TEXTS = {
    "description": "Run the experiment of a paper on your own test set and systems, and print its tables and figures. "
    "Protocols: " + "; ".join(f"{name}, {about}" for name, about in PROTOCOLS.items()) + ".",
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
        ("koehn2004",),
        "--sizes",
        {"type": int, "nargs": "+", "metavar": "N", "help": "segments of the small test sets (100 300 600 3000)"},
    ),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags: the shared ones, then a group for each set of protocols that has its own."""
    parser.add_argument("protocol", choices=tuple(PROTOCOLS), metavar="PROTOCOL", help=", ".join(PROTOCOLS))
    add_input(parser)
    add_metrics(parser)
    group = parser.add_argument_group("replication")
    group.add_argument("-n", "--resamples", type=int, default=1000, metavar="N", help="draws of each test (1000)")
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of every random draw (12345)")
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    for protocols in dict.fromkeys(flag.protocols for flag in FLAGS):
        group = parser.add_argument_group(" and ".join(protocols))
        for flag in FLAGS:
            if flag.protocols == protocols:
                group.add_argument(flag.name, default=argparse.SUPPRESS, **flag.settings)
    parser.add_argument("-f", "--format", choices=("text", "json"), default="text", help="of the result (text)")
    parser.add_argument("-q", "--quiet", action="store_true", help="no warnings and no progress")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run, refused=None, width=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    options = _options(arguments)
    evaluation = read_evaluation(arguments)
    from steelyard import report
    from steelyard.cli.terminal import console, progress_bar

    with progress_bar(arguments) as progress:
        replication = evaluation.replicate(
            arguments.protocol,
            n_resamples=arguments.resamples,
            unit=arguments.unit,
            rng=arguments.seed,
            progress=progress,
            **options,
        )
    if arguments.format == "json":
        return replication.to_json()
    return report.replication_text(replication, console=console(arguments))


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Take the protocol's own flags that were given, and refuse those of another."""
    given = {flag.option: flag for flag in FLAGS if flag.option in arguments}
    for flag in given.values():
        if arguments.protocol not in flag.protocols:
            raise SpecError(
                f"{flag.name} is a flag of {' and '.join(flag.protocols)}: it does not go with {arguments.protocol}."
            )
    return {option: getattr(arguments, option) for option in given}
