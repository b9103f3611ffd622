"""What could turn an answer, said where the answer is."""

from collections.abc import Mapping
from typing import Any

from steelyard.page.blocks import Block, Items, Paragraph
from steelyard.results.missing import missing_text
from steelyard.results.table import clean

__all__ = ["cautions"]


def cautions(method: Mapping[str, Any]) -> list[Block]:
    """Say which scores are missing, and what a method warns of or notes; a first look has all of it."""
    warning = method.get("warning")
    sentences = [missing_text(method), f"Warning: {warning}." if warning else "", method.get("caution")]
    notes = tuple(map(clean, [*method.get("notes", ()), *method.get("warnings", ())]))
    return [
        *(Paragraph(clean(sentence), is_detail=False) for sentence in sentences if sentence),
        *([Items(notes, is_detail=False)] if notes else []),
    ]
