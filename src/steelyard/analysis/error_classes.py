"""Classes of errors: every wrong word of a text is inflected wrongly, misplaced, missing, extra or another word."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis.counterparts import counterparts
from steelyard.analysis.row_alignment import GAP, HIT, align_rows
from steelyard.errors import AlignmentError
from steelyard.reprs import short_repr
from steelyard.types import Tokens

__all__ = ["ERROR_CLASSES", "AnalysedWords", "WordErrors", "find_errors", "paired_inflections", "starts_block"]

ERROR_CLASSES = ("inflection", "order", "missing", "extra", "lexical")
"""Inflected wrongly, at another place, missing, extra, and another word than the reference has."""

INFLECTION, ORDER, MISSING, EXTRA, LEXICAL = range(len(ERROR_CLASSES))

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class AnalysedWords:
    """Words of a text with their base forms.

    Attributes
    ----------
    words : Tokens
        A row for every segment.
    bases : array of int, one for each word
        Number of its lemma, or of what stands for it; of one numbering for all texts.

    Raises
    ------
    AlignmentError
        There are more or fewer bases than words.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import AnalysedWords
    >>> from steelyard.types import Vocabulary
    >>> AnalysedWords(Vocabulary().encode(["dogs bark"]), np.array([0, 1])).rows.tolist()
    [0, 0]
    """

    words: Tokens
    bases: Ints

    __repr__ = short_repr

    def __post_init__(self) -> None:
        """Refuse bases that are not those of the words."""
        if len(self.bases) != len(self.words.values):
            raise AlignmentError(f"There are {len(self.words.values)} words, but base forms of {len(self.bases)}.")

    @property
    def rows(self) -> Ints:
        """Row of each word."""
        return np.repeat(np.arange(len(self.words), dtype=np.int64), self.words.lengths)


@dataclass(frozen=True, slots=True, eq=False)
class WordErrors:
    """What is wrong with each word of references and outputs.

    Attributes
    ----------
    reference, hypothesis : array of int64, one for each word
        Place of its class in `ERROR_CLASSES`; -1 for a word without an error.
    reference_operations, hypothesis_operations : array of uint8, one for each word
        Of the alignment with the fewest edits: 0 hit, 1 substitution, 2 deletion or insertion.
    reference_is_alone, hypothesis_is_alone : array of bool, one for each word
        Whether the other text of the segment lacks it, wherever it stands: an error of PER.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import WordErrors
    >>> one, none = np.zeros(1, np.int64), np.zeros(0, np.int64)
    >>> WordErrors(one, none, one.astype(np.uint8), none.astype(np.uint8), one > 0, none > 0).reference.tolist()
    [0]
    """

    reference: Ints
    hypothesis: Ints
    reference_operations: NDArray[np.uint8]
    hypothesis_operations: NDArray[np.uint8]
    reference_is_alone: Bools
    hypothesis_is_alone: Bools

    __repr__ = short_repr


def find_errors(reference: AnalysedWords, hypothesis: AnalysedWords) -> WordErrors:
    """Class the errors of outputs, as Hjerson does.

    Inflection
        A word that the other text lacks, while that has another form of its base.
    Order
        A word that both texts have, which the alignment with the fewest edits pairs with no equal one.
    Missing, extra
        A word of the reference that the output lacks in any form, deleted by the alignment; and the mirror image.
    Lexical
        Other words that the other text lacks, which the alignment replaces.

    Parameters
    ----------
    reference, hypothesis : AnalysedWords
        With a row for each segment of each system; words and bases of one numbering.

    Returns
    -------
    WordErrors
        Equal to Hjerson's classes on all texts that its answers are known of; it leaves a segment with an empty
        reference out, whose words are extra here.

    Notes
    -----
    An alignment knows neither meaning nor paraphrase: a right word that the reference does not have is an error. Where
    a word stands several times, which of them is called wrong is arbitrary (the last ones), and a few words that the
    alignment does not pair get no class.

    References
    ----------
    Popović 2011, "Hjerson: an open source tool for automatic error classification of machine translation output",
    Prague Bulletin of Mathematical Linguistics 96, 10.2478/v10108-011-0011-4.
    Popović and Ney 2011, "Towards automatic error analysis of machine translation output", 10.1162/COLI_a_00072.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import ERROR_CLASSES, AnalysedWords, find_errors
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> texts = [words.encode([text]) for text in ("he saw two dogs today", "today he saw dog")]
    >>> base_of = {"dogs": "dog"}
    >>> bases = [words.encode([base_of.get(word, word) for word in words.words()])]
    >>> base = bases[0].values.astype(np.int64)
    >>> found = find_errors(*(AnalysedWords(text, base[text.values]) for text in texts))
    >>> [ERROR_CLASSES[place] if place >= 0 else "" for place in found.reference.tolist()]
    ['', '', 'missing', 'inflection', 'order']
    >>> [ERROR_CLASSES[place] if place >= 0 else "" for place in found.hypothesis.tolist()]
    ['order', '', '', 'inflection']
    """
    sides = (reference, hypothesis)
    operations = align_rows(reference.words, hypothesis.words)
    words = [side.words.values + (side.rows << 32) for side in sides]
    bases = [side.bases + (side.rows << 32) for side in sides]
    is_alone = [~has_one for has_one in counterparts(words[0], words[1])]
    is_inflected = _among(bases, is_alone)
    is_moved = _among(words, [(done != HIT) & ~alone for done, alone in zip(operations, is_alone, strict=True)])
    classes = []
    for side, of_gap in enumerate((MISSING, EXTRA)):
        is_wrong = is_alone[side] & (operations[side] != HIT)
        found = np.full(len(words[side]), -1, np.int64)
        found[is_wrong] = np.where(operations[side][is_wrong] == GAP, of_gap, LEXICAL)
        found[is_moved[side]] = ORDER
        found[is_inflected[side]] = INFLECTION
        classes.append(found)
    return WordErrors(classes[0], classes[1], *operations, is_alone[0], is_alone[1])


def _among(values: list[Ints], chosen: list[Bools]) -> list[Bools]:
    """Say which of the chosen values have a counterpart among those chosen of the other side."""
    found = [np.zeros(len(side), np.bool_) for side in values]
    paired = counterparts(*(side[which] for side, which in zip(values, chosen, strict=True)))
    for out, which, has_one in zip(found, chosen, paired, strict=True):
        out[which] = has_one
    return found


def paired_inflections(reference: AnalysedWords, hypothesis: AnalysedWords, errors: WordErrors) -> tuple[Ints, Ints]:
    """Pair the words that are forms of one another, in their order.

    Parameters
    ----------
    reference, hypothesis : AnalysedWords
        What was classed.
    errors : WordErrors
        Their classes.

    Returns
    -------
    reference_places, hypothesis_places : array of int64
        Where the two words of each inflection error stand; of a base form that has several in a row, the first with
        the first.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import AnalysedWords, find_errors, paired_inflections
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> sides = [AnalysedWords(words.encode([text]), np.array([0, 1])) for text in ("dogs bark", "dog barks")]
    >>> [places.tolist() for places in paired_inflections(*sides, find_errors(*sides))]
    [[0, 1], [0, 1]]
    """
    found = []
    for side, classes in ((reference, errors.reference), (hypothesis, errors.hypothesis)):
        places = np.flatnonzero(classes == INFLECTION)
        keys = side.bases[places] + (side.rows[places] << 32)
        found.append(places[np.argsort(keys, kind="stable")])
    return found[0], found[1]


def starts_block(classes: Ints, rows: Ints) -> Bools:
    """Say which words begin a block: words in a row, of one segment and one class.

    Parameters
    ----------
    classes : array of int64, one for each word
        -1 for a word without an error, which is of no block.
    rows : array of int64, one for each word
        Its segment.

    Returns
    -------
    array of bool
        True for the first word of every block.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import starts_block
    >>> starts_block(np.array([2, 2, -1, 2, 2]), np.array([0, 0, 0, 0, 1])).tolist()
    [True, False, False, True, True]
    """
    is_new = np.ones(len(classes), np.bool_)
    is_new[1:] = (classes[1:] != classes[:-1]) | (rows[1:] != rows[:-1])
    return is_new & (classes >= 0)
