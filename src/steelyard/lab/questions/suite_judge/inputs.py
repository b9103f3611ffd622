"""Items, outputs, and what goes with them, lined up; and how to read the same files again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.opening import unpacked_name
from steelyard.lab.questions.suite.inputs import check_lines
from steelyard.lab.stored_files import StoredFiles
from steelyard.reading.formats import items_of_patterns, read_patterns, read_test_suite
from steelyard.types import SuiteItem
from steelyard.types.document_ids import check_document_ids
from steelyard.types.text_files import read_texts

__all__ = ["GivenSuite", "SuiteFiles", "read_suite"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenSuite:
    """Items of a test suite, and the outputs of every system."""

    items: Sequence[SuiteItem]  # of all files
    # by system, a line for every segment; empty where only the items are looked at
    outputs: Mapping[str, Sequence[str]]
    documents: Sequence[str] | None = None  # of every segment
    unused: Sequence[str] = ()  # patterns that are found in no source
    inputs: Sequence[dict[str, str]] = ()  # role, name and SHA-256 of every file
    reading: Mapping[str, Any] = field(default_factory=dict)  # how to read them again

    @property
    def n_segments(self) -> int:
        """Lines of the outputs."""
        if self.outputs:
            return len(next(iter(self.outputs.values())))
        return max(item.segment for item in self.items)

    def __post_init__(self) -> None:
        """Refuse texts of different lengths, and items of one phenomenon in two categories."""
        if not self.items:
            raise DataError("There is no item. Check the file of the suite.")
        texts = {f"the output {name}": text for name, text in self.outputs.items()}
        texts |= {} if self.documents is None else {"documents": self.documents}
        check_lines(texts, self.n_segments)
        category: dict[str, str] = {}
        for item in self.items:
            if category.setdefault(item.phenomenon, item.category) != item.category:
                raise DataError(
                    f"{item.place or item.id}: the phenomenon {item.phenomenon!r} has the category {item.category!r}, "
                    f"but {category[item.phenomenon]!r} elsewhere."
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteFiles(StoredFiles):
    """What files there are, and how they are read."""

    of: ClassVar = "suite"
    moving: ClassVar = ("suites", "paths", "sources", "documents")

    suites: tuple[str, ...]
    paths: Mapping[str, str]  # by system
    sources: str | None = None
    documents: str | None = None
    encoding: str = "utf-8"


def read_suite(files: SuiteFiles) -> GivenSuite:
    """Read items or patterns, outputs, and what goes with them."""
    wanted = {f"system {name}": path for name, path in files.paths.items()}
    wanted |= {name: path for name in ("sources", "documents") if (path := getattr(files, name)) is not None}
    texts = read_texts(wanted, files.encoding, has_flags=False) if wanted else {}
    if files.documents is not None:
        check_document_ids({"documents": texts["documents"]}, may_be_raw=False)
    outputs = {name: texts[f"system {name}"].lines for name in files.paths}
    sources = texts["sources"].lines if "sources" in texts else None
    items: list[SuiteItem] = []
    unused: list[str] = []
    inputs = []
    is_toml = [unpacked_name(path).endswith(".toml") for path in files.suites]
    if any(is_toml) != all(is_toml) or (len(files.suites) > 1 and not all(is_toml)):
        raise SpecError("Give one test suite, or files of patterns (.toml): items are lines of the outputs in order.")
    for path in files.suites:
        if all(is_toml):
            own = read_patterns(path, encoding=files.encoding)
            if not outputs:
                raise SpecError("Patterns need outputs: put -i before their files.")
            n = len(next(iter(outputs.values())))
            if sources is not None and len(sources) != n:
                raise AlignmentError(f"Sources have {len(sources):,} lines, but outputs {n:,}.")
            made = items_of_patterns(own.patterns, sources, n)
            there = {item.phenomenon for item in made}
            unused += [one.item.phenomenon for one in own.patterns if one.item.phenomenon not in there]
            items += made
            inputs.append({"role": "patterns", "name": own.path, "sha256": own.sha256})
        else:
            suite = read_test_suite(path, encoding=files.encoding)
            if sources is not None:
                raise SpecError("A test suite has its own sources: --sources is for patterns (.toml).")
            _check_lines(suite.items, suite.path, outputs)
            items += suite.items
            inputs.append({"role": "test suite", "name": suite.path, "sha256": suite.sha256})
    if not items:
        raise DataError("No pattern is in any source, so there is no item.")
    inputs += [{"role": role, "name": file.path, "sha256": file.sha256} for role, file in texts.items()]
    return GivenSuite(
        items=items,
        outputs=outputs,
        documents=texts["documents"].lines if "documents" in texts else None,
        unused=tuple(dict.fromkeys(unused)),
        inputs=inputs,
        reading=files.reading(),
    )


def _check_lines(items: Sequence[SuiteItem], path: str, outputs: Mapping[str, Sequence[str]]) -> None:
    for name, text in outputs.items():
        if len(text) != len(items):
            raise AlignmentError(
                f"The output {name} has {len(text):,} lines, but {path} {len(items):,} items: each needs a line, in "
                "the order of the items."
            )
