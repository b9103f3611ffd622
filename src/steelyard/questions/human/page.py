"""What people say of systems, as text for a terminal or a pipe."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.page.blocks import Block, Legend, Page, Paragraph, Titled
from steelyard.page.rows import percent_text, rank_text
from steelyard.page.summary import summary_sentences, told_apart, uncorrected_sentence
from steelyard.page.tiers import tiers_text
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.page import lay_out as comparison_page
from steelyard.questions.human.answer import (
    AgreementRow,
    CategoryRow,
    RankingsMethod,
    RaterRow,
    RatingsAnalysis,
    RatingsMethod,
    WinRow,
)
from steelyard.results.family_level import has_family_level
from steelyard.results.numbers import interval_text, number_text, p_text
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import Table, clean

__all__ = ["as_latex", "lay_out", "summary"]

_MOST_RATERS = 20
_MOST_KINDS = 8
_MARGIN = 13  # of legends
_LEGEND_OF_RESAMPLES = (
    ("rank", "the range that holds {level:g} of 100 resamples of what people said; each for its system alone"),
    ("cluster", "a new one starts where every range before has ended"),
)
_LEGEND_OF_SIGNS = (
    ("rank", "the places a system may have: what is significantly better comes before it, what is worse after"),
    ("cluster", "every system of it is significantly worse than every system of the clusters before"),
)
_LEGEND_OF_RANKINGS = (
    ("won", "the score: how often people preferred the system, by the rule named below"),
    ("strength", "Bradley and Terry's: of two systems the first wins with odds exp(difference)"),
)
_LEGEND_OF_RATERS = {
    "lenience": "by how much the rater scores higher than an average one, as the mixed model finds",
    "with others": "Pearson's r with the mean of the other raters, on outputs that others rated, too",
    "again": "mean difference, in size, between the two scores of an output that was shown again",
    "damaged": "how much lower damaged outputs were scored than the outputs themselves; p is one-sided",
    "reference": "how much higher references were scored than the outputs in whose place they stood",
}


def lay_out(
    analysis: RatingsAnalysis,
    *,
    width: int | None = None,
    short: bool = False,
    ranks: bool = False,
    effects: bool = False,
) -> Page:
    """Lay out what people say: the verdict, ranked systems, pairs, raters, agreement, kinds of errors, the method."""
    method = analysis.method
    if "win_rule" in method:
        return _rankings(analysis, method, width)
    more = [
        *_rater_tables(analysis.raters),
        *_agreement_table(analysis.agreement, method),
        *_category_table(analysis.categories, analysis.scores),
    ]
    told: RatingsMethod = {**method, "sentence": f"{method['sentence']} {method['ratings_sentence']}"}
    comparison = Comparison(analysis.pairs, analysis.scores, told)
    errors = {
        (row.scale, row.system_a, row.system_b): (row.these_raters, row.raters_like_these) for row in analysis.errors
    }
    return comparison_page(
        comparison, width=width, short=short, ranks=ranks, effects=effects, more=more, errors=errors or None
    )


def as_latex(analysis: RatingsAnalysis, *, width: int | None = None) -> str:
    """Write scores and verdicts as one table for a paper."""
    from steelyard.page.paper import paper_latex

    return paper_latex(analysis.scores, analysis.pairs, analysis.method, label="ratings", width=width)


def summary(analysis: RatingsAnalysis) -> list[str]:
    """Say on which systems scales contradict each other, and which each tells apart."""
    if analysis.wins:
        return [_rankings_sentence(analysis)]
    return summary_sentences(analysis.scores, analysis.pairs, analysis.method)


def _rankings_sentence(analysis: RatingsAnalysis) -> str:
    """Say which systems people's rankings tell apart."""
    if "test" in analysis.method:
        sentence = told_apart(
            "The sign test", analysis.scores, analysis.wins, has_groups=has_family_level(analysis.method)
        )
        return " ".join(filter(None, [uncorrected_sentence(analysis.method), sentence]))
    n_groups = len({row.cluster for row in analysis.scores})
    if n_groups == 1:
        return f"People's rankings do not tell the {len(analysis.scores)} systems apart."
    if n_groups == len(analysis.scores):
        which = "the 2" if n_groups == 2 else f"all {n_groups}"
        return f"People tell {which} systems apart: {tiers_text(analysis.scores)}."
    return f"People tell {n_groups} groups apart: {tiers_text(analysis.scores)}."


def _rater_tables(rows: Sequence[RaterRow]) -> list[Block]:
    """Show the raters scale by scale; of many those who were left out, and the rest in a line."""
    blocks: list[Block] = []
    columns: dict[str, None] = {}
    for scale in dict.fromkeys(row.scale for row in rows):
        of_scale = [row for row in rows if row.scale == scale]
        shown = of_scale if len(of_scale) <= _MOST_RATERS else [row for row in of_scale if not row.is_kept]
        title = f"Raters of {clean(scale)}"
        if len(shown) < len(of_scale):
            n_more = len(of_scale) - len(shown)
            title += f": {n_more} {'more ' if shown else ''}count, not shown here; --format json has every rater"
        if shown:
            table = _rater_table(shown)
            columns |= dict.fromkeys(table.headers)
            blocks.append(Titled(title, table))
        else:
            blocks.append(Paragraph(title))
    legend = [(name, meaning) for name, meaning in _LEGEND_OF_RATERS.items() if f">{name}" in columns]
    return [*blocks, Legend.of(legend, _MARGIN)] if legend else blocks


