"""A campaign, laid out."""

from collections.abc import Sequence

from steelyard.page.auto_ranks import auto_rank_table
from steelyard.page.blocks import Block, Items, Legend, Page, Paragraph, Titled
from steelyard.page.rows import by_metric, decimals_of
from steelyard.page.summary import about_raters
from steelyard.questions.campaign.answer import Campaign, CampaignPairRow, CampaignScoreRow
from steelyard.results.numbers import interval_text, number_text, p_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_MARGIN = 13
_MOST_NAMED = 6  # pairs
_MOST_TASKS = 12  # that have a column of scores
_LEGEND = (
    ("rank", "places a system may have by its average, from differences corrected for all pairs and metrics"),
    ("verdict", "A on average over these tasks; p is corrected for all pairs and metrics"),
    ("on single", "tasks on which A is better : worse, corrected for all tasks, pairs and metrics"),
    ("at least", "on so many of these tasks at least A is better : worse (partial conjunction)"),
    ("wins", "tasks by the sign of the difference; p of the sign test and of Wilcoxon's over tasks, not corrected"),
    ("like these", "mean difference on tasks like these, interval, p after Holm's correction"),
    ("one more", "interval for the true difference on one more such task"),
    ("I2", "share of what differences vary by between tasks that is more than their own errors"),
    ("relative", "mean change in percent of B's score; above 0 is better"),
)

_PUBLISHED = (
    ("WMT", "ranks of WMT24's general task and, behind them, clusters: p WMT below alpha, not corrected"),
    ("p WMT", "Wilcoxon's two-sided p-values of the tasks by Stouffer's method, whichever system is ahead on each"),
)


def lay_out(answer: Campaign, *, width: int | None = None) -> Page:
    """Lay out what holds on these tasks, what on tasks like these, scores, and the method."""
    method = answer.method
    blocks: list[Block] = [Paragraph("\n".join(_found(answer)))]
    if method["notes"]:
        blocks.append(Items(tuple(map(clean, method["notes"]))))
    by_name = dict(by_metric(answer.scores))
    for metric, pairs in by_metric(answer.pairs):
        label, rows = clean(pairs[0].label), _ranked(by_name[metric], pairs, method["higher_is_better"][metric])
        decimals = decimals_of(rows[0].scale, [score for row in rows for score in row.scores], width)
        blocks.append(Titled(f"{label}: scores", _scores(rows, [one["name"] for one in method["tasks"]], decimals)))
        blocks.append(Titled(f"{label}: differences on these {len(method['tasks'])} tasks", _on_these(pairs, decimals)))
        if any(row.like_these is not None for row in pairs):
            blocks.append(Titled(f"{label}: differences on tasks like these", _like_these(pairs, decimals)))
    if answer.auto_ranks:
        names = [one["name"] for one in method["tasks"]]
        shown = names if len(names) <= _MOST_TASKS else []
        blocks.append(auto_rank_table(answer.auto_ranks, len(by_name), shown))
    legend = (*_LEGEND, *(_PUBLISHED if method.get("is_published") else ()))
    return Page((*blocks, Legend.of(legend, _MARGIN), Paragraph(clean(method["sentence"]))))


def _found(answer: Campaign) -> list[str]:
    """Say for each metric what holds on these tasks, and what on tasks like these."""
    method, lines = answer.method, list[str]()
    alpha, n_tasks = method["alpha"], len(method["tasks"])
    for metric, rows in by_metric(answer.pairs):
        label = about_raters(method, metric) + clean(rows[0].label)
        here = [(row, row.verdict) for row in rows if row.verdict != "cannot tell"]
        lines.append(f"{label}, on average over these {n_tasks} tasks: {_told(here, len(rows))}")
        sign = 1 if method["higher_is_better"][metric] else -1
        like = [
            (row, "better" if sign * (row.like_these or 0.0) > 0 else "worse")
            for row in rows
            if row.like_these_p is not None and row.like_these_p <= alpha
        ]
        lines.append(f"{label}, on tasks like these: {_told(like, len(rows))}")
    return lines


