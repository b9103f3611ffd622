"""`steelyard plan-ratings`: how many ratings a difference needs, and which lines to rate next."""

import argparse

from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.inputs import read_documents
from steelyard.cli.ratings_flags import add_ratings, read_flagged_judgements
from steelyard.errors import SpecError
from steelyard.questions.powered_ratings.command import read_chances, read_metrics

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "From a pilot: how many documents, segments, ratings and raters find a difference between two "
    "systems, with and without a metric's help; and which lines to rate next, drawn with known chances.",
    "epilog": "Example: steelyard plan-ratings pilot.tsv --difference 5 --scores COMET=comet.tsv --next 99 -o next.tsv",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("ratings", metavar="RATINGS", help="file of the pilot's judgements; .gz, .bz2 and .xz work")
    group = parser.add_argument_group("input")
    add_ratings(group)
    group.add_argument("--documents", metavar="FILE", help="document of every line of the test set")
    group.add_argument(
        "--scores",
        metavar="[NAME=]FILE",
        help="a metric's scores of all lines, rated or not; of a file of several metrics NAME= picks one",
    )
    group.add_argument("--lower-is-better", action="store_true", help="of the metric")
    group.add_argument("--systems", nargs="+", metavar="NAME", help="take pairs of these only (all)")
    group = parser.add_argument_group("plan")
    group.add_argument(
        "--difference", type=float, required=True, metavar="X", help="to be found, in the unit of the ratings"
    )
    group.add_argument("--power", type=float, default=0.8, metavar="X", help="how often (0.8)")
    group.add_argument("--alpha", type=float, default=0.05, metavar="X", help="level of the test (0.05)")
    group.add_argument(
        "--segments-per-document", type=int, nargs="+", metavar="N", help="(1 2 5 10, as far as the pilot reaches)"
    )
    group.add_argument("--ratings-per-segment", type=int, nargs="+", metavar="N", help="(1 2 3, where the pilot tells)")
    group.add_argument(
        "--raters",
        type=int,
        nargs="+",
        metavar="N",
        help="who stand for all raters (the pilot's; and enough, where it tells)",
    )
    group = parser.add_argument_group("lines to rate next")
    group.add_argument("--next", type=int, metavar="N", help="draw N lines that the pilot does not have")
    group.add_argument("--by-document", action="store_true", help="draw whole documents of about N lines")
    group.add_argument(
        "--sampling", metavar="HOW",
        help="how the pilot was chosen: random, documents, weights:COLUMN (not by chance: it stands for itself)",
    )  # fmt: skip
    group.add_argument("--chances", metavar="FILE", help="table with line and that column (the ratings)")
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of the draw (12345)")
    group.add_argument("-o", "--output", metavar="FILE", help="write every line with its chance, as TSV")
    group = parser.add_argument_group("output")
    add_formats(group)
    group.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_formats(arguments)
    if arguments.next is None and (arguments.output or arguments.by_document):
        raise SpecError("--output and --by-document go with --next N.")
    documents = read_documents(arguments.documents)
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.people.reading import people_of
    from steelyard.questions.plan_ratings.compute import plan_ratings

    people = people_of(
        judgements, weights=arguments.weights, scaling=arguments.scaling, lower_is_better=arguments.penalties
    )
    if len(people.scores) > 1:
        names = ", ".join(scores.name for scores in people.scores)
        raise SpecError(f"{arguments.ratings} has several scales ({names}): choose one with --scale.")
    [scores] = people.scores
    metrics = []
    if arguments.scores is not None:
        metrics = read_metrics("--scores", arguments.scores, lower_is_better=arguments.lower_is_better)
    n_segments = (
        metrics[0].n_segments if metrics else max(scores.n_segments, 0 if documents is None else len(documents.lines))
    )
    chances, files = read_chances(arguments, n_segments)
    plan = plan_ratings(
        people.ratings,
        scores,
        metrics,
        difference=arguments.difference,
        power=arguments.power,
        alpha=arguments.alpha,
        systems=arguments.systems,
        documents=documents,
        segments_per_document=arguments.segments_per_document,
        ratings_per_segment=arguments.ratings_per_segment,
        n_raters=arguments.raters,
        n_next=arguments.next,
        by_document=arguments.by_document,
        sampling=arguments.sampling,
        chances=chances,
        rng=arguments.seed,
        files=files,
    )
    if arguments.output is not None:
        from steelyard.files import write_file
        from steelyard.questions.plan_ratings.page import lines_table

        write_file(arguments.output, lines_table(plan).encode("utf-8", "backslashreplace"))
    return write_result(arguments, plan)
