"""Test sets whose texts are there, for what cannot do without."""

from steelyard.errors import SpecError
from steelyard.types import CountedSet, TestSet

__all__ = ["texts_of"]


def texts_of(test_set: TestSet | CountedSet, purpose: str) -> TestSet:
    """Return the test set where its texts are there.

    Parameters
    ----------
    test_set : TestSet or CountedSet
        What was evaluated.
    purpose : str
        What needs the texts, as the start of a sentence.

    Returns
    -------
    TestSet
        The same.

    Raises
    ------
    SpecError
        The statistics were read from files, which hold no text.
    """
    if isinstance(test_set, CountedSet):
        raise SpecError(
            f"{purpose} needs the texts, and statistics files hold none: give references and outputs instead."
        )
    return test_set
