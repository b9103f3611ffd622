"""A paper's experiment, run on other test sets and systems: its tables and figures."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NotRequired

from steelyard.errors import unknown_name
from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.figure import Figure, Series
from steelyard.results.method import Provenance, WithRecipe

__all__ = ["MethodOfExperiment", "PaperTable", "Replication", "ReplicationMethod"]


@row
class PaperTable:
    """One table in the form of a paper."""

    name: str = column("as the paper numbers it, such as ``Table 3``")
    title: str = column("what it shows")
    columns: tuple[str, ...] = column("names of the columns")
    rows: tuple[tuple[Any, ...], ...] = column(
        "one cell per column: text, a number, or None where there is nothing to say"
    )
    note: str = column("what to know when reading it; may be empty", default="")
    decimals: tuple[int | None, ...] = column(
        "how many to show of the numbers in each column; empty, or None, leaves it to the reader", default=()
    )


@documented
class MethodOfExperiment(Provenance):
    """What the protocols say of themselves: each has the keys that its paper gives a meaning to."""

    systems: NotRequired[
        Annotated[list[str], "names: those that people rated in ``aile2013``, the baseline first in ``riezler2005``"]
    ]
    left_out: NotRequired[Annotated[list[str], "systems without ratings"]]
    scales: NotRequired[Annotated[list[str], "what people were asked"]]
    judges: NotRequired[
        Annotated[str | None, "what counts of several judgements of an output; None where there is one score each"]
    ]
    n_ratings: NotRequired[Annotated[list[int], "by scale, outputs that people rated"]]
    mean_length: NotRequired[Annotated[float, "words of output and reference that part short segments from long ones"]]
    metric: NotRequired[Annotated[str, "spelling of the one that is looked at"]]
    tests: NotRequired[Annotated[list[str], "those put side by side"]]
    alphas: NotRequired[Annotated[list[float], "levels of the tests"]]
    unit: NotRequired[Annotated[str, 'what is exchanged and resampled: ``"document"``, ``"segment"`` or ``"block"``']]
    n_units: NotRequired[Annotated[int, "how many there are"]]
    block_size: NotRequired[Annotated[int, "segments of a block"]]
    last_block_size: NotRequired[Annotated[int, "segments of the last block, which may be shorter"]]
    n_resamples: NotRequired[Annotated[int, "draws of each test that were asked for"]]
    n_draws: NotRequired[Annotated[dict[str, int], "by test, those made"]]
    n_nulls: NotRequired[Annotated[int, "data sets without a difference, of each kind"]]
    seed: NotRequired[Annotated[int, "of all draws"]]
    sizes: NotRequired[Annotated[list[int], "segments of the small test sets"]]
    n_sets: NotRequired[Annotated[list[int], "small test sets of each size"]]
    figure_size: NotRequired[Annotated[int, "of the small test sets that figures show"]]
    pairs: NotRequired[Annotated[str | list[str], "those that are taken for equally good"]]
    equal_pairs: NotRequired[
        Annotated[list[list[str]], "systems that score the same on the whole set, and are left out"]
    ]
    people_test: NotRequired[Annotated[str, 'how people\'s ratings were tested: "randomization" or "rank-sum"']]
    people_unit: NotRequired[Annotated[str, "of randomization, what was exchanged"]]
    people_n_units: NotRequired[Annotated[int, "of randomization, units that hold a rating"]]
    people_n_draws: NotRequired[Annotated[int, "of randomization, draws"]]
    people_n_ratings: NotRequired[Annotated[int, "mean ratings, or single judgements"]]
    people_n_raters: NotRequired[Annotated[int, "raters of single judgements"]]
    gold: NotRequired[
        Annotated[str, "where systems are made from n-best lists, the metric that finds the best of each list"]
    ]
    gamma: NotRequired[Annotated[float, "the penalty, as a share of that which leaves no feature"]]
    adds: NotRequired[Annotated[list[int], "features added per step, by variant"]]
    features: NotRequired[Annotated[int, "number of features at which variants stop"]]
    ngrams: NotRequired[Annotated[int, "longest n-grams that are features"]]
    fewest_lists: NotRequired[Annotated[int, "lists that a feature must be in"]]
    folds: NotRequired[Annotated[int, "parts of the lists"]]
    conditions: NotRequired[Annotated[list[str], "those that were averaged over, such as language pairs"]]
    genres: NotRequired[Annotated[list[str], "labels of the segments that are parts; empty where there are none"]]
    notes: NotRequired[Annotated[list[str], "what to know when reading, and what was chosen where the paper is silent"]]
    sentence: NotRequired[Annotated[str, "the same for the paper"]]


@documented
class ReplicationMethod(MethodOfExperiment, WithRecipe):
    """How a paper's experiment was run."""

    protocol: Annotated[str, "author and year of the paper"]
    source: Annotated[str, "the paper, with its DOI or ACL id"]


@documented
@dataclass(frozen=True)
class Replication(Result):
    """What a paper's protocol gives on one's own data.

    `to_frame` takes the name of a table or figure: ``to_frame("Table 3")``, ``to_frame("figure-2")``.

    Examples
    --------
    >>> from steelyard.results import PaperTable, Replication
    >>> table = PaperTable("Table 2", "t", ("n", "t"), ((100, 1.984),))
    >>> stored = Replication((table,), (), {"n_segments": 100}).to_dict()
    >>> Replication.from_dict(stored).paper_tables == (table,)
    True
    """

    schema: ClassVar[str] = "steelyard.replication/1"
    tables: ClassVar[tuple[str, ...]] = ("paper_tables", "figures")

    paper_tables: Annotated[tuple[PaperTable, ...], "in the paper's order"]
    figures: Annotated[tuple[Figure, ...], "in the paper's order"]
    method: Annotated[
        ReplicationMethod,
        "protocol, its source, what was chosen where the paper is silent, sizes, draws, seed, versions and the "
        "SHA-256 of every input",
    ]

    def __str__(self) -> str:
        """Return one line: the protocol, and how many tables and figures there are."""
        counts = ((len(self.paper_tables), "table"), (len(self.figures), "figure"))
        held = ", ".join(f"{count} {noun}{'s' if count != 1 else ''}" for count, noun in counts)
        return f"Replication: {self.method.get('protocol', 'unnamed')}, {held}"

    def records(self, table: str | None = None) -> list[dict[str, Any]]:
        """Return the rows of a paper's table, or the points of a figure, by its name; by default the first table."""
        tables = {found.name: found for found in self.paper_tables}
        figures = {found.name: found for found in self.figures}
        name = table or next(iter(tables), "")
        if name in tables:
            return [dict(zip(tables[name].columns, row, strict=True)) for row in tables[name].rows]
        if name in figures:
            return [point for series in figures[name].series for point in _points(series)]
        raise unknown_name("table or figure", name, [*tables, *figures])


def _points(series: Series) -> list[dict[str, Any]]:
    keys = ("series", "x", "y", "low", "high") if series.low else ("series", "x", "y")
    columns = (series.x, series.y, series.low, series.high)[: len(keys) - 1]
    return [dict(zip(keys, (series.name, *values), strict=True)) for values in zip(*columns, strict=True)]
