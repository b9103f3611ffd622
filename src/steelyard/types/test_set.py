"""References, system outputs and what goes with them, aligned once."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError, unknown_name
from steelyard.files.names import default_names
from steelyard.files.reading import TextFile
from steelyard.reprs import describe, listed, n_of
from steelyard.types.checks import (
    BACKWARD,
    as_references,
    as_segments,
    check_containers,
    check_documents,
    check_lengths,
    check_references,
    check_surrogates,
)
from steelyard.types.text_files import read_text, read_texts

if TYPE_CHECKING:
    from steelyard.types.annotations import Alignment, AnnotationFile, Parse, Parses

__all__ = ["TestSet"]

T = TypeVar("T")
TextSource = str | os.PathLike[str] | TextFile


@dataclass(frozen=True, slots=True)
class TestSet:
    """A test set with the outputs of some systems: every text has the same number of segments.

    Parameters
    ----------
    references : sequence of sequence of str or None
        One entry a reference, each with one string per segment: ``[reference][segment]``. ``None`` is a missing
        reference, ``""`` a real, empty one. A segment needs at least one; none are needed at all where there are
        sources, for questions that ask for none (`steelyard.lab.consistency`).
    systems : mapping of str to sequence of str
        Outputs by system name; their order is kept, and the first is the baseline.
    sources : sequence of str, optional
        The texts that were translated.
    documents : sequence of str, optional
        Document id of each segment; equal ids are one document wherever they stand.
    metadata : mapping of str to sequence, optional
        Further columns, one value per segment.
    parses : mapping of str to sequence, optional
        Tags, lemmas and dependencies: by text (``"reference 1"``, ``"system x"``, ``"sources"``) one or more `Parse` a
        segment, best first.
    alignments : mapping of str to sequence, optional
        Word alignments: by text (``"reference 1"``, ``"system x"``) pairs (source word, word of the text) a segment. A
        second alignment, from an aligner run in the other direction, has ``backward`` before the name of the text.
    names : mapping of str to str, optional
        How error messages and provenance call a text, such as its path: keys ``"reference 1"``, ``"system x"``,
        ``"sources"``, ``"documents"``, ``"parses of system x"``. Set by `from_files` and `annotated`.
    hashes : mapping of str to str, optional
        SHA-256 by the same keys; computed from the texts where not given.
    reading : mapping, optional
        How files were read, as JSON can hold it: set by `from_files` and `from_table`, and what a stored result needs
        to be verified. Empty for texts that came as lists, or are parts of files.

    Raises
    ------
    AlignmentError
        Lengths differ, a segment has no reference, references are transposed, or a text is a bare string.
    DataError
        There is no segment, no reference, or a document id is empty.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(
    ...     references=[["The ferry leaves at nine.", "Bring a warm coat."]],
    ...     systems={"ours": ["The ferry departs at nine.", "Take a warm coat."]},
    ... )
    >>> data.n_segments, data.system_names
    (2, ('ours',))
    """

    __test__ = False  # pytest: not a test class

    references: Sequence[Sequence[str | None]]
    systems: Mapping[str, Sequence[str]]
    sources: Sequence[str] | None = None
    documents: Sequence[str] | None = None
    metadata: Mapping[str, Sequence[object]] | None = None
    parses: "Mapping[str, Parses] | None" = field(default=None, repr=False)
    alignments: "Mapping[str, Sequence[Alignment]] | None" = field(default=None, repr=False)
    names: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    hashes: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    reading: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(self.n_segments, "segment"),
            n_of(len(self.references), "reference") if self.references else "no reference",
            listed("systems", self.systems),
            "sources" if self.sources else "",
            n_of(len(set(self.documents or ())), "document"),
            listed("metadata", self.metadata or ()),
            "parses" if self.parses else "",
            "alignments" if self.alignments else "",
        )

    def __post_init__(self) -> None:
        """Check everything and freeze the texts as tuples."""
        object.__setattr__(self, "references", as_references(self.references))
        check_containers(self.references, self.systems, has_sources=self.sources is not None)
        texts: dict[str, tuple[object, ...]] = {
            f"reference {i}": as_segments(text, self._name(f"reference {i}"), allow_missing=True)
            for i, text in enumerate(self.references, 1)
        }
        n_references = len(texts)
        for name, text in self.systems.items():
            texts[f"system {name}"] = as_segments(text, self._name(f"system {name}"))
        if self.sources is not None:
            texts["sources"] = as_segments(self.sources, self._name("sources"))
        if self.documents is not None:
            texts["documents"] = as_segments(self.documents, self._name("documents"))
        for key in texts.keys() - self.hashes.keys():  # what was decoded from a file cannot hold any
            check_surrogates(texts[key], self._name(key))
        check_lengths(texts, n_references, self._name)
        for column, values in (self.metadata or {}).items():
            n = len(next(iter(texts.values())))
            if len(values) != n:
                raise AlignmentError(f"Metadata {column!r} has {len(values)} values for {n} segments.")
        keys = list(texts)
        set_field = object.__setattr__
        set_field(self, "references", tuple(texts[key] for key in keys[:n_references]))
        set_field(self, "systems", {name: texts[f"system {name}"] for name in self.systems})
        set_field(self, "sources", texts.get("sources"))
        set_field(self, "documents", texts.get("documents"))
        check_references(self.references)
        check_documents(self.documents, self._name("documents"))
        self._check_annotation(texts)

    def _check_annotation(self, texts: Mapping[str, tuple[object, ...]]) -> None:
        parses, alignments = self.parses or None, self.alignments or None
        if parses or alignments:
            from steelyard.types.annotations import check_alignments, check_parses  # few test sets have any

            parses = parses and check_parses(parses, texts, self.names)
            alignments = alignments and check_alignments(alignments, texts, self.names)
        object.__setattr__(self, "parses", parses)
        object.__setattr__(self, "alignments", alignments)

    def _name(self, key: str) -> str:
        return self.names.get(key, key)

    @classmethod
    def from_files(
        cls,
        references: Sequence[TextSource],
        systems: Mapping[str, TextSource] | Sequence[TextSource],
        *,
        sources: TextSource | None = None,
        documents: TextSource | None = None,
        metadata: Mapping[str, Sequence[object]] | None = None,
        encoding: str = "utf-8",
        empty_reference: str = "empty",
        raw: bool = False,
    ) -> "TestSet":
        """Read a test set from text files, one segment a line.

        What a file holds shows in its content. Of XLIFF, TMX and tables of a source and its translation the translation
        is taken, or the source for `sources`; without `sources` theirs are taken. JSON, other tables, archives and
        marked-up text are refused with what reads them.

        Parameters
        ----------
        references : sequence of path
            One file a reference; ``.gz``, ``.bz2``, ``.xz`` and ``"-"`` (standard input) work everywhere.
            ``"FILE:COLUMN"`` is a column of a table, or a language of a translation memory.
        systems : mapping of str to path, or sequence of path
            Outputs; from a sequence, the names are the paths.
        sources, documents : path, optional
            Source text; document ids, one per line, or a table with the column ``doc``.
        metadata : mapping of str to sequence, optional
            Further columns, one value per segment.
        encoding : str, default "utf-8"
            Of all files.
        empty_reference : {"empty", "missing"}, default "empty"
            Whether an empty line of a reference file is an empty reference or none at all.
        raw : bool, default False
            Take lines as they stand, even where the file looks like something else than text, and document ids even
            where they are all different.

        Returns
        -------
        TestSet
            With the files' paths as names and their SHA-256.

        Raises
        ------
        DataError
            A file cannot be read or decoded, is empty, or holds something else than a segment per line.
        AlignmentError
            Files differ in length, or a system name stands twice.

        Examples
        --------
        >>> import steelyard as sy
        >>> data = sy.TestSet.from_files(
        ...     references=["examples/reference.1.en"], systems={"harbour": "examples/systems/harbour.en"}
        ... )
        >>> data.n_segments
        120
        """
        if isinstance(references, str | os.PathLike | TextFile):
            raise AlignmentError(f"references must be a list of files: pass [{str(references)!r}].")
        if isinstance(systems, str | os.PathLike | TextFile):
            raise AlignmentError(f"systems must map names to files, or be a list: pass [{str(systems)!r}].")
        if empty_reference not in ("empty", "missing"):
            raise DataError(f"empty_reference must be 'empty' or 'missing', not {empty_reference!r}.")
        named = systems if isinstance(systems, Mapping) else _by_path(systems)
        wanted: dict[str, TextSource] = {f"reference {i}": path for i, path in enumerate(references, 1)}
        wanted |= {f"system {name}": path for name, path in named.items()}
        wanted |= {key: path for key, path in (("sources", sources), ("documents", documents)) if path is not None}
        files = read_texts(wanted, encoding, raw=raw)
        if sources is None and any(file.units for file in files.values()):
            from steelyard.types.bilingual import sources_beside

            files |= {"sources": beside} if (beside := sources_beside(files)) else {}
        if documents is not None and not (raw or isinstance(documents, TextFile)):
            from steelyard.types.document_ids import check_document_ids

            check_document_ids(files)
        reference_lines: list[tuple[str | None, ...]] = [
            files[f"reference {i + 1}"].lines for i in range(len(references))
        ]
        if empty_reference == "missing":
            reference_lines = [tuple(line or None for line in lines) for lines in reference_lines]
        return cls(
            references=reference_lines,
            systems={name: files[f"system {name}"].lines for name in named},
            sources=files["sources"].lines if "sources" in files else None,
            documents=files["documents"].lines if documents is not None else None,
            metadata=metadata,
            names={key: file.path for key, file in files.items()},
            hashes={key: file.sha256 for key, file in files.items()},
            reading={"encoding": encoding, "empty_reference": empty_reference, **({"raw": True} if raw else {})},
        )

    @classmethod
    def from_table(
        cls,
        paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
        *,
        references: Sequence[TextSource] = (),
        reference: str | Sequence[str] = (),
        systems: str | Sequence[str] = (),
        columns: Mapping[str, str] | None = None,
        names: Sequence[str] | None = None,
        encoding: str = "utf-8",
    ) -> "TestSet":
        r"""Read a test set from a table: a column per system, a row per output, or a table per system.

        Parameters
        ----------
        paths : path or sequence of path
            CSV, TSV, JSON, JSON Lines or Parquet, also packed (``.gz``, ``.bz2``, ``.xz``, ``.zst``). Several tables
            hold a system's outputs each, and their rows meet by their ids.
        references : sequence of path, default ()
            Text files of references, a line per segment in the order of the (first) table, where it holds none.
        reference : str or sequence of str, default ()
            Columns of references, or one that holds lists of them; by default those that are called so. A dot leads
            into nested objects: ``"translation.de"``.
        systems : str or sequence of str, default ()
            Columns that hold the outputs of a system each; the first is the baseline.
        columns : mapping of str to str, optional
            Column of another role, where its name does not say so: ``source``, ``document``, ``id``, ``system``,
            ``output``.
        names : sequence of str, optional
            Of the systems, where each has a table; by default the names of the files.
        encoding : str, default "utf-8"
            Of text.

        Returns
        -------
        TestSet
            Line breaks inside cells are text; columns without a role are metadata.

        Raises
        ------
        SpecError
            It is not clear which columns hold the outputs.
        DataError
            A table cannot be read, lacks a column, or a cell that should hold a text holds none.
        AlignmentError
            A system lacks segments or has some twice, or tables differ in their references.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> import steelyard as sy
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "outputs.csv")
        ...     _ = path.write_text('reference,ours,theirs\nA cat.,"A cat,\nI think.",Cat.\n')
        ...     data = sy.TestSet.from_table(path, systems=["ours", "theirs"])
        >>> data.systems["ours"]
        ('A cat,\nI think.',)
        """
        from steelyard.files.records import read_records
        from steelyard.types.text_tables import fields_of_tables, listed

        given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
        if not given:
            raise AlignmentError("There is no table: name at least one file.")
        tables = [read_records(path, encoding) for path in given]
        named = default_names([os.fspath(path) for path in given]) if names is None else list(names)
        files = [read_text(one, encoding) for one in references]
        fields = fields_of_tables(tables, named, reference=reference, systems=systems, columns=columns, files=files)
        table = {"reference": listed(reference), "systems": listed(systems), "columns": dict(columns or {})}
        return cls(**fields, reading={"encoding": encoding, "empty_reference": "empty", "table": table})

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        reference: str | Sequence[str] = (),
        systems: str | Sequence[str] = (),
        columns: Mapping[str, str] | None = None,
    ) -> "TestSet":
        """Take a test set from a data frame: a column per system, or a row per output.

        Parameters
        ----------
        frame : frame, list of mapping, or mapping of sequences
            Of pandas, Polars, PyArrow or ``datasets``; a list of rows, or a mapping of columns. None of these packages
            is needed.
        reference, systems, columns
            As for `from_table`.

        Returns
        -------
        TestSet
            Columns without a role are metadata.

        Raises
        ------
        SpecError, DataError, AlignmentError
            As for `from_table`.

        Examples
        --------
        >>> import steelyard as sy
        >>> rows = [
        ...     {"system": "ours", "id": 1, "reference": "A cat.", "output": "One cat."},
        ...     {"system": "theirs", "id": 1, "reference": "A cat.", "output": "Cat."},
        ... ]
        >>> sy.TestSet.from_frame(rows).systems
        {'ours': ('One cat.',), 'theirs': ('Cat.',)}
        """
        from steelyard.types.table_columns import records_of_frame
        from steelyard.types.text_tables import fields_of_tables

        frames = [records_of_frame(frame)]
        return cls(**fields_of_tables(frames, ["output"], reference=reference, systems=systems, columns=columns))

    @property
    def n_segments(self) -> int:
        """N: lines of every text."""
        return len(next(iter((*self.references, *self.systems.values()))))

    @property
    def system_names(self) -> tuple[str, ...]:
        """Names in the given order; the first is the baseline."""
        return tuple(self.systems)

    def annotated(
        self,
        *,
        parses: "Mapping[str, AnnotationFile[tuple[Parse, ...]] | Sequence[Sequence[Parse]]] | None" = None,
        alignments: "Mapping[str, AnnotationFile[Alignment] | Sequence[Alignment]] | None" = None,
    ) -> "TestSet":
        """Return the same test set with annotation added; what a text has already is replaced.

        Parameters
        ----------
        parses, alignments : mapping of str to AnnotationFile or sequence, optional
            By text, as in the fields of the same names. `steelyard.annotate` reads them from files.

        Returns
        -------
        TestSet
            With the files' paths and SHA-256 in its `inputs`.
        """
        from steelyard.types.annotations import AnnotationFile

        new_parses, new_alignments = dict(parses or {}), dict(alignments or {})
        roles: dict[str, object] = {f"parses of {key}": value for key, value in new_parses.items()}
        roles |= {f"alignments of {key}": value for key, value in new_alignments.items()}
        files = {role: value for role, value in roles.items() if isinstance(value, AnnotationFile)}
        kept = {role: sha256 for role, sha256 in self.hashes.items() if role not in roles}
        return replace(
            self,
            parses={**(self.parses or {}), **{key: _segments_of(value) for key, value in new_parses.items()}},
            alignments={
                **(self.alignments or {}),
                **{key: _segments_of(value) for key, value in new_alignments.items()},
            },
            names={**self.names, **{role: file.path for role, file in files.items()}},
            hashes={**kept, **{role: file.sha256 for role, file in files.items()}},
        )

    def select(self, segments: Sequence[int], systems: Sequence[str] | None = None) -> "TestSet":
        """Return the test set of some segments, in the given order.

        Parameters
        ----------
        segments : sequence of int
            Positions from 0.
        systems : sequence of str, optional
            Names of the systems to keep, in the order to have them in; by default all.

        Returns
        -------
        TestSet
            Names stay, hashes are those of the selected texts.
        """

        def pick(text: Sequence[Any]) -> list[Any]:
            return [text[i] for i in segments]

        names = self.system_names if systems is None else tuple(systems)
        for name in names:
            if name not in self.systems:
                raise unknown_name("system", name, self.systems)
        dropped = {f"system {name}" for name in self.systems if name not in names}

        def pick_annotation(by_text: Mapping[str, Sequence[Any]] | None) -> dict[str, Any]:
            return {
                key: pick(rows) for key, rows in (by_text or {}).items() if key.removeprefix(BACKWARD) not in dropped
            }

        return TestSet(
            references=[pick(text) for text in self.references],
            systems={name: pick(self.systems[name]) for name in names},
            sources=pick(self.sources) if self.sources is not None else None,
            documents=pick(self.documents) if self.documents is not None else None,
            metadata={key: pick(column) for key, column in self.metadata.items()} if self.metadata else None,
            parses=pick_annotation(self.parses),
            alignments=pick_annotation(self.alignments),
            names=self.names,
        )

    def document_codes(self) -> NDArray[np.int64] | None:
        """Return the document of each segment as a code from 0, by first appearance; None without documents."""
        if self.documents is None:
            return None
        codes: dict[str, int] = {}
        return np.array([codes.setdefault(document, len(codes)) for document in self.documents], dtype=np.int64)

    def inputs(self) -> list[dict[str, str]]:
        """Say what the results rest on: role, name and SHA-256 of every text, for the provenance of a result."""
        texts: dict[str, Sequence[str | None]] = {f"reference {i}": text for i, text in enumerate(self.references, 1)}
        texts |= {f"system {name}": text for name, text in self.systems.items()}
        texts |= {k: v for k, v in (("sources", self.sources), ("documents", self.documents)) if v is not None}
        hashed: dict[str, Sequence[object]] = {}
        for kind, by_text in (("parses", self.parses), ("alignments", self.alignments)):
            keys = [prefix + key for prefix in ("", BACKWARD) for key in texts]
            hashed |= {f"{kind} of {key}": by_text[key] for key in keys if by_text and key in by_text}
        return [
            {"role": key, "name": self._name(key), "sha256": self.hashes.get(key) or _hash_of(text)}
            for key, text in texts.items()
        ] + [
            {
                "role": role,
                "name": self._name(role),
                "sha256": self.hashes.get(role) or _hash_of([repr(segment) for segment in rows]),
            }
            for role, rows in hashed.items()
        ]


def _segments_of(annotation: "AnnotationFile[T] | Sequence[T]") -> Sequence[T]:
    from steelyard.types.annotations import AnnotationFile

    return annotation.segments if isinstance(annotation, AnnotationFile) else annotation


def _hash_of(text: Sequence[str | None]) -> str:
    joined = "".join(f"{line or ''}\n" for line in text)
    return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()


def _by_path(paths: Sequence[TextSource]) -> dict[str, TextSource]:
    named: dict[str, TextSource] = {}
    for path in paths:
        name = path.path if isinstance(path, TextFile) else os.fspath(path)
        if name in named:
            raise AlignmentError(f"The system {name!r} is given twice. Give each system once, or name them.")
        named[name] = path
    return named
