"""Logs of the annotation tool Pearmut: a line for each screen, with a score and marked errors for each output on it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from steelyard.computable import is_computable
from steelyard.errors import DataError
from steelyard.files.json_rows import without_doubles
from steelyard.files.parsing import parse_json
from steelyard.files.reading import TextFile, read_lines
from steelyard.reading.growing_columns import Lines, lines_of_ids
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.ratings.columns_told import tell_columns
from steelyard.reading.resemblance import also_resembles, json_keys
from steelyard.reading.spans import Mark, MarkTable, marks_of
from steelyard.reprs import n_of
from steelyard.types import ErrorMarks, Labels, Ratings

__all__ = ["RESEMBLES", "judgements", "read_pearmut"]

_KEYS = ("user_id", "item_i", "annotation")
_NO_ITEMS = ("welcome_", "random_", "goodbye_")  # screens that show no outputs, by Pearmut's own names


def _is_log(lines: Sequence[str]) -> bool:
    start = lines[0].lstrip()
    if start.startswith("["):
        return set(_KEYS) <= set(json_keys(lines))
    return start.startswith("{") and all(f'"{key}"' in lines[0] for key in _KEYS)


RESEMBLES = (("a log of Pearmut", "read_pearmut", _is_log),)


@dataclass(frozen=True, slots=True)
class _Judgement:
    rater: str
    item: str
    document: str
    system: str
    scores: dict[str, float]  # by scale
    marks: list[Mark]


def read_pearmut(path: str | os.PathLike[str], *, lines: Lines | None = "number") -> tuple[Ratings, ErrorMarks]:
    """Read the log of a campaign: direct assessment, error span annotation or MQM, of one output or several at once.

    `path`: an object per line, with ``user_id``, ``item_i`` and ``annotation``: outputs by system, or a list of such
    for the items of a document, which then stand under ``item``; or what the dashboard downloads of one campaign.
    `lines`: the line, from 0, of each item; ``"number"`` counts items as they come.
    Returns: of outputs that have a score; ``n_missing`` counts those without, and control items.

    Items are known by their ``item_id``, by their text where they have none, and by ``item_i`` where the log does not
    repeat them. Tutorials and attention checks (items with a ``validation``) are left out, and counted in ``notes``; so
    are items that were skipped. What a rater judged twice stays twice, and is counted, too. The end of a span is its
    last character in the log; here no end is included.
    """
    file = read_lines(path)
    found, n_checks = [], 0
    for entry, place in _entries(file):
        for one in _screen(entry, place):
            if one is None:
                n_checks += 1
            else:
                found.append(one)
    n_again = len(found) - len({(one.rater, one.item, one.system) for one in found})
    notes = [f"{n_of(n_checks, 'score')} of tutorials and attention checks left out"] * bool(n_checks)
    again = n_of(n_again, "output was", "outputs were")
    notes += [f"{again} judged again by the same rater: every judgement counts"] * bool(n_again)
    return _made(file, found, n_checks, tuple(f"{file.path}: {note}" for note in notes), lines)


def _entries(file: TextFile) -> Iterator[tuple[Any, str]]:
    """Yield each entry and where it stands: a line each in the log, and a list under the campaign in a download."""
    if next((line.lstrip() for line in file.lines if line.strip()), "").startswith("["):
        entries = _parsed("\n".join(file.lines), file.path)
        yield from ((one, f"{file.path}, entry {i}") for i, one in enumerate(entries, 1))
        return
    for number, line in enumerate(file.lines, 1):
        place = f"{file.path}, line {number}"
        if not line.strip():
            continue
        entry = _parsed(line, place)
        if isinstance(entry, dict) and entry and all(isinstance(one, list) for one in entry.values()):
            if len(entry) > 1:
                raise DataError(
                    f"{file.path} holds {len(entry)} campaigns of Pearmut ({', '.join(entry)}): download each by "
                    "itself, or give its log, data/annotations/CAMPAIGN.jsonl."
                )
            [(campaign, entries)] = entry.items()
            yield from ((one, f"{file.path}, entry {i} of {campaign}") for i, one in enumerate(entries, 1))
        else:
            yield entry, place


def _parsed(text: str, place: str) -> Any:
    try:
        return parse_json(text, object_pairs_hook=without_doubles)
    except ValueError as error:
        hint = also_resembles(place, "read_pearmut")
        raise DataError(f"{place}: no JSON that can be read: {error}.{hint}") from error


def _screen(entry: Any, place: str) -> Iterator[_Judgement | None]:
    """Yield the judgements of a screen; None for each that is of a control item."""
    if not isinstance(entry, dict) or any(key not in entry for key in _KEYS):
        raise DataError(f"{place}: no entry of Pearmut's log: it should have {', '.join(_KEYS)}.")
    number, annotation = str(entry["item_i"]), entry["annotation"]
    if number.startswith(_NO_ITEMS) or annotation is None:
        return
    outputs = [annotation] if isinstance(annotation, dict) else annotation
    if not isinstance(outputs, list) or not all(one is None or isinstance(one, dict) for one in outputs):
        raise DataError(f"{place}: 'annotation' should map each system to what was said of it, or list such objects.")
    items = entry.get("item") or [{"item_id": number}] * len(outputs)
    items = [items] if isinstance(items, dict) else items
    if not isinstance(items, list) or len(items) != len(outputs):
        raise DataError(f"{place}: 'annotation' should have one entry for each of 'item'.")
    ids = [_id(item, place) for item in items]
    for item, name, by_system in zip(items, ids, outputs, strict=True):
        for system, said in (by_system or {}).items():
            if not isinstance(said, dict):
                raise DataError(f"{place}: what was said of {system!r} is {said!r:.60}, no object with a score.")
            if item.get("validation") or "tutorial" in name.lower() or "attention" in name.lower():
                yield None
                continue
            marks = marks_of(_with_types(said.get("error_spans") or []), f"{place}, system {system!r}")
            document = ids[0] if len(ids) > 1 else ""
            yield _Judgement(str(entry["user_id"]), name, document, system, _scores(said, system, place), marks)


def _id(item: Any, place: str) -> str:
    if not isinstance(item, dict):
        raise DataError(f"{place}: an item is {item!r:.60}, no object.")
    return str(item["item_id"] if item.get("item_id") is not None else item.get("src", item))


def _scores(said: Mapping[str, Any], system: str, place: str) -> dict[str, float]:
    """Return what was said on each scale: the score, or a campaign's own sliders."""
    sliders = said.get("sliders") or {}
    if not isinstance(sliders, dict):
        raise DataError(f"{place}: the sliders of {system!r} are {sliders!r:.60}, no object.")
    found = {}
    for scale, score in {"score": said.get("score"), **sliders}.items():
        if score is None:
            continue
        if isinstance(score, bool) or not isinstance(score, int | float) or not is_computable(score):
            raise DataError(f"{place}: the {scale} of {system!r} is {score!r:.60}, no finite number.")
        found[str(scale)] = float(score)
    return found


