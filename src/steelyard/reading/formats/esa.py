"""Error span annotation: a score from 0 to 100 for each output, and the errors marked in it."""

import os

from steelyard.errors import DataError
from steelyard.reading.delimited import open_table
from steelyard.reading.formats.ratings import read_rated
from steelyard.reading.judgements import HowRead, Judgements
from steelyard.reading.ratings.language_pairs import of_one_pair
from steelyard.reading.resemblance import has_columns
from steelyard.reading.score_matrix.same_items import Texts
from steelyard.reading.spans import MarkTable, read_marks
from steelyard.types import ErrorMarks, Ratings

__all__ = ["RESEMBLES", "judgements", "read_esa"]

RESEMBLES = (("ESA judgements with spans", "read_esa", has_columns("system", "line", "errors_json")),)


def read_esa(
    path: str | os.PathLike[str],
    *,
    counts_from: int = 1,
    languages: tuple[str, str] | None = None,
    keep_doubles: bool = False,
    encoding: str = "utf-8",
) -> tuple[Ratings, ErrorMarks]:
    """Read a table with the columns system, line, score and errors_json, and annotator where it is known.

    `counts_from`: the number of the first line of the test set.
    `keep_doubles`: keep rows that stand twice, with the same times and everything.
    Of the marks the ``judgements`` are rows of the ratings.

    An error of the place ``missing`` is something that the output leaves out. Where a rater judged an output twice,
    both judgements stay. Marks that overlap are kept.

    References
    ----------
    Kocmi et al. 2024, "Error span annotation: a balanced approach for human evaluation of machine translation",
    2024.wmt-1.131.
    """
    return _read(path, counts_from, languages, keep_doubles, encoding)[:2]


def _read(
    path: str | os.PathLike[str],
    counts_from: int,
    languages: tuple[str, str] | None,
    keep_doubles: bool,
    encoding: str,
    with_outputs: bool = False,
) -> tuple[Ratings, ErrorMarks, Texts]:
    """Read scores and marked errors, and what the table says of the lines of the test set, and perhaps of outputs."""
    ratings, texts = read_rated(
        path, "score", None, counts_from, None, languages, False, keep_doubles, encoding, with_outputs
    )
    table, _ = of_one_pair(open_table(path, encoding=encoding), languages)
    column = table.column("marked errors", ["errors_json", "errors", "spans"])
    marks = MarkTable()
    judgement = 0
    for block in table.blocks:
        for line, cell in zip(block.lines, block.columns[column], strict=True):
            marks.add(judgement, read_marks(cell, f"{table.path}, line {line}, column {column!r}"))
            judgement += 1
    if ((ratings.scores < 0) | (ratings.scores > 100)).any():
        raise DataError(f"{table.path} has a score that is not from 0 to 100.")
    made = marks.table(
        ratings.systems, ratings.segments, ratings.documents, ratings.raters, ratings.kinds, ratings.files
    )
    return ratings, made, texts


def judgements(path: str, options: HowRead) -> Judgements:
    """Read scores with marks."""
    ratings, marks, texts = _read(path, 1, options.languages, not options.strict, options.encoding, options.are_joined)
    return Judgements("esa", ratings=ratings, marks=marks, texts=texts)
