"""Automatic scores as WMT25 publishes them: a line for each document of a system, with a list of scores by metric."""

from dataclasses import replace

from steelyard.errors import DataError
from steelyard.reading.logged_scores import HowScored, ItemRow, as_score, json_lines, scores_of_rows, texts_in
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (("automatic scores of WMT25", "read_output_scores", starts_with("document_id", "metric_scores")),)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the scores of every segment; a segment is ``DOCUMENT:NUMBER``, from 1, and documents stay together.

    The system is called as the file. MetricX stands with a minus here, so that higher is better.
    """
    lines, file = json_lines(path)
    pairs = list(dict.fromkeys(str(row.get("language_pair")) for _, row in lines))
    if len(pairs) > 1:
        raise DataError(f"{path} has several language pairs, {', '.join(pairs)}: give a file for each.")
    rows = []
    for number, line in lines:
        document = str(line["document_id"])
        told = texts_in(line, "source", "reference", "dataset", "language pair")
        for metric, scores in line["metric_scores"].items():
            for i, score in enumerate(scores, 1):
                value = as_score(score, f"{path}, line {number}, {metric}")
                if value is None:
                    raise DataError(f"{path}, line {number}: {metric} of segment {i} is no number.")
                rows.append(ItemRow(metric, options.unnamed, f"{document}:{i}", value, told))
    made = scores_of_rows(rows, [(file.path, file.sha256)])
    return [replace(one, documents=tuple(item.rpartition(":")[0] for item in one.items or ())) for one in made]
