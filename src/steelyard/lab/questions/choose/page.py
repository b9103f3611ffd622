"""What was chosen, and what that is worth, laid out."""

from collections.abc import Sequence
from statistics import median

from steelyard.lab.questions.choose.answer import Choice
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.page.rows import by_metric, decimals_of, metric_names, percent_text
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text, number_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_MOST_CHOSEN = 12
_MOST_SYSTEMS = 12  # of the matrix of agreement: more do not fit a screen
_VERBS = {
    "better": "better than",
    "worse": "worse than",
    "equivalent": "equal to",
    "within margin": "equivalent within the margin to",
}


def to_page(choice: Choice, *, width: int | None = None) -> Page:
    """Lay out what the choice is worth, which systems it took, how they agree, smaller pools, and the method."""
    method = choice.method
    blocks: list[Block] = [Paragraph(_found(choice))]
    blocks.append(_selections(choice, width))
    if choice.pairs:
        blocks.append(_pairs(choice, width))
    blocks.append(_chosen(choice, width))
    blocks += _agreement(choice, width)
    blocks += _pools(choice, width)
    blocks.append(Legend.below(blocks, _legend(choice)))
    return Page((*blocks, *cautions(method), MethodText(method["sentence"])))


def _found(choice: Choice) -> str:
    """Say in a sentence per judge whether the choice is better than the baseline."""
    method = choice.method
    n, total = len(choice.picks), sum(row.n_candidates for row in choice.picks)
    how = {
        "consensus": "consensus under",
        "qe": "the highest",
        "oracle": "an oracle under",
        "oracle-people": "an oracle by",
    }
    how_chosen = f"by {how[method['by']]} {clean(method['utility_label'])}"
    lines = []
    names = metric_names(choice.scores)
    for row in choice.pairs:
        decimals = _decimals(choice, row.metric, None)
        gain = f"{row.difference:+.{decimals}f} {interval_text(row.interval, decimals, sign='+')}".strip()
        said = _VERBS.get(row.verdict)
        what = "the combination" if row.system == "combined" else "the choice"
        on = _sources(choice, row.metric)
        on += " (the metric of the choice)" if row.metric == method["utility"] and row.system == "chosen" else ""
        told = f"{what} is {said}" if said else f"{what} is not significantly different from"
        lines.append(f"{clean(names[row.metric])}{on}: {told} {_other(choice, row)} ({gain}).")
    lines.insert(min(1, len(lines)), f"{n:,} outputs were chosen from {total:,} candidates {how_chosen}.")
    return "\n".join(lines)


def _other(choice: Choice, row: PairRow) -> str:
    """Name what something is compared with."""
    return "the choice" if row.against == "chosen" else clean(choice.method["baseline"])


def _sources(choice: Choice, metric: str) -> str:
    """Name how many sources people rated."""
    n = choice.method.get("n_rated")
    is_people = choice.scores and metric == choice.scores[-1].metric and n is not None
    return f" ({n:,} sources)" if is_people else ""


def _decimals(choice: Choice, metric: str, width: int | None) -> int:
    """Return the decimals of a metric's scores, the same in every table."""
    rows = [score for score in choice.scores if score.metric == metric]
    return decimals_of(rows[0].scale, [score.score for score in rows], width)


def _selections(choice: Choice, width: int | None) -> Titled:
    """Set all selections under all metrics in one table."""
    names = metric_names(choice.scores)
    label = clean(choice.method["utility_label"])
    gains = decimals_of(None, [row.gain for row in choice.selections], width)
    head = "expected " if choice.method["by"] == "consensus" else "chosen by "
    scores = {metric: {row.system: row.score for row in rows} for metric, rows in by_metric(choice.scores)}

    def under(metric: str) -> Shown:
        known = scores[metric]
        form = f".{_decimals(choice, metric, width)}f"
        return Term("", f">{clean(names[metric])}", form), lambda row: known.get(row.selection)

    columns: tuple[Shown, ...] = (
        ("", "selection"),
        (" ", lambda row: row.about if row.selection in ("baseline", "chosen", "combined") else ""),
        (Term("", f">{head}{label}", f".{gains}f"), "gain"),
        *map(under, scores),
        *("characters", "length_ratio", "same_as_baseline"),
    )
    return Titled("Chosen outputs, and others for comparison", table(choice.selections, columns))


def _pairs(choice: Choice, width: int | None) -> Titled:
    """Set the choice against the baseline."""
    names = metric_names(choice.scores)
    level = percent_text(choice.method)
    is_combined = bool(choice.combined)

    def digits(row: PairRow) -> int:
        return _decimals(choice, row.metric, width)

    sides = (("", "system"), ("against", "against"))
    verdict = terms.VERDICT_CORRECTED._replace(header="verdict" if is_combined else "the choice is", legend="")
    columns: tuple[Shown, ...] = (
        ("metric", lambda row: names[row.metric] + _sources(choice, row.metric)),
        *((Term("", head), name) for head, name in (sides if is_combined else ())),
        (">difference", lambda row: number_text(row.difference, digits(row), "+")),
        (f"{level} interval", lambda row: interval_text(row.interval, digits(row), sign="+")),
        (terms.P_VALUE, "p_value"),
        (terms.P_CORRECTED._replace(header=">p corrected"), "p_adjusted"),
        (verdict, "verdict"),
    )
    about = clean(choice.method["baseline"])
    title = f"Tests (baseline: {about})" if is_combined else f"The choice compared with {about}"
    return Titled(title, table(choice.pairs, columns))


