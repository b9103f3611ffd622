"""The page of a result that has none of its own: its tables as they are stored."""

from steelyard.page.blocks import Block, Page, Paragraph, Titled
from steelyard.results.base import Result
from steelyard.results.table import Table, clean

__all__ = ["rows_page"]


def rows_page(result: Result) -> Page:
    """Lay out every table of a result, and its sentence."""
    blocks: list[Block] = [Paragraph(str(result))] if type(result).__str__ is not object.__str__ else []
    for name in result.tables:
        records = result.records(name)
        keys = list(dict.fromkeys(key for row in records for key in row))
        are_numbers = {key: all(isinstance(row.get(key), int | float | None) for row in records) for key in keys}
        headers = tuple(f">{clean(key)}" if are_numbers[key] else clean(key) for key in keys)
        cells = [tuple(_cell(row.get(key)) for key in keys) for row in records]
        if cells:
            blocks.append(Titled(name.replace("_", " ").capitalize(), Table(headers, cells)))
    sentence = getattr(result, "method", {}).get("sentence")
    return Page((*blocks, *([Paragraph(sentence)] if sentence else [])))


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else clean(str(value))
