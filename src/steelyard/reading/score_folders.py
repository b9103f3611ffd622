"""Which files of a folder hold scores: logs of harnesses, or the folders of mt-metrics-eval."""

import os
from pathlib import Path

from steelyard.choices import SCORE_FORMATS
from steelyard.errors import DataError, SpecError, unknown_name
from steelyard.files.opening import unpacked_name
from steelyard.files.told import tell
from steelyard.reading.formats.seg_score import score_name
from steelyard.reading.resemblance import score_layout

__all__ = ["files_of_folder"]

_HELM = "per_instance_stats.json"
_LM_EVAL = "samples_*.jsonl"
_DEPTH = 4  # results/MODEL/REVISION/TASK.json
_META, _SHOWN = "model_meta.json", 5


def files_of_folder(path: str, name: str = "", languages: str | None = None) -> list[str]:
    """Return the files of scores in a folder, by the metric of this name where files are of one; a file is itself."""
    folder = Path(path)
    if not folder.is_dir():
        return [path]
    runs = [folder / _HELM] if (folder / _HELM).is_file() else sorted(folder.glob(f"*/{_HELM}"))
    logs = runs or _logs(folder)
    if logs:
        return [os.fspath(log) for log in logs]
    found = _segment_scores(_of_languages(folder, languages))
    if not found:
        raise DataError(
            f"{path} is a folder without scores that are known: no {_HELM} of HELM, no {_LM_EVAL} of "
            "lm-evaluation-harness, no logs of other programs, and no .seg.score of mt-metrics-eval. Name its files."
        )
    by_name = {score_name(os.fspath(file))[0]: os.fspath(file) for file in found}
    if not name:
        return list(by_name.values())
    if name not in by_name:
        raise unknown_name(f"metric in {path}:", name, list(by_name))
    return [by_name[name]]


def _logs(folder: Path) -> list[Path]:
    """Return samples of lm-evaluation-harness, in a folder for each model or in this one; else the logs of one program.

    Logs stand in this folder, or as deep as MTEB puts them: in one for each model and revision.
    """
    samples = sorted(folder.glob(_LM_EVAL)) or sorted(folder.glob(f"*/{_LM_EVAL}"))
    if samples:
        return samples
    if zipped := sorted(folder.glob("*.eval")):
        return zipped
    for depth in range(_DEPTH):
        known = {file: score_layout(os.fspath(file)) for file in sorted(folder.glob("*/" * depth + "*.json"))}
        found = {file: layout for file, layout in known.items() if layout in SCORE_FORMATS}
        if len(set(found.values())) > 1:
            named = ", ".join(f"{file.name} ({layout})" for layout, file in {v: k for k, v in found.items()}.items())
            raise DataError(f"{folder} has logs of several programs, {named}: name the files.")
        if found:
            others = [file.name for file in known if file not in found and file.name != _META]
            if others:
                tell(f"not used, as they hold no scores: {', '.join(others[:_SHOWN])}", os.fspath(folder))
            return list(found)
    return []


def _segment_scores(folder: Path) -> list[Path]:
    return sorted(file for file in folder.glob("*.seg.score*") if unpacked_name(file).endswith(".seg.score"))


def _of_languages(folder: Path, languages: str | None) -> Path:
    """Go down to the scores of metrics for a language pair, where the folder is of a whole test set."""
    inner = folder / "metric-scores" if (folder / "metric-scores").is_dir() else folder
    pairs = {one.name: one for one in sorted(inner.iterdir()) if one.is_dir() and _segment_scores(one)}
    if not pairs or _segment_scores(inner):
        return inner
    if languages is None and len(pairs) > 1:
        shown = ", ".join(pairs)
        raise SpecError(f"{folder} has scores of several language pairs, {shown}: name the folder of one.")
    if languages is not None and languages not in pairs:
        raise unknown_name(f"language pair in {folder}:", languages, list(pairs))
    return pairs[languages] if languages is not None else next(iter(pairs.values()))