def _told(differing: Sequence[tuple[CampaignPairRow, str]], n_pairs: int) -> str:
    """Name the pairs that differ, or count them where they are many."""
    n_left = n_pairs - len(differing)
    rest = f" {'Of the other ' if differing else 'Of '}{counted(n_left, 'pair')} one cannot tell." if n_left else ""
    if len(differing) > _MOST_NAMED:
        return f"{len(differing)} of {counted(n_pairs, 'pair')} differ.{rest}"
    named = ", ".join(f"{clean(row.system_a)} is {verdict} than {clean(row.system_b)}" for row, verdict in differing)
    return f"{named}.{rest}" if named else rest.strip()


def _ranked(
    rows: Sequence[CampaignScoreRow], pairs: Sequence[CampaignPairRow], is_high_better: bool
) -> list[CampaignScoreRow]:
    """Take the systems that are compared: those on all tasks by their averages, then those on most tasks."""
    compared = {name for pair in pairs for name in (pair.system_a, pair.system_b)}
    mine = [row for row in rows if row.system in compared]
    sign = -1 if is_high_better else 1
    return sorted(mine, key=lambda row: (row.average is None, sign * (row.average or 0.0), -row.n_tasks))


def _on_these(rows: Sequence[CampaignPairRow], decimals: int) -> Table:
    headers = (
        "A", "B", ">tasks", ">delta", ">relative", ">p", "verdict", ">on single", ">at least", ">wins", ">p sign",
        ">p Wilcoxon", *([">p WMT"] if rows[0].p_published is not None else []),
    )  # fmt: skip
    cells = [
        (
            clean(row.system_a),
            clean(row.system_b),
            str(row.n_tasks),
            number_text(row.delta, decimals, "+"),
            "" if row.relative is None else f"{row.relative:+.1f}%",
            p_text(row.p_adjusted),
            row.verdict,
            f"{row.n_better}:{row.n_worse}",
            f"{row.at_least}:{row.at_least_worse}",
            f"{row.wins}:{row.losses}" + (f" ({row.ties} ties)" if row.ties else ""),
            p_text(row.p_sign),
            p_text(row.p_wilcoxon),
            *([] if row.p_published is None else [p_text(row.p_published)]),
        )
        for row in rows
    ]
    return Table(headers, cells, styled=headers.index("verdict"))


def _like_these(rows: Sequence[CampaignPairRow], decimals: int) -> Table:
    headers = ("A", "B", ">mean", "interval", ">p", "one more", ">between", ">I2")
    cells = [
        (
            clean(row.system_a),
            clean(row.system_b),
            number_text(row.like_these, decimals, "+"),
            interval_text(row.like_these_interval, decimals, sign="+"),
            p_text(row.like_these_p or 0.0),
            interval_text(row.predicted_interval, decimals, sign="+"),
            number_text(row.between, decimals),
            f"{row.share_between:.0%}",
        )
        for row in rows
        if row.like_these is not None and row.share_between is not None
    ]
    return Table(headers, cells)


def _scores(rows: Sequence[CampaignScoreRow], tasks: Sequence[str], decimals: int) -> Table:
    """Set averages, and scores by task where there is room for them."""
    shown = list(tasks)[:_MOST_TASKS] if len(tasks) <= _MOST_TASKS else []
    has_ranks, has_published = rows[0].rank_from is not None, rows[0].published_from is not None
    headers = (
        *([">rank"] if has_ranks else []), "system", *([">WMT"] if has_published else []), ">average", ">tasks",
        *(f">{clean(task)}" for task in shown),
    )  # fmt: skip
    cells = [
        (
            *([_range(row.rank_from, row.rank_to)] if has_ranks else []),
            clean(row.system),
            *([f"{_range(row.published_from, row.published_to)} {row.published_cluster}"] if has_published else []),
            number_text(row.average, decimals),
            str(row.n_tasks),
            *(number_text(score, decimals) for score in row.scores[: len(shown)]),
        )
        for row in rows
    ]
    return Table(headers, cells)


def _range(first: int | None, last: int | None) -> str:
    return str(first) if first == last else f"{first}-{last}"