def _chosen(choice: Choice, width: int | None) -> Titled:
    """Say which systems or places were chosen how often."""
    shown = choice.chosen[:_MOST_CHOSEN]
    alone = [row.alone for row in choice.chosen if row.alone is not None]
    by_guide = Term(
        "score of all outputs of the system",
        f">{clean(choice.method.get('guide', ''))} alone",
        f".{min(decimals_of(None, alone, width), 2)}f",
        legend=True,
    )
    columns = ("name", "n_chosen", "share", "agreement", (by_guide, "alone"))
    decimals = decimals_of(None, [row.agreement for row in choice.chosen], width)
    n_more = len(choice.chosen) - len(shown)
    after = f"{n_more:,} more; --format json has all." if n_more else ""
    after = " ".join(filter(None, (after, _profile(choice, alone, width))))
    return Titled("Systems of the chosen outputs", table(shown, columns, decimals=decimals), after)


def _profile(choice: Choice, alone: Sequence[float], width: int | None) -> str:
    """Say how far the systems of a pool are apart in quality, and how much alike."""
    found = []
    for what, values in (
        (f"{clean(choice.method.get('guide', ''))} alone", alone),
        (f"{clean(choice.method['utility_label'])} of two", [row.utility for row in choice.agreement]),
    ):
        if len(values) > 1:
            decimals = min(decimals_of(None, values, width), 2)
            low, middle, high = (f"{value:.{decimals}f}" for value in (min(values), median(values), max(values)))
            found.append(f"{what} from {low} to {high} (median {middle})")
    return f"The pool: {'; '.join(found)}." if found else ""


def _agreement(choice: Choice, width: int | None) -> list[Block]:
    """Set systems against each other, those that were taken most first."""
    systems = [row.name for row in choice.chosen]
    if not choice.agreement or len(systems) > _MOST_SYSTEMS:
        return []
    known = {(row.system, row.against): row.utility for row in choice.agreement}
    decimals = min(decimals_of(None, known.values(), width), 2)
    headers = ("output of", *(f">{i}" for i in range(1, len(systems) + 1)))
    cells = [
        (f"{i} {clean(a)}", *("" if a == b else f"{known[a, b]:.{max(decimals - 1, 1)}f}" for b in systems))
        for i, a in enumerate(systems, 1)
    ]
    title = (
        f"Agreement of systems: mean {clean(choice.method['utility_label'])} with the column's outputs as references"
    )
    return [Titled(title, Table(headers, cells))]


def _pools(choice: Choice, width: int | None) -> list[Block]:
    """Set what smaller pools would have given under every judge."""
    blocks: list[Block] = []
    titles = {
        "random": "Smaller random pools: mean, and range",
        "best first": "Pools of the best single systems, one system more in each row",
        "greedy": "Greedy pools: each row adds the system that makes the best pool on these sources",
        "unlike": "Diverse pools: each row adds a good system that differs from those before",
    }
    for kind, title in titles.items():
        rows = [row for row in choice.pools if row.pools == kind]
        if not rows:
            continue
        sizes = sorted({row.n_candidates for row in rows})
        columns: dict[str, list[str]] = {">candidates": [f"{size:,}" for size in sizes]}
        joins = {row.n_candidates: clean(row.added) for row in rows}
        if any(joins.values()):
            columns["with"] = [joins[size] for size in sizes]
        names = metric_names(choice.scores)
        for metric in dict.fromkeys(row.metric for row in rows):
            of_metric = {row.n_candidates: row for row in rows if row.metric == metric}
            decimals = _decimals(choice, metric, width)
            name = clean(names[metric])
            columns[f">{name}"] = [f"{of_metric[size].score:.{decimals}f}" for size in sizes]
            if kind == "random":
                columns[f"of {name}"] = [
                    interval_text((of_metric[size].low, of_metric[size].high), decimals)
                    if of_metric[size].n_pools > 1
                    else ""
                    for size in sizes
                ]
        blocks.append(Titled(title, Table(tuple(columns), list(zip(*columns.values(), strict=True)))))
    return blocks


def _legend(choice: Choice) -> list[tuple[str, str]]:
    """Say what rows are."""
    combined = ("combined", "a new text from the words of the candidates")
    best = ("best by", "an oracle: the best candidates under this metric; worst: the worst candidates")
    has_best = any(row.selection.startswith("best by") for row in choice.selections)
    return [*[combined] * bool(choice.combined), ("random", "a random candidate for each source"), *[best] * has_best]
