"""What people say of systems, as text for a terminal or a pipe."""

from collections.abc import Mapping, Sequence
from typing import Any

from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.rows import CLUSTERS, RANKS, percent_text, rank_text
from steelyard.page.summary import differences_sentence, scope_text, summary_sentences, uncorrected_sentence
from steelyard.page.tiers import tiers_text
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.page import to_page as comparison_page
from steelyard.questions.human.answer import (
    AgreementRow,
    CategoryRow,
    RankingsMethod,
    RaterRow,
    RatingsAnalysis,
    RatingsMethod,
    WinRow,
)
from steelyard.results import terms
from steelyard.results.columns import Shown, Term, table
from steelyard.results.family_level import has_family_level
from steelyard.results.numbers import number_text
from steelyard.results.score_rows import ScoreRow
from steelyard.results.table import Table, clean

__all__ = ["agreement_table", "as_latex", "to_page", "rater_table", "summary", "win_table"]

_MOST_RATERS = 20
_MOST_KINDS = 8
_DRAWN_PLACES = "range of ranks in {level}% of the resamples, for each system alone"
_DRAWN_CLUSTERS = "a new cluster starts where the ranges of ranks do not overlap"
_WON = Term("", ">won", "score", "score: how often people preferred the system (the method names the rule)")
_VERDICT = terms.VERDICT_CORRECTED._replace(legend="for the system, from the adjusted p")
_STRENGTH = Term(
    "", ">strength", "+.3f", "Bradley and Terry's strength: the odds that one system wins are exp(difference)"
)


def to_page(
    analysis: RatingsAnalysis,
    *,
    width: int | None = None,
    short: bool = False,
    ranks: bool = False,
    effects: bool = False,
    most_pairs: int | None = None,
) -> Page:
    """Lay out what people say: the verdict, ranked systems, pairs, raters, agreement, kinds of errors, the method."""
    method = analysis.method
    if "win_rule" in method:
        return _rankings(analysis, method, width)
    more = [
        *_rater_blocks(analysis.raters),
        *_agreement_blocks(analysis),
        *_category_table(analysis.categories, analysis.scores),
    ]
    told: RatingsMethod = {**method, "sentence": f"{method['sentence']} {method['ratings_sentence']}"}
    comparison = Comparison(analysis.pairs, analysis.scores, told)
    errors = {
        (row.scale, row.system, row.against): (row.these_raters, row.raters_like_these) for row in analysis.errors
    }
    return comparison_page(
        comparison,
        width=width,
        short=short,
        ranks=ranks,
        effects=effects,
        more=more,
        errors=errors or None,
        most_pairs=most_pairs,
        all_pairs="--format json",
    )


def as_latex(analysis: RatingsAnalysis, *, width: int | None = None) -> str:
    """Write scores and verdicts as one table for a paper."""
    from steelyard.page.paper import paper_latex

    return paper_latex(analysis.scores, analysis.pairs, analysis.method, label="ratings", width=width)


def summary(analysis: RatingsAnalysis) -> list[str]:
    """Say on which systems scales contradict each other, and which differ by each."""
    if analysis.wins:
        return [_rankings_sentence(analysis)]
    return summary_sentences(analysis.scores, analysis.pairs, analysis.method)


def _rankings_sentence(analysis: RatingsAnalysis) -> str:
    """Say which systems differ by people's rankings."""
    scope = scope_text(analysis.method)
    if "test" in analysis.method:
        sentence = differences_sentence(
            "People's rankings",
            analysis.scores,
            analysis.wins,
            has_groups=has_family_level(analysis.method),
            scope=scope,
        )
        return " ".join(filter(None, [uncorrected_sentence(analysis.method), sentence]))
    n_groups = len({row.cluster for row in analysis.scores})
    if n_groups == 1:
        return f"People's rankings: the ranges of ranks of all {len(analysis.scores)} systems overlap ({scope})."
    return f"People's rankings: {tiers_text(analysis.scores)} ({scope})."


