"""`steelyard meta`: how far metrics agree with people, and which to trust."""

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_input, add_plots, add_report, check_width
from steelyard.cli.formats import add_formats, check_formats, write_result
from steelyard.cli.inputs import default_names, read_documents, read_evaluation
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.misfits import refuse_misfits
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.ratings_flags import add_quality_control, add_ratings, read_flagged_judgements
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.stored_statistics import add_statistics
from steelyard.errors import SpecError
from steelyard.questions.test_accuracy.command import add_tests, check_no_tests, run_tests

if TYPE_CHECKING:
    from steelyard.lines import TextFile
    from steelyard.questions.meta.method import ByLength
    from steelyard.types import OutputScores

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Hold metrics against people's ratings of the same outputs: agreement with intervals, which metrics "
    "cannot be told apart, and which to trust for systems and for single segments.",
    "epilog": "Example: steelyard meta ref.txt -i a.txt b.txt c.txt d.txt -m bleu chrf ter --ratings ratings.tsv",
}


_NOT_OF_TESTS = {
    "buckets": None,
    "statistics": [],
    "by": [],
    "test": None,
    "swap": None,
    "levels": ["system", "segment"],
    "resample": "both",
    "interval": "percentile",
    "alpha": 0.05,
    "width": None,
    "system_scores": [],
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("people")
    group.add_argument("--ratings", required=True, metavar="FILE", help="people's judgements of the systems' outputs")
    add_ratings(group)
    add_quality_control(group)
    group = parser.add_argument_group("agreement")
    group.add_argument(
        "--system-scores", nargs="+", action="extend", default=[], metavar="FILE",
        help="scores of whole systems by the metrics of --scores, where they are not means of segments",
    )  # fmt: skip
    group.add_argument(
        "--levels", nargs="+", choices=("system", "segment", "document"), default=["system", "segment"],
        help="what is compared (system segment)",
    )  # fmt: skip
    group.add_argument(
        "--statistics", nargs="+", action="extend", default=[], metavar="LEVEL:STATISTIC[:AVERAGE]",
        help="of systems: soft-accuracy, soft-accuracy-published, pairwise-accuracy, robust-pearson; of outputs: "
        "calibrated-accuracy, darr; of both: pearson, spearman, kendall, tau_a, tau_c, tau_10, tau_13, tau_14, tau_eq, "
        "acc_eq. Average: item, system or none",
    )  # fmt: skip
    group.add_argument(
        "--by", nargs="+", action="extend", default=[], metavar="LEVEL:STATISTIC[:AVERAGE]",
        help="what decides between metrics, one a level (system:soft-accuracy segment:calibrated-accuracy)",
    )  # fmt: skip
    group.add_argument(
        "--resample", choices=("systems", "inputs", "both"), default="both",
        help="for intervals: systems, segments or documents, or both (both)",
    )  # fmt: skip
    group.add_argument(
        "--interval", choices=("percentile", "fisher"), default="percentile",
        help="kind; fisher is for correlations of systems (percentile)",
    )  # fmt: skip
    group.add_argument(
        "--buckets", metavar="length|FILE",
        help="also by parts of the test set: short and long segments, or a label a line, such as its domain",
    )  # fmt: skip
    group = parser.add_argument_group("comparison of metrics")
    group.add_argument(
        "--test", choices=("exchange", "bootstrap", "williams"),
        help="of all pairs of metrics (by what decides; williams: Pearson of systems or over all outputs)",
    )  # fmt: skip
    group.add_argument(
        "--swap", choices=("systems", "inputs", "both"),
        help="what is exchanged as a whole (systems for systems, else both: single scores)",
    )  # fmt: skip
    group.add_argument("--alpha", type=float, default=0.05, metavar="X", help="level of all pairs together (0.05)")
    group.add_argument("-n", "--resamples", type=int, default=1000, metavar="N", help="draws (1000)")
    group.add_argument("--seed", type=int, default=12345, metavar="N", help="of every random draw (12345)")
    group.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="threads (1)")
    add_tests(parser)
    group = parser.add_argument_group("output")
    add_formats(group)
    add_report(parser)
    add_plots(parser)
    group.add_argument("-w", "--width", type=int, metavar="N", help="decimals of agreement (3)")
    group.add_argument("-q", "--quiet", action="store_true", help="no warnings and no progress")
    group.add_argument("-nc", "--no-color", action="store_true", help="no colours; NO_COLOR does the same")
    parser.set_defaults(run=run, refused=None)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_width(arguments)
    check_formats(arguments)
    check_page(arguments)
    check_plots(arguments)
    if arguments.tests is not None:
        refuse_misfits(arguments, _NOT_OF_TESTS, "is about metrics: it does not go with --tests")
        return run_tests(arguments)
    check_no_tests(arguments)
    if arguments.unit is not None:
        raise SpecError("--unit does not go with meta: documents are resampled where they are known, else segments.")
    inputs: list[dict[str, str]] = []
    metrics = _text_metrics(arguments, inputs)
    documents = read_documents(arguments.documents)
    judgements = read_flagged_judgements(arguments, arguments.ratings, documents, as_lines=True)
    from steelyard.cli.terminal import progress_bar
    from steelyard.people.outputs import extend
    from steelyard.people.reading import people_of
    from steelyard.people.text_scores import choose_scale, read_scores
    from steelyard.questions.meta.compute import meta_evaluate

    people = people_of(
        judgements,
        weights=arguments.weights,
        scaling=arguments.scaling,
        lower_is_better=arguments.penalties,
        quality_control=arguments.quality_control,
    )
    metrics = [_named_as_people(metric, arguments, people.scores[0].systems) for metric in metrics]
    metrics += read_scores(
        arguments.scores,
        arguments.system_scores,
        lower_is_better=arguments.lower_is_better,
        n_segments=metrics[0].n_segments if metrics else None,
    )
    rated = choose_scale(people.scores, arguments.ratings)
    if metrics:
        rated = extend(rated, metrics[0].n_segments)
    with progress_bar(arguments) as progress:
        evaluation = meta_evaluate(
            rated,
            metrics,
            documents=documents,
            buckets=_read_buckets(arguments),
            levels=arguments.levels,
            statistics=arguments.statistics,
            by=arguments.by,
            test=arguments.test,
            swap=arguments.swap,
            resample=arguments.resample,
            interval=arguments.interval,
            alpha=arguments.alpha,
            n_resamples=arguments.resamples,
            rng=arguments.seed,
            n_jobs=arguments.jobs,
            inputs=inputs,
            progress=progress,
        )
    write_page(arguments, evaluation)
    if arguments.plots is not None:
        from steelyard.plot import meta_figures

        write_plots(arguments, meta_figures(evaluation, people=rated, metrics=metrics))
    return write_result(arguments, evaluation, width=arguments.width)


