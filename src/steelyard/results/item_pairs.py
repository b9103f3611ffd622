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
    system_a: str = column(terms.SYSTEM_A)
    system_b: str = column(terms.SYSTEM_B)
    delta: float = column("share of right items of A less that of B; of a score made of these its difference")
    interval: tuple[float, float] | None = column("of delta alone; None where the two differ in no item")
    n_a: int = column("items in which A is ahead of B", ">A ahead", ",")
    n_b: int = column("items in which B is ahead of A", ">B ahead", ",")
    p_value: float = column(terms.P_VALUE)
    p_adjusted: float = column("after correction for its family", ">p, corrected", p_text)
    verdict: Verdict = column(
        "about A; equal outcomes on all items are no evidence that two are equally good", "A is", verdict_text
    )
