"""Items of a board as text: which tell nothing, how hard they are, which to look at, and what fewer would do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.rows import percent_text
from steelyard.questions.items.answer import DISCRIMINATION, SLOPE, ItemAnalysis, ItemFigures, ShortBoardRow
from steelyard.results.columns import Shown, Term, table
from steelyard.results.missing import missing_text
from steelyard.results.numbers import interval_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_MOST_LINKED = 25  # systems
_CLASSES = 5  # of difficulty
_HALF = Term("", ">± in the median", ".2f")


def to_page(items: ItemAnalysis, *, width: int | None = None) -> Page:
    """Lay out what was found, metric by metric."""
    del width
    method = items.method
    blocks: list[Block] = []
    for metric in dict.fromkeys(row.metric for row in items.rows):
        rows = [row for row in items.rows if row.metric == metric]
        short = [row for row in items.short if row.metric == metric]
        blocks.append(Paragraph(_verdict(rows, method)))
        if gaps := method["n_gaps"][metric]:
            blocks.append(Paragraph(f"Missing scores: {gaps:,}, left out of all results."))
        blocks.append(Titled(f"{clean(rows[0].label)}: items by difficulty", _classes(rows)))
        if named := _named(rows, method):
            blocks.append(Titled(f"{clean(rows[0].label)}: items to look at", named))
        if curves := _curves_text(rows, metric, method):
            blocks.append(Paragraph(curves))
        blocks += _links(items, metric)
        if short:
            blocks.append(_short_table(short, method["full_error"][metric], method))
    if not sum(method["n_gaps"].values()) and (missing := missing_text(method)):
        blocks.append(Paragraph(clean(missing), is_detail=False))
    legend = Legend.below(blocks)
    return Page((*blocks, *([legend] if legend.text else []), MethodText(clean(method["sentence"]))))


def _verdict(rows: Sequence[ItemFigures], method: Mapping[str, Any]) -> str:
    """Say how many items do not separate systems, and how many favour weaker systems."""
    n, dead = len(rows), [row for row in rows if row.is_dead]
    label, n_systems = clean(rows[0].label), method["n_systems"]
    everyone = "both systems" if n_systems == 2 else f"all {n_systems} systems"
    if len(dead) == n:
        return (
            f"{label}: no item separates the systems: {everyone} have the same score on each of {counted(n, 'item')}."
        )
    told = f"{label}: {n - len(dead):,} of {counted(n, 'item')} separate some systems"
    told += f"; {everyone} have the same score on the other {len(dead):,}." if dead else "."
    if n_systems < 4:
        return f"{told} {n_systems} systems are too few to find items on which weaker systems score higher."
    backwards = [row for row in rows if row.is_backwards]
    below = sum((row.discrimination or 0) < 0 for row in rows)
    found = (
        f"{len(backwards):,} of these {'is' if len(backwards) == 1 else 'are'} significant (false discovery rate "
        f"{method['alpha']:g}): check their keys."
        if backwards
        else "none is significant."
    )
    if not below:
        return f"{told} Weaker systems scored higher on no item."
    return f"{told} Weaker systems scored higher on {counted(below, 'item')}; {found}"


def _classes(rows: Sequence[ItemFigures]) -> Table:
    """Lay out items in classes of about one size, from the hardest to the easiest."""
    ordered = sorted(rows, key=lambda row: row.mean)
    n_classes = min(_CLASSES, len(ordered))
    edges = [i * len(ordered) // n_classes for i in range(n_classes + 1)]
    columns: tuple[Shown, ...] = (
        (">items", lambda members: f"{len(members):,}"),
        (">mean from", lambda members: f"{members[0].mean:.3f}"),
        (">to", lambda members: f"{members[-1].mean:.3f}"),
        (">no difference", lambda members: f"{sum(row.is_dead for row in members):,}"),
        (DISCRIMINATION, lambda members: _median(row.discrimination for row in members)),
        (_HALF, lambda members: _median(_half(row.discrimination_interval) for row in members)),
        (SLOPE, lambda members: _median(row.slope for row in members)),
    )
    return table([ordered[low:high] for low, high in pairwise(edges)], columns)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _half(interval: tuple[float, float] | None) -> float | None:
    return None if interval is None else (interval[1] - interval[0]) / 2


def _named(rows: Sequence[ItemFigures], method: Mapping[str, Any]) -> Table | None:
    """Name items that favour weaker systems, those that separate systems best, the hardest and the easiest."""
    top = method["top"]
    living = [row for row in rows if not row.is_dead]
    kinds: list[tuple[str, list[ItemFigures], Callable[[ItemFigures], float]]] = [
        ("weaker score higher", [row for row in living if row.is_backwards], lambda row: row.discrimination or 0.0),
        (
            "separates best",
            [row for row in living if (row.discrimination or 0) > 0],
            lambda row: -(row.discrimination or 0),
        ),
        ("hardest", living, lambda row: row.mean),
        ("easiest", living, lambda row: -row.mean),
    ]
    level = percent_text(method)
    chosen = [(kind, sorted(members, key=key)[:top]) for kind, members, key in kinds]
    heads = iter(["" if i else kind for kind, members in chosen for i, _ in enumerate(members)])
    columns: tuple[Shown, ...] = (
        ("", lambda _: next(heads)),  # the kind of an item stands before the first one of it
        *("item", "mean", (level, "mean_interval"), "discrimination", (level, "discrimination_interval")),
        *("slope", (level, "slope_interval")),
    )
    shown = [row for _, members in chosen for row in members]
    return table(shown, columns) if shown else None


def _curves_text(rows: Sequence[ItemFigures], metric: str, method: Mapping[str, Any]) -> str:
    """Say what the curves are worth, or why there are none."""
    if why := method["no_curves"].get(metric):
        return f"Item response curves were not fitted: {why}."
    if metric not in method["curves"]:
        return ""
    fitted = [row for row in rows if row.slope is not None]
    slopes = [row.slope or 0.0 for row in fitted]
    halves = [(i[1] - i[0]) / 2 for row in fitted if (i := row.slope_interval) is not None]
    flat = sum(i[0] <= 0 <= i[1] for row in fitted if (i := row.slope_interval) is not None)
    told = (
        f"Curves of {counted(len(fitted), 'item')} over ability: slopes {min(slopes):.2f} to {max(slopes):.2f}, median "
        f"{median(slopes):.2f} (± {median(halves):.2f}). {flat:,} slopes may be 0; their items have no difficulty."
    )
    if method["n_systems"] < method["few_systems"]:
        told += (
            f" With {method['n_systems']} systems single curves are unreliable: in simulations, slopes correlated with "
            "the true ones by 0.47 for 20 systems, 0.69 for 62 and 0.90 for 300."
        )
    if not method["curves"][metric]["is_settled"]:
        told += " The fit did not converge: do not use it."
    return told


def _links(items: ItemAnalysis, metric: str) -> list[Block]:
    """Say how this version lies on the scale of an older one, and put the systems of both in one order."""
    link = next((row for row in items.links if row.metric == metric), None)
    if link is None:
        return []
    level = percent_text(items.method)
    sign = "+" if link.shift >= 0 else "-"
    told = (
        f"Scale of {clean(items.method['older'] or '')}, from {counted(link.n_shared, 'shared item')}: ability there = "
        f"{link.scale:.2f} x ability here {sign} {abs(link.shift):.2f}. {level} intervals for other systems like "
        f"these: factor {interval_text(link.scale_interval, 2)}, constant "
        f"{interval_text(link.shift_interval, 2, sign='+')}. Items that leaked into training data raise abilities."
    )
    rows = [row for row in items.linked if row.metric == metric]
    shown = rows[:_MOST_LINKED]
    more = f"{len(rows) - len(shown)} more: use --format csv --csv-table linked." if len(rows) > len(shown) else ""
    title = f"{clean(link.label)}: systems of both versions on one scale"
    return [Paragraph(told), Titled(title, table(shown, ("ability", "system", "version")), after=more)]


def _short_table(rows: Sequence[ShortBoardRow], full_error: float, method: Mapping[str, Any]) -> Titled:
    """Show the errors of boards of fewer items."""
    level = percent_text(method)
    first = {row.choice: row for row in reversed(rows)}
    columns: tuple[Shown, ...] = (
        ("choice", lambda row: row.choice if first[row.choice] is row else ""),
        *("n_items", "score_error", (level, "score_interval"), "pairs_turned"),
        (f"{level}, %", lambda row: row.pairs_interval and "-".join(f"{100 * x:.1f}" for x in row.pairs_interval)),
    )
    who = (
        "Errors are for systems that did not choose the items"
        if len({row.choice for row in rows}) > 1
        else "Systems are too few to choose items: items are random"
    )
    after = (
        f"{who}. For comparison: the median standard error of a score on all {method['n_segments']:,} items is "
        f"{full_error:.4f}."
    )
    return Titled(f"{clean(rows[0].label)}: boards of fewer items", table(rows, columns), after=after)
