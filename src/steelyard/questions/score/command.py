"""`steelyard score`: scores of systems, in sacreBLEU's dialect."""

import argparse

from steelyard.cli.arguments import add_inference, add_input, add_output, add_refused, check_refused
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import cached_set, read_evaluation, warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.stored_statistics import add_statistics
from steelyard.errors import SpecError

__all__ = ["add_arguments", "run"]

TEXTS = {
    "description": "Score systems against references. One system: sacreBLEU's line. Several: a ranked table.",
    "epilog": "Example: steelyard score ref.txt -i ours.txt -ci",
}

_PAIRED = "`steelyard compare REF -i A B` compares systems; {flag} there"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    add_inference(parser)
    group = parser.add_argument_group("intervals and segments")
    group.add_argument("-ci", "--confidence", action="store_true", help="add 95 %% confidence intervals")
    group.add_argument(
        "-n", "--resamples", "-cin", "--confidence-n", type=int, metavar="N",
        help="of the bootstrap (1000)",
    )  # fmt: skip
    group.add_argument("-sl", "--sentence-level", action="store_true", help="score every segment instead")
    add_output(parser)
    parser.add_argument("-b", "--score-only", action="store_true", help="print numbers alone")
    parser.add_argument("--list", action="store_true", help="list the test sets in sacreBLEU's cache, and exit")
    parser.add_argument(
        "--echo", nargs="+", metavar="FIELD", help="print fields of a cached test set (src, ref, ...), and exit"
    )
    add_refused(
        parser,
        {
            ("-par", "--paired-ar"): _PAIRED.format(flag="this test is the default"),
            ("-pbs", "--paired-bs"): _PAIRED.format(flag="its intervals come from the bootstrap"),
            ("-parn", "--paired-ar-n"): _PAIRED.format(flag="write -n 10000 --test randomization"),
            ("-pbsn", "--paired-bs-n"): _PAIRED.format(flag="write -n 10000"),
        },
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_refused(arguments)
    if arguments.list or arguments.echo:
        return _cache_text(arguments)
    if arguments.sentence_level and (arguments.confidence or arguments.format == "sacrebleu"):
        raise SpecError("--sentence-level goes with neither --confidence nor --format sacrebleu.")
    if arguments.sentence_level and arguments.format in ("markdown", "latex"):
        raise SpecError("--sentence-level is a line a segment: it goes with --format text, json or csv.")
    if arguments.sentence_level and arguments.format == "csv" and arguments.table is None:
        arguments.table = "segments"
    if arguments.resamples is not None and not arguments.confidence:
        raise SpecError("-n is the number of resamples of the intervals: ask for them with -ci.")
    evaluation = read_evaluation(arguments)
    if arguments.sentence_level:
        evaluation.texts("--sentence-level")
    if arguments.sentence_level and not evaluation.segment_metrics:
        raise SpecError(
            "--sentence-level needs a metric of text: --scores hold segment scores already. Add -m bleu, say."
        )
    from steelyard import report
    from steelyard.cli.terminal import progress_bar

    with progress_bar(arguments) as progress:
        table = evaluation.scores(
            0.95 if arguments.confidence else None,
            n_resamples=1000 if arguments.resamples is None else arguments.resamples,
            rng=arguments.seed,
            unit=arguments.unit,
            interval=arguments.interval or ("percentile" if arguments.format == "sacrebleu" else None),
            segments=arguments.sentence_level,
            progress=progress,
        )
    if arguments.confidence and arguments.resamples is not None and "n_resamples" not in table.method:
        why = f"--interval {arguments.interval}" if arguments.interval else "with so few units the interval"
        rest = "does not resample" if arguments.interval else "is a jackknife's (--interval percentile)"
        warn(arguments, f"-n has no effect: {why} {rest}")
    if arguments.format == "sacrebleu":
        return report.sacrebleu_scores(table, width=arguments.width)
    look = {"width": arguments.width, "short": arguments.short}
    if arguments.sentence_level and arguments.format == "text":
        return report.segment_text(table, **look, score_only=arguments.score_only)
    return write_result(arguments, table, **look, score_only=arguments.score_only)


def _cache_text(arguments: argparse.Namespace) -> str:
    from steelyard.data.formats import cached_test_sets

    if arguments.list:
        return "\n".join(f"{name}: {' '.join(pairs)}" for name, pairs in cached_test_sets().items())
    cached = cached_set(arguments)
    if cached is None:
        raise SpecError("--echo prints fields of a cached test set: name it with -t and -l.")
    return "\n".join(cached.echo(arguments.echo, origlang=arguments.origlang, subset=arguments.subset))
