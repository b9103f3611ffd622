"""Inspect's logs: JSON, or ``.eval``, a zip of JSON."""

import io
import lzma
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from steelyard.errors import DataError
from steelyard.files.names import first_double
from steelyard.files.opening import check_unpacked, unpack
from steelyard.files.parsing import parse_json
from steelyard.files.reading import read_content
from steelyard.reading.logged_scores import (
    HowScored,
    ItemRow,
    NothingScoredError,
    as_score,
    as_text,
    plain_json,
    scores_of_rows,
)
from steelyard.reading.resemblance import json_keys
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

_ZSTANDARD = 93  # the number of this method in a zip
_OF_TEXTS = 500  # characters by which samples are told apart
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError, ValueError, KeyError)


def _is_log(lines: Sequence[str]) -> bool:
    keys = json_keys(lines)
    if keys:
        return {"status", "eval"} <= set(keys) and not lines[0].lstrip().startswith("[")
    start = "\n".join(lines)
    return start.startswith("PK\x03\x04") and any(name in start for name in ("_journal/", "header.json", "samples/"))


RESEMBLES = (("a log of Inspect", "read_output_scores", _is_log),)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the score of every sample by every scorer; epochs of a sample are averaged.

    Items are ``TASK:SAMPLE``. A value that is a mapping is a metric for each of its keys. A sample that was not
    run, or not scored, has no score.
    """
    file = read_content(path)
    log = _unzipped(path, file.content) if file.content.startswith(b"PK") else plain_json(path)[0]
    told = log["eval"]
    task, model = str(told.get("task", "")), str(told.get("model", "")) or options.unnamed
    rows = []
    samples = log.get("samples") or ()
    items = [f"{task}:{sample['id']}" for sample in samples]
    others = set()
    for item, sample in zip(items, samples, strict=True):
        texts = _texts(sample) | {"task": task, "dataset": as_text((told.get("dataset") or {}).get("name"))}
        for scorer, score in (sample.get("scores") or {}).items():
            for metric, value in _values(scorer, score):
                number = as_score(value, f"{path}, {item}, {metric}")
                if number is None:
                    others.add(f"{metric}: {value!r}")
                else:
                    rows.append(ItemRow(metric, model, item, number, texts))
    if not rows:
        raise NothingScoredError(_why_none(path, log, len(samples), sorted(others)))
    if log.get("status") != "success":  # what was to be run, and was not
        items += [f"{task}:{number}" for number in told.get("dataset", {}).get("sample_ids") or ()]
    return scores_of_rows(
        rows, [(file.path, file.sha256)], may_repeat=True, all_items=items, notes=_notes(path, log, samples, others)
    )


def _unzipped(path: str, content: bytes) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            names = packed.namelist()
            double = first_double(names)
            if double is not None:  # one of them would be read, and nobody could say which
                raise DataError(f"{path} holds {double!r} twice: it was changed or damaged.")
            start = next((name for name in ("header.json", "_journal/start.json") if name in names), None)
            if start is None:
                raise DataError(f"{path} is a zip without header.json: no log of Inspect.")
            log: dict[str, Any] = parse_json(_member(path, content, packed, start))
            log.setdefault("status", "started")
            if "summaries.json" in names:
                log["samples"] = parse_json(_member(path, content, packed, "summaries.json"))
            else:
                members = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
                log["samples"] = [parse_json(_member(path, content, packed, name)) for name in members]
    except _DAMAGED as error:
        if isinstance(error, DataError):
            raise
        raise DataError(
            f"{path} is no zip of JSON that can be read here: {error}. `inspect log convert --to json` writes JSON."
        ) from error
    return log


def _member(path: str, content: bytes, packed: zipfile.ZipFile, name: str) -> bytes:
    """Read a file of a zip; newer logs are packed by Zstandard, which Python's own reader does not know before 3.14."""
    told = packed.getinfo(name)
    check_unpacked(f"{path}/{name}", told.compress_size, told.file_size)
    if told.compress_type != _ZSTANDARD:
        return packed.read(name)
    lengths = told.header_offset + 26  # of the name and of what else stands before the content
    start = lengths + 4 + sum(int.from_bytes(content[at : at + 2], "little") for at in (lengths, lengths + 2))
    member = unpack(content[start : start + told.compress_size], f"{path}/{name}.zst")
    if zlib.crc32(member) != told.CRC:
        raise zipfile.BadZipFile(f"bad CRC-32 for file {name!r}")
    return member


def _texts(sample: Mapping[str, Any]) -> dict[str, str]:
    """Return what the sample asks and expects; summaries cut its texts, and choices may be shuffled in each run."""
    asked = sample.get("input")
    if isinstance(asked, list):
        asked = "\n".join(as_text(part.get("content")) for part in asked if isinstance(part, Mapping))
    expected = None if sample.get("choices") else sample.get("target")
    texts = {"source": as_text(asked), "reference": as_text(expected)}
    return {kind: text[:_OF_TEXTS] for kind, text in texts.items() if text}


def _values(scorer: str, score: Any) -> Iterator[tuple[str, Any]]:
    value = score.get("value") if isinstance(score, Mapping) else score
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield f"{scorer}/{key}", part
    else:
        yield scorer, value


def _why_none(path: str, log: Mapping[str, Any], n_samples: int, others: Sequence[str]) -> str:
    if others:
        return f"{path} has scores that are no numbers and none of the words for right and wrong: {others[0]}."
    told = (log.get("results") or {}).get("total_samples", 0)
    if n_samples:
        what = "1 sample, which is not" if n_samples == 1 else f"{n_samples:,} samples, none of which is"
        return f"{path} has {what} scored: run `inspect score` on it."
    state = f", and its run ended as {log['status']!r}" if log.get("status") != "success" else ""
    tells = f" It tells of {told:,} samples in aggregates alone." if told else ""
    return f"{path} holds no sample{state}.{tells} Scores of samples are needed: log with samples."


def _notes(path: str, log: Mapping[str, Any], samples: Sequence[Mapping[str, Any]], others: set[str]) -> list[str]:
    notes = []
    if log.get("status") != "success":
        planned = len(log["eval"].get("dataset", {}).get("sample_ids") or ())
        ran = len({sample["id"] for sample in samples})
        ran_of = f"{ran:,} of {planned:,}" if planned else f"{ran:,}"
        notes.append(f"the run of {path} ended as {log.get('status')!r}, with {ran_of} samples")
    epochs = max(Counter(sample["id"] for sample in samples).values())
    if epochs > 1:
        notes.append(f"{path}: the {epochs} epochs of a sample are averaged")
    if others:
        notes.append(f"{path}: some scores are no numbers and were left out: {sorted(others)[0]}")
    return notes
