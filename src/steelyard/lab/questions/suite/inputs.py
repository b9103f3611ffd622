"""Check-points, outputs, and what goes with them, lined up; and how to read the same files again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from steelyard.errors import AlignmentError, DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.lab.stored_files import StoredFiles
from steelyard.reading.formats import read_check_points
from steelyard.types import CheckPoint
from steelyard.types.document_ids import check_document_ids
from steelyard.types.text_files import read_texts

__all__ = ["GivenPoints", "PointFiles", "check_lines", "read_points"]

_SHOWN = 60  # characters of a segment in a message


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenPoints:
    """Check-points and the outputs that are looked through for them."""

    points: Sequence[CheckPoint]  # of all files
    outputs: Mapping[str, Sequence[str]]  # by system
    references: Sequence[Sequence[str]] = ()  # whole texts, for the length of outputs; none where they were not given
    sources: Sequence[str] | None = None  # and documents: of every segment
    documents: Sequence[str] | None = None
    inputs: Sequence[dict[str, str]] = ()  # role, name and SHA-256 of every file
    reading: Mapping[str, Any] = field(default_factory=dict)  # how to read them again

    @property
    def n_segments(self) -> int:
        """Lines of each output."""
        return len(next(iter(self.outputs.values())))

    def only(self, categories: Sequence[str]) -> "GivenPoints":
        """Take the points of some categories or groups; of all where none is named."""
        known = dict.fromkeys(name for point in self.points for name in (point.category, point.group) if name)
        for name in categories:
            if name not in known:
                raise DataError(f"There is no check-point of {name!r} (--categories): there are {', '.join(known)}.")
        if not categories:
            return self
        return replace(self, points=[point for point in self.points if {point.category, point.group} & {*categories}])

    def __post_init__(self) -> None:
        """Refuse texts of different lengths, and points that are not of them."""
        if not self.outputs:
            raise SpecError("There is no output to score: put -i before its file.")
        if not self.points:
            raise DataError("There is no check-point.")
        texts: dict[str, Sequence[str]] = {f"the output {name}": text for name, text in self.outputs.items()}
        texts |= {f"reference {i}": text for i, text in enumerate(self.references, 1)}
        texts |= {name: text for name in ("sources", "documents") if (text := getattr(self, name)) is not None}
        check_lines(texts, self.n_segments)
        groups: dict[str, str] = {}
        for number, point in enumerate(self.points, 1):
            self._check(point, point.place or f"Check-point {number}")
            if groups.setdefault(point.category, point.group) != point.group:
                raise DataError(
                    f"{point.place or f'Check-point {number}'}: the category {point.category!r} has the group "
                    f"{point.group!r}, but {groups[point.category]!r} elsewhere."
                )

    def _check(self, point: CheckPoint, place: str) -> None:
        if not 1 <= point.segment <= self.n_segments:
            raise DataError(
                f"{place}: the point is of segment {point.segment:,}, but outputs have {self.n_segments:,} lines: "
                "give the points of this test set."
            )
        if self.sources is None or not point.source:
            return
        text = self.sources[point.segment - 1]
        letters = "".join(text.split())
        lacking = next((word for word in point.source.split() if word not in letters), None)
        if lacking is not None:
            shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
            raise DataError(
                f"{place}: {lacking!r} is not in segment {point.segment:,} of the sources, {shown!r}: give the points "
                "of this test set."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class PointFiles(StoredFiles):
    """What files there are, and how they are read."""

    of: ClassVar = "checkpoints"
    moving: ClassVar = ("points", "paths", "references", "sources", "documents")

    points: tuple[str, ...]
    paths: Mapping[str, str]  # by system
    references: tuple[str, ...] = ()
    sources: str | None = None
    documents: str | None = None
    encoding: str = "utf-8"


def read_points(files: PointFiles) -> GivenPoints:
    """Read check-points, outputs, and what goes with them."""
    read = [read_check_points(path, encoding=files.encoding) for path in files.points]
    inputs = [{"role": "check-points", "name": file.path, "sha256": file.sha256} for file in read]
    wanted = {f"system {name}": path for name, path in files.paths.items()}
    wanted |= {f"reference {i}": path for i, path in enumerate(files.references, 1)}
    wanted |= {name: path for name in ("sources", "documents") if (path := getattr(files, name)) is not None}
    texts = read_texts(wanted, files.encoding, has_flags=False)
    if files.documents is not None:
        check_document_ids(texts, may_be_raw=False)
    inputs += [{"role": role, "name": file.path, "sha256": file.sha256} for role, file in texts.items()]
    return GivenPoints(
        points=[point for file in read for point in file.points],
        outputs={name: texts[f"system {name}"].lines for name in files.paths},
        references=[texts[f"reference {i}"].lines for i in range(1, len(files.references) + 1)],
        sources=_lines(texts.get("sources")),
        documents=_lines(texts.get("documents")),
        inputs=inputs,
        reading=files.reading(),
    )


def _lines(file: TextFile | None) -> Sequence[str] | None:
    return None if file is None else file.lines


def check_lines(texts: Mapping[str, Sequence[str]], n: int) -> None:
    """Refuse texts, by what messages call them, that have not a line for every segment."""
    for name, text in texts.items():
        if len(text) != n:
            raise AlignmentError(
                f"{name[0].upper() + name[1:]} has {len(text):,} lines, but {next(iter(texts))} {n:,}: each needs a "
                "line for every segment."
            )
