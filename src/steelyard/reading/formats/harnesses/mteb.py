"""MTEB's results: a file for each task in a folder for each model and revision, with a main score for each subset."""

import json
import math
from pathlib import Path

from steelyard.errors import DataError
from steelyard.reading.logged_scores import HowScored, ItemRow, as_score, plain_json, scores_of_rows
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (("results of MTEB", "read_output_scores", starts_with("mteb_version", "scores")),)
_META = "model_meta.json"
_SPLIT = "test"


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the main score of a task, the mean over its subsets as MTEB takes it, on the test split where there is one.

    The task is the item. The model's name stands in ``model_meta.json`` beside the file, or is the folder's, in which
    ``__`` stands for a slash. Seconds and kilograms of CO2 are no scores.
    """
    told, file = plain_json(path)
    splits = told["scores"]
    split = _SPLIT if _SPLIT in splits else next(iter(splits), "")
    if not split or not splits[split]:
        raise DataError(f"{path} has no scores of a split.")
    scores = [as_score(one["main_score"], f"{path}, {split}, {one.get('hf_subset')}") for one in splits[split]]
    values = [math.nan if score is None else score for score in scores]
    task = str(told.get("task_name") or told.get("mteb_dataset_name") or Path(path).stem)
    row = ItemRow("main_score", _model(path) or options.unnamed, task, math.fsum(values) / len(values))
    notes = [] if split == _SPLIT else [f"{path} has no test split: {split!r} is read"]
    return scores_of_rows([row], [(file.path, file.sha256)], notes=notes, of_tasks=True)


def _model(path: str) -> str:
    """Return the model's name: as the file beside says, or of the first folder above that is written as one."""
    here = Path(path).resolve()
    meta = here.with_name(_META)
    if meta.is_file():
        try:
            return str(json.loads(meta.read_text(encoding="utf-8")).get("name") or "")
        except (ValueError, AttributeError):
            return ""
    above = next((folder.name for folder in here.parents if "__" in folder.name), "")
    return above.replace("__", "/", 1)
