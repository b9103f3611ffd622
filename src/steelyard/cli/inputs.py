"""From arguments to a test set, metrics and outside scores."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from steelyard.cli.arguments import check_refused, has_verdict
from steelyard.cli.first_look import look_first, say_where_shifted
from steelyard.cli.metric_flags import spell_metrics
from steelyard.cli.recognised import recognise
from steelyard.cli.stored_statistics import read_stored_counts
from steelyard.cli.streams import say
from steelyard.cli.tables import check_tables, read_tables
from steelyard.errors import AlignmentError, SpecError
from steelyard.files.columns import text_names
from steelyard.files.told import tell

if TYPE_CHECKING:
    from steelyard.counted import Counted
    from steelyard.files.reading import TextFile
    from steelyard.reading.formats import CachedTestSet
    from steelyard.types import MadeOutput, OutputScores, TestSet

__all__ = [
    "cached_set",
    "check_one_end",
    "name_systems",
    "read_counted",
    "read_documents",
    "read_references",
    "read_test_set",
    "tell_of_meteor",
    "warn",
]

_OF_ITEMS = {"missing": "--missing", "worst": "--worst", "best": "--best", "repeats": "--repeats",
             "items_in_columns": "--items-in-columns", "no_answer": "--no-answer"}  # fmt: skip
_TEXTS = ("refs", "input", "test_set", "table")
_TOKENIZED_LINES = 100
_LABELS = ("domain", "genre", "origlang")  # of sacreBLEU's test sets


def read_counted(arguments: argparse.Namespace, made: "dict[str, MadeOutput] | None" = None) -> "Counted":
    """Read everything that arguments name, and count it; systems that were made elsewhere take the place of -i.

    Statistics files take the place of all texts, for commands that have --stats; so do scores that stand alone.
    """
    check_refused(arguments)
    if made is None:
        recognise(arguments)
    if getattr(arguments, "stats", None):
        return _with_notes(arguments, read_stored_counts(arguments))
    if made is None and _is_scores_alone(arguments):
        from steelyard.cli.scores_alone import read_counted_items

        return _with_notes(arguments, read_counted_items(arguments))
    _check_items(arguments)
    metrics = spell_metrics(arguments)
    data, paths = read_test_set(arguments, made)
    if not data.references and getattr(arguments, "needs_no_reference", False) and not arguments.metrics:
        metrics = []
    kinds = arguments.bleu_length_references
    if kinds and len(kinds) != len(data.references):
        raise SpecError(
            f"--reference-kinds names {len(kinds)} kinds, but the references are {len(data.references)}: name one each."
        )
    found = _outside_scores(arguments, data, paths)
    from steelyard.counted import count
    from steelyard.counted.provenance import score_inputs

    counted = count(
        data,
        metrics,
        segment_scores={
            metric.name: dict(zip(data.system_names, metric.values.tolist(), strict=True)) for metric in found
        },
        lower_is_better=[metric.name for metric in found if not metric.higher_is_better],
        higher_is_better=[metric.name for metric in found if metric.higher_is_better],
        score_inputs={metric.name: score_inputs(metric) for metric in found},
        n_threads=arguments.jobs,
    )
    counted = replace(counted, errors={metric.name: metric.errors for metric in found if metric.errors})
    tell_of_meteor(arguments, metrics, [str(metric) for metric in counted.segment_metrics])
    tokenizers = {getattr(metric, "tokenizer_name", "none") for metric in counted.segment_metrics}
    if tokenizers - {"none"} and arguments.checks == "error":
        _warn_of_tokenized_text(arguments, data)
    return counted


def _with_notes(arguments: argparse.Namespace, counted: "Counted") -> "Counted":
    """Say on standard error what one should know of scores that were read in place of texts."""
    for line in getattr(counted.test_set, "read", ()):
        tell(line)
    for note in getattr(counted.test_set, "notes", ()):
        warn(arguments, note)
    return counted


def _is_scores_alone(arguments: argparse.Namespace) -> bool:
    """Whether there are scores and no text."""
    return (
        hasattr(arguments, "missing")
        and bool(arguments.scores)
        and not any(getattr(arguments, name, None) for name in _TEXTS)
    )


def _check_items(arguments: argparse.Namespace) -> None:
    """Refuse rules for scores alone where there are texts."""
    for name, flag in _OF_ITEMS.items():
        if getattr(arguments, name, None):
            raise SpecError(
                f"{flag} is about scores alone (--scores without REF and -i): here every segment needs one."
            )


def check_one_end(arguments: argparse.Namespace, counted: "Counted") -> None:
    """Refuse both ends of missing scores where a question is about one set of scores."""
    if counted.best is not None:
        raise SpecError(
            "--missing bounds is a rule of `steelyard compare`, `steelyard board` and `steelyard board items`: choose "
            f"worst or drop-item for {arguments.command}."
        )


def read_test_set(
    arguments: argparse.Namespace, made: "dict[str, MadeOutput] | None" = None
) -> tuple["TestSet", dict[str, str]]:
    """Read references, systems, documents and annotation, and look at them; also return each system's path."""
    try:
        data, paths = _read(arguments, made)
    except AlignmentError as error:
        raise say_where_shifted(arguments, error) from error
    if made is None:
        look_first(arguments, data)
    return data, paths


