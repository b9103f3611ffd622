"""Choose shard by shard: every source stands with all its candidates in one shard, so that nothing else is needed."""

import hashlib
import json
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

from steelyard.errors import DataError, SpecError
from steelyard.files import check_folder, made_folder, write_file
from steelyard.files.parsing import parse_json
from steelyard.files.reading import read_earlier_output
from steelyard.lab.questions.choose.answer import Choice
from steelyard.lab.questions.choose.compute import compute
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.reading import PoolFiles, read_pool
from steelyard.metrics import package_version
from steelyard.scored.shards.running import run_parts
from steelyard.scored.shards.shard import sha256_of, shards_of

__all__ = ["ChosenShard", "choose_in_shards", "lines_of_json"]

_FORMAT = "steelyard chosen/1"


@dataclass(frozen=True, slots=True)
class ChosenShard:
    """What became of a shard."""

    path: str  # the file of what was chosen
    n_sources: int  # and n_candidates: how much there was to choose from
    n_candidates: int
    label: str  # what choices were made by
    is_kept: bool = False  # whether the file was there already


def choose_in_shards(
    sources: Sequence[str],
    files: PoolFiles,
    question: ChooseQuestion,
    *,
    folder: str,
    executor: Executor | None,
    advance: Callable[[int, int], None] | None = None,
) -> list[ChosenShard]:
    """Choose in every shard, anywhere and in any order; what is in the folder already is not chosen again.

    Each shard has a file of lines, as ``choose -o FILE.jsonl`` writes, and one that says how they came about. How files
    are read is said by `files`, whose paths are those of the shards.
    """
    if (question.by or "").startswith("oracle"):
        raise SpecError("An oracle of a whole is none of its shards: choose from one set of files, without --shards.")
    if question.decoder == "pruned":
        raise SpecError(
            "--decoder pruned draws by the place of a source among all, which a shard does not know: take exact or "
            "aggregate."
        )
    check_folder(folder)
    jobs = [
        (replace(files, paths=(shard.path or "",)), question, os.path.join(folder, shard.name))
        for shard in shards_of(sources)
    ]
    return run_parts(_choose, jobs, executor, advance)


def lines_of_json(choice: Choice) -> bytes:
    """Write an object for each source."""
    rows: list[dict[str, object]] = [
        {"source": row.source, "backbone": row.backbone, "output": row.text, "score": row.score}
        for row in choice.combined
    ] or [
        {"source": row.source, "candidate": row.candidate, "system": row.system, "output": row.text, "gain": row.gain}
        for row in choice.picks
    ]
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode("utf-8", "backslashreplace")


def _choose(files: PoolFiles, question: ChooseQuestion, place: str) -> ChosenShard:
    """Choose in one shard: in a process or on a machine of its own."""
    path, beside = f"{place}.jsonl", f"{place}.json"
    asked = {"files": files.reading(), "question": question.recipe(), "steelyard": package_version()}
    asked = json.loads(json.dumps(asked))  # as it is read again
    kept = _kept(path, beside, asked)
    if kept is not None:
        return kept
    # References that stand in the table would judge each shard by itself, which says nothing of the whole.
    choice = compute(replace(read_pool(files), references=(), people=None), question)
    lines, inputs = lines_of_json(choice), choice.method["inputs"]
    found = ChosenShard(
        path, len(choice.picks), sum(row.n_candidates for row in choice.picks), choice.method["utility_label"]
    )
    told = {
        "format": _FORMAT,
        "asked": asked,
        "inputs": inputs,
        "sha256": hashlib.sha256(lines).hexdigest(),
        "n_sources": found.n_sources,
        "n_candidates": found.n_candidates,
        "label": found.label,
    }
    with made_folder(os.path.dirname(place) or "."):
        write_file(path, lines, inputs)
        write_file(beside, f"{json.dumps(told, ensure_ascii=False)}\n".encode("utf-8", "backslashreplace"), inputs)
    return found


def _kept(path: str, beside: str, asked: Mapping[str, Any]) -> ChosenShard | None:
    """Return what was chosen before, if it was asked for alike of files that are as they were."""
    try:
        told = parse_json((read_earlier_output(beside) or b"").decode(), is_ours=True)
        is_alike = told["format"] == _FORMAT and told["asked"] == asked and told["sha256"] == sha256_of(path)
        if not is_alike or any(sha256_of(entry["name"]) != entry["sha256"] for entry in told["inputs"]):
            return None
        return ChosenShard(path, told["n_sources"], told["n_candidates"], told["label"], is_kept=True)
    except (OSError, ValueError, KeyError, TypeError, DataError):  # what is not whole is chosen again
        return None
