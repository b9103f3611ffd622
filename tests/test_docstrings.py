"""Families of functions say once what parameters they share: their docstrings are whole when they are read."""

import subprocess
import sys
from inspect import getdoc

from steelyard.docstrings import Family
from steelyard.inference import randomization

WIDE = Family("""

    Parameters
    ----------
    a, b : int
        Positions.
    rng : int
        The seed.
    """)
NARROW = Family(
    """

    Parameters
    ----------
    rng : int
        Of the order.

    Returns
    -------
    int
        What comes out.

    Raises
    ------
    SpecError
        Never.
    """,
    WIDE,
)


def test_a_docstring_gets_what_the_family_says_in_the_order_of_the_signature() -> None:
    @NARROW
    def draw(a: int, b: int, own: str, *, rng: int = 1, unknown: int = 2) -> int:
        """Draw.

        Parameters
        ----------
        own : str
            Its own.

        Raises
        ------
        DataError
            Sometimes.

        Examples
        --------
        >>> 1
        1
        """
        return a + b + rng + len(own) + unknown

    assert getdoc(draw) == (
        "Draw.\n\nParameters\n----------\na, b : int\n    Positions.\nown : str\n    Its own.\n"
        "rng : int, default 1\n    Of the order.\n\nReturns\n-------\nint\n    What comes out.\n\n"
        "Raises\n------\nSpecError\n    Never.\nDataError\n    Sometimes.\n\nExamples\n--------\n>>> 1\n1"
    )


def test_what_a_function_says_itself_stays() -> None:
    @NARROW
    def draw(rng: int | None = None) -> int:
        """Draw.

        Parameters
        ----------
        rng : int, optional
            None draws nothing.

        Returns
        -------
        int
            One.
        """
        return rng or 1

    assert "None draws nothing." in (getdoc(draw) or "") and "Of the order." not in (getdoc(draw) or "")
    assert "One." in (getdoc(draw) or "") and "What comes out." not in (getdoc(draw) or "")


def test_help_shows_the_shared_parameters_of_a_test() -> None:
    told = getdoc(randomization) or ""
    for name in ("measurements", "pairs", "n_resamples", "rng", "n_threads", "draws", "progress"):
        assert f"\n{name} : " in told, name


def test_without_docstrings_nothing_breaks() -> None:
    code = "from steelyard import inference, human, meta; print(inference.holm.__doc__, inference.holm([0.5])[0])"
    done = subprocess.run([sys.executable, "-OO", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "None 0.5\n"
