"""What a difference was held against: a row that comparisons and pages have."""

from dataclasses import dataclass

from steelyard.short_repr import short_repr

__all__ = ["NullRow"]


@dataclass(frozen=True, slots=True)
class NullRow:
    """The null distribution of one difference, as a histogram.

    Attributes
    ----------
    metric, system_a, system_b : str
        As in the row of the pair.
    observed : float
        The difference that was found.
    start, width : float
        Left end of the first bin, and the width of each; 0 is the middle of a bin.
    counts : tuple of int
        Draws in each bin, together `n_draws`.

    Examples
    --------
    >>> from steelyard.results import NullRow
    >>> NullRow("bleu", "b", "a", 1.2, -1.5, 1.0, (20, 50, 30)).n_draws
    100
    """

    metric: str
    system_a: str
    system_b: str
    observed: float
    start: float
    width: float
    counts: tuple[int, ...]

    __repr__ = short_repr

    @property
    def n_draws(self) -> int:
        """Draws in all."""
        return sum(self.counts)
