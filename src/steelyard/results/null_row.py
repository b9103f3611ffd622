"""What a difference was held against: a row that comparisons and pages have."""

from steelyard.results import terms
from steelyard.results.columns import column, row

__all__ = ["NullRow"]


@row
class NullRow:
    """The null distribution of one difference, as a histogram."""

    metric: str = column("its spelling")
    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    observed: float = column("the difference that was found")
    start: float = column("left end of the first bin; 0 is the middle of a bin")
    width: float = column("of each bin")
    counts: tuple[int, ...] = column("draws in each bin, together `n_draws`")

    @property
    def n_draws(self) -> int:
        """Draws in all."""
        return sum(self.counts)
