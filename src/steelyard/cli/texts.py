"""The test set that arguments name: files of texts, a set of sacreBLEU's cache, or tables."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from steelyard.cli.kinds import TABLE, check_given, columns_of_tables, has
from steelyard.cli.sanity_checks import look_first, say_where_shifted
from steelyard.cli.streams import say
from steelyard.errors import AlignmentError, SpecError
from steelyard.files.columns import text_names
from steelyard.files.names import first_double

if TYPE_CHECKING:
    from steelyard.files.reading import TextFile
    from steelyard.reading.formats import CachedTestSet
    from steelyard.types import MadeOutput, TestSet

__all__ = ["cached_set", "name_systems", "read_documents", "read_references", "read_tables", "read_test_set"]

T = TypeVar("T")
_LABELS = ("domain", "genre", "origlang")  # of sacreBLEU's test sets


def read_test_set(
    arguments: argparse.Namespace, made: "dict[str, MadeOutput] | None" = None
) -> tuple["TestSet", dict[str, str]]:
    """Read references, systems, documents and annotation, and look at them; also return each system's path."""
    try:
        data, paths = read_tables(arguments) if check_given(arguments) == TABLE else _files(arguments, made)
    except AlignmentError as error:
        raise say_where_shifted(arguments, error) from error
    if made is None:
        look_first(arguments, data)
    return data, paths


def read_tables(arguments: argparse.Namespace) -> tuple["TestSet", dict[str, str]]:
    """Read the test set of --table, and return each system's file beside it."""
    if arguments.refs and arguments.reference_columns:
        raise SpecError("Name reference files, or columns of references with --reference: not both.")
    from steelyard.types import TestSet

    data = TestSet.from_table(
        arguments.table, references=list(arguments.refs), **columns_of_tables(arguments), names=arguments.names,
        encoding=arguments.encoding,
    )  # fmt: skip
    paths = {name: data.names[f"system {name}"].partition(", column ")[0] for name in data.systems}
    return _annotated(arguments, data, None), paths


def _files(arguments: argparse.Namespace, made: "dict[str, MadeOutput] | None") -> tuple["TestSet", dict[str, str]]:
    from steelyard.types import TestSet

    cached = cached_set(arguments)
    references = read_references(arguments, cached)
    systems, paths = _systems(arguments) if made is None else ({}, {})
    for name, output in (made or {}).items():
        systems[name], paths[name] = output.file, output.file.path
    fields = {} if cached is None else cached.fields
    data = TestSet.from_files(
        references=references, systems=systems, sources=arguments.sources or fields.get("src"),
        documents=arguments.documents or fields.get("docid"),
        metadata={field: fields[field].lines for field in _LABELS if field in fields},
        encoding=arguments.encoding, empty_reference=arguments.empty_reference, raw=arguments.raw,
    )  # fmt: skip
    data = _annotated(arguments, data, made)
    if cached is not None and (arguments.origlang or arguments.subset):
        data = data.select(cached.keep(origlang=arguments.origlang, subset=arguments.subset))
    return data, paths


def _annotated(arguments: argparse.Namespace, data: "TestSet", made: "dict[str, MadeOutput] | None") -> "TestSet":
    """Add parses and alignments, where files of them are named."""
    if not has(arguments, "parses", "alignments", "backward_alignments", "source_parses"):
        return data
    if arguments.source_parses and data.sources is None:
        raise SpecError("--source-parses are of the source text: name that with --sources.")
    from steelyard.scored.annotation_files import annotate

    return annotate(
        data, parses=arguments.parses or (), alignments=arguments.alignments or (),
        backward_alignments=arguments.backward_alignments or (), source_parses=arguments.source_parses, made=made,
        encoding=arguments.encoding,
    )  # fmt: skip


def cached_set(arguments: argparse.Namespace) -> "CachedTestSet | None":
    """Read the test set that -t and -l name, if any."""
    if arguments.test_set is None:
        if flag := next((flag for flag in ("origlang", "subset") if has(arguments, flag)), ""):
            raise SpecError(f"--{flag} goes with a test set of sacreBLEU's cache: name it with -t.")
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
    if not arguments.refs:
        if arguments.input and has(arguments, "needs_no_reference"):
            return []
        if not arguments.input and has(arguments, "scores"):
            raise SpecError(
                f"`steelyard {arguments.command}` is about texts, and there are scores alone: give REF and -i as well, "
                "or ask `steelyard compare` or influence, which take scores without texts."
            )
        raise SpecError("There is no reference: name its file before -i, or a test set with -t and -l.")
    if arguments.num_refs == 1:
        return list(arguments.refs)
    if arguments.num_refs < 1 or len(arguments.refs) > 1:
        raise SpecError("--num-refs splits a single REF at tabs: give one file, and a number from 1.")
    from steelyard.reading.formats import read_columns

    how = {"n_columns": arguments.num_refs, "encoding": arguments.encoding, "raw": arguments.raw}
    return list(read_columns(arguments.refs[0], **how))


def _systems(arguments: argparse.Namespace) -> tuple[dict[str, "TextFile | str"], dict[str, str]]:
    """Return texts by name and paths by name."""
    texts: list[TextFile | str]
    if arguments.input is None:
        if "-" in arguments.refs:
            raise SpecError("Standard input cannot hold references and systems at once: name the systems with -i.")
        texts = list(_piped_systems(arguments))
        names = paths = [f"System {i + 1}" for i in range(len(texts))]
    else:
        paths = [path for i, path in enumerate(arguments.input) if not (i and path == arguments.input[0])]
        if len(paths) == 1 < len(arguments.input):
            raise SpecError(f"{paths[0]} is given twice after -i, and no other system: name the file of each system.")
        texts = list(paths)
        names = paths if arguments.format == "sacrebleu" else text_names(paths)
    return _named(arguments.names or names, texts), _named(arguments.names or names, paths)


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
        why = forgotten or "There is no system: put -i before the file of its outputs"
        raise SpecError(f"{why} (standard input, where they are read from without -i, is empty).")
    return found


def name_systems(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the paths of the systems by name; none without -i."""
    paths = arguments.input or []
    return _named(arguments.names or text_names(paths), paths)


def _named(names: Sequence[str], systems: Sequence[T]) -> dict[str, T]:
    if len(names) != len(systems):
        given, n = len(names), len(systems)
        raise AlignmentError(f"--names has {given} name{'s' * (given != 1)} for {n} system{'s' * (n != 1)}.")
    if (double := first_double(names)) is not None:
        raise AlignmentError(f"The system {double!r} stands twice. Give each system once, and each its own name.")
    return dict(zip(names, systems, strict=True))


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
