"""The texts of a segment, as answers show them."""

from steelyard.results.columns import column, row

__all__ = ["Excerpt"]


@row
class Excerpt:
    """The texts of a segment."""

    reference: str = column("the first one that there is")
    system_a: str = column("output of A")
    system_b: str = column("output of B")
    source: str | None = column("the source; None where sources are not known")
