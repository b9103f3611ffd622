"""`steelyard score`: scores of systems, in sacreBLEU's dialect."""

import argparse
from dataclasses import replace

from steelyard.cli.arguments import add_input, add_output, add_refused, add_statistics
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import check_one_end, read_counted, warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.streams import say
from steelyard.cli.texts import cached_set
from steelyard.errors import SpecError
from steelyard.questions.score.command_keep import add_keep, check_keep, count_and_keep_shards, keep
from steelyard.questions.score.question import ScoreQuestion

__all__ = ["add_arguments", "run"]

_LEVEL = 0.95  # of sacreBLEU's -ci
_PAIRED = "`steelyard compare REF -i A B` compares systems; {flag} there"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, ScoreQuestion)
    add_input(parser, may_lack_texts=True)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("intervals and segments")
    add_first(
        group,
        "-ci", "--confidence", action="store_const", const=_LEVEL, dest="confidence_level",
        help="add 95 %% confidence intervals",
    )  # fmt: skip
    add_options(group, ScoreQuestion)
    add_output(parser)
    add_keep(parser)
    add_first(output_of(parser), "-b", "--score-only", action="store_true", help="print scores only")
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
            ("-j", "--jobs", "--paired-jobs"): "write --executor threads:N",
            ("-pbsn", "--paired-bs-n"): _PAIRED.format(flag="write -n 10000"),
        },
    )
    parser.set_defaults(run=run, n_resamples=None)  # whether -n is given matters


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    if arguments.list or arguments.echo:
        return _cache_text(arguments)
    _check(arguments)
    check_keep(arguments)
    question = question_of_arguments(arguments, ScoreQuestion)
    counted, kept = count_and_keep_shards(arguments) if arguments.shards else (read_counted(arguments), "")
    check_one_end(arguments, counted)
    if arguments.format == "sacrebleu" and question.interval is None:
        question = replace(question, interval="percentile")
    if question.segments:
        counted.texts("--sentence-level")
        if not counted.segment_metrics:
            raise SpecError(
                "--sentence-level needs a metric of text, because --scores are segment scores already: add -m bleu, "
                "for example."
            )
    from steelyard.cli.terminal import progress_bar
    from steelyard.questions.score.compute import compute
    from steelyard.questions.score.page import segment_text

    with progress_bar(arguments) as progress:
        table = compute(replace(counted, progress=progress), question)
    if arguments.keep is not None:
        kept = kept or keep(arguments, counted)
        if not arguments.quiet:
            say(kept)
    if arguments.n_resamples is not None and "n_resamples" not in table.method:
        why = f"--interval {arguments.interval}" if arguments.interval else "with so few units the interval"
        rest = "does not resample" if arguments.interval else "is a jackknife's (--interval percentile)"
        warn(arguments, f"-n has no effect: {why} {rest}")
    if arguments.format == "sacrebleu":
        from steelyard.page.sacrebleu import sacrebleu_scores

        return sacrebleu_scores(table, width=arguments.width)
    look = {"width": arguments.width, "short": arguments.short, "score_only": arguments.score_only}
    if question.segments and arguments.format == "text":
        return segment_text(table, **look)
    return write_result(arguments, table, **look)


def _check(arguments: argparse.Namespace) -> None:
    """Refuse flags that do not go together; of segments, CSV writes their own table."""
    if arguments.segments and (arguments.confidence_level is not None or arguments.format == "sacrebleu"):
        raise SpecError("--sentence-level cannot be used with --confidence or --format sacrebleu: leave these out.")
    if arguments.segments and arguments.format in ("markdown", "latex"):
        raise SpecError("--sentence-level needs --format text, json or csv.")
    if arguments.segments and arguments.format == "csv" and arguments.csv_table is None:
        arguments.csv_table = "segments"
    if arguments.n_resamples is not None and arguments.confidence_level is None:
        raise SpecError("-n is the number of resamples for intervals: add -ci.")


def _cache_text(arguments: argparse.Namespace) -> str:
    import json

    from steelyard.reading.formats import cached_test_sets

    if arguments.format not in ("text", "json"):
        raise SpecError(f"{'--list' if arguments.list else '--echo'} goes with --format text or json, not with tables.")
    if arguments.list:
        found = cached_test_sets()
        if arguments.format == "json":
            return json.dumps(found, indent=2)
        return "\n".join(f"{name}: {' '.join(pairs)}" for name, pairs in found.items())
    cached = cached_set(arguments)
    if cached is None:
        raise SpecError("--echo prints fields of a cached test set: name it with -t and -l.")
    lines = cached.echo(arguments.echo, origlang=arguments.origlang, subset=arguments.subset)
    return json.dumps(list(lines), indent=2, ensure_ascii=False) if arguments.format == "json" else "\n".join(lines)
