"""Records of the Every Eval Ever exchange format: a line per sample, or an aggregate record of a model."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard.errors import DataError
from steelyard.reading.logged_scores import (
    HowScored,
    ItemRow,
    as_score,
    as_text,
    json_lines,
    plain_json,
    scores_of_rows,
)
from steelyard.reading.resemblance import json_keys, starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]


def _is_pointer(lines: Sequence[str]) -> bool:
    return {"record_type", "object_path", "sha256"} <= set(json_keys(lines))


RESEMBLES = (
    ("a record of Every Eval Ever", "read_output_scores", starts_with("schema_version", "evaluation_id")),
    ("a list of objects of Every Eval Ever", "read_output_scores", _is_pointer),
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read samples, whose items are ``EVALUATION:SAMPLE``, or an aggregate record, whose items are evaluations.

    A list of objects is read by what it points to, each held against its SHA-256.
    """
    try:
        record, file = plain_json(path)
        rows = [*enumerate(record if isinstance(record, list) else [record], 1)]
    except DataError:  # an object a line, or nothing that can be read, which is said then
        rows, file = json_lines(path)
    files = [(file.path, file.sha256)]
    if rows and "object_path" in rows[0][1]:
        return _of_objects(path, [row for _, row in rows], files)
    if rows and "sample_id" in rows[0][1]:
        return _of_samples(path, rows, files)
    return _of_records(path, [row for _, row in rows], files)


def _of_samples(
    path: str, rows: Sequence[tuple[int, Mapping[str, Any]]], files: Sequence[tuple[str, str]]
) -> list[OutputScores]:
    found = []
    for number, row in rows:
        evaluation = row.get("evaluation") or {}
        value = as_score(evaluation.get("score", evaluation.get("is_correct")), f"{path}, line {number}")
        if value is None:
            raise DataError(f"{path}, line {number}: the score {evaluation['score']!r} is no number.")
        item = f"{row.get('evaluation_name', '')}:{row['sample_id']}"
        asked = row.get("input") or {}
        texts = {"doc_hash": row.get("sample_hash"), "source": asked.get("raw"), "reference": asked.get("reference")}
        told = {kind: as_text(text) for kind, text in texts.items() if text}
        found.append(ItemRow("score", str(row["model_id"]), item, value, told))
    return scores_of_rows(found, files)


def _of_records(
    path: str, records: Sequence[Mapping[str, Any]], files: Sequence[tuple[str, str]]
) -> list[OutputScores]:
    rows = []
    direction: dict[str, bool] = {}
    for record in records:
        model = str(record["model_info"].get("id") or record["model_info"]["name"])
        for result in record.get("evaluation_results", ()):
            config = result.get("metric_config", {})
            metric = str(config.get("metric_kind") or "score")
            item = str(result.get("evaluation_result_id") or result["evaluation_name"])
            is_lower = bool(config.get("lower_is_better", False))
            if direction.setdefault(metric, is_lower) != is_lower:
                raise DataError(
                    f"{path}: of the results called {metric!r}, some are better lower and some are better higher."
                )
            value = as_score(result.get("score_details", {}).get("score"), f"{path}, {item}")
            if value is not None:
                rows.append(ItemRow(metric, model, item, value))
    if not rows:
        raise DataError(f"{path} is a record of Every Eval Ever without results.")
    note = f"{path} is an aggregate record: an item is an evaluation, and its score a mean"
    lower = {metric for metric, is_lower in direction.items() if is_lower}
    return scores_of_rows(rows, files, lower_is_better=lower, notes=[note], of_tasks=True)


def _of_objects(path: str, rows: Sequence[Mapping[str, Any]], files: Sequence[tuple[str, str]]) -> list[OutputScores]:
    records, read = [], list(files)
    for row in rows:
        folder = Path(path).parent
        places = [folder / "datastore" / row["object_path"], folder / row["object_path"]]
        place = next((place for place in places if place.is_file()), None)
        if place is None:
            raise DataError(f"{path} points to {row['object_path']}, which is not beside it, nor in datastore/.")
        record, file = plain_json(os.fspath(place))
        if file.sha256 != row["sha256"]:
            raise DataError(f"{file.path} is not what {path} points to: its SHA-256 is another.")
        records.append(record)
        read.append((file.path, file.sha256))
    return _of_records(path, records, read)
