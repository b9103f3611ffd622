"""The tables of Graham et al. 2014, and what they are made of."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.inference import get_test, is_significant
from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.questions.test_accuracy.answer import PeopleRow, TestAccuracyRow
from steelyard.questions.test_accuracy.human_verdicts import HumanVerdicts
from steelyard.scored.pairs import Pair
from steelyard.types import Measurement

__all__ = [
    "ALPHAS", "TESTS", "PairTests", "accuracies_table", "by_lead", "conclusions_table", "disagreements_table",
    "matrices", "p_values_table", "people_table", "tests_table",
]  # fmt: skip

ALPHAS = (0.05, 0.01, 0.001)
TESTS = {
    "paired-bootstrap": "paired bootstrap",
    "shifted-bootstrap": "shifted bootstrap",
    "randomization": "approximate randomization",
}
_SHORT = ("paired", "shifted", "random.")
_WITHOUT_PEOPLE = "The paper's tables 1 and 2 say how many of these are right, which takes people's (--ratings)."
_HOLDS = {"exact": "always, if outputs are exchangeable", "asymptotic": "as the number of units grows"}


@dataclass(frozen=True, slots=True)
class PairTests:
    """p-values of every ordered pair under every metric and test."""

    # and as_printed, (tests, metrics, S, S): that the system of the row is better than that of the column: ours, and by
    # the paper's formulas. 1 on the diagonal.
    p_values: NDArray[np.float64]
    as_printed: NDArray[np.float64]
    leads: NDArray[np.float64]  # (metrics, S, S): by how much the score of the row is better than that of the column


def by_lead(leads: NDArray[np.float64]) -> list[Pair]:
    """List pairs, the better system first, from the smallest lead to the largest."""
    n = len(leads)
    pairs = [(a, b) if leads[a, b] >= 0 else (b, a) for a in range(n) for b in range(a + 1, n)]
    return sorted(pairs, key=lambda pair: float(leads[pair]))


def tests_table() -> PaperTable:
    """Say what each test is, and when its level holds."""
    rows = tuple((label, get_test(test).summary, _HOLDS[get_test(test).validity]) for test, label in TESTS.items())
    return PaperTable(
        "Tests",
        "Each is one-sided: is the system of the row better than that of the column?",
        ("test", "what it is", "its level holds"),
        rows,
    )


def conclusions_table(found: PairTests, measurements: Sequence[Measurement], *, has_people: bool = False) -> PaperTable:
    """Count, level by level, what each test concludes, and where they differ."""
    n_systems = found.p_values.shape[-1]
    rows = []
    for alpha in ALPHAS:
        is_found = is_significant(found.p_values, alpha)
        for m, measurement in enumerate(measurements):
            differ = int((is_found[:, m].any(axis=0) & ~is_found[:, m].all(axis=0)).sum())
            rows.append((f"{alpha:g}", measurement.label, *(int(one.sum()) for one in is_found[:, m]), differ))
    return PaperTable(
        "All pairs" if has_people else "Table 1",
        f"Conclusions by level: of {n_systems * (n_systems - 1):,} ordered pairs, those in which the first system is "
        "significantly better",
        ("level", "metric", *_SHORT, "tests differ"),
        tuple(rows),
        "" if has_people else _WITHOUT_PEOPLE,
    )


def accuracies_table(rows: Sequence[TestAccuracyRow], n_systems: int) -> PaperTable:
    """Set right conclusions and accuracies out as tables 1 and 2 do."""
    found: dict[tuple[float, str], list[TestAccuracyRow]] = {}
    for row in rows:
        found.setdefault((row.alpha, row.metric), []).append(row)
    lines = []
    for (alpha, _), members in found.items():
        cells = (cell for row in members for cell in (row.n_correct, _accuracy(row)))
        lines.append((f"{alpha:g}", members[0].label, *cells))
    columns = (column for short in _SHORT for column in (f"{short} conc.", f"{short} acc. (%)"))
    return PaperTable(
        "Tables 1 and 2",
        f"Accuracy of the tests: of {rows[0].n_pairs:,} pairs of {n_systems} systems, those of which test and people "
        "conclude the same, their share, and its 95% interval (Clopper and Pearson)",
        ("level", "metric", *columns),
        tuple(lines),
    )


def people_table(rows: Sequence[PeopleRow], verdicts: HumanVerdicts) -> PaperTable:
    """Say how many pairs people tell apart."""
    scales = ", then ".join(verdicts.scales)
    has_second = len(verdicts.scales) > 1
    lines = [
        (f"{row.alpha:g}", row.n_different, row.n_pairs - row.n_different, *((row.n_by_second,) if has_second else ()))
        for row in rows
    ]
    return PaperTable(
        "People",
        f"Pairs by people's verdict ({scales}: {verdicts.test} of {verdicts.method['people_n_ratings']:,} ratings)",
        ("level", "significant", "not significant", *((f"by {verdicts.scales[1]}",) if has_second else ())),
        tuple(lines),
        "A test that is never significant is right about the pairs that are not significant for people.",
    )


def _accuracy(row: TestAccuracyRow) -> str:
    return f"{100 * row.accuracy:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"


def disagreements_table(found: PairTests, measurements: Sequence[Measurement], names: Sequence[str]) -> PaperTable:
    """List the conclusions that some tests draw and others do not; without rows where all agree."""
    rows = []
    for alpha in ALPHAS:
        is_found = is_significant(found.p_values, alpha)
        for m, a, b in np.argwhere(is_found.any(axis=0) & ~is_found.all(axis=0)).tolist():
            p_values = (float(p) for p in found.p_values[:, m, a, b])
            rows.append((f"{alpha:g}", measurements[m].label, names[a], names[b], *p_values))
    return PaperTable(
        "Table 1a",
        "Where the tests differ: p-values",
        ("level", "metric", "row", "column", *_SHORT),
        tuple(rows),
        decimals=(None, None, None, None, 4, 4, 4),
    )


def matrices(found: PairTests, measurements: Sequence[Measurement], names: Sequence[str]) -> list[PaperTable]:
    """Set conclusions out as Figure 8 does, best score first, with a digit for a colour."""
    tables = []
    labels = {measurement.label for measurement in measurements}
    for m, measurement in enumerate(measurements):
        order = np.argsort(-found.leads[m].sum(axis=1), kind="stable").tolist()
        columns = ("", *(f"{i + 1}" for i in range(len(order))))
        for t, label in enumerate(TESTS.values()):
            levels = (found.p_values[t, m][..., None] <= np.array(ALPHAS)).sum(axis=-1).tolist()
            rows = tuple(
                (f"{i + 1} {names[a]}", *("" if a == b else str(levels[a][b] or ".") for b in order))
                for i, a in enumerate(order)
            )
            name = f"Figure 8, {measurement.label if len(labels) == len(measurements) else measurement.metric}, {label}"
            note = "1, 2 and 3: at .05, at .01 and at .001; a dot: no." if m == t == 0 else ""
            tables.append(PaperTable(name, "is the row significantly better than the column?", columns, rows, note))
    return tables


def p_values_table(found: PairTests, measurements: Sequence[Measurement], names: Sequence[str]) -> PaperTable:
    """List the p-values of both directions of each pair, from the smallest lead to the largest."""
    rows = []
    for m, measurement in enumerate(measurements):
        for a, b in by_lead(found.leads[m]):
            both = (float(found.p_values[t, m, x, y]) for x, y in ((a, b), (b, a)) for t in range(len(TESTS)))
            rows.append((measurement.label, names[a], names[b], float(found.leads[m, a, b]), *both))
    other = tuple(f"{short} (rev.)" for short in _SHORT)
    return PaperTable(
        "p-values",
        "Of every ordered pair: that the row, the one with the better score, beats the column, and the reverse (rev.)",
        ("metric", "row", "column", "lead", *_SHORT, *other),
        tuple(rows),
        decimals=(None, None, None, 4, 4, 4, 4, 4, 4, 4),
    )