def _read_buckets(arguments: argparse.Namespace) -> "TextFile | ByLength | None":
    """Read labels of segments, or cut them by the length of their source, or else of the first reference."""
    if arguments.buckets is None:
        return None
    from steelyard.lines import read_lines

    if arguments.buckets != "length":
        return read_lines(arguments.buckets, arguments.encoding)
    if arguments.stats:
        raise SpecError("--buckets length needs the texts, and statistics files hold none: give a file of labels.")
    path = arguments.sources or next(iter(arguments.refs), None)
    if path is None or arguments.num_refs > 1:
        raise SpecError("Short and long segments are told by their source: name it with --sources.")
    from steelyard.questions.meta.method import ByLength

    return ByLength(read_lines(path, arguments.encoding))


def _named_as_people(scores: "OutputScores", arguments: argparse.Namespace, rated: "tuple[str, ...]") -> "OutputScores":
    """Call systems what people call them, where their file says so: Allegro.eu.en holds Allegro.eu, not Allegro."""
    if arguments.names or arguments.input is None:
        return scores
    longer = {default_names([path])[0]: os.path.splitext(os.path.basename(path))[0] for path in arguments.input}
    names = [longer.get(name, name) if name not in rated else name for name in scores.systems]
    found = tuple(name if name in rated else old for name, old in zip(names, scores.systems, strict=True))
    return replace(scores, systems=found) if len(set(found)) == len(found) else scores


def _refuse_unread_texts(arguments: argparse.Namespace) -> None:
    """Refuse texts that nothing would read, but for those that say how long segments are."""
    unread = [*([] if arguments.buckets == "length" else arguments.refs), *(arguments.input or ())]
    if unread or arguments.test_set:
        name = (unread or [arguments.test_set])[0]
        raise SpecError(f"{name} would not be read: with --scores, name metrics of texts with -m, or leave texts out.")


def _text_metrics(arguments: argparse.Namespace, inputs: list[dict[str, str]]) -> "list[OutputScores]":
    """Score texts, or their statistics, if there are any and metrics are asked for; add their files to the inputs."""
    has_text = bool(arguments.refs or arguments.input or arguments.test_set or arguments.stats)
    if not has_text and arguments.metrics:
        raise SpecError("-m scores texts: name reference files, and systems with -i. Scores from files need no -m.")
    if not has_text and not arguments.scores:
        raise SpecError("There is no metric: name texts (REF ... -i SYS ...), or files of scores with --scores.")
    if not has_text:
        return []
    if arguments.scores and not arguments.metrics and not arguments.stats:
        _refuse_unread_texts(arguments)
        return []
    if arguments.input is None and not arguments.stats:
        raise SpecError("There are no systems: name their outputs with -i.")
    from steelyard.people.text_scores import text_scores

    # Outside scores may lack systems and outputs here: they are read apart.
    evaluation = read_evaluation(argparse.Namespace(**{**vars(arguments), "scores": [], "lower_is_better": []}))
    inputs += evaluation.test_set.inputs()
    return text_scores(evaluation.counted)
