"""Scores of check-points by category, laid out."""

from collections.abc import Iterable, Sequence

from steelyard.lab.questions.suite.answer import CheckPoints, PointCountRow
from steelyard.page.blocks import MARKED, Block, Legend, MethodText, Page, Paragraph, Texts, Titled
from steelyard.page.cautions import cautions
from steelyard.page.judged_units import difference_names
from steelyard.page.rows import by_metric, rank_text
from steelyard.page.summary import differences_sentence
from steelyard.page.tiers import tiers_text
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import interval_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import counted
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_WIDE = 4  # systems, up to which each has columns of its own
_MOST_FINDINGS = 10  # pairs of systems, up to which each has a sentence
_MOST_NAMED = 5  # categories of a pair
_MOST_PAIRS = 15  # of more, those that were told apart
_MOST_SHOWN = 40  # rows of a table of pairs
_MOST_COUNTED = 10  # categories whose points are counted
_MOST_EXAMPLES = 5  # categories that have some
_PERCENT = {
    "ngrams": "share of the references' n-grams of all orders that the output has",
    "share": "mean over points of the share of a reference's n-grams that the output has",
    "found": "share of the points with a whole reference in the output",
}
_DIFFERENCE = terms.DIFFERENCE._replace(show="100*+.1f")
_INTERVAL = Term("", "interval", "100*+.1f")


def to_page(answer: CheckPoints, *, n_examples: int = _MOST_EXAMPLES) -> Page:
    """Lay out what was found, scores, differences, counts, examples and the method.

    There are examples of so many categories, those that tell systems apart first.
    """
    method = answer.method
    blocks: list[Block] = [Paragraph("\n".join(_findings(answer)))]
    blocks += [*cautions(method), _scores(answer)]
    is_wide = len({row.system for row in answer.scores}) <= _WIDE
    blocks += [*_pairs(answer), _counts(answer)] if is_wide else _systems(answer)
    blocks += _examples(answer, n_examples)
    legend = Legend.below(blocks, [("%", _PERCENT[method["credit"]])])
    return Page((*blocks, legend, MethodText(clean(method["sentence"]))))


def _findings(answer: CheckPoints) -> list[str]:
    """Say which systems differ on all points, and for each pair in which categories."""
    if not answer.pairs:
        return ["Scores of one system; give a second system to compare."]
    _, rows = next(iter(by_metric(answer.scores)))
    every = [pair for pair in answer.pairs if pair.metric == rows[0].metric]
    found = [differences_sentence("Credit for all points", rows, every, has_groups=True)] if len(every) > 1 else []
    of_level = {row.metric: row.level for row in answer.points}
    for pair in every if len(every) <= _MOST_FINDINGS else ():
        told = [one for one in answer.pairs if (one.system, one.against) == (pair.system, pair.against)]
        parts = [
            f"{verdict} in {_named(own)}"
            for verdict in ("better", "worse")
            if (own := [one for one in told if one.verdict == verdict and of_level[one.metric] == "category"])
        ]
        whole = {
            "better": f"is better than {clean(pair.against)} on all points ({100 * pair.difference:+.1f})",
            "worse": f"is worse than {clean(pair.against)} on all points ({100 * pair.difference:+.1f})",
        }.get(pair.verdict, f"and {clean(pair.against)} do not differ significantly on all points")
        detail = f" By category: {'; '.join(parts)}." if parts else " No category differs significantly."
        found.append(f"{clean(pair.system)} {whole}.{detail}")
    return found


def _named(pairs: Sequence[PairRow]) -> str:
    """Name categories, the largest differences first."""
    named = ((pair.label, pair.difference) for pair in pairs)
    return ", ".join(difference_names(named, _MOST_NAMED, 1, "and {:,} more"))


def _ordered(answer: CheckPoints) -> Iterable[tuple[PointCountRow, list[ScoreRow]]]:
    """Yield all points, then each group with its categories, the most frequent ones first."""
    of = {row.metric: row for row in reversed(answer.points)}
    scores = dict(by_metric(answer.scores))
    groups = [row.name for row in of.values() if row.level == "group"]
    sizes = {
        name: sum(row.n_points for row in of.values() if row.level == "category" and row.group == name)
        for name in groups
    }

    def place(metric: str) -> tuple[int, str, bool, int]:
        row = of[metric]
        return (
            -sizes.get(row.group, 0) if row.level != "all" else -(10**9),
            row.group,
            row.level == "category",
            -row.n_points,
        )

    for metric in sorted(scores, key=place):
        yield of[metric], scores[metric]


def _scores(answer: CheckPoints) -> Titled:
    """Lay out a row for all points, for each group and for each category."""
    systems = list(dict.fromkeys(row.system for row in answer.scores))
    is_wide = len(systems) <= _WIDE
    has_ranking = bool(answer.pairs) and len(systems) > 2
    headers = ["points of", ">points"]
    if is_wide:
        headers += [f">{clean(system)} %" for system in systems]
        headers += [f"{clean(system)} interval" for system in systems]
    else:
        headers += ["best", ">%", "interval", "worst", ">% ", "interval "]
    headers += ["significant"] if has_ranking else []
    cells = []
    for row, scores in _ordered(answer):
        line = [_indented(row), f"{row.n_points:,}"]
        if is_wide:
            line += [f"{100 * one.score:.1f}" for one in scores]
            line += [_interval(one.interval) for one in scores]
        else:
            ranked = sorted(scores, key=lambda one: one.rank)
            for one in (ranked[0], ranked[-1]):
                line += [clean(one.system), f"{100 * one.score:.1f}", _interval(one.interval)]
        pairs = [pair for pair in answer.pairs if pair.metric == row.metric]
        line += [_ranking(scores, pairs)] if has_ranking else []
        cells.append(tuple(line))
    return Titled("Scores", Table(tuple(headers), cells))


