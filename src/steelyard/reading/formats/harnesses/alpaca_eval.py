"""AlpacaEval's ``annotations.json``: a judge's preference between a baseline and a system, per instruction."""

import hashlib
import math
from pathlib import Path

from steelyard.errors import DataError
from steelyard.reading.logged_scores import HowScored, ItemRow, as_score, plain_json, scores_of_rows
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (
    ("annotations of AlpacaEval", "read_output_scores", starts_with("generator_1", "generator_2", "preference")),
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read how much the judge prefers the system, ``generator_2``, to the baseline: 1 for a win, 0 for a loss.

    Items are the SHA-1 of instructions. A preference is from 1, the baseline, to 2, the system; 0 and 1.5 are draws,
    and null is missing.
    """
    entries, file = plain_json(path)
    rows, seen, baselines = [], dict[tuple[str, str], int](), set()
    for number, entry in enumerate(entries, 1):
        place = f"{path}, annotation {number}"
        found = as_score(entry.get("preference"), place)
        if found is None or not (math.isnan(found) or found == 0 or 1 <= found <= 2):
            raise DataError(f"{place}: a preference is from 1 to 2, or 0 for a draw, not {entry.get('preference')!r}.")
        value = 0.5 if found == 0 else found - 1
        system, baseline = str(entry["generator_2"]), str(entry["generator_1"])
        baselines.add(baseline)
        item = hashlib.sha1(str(entry["instruction"]).encode(), usedforsecurity=False).hexdigest()
        n = seen[system, item] = seen.get((system, item), 0) + 1
        name = item if n == 1 else f"{item}#{n}"
        rows.append(ItemRow(str(entry.get("annotator") or "preference"), system, name, value, {"baseline": baseline}))
    if len(baselines) > 1:
        raise DataError(
            f"{path} compares with several baselines, {', '.join(sorted(baselines))}: give a file for each."
        )
    notes = [f"{path}: a score is how much the judge prefers the system to {baselines.pop()}"] if baselines else []
    systems = dict.fromkeys(row.system for row in rows)
    folder = Path(path).resolve().parent.parent.name  # results/MODEL/JUDGE/annotations.json
    if len(systems) == 1 and folder not in systems and any(part in folder for part in next(iter(systems)).split("-")):
        notes.append(f"{path} is in the folder {folder!r}, and holds outputs of {next(iter(systems))!r}")
    return scores_of_rows(rows, [(file.path, file.sha256)], notes=notes)