def _read(
    arguments: argparse.Namespace, made: "dict[str, MadeOutput] | None" = None
) -> tuple["TestSet", dict[str, str]]:
    check_tables(arguments)
    if arguments.table:
        data, paths = read_tables(arguments)
        return _annotated(arguments, data), paths
    from steelyard.types import TestSet

    cached = cached_set(arguments)
    references = read_references(arguments, cached)
    systems: dict[str, TextFile | str]
    if made is not None:
        systems = {name: output.file for name, output in made.items()}
        paths = {name: output.file.path for name, output in made.items()}
    else:
        systems, paths = _systems(arguments)
    sources: TextFile | str | None = arguments.sources
    documents: TextFile | str | None = arguments.documents
    metadata: dict[str, tuple[str, ...]] = {}
    if cached is not None:
        sources = sources or cached.fields["src"]
        documents = documents or cached.fields.get("docid")
        metadata = {field: cached.fields[field].lines for field in _LABELS if field in cached.fields}
    data = TestSet.from_files(
        references=references,
        systems=systems,
        sources=sources,
        documents=documents,
        metadata=metadata,
        encoding=arguments.encoding,
        empty_reference=arguments.empty_reference,
        raw=arguments.raw,
    )
    data = _annotated(arguments, data, made)
    if cached is not None and (arguments.origlang or arguments.subset):
        data = data.select(cached.keep(origlang=arguments.origlang, subset=arguments.subset))
    return data, paths


def _annotated(
    arguments: argparse.Namespace, data: "TestSet", made: "dict[str, MadeOutput] | None" = None
) -> "TestSet":
    """Add parses and alignments, where files of them are named."""
    if not (arguments.parses or arguments.alignments or arguments.backward_alignments or arguments.source_parses):
        return data
    if arguments.source_parses and data.sources is None:
        raise SpecError("--source-parses are of the source text: name that with --sources.")
    from steelyard.counted.annotation_files import annotate

    return annotate(
        data,
        parses=arguments.parses or (),
        alignments=arguments.alignments or (),
        backward_alignments=arguments.backward_alignments or (),
        source_parses=arguments.source_parses,
        made=made,
        encoding=arguments.encoding,
    )


def cached_set(arguments: argparse.Namespace) -> "CachedTestSet | None":
    """Read the test set that -t and -l name, if any."""
    if arguments.test_set is None:
        for flag in ("origlang", "subset"):
            if getattr(arguments, flag, None):
                raise SpecError(
                    f"--{flag.replace('_', '-')} goes with a test set of sacreBLEU's cache: name it with -t."
                )
        return None
    from steelyard.reading.formats import read_cached

    return read_cached(arguments.test_set, arguments.language_pair)


def read_references(arguments: argparse.Namespace, cached: "CachedTestSet | None") -> list["TextFile | str"]:
    """Return the references' paths, or their lines where a file holds several."""
    if cached is not None:
        if arguments.refs:
            raise SpecError("Give reference files or a test set with -t, not both.")
        if arguments.num_refs != 1:
            raise SpecError("--num-refs splits a file of references: it does not go with a test set from -t.")
        return [cached.fields[field] for field in cached.reference_fields]
    if not arguments.refs and getattr(arguments, "scores", None) and not arguments.input:
        raise SpecError(
            f"`steelyard {arguments.command}` is about texts, and there are scores alone: give REF and -i as well, or "
            "ask `steelyard compare` or influence, which take scores without texts."
        )
    if not arguments.refs and arguments.input and getattr(arguments, "needs_no_reference", False):
        return []
    if not arguments.refs:
        raise SpecError("There is no reference: name its file before -i, or a test set with -t and -l.")
    if arguments.num_refs == 1:
        return list(arguments.refs)
    if arguments.num_refs < 1 or len(arguments.refs) > 1:
        raise SpecError("--num-refs splits a single REF at tabs: give one file, and a number from 1.")
    from steelyard.reading.formats import read_columns

    return list(
        read_columns(arguments.refs[0], n_columns=arguments.num_refs, encoding=arguments.encoding, raw=arguments.raw)
    )