def _indented(row: PointCountRow) -> str:
    return {"all": "{}", "group": "{}:", "category": "- {}"}[row.level].format(clean(row.name))


def _interval(interval: tuple[float, float] | None) -> str:
    return interval_text(None if interval is None else (100 * interval[0], 100 * interval[1]), 1)


def _ranking(rows: Sequence[ScoreRow], pairs: Sequence[PairRow]) -> str:
    if len({row.cluster for row in rows} - {None}) > 1:
        return tiers_text(rows)
    n = sum(pair.verdict in ("better", "worse") for pair in pairs)
    return f"{n:,} of {len(pairs):,} pairs" if n else "none"


def _systems(answer: CheckPoints) -> list[Block]:
    """Rank many systems by all points, with their scores of every group."""
    known = {row.metric: row for row in answer.points}
    rows = {metric: {row.system: row for row in own} for metric, own in by_metric(answer.scores)}
    shown = [metric for metric in rows if known[metric].level != "category"]

    def of(metric: str) -> Shown:
        return Term("", f">{clean(known[metric].name)} %", "100*.1f"), lambda row: rows[metric][row.system].score

    whole = (Term("", "interval of all", "100*.1f"), "interval")
    columns: tuple[Shown, ...] = ((">rank", rank_text), (terms.SYSTEM, "system"), *map(of, shown), whole)
    ranked = sorted(rows[shown[0]].values(), key=lambda row: row.rank)
    n_told = sum(pair.verdict in ("better", "worse") for pair in answer.pairs)
    after = f"{n_told:,} of {len(answer.pairs):,} differences are significant; --format json has all."
    return [Titled("Systems", table(ranked, columns), after if answer.pairs else "")]


def _pairs(answer: CheckPoints) -> list[Block]:
    if not answer.pairs:
        return []
    order = {row.metric: k for k, (row, _) in enumerate(_ordered(answer))}
    known = {row.metric: row for row in answer.points}
    pairs = sorted(answer.pairs, key=lambda pair: order[pair.metric])
    told = [pair for pair in pairs if pair.verdict in ("better", "worse")]
    shown = (pairs if len(pairs) <= _MOST_PAIRS else told)[:_MOST_SHOWN]
    n_told, n_other = len(told), len(pairs) - len(told)
    if not shown:
        return [Paragraph(f"None of {n_other:,} differences is significant; --format json has all.")]
    parts = [f"{n_told - len(shown):,} more are significant"] if n_told > len(shown) else []
    parts += (
        [f"{counted(n_other, 'difference')} {'are' if n_other > 1 else 'is'} not significant"]
        if len(pairs) > _MOST_PAIRS and n_other
        else []
    )
    after = f"{'; '.join(parts)}; --format json has all." if parts else ""
    columns: tuple[Shown, ...] = (
        ("points of", lambda pair: _indented(known[pair.metric])),
        *("system", "against"),
        (_DIFFERENCE, "difference"),
        (_INTERVAL, "interval"),
        (terms.P_CORRECTED, "p_adjusted"),
        (terms.VERDICT_CORRECTED, "verdict"),
    )
    return [Titled("Differences", table(shown, columns), after)]


def _foremost(answer: CheckPoints, n: int) -> list[str]:
    """Name the categories that tell systems apart, then the most frequent ones, as many as are shown."""
    told = {pair.label for pair in answer.pairs if pair.verdict in ("better", "worse")}
    names = [row.name for row, _ in _ordered(answer) if row.level == "category"]
    size = {row.name: row.n_points for row in answer.points if row.level == "category"}
    chosen = sorted(names, key=lambda name: (name not in told, -size[name]))[:n]
    return [name for name in names if name in chosen]


def _counts(answer: CheckPoints) -> Titled:
    """Count points by what became of them."""
    known = {(row.metric, row.system): row for row in answer.points}
    foremost = _foremost(answer, _MOST_COUNTED)
    rows = [
        known[row.metric, one.system]
        for row, scores in _ordered(answer)
        for one in scores
        if row.level != "category" or row.name in foremost
    ]
    counts = ("n_points", "n_whole", "n_part", "n_none", *(("n_open",) if any(row.n_open for row in rows) else ()))
    columns: tuple[Shown, ...] = (("points of", _indented), "system", *counts)
    n_more = len({row.name for row in answer.points if row.level == "category"}) - len(foremost)
    after = f"{n_more:,} more categor{'y' if n_more == 1 else 'ies'}; --format json has all." if n_more else ""
    return Titled("Translations found", table(rows, columns), after)


def _examples(answer: CheckPoints, n_examples: int) -> list[Block]:
    """Show points that are lost, of the foremost categories."""
    foremost = _foremost(answer, n_examples)
    rows = [row for row in answer.examples if row.category in foremost]
    rows.sort(key=lambda row: foremost.index(row.category))
    rows = rows[: n_examples * _WIDE]
    if not rows:
        return []
    found: list[Block] = [Paragraph(f"Examples of missed points, with words of the references {MARKED}:")]
    for row in rows:
        others = "" if row.others is None else f", others {row.others:.0%}"
        head = f"{clean(row.category)}, {clean(row.system)}, segment {row.segment:,}: {row.share:.0%}{others}"
        asked = [("source", row.source)] if row.source else []
        found.append(Texts(head, (*asked, ("right", " | ".join(row.references)), ("output", row.output))))
    n_more = len(answer.examples) - len(rows)
    return [*found, Paragraph(f"{n_more:,} more examples are in --format json.")] if n_more else found
