"""Significance tests held against people, as text for a terminal or a pipe."""

from collections.abc import Iterator, Sequence

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled, filled
from steelyard.page.cautions import cautions
from steelyard.page.summary import scope_text
from steelyard.questions.test_accuracy.answer import TestAccuracy, TestAccuracyRow
from steelyard.results.columns import Shown, table
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_LEVEL = 0.05  # of McNemar's tests
_MOST_DIFFERENCES = 12
_COUNTS = ("same", "neither", "people alone", "test alone", "opposite")
_DIFFERENCES = (
    "alpha",
    "given",
    "name",
    "against",
    "n_only",
    "n_only_against",
    "p_value",
    "p_adjusted",
    "chi_square_p",
)


def to_page(accuracy: TestAccuracy) -> Page:
    """Lay out how often each test agrees with people, in the form of Graham's tables, and where they disagree."""
    blocks: list[Block] = [
        Paragraph(" ".join(_summary(accuracy))),
        _accuracies(accuracy),
        _people(accuracy),
        _confusions(accuracy),
        *_differences(accuracy),
        MethodText(accuracy.method["sentence"]),
    ]
    return Page((*blocks, *cautions(accuracy.method)))


def _summary(accuracy: TestAccuracy) -> Iterator[str]:
    """Say which test and metric agreed best at the first level, and whether others differ significantly."""
    alpha = accuracy.method["alphas"][0]
    rows = [row for row in accuracy.rows if row.alpha == alpha]
    most = max(row.n_correct for row in rows)
    best = [row for row in rows if row.n_correct == most]
    n = rows[0].n_pairs
    first = best[0]
    of_pairs = (
        f"on {most:,} of {n:,} pair{'s' if n != 1 else ''} of systems, {100 * first.accuracy:.1f}% "
        f"[{100 * first.low:.1f}, {100 * first.high:.1f}]"
    )
    if raters := scope_text({"raters": accuracy.method.get("raters", "")}):
        of_pairs += f" ({raters})"
    if len(best) == len(rows) > 1:
        has_tests, has_metrics = (
            len(set(names)) > 1 for names in zip(*((r.test, r.metric) for r in rows), strict=True)
        )
        whose = " with ".join(["all tests"] * has_tests + ["all metrics"] * has_metrics)
        yield f"At level {alpha:g}, {whose} agree equally often with people: {of_pairs}."
    else:
        metrics = list(dict.fromkeys(row.label for row in best))
        tests = list(dict.fromkeys(row.test for row in best))
        which = f"{_listed(metrics)} with {_listed(tests)}"
        if len(best) < len(metrics) * len(tests):
            which = _listed([f"{row.label} with {row.test}" for row in best])
        yield f"At level {alpha:g}, {which} agree{'s' if len(metrics) == 1 else ''} best with people: {of_pairs}."
    for between, ones in (("tests", "test"), ("metrics", "metric")):
        found = [row for row in accuracy.differences if row.between == between]
        apart = [row for row in found if row.p_adjusted <= _LEVEL]
        if not found:
            continue
        if not any(row.n_only or row.n_only_against for row in found):
            yield f"All {between} agree with people on the same pairs."
        elif not apart:
            furthest = max(abs(row.n_only - row.n_only_against) for row in found)
            yield (
                f"No two {between} differ significantly at any level; they differ by {furthest:,} "
                f"pair{'s' if furthest != 1 else ''} at most."
            )
        else:
            verb = "is" if len(apart) == 1 else "are"
            yield (
                f"{len(apart):,} of {len(found):,} comparisons of one {ones} with another {verb} significant, but the "
                "test assumes independent pairs."
            )


def _accuracies(accuracy: TestAccuracy) -> Titled:
    """Lay Table 1 out: a line per level and metric, a column per test."""
    tests = list(dict.fromkeys(row.test for row in accuracy.rows))
    cells: dict[tuple[float, str, str], dict[str, TestAccuracyRow]] = {}
    for row in accuracy.rows:
        cells.setdefault((row.alpha, row.metric, row.label), {})[row.test] = row
    names = _metric_names(accuracy.rows)
    lines, last = [], None
    for (alpha, metric, _), found in cells.items():
        shown = [_accuracy(found[test]) if test in found else "-" for test in tests]
        lines.append((f"{alpha:g}" if alpha != last else "", clean(names[metric]), *shown))
        last = alpha
    n = accuracy.rows[0].n_pairs
    title = f"Table 1: correct results on {n:,} pairs, accuracy in % with its 95% interval, by level, metric and test"
    return Titled(filled(title), Table(("level", "metric", *(f">{test}" for test in tests)), lines))


def _accuracy(row: TestAccuracyRow) -> str:
    return f"{row.n_correct:,}  {100 * row.accuracy:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"


def _people(accuracy: TestAccuracy) -> Titled:
    scales = accuracy.method["scales"]
    columns: list[Shown] = ["alpha", "gold_alpha", "n_different"]
    columns.append((">not significant", lambda row: f"{row.n_pairs - row.n_different:,}"))
    columns += [(f">of them by {scales[1]}", "n_by_second")] if len(scales) > 1 else []
    legend = "A test that is never significant is correct on the pairs that are not significant for people."
    return Titled("Pairs by people's verdict", table(accuracy.people, columns), legend)


def _confusions(accuracy: TestAccuracy) -> Titled:
    names = _metric_names(accuracy.rows)
    n_tests = len({row.test for row in accuracy.rows})
    alike: dict[tuple[float, str], dict[tuple[int, ...], list[str]]] = {}
    for row in accuracy.rows:
        counts = tuple(row.counts[name] for name in _COUNTS)
        alike.setdefault((row.alpha, row.metric), {}).setdefault(counts, []).append(row.test)
    lines, last = [], None
    for (alpha, metric), found in alike.items():
        for counts, tests in found.items():
            shown = (f"{count:,}" for count in counts)
            which = "all tests" if len(tests) == n_tests > 1 else ", ".join(tests)
            lines.append((f"{alpha:g}" if alpha != last else "", clean(names[metric]), which, *shown))
            last = alpha
    legend = (
        "same: the same system is better for both; neither: not significant for both; people alone, test alone: "
        "significant for one of them only; opposite: different systems are better. Correct are same and neither."
    )
    headers = ("level", "metric", "test", *(f">{name}" for name in _COUNTS))
    return Titled("Table 2: results of the test and of people", Table(headers, lines), legend)


def _differences(accuracy: TestAccuracy) -> list[Block]:
    """List what sets tests, and metrics, apart: the smallest p-values first."""
    found = [row for row in accuracy.differences if row.n_only or row.n_only_against]
    if not found:
        return []
    found.sort(key=lambda row: row.p_value)
    shown = found[:_MOST_DIFFERENCES]
    rest = f" (the {len(shown)} with the smallest p of {len(found):,})" if len(found) > len(shown) else ""
    title = f"Table 3: tests or metrics that are correct on different pairs{rest}"
    titled = Titled(filled(title), table(shown, _DIFFERENCES))
    return [titled, Legend.below([titled])]


def _metric_names(rows: Sequence[TestAccuracyRow]) -> dict[str, str]:
    """Return short names of metrics, and spellings where short ones are shared."""
    labels = {row.metric: row.label for row in rows}
    shared = {label for label in labels.values() if list(labels.values()).count(label) > 1}
    return {metric: metric if label in shared else label for metric, label in labels.items()}


def _listed(names: Sequence[str]) -> str:
    return clean(names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}")
