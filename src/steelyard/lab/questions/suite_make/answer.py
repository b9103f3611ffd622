"""Check-points that were made, by category."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from steelyard.results.base import Result
from steelyard.results.columns import column, documented, row
from steelyard.results.method import Provenance
from steelyard.results.table import clean
from steelyard.types import CheckPoint

__all__ = ["MadeCheckPoints", "MadeMethod", "MadeRow"]

_SHOWN = 30  # characters of an example


def _short(text: str) -> str:
    return clean(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")


@row
class MadeRow:
    """Check-points of a category that were made."""

    category: str = column("name of the category", "category")
    group: str = column("name of its group", "group")
    n_points: int = column("how many were made", ">points", ",")
    n_segments: int = column("segments that have some", ">segments", ",")
    n_unlinked: int = column(
        "units that are left out, because a main word has no link to a reference", ">unlinked", ",", True
    )
    n_disputed: int = column("units left out: not every parser found them", ">disputed", ",", True)
    n_open: int = column("points without a reference: none has a translation of the list", ">open", ",", True)
    n_gaps: int = column("points with a reference that has a gap (an asterisk)", ">gaps", ",", True)
    mean_weight: float = column("mean weight of references, from 0 to 1")
    source: str = column("source of one of them, as an example", "such as", _short)
    reference: str = column("reference of the same one", "translated as", _short)


@documented
class MadeMethod(Provenance):
    """How check-points were made."""

    n_references: Annotated[int, "texts that translations were taken from"]
    n_parsers: Annotated[int, "parses of the source that had to agree on phrases"]
    notes: Annotated[list[str], "cautions"]
    sentence: Annotated[str, "the method in sentences, for a paper"]


@documented
@dataclass(frozen=True)
class MadeCheckPoints(Result):
    """Check-points that were made, by category.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> parse = Parse((Word("Hunde", upos="NOUN"), Word("bellen", upos="VERB")))
    >>> made = sy.lab.make_checkpoints([["dogs bark"]], source_parses=[[parse]], alignments=[[[(0, 0), (1, 1)]]])
    >>> [(point.category, point.source, point.references) for point in made.points]
    [('noun', 'Hunde', ('dogs',)), ('verb', 'bellen', ('bark',))]
    """

    schema: ClassVar[str] = "steelyard.madecheckpoints/1"
    tables: ClassVar[tuple[str, ...]] = ("rows",)

    rows: Annotated[tuple[MadeRow, ...], "group by group, the most frequent category first"]
    points: Annotated[tuple[CheckPoint, ...], "in the order of the text"]
    method: Annotated[MadeMethod, "how it was done"]
