"""`steelyard compare`: which systems differ, how sure that is, and why one may believe it."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import (
    add_inference,
    add_input,
    add_output,
    add_plots,
    add_refused,
    add_report,
    add_report_parts,
)
from steelyard.cli.formats import write_result
from steelyard.cli.inputs import read_evaluation, warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.reports import check_report, write_report
from steelyard.cli.stored_statistics import add_statistics
from steelyard.cli.streams import say
from steelyard.errors import SpecError

if TYPE_CHECKING:
    from steelyard.evaluation import Evaluation
    from steelyard.questions.compare.answer import Comparison
    from steelyard.results.score_rows import SegmentScores

__all__ = ["add_arguments", "run"]

TESTS = (
    "moses",
    "paired-bootstrap",
    "randomization",
    "shifted-bootstrap",
    "sign",
    "studentized-randomization",
    "t",
    "wilcoxon",
    "wilcoxon-pratt",
)  # held by a test
# The names of `steelyard.inference.CORRECTIONS`, which would bring NumPy along; a test holds the two together.
CORRECTIONS = (
    "maxt", "maxt-shaffer", "holm", "shaffer", "hochberg", "hommel", "sidak", "holm-sidak", "bonferroni",
    "bh", "by", "none",
)  # fmt: skip
# The names of `steelyard.inference.PROCEDURES`: each takes the place of a test and its correction.
PROCEDURES = ("tukey", "scheffe", "randomized-tukey")
TEXTS = {
    "description": "Compare every pair of systems under every metric: ranked tables, corrected tests, intervals, "
    "verdicts, and the method as a sentence for the paper.",
    "epilog": "Example: steelyard compare ref.txt -i baseline.txt ours.txt --documents docs.txt",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    add_input(parser)
    add_statistics(parser)
    add_metrics(parser)
    add_inference(parser)
    group = parser.add_argument_group("comparison")
    group.add_argument("--test", metavar="NAME", help=f"significance test: {', '.join(TESTS)} (randomization)")
    group.add_argument(
        "--exact", action="store_true",
        help="exact p-values of randomization in place of draws: TER, and WER and CER with one reference",
    )  # fmt: skip
    group.add_argument(
        "-n", "--resamples", "-parn", "--paired-ar-n", type=int, metavar="N",
        help="draws of the test and of the bootstrap (10000)",
    )  # fmt: skip
    group.add_argument(
        "--sequential", action="store_true",
        help="stop drawing once every verdict is decided; -n is then the most (100000; one difference: 10000)",
    )  # fmt: skip
    group.add_argument(
        "--alternative", choices=("two-sided", "better", "worse"), default="two-sided",
        help="one-sided: the later system of a pair is better, or worse (two-sided)",
    )  # fmt: skip
    group.add_argument(
        "--correction", choices=CORRECTIONS + PROCEDURES,
        help="for many questions (maxt, or holm where the test gives no differences together); the last three take the "
        "place of the test, too",
    )  # fmt: skip
    group.add_argument(
        "--ranks", action="store_true", help="show ranges of ranks that hold together, and how often each is first"
    )
    group.add_argument("--alpha", type=float, default=0.05, metavar="X", help="family-wise error rate (0.05)")
    group.add_argument(
        "--pairs", nargs="+", action="extend", metavar="PAIR", help="all, baseline, or A:B ... with system names (all)"
    )
    group.add_argument(
        "--family", choices=("pairs-and-metrics", "pairs"), default="pairs-and-metrics",
        help="what is corrected together: everything, or each metric's pairs (pairs-and-metrics)",
    )  # fmt: skip
    group.add_argument(
        "--effects", action="store_true", help="show effect sizes, and in how many units each system is better"
    )
    group.add_argument(
        "--equivalence-margin", nargs="+", metavar="METRIC=X",
        help="say which pairs differ by less than X, in the unit of the score; X alone for metrics of one scale",
    )  # fmt: skip
    group.add_argument(
        "--gate", nargs="+", metavar="min-delta:METRIC=X",
        help="exit with status 1 if a system is certainly below the first by more than -X (pairs: baseline); "
        "min-delta=X for metrics of one scale",
    )  # fmt: skip
    group.add_argument(
        "--runs", nargs="+", action="extend", metavar="SYS=RUN,RUN",
        help="systems of several runs, by the names of the inputs: adds intervals for new data and for new runs",
    )  # fmt: skip
    group.add_argument(
        "--generalise-to", choices=("both", "text"),
        help="with runs, what verdicts are to hold for: new runs and new text, or new text for these runs (both)",
    )  # fmt: skip
    group.add_argument(
        "--run-swap", choices=("segment", "independent"), default="segment",
        help="what the test exchanges: a unit in all runs at once, or in each run by itself (segment)",
    )  # fmt: skip
    group.add_argument(
        "--run-score", choices=("concatenation", "mean"), default="concatenation",
        help="of a system: of all runs' outputs as one text, or the mean of the runs' scores (concatenation)",
    )  # fmt: skip
    group.add_argument(
        "-par", "--paired-ar", action="store_true", help="as in sacreBLEU: --test randomization --pairs baseline"
    )
    add_output(parser)
    add_report(parser)
    add_report_parts(parser)
    add_plots(parser)
    add_refused(
        parser,
        {
            ("-pbs", "--paired-bs"): "the level of that test does not hold; use --test shifted-bootstrap, "
            "--test paired-bootstrap or the default, or repeat its p-values by --test moses "
            "--correction none --pairs baseline",
            ("-pbsn", "--paired-bs-n"): "write -n 10000: the bootstrap and the test use the same number",
            ("-cin", "--confidence-n"): "write -n 10000",
            ("-ci", "--confidence"): "intervals are always printed; for scores alone use `steelyard score -ci`",
            ("-sl", "--sentence-level"): "use `steelyard score -sl`",
            ("-b", "--score-only"): "use `steelyard score -b`",
        },
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    pairs = arguments.pairs or ("baseline" if arguments.paired_ar or arguments.gate is not None else "all")
    test = arguments.test or "randomization"
    if arguments.paired_ar and test != "randomization":
        raise SpecError(f"--paired-ar is --test randomization: it does not go with --test {test}.")
    if arguments.runs is not None and arguments.format == "sacrebleu":
        raise SpecError("--runs does not go with --format sacrebleu, which has no place for runs.")
    for flag, what in (("ranks", "ranks"), ("effects", "effect sizes")):
        if getattr(arguments, flag) and arguments.format in ("sacrebleu", "latex"):
            raise SpecError(f"--{flag} does not go with --format {arguments.format}, which has no place for {what}.")
    check_plots(arguments)
    labels = check_report(arguments)
    from steelyard import report
    from steelyard.cli.terminal import progress_bar
    from steelyard.questions.compare.by_metric import read_by_metric
    from steelyard.questions.compare.decisions import find_regressions, gate_limits, read_gate
    from steelyard.questions.compare.runs import read_runs

    runs = None if arguments.runs is None else read_runs(arguments.runs)
    min_delta = None if arguments.gate is None else read_gate(arguments.gate)
    margin = arguments.equivalence_margin and read_by_metric(arguments.equivalence_margin, "--equivalence-margin")
    evaluation = read_evaluation(arguments)
    if min_delta is not None:
        gate_limits(min_delta, evaluation.measurements)  # before anything is computed
    if runs is not None and arguments.stats and any(e["role"] == "reference 2" for e in evaluation.test_set.inputs()):
        warn(arguments, "what other references would change needs the texts: the rows of runs do not say it")
    with progress_bar(arguments) as progress:
        comparison = evaluation.compare(
            test,
            arguments.correction,
            n_resamples=arguments.resamples,
            rng=arguments.seed,
            alternative=arguments.alternative,
            alpha=arguments.alpha,
            pairs=pairs,
            family=arguments.family,
            unit=arguments.unit,
            interval=arguments.interval,
            exact=arguments.exact,
            equivalence_margin=margin,
            runs=runs,
            run_swap=arguments.run_swap,
            run_score=arguments.run_score,
            generalise_to=arguments.generalise_to,
            sequential=arguments.sequential,
            progress=progress,
        )
    write_report(arguments, evaluation, comparison, labels)
    _write_plots(arguments, evaluation, comparison)
    if min_delta is not None:
        found = find_regressions(comparison, evaluation.measurements, min_delta)
        if found:
            say(f"steelyard compare: {report.gate_text(found, min_delta)}")
            arguments.status = 1
    if arguments.format == "sacrebleu":
        if comparison.method["warning"]:  # the format has no place for it
            warn(arguments, comparison.method["warning"])
        return report.sacrebleu_paired(comparison)
    look = {name: getattr(arguments, name) for name in ("width", "short", "ranks", "effects")}
    return write_result(arguments, comparison, **look)


def _write_plots(arguments: argparse.Namespace, evaluation: "Evaluation", comparison: "Comparison") -> None:
    """Draw again what single differences were held against, score segments, and write all figures, if asked for."""
    if arguments.plots is None:
        return
    from steelyard.plot import comparison_figures
    from steelyard.questions.report_page.segments import segment_scores
    from steelyard.types import TestSet

    nulls = evaluation.null_distributions(comparison)
    segments: tuple[SegmentScores, ...] = ()
    if not isinstance(evaluation.test_set, TestSet):
        warn(arguments, "scores of single segments need the texts: --plots does not draw them")
    elif arguments.runs is None:
        data = evaluation.test_set
        segments = segment_scores(data, evaluation.measurements, evaluation.segment_metrics, arguments.jobs)
    write_plots(arguments, comparison_figures(comparison, nulls=nulls, segments=segments))
