"""Answers of a language model that was asked for a score, as GEMBA asks: a line, or an object with ``answer``, each."""

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from steelyard.files.reading import read_lines
from steelyard.reading.logged_scores import HowScored, as_score, json_lines, texts_in
from steelyard.reading.resemblance import json_keys
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

_ANSWER = re.compile(
    r"\s*\**\s*(?:(?:score|rating|stars?|answer)[^:\d]*(?:\(0-100\))?\s*:)?\s*\**\s*"
    r"(?:\[['\"])?(?P<number>[+-]?\d+(?:\.\d+)?)(?:['\"]\])?(?:\s*/\s*\d+)?\s*(?:stars?|points?)?\**\.?\s*",
    re.IGNORECASE,
)
_QUOTED = {
    "source": re.compile(r' source: "(.*?)"\n', re.DOTALL),
    "reference": re.compile(r' (?:human )?reference: "(.*?)"\n', re.DOTALL),
}
_STARS = re.compile(r"\s*(?:(?:rating|stars?)\s*:)?\s*(?P<stars>\*{1,5}|★{1,5})\s*", re.IGNORECASE)
_NOTHING = re.compile(r"\s*(?:None)?\s*")


def _number(answer: Any) -> float:
    """Return the one number of an answer; NaN where it has none, or several."""
    if not isinstance(answer, str):
        found = as_score(answer, "an answer")
        return math.nan if found is None else found
    stars = _STARS.fullmatch(answer)
    if stars is not None:
        return float(len(stars["stars"]))
    number = _ANSWER.fullmatch(answer)
    if number is not None:
        return float(number["number"])
    numbers = set(re.findall(r"\d+(?:\.\d+)?", answer.replace("/100", "")))
    return float(numbers.pop()) if len(numbers) == 1 else math.nan


def _are_answers(lines: Sequence[str]) -> bool:
    filled = [line for line in lines[:20] if line.strip()]
    return all(_is_answer(line) for line in filled) and any(not _NOTHING.fullmatch(line) for line in filled)


def _is_answer(line: str) -> bool:
    """Whether a line is an answer that holds a score, or none at all."""
    return any(pattern.fullmatch(line) for pattern in (_ANSWER, _STARS, _NOTHING))


def _are_objects(lines: Sequence[str]) -> bool:
    keys = set(json_keys(lines))
    return "answer" in keys and bool(keys & {"temperature", "answer_id", "prompt", "model"})


RESEMBLES = (
    ("answers of GEMBA", "read_output_scores", _are_objects),
    ("answers with a score", "read_output_scores", _are_answers),
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the number of each answer, one for each segment in their order; the system is called after the file.

    ``Score: 85``, ``85/100`` and ``★★★★`` are 85, 85 and 4. An answer without a number, or with several, is missing.
    """
    start = read_lines(path)
    answers, texts = list[Any](start.lines), dict[str, dict[str, str]]()
    if json_keys(start.lines[:50]):
        rows = [row for _, row in json_lines(path)[0]]
        answers = [row.get("answer") for row in rows]
        for i, row in enumerate(rows, 1):
            for kind, text in (_asked(row.get("prompt")) | texts_in(row, *_QUOTED)).items():
                texts.setdefault(kind, {})[str(i)] = text
    values = np.array([[_number(answer) for answer in answers]], np.float64)
    missing = int(np.isnan(values).sum())
    notes = (
        (f"{path}: {missing:,} of {len(answers):,} answers hold no single number, and are missing",) if missing else ()
    )
    files = ((start.path, start.sha256),)
    return [OutputScores("GEMBA", (options.unnamed,), values, files=files, notes=notes, texts=texts)]


def _asked(prompt: Any) -> dict[str, str]:
    """Return the texts that a prompt of GEMBA quotes and every system's has."""
    found = {kind: pattern.search(prompt) for kind, pattern in _QUOTED.items()} if isinstance(prompt, str) else {}
    return {kind: quoted[1] for kind, quoted in found.items() if quoted is not None}
