"""Tables as files: what `open_table` reads."""

import csv
import io
import json
import os
import re
from collections.abc import Mapping, Sequence

from steelyard.errors import DataError, SpecError, needs_extra
from steelyard.files import write_file

__all__ = ["write_table"]


def write_table(path: str | os.PathLike[str], columns: Mapping[str, Sequence[str | int | float]]) -> None:
    """Write a table as the ending of its name says, so that `open_table` reads what was written."""
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1]
    if suffix == ".parquet":
        with needs_extra("tables", f"{name}, as a Parquet file,"):
            import polars
        packed = io.BytesIO()
        polars.DataFrame(dict(columns)).write_parquet(packed)
        write_file(path, packed.getvalue())
        return
    if suffix not in (".tsv", ".csv", ".jsonl"):
        raise SpecError(f"Cannot write {name}: its name must end in .tsv, .csv, .jsonl or .parquet.")
    if suffix == ".tsv":
        for column, cells in columns.items():
            odd = next((cell for cell in cells if isinstance(cell, str) and re.search(r"[\t\n\r]", cell)), None)
            if odd is not None:
                raise DataError(f"Cannot write {name}: {column} {odd!r} holds a tab or a line end. Write CSV.")
    rows = zip(*columns.values(), strict=True)
    file = io.StringIO()
    if suffix == ".jsonl":
        file.writelines(json.dumps(dict(zip(columns, row, strict=True)), ensure_ascii=False) + "\n" for row in rows)
    elif suffix == ".csv":
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([tuple(columns), *rows])
    else:
        file.write("\t".join(columns) + "\n")
        file.writelines("\t".join(map(str, row)) + "\n" for row in rows)
    write_file(path, file.getvalue().encode("utf-8", "backslashreplace"))