def _with_types(spans: Any) -> Any:
    """Spell spans as Appraise does where people marked them: there the end is the last character, too."""
    if not isinstance(spans, list) or not all(isinstance(span, dict) for span in spans):
        return spans
    return [{**span, "error_type": [span["category"]] if span.get("category") else None} for span in spans]


def _made(
    file: TextFile, found: list[_Judgement], n_checks: int, notes: tuple[str, ...], lines: Lines | None
) -> tuple[Ratings, ErrorMarks]:
    home: dict[str, str] = {}
    for one in found:
        home.setdefault(one.item, one.document)
    n, files = len(found), ((file.path, file.sha256),)
    documents = Labels.of([home[one.item] for one in found]) if any(home.values()) else Labels.all_of("", n)
    systems, raters = Labels.of([one.system for one in found]), Labels.of([one.rater for one in found])
    segments = lines_of_ids(Labels.of([one.item for one in found]), Labels.all_of("", n), file.path, lines)
    kinds = Labels.all_of("system", n)
    rows = [(row, scale, score) for row, one in enumerate(found) for scale, score in one.scores.items()]
    rated = np.array([row for row, _, _ in rows], np.int64)
    ratings = Ratings(
        systems=systems.take(rated),
        segments=segments[rated],
        documents=documents.take(rated),
        raters=raters.take(rated),
        scales=Labels.of([scale for _, scale, _ in rows]),
        scores=np.array([score for _, _, score in rows], np.float64),
        kinds=kinds.take(rated),
        n_missing=sum(not one.scores for one in found) + n_checks,
        files=files,
        notes=notes,
    )
    marks = MarkTable()
    for row, one in enumerate(found):
        marks.add(row, one.marks)
    return ratings, replace(marks.table(systems, segments, documents, raters, kinds, files), notes=notes)


def judgements(path: str, options: HowRead) -> Judgements:
    """Read scores with marks, or marks alone where nothing was scored."""
    ratings, marks = read_pearmut(path, lines=options.lines)
    used = {"rater": "user_id", "item": "item_id or item_i", "system": "keys of annotation", "score": "score"}
    tell_columns(path, used, list(used.values()))
    if not len(marks):
        raise DataError(f"{path} is a log of Pearmut in which no output was judged.")
    return Judgements("pearmut", ratings=ratings if len(ratings) else None, marks=marks)
