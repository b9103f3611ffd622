"""`steelyard lab tune-weights`: weights of the features of n-best lists, tuned to a metric."""

import argparse
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_look, add_report
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.metric_flags import add_word_lists, give_word_lists
from steelyard.cli.parser import add_first
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import add_threads, threads_of
from steelyard.errors import SpecError
from steelyard.lab.questions.tune_weights.question import TuneWeightsQuestion

if TYPE_CHECKING:
    from steelyard.lab.candidates import CountedCandidates
    from steelyard.lab.questions.tune_weights.answer import WeightTuning
    from steelyard.types import NBestLists

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, TuneWeightsQuestion)
    group = parser.add_argument_group("input")
    add_first(
        group, "--nbest", nargs="+", action="extend", metavar="LIST", in_usage=True,
        help="read n-best lists of Moses: segment ||| output ||| name= value ...; several files are one list a segment",
    )  # fmt: skip
    add_first(
        group, "--references", nargs="+", action="extend", metavar="REF", in_usage=True,
        help="read reference files, one line per segment",
    )  # fmt: skip
    group.add_argument(
        "--extracted", nargs=2, metavar=("FEATURES", "SCORES"),
        help="read features.dat and scores.dat of Moses's extractor, in place of lists and references",
    )  # fmt: skip
    group.add_argument(
        "--documents", metavar="FILE[:COLUMN]", help="read document ids; folds and tests keep documents whole"
    )
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")
    add_first(
        group, "-m", "--metrics", nargs="+", action="extend", metavar="METRIC",
        help="evaluate the chosen outputs with these metrics (bleu chrf ter)",
    )  # fmt: skip
    group = parser.add_argument_group("tuning")
    add_options(group, TuneWeightsQuestion)
    add_word_lists(parser)
    add_threads(group)
    add_first(group, "-o", "--output", metavar="FILE", help="write the weights as JSON, for --start")
    add_formats(parser)
    add_report(parser)
    add_look(parser, has_width=True, quiet="hide progress")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    give_word_lists(arguments, "objective", "metrics")
    _check_inputs(arguments)
    from steelyard.lab.questions.tune_weights.compute import compute

    question, counted = _asked(arguments)
    with progress_bar(arguments) as progress:
        tuning = compute(counted, question, n_threads=threads_of(arguments), progress=progress)
    if arguments.output is not None:
        from steelyard.files import write_file

        write_file(arguments.output, _weights_json(tuning).encode(), tuning.method["inputs"])
    write_page(arguments, tuning)
    return write_result(arguments, tuning, width=arguments.width)


def _check_inputs(arguments: argparse.Namespace) -> None:
    if arguments.extracted:
        if any(vars(arguments)[name] for name in ("nbest", "references", "metrics", "as_scores", "documents")):
            raise SpecError(
                "--extracted has BLEU's counts and no texts: leave --nbest, --references, --documents, -m and "
                "--as-scores out."
            )
    elif not (arguments.nbest and arguments.references):
        raise SpecError("Give n-best lists with --nbest and references with --references.")


def _asked(arguments: argparse.Namespace) -> "tuple[TuneWeightsQuestion, CountedCandidates]":
    """Read lists, the question, which may name a file of weights, and references; count."""
    from steelyard.lab.candidates import count_candidates, count_extracted, read_lists, read_references
    from steelyard.lab.questions.tune_weights.compute import metrics_to_count
    from steelyard.reading.formats import read_moses_extracted

    if arguments.extracted:
        lists, counts = read_moses_extracted(*arguments.extracted)
        question = _question(arguments, lists)
        return question, count_extracted(lists, counts)
    lists, _ = read_lists(arguments.nbest, encoding=arguments.encoding)
    question = _question(arguments, lists)
    data = read_references(arguments.references, arguments.documents, encoding=arguments.encoding)
    metrics = metrics_to_count(question, arguments.metrics or ("bleu", "chrf", "ter"))
    return question, count_candidates(
        lists, data, metrics, as_scores=question.as_scores, n_threads=threads_of(arguments)
    )


def _question(arguments: argparse.Namespace, lists: "NBestLists") -> TuneWeightsQuestion:
    """Ask what the flags say; a file of weights is read with the names of the lists' features."""
    if arguments.start and len(arguments.start) == 1 and "=" not in arguments.start[0]:
        from steelyard.reading.formats.moses.feature_weights import read_feature_weights

        names = [name for name in lists.feature_names if name not in (arguments.as_scores or ())]
        arguments.start = [
            f"{name}={value!r}" for name, value in read_feature_weights(arguments.start[0], names).items()
        ]
    return question_of_arguments(arguments, TuneWeightsQuestion)


def _weights_json(tuning: "WeightTuning") -> str:
    """Write the weights with what they were tuned to."""
    import json

    from steelyard.reading.formats.moses.feature_weights import WEIGHTS_SCHEMA

    content = {"schema": WEIGHTS_SCHEMA, "objective": tuning.method["objective"], "weights": dict(tuning.by_name)}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
