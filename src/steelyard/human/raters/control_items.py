"""Control items for raters: outputs in which a span of words was replaced by words from elsewhere."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from steelyard.errors import DataError, unknown_name
from steelyard.inference import seed_of
from steelyard.inference.draws.checks import Rng
from steelyard.reprs import short_repr

__all__ = ["DegradedOutput", "degrade"]

Unit = Literal["word", "character"]

_DRAWS = 1000  # for words from elsewhere that are others than those replaced


@dataclass(frozen=True, slots=True)
class DegradedOutput:
    """An output that a careful rater should like less.

    Attributes
    ----------
    text : str
        With other words in one place.
    start, end : int
        The words, or characters, that were replaced, counted from 0, the end not included.
    donor : int
        Place of the text that the new ones come from.

    Examples
    --------
    >>> from steelyard.human import DegradedOutput
    >>> DegradedOutput("the ferry coat warm at nine", 2, 4, 1).donor
    1
    """

    text: str
    start: int
    end: int
    donor: int

    __repr__ = short_repr


def degrade(outputs: Sequence[str], *, unit: Unit = "word", rng: Rng) -> list[DegradedOutput]:
    """Damage every output: a span is replaced by one as long of another output.

    Of 1 word 1 is replaced, of 2 to 5 words 2, of 6 to 8 words 3, of 9 to 15 words 4, of 16 to 20 words 5, and of more
    a quarter. The span leaves the first and the last word alone where it can; of three words it must touch one.

    Parameters
    ----------
    outputs : sequence of str
        Of one system, or of several; texts that are equal do not lend words to each other.
    unit : {"word", "character"}, default "word"
        What is counted and replaced: what stands between blanks, or characters, for scripts without blanks.
    rng : int or numpy.random.Generator
        The same seed repeats the result; what is done to an output depends on the seed, its place, and all texts.

    Returns
    -------
    list of DegradedOutput
        One per output, in their order.

    Raises
    ------
    DataError
        An output is empty, or no other output has as many words that differ.
    SpecError
        There is no such unit.

    Notes
    -----
    A rater who scores these like the originals does not read: `control_pairs` puts both side by side, and
    `degraded_test` tests it. An output that was bad already can hardly be made worse, and one of one or two words is
    lost as a whole: take outputs of good systems for control items. Blanks between words become single ones.

    References
    ----------
    Graham, Baldwin, Moffat and Zobel 2017, "Can machine translation systems be evaluated by the crowd alone",
    doi:10.1017/S1351324915000339.

    Examples
    --------
    >>> from steelyard.human import degrade
    >>> texts = ["the ferry leaves at nine tomorrow", "please bring a warm coat and boots"]
    >>> [item.text for item in degrade(texts, rng=1)]
    ['the bring a warm nine tomorrow', 'please ferry leaves at coat and boots']
    """
    if unit not in get_args(Unit):
        raise unknown_name("unit", unit, get_args(Unit))
    seed = seed_of(rng)
    texts = [text.split() if unit == "word" else list(text) for text in outputs]
    for number, words in enumerate(texts, 1):
        if not words:
            raise DataError(f"Output {number} is empty: there is nothing to replace.")
    joint = " " if unit == "word" else ""
    donors = _Donors([joint.join(words) for words in texts], [len(words) for words in texts])
    return [_degraded(texts, donors, place, joint, seed) for place in range(len(texts))]


def n_replaced(n_words: int) -> int:
    """Return how many words of an output are replaced."""
    for most, n in ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5)):
        if n_words <= most:
            return n
    return n_words // 4


class _Donors:
    """Which texts can lend words to another: those that are as long as is needed, and not the same."""

    def __init__(self, texts: Sequence[str], lengths: Sequence[int]) -> None:
        self._texts, self._sizes = texts, [n_replaced(length) for length in lengths]
        all_lengths = np.array(lengths)
        self._long = {size: np.flatnonzero(all_lengths >= size).astype(np.int32) for size in set(self._sizes)}
        places = defaultdict[str, list[int]](list)
        for place, text in enumerate(texts):
            places[text].append(place)
        # A list of the others for each text would be as long as the texts. But the k-th other comes later among all
        # that are long enough by one for each text alike that stands before it: the j-th of these has (its place among
        # all, less j) others before it.
        self._n_before = {
            text: np.searchsorted(self._long[self._sizes[alike[0]]], alike) - np.arange(len(alike))
            for text, alike in places.items()
        }

    def count(self, place: int) -> int:
        """Return how many texts can lend words to the text at this place."""
        return len(self._long[self._sizes[place]]) - len(self._n_before[self._texts[place]])

    def take(self, place: int, k: int) -> int:
        """Return the place of the k-th of them."""
        n_alike = np.searchsorted(self._n_before[self._texts[place]], k, side="right")
        return int(self._long[self._sizes[place]][k + n_alike])


def _degraded(texts: Sequence[Sequence[str]], donors: _Donors, place: int, joint: str, seed: int) -> DegradedOutput:
    # A stretch of the counter for each output: none shifts the words of another.
    generator = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, 0, place]))
    words = texts[place]
    size = n_replaced(len(words))
    last = len(words) - size
    start = int(generator.integers(1, last)) if last >= 2 else int(generator.integers(0, last + 1))
    old = list(words[start : start + size])
    n_donors = donors.count(place)
    for _ in range(_DRAWS if n_donors else 0):
        donor = donors.take(place, int(generator.integers(n_donors)))
        first = int(generator.integers(0, len(texts[donor]) - size + 1))
        new = list(texts[donor][first : first + size])
        if new != old:
            return DegradedOutput(
                joint.join([*words[:start], *new, *words[start + size :]]), start, start + size, donor
            )
    raise DataError(f"Output {place + 1}: no other output has {size} words that differ from those to be replaced.")
