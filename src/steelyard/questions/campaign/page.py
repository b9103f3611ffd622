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
from steelyard.results.plurals import none_of
from steelyard.results.table import Table, clean

__all__ = ["to_page"]

_MOST_NAMED = 6  # pairs
_MOST_TASKS = 12  # that have a column of scores
_RANK = Term(
    "possible ranks of a system by its average, from tests corrected for all pairs and metrics", ">rank", "", True
)
_WMT = Term(
    "ranks, then clusters, by the method of WMT24's general task: p WMT below alpha, not corrected", ">WMT", "", True
)
_ON_SINGLE = Term(
    "number of tasks on which the system is significantly better : worse, corrected for all tasks, pairs and metrics",
    ">better:worse",
    "",
    True,
    1,
)
_AT_LEAST = Term(
    "lower bound of the number of these tasks on which the system is better : worse (partial conjunction)",
    ">at least",
    "",
    True,
    2,
)
_WINS = Term(
    "number of tasks with a better : worse score; p sign and p Wilcoxon are tests over tasks, not corrected",
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


def to_page(answer: Campaign, *, width: int | None = None) -> Page:
    """Lay out results for these tasks and for new tasks, scores, and the method."""
    method = answer.method
    blocks: list[Block] = [Paragraph("\n".join(_found(answer))), *cautions(answer.method)]
    by_name = dict(by_metric(answer.scores))
    for metric, pairs in by_metric(answer.pairs):
        label, rows = clean(pairs[0].label), _ranked(by_name[metric], pairs, method["higher_is_better"][metric])
        decimals = decimals_of(rows[0].scale, [score for row in rows for score in row.scores], width)
        blocks.append(Titled(f"{label}: scores", _scores(rows, [one["name"] for one in method["tasks"]], decimals)))
        title = f"{label}: differences, average of these {len(method['tasks'])} tasks"
        blocks.append(Titled(title, table(pairs, _ON_THESE, decimals=decimals)))
        if like := [row for row in pairs if row.like_these is not None]:
            blocks.append(
                Titled(
                    f"{label}: differences expected on new tasks of this kind",
                    table(like, _LIKE_THESE, decimals=decimals),
                )
            )
    if answer.auto_ranks:
        names = [one["name"] for one in method["tasks"]]
        shown = names if len(names) <= _MOST_TASKS else []
        blocks.append(auto_rank_table(answer.auto_ranks, len(by_name), shown))
    return Page((*blocks, Legend.below(blocks), MethodText(clean(method["sentence"]))))


def _found(answer: Campaign) -> list[str]:
    """Say for each metric which systems differ on these tasks, and which on new tasks."""
    method, lines = answer.method, list[str]()
    alpha, n_tasks = method["alpha"], len(method["tasks"])
    for metric, rows in by_metric(answer.pairs):
        label = about_raters(method, metric) + clean(rows[0].label)
        here = [(row, row.verdict) for row in rows if row.verdict != "cannot tell"]
        lines.append(f"{label}, average of these {n_tasks} tasks: {_told(here, rows)}")
        sign = 1 if method["higher_is_better"][metric] else -1
        like = [
            (row, "better" if sign * (row.like_these or 0.0) > 0 else "worse")
            for row in rows
            if row.like_these_p is not None and row.like_these_p <= alpha
        ]
        lines.append(f"{label}, new tasks of this kind: {_told(like, rows)}")
    return lines


def _told(differing: Sequence[tuple[CampaignPairRow, str]], pairs: Sequence[CampaignPairRow]) -> str:
    """Name the pairs that differ, or count them where they are many."""
    n, n_pairs = len(differing), len(pairs)
    if n_pairs == 1 and not n:
        return f"{clean(pairs[0].system)} and {clean(pairs[0].against)} do not differ significantly."
    if not n:
        return f"{none_of(n_pairs, 'pair')} differs significantly."
    count = f"{n} of {n_pairs} pairs {'differ' if n > 1 else 'differs'} significantly"
    if n > _MOST_NAMED:
        return f"{count}."
    named = ", ".join(f"{clean(row.system)} is {verdict} than {clean(row.against)}" for row, verdict in differing)
    return f"{named} ({count})." if n_pairs > 1 else f"{named}."


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
