"""Two systems or metrics on the same items of a kind: rows that several answers have."""

from steelyard.results import terms
from steelyard.results.columns import column, row, verdict_text
from steelyard.results.numbers import p_text
from steelyard.results.pair_rows import Verdict

__all__ = ["ItemPairRow"]


@row
class ItemPairRow:
    """Two systems, or two metrics, on the same items of a kind."""

    level: str = column('what kind of items they are, such as ``"phenomenon"``')
    name: str = column("which of that kind")
    system: str = column(terms.COMPARED)
    against: str = column(terms.AGAINST)
    difference: float = column(
        "share of right items of the system minus that of the other; of a score made of these its difference"
    )
    interval: tuple[float, float] | None = column("of this difference alone; None where the two differ in no item")
    n_ahead: int = column(
        "items in which the system is ahead",
        ">ahead",
        ",",
        "items in which the system is right and the other is not; behind: the reverse",
    )
    n_behind: int = column("items in which the other is ahead", ">behind", ",")
    p_value: float = column(terms.P_VALUE)
    p_adjusted: float = column("after correction for its family", ">p, corrected", p_text)
    verdict: Verdict = column(
        "on the system; equal outcomes on all items are no evidence that two are equally good", "verdict", verdict_text
    )
