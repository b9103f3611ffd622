"""One part of a test set: where it is read from, and what names its statistics file."""

import glob
import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from steelyard.errors import DataError, SpecError
from steelyard.files.names import default_names, in_order
from steelyard.files.opening import open_input
from steelyard.reprs import short_repr
from steelyard.types import TestSet
from steelyard.types.text_tables import listed

__all__ = ["Shard", "ShardSource", "check_copies", "sha256_of", "shards_of"]

_PIECE = 2**20  # bytes that are hashed at a time
ShardSource = TestSet | str | os.PathLike[str] | Callable[[], TestSet]


@dataclass(frozen=True, slots=True, eq=False)
class Shard:
    """A part of a test set, small enough to be sent to where it is counted."""

    name: str  # of its statistics file, without the end
    source: ShardSource  # the texts, a table of them, or what makes them where they are counted
    # What the columns of a table are: ``reference``, ``systems``, ``columns``.
    table: Mapping[str, Any] = field(default_factory=dict)
    encoding: str = "utf-8"  # of a table

    __repr__ = short_repr

    @property
    def path(self) -> str | None:
        """The table, if it is one."""
        return os.fspath(self.source) if isinstance(self.source, str | os.PathLike) else None

    def read(self) -> TestSet:
        """Return the texts."""
        if isinstance(self.source, TestSet):
            return self.source
        if isinstance(self.source, str | os.PathLike):
            return TestSet.from_table(self.source, **self.table, encoding=self.encoding)
        return self.source()

    def is_source_of(self, metadata: Mapping[str, Any]) -> bool:
        """Whether the statistics that have these metadata were counted from this table as it is now, read alike.

        Texts in memory are not known by a file, and so counted again.
        """
        if self.path is None:
            return False
        reading = metadata["reading"]
        is_alike = reading.get("table") == self.table and reading.get("encoding") == self.encoding
        return is_alike and {entry["sha256"] for entry in metadata["inputs"]} == {sha256_of(self.path)}


def shards_of(
    sources: Iterable[ShardSource],
    *,
    reference: str | Sequence[str] = (),
    systems: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
) -> list[Shard]:
    """Give every part a name of its own: a table that of its file, without what says how it is stored."""
    if isinstance(sources, TestSet | str | os.PathLike):
        raise SpecError("Give a list of shards, of at least one.")
    sources = [one for source in sources for one in _matches(source)]
    if not sources:
        raise SpecError("Give a list of shards, of at least one.")
    table = {"reference": listed(reference), "systems": listed(systems), "columns": dict(columns or {})}
    found: dict[str, Shard] = {}
    for name, source in zip(_names(sources), sources, strict=True):
        is_table = isinstance(source, str | os.PathLike)
        if name in found:
            raise SpecError(f"{found[name].path} and {source} would both be counted into {name}: name each shard once.")
        found[name] = Shard(name, source, table if is_table else {}, encoding)
    return list(found.values())


def check_copies(shards: Sequence[Shard]) -> None:
    """Refuse one file under two names, which would be counted twice. Only files of one size are hashed."""
    by_size: dict[int, list[str]] = {}
    for shard in shards:
        if shard.path is not None and os.path.isfile(shard.path):
            by_size.setdefault(os.path.getsize(shard.path), []).append(shard.path)
    for paths in by_size.values():
        known: dict[str | None, str] = {}
        for path in paths if len(paths) > 1 else ():
            first = known.setdefault(sha256_of(path), path)
            if first is not path:
                raise DataError(
                    f"{first} and {path} are the same file (equal SHA-256), and would count twice: name one."
                )


def _matches(source: ShardSource) -> Sequence[ShardSource]:
    """Return the files that a pattern names, in the order of their numbers; anything else as it is."""
    if not isinstance(source, str) or os.path.exists(source) or not glob.has_magic(source):
        return [source]
    found = in_order(glob.glob(source))
    if not found:
        raise DataError(f"No file matches {source}.")
    return found


def _names(sources: Sequence[ShardSource]) -> list[str]:
    """Call tables by their files, and what is in memory by its number."""
    paths = [os.fspath(source) for source in sources if isinstance(source, str | os.PathLike)]
    names = iter(os.path.basename(name) for name in default_names([os.path.basename(path) for path in paths]))
    return [
        next(names) if isinstance(source, str | os.PathLike) else f"shard-{number:05}"
        for number, source in enumerate(sources, 1)
    ]


def sha256_of(path: str) -> str | None:
    """Hash a file, of this run or an earlier one; what cannot be read is told where it is counted."""
    try:
        with open_input(path, may_be_replaced=True) as file:
            digest = hashlib.sha256()
            while piece := file.read(_PIECE):
                digest.update(piece)
            return digest.hexdigest()
    except (OSError, DataError):
        return None
