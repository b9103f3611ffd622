"""Exports of annotation tools that hold no ratings of outputs: each is named, with what it holds."""

import re
from collections.abc import Sequence

from steelyard.reading.resemblance import column_names

__all__ = ["export_of_tool"]

_ROWS = "Write a row for each judgement, with the columns system, segment, rater and score."


def _is_prodigy(lines: Sequence[str]) -> bool:
    return '"_task_hash"' in lines[0] and '"_input_hash"' in lines[0]


def _is_label_studio(lines: Sequence[str]) -> bool:
    start = "\n".join(lines[:400])
    is_json = lines[0].lstrip()[:1] in ("[", "{")
    if is_json:
        return all(f'"{name}"' in start for name in ("annotations", "completed_by", "lead_time"))
    return {"annotation_id", "annotator", "lead_time"} <= column_names(lines)


def _is_mechanical_turk(lines: Sequence[str]) -> bool:
    return len(set(re.findall(r"(?<![^,\t;|\"])(Input|Answer)\.", lines[0]))) == 2


def _is_campaign(lines: Sequence[str]) -> bool:
    start = "\n".join(lines[:400])
    return start.lstrip().startswith("{") and all(f'"{name}"' in start for name in ("campaign_id", "assignment", "tgt"))


_TOOLS = (
    ("Prodigy", "choices or spans of an annotator in texts", _is_prodigy),
    ("Label Studio", "annotations of tasks", _is_label_studio),
    ("Mechanical Turk", "a batch with the answers of each worker to a form (Answer.*)", _is_mechanical_turk),
)


def export_of_tool(lines: Sequence[str]) -> str:
    """Say of the first lines of a file by which tool they were exported, and what is to be done; "" for any other."""
    if lines and _is_campaign(lines):
        return "is a campaign of Pearmut, without a judgement: give its log, data/annotations/CAMPAIGN.jsonl."
    found = next(((tool, what) for tool, what, fits in _TOOLS if lines and fits(lines)), None)
    if found is None:
        return ""
    tool, what = found
    return f"is an export of {tool}: {what}, without a system and a score in named columns. {_ROWS}"
