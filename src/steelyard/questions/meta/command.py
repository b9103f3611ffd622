"""`steelyard meta`: how far metrics agree with people, and which to trust."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_input, add_look, add_plots, add_report, add_statistics
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import read_counted
from steelyard.cli.kinds import check_given
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import add_people, check_sources, read_flagged_judgements
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.texts import read_documents
from steelyard.cli.threads import add_threads, threads_of
from steelyard.errors import SpecError
from steelyard.files.columns import text_names
from steelyard.files.names import names_known
from steelyard.questions.meta.question import MetaQuestion

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile
    from steelyard.questions.meta.buckets import ByLength
    from steelyard.ratings.rated import RatingsWithScores
    from steelyard.scored import Counted
    from steelyard.types import OutputScores

__all__ = ["add_arguments", "add_look_of_meta", "add_rated", "check_meta", "read_rated", "read_scored", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, MetaQuestion)
    group = add_rated(parser)
    add_options(group, MetaQuestion)
    group.add_argument(
        "--buckets", metavar="length|FILE",
        help="compare agreement in parts of the test set: short and long segments, or by a label per line",
    )  # fmt: skip
    add_look_of_meta(parser)
    add_plots(parser)
    parser.set_defaults(run=run)


def add_rated(parser: argparse.ArgumentParser, *, has_unit: bool = False) -> argparse._ArgumentGroup:
    """Add what every question about metrics and people takes: texts, scores, ratings; return the group of the rest."""
    add_input(parser, has_unit=has_unit)
    add_statistics(parser)
    add_metrics(parser)
    add_people(parser)
    group = parser.add_argument_group("agreement")
    group.add_argument(
        "--system-scores", nargs="+", action="extend", default=[], metavar="FILE",
        help="read scores of whole systems by the metrics of --scores, if they are not means of segments",
    )  # fmt: skip
    return group


def add_look_of_meta(parser: argparse.ArgumentParser) -> None:
    """Add threads, formats, the page and decimals."""
    add_threads(parser)
    add_formats(parser)
    add_report(parser)
    add_look(parser, has_width=True, width="set the decimals of agreement (3)")
    parser.set_defaults(refused=None)


def check_meta(arguments: argparse.Namespace, *, needs_ratings: bool = True) -> None:
    """Refuse, before anything is read, what no question about metrics and people can do."""
    check_page(arguments)
    if needs_ratings and not arguments.ratings:
        raise SpecError("--ratings is missing: name the file of people's ratings of these systems.")


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_meta(arguments)
    check_plots(arguments)
    question = question_of_arguments(arguments, MetaQuestion)
    rated = read_rated(arguments)
    question = replace(question, buckets=_read_buckets(arguments))
    from steelyard.questions.meta.compute import compute

    with progress_bar(arguments) as progress:
        evaluation = compute(replace(rated, progress=progress), question)
    write_page(arguments, evaluation)
    if arguments.plots is not None:
        from steelyard.questions.meta.figures import draw

        write_plots(arguments, draw(evaluation, people=rated.scales[0], metrics=rated.metrics))
    return write_result(arguments, evaluation, width=arguments.width)


def read_rated(arguments: argparse.Namespace) -> "RatingsWithScores":
    """Read ratings on one scale; score texts, and read the scores of outside metrics."""
    counted = _count_texts(arguments)
    documents = read_documents(arguments)
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.questions.meta.score_files import choose_scale
    from steelyard.ratings.outputs import extend
    from steelyard.ratings.rated import RatingsWithScores
    from steelyard.ratings.reading import people_of

    people = people_of(
        judgements,
        weights=arguments.weights,
        scaling=arguments.scaling,
        lower_is_better=arguments.penalties,
        quality_control=arguments.quality_control,
    )
    metrics = _scored(arguments, counted, people.scores[0].systems)
    check_sources(arguments.ratings, judgements, None if counted is None else counted.test_set, metrics)
    scale = choose_scale(people.scores, ", ".join(arguments.ratings))
    return RatingsWithScores(
        scales=(extend(scale, metrics[0].n_segments) if metrics else scale,),
        metrics=tuple(metrics),
        documents=documents,
        inputs=() if counted is None else tuple(counted.test_set.inputs()),
        n_threads=threads_of(arguments),
    )


def read_scored(arguments: argparse.Namespace) -> "list[OutputScores]":
    """Score texts, and read the scores of outside metrics, where nobody has rated anything."""
    return _scored(arguments, _count_texts(arguments), ())


def _scored(arguments: argparse.Namespace, counted: "Counted | None", rated: "tuple[str, ...]") -> "list[OutputScores]":
    """Return the scores of texts, then those of files; systems are called what people call them."""
    from steelyard.questions.meta.score_files import read_scores
    from steelyard.scored.text_scores import text_scores

    metrics = [] if counted is None else text_scores(counted)
    metrics = [_named_as_people(metric, arguments, rated) for metric in metrics]
    return metrics + read_scores(
        arguments.scores,
        arguments.system_scores,
        lower_is_better=arguments.lower_is_better,
        higher_is_better=arguments.higher_is_better,
        n_segments=metrics[0].n_segments if metrics else None,
        languages=getattr(arguments, "languages", None),
    )


def _read_buckets(arguments: argparse.Namespace) -> "TextFile | ByLength | None":
    """Read labels of segments, or cut them by the length of their source, or else of the first reference."""
    if arguments.buckets is None:
        return None
    from steelyard.files.reading import read_lines

    if arguments.buckets != "length":
        return read_lines(arguments.buckets, arguments.encoding)
    if arguments.stats:
        raise SpecError("--buckets length needs the texts, and statistics files hold none: give a file of labels.")
    if arguments.table:
        raise SpecError("--buckets length reads lines, and here texts stand in a table: give a file of labels.")
    path = arguments.sources or next(iter(arguments.refs), None)
    if path is None or arguments.num_refs > 1:
        raise SpecError("Short and long segments are told by their source: name it with --sources.")
    from steelyard.questions.meta.buckets import ByLength
    from steelyard.types.text_files import read_text

    return ByLength(read_text(path, arguments.encoding, role="sources" if arguments.sources else "reference 1"))


def _named_as_people(scores: "OutputScores", arguments: argparse.Namespace, rated: "tuple[str, ...]") -> "OutputScores":
    """Call systems what people call them, where their file says so: Allegro.eu.en holds Allegro.eu, not Allegro."""
    if arguments.names or arguments.input is None:
        return scores
    called = dict(zip(text_names(arguments.input), names_known(arguments.input, rated), strict=True))
    return replace(scores, systems=tuple(called.get(name, name) for name in scores.systems))


def _refuse_unread_texts(arguments: argparse.Namespace) -> None:
    """Refuse texts that nothing would read, but for those that say how long segments are."""
    is_by_length = getattr(arguments, "buckets", None) == "length"
    unread = [*([] if is_by_length else arguments.refs), *(arguments.input or arguments.table or ())]
    if unread or arguments.test_set:
        name = (unread or [arguments.test_set])[0]
        raise SpecError(f"{name} would not be read: with --scores, name metrics of texts with -m, or leave texts out.")


def _count_texts(arguments: argparse.Namespace) -> "Counted | None":
    """Count texts, or read their statistics, if there are any and metrics are asked for."""
    has_text = bool(arguments.refs or arguments.input or arguments.test_set or arguments.stats or arguments.table)
    if not has_text and arguments.metrics:
        raise SpecError(
            "-m scores texts: name reference files, and systems with -i, or a --table. Scores from files need no -m."
        )
    if not has_text and not arguments.scores:
        raise SpecError("There is no metric: name texts (REF ... -i SYS ...), or files of scores with --scores.")
    if not has_text:
        check_given(arguments)  # flags about texts would be left unread
        return None
    if arguments.scores and not arguments.metrics and not arguments.stats:
        _refuse_unread_texts(arguments)
        return None
    if arguments.input is None and not (arguments.stats or arguments.table):
        raise SpecError("There are no systems: name their outputs with -i.")
    # Outside scores may lack systems and outputs here: they are read apart.
    return read_counted(argparse.Namespace(**{**vars(arguments), "scores": [], "lower_is_better": []}))
