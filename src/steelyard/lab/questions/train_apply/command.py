"""`steelyard lab train apply`: score outputs with a metric that was learned."""

import argparse
from dataclasses import replace

from steelyard.cli.arguments import add_input, add_look, add_statistics
from steelyard.cli.metric_flags import add_metrics
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.question_command import describe
from steelyard.cli.threads import add_threads
from steelyard.errors import SpecError
from steelyard.lab.questions.train.command import has_references, references_of
from steelyard.lab.questions.train_apply.question import TrainApplyQuestion
from steelyard.questions.meta.command import read_scored
from steelyard.results.plurals import counted

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, TrainApplyQuestion)
    parser.add_argument("model", metavar="MODEL", help="model file of `lab train -o`")
    add_input(parser, has_unit=False)
    add_statistics(parser)
    add_metrics(parser)
    add_threads(parser)
    add_first(output_of(parser), "-o", "--output", metavar="FILE", help="write scores, one column for each system")
    add_look(parser)
    parser.set_defaults(run=run, refused=None, format="text", system_scores=[])


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    if arguments.metrics is not None:
        raise SpecError("Leave -m out: the model has its own features.")
    from steelyard.files import write_file
    from steelyard.files.reading import read_lines
    from steelyard.types import LearnedModel

    model = LearnedModel.from_json("\n".join(read_lines(arguments.model).lines), arguments.model)
    is_text = dict(zip(model.features, model.is_text, strict=True))
    arguments.metrics = [name for name, is_metric in is_text.items() if is_metric] or None
    from steelyard.lab.questions.train.answer import apply_model

    scored = read_scored(arguments)
    if has_references(arguments):
        model.check_language(references_of(arguments), arguments.model)
    named = [replace(one, name=str((one.reading or {}).get("metric", one.name))) for one in scored]
    found = apply_model(model, named)
    lines = ["\t".join(found.systems)]
    lines += ["\t".join("" if value != value else repr(value) for value in row) for row in found.values.T.tolist()]
    text = "".join(f"{line}\n" for line in lines)
    if arguments.output is None:
        return text.removesuffix("\n")
    write_file(arguments.output, text.encode(), ())
    return f"{counted(len(found.systems), 'system')}, {counted(found.n_segments, 'segment')}: {arguments.output}."
