"""Put statistics files together: other systems, other metrics, other segments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError, DataError
from steelyard.reading.stored_statistics import StatisticsFile, StoredMetric
from steelyard.types import Statistics
from steelyard.types.segment_hashes import added_hashes

__all__ = ["merge_statistics"]

_ROLES = ("reference ", "system ", "sources", "documents")
_FACTS = ("label", "signature", "higher_is_better", "is_mean", "scale", "is_outside")


@dataclass(frozen=True, slots=True, eq=False)
class _Cell:
    """The statistics of one system under one metric, over the segments of one shard."""

    values: NDArray[np.int64]  # (N, K)
    bits: tuple[int, ...]
    path: str

    def numbers(self) -> NDArray[np.float64]:
        numbers: NDArray[np.float64] = np.ldexp(self.values.astype(np.float64), -np.array(self.bits))
        return numbers


@dataclass(frozen=True, slots=True, eq=False)
class _Shard:
    """All files about the same segments."""

    files: list[StatisticsFile]
    cells: dict[tuple[str, str], _Cell]  # by metric and system


def merge_statistics(files: Sequence[StatisticsFile]) -> tuple[StatisticsFile, list[str]]:
    """Merge statistics files: of the same segments those of other systems and metrics, and other segments below.

    Systems, metrics and shards come in the order in which the files name them first. Files about the same references
    are about the same segments; what stands in several must be equal. Merged scores are None, as sums of several files
    have none. Also returns notes: what one should know.
    """
    if len(files) == 1:
        return files[0], []
    _check_rows(files)
    facts = _facts(files)
    shards = _shards(files)
    systems = tuple(dict.fromkeys(system for file in files for system in file.systems))
    for shard in shards:
        for metric in facts:
            for system in systems:
                if (metric, system) not in shard.cells:
                    raise AlignmentError(
                        f"No file has {metric} of system {system!r} on the segments of {shard.files[0].path}: count "
                        "every system under every metric on all segments, or choose by --names and -m."
                    )
    _check_distinct(shards)
    firsts = [shard.files[0] for shard in shards]
    documents, notes = _documents(firsts)
    merged = []
    for metric, stored in facts.items():
        rows = [[shard.cells[metric, system] for shard in shards] for system in systems]
        statistics, is_rounded = _joined(rows, documents)
        if is_rounded:
            notes.append(
                f"{stored.label} of {files[0].path} and the other files together is held on a coarser grid than in "
                "some of them: the last digits can differ from counting all texts at once"
            )
        bits = tuple(int(bit) for bit in statistics.bits)
        merged.append(replace(stored, bits=bits, scores=(None,) * len(systems), values=statistics.values))
    inputs = _inputs([entry for file in files for entry in file.inputs])
    roles = [entry["role"] for entry in inputs]
    is_plain = len(roles) == len(set(roles)) and all(file.reading == files[0].reading for file in files)
    whole = replace(
        files[0],
        systems=systems,
        documents=documents,
        reference_words=tuple(words for file in firsts for words in file.reference_words),
        metrics=tuple(merged),
        systems_sha256=("",) * len(systems),
        inputs=tuple(inputs),
        score_inputs=tuple(_unique(entry for file in files for entry in file.score_inputs)),
        reading=files[0].reading if is_plain else _common_reading(files),
        items=_items(firsts),
        segments_sha256=added_hashes([file.segments_sha256 for file in firsts]),
    )
    return whole, notes


def _check_rows(files: Sequence[StatisticsFile]) -> None:
    first = files[0]
    for file in files:
        if file.rows != first.rows:
            raise DataError(
                f"{first.path} has a row for each {first.rows}, and {file.path} for each {file.rows}: count both alike."
            )


def _items(shards: Sequence[StatisticsFile]) -> tuple[str, ...] | None:
    """Name the items of all shards, where all are named and no name stands twice."""
    found = [item for shard in shards for item in shard.items or ()]
    return tuple(found) if len(set(found)) == sum(shard.n_segments for shard in shards) else None


def _common_reading(files: Sequence[StatisticsFile]) -> dict[str, str]:
    """Keep that there never were texts, which is all that files that were read otherwise have in common."""
    return {"of": "scores"} if all(file.reading.get("of") == "scores" for file in files) else {}


def _facts(files: Sequence[StatisticsFile]) -> dict[str, StoredMetric]:
    """Return what is known of each metric, which every file must say alike."""
    found: dict[str, tuple[StoredMetric, str]] = {}
    for file in files:
        for stored in file.metrics:
            first, path = found.setdefault(stored.metric, (stored, file.path))
            for fact in _FACTS:
                if getattr(first, fact) != getattr(stored, fact):
                    raise DataError(
                        f"{path} and {file.path} do not mean the same by {stored.metric}: {fact} is "
                        f"{getattr(first, fact)} in one and {getattr(stored, fact)} in the other. Count again alike."
                    )
            if len(first.bits) != len(stored.bits):
                raise DataError(f"{path} and {file.path} do not have the same statistics of {stored.metric}.")
    return {metric: stored for metric, (stored, _) in found.items()}


def _shards(files: Sequence[StatisticsFile]) -> list[_Shard]:
    shards: dict[str, _Shard] = {}
    for file in files:
        shard = shards.setdefault(file.references_sha256, _Shard([], {}))
        if shard.files:
            _check_same_segments(shard.files, file)
        shard.files.append(file)
        for stored in file.metrics:
            for system, values in zip(file.systems, stored.values, strict=True):
                cell = _Cell(values, stored.bits, file.path)
                known = shard.cells.setdefault((stored.metric, system), cell)
                if known is not cell and not _agree(known, cell):
                    raise DataError(
                        f"{known.path} and {file.path} contradict each other: they have other statistics of "
                        f"{stored.metric} for system {system!r} on the same segments."
                    )
    return list(shards.values())


def _check_same_segments(known: Sequence[StatisticsFile], file: StatisticsFile) -> None:
    for other in known:
        if other.documents != file.documents or other.reference_words != file.reference_words:
            raise DataError(
                f"{other.path} and {file.path} have the same references but not the same documents: count both with "
                "the same document ids."
            )
        hashes = dict(zip(other.systems, other.systems_sha256, strict=True))
        for system, sha256 in zip(file.systems, file.systems_sha256, strict=True):
            if hashes.get(system, sha256) != sha256:
                raise DataError(
                    f"{other.path} and {file.path} contradict each other: the output of system {system!r} is not the "
                    "same text. Give each text a name of its own, or count again."
                )


def _agree(a: _Cell, b: _Cell) -> bool:
    """Whether two cells hold the same numbers, as far as the coarser grid can say."""
    if a.bits == b.bits:
        return bool((a.values == b.values).all())
    steps = np.array([2.0 ** -min(x, y) if x and y and x != y else 0.0 for x, y in zip(a.bits, b.bits, strict=True)])
    return bool((np.abs(a.numbers() - b.numbers()) <= steps).all())


def _check_distinct(shards: Sequence[_Shard]) -> None:
    """Refuse the same outputs of all systems under other references: they would count twice.

    One system may well say the same in two parts: nothing, for instance.
    """
    seen: dict[frozenset[tuple[str, str]], StatisticsFile] = {}
    for shard in shards:
        first = shard.files[0]
        outputs = frozenset(
            said for file in shard.files for said in zip(file.systems, file.systems_sha256, strict=True)
        )
        other = seen.setdefault(outputs, first)
        if other is not first:
            raise DataError(
                f"{other.path} and {first.path} hold the same output of every system under other references: they are "
                "no parts of one test set, and their segments would count twice."
            )


def _documents(shards: Sequence[StatisticsFile]) -> tuple[tuple[str, ...] | None, list[str]]:
    """Join the documents; equal ids are one document, as in a test set of texts."""
    bare = next((file for file in shards if file.documents is None), None)
    known = next((file for file in shards if file.documents is not None), None)
    if known is None:
        return None, []
    if bare is not None:
        raise AlignmentError(f"{known.path} has documents and {bare.path} has none: count both with document ids.")
    owners: dict[str, StatisticsFile] = {}
    notes = []
    for file in shards:
        ids = set(file.documents or ())
        shared = sorted(document for document in ids if owners.get(document, file) is not file)
        if shared:
            notes.append(
                f"{file.path} and {owners[shared[0]].path} both have the document {shared[0]!r}"
                + (f", and share {len(shared) - 1} more" if len(shared) > 1 else "")
                + ": equal ids are taken for one document"
            )
        owners |= {document: file for document in ids if document not in owners}
    return tuple(document for file in shards for document in file.documents or ()), notes


def _joined(rows: Sequence[Sequence[_Cell]], documents: tuple[str, ...] | None) -> tuple[Statistics, bool]:
    """Hold all systems and shards on one grid; also say whether that is coarser than some had."""
    cells = [cell for row in rows for cell in row]
    if len(rows[0]) == 1 and all(cell.bits == cells[0].bits for cell in cells):
        values = np.stack([row[0].values for row in rows])
        return Statistics(values, np.array(cells[0].bits, dtype=np.int64)), False
    if not any(any(cell.bits) for cell in cells):  # whole numbers stay what they are, and need no copies as floats
        whole = np.stack([np.concatenate([cell.values for cell in row]) for row in rows])
        return Statistics.from_values(whole, _codes(documents)), False
    numbers = np.stack([np.concatenate([cell.numbers() for cell in row]) for row in rows])
    statistics = Statistics.from_values(numbers, _codes(documents))
    back = np.ldexp(statistics.values.astype(np.float64), -statistics.bits)
    return statistics, bool((back != numbers).any())


def _codes(documents: tuple[str, ...] | None) -> NDArray[np.int64] | None:
    """Number the documents by first appearance."""
    if documents is None:
        return None
    codes: dict[str, int] = {}
    return np.array([codes.setdefault(document, len(codes)) for document in documents], dtype=np.int64)


def _inputs(entries: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """Put inputs in the order that a test set gives them in."""

    def place(entry: dict[str, str]) -> int:
        return next((i for i, role in enumerate(_ROLES) if entry["role"].startswith(role)), len(_ROLES))

    return sorted(_unique(entries), key=place)


def _unique(entries: "Sequence[dict[str, str]] | Iterator[dict[str, str]]") -> list[dict[str, str]]:
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    for entry in entries:
        found.setdefault((entry["role"], entry["name"], entry["sha256"]), entry)
    return list(found.values())