def _systems(arguments: argparse.Namespace) -> tuple[dict[str, "TextFile | str"], dict[str, str]]:
    """Return texts by name and paths by name."""
    texts: list[TextFile | str]
    if arguments.input is None:
        if "-" in arguments.refs:
            raise SpecError("Standard input cannot hold references and systems at once: name the systems with -i.")
        texts = list(_piped_systems(arguments))
        paths = [f"System {i + 1}" for i in range(len(texts))]
        names = arguments.names or paths
    else:
        paths = [path for i, path in enumerate(arguments.input) if not (i and path == arguments.input[0])]
        if len(paths) == 1 < len(arguments.input):
            raise SpecError(f"{paths[0]} is given twice after -i, and no other system: name the file of each system.")
        texts = list(paths)
        names = arguments.names or (paths if arguments.format == "sacrebleu" else text_names(paths))
    _check_names(names, len(texts))
    return dict(zip(names, texts, strict=True)), dict(zip(names, paths, strict=True))


def _piped_systems(arguments: argparse.Namespace) -> "list[TextFile]":
    """Read systems from standard input, which nobody may have meant to give."""
    from steelyard.reading.formats import read_columns

    n = len(arguments.refs)
    forgotten = f"There are {n} reference files and no system: put -i before the outputs" if n > 1 else ""
    if sys.stdin is not None and sys.stdin.isatty():
        if forgotten:
            raise SpecError(f"{forgotten} (the files before it are references).")
        say("steelyard: reading systems from standard input; -i names files, Ctrl-D ends the input.")
    found = read_columns("-", encoding=arguments.encoding, raw=arguments.raw)
    if not found[0].lines:
        raise SpecError(
            f"{forgotten or 'There is no system: put -i before the file of its outputs'} (standard input, where they "
            "are read from without -i, is empty)."
        )
    return found


def name_systems(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the paths of the systems by name; none without -i."""
    paths = arguments.input or []
    names = arguments.names or text_names(paths)
    _check_names(names, len(paths))
    return dict(zip(names, paths, strict=True))


def _check_names(names: Sequence[str], n_systems: int) -> None:
    if len(names) != n_systems:
        given = f"{len(names)} {'name' if len(names) == 1 else 'names'}"
        raise AlignmentError(f"--names has {given} for {n_systems} {'system' if n_systems == 1 else 'systems'}.")
    for i, name in enumerate(names):
        if name in names[:i]:
            raise AlignmentError(f"The system {name!r} stands twice. Give each system once, and each its own name.")


def _outside_scores(arguments: argparse.Namespace, data: "TestSet", paths: dict[str, str]) -> "list[OutputScores]":
    """Read the scores of all metrics, and take over what their files say of directions."""
    if not arguments.scores:
        return []
    from steelyard.counted.outside_scores import every_segment
    from steelyard.reading.directed_scores import directed

    found = every_segment(arguments.scores, data, paths)
    for metric in found:
        if not metric.name:
            argument = next(text for text in arguments.scores if text.endswith(metric.files[0][0]))
            raise SpecError(f"Cannot read --scores {argument!r}, as the file names no metric: write NAME=FILE.")
        for note in metric.notes:
            warn(arguments, note)
    may_assume = not has_verdict(arguments)
    return directed(found, arguments.lower_is_better, arguments.higher_is_better, may_assume=may_assume)


def read_documents(arguments: argparse.Namespace) -> "TextFile | None":
    """Read the document of every line, where a file is named."""
    if arguments.documents is None:
        return None
    from steelyard.types.document_ids import check_document_ids, read_document_ids

    raw = getattr(arguments, "raw", None)
    ids = read_document_ids(arguments.documents, raw=bool(raw))
    if not raw:
        check_document_ids({"documents": ids}, may_be_raw=raw is not None)
    return ids


def warn(arguments: argparse.Namespace, message: str) -> None:
    """Write a warning to standard error, unless --quiet."""
    if not arguments.quiet:
        say(f"steelyard: warning: {message}.")


def tell_of_meteor(arguments: argparse.Namespace, asked: Sequence[str], found: Sequence[str]) -> None:
    """Say which METEOR was found where no number named one: what it can do hangs on what is installed."""
    if getattr(arguments, "quiet", False):
        return
    if any(name.partition("(")[0].strip().lower() == "meteor" for name in asked):
        variant = next(name for name in found if name.startswith("meteor-1.5"))
        say(f"steelyard: meteor is {variant} on this machine: name that in a script, or give it more data.")


def _warn_of_tokenized_text(arguments: argparse.Namespace, data: "TestSet") -> None:
    for name, text in data.systems.items():
        if sum(line.endswith(" .") for line in text) >= _TOKENIZED_LINES:
            warn(
                arguments,
                f"{_TOKENIZED_LINES} lines or more of {name!r} end in ' .', as tokenised text does; BLEU expects "
                "detokenised text. --checks warn says that it is",
            )
