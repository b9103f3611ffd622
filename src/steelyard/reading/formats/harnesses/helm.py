"""HELM: a run's ``per_instance_stats.json``, beside its ``run_spec.json``."""

import os
import re
from pathlib import Path
from typing import Any

from steelyard.errors import DataError
from steelyard.reading.logged_scores import (
    HowScored,
    ItemRow,
    NothingScoredError,
    as_score,
    as_text,
    plain_json,
    scores_of_rows,
)
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (("HELM's per_instance_stats.json", "read_output_scores", starts_with("instance_id", "stats")),)
_MODEL = re.compile(r"(?:^|[,:])model=([^,]+)")
_BOOKKEEPING = re.compile(
    r"num_.*|finish_reason_.*|training_.*|inference_.*|batch_size|prompt_truncated|max_prob|logprob.*|.*_cost|runtime"
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the mean of every statistic of every instance; what counts tokens and time is read where it is named.

    Items are ``RUN:INSTANCE``, RUN without the model. Statistics of perturbed instances are metrics of their own, and
    trials of an instance are averaged.
    """
    entries, file = plain_json(path)
    run, model, files = _run(path, options)
    texts = _texts(Path(path).parent)
    rows, items = [], []
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict) or not {"instance_id", "stats"} <= set(entry):
            raise DataError(f"{path}: entry {number} has no instance_id with its stats.")
        item = f"{run}:{entry['instance_id']}"
        items.append(item)
        for stat in entry["stats"]:
            metric = _metric(stat["name"])
            if _BOOKKEEPING.fullmatch(metric) and metric != options.name:
                continue
            value = as_score(stat.get("mean"), f"{path}, {item}, {metric}")
            if value is not None:
                rows.append(ItemRow(metric, model, item, value, texts.get(str(entry["instance_id"]), {})))
    if not rows:
        raise NothingScoredError(
            f"{path} has no statistics of how good an output is: it lists {len(entries):,} instances."
        )
    return scores_of_rows(rows, [(file.path, file.sha256), *files], may_repeat=True, all_items=items)


def _texts(folder: Path) -> dict[str, dict[str, str]]:
    """Return what each instance asks and expects, from the file of the run beside that has them."""
    for name in ("instances.json", "scenario_state.json"):
        if not (folder / name).is_file():
            continue
        told, _ = plain_json(os.fspath(folder / name))
        instances = told if isinstance(told, list) else [one["instance"] for one in told.get("request_states", ())]
        found: dict[str, dict[str, str]] = {}
        for one in instances:
            if not one.get("perturbation"):
                answers = [answer for answer in one.get("references", ()) if "correct" in answer.get("tags", ())]
                right = as_text([_text(answer.get("output")) for answer in answers])
                found.setdefault(str(one.get("id")), {"source": _text(one.get("input")), "reference": right})
        return found
    return {}


def _text(given: Any) -> str:
    return as_text(given["text"] if isinstance(given, dict) and "text" in given else given)


def _metric(name: dict[str, Any]) -> str:
    perturbation = name.get("perturbation")
    if not perturbation:
        return str(name["name"])
    return f"{name['name']} ({perturbation.get('name', 'perturbed')} {perturbation.get('computed_on', '')})".replace(
        " )", ")"
    )


def _run(path: str, options: HowScored) -> tuple[str, str, list[tuple[str, str]]]:
    """Return the run's name without its model, the model, and the file that says so."""
    folder = Path(path).resolve().parent
    beside = Path(path).parent / "run_spec.json"
    if beside.is_file():
        spec, file = plain_json(os.fspath(beside))
        name = str(spec.get("name", folder.name))
        model = str(spec.get("adapter_spec", {}).get("model") or options.unnamed)
        return _without_model(name), model, [(file.path, file.sha256)]
    found = _MODEL.search(folder.name)
    if found is None:
        raise DataError(f"{path} does not name its model: put the run's run_spec.json beside it.")
    return _without_model(folder.name), found[1], []


def _without_model(name: str) -> str:
    return _MODEL.sub("", name).strip(",:")
