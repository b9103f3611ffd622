"""Systems on the scale of an older version of the board, by the items that both versions have."""

from typing import Any

import numpy as np

from steelyard.errors import DataError, SpecError
from steelyard.inference import ItemCurves, ScaleLink, fit_item_curves, link_scales
from steelyard.questions.items.answer import LinkedRow, LinkRow
from steelyard.questions.items.question import ItemsQuestion
from steelyard.reading.score_matrix.inputs import HowScores
from steelyard.reading.score_matrix.matrix import ItemScores, read_item_scores
from steelyard.scored import Counted
from steelyard.types import CountedSet, Measurement

__all__ = ["link_rows", "read_older"]


def read_older(counted: Counted, question: ItemsQuestion) -> ItemScores | None:
    """Read the older version as the board itself was read; None where none was named."""
    if question.link is None:
        return None
    data = counted.test_set
    if not isinstance(data, CountedSet) or data.has_texts or data.items is None:
        raise SpecError("--link matches items by their ids: give scores with a column of ids.")
    given: Any = data.reading.get("scores", {})
    how = HowScores(
        columns=given.get("columns") or {},
        items_in_columns=given.get("items_in_columns", False),
        encoding=given.get("encoding", "utf-8"),
    )
    return read_item_scores([question.link.path], how)


def link_rows(
    measurement: Measurement, names: list[str], curves: ItemCurves, older: ItemScores, question: ItemsQuestion
) -> tuple[LinkRow, list[LinkedRow]]:
    """Fit the older version, and bring abilities to its scale."""
    path = older.files[0][0]
    values = older.values.get(measurement.metric)
    if values is None and len(older.values) == 1:
        [values] = older.values.values()
    if values is None:
        raise DataError(f"{path} has no {measurement.metric}, but {', '.join(older.values)}.")
    low, high = question.score_range
    known = values[np.isfinite(values)]
    if not known.size or known.min() < low or known.max() > high:
        raise DataError(f"{path}: scores have to lie within {low:g} to {high:g} (--score-range), as for curves.")
    passes = (values - low) / (high - low)
    fitted = fit_item_curves(passes if measurement.higher_is_better else 1 - passes)
    place = {item: i for i, item in enumerate(older.items)}
    shared = [(place[name], i) for i, name in enumerate(names) if name in place]
    if not shared:
        raise DataError(f"{path} has none of these items: ids are {older.items[0]!r} there and {names[0]!r} here.")
    found = link_scales(fitted, curves, shared, confidence_level=1 - question.alpha)
    return _row(measurement, found), _systems(measurement, found, fitted, curves, older)


def _row(measurement: Measurement, found: ScaleLink) -> LinkRow:
    return LinkRow(
        measurement.metric,
        measurement.label,
        found.n_shared,
        found.scale,
        found.scale_interval,
        found.shift,
        found.shift_interval,
    )


def _systems(
    measurement: Measurement, found: ScaleLink, fitted: ItemCurves, curves: ItemCurves, older: ItemScores
) -> list[LinkedRow]:
    """Put the systems of both versions in one order; one that is on both stands twice."""
    rows = [
        LinkedRow(measurement.metric, measurement.label, system, version, float(ability))
        for version, systems, abilities in (
            ("older", older.systems, fitted.abilities),
            ("this", measurement.systems, [found.place(float(ability)) for ability in curves.abilities]),
        )
        for system, ability in zip(systems, abilities, strict=True)
    ]
    return sorted(rows, key=lambda row: (-row.ability, row.system, row.version))
