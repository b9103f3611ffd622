"""Language pairs with ratings and scores of metrics: what a file or a folder says of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from steelyard.errors import DataError, unknown_name
from steelyard.files.settings import read_files, read_settings, read_table, read_texts, read_weight
from steelyard.reading.formats.metric_eval_folders import MetricScoreFiles, find_metric_scores, languages_of
from steelyard.reading.formats.statistics_files import holds_statistics

__all__ = [
    "MARKS",
    "MetricsFiles",
    "PairFiles",
    "first_with_ratings_alone",
    "has_ratings",
    "read_folder",
    "read_metrics",
]

MARKS = ("primary", "baseline", "contrastive")
_ABOVE = ("metrics", *MARKS)
_LISTS = ("ratings", "scores", "lower_is_better", "leave_out", "rated_references", "references", "metrics")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFiles:
    """The files of a language pair, and what is to be made of them."""

    ratings: tuple[str, ...] = ()
    scores: tuple[str, ...] = ()  # FILE or NAME=FILE
    scale: str = ""
    scaling: str = "raw"
    lower_is_better: tuple[str, ...] = ()
    leave_out: tuple[str, ...] = ()  # systems
    rated_references: tuple[str, ...] = ()  # systems that are left out where they are rated
    references: tuple[str, ...] = ()  # files, of texts that are scored here
    systems: Mapping[str, str] = field(default_factory=dict)
    sources: str | None = None
    metrics: tuple[str, ...] = ()
    note: str = ""
    names: Mapping[str, str] = field(default_factory=dict)  # of metrics in the file: of the same in the campaign
    weight: float = 1.0
    encoding: str = "utf-8"


@dataclass(frozen=True, slots=True)
class MetricsFiles:
    """All language pairs by name, with the marks of metrics."""

    pairs: Mapping[str, PairFiles]
    marks: Mapping[str, str] = field(default_factory=dict)

    def reading(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {
            "of": "metrics",
            "pairs": {name: asdict(pair) for name, pair in self.pairs.items()},
            "marks": dict(self.marks),
        }

    @classmethod
    def of_reading(cls, stored: Mapping[str, Any], now: Mapping[str, str]) -> Self:
        """Return what was stored, with the paths where the files are now."""
        pairs = {}
        for name, given in stored["pairs"].items():
            kept: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value for key, value in given.items()
            }
            pairs[name] = _at(PairFiles(**kept), lambda path: now.get(path, path))
        return cls(pairs, stored["marks"])


def _at(pair: PairFiles, where: Callable[[str], str]) -> PairFiles:
    def moved(text: str) -> str:
        name, separator, path = text.partition("=")
        return f"{name}={where(path)}" if separator else where(text)

    return replace(
        pair,
        ratings=tuple(map(where, pair.ratings)),
        scores=tuple(map(moved, pair.scores)),
        references=tuple(map(where, pair.references)),
        systems={name: where(path) for name, path in pair.systems.items()},
        sources=None if pair.sources is None else where(pair.sources),
    )


def has_ratings(path: str) -> bool:
    """Say whether a campaign is about metrics: a folder of mt-metrics-eval, or a file whose tasks have ratings."""
    return not holds_statistics(path) if Path(path).is_dir() else bool(_rated_tasks(path))


def first_with_ratings_alone(path: str) -> str:
    """Return the first task that has ratings and nothing to hold against them; "" where there is none."""
    tasks = {} if Path(path).is_dir() else _rated_tasks(path)
    return next((name for name, one in tasks.items() if not {"scores", "references"} & one.keys()), "")


def _rated_tasks(path: str) -> dict[str, dict[str, Any]]:
    try:
        tasks = read_settings(path).get("tasks")
    except DataError:
        return {}  # whoever reads it says why
    named = tasks.items() if isinstance(tasks, dict) else ()
    return {name: one for name, one in named if isinstance(one, dict) and "ratings" in one}


def read_folder(path: str, languages: Sequence[str] = ()) -> MetricsFiles:
    """Find the language pairs of a test set in mt-metrics-eval's layout, all that have ratings and scores."""
    known = languages_of(path)
    for one in languages:
        if one not in known:
            raise unknown_name("language pair", one, known)
    pairs = {}
    for one in languages or known:
        found = find_metric_scores(path, one)
        pairs[one] = PairFiles(
            ratings=(found.ratings,),
            scores=found.scores,
            rated_references=found.references,
            note=_of_systems_alone(one, found),
        )
    return MetricsFiles(pairs)


def read_metrics(path: str) -> MetricsFiles:
    """Read a campaign's file whose tasks have ratings; paths in it are below its folder."""
    given = read_settings(path)
    tasks, metrics = given.pop("tasks", {}), read_texts(path, "metrics", given.pop("metrics", ()))
    marks = {name: mark for mark in MARKS for name in read_texts(path, mark, given.pop(mark, ()))}
    if given:
        raise DataError(f"{path}: {next(iter(given))!r} is unknown. Write {', '.join(_ABOVE)} and [tasks.NAME].")
    if not isinstance(tasks, dict) or not tasks:
        raise DataError(f"{path} has no task: write [tasks.en-de] and below it ratings and scores.")
    folder = Path(path).parent
    pairs = {name: _pair(f"{path}, task {name}", one, folder, metrics) for name, one in tasks.items()}
    return MetricsFiles({name: _at(pair, lambda one: str(folder / one)) for name, pair in pairs.items()}, marks)


def _pair(place: str, given: object, folder: Path, metrics: tuple[str, ...]) -> PairFiles:
    known = {one.name: one for one in fields(PairFiles) if one.name != "note"}
    if not isinstance(given, dict):
        raise DataError(f"{place}: write its files below [tasks.NAME], as ratings = 'mqm.tsv'.")
    read: dict[str, Any] = {}
    for key, value in given.items():
        if key not in known:
            raise DataError(f"{place}: {unknown_name('key', key, known)}")
        if key in _LISTS:
            read[key] = read_texts(place, key, value)
        elif key == "systems":
            read[key] = read_files(place, key, value, folder)
        elif key == "names":
            read[key] = read_table(place, key, value, "{'BLEU-refA' = 'BLEU'}")
        elif key == "weight":
            read[key] = read_weight(place, value)
        elif not isinstance(value, str):
            raise DataError(f"{place}: {key} has to be a text.")
        else:
            read[key] = value
    if not read.get("ratings") or not (read.get("scores") or read.get("systems")):
        lacking = "scores" if read.get("ratings") else "ratings"
        raise DataError(
            f"{place} has no {lacking}: a campaign of metrics has ratings in every task, and scores, or references and "
            "systems whose texts are scored."
        )
    if bool(read.get("references")) != bool(read.get("systems")):
        raise DataError(f"{place}: give both references and systems to score texts.")
    if "metrics" in read and not read.get("systems"):
        raise DataError(f"{place}: metrics need texts: give references and systems, too.")
    return PairFiles(**({"metrics": metrics} | read if read.get("systems") else read))


def _of_systems_alone(languages: str, found: MetricScoreFiles) -> str:
    """Name metrics that score whole systems, and no segment."""
    if not found.of_systems_alone:
        return ""
    return (
        f"{languages}: {', '.join(found.of_systems_alone)} take no part, as there are scores of whole systems alone: "
        "both statistics need those of segments."
    )
