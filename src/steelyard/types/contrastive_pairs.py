"""Contrastive pairs: a good and a wrong translation of the same source, and what is wrong with the wrong one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.errors import AlignmentError
from steelyard.reprs import describe, n_of

__all__ = ["ContrastivePairs"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ContrastivePairs:
    """A challenge set: of every item a metric should score the good translation above the wrong one.

    Attributes
    ----------
    good, wrong : sequence of str
        Two translations of each item.
    references : sequence of str, optional
        What metrics hold both against.
    sources : sequence of str, optional
        What was translated.
    phenomena : sequence of str, optional
        What is wrong with the wrong one, such as ``"addition"``; by default all items are of one phenomenon.
    categories : sequence of str, optional
        What each item's phenomenon belongs to; a phenomenon is of one category.
    langpairs : sequence of str, optional
        Language pair of each item.
    groups : sequence of str, optional
        Items of one group hang together, and are resampled together; by default those of one source.
    ids : sequence of str, optional
        What the file calls each item; by default its number from 1.
    applied : sequence of bool, optional
        False where the error could not be planted, so that there is nothing to tell.
    scores : mapping of str to (sequence of float, sequence of float)
        By metric, scores of the good and of the wrong translations that were computed elsewhere.
    files : sequence of (str, str)
        Path and SHA-256 of each file.

    Examples
    --------
    >>> from steelyard.types import ContrastivePairs
    >>> pairs = ContrastivePairs(good=["two cats"], wrong=["three cats"], references=["2 cats"], phenomena=["number"])
    >>> len(pairs), pairs.phenomena
    (1, ('number',))
    """

    good: Sequence[str]
    wrong: Sequence[str]
    references: Sequence[str] | None = None
    sources: Sequence[str] | None = None
    phenomena: Sequence[str] | None = None
    categories: Sequence[str] | None = None
    langpairs: Sequence[str] | None = None
    groups: Sequence[str] | None = None
    ids: Sequence[str] | None = None
    applied: Sequence[bool] | None = None
    scores: Mapping[str, tuple[Sequence[float], Sequence[float]]] = field(default_factory=dict)
    files: Sequence[tuple[str, str]] = ()

    def __post_init__(self) -> None:
        """Check that every column has an entry for each item, and freeze them."""
        n = len(self.good)
        for name in _COLUMNS:
            column = getattr(self, name)
            if column is None:
                continue
            if isinstance(column, str) or len(column) != n:
                raise AlignmentError(
                    f"There are {n:,} good translations, but {name} {'is a single text' * isinstance(column, str)}"
                    f"{f'has {len(column):,} entries' * (not isinstance(column, str))}."
                )
            object.__setattr__(self, name, tuple(column))
        for metric, sides in self.scores.items():
            if len(sides) != 2 or any(len(side) != n for side in sides):
                raise AlignmentError(f"The scores of {metric} need two lists of {n:,} numbers: of good, and of wrong.")

    def __len__(self) -> int:
        return len(self.good)

    def __repr__(self) -> str:
        return describe(
            self,
            n_of(len(self), "item"),
            n_of(len(set(self.phenomena or ())), "phenomenon").replace("phenomenons", "phenomena"),
            n_of(len(set(self.langpairs or ())), "language pair"),
        )


_COLUMNS = (
    "good", "wrong", "references", "sources", "phenomena", "categories", "langpairs", "groups", "ids", "applied",
)  # fmt: skip
