"""What intervals of few documents were measured to cover: said wherever they are printed."""

__all__ = ["measured_coverage", "said_of_coverage"]

# Documents; share of test sets in which nominal 95 % intervals held all 15 differences of six systems: the median over
# five WMT sets and four metrics, and the least of them. From benchmarks/calibration/measured/unequal-documents.json.
_MEASURED = ((8, 0.969, 0.887), (12, 0.971, 0.809), (20, 0.958, 0.706), (45, 0.954, 0.775), (100, 0.956, 0.894))
_MOST = 140  # documents: with more, nothing was measured that falls short


def measured_coverage(n_units: int) -> tuple[int, float, float] | None:
    """Find the measurement nearest in size.

    Parameters
    ----------
    n_units : int
        Documents or blocks.

    Returns
    -------
    (int, float, float) or None
        Documents that were measured, and the shares of test sets in which the intervals held all differences: in the
        median, and at worst. None where there are so many that nothing was measured.
    """
    if n_units > _MOST:
        return None
    return min(_MEASURED, key=lambda row: max(row[0], n_units) / min(row[0], n_units))


def said_of_coverage(n_units: int, unit: str) -> str:
    """Say it in a sentence, where the units are documents or blocks and few; else nothing."""
    found = measured_coverage(n_units) if unit != "segment" else None
    if found is None:
        return ""
    n, median, worst = found
    return (
        f" Measured with {n} documents of each of five WMT sets, such intervals at 95% held all differences of six "
        f"systems in {100 * median:.0f}% of test sets in the median over sets and metrics, and in {100 * worst:.0f}% "
        "at worst, where single documents outweigh all others."
    )
