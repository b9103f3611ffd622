"""An n-gram language model with back-off weights, as ARPA files hold it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from steelyard.reprs import short_repr

__all__ = ["NgramModel"]

Ngram = tuple[str, ...]
_START, _END, _UNKNOWN = "<s>", "</s>", "<unk>"


@dataclass(frozen=True, slots=True)
class NgramModel:
    """Chances of words after words.

    Attributes
    ----------
    order : int
        The longest n-gram.
    log_probabilities, back_offs : mapping of tuple of str to float
        Natural logarithms, of n-grams of every length; a back-off weight that is missing is 0.
    files : tuple of (str, str), default ()
        Path and SHA-256.

    Notes
    -----
    An unknown word has the chance of ``<unk>``, or, where the model has none, of its least probable word. A word that
    is only known in lower case is taken so.

    References
    ----------
    Katz 1987, "Estimation of probabilities from sparse data for the language model component of a speech recognizer",
    10.1109/TASSP.1987.1165125.

    Examples
    --------
    >>> import math
    >>> from steelyard.types import NgramModel
    >>> model = NgramModel(
    ...     2,
    ...     {("<s>",): -99.0, ("a",): math.log(0.5), ("</s>",): math.log(0.5), ("<s>", "a"): math.log(0.8)},
    ...     {("a",): math.log(0.5)},
    ... )
    >>> round(math.exp(model.text_log_probability(["a"])), 6)  # 0.8 times 0.5 times 0.5
    0.2
    """

    order: int
    log_probabilities: Mapping[Ngram, float]
    back_offs: Mapping[Ngram, float]
    files: tuple[tuple[str, str], ...] = ()
    _unknown: float = field(init=False, repr=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Settle what an unknown word costs."""
        least = min((value for words, value in self.log_probabilities.items() if words != (_START,)), default=0.0)
        object.__setattr__(self, "_unknown", self.log_probabilities.get((_UNKNOWN,), least))

    def start(self) -> Ngram:
        """Return what stands before the first word of a text."""
        return (_START,)[: self.order - 1]

    def next(self, context: Ngram, word: str) -> tuple[float, Ngram]:
        """Return the logarithm of the chance of a word after others, and what then stands before the next one.

        Examples
        --------
        >>> from steelyard.types import NgramModel
        >>> NgramModel(1, {("a",): -1.5}, {}).next((), "a")
        (-1.5, ())
        """
        if (word,) not in self.log_probabilities:
            word = word.lower() if (word.lower(),) in self.log_probabilities else _UNKNOWN
        after = (*context, word)
        return self._log_probability(after), after[-(self.order - 1) :] if self.order > 1 else ()

    def _log_probability(self, ngram: Ngram) -> float:
        backed_off = 0.0
        while True:
            found = self.log_probabilities.get(ngram)
            if found is not None:
                return backed_off + found
            if len(ngram) == 1:
                return backed_off + self._unknown
            backed_off += self.back_offs.get(ngram[:-1], 0.0)
            ngram = ngram[1:]

    def end(self, context: Ngram) -> float:
        """Return the logarithm of the chance that a text ends after these words."""
        return self.next(context, _END)[0]

    def text_log_probability(self, words: Sequence[str]) -> float:
        """Return the natural logarithm of the chance of a text, its end included."""
        context, total = self.start(), 0.0
        for word in words:
            more, context = self.next(context, word)
            total += more
        return total + self.end(context)
