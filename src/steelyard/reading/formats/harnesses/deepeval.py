"""deepeval's test run: for each test case the metrics that were asked of it, with a score each."""

import math

from steelyard.errors import DataError
from steelyard.reading.logged_scores import HowScored, ItemRow, as_score, as_text, plain_json, scores_of_rows
from steelyard.reading.resemblance import starts_with
from steelyard.types import OutputScores

__all__ = ["RESEMBLES", "output_scores"]

RESEMBLES = (
    ("a test run of deepeval", "read_output_scores", starts_with("testRunData")),
    ("a test run of deepeval", "read_output_scores", starts_with("testCases", "metricsScores")),
)


def output_scores(path: str, options: HowScored) -> list[OutputScores]:
    """Read the score of every case by every metric that was asked of it; a metric that broke has none.

    The system is called as the file. A case of a name that stands twice is ``NAME#2``.
    """
    told, file = plain_json(path)
    cases = told.get("testRunData", told)["testCases"]
    rows, seen = [], dict[str, int]()
    for number, case in enumerate(cases, 1):
        name = str(case.get("name") or number)
        n = seen[name] = seen.get(name, 0) + 1
        kinds = {"input": "source", "expectedOutput": "reference"}
        texts = {kind: as_text(case[key]) for key, kind in kinds.items() if case.get(key) is not None}
        for metric in case.get("metricsData") or ():
            value = math.nan if metric.get("error") else as_score(metric.get("score"), f"{path}, case {number}")
            if value is None:
                raise DataError(f"{path}, case {number}: {metric.get('score')!r} is no score.")
            rows.append(ItemRow(str(metric["name"]), options.unnamed, name if n == 1 else f"{name}#{n}", value, texts))
    if not rows:
        raise DataError(f"{path} has no case with a metric.")
    return scores_of_rows(rows, [(file.path, file.sha256)])
