"""Errors by part of speech, or by any other tag of words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis.counterparts import counterparts
from steelyard.analysis.error_classes import AnalysedWords
from steelyard.analysis.row_alignment import GAP, HIT, align_rows
from steelyard.reprs import short_repr
from steelyard.types import Tokens

__all__ = ["AlignedErrors", "TagEdits", "find_aligned_errors", "find_tag_edits"]

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class AlignedErrors:
    """Which words the word error rate counts, and which of them are missing or extra in every form.

    Attributes
    ----------
    reference, hypothesis : array of bool, one for each word
        Whether the alignment makes the word an error: deleted or replaced; inserted.
    is_missing, is_extra : array of bool, one for each word
        Of the reference, and of the output: deleted, or inserted, and in no form on the other side.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import AlignedErrors
    >>> AlignedErrors(*[np.array([True])] * 4).is_missing.tolist()
    [True]
    """

    reference: Bools
    hypothesis: Bools
    is_missing: Bools
    is_extra: Bools

    __repr__ = short_repr


def find_aligned_errors(reference: AnalysedWords, hypothesis: AnalysedWords) -> AlignedErrors:
    """Find the errors that WER counts, for its parts by class of word.

    A substitution and a deletion are errors of the reference's word, an insertion of the output's; so the errors of all
    classes add up to WER. Alignments with the fewest edits differ in which words they delete: the one is taken that
    deletes as few words as possible that are not missing, and inserts as few as possible that are not extra.

    Parameters
    ----------
    reference, hypothesis : AnalysedWords
        With a row for each segment of each system; words and bases of one numbering.

    Returns
    -------
    AlignedErrors
        Where several alignments are equally good in both respects, the choice among them is arbitrary.

    References
    ----------
    Popović and Ney 2007, "Word error rates: decomposition over POS classes and applications for error analysis",
    W07-0707.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import AnalysedWords, find_aligned_errors
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> texts = [words.encode([text]) for text in ("sometimes can be much", "is sometimes much")]
    >>> base = np.array([0, 1, 2, 3, 2])  # of sometimes, can, be, much and is
    >>> find_aligned_errors(*(AnalysedWords(text, base[text.values]) for text in texts)).is_missing.tolist()
    [False, True, False, False]
    """
    sides = (reference, hypothesis)
    words = [side.words.values + (side.rows << 32) for side in sides]
    is_alone = [~has_one for has_one in counterparts(words[0], words[1])]
    bases = [side.bases + (side.rows << 32) for side in sides]
    lacks = [is_alone[side] & ~np.isin(bases[side], bases[other][is_alone[other]]) for side, other in ((0, 1), (1, 0))]
    operations = align_rows(reference.words, hypothesis.words, ~lacks[0], ~lacks[1])
    return AlignedErrors(
        operations[0] != HIT, operations[1] == GAP, (operations[0] == GAP) & lacks[0], (operations[1] == GAP) & lacks[1]
    )


@dataclass(frozen=True, slots=True, eq=False)
class TagEdits:
    """Errors among the words of one tag alone.

    Attributes
    ----------
    wer, per, base_per : array of int64, shape (P, T)
        Errors of each row and tag: edits, errors whatever the order, and the same of base forms.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import TagEdits
    >>> TagEdits(*[np.array([[3, 1]])] * 3).wer.sum()
    np.int64(4)
    """

    wer: Ints
    per: Ints
    base_per: Ints

    __repr__ = short_repr


def find_tag_edits(
    reference: AnalysedWords, hypothesis: AnalysedWords, reference_tags: Ints, hypothesis_tags: Ints, n_tags: int
) -> TagEdits:
    """Count errors as if texts had the words of one tag alone, for each tag in turn.

    Much more WER than PER says that words of this tag are misplaced; much more PER than that of base forms, that they
    are inflected wrongly. The WER of verbs is WMT07's.

    Parameters
    ----------
    reference, hypothesis : AnalysedWords
        P rows each.
    reference_tags, hypothesis_tags : array of int, one for each word
        From 0.
    n_tags : int
        T, how many there are.

    Returns
    -------
    TagEdits
        Words of a tag that the reference's row has none of are errors, too.

    References
    ----------
    Popović et al. 2006, "Morpho-syntactic information for automatic error analysis of statistical machine translation
    output", W06-3101.
    Callison-Burch et al. 2007, "(Meta-) evaluation of machine translation", W07-0718.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import AnalysedWords, find_tag_edits
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> texts = [words.encode([text]) for text in ("red car old house", "car red old home")]
    >>> sides = [AnalysedWords(text, text.values.astype(np.int64)) for text in texts]
    >>> found = find_tag_edits(*sides, np.zeros(4, np.int64), np.zeros(4, np.int64), 1)
    >>> found.wer.tolist(), found.per.tolist()
    ([[3]], [[1]])
    """
    n_rows = len(reference.words)
    keys = [side.rows * n_tags + tags for side, tags in ((reference, reference_tags), (hypothesis, hypothesis_tags))]
    order = [np.argsort(key, kind="stable") for key in keys]
    lengths = [np.bincount(key, minlength=n_rows * n_tags) for key in keys]
    parted = [
        Tokens(side.words.values[at], np.concatenate([[0], np.cumsum(size)]))
        for side, at, size in zip((reference, hypothesis), order, lengths, strict=True)
    ]
    done = align_rows(parted[0], parted[1])
    rows = [key[at] for key, at in zip(keys, order, strict=True)]
    edits = np.bincount(rows[0][done[0] != HIT], minlength=n_rows * n_tags)
    edits += np.bincount(rows[1][done[1] == GAP], minlength=n_rows * n_tags)
    per = [
        np.maximum(*lengths) - np.bincount(keys[0][counterparts(*forms)[0]], minlength=n_rows * n_tags)
        for forms in (
            [side.words.values + (key << 32) for side, key in zip((reference, hypothesis), keys, strict=True)],
            [side.bases + (key << 32) for side, key in zip((reference, hypothesis), keys, strict=True)],
        )
    ]
    return TagEdits(*(counts.reshape(n_rows, n_tags) for counts in (edits, *per)))
