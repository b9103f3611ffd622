"""What is done to lines before they are tokenised."""

from steelyard import _native
from steelyard.errors import DataError
from steelyard.text.reading import Reading
from steelyard.text.tokenizers import reads_case

__all__ = ["prepare"]


def prepare(lines: list[str], reading: Reading) -> list[str]:
    """Bring lines into the form in which a reading tokenises them: Unicode form, then case, then punctuation.

    A tokenizer that looks at capitals gets them, and takes them away itself.

    Parameters
    ----------
    lines : list of str
        Texts.
    reading : Reading
        How they are read.

    Returns
    -------
    list of str
        As many texts.

    Raises
    ------
    DataError
        A line holds half of a surrogate pair, which is not text.

    Examples
    --------
    >>> from steelyard.text import Reading, prepare
    >>> prepare(["A b."], Reading(lowercase=True, remove_punctuation=True))
    ['a b']
    """
    if reading.unicode_form != "none":
        from steelyard.text.normal_forms import normalize  # which few ask for

        lines = [normalize(reading.unicode_form, line) for line in lines]  # at once where it is so already
    if reading.lowercase and not reads_case(reading.tokenize):
        lines = [line.lower() for line in lines]
    if reading.remove_punctuation:
        try:
            lines = _native.remove_punctuation(lines)
        except UnicodeEncodeError as error:
            raise DataError(f"{error.object!r} holds half of a surrogate pair, which is no character.") from error
    return lines
