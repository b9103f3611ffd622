"""What the page of a meta-evaluation shows of each level: metrics ranked, the pairs of the best, and all pairs."""

from collections.abc import Sequence
from dataclasses import dataclass

from steelyard.page.blocks import Paragraph, Titled
from steelyard.page.html.blocks import is_not
from steelyard.page.html.intervals import Axis, value_axis
from steelyard.page.html.pair_cells import Cell, signed, verdict_cells
from steelyard.page.html.ranking import range_text
from steelyard.page.html.render import Filled
from steelyard.page.html.text import with_minus
from steelyard.page.rows import percent_text
from steelyard.questions.meta.answer import MetaEvaluation, MetricAgreementRow, MetricPairRow
from steelyard.questions.meta.page import agreement_label, to_page
from steelyard.results.numbers import interval_text, number_text

__all__ = ["LevelBlock", "fill", "level_blocks"]

_DECIMALS = 3
_MOST_IN_MATRIX = 20  # metrics; the list below the matrix has all pairs


@dataclass(frozen=True, slots=True)
class RankedMetric:
    """One row of a ranking; places are per cent of the plot's width."""

    rank: str
    order: int
    metric: str
    value: str
    number: float | None
    interval: str
    low: float | None
    at: float | None
    high: float | None
    cluster: str
    starts_cluster: bool
    share: float | None
    ties: float | None
    others: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class LevelBlock:
    """All that there is to show of one level."""

    number: int
    level: str
    title: str
    statistic: str
    axis: Axis
    guess: float | None  # in per cent of the plot's width
    rows: tuple[RankedMetric, ...]
    other_names: tuple[str, ...]
    has_ranks: bool
    has_shares: bool
    has_ties: bool
    in_matrix: tuple[str, ...]
    cells: tuple[tuple[Cell | None, ...], ...]
    pairs: tuple[tuple[MetricPairRow, str, str], ...]  # with the difference and its interval as text


def fill(result: MetaEvaluation) -> Filled:
    """Lay out the page: levels with plots and matrices, then what else its text says."""
    blocks = to_page(result).blocks
    n_levels, sentence = len(result.method["levels"]), result.method["sentence"]
    decisions = [block.text for block in blocks[:n_levels] if isinstance(block, Paragraph)]
    first, stop, more = decisions[0].partition(". ")
    summary = [f"{first}.", more, *decisions[1:]] if stop else decisions
    titles = [block.title for block in blocks[n_levels : 2 * n_levels] if isinstance(block, Titled)]
    rest = blocks[2 * n_levels :]
    values = {
        "title": summary[0],
        "more_inputs": [],
        "summary": list(filter(None, summary)),
        "blocks": level_blocks(result, titles),
        "rest": [(type(block).__name__, block) for block in rest if is_not(block, sentence)],
        "level": percent_text(result.method),
    }
    return Filled("meta.html", result, values)


def level_blocks(evaluation: MetaEvaluation, titles: Sequence[str]) -> list[LevelBlock]:
    """Lay out every level, under the titles in the same order."""
    levels = evaluation.method["levels"]
    return [_block(evaluation, level, i, title) for i, (level, title) in enumerate(zip(levels, titles, strict=True))]


def _block(evaluation: MetaEvaluation, level: str, number: int, title: str) -> LevelBlock:
    ranked = evaluation.deciding(level)
    rest: dict[str, dict[str, MetricAgreementRow]] = {}
    for row in evaluation.agreement:
        if row.level == level and not row.is_deciding:
            rest.setdefault(agreement_label(row), {})[row.metric] = row
    guesses = {row.guess for row in ranked}
    guess = guesses.pop() if len(guesses) == 1 else None
    ends = [end for row in ranked for end in row.interval or ()]
    axis = value_axis(
        [row.value for row in ranked if row.value is not None] + ends + ([] if guess is None else [guess])
    )
    pairs = [pair for pair in evaluation.pairs if pair.level == level]
    best = tuple(row.metric for row in ranked[:_MOST_IN_MATRIX])
    return LevelBlock(
        number=number,
        level=level,
        title=title,
        statistic=agreement_label(ranked[0]),
        axis=axis,
        guess=None if guess is None else axis.place(guess),
        rows=tuple(_ranked(ranked, i, axis, rest) for i in range(len(ranked))),
        other_names=tuple(rest),
        has_ranks=len(ranked) > 1,
        has_shares=any(row.share_first is not None for row in ranked) and len(ranked) > 1,
        has_ties=any(row.threshold is not None for row in ranked),
        in_matrix=best if pairs else (),
        cells=verdict_cells(
            best,
            [
                (i, pair.metric, pair.against, pair.difference, pair.p_adjusted, pair.verdict)
                for i, pair in enumerate(pairs)
                if pair.metric in best and pair.against in best
            ],
            _DECIMALS,
        ),
        pairs=tuple(
            (pair, signed(pair.difference, _DECIMALS), with_minus(interval_text(pair.interval, _DECIMALS, sign="+")))
            for pair in pairs
        ),
    )


def _ranked(
    ranked: Sequence[MetricAgreementRow], i: int, axis: Axis, rest: dict[str, dict[str, MetricAgreementRow]]
) -> RankedMetric:
    row = ranked[i]
    low, high = row.interval or (None, None)
    return RankedMetric(
        rank=str(row.rank) if row.rank_low is None else range_text(row.rank_low, row.rank_high or row.rank_low),
        order=i,
        metric=row.metric,
        value=with_minus(number_text(row.value, _DECIMALS)) or "undefined",
        number=row.value,
        interval=with_minus(interval_text(row.interval, _DECIMALS)),
        low=None if low is None else axis.place(low),
        at=None if row.value is None else axis.place(row.value),
        high=None if high is None else axis.place(high),
        cluster=str(row.cluster or ""),
        starts_cluster=i > 0 and row.cluster != ranked[i - 1].cluster,
        share=row.share_first,
        ties=row.threshold,
        others=tuple(members[row.metric].value for members in rest.values()),
    )
