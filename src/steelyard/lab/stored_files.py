"""The files that a question of its own kind of input reads: kept in its recipe, and found again where they are now."""

from collections.abc import Callable, Mapping
from dataclasses import Field, asdict, fields
from typing import Any, ClassVar, Protocol, Self

from steelyard.asking.question import Question
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["StoredFiles", "recompute_by"]


class StoredFiles:
    """What files there are, and how they are read: a dataclass, some of whose fields are paths."""

    __slots__ = ()
    of: ClassVar[str]  # what is read
    moving: ClassVar[tuple[str, ...]]  # fields that are a path, several of them, or some by name
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def reading(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {"of": self.of, **asdict(self)}

    @classmethod
    def of_reading(cls, stored: Mapping[str, Any], now: Mapping[str, str]) -> Self:
        """Return what was stored, with the paths where the files are now."""
        known = {one.name for one in fields(cls)}
        given = {name: _tuples(value) for name, value in stored.items() if name in known}
        return cls(**{name: cls._moved(value, now) if name in cls.moving else value for name, value in given.items()})

    @classmethod
    def where(cls, path: str, now: Mapping[str, str]) -> str:
        """Return the path that a file has now."""
        return now.get(path, path)

    @classmethod
    def _moved(cls, value: Any, now: Mapping[str, str]) -> Any:
        if isinstance(value, str):
            return cls.where(value, now)
        if isinstance(value, tuple):
            return tuple(cls._moved(one, now) for one in value)
        return {name: cls._moved(one, now) for name, one in value.items()} if isinstance(value, Mapping) else value


def _tuples(value: Any) -> Any:
    """Make of JSON's lists what questions have."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


class _Compute(Protocol):
    def __call__(
        self, given: Any, question: Any, /, *, n_threads: int, progress: Callable[[int, int], None] | None
    ) -> Result: ...


def recompute_by(
    files: type[StoredFiles], read: Callable[[Any], Any], question: type[Question], compute: _Compute
) -> Callable[[Stored], Result]:
    """Make what reads the stored files again, and asks again."""

    def recompute(stored: Stored) -> Result:
        found = files.of_reading(stored.recipe["reading"], {check.name: check.path for check in stored.inputs})
        asked = question.of_recipe(stored.arguments, stored.file)
        return compute(read(found), asked, n_threads=stored.n_jobs, progress=stored.progress)

    return recompute