def _rater_table(rows: Sequence[RaterRow]) -> Table:
    columns: dict[str, list[str]] = {
        "rater": [clean(row.rater) for row in rows],
        ">judgements": [f"{row.n_judgements:,}" for row in rows],
        ">mean": [number_text(row.mean, 2) for row in rows],
        ">sd": [number_text(row.deviation, 2) for row in rows],
        ">lenience": [number_text(row.lenience, 2, "+") for row in rows],
        ">with others": [number_text(row.with_others, 2) for row in rows],
        ">again": [number_text(row.repeat_difference, 2) for row in rows],
        ">damaged": [number_text(row.degraded_difference, 2, "+") for row in rows],
        ">reference": [number_text(row.reference_difference, 2, "+") for row in rows],
        ">p": ["" if row.p_control is None else p_text(row.p_control) for row in rows],
        "counts": [_counts(row) for row in rows],
    }
    kept = {header: cells for header, cells in columns.items() if any(cells)}
    return Table(tuple(kept), list(zip(*kept.values(), strict=True)))


def _counts(row: RaterRow) -> str:
    return "yes" if row.is_kept else "no" if row.p_control is not None else "no: too few control items"


def _agreement_table(rows: Sequence[AgreementRow], method: Mapping[str, Any]) -> list[Block]:
    if not rows:
        return []
    what = "pairs" if method["format"] == "rankings" else "outputs"
    headers = ("agreement", "of", ">value", f"{percent_text(method)} interval", f">{what} judged twice or more")
    cells = [
        (
            clean(row.coefficient),
            f"{clean(row.scale)}, {'between raters' if row.between == 'raters' else 'within a rater'}",
            number_text(row.value, 3),
            interval_text(row.interval, 3),
            f"{row.n_items:,}",
        )
        for row in rows
    ]
    return [Titled("", Table(headers, cells))]


def _category_table(rows: Sequence[CategoryRow], scores: Sequence[ScoreRow]) -> list[Block]:
    """Show systems, best first, by kinds of errors, dearest first."""
    blocks: list[Block] = []
    for kind, title in (
        ("category", "Penalty per segment by kind of error"),
        ("severity", "Marks by severity, of all raters"),
    ):
        of_kind = [row for row in rows if row.kind == kind]
        if not of_kind:
            continue
        cost: dict[str, float] = {}
        for row in of_kind:
            cost[row.name] = cost.get(row.name, 0.0) + (row.penalty if kind == "category" else row.n_marks)
        names = [name for name in sorted(cost, key=lambda name: -cost[name]) if cost[name]]
        shown, rest = names[:_MOST_KINDS], names[_MOST_KINDS:]
        cells = {(row.system, row.name): row for row in of_kind}
        table = []
        for score in sorted(scores, key=lambda score: score.rank):
            own = [cells.get((score.system, name)) for name in shown]
            if kind == "category":
                numbers = [number_text(row.penalty if row else 0.0, 2) for row in own]
                left = [cells.get((score.system, name)) for name in rest]
                numbers += [number_text(sum(row.penalty for row in left if row), 2)] if rest else []
            else:
                numbers = [f"{row.n_marks if row else 0:,}" for row in own]
            table.append((clean(score.system), *numbers))
        headers = (
            "system",
            *(f">{clean(name)}" for name in shown),
            *([">others"] if kind == "category" and rest else []),
        )
        blocks.append(Titled(title, Table(headers, table)))
    return blocks


def _rankings(analysis: RatingsAnalysis, method: RankingsMethod, width: int | None) -> Page:
    decimals = 3 if width is None else width
    rows = sorted(analysis.scores, key=lambda row: (row.rank, row.rank_low or 0))
    columns = {
        ">rank": [rank_text(row) for row in rows],
        "system": [clean(row.system) for row in rows],
        ">won": [f"{row.score:.{decimals}f}" for row in rows],
        ">cluster": ["" if row.cluster is None else str(row.cluster) for row in rows],
        ">strength": [number_text(row.details.get("bradley_terry"), 3, "+") for row in rows],
        ">± its error": [number_text(row.details.get("bradley_terry_error"), 3) for row in rows],
    }
    kept = {header: cells for header, cells in columns.items() if any(cells)}
    of_ranks = _LEGEND_OF_SIGNS if "test" in method else _LEGEND_OF_RESAMPLES
    level = 100 * method["confidence_level"]
    legend = [
        (name, meaning.format(level=level))
        for name, meaning in (*of_ranks, *_LEGEND_OF_RANKINGS)
        if name not in ("cluster", "strength") or f">{name}" in kept
    ]
    if "test" in method:
        legend.append(("A is", "the verdict, from the adjusted p"))
    return Page(
        (
            Paragraph(*summary(analysis)),
            Titled("", Table(tuple(kept), list(zip(*kept.values(), strict=True)))),
            *([Titled("", _tested_pairs(analysis.wins))] if "test" in method else []),
            *_agreement_table(analysis.agreement, method),
            Legend.of(legend, _MARGIN),
            Paragraph(method["sentence"]),
        )
    )


def _tested_pairs(rows: Sequence[WinRow]) -> Table:
    headers = ("system A", "system B", ">A preferred", ">B preferred", ">neither", ">p", ">adjusted p", "A is")
    cells = [
        (
            clean(row.system_a),
            clean(row.system_b),
            f"{row.n_wins:,}",
            f"{row.n_losses:,}",
            f"{row.n_ties:,}",
            "" if row.p_value is None else p_text(row.p_value),
            "" if row.p_adjusted is None else p_text(row.p_adjusted),
            f"{row.verdict}: {row.reason}" if row.reason else row.verdict or "",
        )
        for row in rows
    ]
    return Table(headers, cells)
