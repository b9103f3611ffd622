"""`steelyard metrics`: which metrics there are, and all about one."""

import argparse

from steelyard.cli.terminal import console

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Without a name, list every metric with its direction, range, needs and source, and the tokenizers "
    "and views that texts can be read with. With names, describe these metrics and their options.",
    "epilog": "Example: steelyard metrics bleu",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a metric, such as bleu")
    parser.add_argument("-f", "--format", choices=("text", "json"), default="text", help="of the result (text)")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    from steelyard.questions.metrics.compute import catalogue, tokenizers, views
    from steelyard.questions.metrics.page import catalogue_json, catalogue_text, metric_text

    pages = catalogue(arguments.names)
    if arguments.format == "json":
        return catalogue_json(pages)
    if arguments.names:
        return f"\n\n{'-' * 100}\n\n".join(metric_text(page) for page in pages)
    return catalogue_text(pages, tokenizers(), views(), console(arguments))
