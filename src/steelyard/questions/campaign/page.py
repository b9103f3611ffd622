"""A campaign, laid out."""

from collections.abc import Sequence

from steelyard.page.auto_ranks import auto_rank_table
from steelyard.page.blocks import Block, Legend, MethodText, Page, Paragraph, Titled
from steelyard.page.cautions import cautions
from steelyard.page.rows import by_metric, decimals_of
from steelyard.page.summary import about_raters
from steelyard.questions.campaign.answer import Campaign, CampaignPairRow, CampaignScoreRow
from steelyard.results.columns import Shown, Term, table
from steelyard.results.numbers import ranks_text
from steelyard.results.plurals import counted
from steelyard.results.table import Table, clean

__all__ = ["lay_out"]

_MOST_NAMED = 6  # pairs
_MOST_TASKS = 12  # that have a column of scores
_RANK = Term(
    "places a system may have by its average, from differences corrected for all pairs and metrics", ">rank", "", True
)
_WMT = Term(
    "ranks of WMT24's general task and, behind them, clusters: p WMT below alpha, not corrected", ">WMT", "", True
)
_ON_SINGLE = Term(
    "tasks on which the system is better : worse, corrected for all tasks, pairs and metrics", ">on single", "", True, 1
)
_AT_LEAST = Term(
    "on so many of these tasks at least the system is better : worse (partial conjunction)", ">at least", "", True, 2
)
_WINS = Term(
    "tasks by the sign of the difference; p of the sign test and of Wilcoxon's over tasks, not corrected",
    ">wins",
    "",
    legend=True,
    spare=2,
)
_ON_THESE: tuple[Shown, ...] = (
    *("system", "against", "n_tasks", "difference", "relative", "p_adjusted", "verdict"),
    (_ON_SINGLE, lambda row: f"{row.n_better}:{row.n_worse}"),
    (_AT_LEAST, lambda row: f"{row.at_least}:{row.at_least_worse}"),
    (_WINS, lambda row: f"{row.wins}:{row.losses}" + (f" ({row.ties} ties)" if row.ties else "")),
    *("p_sign", "p_wilcoxon", "p_published"),
)
_LIKE_THESE = (
    *("system", "against", "like_these", "like_these_interval", "like_these_p", "predicted_interval"),
    *("between", "share_between"),
)


def lay_out(answer: Campaign, *, width: int | None = None) -> Page:
    """Lay out what holds on these tasks, what on tasks like these, scores, and the method."""
    method = answer.method
    blocks: list[Block] = [Paragraph("\n".join(_found(answer))), *cautions(answer.method)]
    by_name = dict(by_metric(answer.scores))
    for metric, pairs in by_metric(answer.pairs):
        label, rows = clean(pairs[0].label), _ranked(by_name[metric], pairs, method["higher_is_better"][metric])
        decimals = decimals_of(rows[0].scale, [score for row in rows for score in row.scores], width)
        blocks.append(Titled(f"{label}: scores", _scores(rows, [one["name"] for one in method["tasks"]], decimals)))
        title = f"{label}: differences on these {len(method['tasks'])} tasks"
        blocks.append(Titled(title, table(pairs, _ON_THESE, decimals=decimals)))
        if like := [row for row in pairs if row.like_these is not None]:
            blocks.append(
                Titled(f"{label}: differences on tasks like these", table(like, _LIKE_THESE, decimals=decimals))
            )
    if answer.auto_ranks:
        names = [one["name"] for one in method["tasks"]]
        shown = names if len(names) <= _MOST_TASKS else []
        blocks.append(auto_rank_table(answer.auto_ranks, len(by_name), shown))
    return Page((*blocks, Legend.below(blocks), MethodText(clean(method["sentence"]))))


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
    named = ", ".join(f"{clean(row.system)} is {verdict} than {clean(row.against)}" for row, verdict in differing)
    return f"{named}.{rest}" if named else rest.strip()


def _ranked(
    rows: Sequence[CampaignScoreRow], pairs: Sequence[CampaignPairRow], is_high_better: bool
) -> list[CampaignScoreRow]:
    """Take the systems that are compared: those on all tasks by their averages, then those on most tasks."""
    compared = {name for pair in pairs for name in (pair.system, pair.against)}
    mine = [row for row in rows if row.system in compared]
    sign = -1 if is_high_better else 1
    return sorted(mine, key=lambda row: (row.average is None, sign * (row.average or 0.0), -row.n_tasks))


def _scores(rows: Sequence[CampaignScoreRow], tasks: Sequence[str], decimals: int) -> Table:
    """Set averages, and scores by task where there is room for them."""
    shown = list(tasks)[:_MOST_TASKS] if len(tasks) <= _MOST_TASKS else []

    def of(place: int) -> Shown:
        return Term("", f">{clean(tasks[place])}", "score"), lambda row: row.scores[place]

    by_task = map(of, range(len(shown)))
    columns = ((_RANK, _ranks), "system", (_WMT, _published), "average", "n_tasks", *by_task)
    return table(rows, columns, decimals=decimals)


def _ranks(row: CampaignScoreRow) -> str:
    return _range(row.rank_from, row.rank_to)


def _published(row: CampaignScoreRow) -> str:
    ranks = _range(row.published_from, row.published_to)
    return f"{ranks} {row.published_cluster}" if ranks else ""


def _range(first: int | None, last: int | None) -> str:
    return "" if first is None or last is None else ranks_text((first, last))
