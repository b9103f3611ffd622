"""`steelyard tune`: fit the parameters of a metric to people's ratings."""

import argparse
from collections.abc import Sequence

from steelyard.cli.arguments import add_input, check_width
from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.inputs import read_test_set
from steelyard.errors import SpecError

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Find the parameters of a metric that agree best with people's ratings, and show what they are "
    "worth on ratings they were not fitted to.",
    "epilog": "Example: steelyard tune meteor-2007 ref.txt -i ours.txt theirs.txt --human ratings.tsv",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("metric", metavar="METRIC", help="where to begin, such as 'meteor-2007(alpha=0.9)'")
    add_input(parser)
    group = parser.add_argument_group("tuning")
    group.add_argument(
        "--human", required=True, metavar="FILE",
        help="ratings: TSV with a header of system names, a line a segment; empty or NA where there is none",
    )  # fmt: skip
    group.add_argument(
        "--human-lower-is-better", action="store_true", help="the ratings count what is wrong, such as errors"
    )
    group.add_argument(
        "-p", "--parameters", nargs="+", action="extend", metavar="NAME",
        help="options to tune, such as alpha; weights.2 is the second of weights (all single numbers)",
    )  # fmt: skip
    group.add_argument(
        "--bounds", nargs="+", action="extend", default=[], metavar="NAME=LOW:HIGH",
        help="least and greatest value (what the metric allows)",
    )  # fmt: skip
    group.add_argument(
        "--objective", choices=("pearson", "spearman", "kendall"), default="pearson",
        help="correlation to make high (pearson)",
    )  # fmt: skip
    group.add_argument(
        "--level", choices=("segment", "sentence", "system"), default="segment",
        help="correlate over all segments, over systems within each segment, or scores of systems (segment)",
    )  # fmt: skip
    group.add_argument(
        "--leave-out", choices=("system", "segments", "none"),
        help="what each climb does not see (a system at the level of segments, else a part of the segments)",
    )  # fmt: skip
    group.add_argument("--folds", type=int, default=3, metavar="N", help="parts of the segments (3)")
    group.add_argument(
        "--steps", type=float, nargs="+", metavar="X", help="of the climb, largest first (0.32 0.16 ... 0.01)"
    )
    group.add_argument("--restarts", type=int, default=0, metavar="N", help="further climbs from drawn points (0)")
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of the restarts (12345)")
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    add_formats(parser)
    parser.add_argument("-w", "--width", type=int, metavar="N", help="decimals of correlations (4)")
    parser.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_width(arguments)
    check_formats(arguments)
    bounds = _bounds(arguments.bounds)
    data, paths = read_test_set(arguments)
    from steelyard.counted.outside_scores import ratings_of_segments
    from steelyard.questions.tune.compute import tune

    human, file = ratings_of_segments(arguments.human, data, paths)
    steps = {"steps": arguments.steps} if arguments.steps else {}
    tuning = tune(
        data,
        arguments.metric,
        human,
        parameters=arguments.parameters,
        bounds=bounds,
        objective=arguments.objective,
        level=arguments.level,
        leave_out=arguments.leave_out,
        n_folds=arguments.folds,
        n_restarts=arguments.restarts,
        rng=arguments.seed,
        lower_is_better=arguments.human_lower_is_better,
        human_file=file,
        n_jobs=arguments.jobs,
        **steps,
    )
    return write_result(arguments, tuning, width=arguments.width)


def _bounds(arguments: Sequence[str]) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for argument in arguments:
        name, equals, limits = argument.partition("=")
        low, colon, high = limits.partition(":")
        if not (name and equals and colon) or name in found:
            raise SpecError(f"Cannot read --bounds {argument!r}: write NAME=LOW:HIGH, once for each parameter.")
        try:
            found[name] = float(low), float(high)
        except ValueError as error:
            raise SpecError(f"Cannot read --bounds {argument!r}: {low!r} and {high!r} should be numbers.") from error
    return found
