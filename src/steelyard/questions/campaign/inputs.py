"""The tasks of a campaign: what a file says of them."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.names import first_double
from steelyard.files.settings import read_files, read_settings, read_table, read_texts, read_weight
from steelyard.reading.formats.statistics_files import files_in

__all__ = ["CampaignFiles", "TaskFiles", "read_campaign", "tasks_of_statistics"]

_KINDS = ("references", "statistics", "scores")
_RULES = ("refuse", "drop-item", "worst")  # both ends of a missing score make no average


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFiles:
    """The files of a task, as a campaign's file names them."""

    references: tuple[str, ...] = ()
    systems: Mapping[str, str] = field(default_factory=dict)
    sources: str | None = None
    documents: str | None = None
    statistics: tuple[str, ...] = ()
    scores: Mapping[str, str] = field(default_factory=dict)  # name of the metric by path; empty: from the file
    columns: Mapping[str, str] = field(default_factory=dict)
    items_in_columns: bool = False
    lower_is_better: tuple[str, ...] = ()
    higher_is_better: tuple[str, ...] = ()
    no_answer: tuple[str, ...] = ()
    missing: str = "refuse"
    repeats: str = "refuse"
    by: str | None = None  # FILE or FILE:COLUMN, the part of each segment: every part is a task
    metrics: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    weight: float = 1.0
    cluster: str = ""
    shares: str = ""
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class CampaignFiles:
    """The tasks of a campaign by name, with the paths of their files."""

    tasks: Mapping[str, TaskFiles]

    def reading(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {"of": "campaign", "tasks": {name: asdict(task) for name, task in self.tasks.items()}}

    @classmethod
    def of_reading(cls, stored: Mapping[str, Any], now: Mapping[str, str]) -> Self:
        """Return what was stored, with the paths where the files are now."""
        tasks = {}
        for name, given in stored["tasks"].items():
            kept: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value for key, value in given.items()
            }
            tasks[name] = _at(TaskFiles(**kept), lambda path: now.get(path, path))
        return cls(tasks)


def _at(task: TaskFiles, where: Callable[[str], str]) -> TaskFiles:
    """Put every path of a task where it is."""
    return replace(
        task,
        references=tuple(map(where, task.references)),
        statistics=tuple(map(where, task.statistics)),
        scores={where(path): name for path, name in task.scores.items()},
        systems={name: where(path) for name, path in task.systems.items()},
        sources=None if task.sources is None else where(task.sources),
        documents=None if task.documents is None else where(task.documents),
        by=None if task.by is None else _moved(task.by, where),
    )


def _moved(text: str, where: Callable[[str], str]) -> str:
    """Put a file where it is, of which a column may be meant."""
    moved, (path, separator, column) = where(text), text.rpartition(":")
    return f"{where(path)}:{column}" if moved == text and separator and path else moved


def tasks_of_statistics(paths: Sequence[str]) -> CampaignFiles:
    """Make a task of each statistics file, or folder of them, called as it is."""
    names = [Path(path).name if os.path.isdir(path) else Path(path).name.split(".")[0] for path in paths]
    double = first_double(names)
    if double is not None:
        raise SpecError(
            f"Two paths make the task {double!r}: give them different names, or list them in a TOML file of tasks."
        )
    return CampaignFiles(
        {name: TaskFiles(statistics=tuple(files_in(path))) for name, path in zip(names, paths, strict=True)}
    )


def read_campaign(path: str) -> CampaignFiles:
    """Read a campaign's file; paths in it are below its folder."""
    given = read_settings(path)
    tasks = given.pop("tasks", None)
    metrics = read_texts(path, "metrics", given.pop("metrics", ()))
    if given:
        raise DataError(f"{path}: {next(iter(given))!r} is unknown. Write metrics and [tasks.NAME].")
    if not isinstance(tasks, dict) or not tasks:
        raise DataError(f"{path} has no task: write [tasks.en-de] and below it references and systems, or statistics.")
    folder = Path(path).parent
    read = {name: _task(f"{path}, task {name}", task, folder) for name, task in tasks.items()}
    return CampaignFiles(
        {
            name: _listed(_at(replace(task, metrics=task.metrics or metrics), lambda one: str(folder / one)))
            for name, task in read.items()
        }
    )


def _listed(task: TaskFiles) -> TaskFiles:
    """Name the files of folders of statistics: what is read again later is these, and no file that came since."""
    return replace(task, statistics=tuple(path for one in task.statistics for path in files_in(one)))


def _task(place: str, given: object, folder: Path) -> TaskFiles:
    """Read what is said of a task; the folder is where patterns of files are looked for."""
    known = {one.name: one.default for one in fields(TaskFiles)}
    if not isinstance(given, dict):
        raise DataError(f"{place}: write its files below [tasks.NAME], as references = [...].")
    for key in given:
        if key not in known:
            raise DataError(f"{place}: {unknown_name('key', key, known)}")
    kinds = [kind for kind in _KINDS if kind in given]
    if len(kinds) != 1:
        raise DataError(f"{place}: give one of these: references and systems, statistics, or scores.")
    read: dict[str, Any] = {}
    for key, value in given.items():
        if key == "scores":
            read[key] = _scores(place, value)
        elif key in (*_KINDS, "lower_is_better", "higher_is_better", "no_answer", "metrics"):
            read[key] = read_texts(place, key, value)
        elif key == "systems":
            read[key] = read_files(place, key, value, folder)
        elif key in ("names", "columns"):
            read[key] = read_table(place, key, value, "{a = 'b'}")
        elif key == "weight":
            read[key] = read_weight(place, value)
        elif not isinstance(value, bool if key == "items_in_columns" else str):
            raise DataError(f"{place}: {key} has to be {'true or false' if key == 'items_in_columns' else 'a text'}.")
        else:
            read[key] = value
    if "by" in read and kinds == ["statistics"]:
        raise DataError(f"{place}: by is for texts or scores. Group statistics when you write the file.")
    if read.get("missing", "refuse") not in _RULES:
        raise DataError(f"{place}: {unknown_name('rule for missing scores', read['missing'], _RULES)}")
    for key in ("missing", "repeats"):
        if key in read and kinds != ["scores"]:
            raise DataError(f"{place}: {key} needs scores.")
    if kinds == ["references"] and not read.get("systems"):
        raise DataError(f"{place} has references and no systems: write systems = {{ours = 'ours.txt', ...}}.")
    return TaskFiles(**read)


def _scores(place: str, value: object) -> dict[str, str]:
    """Read paths, or a table of paths by the name of the metric."""
    if not isinstance(value, dict):
        return dict.fromkeys(read_texts(place, "scores", value), "")
    return {path: name for name, paths in value.items() for path in read_texts(place, f"scores.{name}", paths)}
