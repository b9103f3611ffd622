"""`steelyard human`: which systems people prefer, and what the ratings are worth."""

import argparse
from typing import TYPE_CHECKING

from steelyard.asking import entry_named, load_part
from steelyard.cli.arguments import add_look, add_plots, add_report
from steelyard.cli.conflicting_flags import refuse_misfits, refuse_options
from steelyard.cli.formats import add_formats, pairs_of, write_result
from steelyard.cli.kinds import fits_better
from steelyard.cli.parser import output_of
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import add_quality_control, add_rating_files, rated_texts, read_flagged_judgements
from steelyard.cli.reports import PAGE, check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.texts import read_documents
from steelyard.cli.threads import add_threads, threads_of
from steelyard.errors import DataError, SpecError
from steelyard.questions.human.question import HumanQuestion

if TYPE_CHECKING:
    from steelyard.questions.human.answer import RatingsAnalysis
    from steelyard.reading import Judgements

__all__ = ["add_arguments", "run"]

_OF_SEVERAL_PAIRS = ("ratings", "appraise", "mqm", "esa")
_OF_RANKINGS = ("test", "correction", "win_rule", "unit", "alpha", "n_resamples", "rng")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, HumanQuestion)
    add_rating_files(parser)
    group = parser.add_argument_group("analysis")
    add_quality_control(group)
    add_options(group, HumanQuestion)
    add_threads(group)
    add_formats(parser)
    add_look(parser, has_width=True, width="set the decimals of scores", quiet="hide progress")
    group = output_of(parser)
    group.add_argument("-sh", "--short", action="store_true", help="show short signatures")
    group.add_argument("--ranks", action="store_true", help="show simultaneous ranges of ranks")
    group.add_argument("--effects", action="store_true", help="show effect sizes of differences")
    add_report(parser)
    group.add_argument(
        "--texts", nargs="+", metavar="FILE",
        help="show marked errors in the systems' outputs (with --report); name each file as its system in the ratings: "
        "SYSTEM.txt",
    )  # fmt: skip
    parser.add_argument(
        "--sources",
        metavar="FILE[:COLUMN]",
        help="show the source texts with their marked errors (with --report and --texts)",
    )
    add_plots(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    check_plots(arguments)
    if arguments.texts is not None and arguments.report is None:
        raise SpecError("--texts needs a report: add --report FILE.")
    if arguments.sources is not None and arguments.texts is None:
        raise SpecError("--sources needs the texts of the systems: add --texts FILE ...")
    documents = read_documents(arguments)
    try:
        judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=False)
    except (DataError, SpecError) as error:
        raise fits_better("human", arguments.ratings, error) from error
    _refuse_misfits(arguments, judgements)
    question = question_of_arguments(arguments, HumanQuestion)
    from steelyard.questions.human.compute import compute

    with progress_bar(arguments) as progress:
        analysis = compute(judgements, question, n_threads=threads_of(arguments), progress=progress)
    if arguments.report is not None or arguments.plots is not None:
        _write_looks(arguments, judgements, analysis)
    look = {name: getattr(arguments, name) for name in ("width", "short", "ranks", "effects")}
    return write_result(arguments, analysis, **look, most_pairs=pairs_of(arguments))


def _refuse_misfits(arguments: argparse.Namespace, judgements: "Judgements") -> None:
    """Refuse what is about scores where the file holds rankings, and the other way round."""
    if judgements.rankings is not None:
        why = "is for scores, and the file has rankings: leave it out"
        refuse_options(arguments, HumanQuestion, why, but=_OF_RANKINGS)
        usual = {"penalties": False, "scale": None, "documents": None, "ranks": False, "effects": False}
        refuse_misfits(arguments, usual, why)
        return
    why = "is for rankings, and the file has scores or marked errors: leave it out"
    refuse_misfits(arguments, {"win_rule": "expected-wins", "joined": "split"}, why)
    if arguments.texts is None and judgements.format not in _OF_SEVERAL_PAIRS:  # of texts a report names them
        refuse_misfits(
            arguments, {"languages": None}, "chooses rows by language, and this format has no languages: leave it out"
        )
    if judgements.ratings is not None:
        refuse_misfits(arguments, {"weights": None}, "is for marked errors, and the file has scores: leave it out")


def _write_looks(arguments: argparse.Namespace, judgements: "Judgements", analysis: "RatingsAnalysis") -> None:
    """Draw again what single differences were held against, and write the page and the figures that were asked for."""
    from steelyard.types.text_files import read_text

    texts = rated_texts(arguments.texts or (), judgements)
    sources = None if arguments.sources is None else read_text(arguments.sources, role="sources")
    page = load_part(entry_named(PAGE), "ratings").ratings_page(
        judgements,
        analysis,
        texts=texts,
        sources=sources,
        languages=arguments.languages,
        n_threads=threads_of(arguments),
    )
    write_page(arguments, page)
    if arguments.plots is not None:
        from steelyard.plot import figures_of

        write_plots(arguments, figures_of(analysis, nulls=page.nulls))
