"""The texts of a segment, as answers show them."""

from steelyard.results.columns import column, row

__all__ = ["Excerpt"]


@row
class Excerpt:
    """The texts of a segment."""

    reference: str = column("the first one that there is")
    system: str = column("output of the system")
    against: str = column("output of the one it is compared with")
    source: str | None = column("the source; None where sources are not known")
