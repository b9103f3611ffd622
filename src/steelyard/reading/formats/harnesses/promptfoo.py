"""promptfoo's results: a score and whether it passed for each test, prompt and provider."""

import math
import re
from collections.abc import Mapping
from typing import Any

from steelyard.errors import DataError
from steelyard.reading.logged_scores import HowScored, ItemRow, as_score, as_text, plain_json, scores_of_rows
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (("results of promptfoo", "read_output_scores", starts_with("evalId", "results")),)
_ERRED = 2  # of failureReason: the provider gave no answer; 1 is an assertion that does not hold
_BROKE = re.compile(r"threw error|^(API )?error:|timed? ?out|rate limit", re.IGNORECASE)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read what each prompt and provider scored on each test; a test that broke has no score, and did not fail.

    A system is the provider, the prompt, or both, as far as there are several. Scores that are those of passes are
    called ``pass``.
    """
    told, file = plain_json(path)
    results = told["results"]
    entries = results["results"] if isinstance(results, dict) else results
    if not entries:
        raise DataError(f"{path} has no results.")
    pairs = {(_provider(entry), _prompt(entry)) for entry in entries}
    several = [len({pair[i] for pair in pairs}) > 1 for i in (0, 1)]
    scores, passes, n_broke = [], [], 0
    for number, entry in enumerate(entries, 1):
        names = (_provider(entry), _prompt(entry))
        system = ", ".join(name for name, is_one in zip(names, several, strict=True) if is_one) or names[0]
        item = str(entry.get("testIdx", number))
        told_vars = entry.get("vars") or (entry.get("testCase") or {}).get("vars")
        texts = {"vars": as_text(told_vars)} if told_vars else {}
        broke = entry.get("failureReason") == _ERRED or bool(_BROKE.search(str(entry.get("error") or "")))
        n_broke += broke
        value = math.nan if broke else as_score(entry.get("score"), f"{path}, result {number}")
        if value is None:
            raise DataError(f"{path}, result {number}: the score {entry.get('score')!r} is no number.")
        scores.append(ItemRow("score", system or options.unnamed, item, value, texts))
        passes.append(
            ItemRow("pass", scores[-1].system, item, math.nan if broke else float(bool(entry.get("success"))), texts)
        )
    are_passes = all(a.value == b.value or math.isnan(a.value) for a, b in zip(scores, passes, strict=True))
    rows = passes if are_passes else [*scores, *passes]
    notes = [f"{path}: {n_broke:,} of {len(entries):,} tests broke, and have no score"] if n_broke else []
    return scores_of_rows(rows, [(file.path, file.sha256)], may_repeat=True, notes=notes)


def _provider(entry: Mapping[str, Any]) -> str:
    provider = entry.get("provider") or {}
    return str((provider.get("label") or provider.get("id")) if isinstance(provider, dict) else provider)


def _prompt(entry: Mapping[str, Any]) -> str:
    prompt = entry.get("prompt") or {}
    return str((prompt.get("label") or prompt.get("raw")) if isinstance(prompt, dict) else prompt)
