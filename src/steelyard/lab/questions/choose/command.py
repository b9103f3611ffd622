"""`steelyard lab choose`: the best output of several for every source."""

import argparse
import os
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from steelyard.cli.arguments import add_directions, add_executor, add_look, add_plots, add_report
from steelyard.cli.conflicting_flags import refuse_misfits, refuse_options
from steelyard.cli.formats import add_formats, write_result
from steelyard.cli.kinds import role_of_column
from steelyard.cli.metric_flags import add_word_lists, give_word_lists
from steelyard.cli.parser import add_first, output_of
from steelyard.cli.plots import check_plots, write_plots
from steelyard.cli.question_command import add_options, describe, question_of_arguments
from steelyard.cli.ratings_flags import pair_of
from steelyard.cli.reports import check_page, write_page
from steelyard.cli.terminal import progress_bar
from steelyard.cli.threads import has_threads_alone, threads_of
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.lab.questions.choose.question import ChooseQuestion

if TYPE_CHECKING:
    from steelyard.lab.questions.choose.answer import Choice
    from steelyard.lab.questions.choose.pool import Pool
    from steelyard.lab.questions.choose.reading import PoolFiles

__all__ = ["add_arguments", "run"]

_LINES_OF_JSON = (".jsonl", ".ndjson")
_PATHS = 100
_OF_SCORES = ("qe", "prior", "matrix")
_WHOLE: dict[str, Any] = {  # what is of all sources, and a shard does not know, or is said of them together
    "candidates": [], "input": None, "references": None, "ratings": None, "evidence": None, "matrix": None,
    "documents": None, "nbest_output": None, "nbest_size": None, "report": None, "plots": None, "format": "text",
}  # fmt: skip
_WHY = "cannot be used with --shards: each shard is a file with all inputs, and --executor says where it is processed"
_JUDGES = ("metrics", "baseline", "n_pools", "unit", "alpha", "n_resamples")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags."""
    describe(parser, ChooseQuestion)
    _add_input(parser)
    group = parser.add_argument_group("choice")
    add_options(group, ChooseQuestion)
    add_word_lists(parser)
    _add_output(parser)
    parser.set_defaults(run=run)


def _add_input(parser: argparse.ArgumentParser) -> None:
    """Add the flags of files and how they are read."""
    group = parser.add_argument_group("input")
    group.add_argument(
        "candidates", nargs="*", metavar="CANDIDATES",
        help="k lines for each source, a file for each system, Moses's n-best lists, or a table; tables (JSON Lines, "
        "JSON, CSV, TSV, Parquet) have a list, a row or a column for each candidate",
    )  # fmt: skip
    group.add_argument(
        "-i", "--input", "--table", nargs="+", action="extend", metavar="FILE", help="read these candidates"
    )
    group.add_argument(
        "--shards", nargs="+", action="extend", metavar="FILE",
        help="choose from these files of candidates one by one, and write to the folder -o; finished files are not "
        "processed again",
    )  # fmt: skip
    add_executor(group, "sources or shards are processed (one set of files: threads:N)")
    add_first(group, "--per-source", type=int, metavar="K", help="read K lines of one file for each source")
    add_first(
        group,
        "--references",
        nargs="+",
        action="extend",
        metavar="REF",
        help="read reference files, or columns of the table",
    )
    add_first(
        group, "--ratings", metavar="FILE", help="read people's ratings of the outputs, as `steelyard human` does"
    )
    add_first(
        group, "--qe", metavar="[NAME=]FILE",
        help="read quality estimates: a number for each candidate, scores of systems, a column of the table, or "
        "weights of tune-weights for features of n-best lists",
    )  # fmt: skip
    add_first(group, "--prior", metavar="[NAME=]FILE", help="read log probabilities of a model; total: the lists' own")
    group.add_argument("--evidence", metavar="FILE", help="use these texts as references, not the candidates")
    group.add_argument(
        "--matrix", metavar="[NAME=]FILE",
        help="read utilities of another metric: .npy (matrices, or candidate vectors), JSON Lines with a matrix for "
        "each source, MetricX's or COMET's pairs",
    )  # fmt: skip
    group.add_argument("--lm", metavar="FILE", help="use a language model in ARPA format for combinations")
    add_directions(group)
    group.add_argument("--systems", nargs="+", action="extend", metavar="COLUMN", help="name the systems' columns")
    group.add_argument("--field", metavar="COLUMN", help="name the column of outputs (outputs, candidates, text, ...)")
    group.add_argument("--id-field", metavar="COLUMN", help="join rows of a source by this column (id, source, ...)")
    group.add_argument(
        "--columns", nargs="+", action="extend", metavar="ROLE=COLUMN",
        help="name the columns of source, document, system and score",
    )  # fmt: skip
    group.add_argument("--names", nargs="+", action="extend", metavar="NAME", help="name the systems (by the files)")
    group.add_argument("--documents", metavar="FILE[:COLUMN]", help="read document ids; tests resample documents")
    group.add_argument("--unit", metavar="UNIT", help="resample document, segment or block:K (document, if known)")
    group.add_argument("--scale", metavar="COLUMN", help="choose the column of ratings, if there are several")
    group.add_argument(
        "--languages", metavar="XX-YY", help="choose the language pair of the ratings, if there are several"
    )
    group.add_argument("--penalties", action="store_true", help="read ratings as penalties: lower is better")
    group.add_argument("-e", "--encoding", default="utf-8", help="set the encoding of all files (utf-8)")


def _add_output(parser: argparse.ArgumentParser) -> None:
    """Add the flags of what is written."""
    add_first(
        output_of(parser), "-o", "--output", metavar="FILE",
        help="write the chosen or combined outputs, a line for each source; .jsonl writes an object a line",
    )  # fmt: skip
    output_of(parser).add_argument(
        "--nbest-output", metavar="FILE",
        help="write the best combinations of every source as a Moses n-best list, with features for tune-weights",
    )  # fmt: skip
    output_of(parser).add_argument(
        "--nbest-size", type=int, metavar="N", help=f"write N combinations of a source ({_PATHS})"
    )
    add_formats(parser)
    add_look(parser, has_width=True)
    add_plots(parser)
    add_report(parser)


def run(arguments: argparse.Namespace) -> str:
    """Run the command and return what it prints."""
    check_page(arguments)
    check_plots(arguments)
    give_word_lists(arguments, "utility", "metrics", "network_alignment")
    question = question_of_arguments(arguments, ChooseQuestion)
    if arguments.shards:
        return _of_shards(arguments, question)
    if not has_threads_alone(arguments):
        raise SpecError("--executor needs --shards; without them, write --executor threads:N.")
    from steelyard.lab.questions.choose.compute import compute_with_paths
    from steelyard.lab.questions.choose.reading import read_pool

    n_paths = _n_paths(arguments, question)
    pool = read_pool(_files(arguments))
    if arguments.output is not None:
        _check_lines(arguments.output, pool)
    with progress_bar(arguments) as progress:
        choice, combined = compute_with_paths(
            pool, question, n_threads=threads_of(arguments), progress=progress, n_paths=n_paths
        )
    if arguments.output is not None:
        from steelyard.files import write_file

        write_file(arguments.output, _written(arguments.output, choice), choice.method["inputs"])
    if arguments.nbest_output is not None:
        from steelyard.files import write_file
        from steelyard.lab.questions.choose.network_lists import network_lists
        from steelyard.reading.formats import nbest_lines

        lists = nbest_lines(network_lists(pool, combined))
        write_file(arguments.nbest_output, lists.encode("utf-8", "backslashreplace"), choice.method["inputs"])
    write_page(arguments, choice)
    if arguments.plots is not None:
        from steelyard.plot import figures_of

        write_plots(arguments, figures_of(choice))
    return write_result(arguments, choice, width=arguments.width)


def _of_shards(arguments: argparse.Namespace, question: ChooseQuestion) -> str:
    """Choose file by file, and say how much was chosen."""
    if arguments.candidates:
        raise SpecError(f"{arguments.candidates[0]} would not be read. Give all files of candidates after --shards.")
    refuse_misfits(arguments, _WHOLE, _WHY)
    why = "evaluates the choice, which --shards cannot do. Evaluate the chosen outputs with `steelyard compare`"
    refuse_options(arguments, ChooseQuestion, why, but={one.name for one in fields(ChooseQuestion)} - {*_JUDGES})
    if arguments.output is None:
        raise SpecError("--shards need a folder for the outputs: add -o FOLDER.")
    from steelyard.lab.questions.choose.shards import choose_in_shards
    from steelyard.results.plurals import counted as number_of
    from steelyard.scored.shards.executors import opened_executor

    for what in ("qe", "prior"):
        _check_beside(what, getattr(arguments, what))
    executors = arguments.executor or "threads:1"
    with opened_executor(executors) as executor, progress_bar(arguments) as advance:
        found = choose_in_shards(
            arguments.shards, _files(arguments), question, folder=arguments.output, executor=executor, advance=advance
        )
    kept = sum(shard.is_kept for shard in found)
    of = number_of(len(found), "shard") + (f", {kept:,} of them finished before" if kept else "")
    n_sources, n_candidates = (sum(getattr(shard, name) for shard in found) for name in ("n_sources", "n_candidates"))
    return f"{arguments.output}: {of}; {n_sources:,} outputs of {n_candidates:,}, chosen by {found[0].label}"


def _check_beside(what: str, text: str | None) -> None:
    """Refuse a file of scores of candidates, which are those of one shard."""
    if text is None:
        return
    from steelyard.files.columns import split_name
    from steelyard.reading.lists.scores import is_of_weights

    path = split_name(text)[1]
    if os.path.exists(path) and not is_of_weights(path):
        raise SpecError(
            f"--{what} {text} has numbers for the candidates of one file, and --shards are several. Write the numbers "
            "into the tables of candidates, and give the name of their column."
        )


def _n_paths(arguments: argparse.Namespace, question: ChooseQuestion) -> int:
    """Return how many paths of a network are written."""
    if arguments.nbest_size is not None and arguments.nbest_output is None:
        raise SpecError("--nbest-size needs --nbest-output FILE.")
    if arguments.nbest_output is None:
        return 1
    if question.combine is None:
        raise SpecError("--nbest-output needs --combine network.")
    if arguments.nbest_size is not None and arguments.nbest_size < 1:
        raise SpecError(f"A list has one path or more (--nbest-size), not {arguments.nbest_size}.")
    return int(arguments.nbest_size or _PATHS)


def _files(arguments: argparse.Namespace) -> "PoolFiles":
    """Gather what the flags say of files."""
    from steelyard.lab.questions.choose.reading import PoolFiles

    columns = dict(map(role_of_column, arguments.columns or ()))
    if arguments.field:
        columns["output"] = arguments.field
    if arguments.id_field:
        columns["id"] = arguments.id_field
    paths = (*arguments.candidates, *(arguments.input or ()))
    if not paths and not arguments.shards:
        raise SpecError("Give a file of candidates.")
    for flag in ("scale", "languages", "penalties"):
        if getattr(arguments, flag) and arguments.ratings is None:
            raise SpecError(f"--{flag} needs --ratings FILE.")
    return PoolFiles(
        paths=paths,
        per_source=arguments.per_source,
        systems=tuple(arguments.systems or ()),
        columns=columns or None,
        names=None if arguments.names is None else tuple(arguments.names),
        references=tuple(arguments.references or ()),
        evidence=arguments.evidence,
        matrix=arguments.matrix,
        qe=arguments.qe,
        prior=arguments.prior,
        lm=arguments.lm,
        lower_is_better=_penalties(arguments),
        documents=arguments.documents,
        ratings=arguments.ratings,
        scale=arguments.scale,
        languages=pair_of(arguments.languages),
        penalties=arguments.penalties,
        encoding=arguments.encoding,
    )


def _penalties(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return which of the kinds of scores are better where they are lower, which go by their NAME= or their flag."""
    from steelyard.files.columns import split_name
    from steelyard.reading.directions import Directions

    given = {kind: getattr(arguments, kind) for kind in _OF_SCORES}
    called = {split_name(text)[0] or kind: kind for kind, text in given.items() if text is not None}
    Directions(arguments.lower_is_better, arguments.higher_is_better)  # refuses a name in both
    for way in ("lower", "higher"):
        for name in getattr(arguments, f"{way}_is_better"):
            if name not in called:
                raise unknown_name(f"name of scores (--{way}-is-better)", name, called)
    return tuple(called[name] for name in arguments.lower_is_better)


def _check_lines(path: str, pool: "Pool") -> None:
    """Refuse, before any work, outputs of several lines in a file of lines."""
    if path.endswith(_LINES_OF_JSON):
        return
    at = next((i for i, text in enumerate(pool.lists.texts) if "\n" in text or "\r" in text), None)
    if at is not None:
        source = sum(offset <= at for offset in pool.lists.offsets.tolist())
        raise DataError(
            f"A candidate of source {source:,} has several lines, which a file of lines cannot hold: write objects "
            "with -o FILE.jsonl."
        )


def _written(path: str, choice: "Choice") -> bytes:
    """Write a line for each source, or an object."""
    if not path.endswith(_LINES_OF_JSON):
        return "".join(f"{text}\n" for text in choice.texts).encode("utf-8", "backslashreplace")
    from steelyard.lab.questions.choose.shards import lines_of_json

    return lines_of_json(choice)
