"""lm-evaluation-harness: ``samples_TASK_TIME.jsonl``, a line per document; ``results_TIME.json``, a mean per task."""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from steelyard.errors import DataError
from steelyard.files.opening import unpacked_name
from steelyard.reading.logged_scores import (
    HowScored,
    ItemRow,
    as_score,
    as_text,
    json_lines,
    plain_json,
    scores_of_rows,
)
from steelyard.reading.resemblance import first_lines, json_keys, starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

_SAMPLES = re.compile(r"samples_(?P<task>.+?)_(?P<time>\d{4}-\d\d-\d\dT[\d.:-]+)\.jsonl")
_NO_SCORES = frozenset(
    (
        *("doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics"),
        *("doc_hash", "prompt_hash", "target_hash", "task_name", "repeats", "group", "num_tokens"),
    )
)


def _is_results(lines: Sequence[str]) -> bool:
    keys = json_keys(lines)
    if keys[:3] == ("results", "versions", "config"):  # before version 0.4
        return True
    return keys[:1] == ("results",) and any(',none"' in line or '"alias"' in line for line in lines)


_is_samples = starts_with("doc_id", "doc")
RESEMBLES = (
    ("samples of lm-evaluation-harness", "read_output_scores", _is_samples),
    ("results of lm-evaluation-harness", "read_output_scores", _is_results),
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read samples, or the means of tasks where the file has no more.

    Items of samples are ``TASK:DOC_ID``, and items of results are tasks. A metric is ``NAME``, or ``NAME,FILTER`` where
    answers were filtered. The model's name stands in the results of the same run beside the samples; where these are
    not there, the folder has it.
    """
    if not _is_samples(first_lines(path)):
        return _of_results(path, options)
    name = os.path.basename(unpacked_name(path))
    rows, file = json_lines(path)
    run = _SAMPLES.fullmatch(name)
    task = run["task"] if run else ""
    results = Path(path).with_name(f"results_{run['time']}.json") if run else None
    files = [(file.path, file.sha256)]
    told: dict[str, Any] = {}
    if results is not None and results.is_file():
        told, beside = plain_json(os.fspath(results))
        files.append((beside.path, beside.sha256))
    folder = Path(path).resolve().parent.name
    model = str(told.get("model_name") or (folder.replace("__", "/") if "__" in folder else options.unnamed))
    found = []
    for number, row in rows:
        item = f"{task}:{row['doc_id']}" if task else str(row["doc_id"])
        texts = _texts(row) | ({"task": task} if task else {})
        for metric in row.get("metrics") or [key for key in row if key not in _NO_SCORES]:
            value = as_score(row.get(metric), f"{path}, line {number}, {metric}")
            if value is not None:
                found.append(ItemRow(_metric(metric, row.get("filter", "none")), model, item, value, texts))
    if not found:
        raise DataError(f"{path} has samples, but no scores of them: there is no metric that is a number.")
    lower = {metric for metric, up in told.get("higher_is_better", {}).get(task, {}).items() if not up}
    return scores_of_rows(
        found, files, lower_is_better=_filtered(lower, found), notes=_notes(path, told, task, len(rows))
    )


def _texts(row: Mapping[str, Any]) -> dict[str, str]:
    """Return what says which document it was: its hash, and what was expected of the model."""
    kinds = {"doc_hash": "doc_hash", "target": "reference"}
    return {kind: as_text(row[key]) for key, kind in kinds.items() if row.get(key) is not None}


def _of_results(path: str, options: HowScored) -> list[OutputScores]:
    told, file = plain_json(path)
    is_old = "versions" in told and not any("," in key for values in told["results"].values() for key in values)
    model = str(told.get("model_name") or (_old_model(told) if is_old else "") or options.unnamed)
    rows: list[ItemRow] = []
    lower: set[str] = set()
    for task, values in told["results"].items():
        lower |= {metric for metric, up in told.get("higher_is_better", {}).get(task, {}).items() if up is False}
        for key, value in values.items():
            metric, _, kept = key.partition(",")
            if metric.endswith("_stderr") or not (kept or is_old) or isinstance(value, str):
                continue
            number = as_score(value, f"{path}, {task}, {key}")
            if number is not None:
                rows.append(ItemRow(_metric(metric, kept or "none"), model, task, number))
    if not rows:
        raise DataError(f"{path} has no results of any task.")
    note = f"{path} has the means of {len(told['results'])} tasks, not scores of their documents: an item is a task"
    return scores_of_rows(
        rows, [(file.path, file.sha256)], lower_is_better=_filtered(lower, rows), notes=[note], of_tasks=True
    )


def _metric(name: str, kept: str) -> str:
    return name if kept in ("none", "") else f"{name},{kept}"


def _old_model(told: Mapping[str, Any]) -> str:
    """Return what the arguments of the model call it, before version 0.4."""
    arguments = str(told.get("config", {}).get("model_args") or "")
    return next((part.partition("=")[2] for part in arguments.split(",") if part.startswith("pretrained=")), "")


def _filtered(lower: "set[str] | frozenset[str]", rows: Sequence[ItemRow]) -> set[str]:
    return {row.metric for row in rows if row.metric.partition(",")[0] in lower}


def _notes(path: str, told: Mapping[str, Any], task: str, n: int) -> list[str]:
    ran = told.get("n-samples", {}).get(task, {}).get("effective")
    return [f"{path} has {n:,} of the {ran:,} documents that its run scored"] if ran and n < ran else []
