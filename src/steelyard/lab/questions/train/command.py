"""`steelyard lab train`: learn a metric from people's ratings."""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_input, add_look, add_report, add_statistics
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.inputs import warn
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import add_people
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.texts import cached_set, read_references, read_tables
from steelyard.cli.threads import add_threads
from steelyard.errors import SpecError
from steelyard.lab.questions.train.feature_sets import FEATURE_SETS, byte_ratios, marked_features, spell_features
from steelyard.lab.questions.train.question import TrainQuestion
from steelyard.questions.meta.command import read_rated

if TYPE_CHECKING:
    from steelyard.ratings.rated import RatingsWithScores

__all__ = ["add_arguments", "has_references", "references_of", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, TrainQuestion)
    add_input(parser, has_unit=False)
    add_statistics(parser)
    add_metrics(parser)
    group = parser.add_argument_group("features")
    group.add_argument(
        "--features", nargs="+", action="extend", default=[], choices=tuple(FEATURE_SETS), metavar="SET",
        help=f"also use the metrics that a paper learned from: {', '.join(FEATURE_SETS)}",
    )  # fmt: skip
    group.add_argument(
        "--pseudo", nargs="+", action="extend", default=[], metavar="FILE",
        help="use outputs of other systems as further references (pseudo references): every metric against each of "
             "them is a feature, too",
    )  # fmt: skip
    group.add_argument("--corpus", metavar="FILE", help="read good text of the language, for features that need it")
    group.add_argument(
        "--treebank", metavar="FILE", help="read good text with trees (CoNLL-U), for features that need it"
    )
    add_people(parser).add_argument(
        "--groups", metavar="FILE",
        help="keep these groups whole in place of documents: one label a line, such as the year or the domain",
    )  # fmt: skip
    add_options(parser.add_argument_group("learning"), TrainQuestion)
    add_threads(parser)
    add_first(
        output_of(parser), "-o", "--output", metavar="FILE",
        help="write the model, for -m 'learned(model=FILE)'",
    )  # fmt: skip
    output_of(parser).add_argument(
        "--svmlight", metavar="FILE", help="also write ratings and features to this file, in svmlight format"
    )
    add_formats(parser)
    add_report(parser)
    add_look(parser, has_width=True, width="set the decimals of agreement (3)")
    parser.set_defaults(run=run, refused=None, system_scores=[])


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    if not arguments.ratings:
        raise SpecError("lab train needs ratings: add --ratings FILE.")
    question = question_of_arguments(arguments, TrainQuestion)
    has_texts = bool(arguments.refs or arguments.input or arguments.test_set or arguments.table)
    if not (has_texts or arguments.stats or arguments.scores):
        raise SpecError("Give texts (REF ... -i SYS ...), or scores with --scores FILE.")
    if has_texts and not (arguments.metrics or arguments.features or arguments.scores):
        raise SpecError("Give features: metrics with -m, or a set of them with --features.")
    rated = _read(arguments)
    if question.intra_set == () and arguments.intra_set is not None:
        question = replace(question, intra_set=marked_features(arguments.features))
    if has_references(arguments):
        from steelyard.types import letter_sequences

        question = replace(question, language=letter_sequences(references_of(arguments)))
    if arguments.groups is not None:
        from steelyard.files.reading import read_lines

        groups = read_lines(arguments.groups, arguments.encoding)
        rated = replace(rated, documents=groups, scales=tuple(replace(one, documents=None) for one in rated.scales),
                        metrics=tuple(replace(one, documents=None) for one in rated.metrics))  # fmt: skip
    from steelyard.lab.questions.train.compute import compute

    with progress_bar(arguments) as progress:
        training = compute(replace(rated, progress=progress), question)
    if arguments.svmlight is not None:
        from steelyard.lab.questions.train.examples import feature_table
        from steelyard.reading.formats import write_svmlight

        write_svmlight(arguments.svmlight, *feature_table(rated))
    if arguments.output is not None:
        training.save(arguments.output)
    write_page(arguments, training)
    return write_result(arguments, training, width=arguments.width)


def _read(arguments: argparse.Namespace) -> "RatingsWithScores":
    """Score features, and leave out what says nothing here of those that a set brought along."""
    resources = {name: getattr(arguments, name) for name in ("corpus", "treebank") if getattr(arguments, name)}
    resources["synonyms"] = arguments.synonyms or "none"
    if "entailment" in arguments.features and not arguments.metrics:
        arguments.synonyms = None  # the set takes them, and no metric that is named
    if "sun" in arguments.features:
        resources |= dict(zip(("mean", "deviation"), _lengths(arguments), strict=True))
    own = arguments.metrics or []
    arguments.metrics = spell_features(own, arguments.features, arguments.pseudo, resources) or None
    rated = read_rated(arguments)
    if not arguments.features:
        return rated
    from steelyard.lab.questions.train.examples import without_constant

    rated, constant = without_constant(rated, len(own))
    if constant:
        warn(arguments, f"features that are constant over all rated outputs are left out: {', '.join(constant)}")
    return rated


def has_references(arguments: argparse.Namespace) -> bool:
    """Whether there are texts to be like."""
    return bool(arguments.refs or arguments.table or arguments.test_set)


def references_of(arguments: argparse.Namespace) -> Iterator[str | None]:
    """Give the lines of all references once more."""
    if arguments.table:
        data, _ = read_tables(arguments)
        for text in data.references:
            yield from text
        return
    from steelyard.types.text_files import read_text

    for reference in read_references(arguments, cached_set(arguments)):
        yield from read_text(reference, arguments.encoding).lines


def _lengths(arguments: argparse.Namespace) -> tuple[float, float]:
    """Measure references by their sources."""
    from steelyard.types.text_files import read_texts

    if arguments.sources is None or not arguments.refs:
        raise SpecError("The features called sun compare lengths with those of the sources: name --sources.")
    wanted = {"sources": arguments.sources} | {f"reference {i}": path for i, path in enumerate(arguments.refs, 1)}
    texts = [file.lines for file in read_texts(wanted, arguments.encoding).values()]
    return byte_ratios(texts[0], texts[1:])
