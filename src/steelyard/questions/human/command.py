"""`steelyard human`: which systems people prefer, and what the ratings are worth."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_inference, add_plots, add_report, check_width
from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.inputs import read_documents
from steelyard.cli.misfits import refuse_misfits
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.ratings_flags import add_quality_control, add_ratings, read_flagged_judgements
from steelyard.cli.reports import check_page, write_page
from steelyard.questions.powered_ratings.command import add_predictions, run_predictions

if TYPE_CHECKING:
    from steelyard.data import Judgements
    from steelyard.questions.human.answer import RatingsAnalysis

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Average people's ratings by system, test which systems differ, and say how far the raters agree. "
    "Reads direct assessment, MQM, ESA, Appraise's exports, scores of mt-metrics-eval, and rankings.",
    "epilog": "Example: steelyard human ratings.tsv --scaling z --quality-control degraded",
}


_NOT_OF_RANKINGS = {
    "scaling": "raw",
    "penalties": False,
    "quality_control": "none",
    "average": "macro",
    "agreement": "interval",
    "segments": "auto",
    "interval": None,
    "scale": None,
    "weights": None,
    "documents": None,
    "ranks": False,
    "effects": False,
}
_NOT_OF_PREDICTIONS = {
    "test": "randomization",
    "correction": None,
    "unit": None,
    "resamples": None,
    "interval": None,
    "average": "macro",
    "agreement": "interval",
    "segments": "auto",
    "quality_control": "none",
    "win_rule": "expected-wins",
    "ranks": False,
    "effects": False,
    "report": None,
    "plots": None,
}
_OF_RANKINGS = {"win_rule": "expected-wins", "languages": None, "joined": "split"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    parser.add_argument("ratings", metavar="RATINGS", help="file of judgements; .gz, .bz2 and .xz work")
    group = parser.add_argument_group("input")
    add_ratings(group)
    group.add_argument(
        "--documents", metavar="FILE", help="document of every line of the test set, where the ratings name none"
    )
    group = parser.add_argument_group("scores")
    group.add_argument(
        "--average", choices=("macro", "micro"), default="macro", help="over segments, or over judgements (macro)"
    )
    group.add_argument(
        "--segments", choices=("auto", "common", "all"), default="auto",
        help="those rated for every system, or all (auto: the first where they are nine tenths)",
    )  # fmt: skip
    add_quality_control(group)
    group.add_argument(
        "--win-rule", choices=("expected-wins", "rank", "ignore-ties", "at-least"), default="expected-wins",
        help="of rankings: what counts as the score (expected-wins)",
    )  # fmt: skip
    group.add_argument(
        "--agreement", choices=("interval", "ratio", "ordinal", "nominal"), default="interval",
        help="how far apart Krippendorff's alpha takes two scores for; ratio where they have a true zero (interval)",
    )  # fmt: skip
    group = parser.add_argument_group("comparison")
    group.add_argument(
        "--test",
        default="randomization",
        metavar="TEST",
        help="as of compare, or rank-sum, in-turn, kruskal, friedman, mixed-model (randomization); of rankings: sign",
    )
    group.add_argument(
        "--correction",
        metavar="NAME",
        help="for all pairs, as of compare (maxt; of rank-sum none, of mixed-model and kruskal holm)",
    )
    group.add_argument("--unit", metavar="UNIT", help="document, segment, block:K; of rankings: ranking, segment, pair")
    group.add_argument("--alpha", type=float, default=0.05, metavar="X", help="level of all tests together (0.05)")
    group.add_argument("-n", "--resamples", type=int, metavar="N", help="draws (10000; of rankings 1000)")
    group.add_argument("--ranks", action="store_true", help="ranges of ranks that hold together")
    group.add_argument("--effects", action="store_true", help="effect sizes of differences")
    add_inference(parser)
    add_predictions(parser)
    group = parser.add_argument_group("output")
    add_formats(group)
    group.add_argument("-w", "--width", type=int, metavar="N", help="decimals of scores")
    group.add_argument("-sh", "--short", action="store_true", help="short signatures")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress")
    group.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    add_report(parser)
    add_plots(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_width(arguments)
    check_formats(arguments)
    check_page(arguments)
    check_plots(arguments)
    documents = read_documents(arguments.documents)
    if arguments.predictions is not None:
        refuse_misfits(arguments, _NOT_OF_PREDICTIONS, "does not go with --predictions, whose estimates have their own")
        return run_predictions(arguments, documents)
    refuse_misfits(arguments, {"sampling": None, "chances": None}, "goes with --predictions")
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=False)
    if judgements.rankings is not None:
        refuse_misfits(arguments, _NOT_OF_RANKINGS, "is about scores: it does not go with rankings")
    else:
        refuse_misfits(arguments, _OF_RANKINGS, "is about rankings, and the file holds scores or marks")
        if judgements.ratings is not None:
            refuse_misfits(arguments, {"weights": None}, "prices marked errors, and the file holds scores")
    from steelyard.cli.terminal import progress_bar
    from steelyard.questions.human.compute import analyse_ratings

    with progress_bar(arguments) as progress:
        analysis = analyse_ratings(
            judgements,
            test=arguments.test,
            correction=arguments.correction,
            scaling=arguments.scaling,
            weights=arguments.weights,
            average=arguments.average,
            segments=arguments.segments,
            quality_control=arguments.quality_control,
            win_rule=arguments.win_rule,
            agreement=arguments.agreement,
            lower_is_better=arguments.penalties,
            unit=arguments.unit,
            interval=arguments.interval,
            alpha=arguments.alpha,
            n_resamples=arguments.resamples,
            rng=arguments.seed,
            n_threads=arguments.jobs,
            progress=progress,
        )
    if arguments.report is not None or arguments.plots is not None:
        _write_looks(arguments, judgements, analysis)
    look = {name: getattr(arguments, name) for name in ("width", "short", "ranks", "effects")}
    return write_result(arguments, analysis, **look)


def _write_looks(arguments: argparse.Namespace, judgements: "Judgements", analysis: "RatingsAnalysis") -> None:
    """Draw again what single differences were held against, and write the page and the figures that were asked for."""
    from steelyard.questions.report_page.ratings import ratings_page

    page = ratings_page(judgements, analysis, n_threads=arguments.jobs)
    write_page(arguments, page)
    if arguments.plots is not None:
        from steelyard.plot import ratings_figures

        write_plots(arguments, ratings_figures(analysis, nulls=page.nulls))
