"""What became of every item in every output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import VERDICT_REASONS, judge_outputs, judge_text
from steelyard.errors import SpecError
from steelyard.lab.questions.suite_judge.answer import SuiteAgreementRow
from steelyard.lab.questions.suite_judge.inputs import GivenSuite
from steelyard.scored.judged_units.levels import JudgedItems, Level, item_level, mean_level, phenomenon_levels
from steelyard.types import Labels, SuiteItem

__all__ = ["MEANS", "Verdicts", "agreement_rows", "judge", "levels_of"]

MEANS = ("phenomena", "categories")

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """What became of P items in the outputs of S systems."""

    verdicts: NDArray[np.int8]  # and reasons, (S, P): as `judge_outputs` has them
    reasons: NDArray[np.int8]
    items: JudgedItems  # all items, undecided ones as wrong
    used: Ints  # items that are decided for every system

    def among(self, places: Ints) -> JudgedItems:
        """Keep some items."""
        items = self.items
        return replace(
            items,
            phenomena=Labels.of(np.array(items.phenomena.names, object)[items.phenomena.codes[places]].tolist()),
            categories=Labels.of(np.array(items.categories.names, object)[items.categories.codes[places]].tolist()),
            values=items.values[:, places],
            clusters=np.unique(items.clusters[places], return_inverse=True)[1],
        )

    def at_best(self) -> Ints:
        """Count undecided items as right, in halves of an item."""
        best: Ints = 2 * (self.verdicts >= 0).astype(np.int64)
        return best


def judge(given: GivenSuite, unit: str | None) -> Verdicts:
    """Judge every output of every item."""
    found = [judge_outputs(given.items, text) for text in given.outputs.values()]
    verdicts, reasons = (np.stack(column) for column in zip(*found, strict=True))
    chosen, clusters = _clusters(given, unit)
    items = JudgedItems(
        tuple(given.outputs),
        Labels.of(item.phenomenon for item in given.items),
        Labels.of(item.category for item in given.items),
        2 * (verdicts > 0).astype(np.int64),
        chosen,
        clusters,
    )
    return Verdicts(verdicts, reasons, items, np.flatnonzero((verdicts != 0).all(axis=0)))


def _clusters(given: GivenSuite, unit: str | None) -> tuple[str, Ints]:
    """Say what hangs together, and which item is of which unit."""
    if unit == "document" and given.documents is None:
        raise SpecError("The unit is the document, but no documents are given: name them with --documents.")
    has_sources = any(item.source for item in given.items)
    if unit == "source" and not has_sources:
        raise SpecError("The unit is the source (--unit), but items have none.")
    default = "document" if given.documents is not None else "source" if has_sources else "segment"
    chosen = unit or default
    if chosen == "document":
        keys = [f"{(given.documents or ())[item.segment - 1]}" for item in given.items]
    elif chosen == "source":
        keys = [item.source.strip() or f"\0{item.segment}" for item in given.items]
    else:
        keys = [str(place if chosen == "item" else item.segment) for place, item in enumerate(given.items)]
    return chosen, Labels.of(keys).codes.astype(np.int64)


def levels_of(items: JudgedItems) -> dict[str, list[Level]]:
    """List phenomena; all items and categories; means over phenomena and over categories."""
    every = np.arange(items.n_items)
    whole = [item_level(items, "items", "", every)]
    names = [name for name in items.categories.names if name]
    if len(names) > 1 or (names and len(names) < len(items.categories.names)):
        whole += [
            item_level(items, "category", name, np.flatnonzero(items.categories.codes == code))
            for code, name in enumerate(items.categories.names)
            if name
        ]
    means = [
        mean_level(items, kind, "", every, column.codes)
        for kind, column in zip(MEANS, (items.phenomena, items.categories), strict=True)
        if len(column.names) > 1
    ]
    return {"phenomena": [*phenomenon_levels(items)], "wholes": whole, "means": means}


def agreement_rows(items: Sequence[SuiteItem]) -> list[SuiteAgreementRow]:
    """Hold patterns against people, on the outputs that these judged."""
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for item in items:
        for people, listed in (("right", item.listed_right), ("wrong", item.listed_wrong)):
            for text in listed:
                verdict, reason = judge_text(item, text, use_lists=False)
                key = {1: "right", -1: "wrong"}.get(verdict, reason)
                for category in dict.fromkeys(("", item.category)):
                    own = counts.setdefault((category, people), dict.fromkeys(_KEYS, 0))
                    own[key] += 1
    categories = list(dict.fromkeys(["", *(category for category, _ in counts)]))
    return [_row(category, people, counts) for category in categories for people in ("right", "wrong") if counts]


_KEYS = ("right", "wrong", *VERDICT_REASONS[2:])


def _row(category: str, people: str, counts: Mapping[tuple[str, str], Mapping[str, int]]) -> SuiteAgreementRow:
    own = counts.get((category, people), dict.fromkeys(_KEYS, 0))
    return SuiteAgreementRow(category, "right" if people == "right" else "wrong", sum(own.values()), *own.values())
