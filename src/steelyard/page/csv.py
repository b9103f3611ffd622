"""Rows of a result as comma-separated values: every number in full, for spreadsheets and programs."""

import csv
import io
import json

from steelyard.results.base import Result

__all__ = ["csv_text"]


def csv_text(result: Result, table: str | None = None) -> str:
    """Write one table of a result as CSV: a header, and a line per row.

    Parameters
    ----------
    result : Result
        Stored or fresh.
    table : str, optional
        A field of rows, such as ``"pairs"``; by default the main one.

    Returns
    -------
    str
        Without a last line end. Numbers are not rounded, what is missing is empty, an interval is two columns, and
        names are quoted where they need it. They stand as they are: a spreadsheet may take one that starts with ``=``
        for a formula.

    Raises
    ------
    SpecError
        There is no such table.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.report import csv_text
    >>> data = sy.TestSet(references=[["a b", "c"]], systems={"A": ["a b", "c"], "B, too": ["a", "c"]})
    >>> lines = csv_text(sy.evaluate(data, ["wer"]).scores()).splitlines()
    >>> lines[0][:32]
    'metric,label,system,score,interv'
    >>> lines[2][:40]
    'wer,WER,"B, too",0.3333333333333333,,,2,'
    """
    records = result.records(table)
    keys = list(dict.fromkeys(key for row in records for key in row))
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(keys)
    writer.writerows([_cell(row.get(key)) for key in keys] for row in records)
    return file.getvalue().removesuffix("\n")


def _cell(value: object) -> object:
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else value
