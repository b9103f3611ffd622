"""Words that every sentence about a result needs."""

__all__ = ["counted"]


def counted(n: int, noun: str) -> str:
    """Say how many there are.

    Parameters
    ----------
    n : int
        How many.
    noun : str
        Of what, for one; its plural takes an s.

    Returns
    -------
    str
        Such as ``"1 rater"`` and ``"1,002 segments"``.

    Examples
    --------
    >>> from steelyard.results import counted
    >>> counted(1, "rater"), counted(1002, "segment")
    ('1 rater', '1,002 segments')
    """
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
