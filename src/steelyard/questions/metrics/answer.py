"""What there is to know of a metric before using it."""

from collections.abc import Mapping

from steelyard.results.columns import column, row

__all__ = ["Claim", "MetricPage"]


@row
class Claim:
    """What a paper found of a metric, and how to see whether it holds on other data."""

    side: str = column('"for" or "against" the metric')
    says: str = column("what was found, in a sentence or two")
    paper: str = column("its id in the ACL anthology")
    source: str = column("authors, year, title and place")
    command: str = column("tests the claim, here on the bundled example")
    measured: str = column("what it gave on a real test set, which is named; empty where it was not run on one")


@row
class MetricPage:
    """One metric, as its documentation describes it."""

    name: str = column("its spelling without options")
    aliases: tuple[tuple[str, str], ...] = column("other names, with the spellings they stand for")
    class_name: str = column("in `steelyard.metrics`")
    label: str = column("short name for tables")
    summary: str = column("what it is, in a sentence")
    direction: str = column('``"higher"`` or ``"lower"`` is better')
    bounds: tuple[float, float] = column("least and greatest score, which may be infinite")
    needs: str = column("what it is computed from")
    citation: str = column("where it comes from: authors, year and DOI or ACL id")
    signature: str = column("with all options at their defaults")
    headings: Mapping[str, str] = column("text under each fixed heading of its documentation")
    own_options: tuple[tuple[str, str, str], ...] = column("name, type and meaning of its own options")
    shared_options: tuple[tuple[str, str, str], ...] = column("the same of those every metric has")
    references: tuple[str, ...] = column("the literature")
    examples: str = column("python that runs")
    claims: tuple[Claim, ...] = column("what papers found right or wrong with it", default=())

    @property
    def options(self) -> tuple[tuple[str, str, str], ...]:
        """All options: its own first."""
        return self.own_options + self.shared_options
