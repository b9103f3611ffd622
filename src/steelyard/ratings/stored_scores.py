"""Have the scores that a stored result rests on once more: people's ratings, and what metrics say of outputs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from steelyard.errors import DataError
from steelyard.files.reading import TextFile
from steelyard.metrics import Fitting, parse
from steelyard.ratings.marked_errors import weights_of
from steelyard.ratings.rated import RatingsWithScores
from steelyard.ratings.reading import People, judgements_of, people_of, rename_systems
from steelyard.reading import Judgements, read_judgements
from steelyard.reading.formats import read_line_chances, read_output_scores, with_system_scores
from steelyard.reading.formats.output_scores import on_outputs_of
from steelyard.reading.joined_scores import join_scores
from steelyard.reading.line_files import LineIds, read_line_ids
from steelyard.results.input_check import InputCheck
from steelyard.scored import Counted, count
from steelyard.scored.stored import Stored
from steelyard.scored.stored_inputs import path_of, stored_test_set
from steelyard.scored.text_scores import text_scores
from steelyard.types import CountedSet, OutputScores, Ratings, TestSet
from steelyard.types.document_ids import read_document_ids

__all__ = ["NoFileError", "StoredScores", "scores_of", "stored_judgements", "stored_rated"]

_COUNTED = ("texts", "statistics")  # scores that metrics of ours gave

Entry = Mapping[str, Any]  # what `scores_recipe` made of scores


class NoFileError(DataError):
    """A result rests on something that no file holds.

    Examples
    --------
    >>> from steelyard.ratings.stored_scores import NoFileError
    >>> raise NoFileError("its documents came as a list, which no file holds")
    Traceback (most recent call last):
    steelyard.ratings.stored_scores.NoFileError: its documents came as a list, which no file holds
    """


def stored_judgements(
    reading: Mapping[str, Any], inputs: Sequence[InputCheck], documents: Sequence[str] | None = None
) -> Judgements:
    """Read judgements as they were read then, with the same names of systems.

    Documents are those of the test set, for judgements that took theirs from it.
    """
    how = dict(reading)
    path = how.pop("path", None)  # results of before have one file of ratings, and do not name it here
    renamed = how.pop("renamed", {})
    how["languages"] = tuple(how["languages"]) if how["languages"] else None
    lines: Any = how.pop("lines", None)
    if lines == "list":
        raise NoFileError("the lines of its segments' ids came as a mapping, which no file holds")
    if lines == "file":
        lines = _line_ids(inputs)
    source = how.pop("documents", None)
    if source == "list" and documents is None:
        raise NoFileError("the documents of its lines came as a list, which no file holds")
    found: Sequence[str] | TextFile | None = documents if source == "list" else None
    if source == "file":
        found = read_document_ids(_by_role(inputs, "document ids"))
    place: str | list[str]
    if "paths" in how:
        place = [path_of(inputs, one) for one in how.pop("paths")]
    else:
        place = _by_role(inputs, "ratings") if path is None else path_of(inputs, path)
    return rename_systems(read_judgements(place, lines=lines, documents=found, **how), renamed)


@dataclass(frozen=True, slots=True, eq=False)
class StoredScores:
    """The scores of a stored result, each file read once."""

    inputs: Sequence[InputCheck]  # all of them there
    test_set: TestSet | CountedSet | None = None  # the texts, where the result has any, or what stood in their place
    n_jobs: int = 1
    counted: Counted | None = None  # what was read from statistics files
    _people: dict[str, People] = field(default_factory=dict)
    _files: dict[str, list[OutputScores]] = field(default_factory=dict)

    @classmethod
    def of(cls, recipe: Mapping[str, Any], inputs: Sequence[InputCheck], n_jobs: int = 1) -> "StoredScores":
        """Read the texts that scores were computed from, if any were."""
        is_of_texts = any(entry and entry["of"] == "texts" for entry in recipe["scores"])
        return cls(inputs, stored_test_set(inputs, recipe["reading"]) if is_of_texts else None, n_jobs)

    def people(self, entry: Entry | None) -> OutputScores:
        """Read and average ratings as they were then; NoFileError where they came as numbers."""
        if entry is None:
            raise NoFileError("people's ratings came as numbers, which no file holds")
        if entry["of"] != "people":  # a file of scores, in the place of people
            [found] = self.metrics([entry])
            return found
        n_segments = entry["as"]["n_segments"]
        scales = {one.name: one for one in self._people_of(entry, n_segments).scores}
        if entry["scale"] not in scales:
            raise DataError(f"the ratings have no scale {entry['scale']!r} now, but {', '.join(scales) or 'none'}.")
        return _as(scales[entry["scale"]], entry["as"])

    def judgements(self, entry: Entry | None) -> Ratings:
        """Read single judgements as they were then; NoFileError where they came as numbers."""
        if entry is None:
            raise NoFileError("people's judgements came as numbers, which no file holds")
        people = self._people_of(entry, None)
        if entry["of"] == "judgements":
            return people.ratings
        return judgements_of(people, **entry["turned"])

    def single_judgements(self, entry: Entry | None) -> Ratings:
        """Read the judgements behind means, on the same scale."""
        if entry is None:
            raise NoFileError("people's ratings came as numbers, which no file holds")
        return self._people_of(entry, entry["as"]["n_segments"]).ratings

    def ratings(self, entries: Sequence[Entry | None] | Entry | None) -> list[OutputScores] | Ratings:
        """Read a list of scales, or single judgements, whichever they were."""
        if entries is None or isinstance(entries, Mapping):
            return self.judgements(entries)
        return [self.people(entry) for entry in entries]

    def metrics(self, entries: Sequence[Entry | None]) -> list[OutputScores]:
        """Score texts and read files of scores as then, in the same order; NoFileError where some came as numbers."""
        if any(entry is None for entry in entries):
            raise NoFileError("scores of a metric came as numbers, which no file holds")
        wanted = [entry for entry in entries if entry is not None]
        spellings = [entry["metric"] for entry in wanted if entry["of"] in _COUNTED]
        of_texts: dict[str, OutputScores] = {}
        if spellings:
            scored = text_scores(self._counted(spellings))
            of_texts = dict(zip(spellings, scored, strict=True))
        found = []
        for entry in wanted:
            if entry["of"] == "people":  # other people's, in the place of a metric
                found.append(self.people(entry))
            elif entry["of"] in _COUNTED:
                found.append(_as(of_texts[entry["metric"]], entry["as"]))
            else:
                found.append(_as(self._scores(entry, entry["as"]), entry["as"]))
        return found

    def _counted(self, spellings: Sequence[str]) -> Counted:
        if self.counted is not None:
            return self.counted
        if not isinstance(self.test_set, TestSet):
            raise NoFileError("the texts that its metrics scored are not there")
        return count(self.test_set, Fitting([parse(one) for one in spellings]), n_threads=self.n_jobs)

    def _people_of(self, entry: Entry, n_segments: int | None) -> People:
        key = json.dumps([entry[part] for part in ("judgements", "quality_control")] + [n_segments])
        if key not in self._people:
            documents = None if self.test_set is None else self.test_set.documents
            self._people[key] = people_of(
                stored_judgements(entry["judgements"], self.inputs, documents),
                weights=weights_of(entry["weights"]),
                scaling=entry["scaling"],
                lower_is_better=entry["lower_is_better"],
                quality_control=entry["quality_control"],
                n_segments=n_segments,
            )
        return self._people[key]

    def _scores(self, entry: Entry, is_of: Mapping[str, Any]) -> OutputScores:
        found = self._file(entry, is_of["n_segments"])
        if "system_scores" in entry:
            [found] = with_system_scores([found], [self._file(entry["system_scores"], None)])
        return on_outputs_of(found, self._file(entry["on"], is_of["n_segments"])) if "on" in entry else found

    def _file(self, entry: Entry, n_segments: int | None) -> OutputScores:
        if entry["of"] == "joined":
            parts = [self._file(part, n_segments) for part in entry["parts"]]
            return join_scores(parts, may_miss=entry["may_miss"])
        how = {name: entry[name] for name in ("name", "counts_from", "languages", "encoding")}
        if "unnamed" in entry:
            how["unnamed"] = entry["unnamed"]
        key = json.dumps([entry["path"], how, n_segments])
        if key not in self._files:
            self._files[key] = read_output_scores(
                path_of(self.inputs, entry["path"]), n_segments=n_segments or None, **how
            )
        return self._files[key][entry["place"]]


def _as(scores: OutputScores, is_of: Mapping[str, Any]) -> OutputScores:
    """Take the systems, name and direction that the scores had when the result was made."""
    systems = tuple(is_of["systems"])
    if (scores.reading or {}).get("of") in _COUNTED and not set(systems) <= set(scores.systems):
        scores = replace(scores, systems=systems)  # people had other names for the same outputs
    elif systems != scores.systems:
        scores = scores.select(systems)
    return replace(scores, name=is_of["name"], higher_is_better=is_of["higher_is_better"])


def _line_ids(inputs: Sequence[InputCheck]) -> LineIds:
    return read_line_ids(_by_role(inputs, "line ids"))


def _by_role(inputs: Sequence[InputCheck], role: str) -> str:
    found = [check.path for check in inputs if check.role == role]
    if not found:
        raise NoFileError(f"it names no file of its {role}")
    return found[0]


def stored_rated(stored: Stored, *, has_judgements: bool = False) -> tuple[RatingsWithScores, dict[str, Any]]:
    """Read ratings, metrics' scores and what goes with them again, as `RatingsWithScores.recipe` wrote them.

    Also returns the options of the question. With `has_judgements`, single judgements of the one scale are needed, too.
    """
    scores, options, people = scores_of(stored), stored.arguments, stored.recipe["people"]
    entries = people if isinstance(people, list) else [people]
    scales = tuple(scores.people(entry) for entry in entries)
    documents, n_chances = options.pop("documents"), options.pop("n_chances", None)
    chances = None
    if n_chances is not None:
        column, path = options["sampling"].partition(":")[2], _by_role(stored.inputs, "chances")
        chances, _ = read_line_chances(path, column, n_segments=n_chances)
    rated = RatingsWithScores(
        scales=scales,
        metrics=tuple(scores.metrics(stored.recipe["scores"])),
        judgements=scores.single_judgements(entries[0]) if has_judgements else None,
        documents=None if documents is None else read_document_ids(_by_role(stored.inputs, "document ids")),
        chances=chances,
        n_threads=stored.n_jobs,
        progress=stored.progress,
    )
    return rated, options


def scores_of(stored: Stored, test_set: TestSet | CountedSet | None = None) -> StoredScores:
    """Return what reads ratings and scores again, beside the texts where there are any."""
    if test_set is not None:
        return StoredScores(stored.inputs, test_set, stored.n_jobs)
    if "statistics" in stored.recipe:
        counted = stored.counted()
        return StoredScores(stored.inputs, counted.test_set, stored.n_jobs, counted)
    return StoredScores.of(stored.recipe, stored.inputs, stored.n_jobs)
