"""MetricX: the texts of each segment and their ``prediction``, an object per line; lower is better."""

from steelyard.errors import DataError
from steelyard.reading.logged_scores import HowScored, ItemRow, as_score, as_text, json_lines, scores_of_rows
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (("predictions of MetricX", "read_output_scores", starts_with("hypothesis", "prediction")),)
_SYSTEMS = ("system_id", "system", "sys", "model")
_ITEMS = ("segment_id", "seg_id", "id", "line")


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read predictions: errors, from 0, none, to 25.

    Systems are named by ``system_id``, or the whole file is one, called after it; segments by ``segment_id`` or ``id``,
    or by their place.
    """
    from dataclasses import replace

    lines, file = json_lines(path)
    system_key = next((key for key in _SYSTEMS if lines and key in lines[0][1]), None)
    item_key = next((key for key in _ITEMS if lines and key in lines[0][1]), None)
    rows, counts = [], dict[str, int]()
    for number, line in lines:
        value = as_score(line.get("prediction"), f"{path}, line {number}")
        if value is None:
            raise DataError(f"{path}, line {number}: the prediction {line.get('prediction')!r} is no number.")
        system = str(line.get(system_key, "")) if system_key else options.unnamed
        counts[system] = counts.get(system, 0) + 1
        item = str(line.get(item_key)) if item_key else str(counts[system])
        texts = {key: as_text(line[key]) for key in ("source", "reference") if line.get(key) is not None}
        rows.append(ItemRow("MetricX", system, item, value, texts))
    made = scores_of_rows(rows, [(file.path, file.sha256)])
    which = "higher scores are better, as they have a minus" if made[0].higher_is_better else "lower scores are better"
    notes = (f"MetricX predicts errors: {which}, and are compared so",)
    return [replace(metric, notes=notes, items=metric.items if item_key else None) for metric in made]