def _rater_blocks(rows: Sequence[RaterRow]) -> list[Block]:
    """Show the raters scale by scale; of many those who were left out, and the rest in a line."""
    blocks: list[Block] = []
    for scale in dict.fromkeys(row.scale for row in rows):
        of_scale = [row for row in rows if row.scale == scale]
        shown = of_scale if len(of_scale) <= _MOST_RATERS else [row for row in of_scale if not row.is_kept]
        title = f"Raters of {clean(scale)}"
        if len(shown) < len(of_scale):
            n_more = len(of_scale) - len(shown)
            title += f": {n_more} {'more ' if shown else ''}count (use --format json to see every rater)"
        blocks.append(Titled(title, rater_table(shown)) if shown else Paragraph(title))
    legend = Legend.below(blocks)
    return [*blocks, legend] if legend.text else blocks


def rater_table(rows: Sequence[RaterRow]) -> Table:
    """Set raters in a table."""
    return table(
        rows,
        (
            *("rater", "n_judgements", "mean", "deviation", "lenience", "with_others", "repeat_difference"),
            *("degraded_difference", "reference_difference", "p_control", ("counts", _counts)),
        ),
    )


def _counts(row: RaterRow) -> str:
    return "yes" if row.is_kept else "no" if row.p_control is not None else "no: too few control items"


def agreement_table(rows: Sequence[AgreementRow], method: Mapping[str, Any]) -> Table:
    """Set coefficients of agreement in a table."""
    what = "pairs" if method["format"] == "rankings" else "outputs"
    return table(
        rows,
        (
            "coefficient",
            ("of", lambda row: f"{row.scale}, {'between raters' if row.between == 'raters' else 'within a rater'}"),
            "value",
            (f"{percent_text(method)} interval", "interval"),
            (f">{what} judged twice or more", "n_items"),
        ),
    )


def _agreement_blocks(analysis: RatingsAnalysis) -> list[Block]:
    return [Titled("", agreement_table(analysis.agreement, analysis.method))] if analysis.agreement else []


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
        lines = []
        for score in sorted(scores, key=lambda score: score.rank):
            own = [cells.get((score.system, name)) for name in shown]
            if kind == "category":
                numbers = [number_text(row.penalty if row else 0.0, 2) for row in own]
                left = [cells.get((score.system, name)) for name in rest]
                numbers += [number_text(sum(row.penalty for row in left if row), 2)] if rest else []
            else:
                numbers = [f"{row.n_marks if row else 0:,}" for row in own]
            lines.append((clean(score.system), *numbers))
        headers = (
            "system",
            *(f">{clean(name)}" for name in shown),
            *([">others"] if kind == "category" and rest else []),
        )
        blocks.append(Titled(title, Table(headers, lines)))
    return blocks


def _rankings(analysis: RatingsAnalysis, method: RankingsMethod, width: int | None) -> Page:
    decimals = 3 if width is None else width
    is_tested = "test" in method
    columns: tuple[Shown, ...] = (
        (Term("", ">rank", legend=RANKS if is_tested else _DRAWN_PLACES), rank_text),
        "system",
        (_WON, "score"),
        (Term("", ">cluster", legend=CLUSTERS if is_tested else _DRAWN_CLUSTERS), "cluster"),
        (_STRENGTH, lambda row: row.details.get("bradley_terry")),
        (Term("", ">± error", ".3f"), lambda row: row.details.get("bradley_terry_error")),
    )
    rows = sorted(analysis.scores, key=lambda row: (row.rank, row.rank_low or 0))
    blocks: list[Block] = [
        Titled("", table(rows, columns, decimals=decimals)),
        *([Titled("", win_table(analysis.wins))] if is_tested else []),
        *_agreement_blocks(analysis),
    ]
    legend = Legend.below(blocks, level=f"{100 * method['confidence_level']:g}")
    return Page((Paragraph(*summary(analysis)), *blocks, legend, MethodText(method["sentence"])))


def win_table(rows: Sequence[WinRow]) -> Table:
    """Set pairs of systems that people ranked in a table."""
    return table(
        rows,
        (
            *("system", "against"),
            *("n_wins", "n_losses", "n_ties", "p_value", "p_adjusted"),
            (_VERDICT, lambda row: f"{row.verdict}: {row.reason}" if row.reason else row.verdict),
        ),
    )
