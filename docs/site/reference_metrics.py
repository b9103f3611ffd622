"""The pages of metrics: a list with what all share, and a page for each."""

from functools import cache

from reference_layout import code, page, rst, table, toctree

from steelyard.metrics.table import ROWS, TOKENIZERS, VIEWS
from steelyard.questions.metrics.answer import Claim, MetricPage
from steelyard.questions.metrics.compute import catalogue

__all__ = ["metric_page", "metrics_page", "our_metrics"]


@cache
def our_metrics() -> dict[str, MetricPage]:
    """Return the metrics that come with the package, by name."""
    return {one.name: one for one in catalogue(list(ROWS))}


def metrics_page() -> str:
    """List every metric, and describe the options that all share, tokenizers and views."""
    ours = our_metrics()
    shared = [
        (f"`{option}`", code(kind), code(text)) for option, kind, text in next(iter(ours.values())).shared_options
    ]
    return page(
        "Metrics",
        "A metric is spelled `name` or `name(option=value, ...)`, on the command line (`-m`) and in Python "
        "(`steelyard.metrics.parse`). `steelyard metrics` lists them, `steelyard metrics NAME` prints one's page.",
        "\n".join(f"- [`{name}`](metrics/{name}.md): {code(metric.summary)}" for name, metric in ours.items()),
        "## Options of every metric",
        table(("name", "type", "meaning"), shared),
        "## Tokenizers",
        table(("name", "what it does"), [(f"`{name}`", code(summary)) for name, summary in TOKENIZERS.items()]),
        "## Views",
        "A view is what a metric looks at in place of words. A metric of characters looks at the characters of what is "
        "seen of the words that `13a` gives. Scores under different views are not on one scale.",
        table(("view", "what is seen"), [(f"`{name}`", code(summary)) for name, summary in VIEWS.items()]),
        toctree("", [f"metrics/{name}" for name in ours]),
    )


def metric_page(name: str) -> str:
    """Lead to the docstring of a metric, which says all there is to say."""
    metric = our_metrics()[name]
    also = ", ".join(f"`{other}` = `{spelling}`" for other, spelling in metric.aliases)
    return page(
        name,
        f"On the command line `-m {name}`, or `-m '{name}(option=value, ...)'` with options from below and "
        "[those of every metric](../metrics.md#options-of-every-metric)." + (f" Also called: {also}." if also else ""),
        rst(f".. autoclass:: steelyard.metrics.{metric.class_name}"),
        *claims_of(metric),
    )


def claims_of(metric: MetricPage) -> list[str]:
    """Say what papers found right or wrong with a metric, with the command that tests it."""
    if not metric.claims:
        return []
    parts = [
        "## What papers found",
        "Findings are of the data and the years of the papers. Each has a command that tests it, here on the bundled "
        "example: put your own files in place of these. [Papers and commands](../papers.md) has what else they did.",
    ]
    for title, side in (("Against", "against"), ("For", "for")):
        found = [_claim(claim) for claim in metric.claims if claim.side == side]
        parts += [f"### {title}", *found] if found else []
    return parts


def _claim(claim: Claim) -> str:
    """Lay out a claim as a paragraph with its command."""
    told = f"**[{claim.paper}](https://aclanthology.org/{claim.paper})**: {claim.says} ({claim.source})"
    command = f"```sh\n{claim.command}\n```"
    measured = f"*Measured*: {claim.measured}" if claim.measured else ""
    return "\n\n".join(filter(None, (told, command, measured)))
