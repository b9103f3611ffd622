"""Rows of rates, of ranks and of outputs to look at."""

from collections.abc import Mapping, Sequence

import numpy as np

from steelyard.analysis import VERDICT_REASONS
from steelyard.inference import rank_ranges
from steelyard.lab.questions.suite_judge.answer import SuiteExampleRow, SuiteRankRow, SuiteRow
from steelyard.lab.questions.suite_judge.inputs import GivenSuite
from steelyard.lab.questions.suite_judge.judged import Verdicts
from steelyard.results.item_pairs import ItemPairRow
from steelyard.scored.judged_units.levels import Level

__all__ = ["example_rows", "rank_rows", "rate_rows"]

_BOTH, _NEITHER = VERDICT_REASONS.index("both"), VERDICT_REASONS.index("neither")
_NEAR = 1e-12
Rates = list[tuple[float | None, tuple[float, float] | None]]


def rate_rows(
    verdicts: Verdicts,
    levels: Sequence[Level],
    used: Mapping[tuple[str, str], Level],
    confidence: float,
    *,
    bounds: bool,
) -> list[SuiteRow]:
    """Lay out every level, system by system; `used` has those of the items that rates are of."""
    best, values = verdicts.at_best(), verdicts.items.values
    among = values[:, verdicts.used]
    rows = []
    for level in levels:
        own, reasons = verdicts.verdicts[:, level.items], verdicts.reasons[:, level.items]
        lowest, highest = level.accuracy(values).tolist(), level.accuracy(best).tolist()
        of_used = used.get((level.kind, level.name))
        rates: Rates = [(None, None)] * len(values)
        if bounds:
            lows, highs = level.intervals(values, confidence), level.intervals(best, confidence)
            rates = [(None, (low[0], high[1])) for low, high in zip(lows, highs, strict=True)]
        elif of_used is not None:
            rates = list(zip(of_used.accuracy(among).tolist(), of_used.intervals(among, confidence), strict=True))
        n_used = len(level.items) if bounds else 0 if of_used is None else len(of_used.items)
        counts = [
            (own > 0).sum(axis=1),
            (own < 0).sum(axis=1),
            ((own == 0) & (reasons == _BOTH)).sum(axis=1),
            ((own == 0) & (reasons == _NEITHER)).sum(axis=1),
            ((own != 0) & (reasons == 0)).sum(axis=1),
        ]
        for s, (system, (rate, interval)) in enumerate(zip(verdicts.items.names, rates, strict=True)):
            n_right, n_wrong, n_both, n_neither, n_listed = (int(count[s]) for count in counts)
            rows.append(
                SuiteRow(
                    level=level.kind,
                    name=level.name,
                    category=level.category,
                    system=system,
                    n_items=len(level.items),
                    n_right=n_right,
                    n_wrong=n_wrong,
                    n_both=n_both,
                    n_neither=n_neither,
                    n_listed=n_listed,
                    n_used=n_used,
                    rate=rate,
                    interval=interval,
                    lowest=lowest[s],
                    highest=highest[s],
                )
            )
    return rows


def rank_rows(rates: Sequence[SuiteRow], pairs: Sequence[ItemPairRow], systems: Sequence[str]) -> list[SuiteRankRow]:
    """Rank the systems by all items and by means; with bounds by their lowest rates."""
    rows = []
    for level in dict.fromkeys(row.level for row in rates if not row.name):
        own = [row for row in rates if row.level == level]
        shares = [row.lowest if row.rate is None else row.rate for row in own]
        is_better = np.zeros((len(systems), len(systems)), bool)
        for pair in pairs:
            if (pair.level, pair.name) == (level, ""):
                a, b = systems.index(pair.system), systems.index(pair.against)
                is_better[a, b] |= pair.verdict == "better"
                is_better[b, a] |= pair.verdict == "worse"
        for system, share, (low, high) in zip(systems, shares, rank_ranges(is_better), strict=True):
            rank = 1 + sum(other > share + _NEAR for other in shares)
            rows.append(SuiteRankRow(level, system, rank, low, high))
    return rows


def example_rows(
    given: GivenSuite, verdicts: Verdicts, phenomena: Sequence[Level], n_wanted: int
) -> list[SuiteExampleRow]:
    """Choose outputs of every phenomenon and system: wrong ones that most others get right, and undecided ones."""
    rows = []
    n_right = (verdicts.verdicts > 0).sum(axis=0)
    for level in phenomena:
        order = level.items[np.argsort(-n_right[level.items], kind="stable")]
        for s, (system, text) in enumerate(given.outputs.items()):
            own = verdicts.verdicts[s, order]
            for verdict, places in (("wrong", order[own < 0]), ("undecided", order[own == 0])):
                for place in places[:n_wanted].tolist():
                    item = given.items[place]
                    rows.append(
                        SuiteExampleRow(
                            level.name,
                            system,
                            item.id or str(item.segment),
                            item.segment,
                            "wrong" if verdict == "wrong" else "undecided",
                            VERDICT_REASONS[verdicts.reasons[s, place]],
                            int(n_right[place]),
                            item.source,
                            text[item.segment - 1],
                            tuple(getattr(pattern, "pattern", str(pattern)) for pattern in item.right),
                            tuple(getattr(pattern, "pattern", str(pattern)) for pattern in item.wrong),
                        )
                    )
    return rows
