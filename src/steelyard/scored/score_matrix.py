"""Scores alone, counted: what every question on texts takes that can do without them."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AskError, DataError, SpecError
from steelyard.files.records import Records
from steelyard.metrics import measure_segment_scores
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.matrix import ItemScores, read_item_scores
from steelyard.results.input_check import InputCheck
from steelyard.scored.counted import Counted
from steelyard.scored.missing_scores import MissingRule, declared_ends, fill
from steelyard.types import CountedSet, Measurement, Statistics

__all__ = ["both_ends", "count_items", "count_items_again", "count_items_by_subset"]

ROLE = "scores in "  # of a file of scores, before its path


def count_items(
    texts: Sequence[str | tuple[str, Records]],
    how: HowScores,
    rule: MissingRule,
    *,
    needs_direction: bool = True,
    n_threads: int = 1,
) -> Counted:
    """Read scores without texts, and count them; `read_item_scores` and `MissingRule` describe the parameters."""
    scores = read_item_scores(texts, how, needs_direction=needs_direction)
    given = {"higher_is_better": how.higher_is_better, "no_answer": how.no_answer}
    listed = {"names": how.names, "systems": how.systems, "metrics": how.metrics}
    stored = {
        "texts": list(scores.texts), "columns": dict(how.columns),
        **{name: None if one is None else list(one) for name, one in listed.items()},
        "documents": how.documents if isinstance(how.documents, str) else None,
        **({"subsets": how.subsets} if isinstance(how.subsets, str) else {}),
        "repeats": how.repeats, "items_in_columns": how.items_in_columns,
        "rule": {"rule": rule.rule, "worst": dict(rule.worst), "best": dict(rule.best)},
        "lower_is_better": list(scores.lower_is_better), **{name: list(one) for name, one in given.items() if one},
        "encoding": how.encoding,
    }  # fmt: skip
    return _counted(scores, rule, {"of": "scores", "scores": stored}, n_threads)


def count_items_by_subset(
    texts: Sequence[str], subsets: str, how: HowScores, rule: MissingRule, *, n_threads: int = 1
) -> dict[str, Counted]:
    """Count each subset as if it were a table of its own, missing scores too; by its name, in the order of items."""
    scores = read_item_scores(texts, replace(how, subsets=subsets))
    of_items = scores.subsets or ()
    if len(set(of_items)) == len(of_items):
        raise SpecError(
            f"{subsets} differs for each of the {len(of_items):,} items, but a subset needs several items: name "
            "another column."
        )
    found = {}
    for name in dict.fromkeys(of_items):
        part = scores.take(np.array([i for i, one in enumerate(of_items) if one == name], dtype=np.int64))
        try:
            found[name] = _counted(part, rule, {"of": "scores"}, n_threads)
        except AskError as error:
            raise AskError(f"{name}: {error.question}", error.answers) from None
        except DataError as error:
            raise DataError(f"{name}: {error}") from None
    return found


def _counted(scores: ItemScores, rule: MissingRule, reading: dict[str, Any], n_threads: int) -> Counted:
    """Fill what is missing, and count."""
    filled = fill(scores, rule)
    scores = filled.scores
    if filled.told is not None:
        reading = {**reading, "missing": filled.told}
    if ends := declared_ends(scores, rule):
        reading = {**reading, "ends": {metric: list(both) for metric, both in ends.items()}}
    inputs = [
        {"role": f"{ROLE}{path}", "name": path, "sha256": sha256, **({"taken": taken.said} if taken else {})}
        for path, sha256 in scores.files
        for taken in [scores.taken.get(path)]
    ]
    inputs += [{"role": role, "name": path, "sha256": sha256} for role, path, sha256 in scores.group_files]
    n, ids = len(scores.items), scores.items if scores.has_ids else None
    data = CountedSet(
        scores.systems, n, scores.documents, (1,) * n, tuple(inputs), reading, scores.notes, items=ids,
        subsets=scores.subsets,
    )  # fmt: skip

    def count(values: Mapping[str, NDArray[np.float64]]) -> Counted:
        return Counted(data, _measured(values, data, scores.lower_is_better), n_threads=n_threads)

    best = None if filled.best is None else count(filled.best)
    return replace(count(scores.values), samples=scores.samples, ratings=scores.ratings, best=best)


def count_items_again(stored: Mapping[str, Any], inputs: Sequence[InputCheck], n_threads: int) -> Counted:
    """Count scores as they were counted for a stored result, from where their files are now."""
    now = {check.name: check.path for check in inputs}

    def moved(text: str, *, ends: bool = False) -> str:
        """Put the path where a file is now in the place of its old one, which a name or a column stands beside."""
        then = max((path for path in now if path in text), key=len)
        return text.removesuffix(then) + now[then] if ends else now[then] + text.removeprefix(then)

    given = {**stored}
    texts, rule = [moved(text, ends=True) for text in given.pop("texts")], MissingRule(**given.pop("rule"))
    given |= {of: moved(given[of]) for of in ("documents", "subsets") if given.get(of) is not None}
    return count_items(texts, HowScores(**given), rule, needs_direction=False, n_threads=n_threads)


def _measured(
    values: Mapping[str, NDArray[np.float64]], data: CountedSet, lower_is_better: Sequence[str]
) -> tuple[Measurement, ...]:
    measured, refused = [], []
    for name, rows in values.items():
        scores = dict(zip(data.system_names, rows.tolist(), strict=True))
        try:
            measured.append(measure_segment_scores(name, scores, data, higher_is_better=name not in lower_is_better))
        except DataError as error:
            refused.append(error)
    if not refused:
        return tuple(measured)
    others = " ".join(shlex.quote(one.metric) for one in measured)
    raise DataError(f"{refused[0]} Or choose others: -m {others}." if others else str(refused[0]))


def both_ends(first: Counted, second: Counted) -> Counted:
    """Put the systems of two counts of the same items one below the other; names are their places, from 0."""
    if not isinstance(first.test_set, CountedSet):
        raise SpecError("Missing scores have two ends only for scores without texts.")
    names = tuple(map(str, range(2 * len(first.test_set.system_names))))
    data = replace(first.test_set, system_names=names)
    documents, measurements = data.document_codes(), []
    for both in zip(first.measurements, second.measurements, strict=True):
        found = [one.statistics for one in both]  # in the metric's own unit: exact, as only the exponent changes
        values = np.concatenate([np.ldexp(one.values.astype(np.float64), -one.bits) for one in found])
        statistics = Statistics.from_values(values, documents)
        measurements.append(replace(both[0], statistics=statistics, systems=names))
    return replace(first, test_set=data, measurements=tuple(measurements), best=None)
