"""What texts would be without the errors of one class: an oracle, as repairs come from the reference."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis.error_classes import ERROR_CLASSES, INFLECTION, AnalysedWords, WordErrors
from steelyard.analysis.row_alignment import GAP
from steelyard.errors import unknown_name
from steelyard.types import Tokens

__all__ = ["morpheme_distance", "repair"]

Ints = NDArray[np.int64]
_PARTS = re.compile(r"\+?[^+]+|\+")


def repair(
    errors: WordErrors,
    reference: AnalysedWords,
    hypothesis: AnalysedWords,
    name: str,
    forms: Sequence[str],
    most_edits: int | None = None,
) -> tuple[Tokens, Ints]:
    """Repair the errors of one class as the reference has it, and leave all others.

    A wrong inflection becomes the reference's, in its place. A misplaced word goes to its place in the reference, a
    missing one is put there, an extra one is dropped, another word gives way to the reference's.

    Parameters
    ----------
    errors : WordErrors
        As `find_errors` gives them for these words.
    reference, hypothesis : AnalysedWords
        With a row for each segment of each system.
    name : str
        One of `ERROR_CLASSES`.
    forms : sequence of str
        What numbers of words mean: of several inflections of a base the nearest are exchanged first.
    most_edits : int, optional
        Inflections further away by `morpheme_distance` stay as they are.

    Returns
    -------
    words : Tokens
        Repaired outputs.
    n_repaired : array of int64, one for each row
        Words of the class that were repaired.

    Raises
    ------
    SpecError
        There is no such class.

    Notes
    -----
    Scores of repaired texts are upper bounds: whoever repairs such errors without the reference makes others.

    References
    ----------
    Oflazer and Durgar El-Kahlout 2007, "Exploring different representational units in English-to-Turkish statistical
    machine translation", W07-0704.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.analysis import AnalysedWords, find_errors, repair
    >>> from steelyard.types import Vocabulary
    >>> words = Vocabulary()
    >>> sides = [words.encode([text]) for text in ("old dogs bark now", "dog bark now loudly")]
    >>> base = words.encode([{"dogs": "dog"}.get(word, word) for word in words.words()]).values.astype(np.int64)
    >>> reference, output = (AnalysedWords(text, base[text.values]) for text in sides)
    >>> errors = find_errors(reference, output)
    >>> for name in ("inflection", "missing", "extra"):
    ...     print(" ".join(words.words()[i] for i in repair(errors, reference, output, name, words.words())[0][0]))
    dogs bark now loudly
    old dog bark now loudly
    dog bark now
    """
    if name not in ERROR_CLASSES:
        raise unknown_name("class of errors", name, ERROR_CLASSES)
    kind = ERROR_CLASSES.index(name)
    if kind == INFLECTION:
        return _inflected(errors, reference, hypothesis, forms, most_edits)
    kept, put = errors.hypothesis != kind, errors.reference == kind
    rows = np.concatenate([hypothesis.rows[kept], reference.rows[put]])
    places = np.concatenate(
        [np.flatnonzero(kept) + 1, _places_before(errors, reference, hypothesis)[put] + 1]  # of words of outputs
    )
    is_put = np.repeat([0, 1], [kept.sum(), put.sum()])
    order = np.lexsort((is_put, places, rows))  # stable: words of the reference stay in order
    values = np.concatenate([hypothesis.words.values[kept], reference.words.values[put]])[order]
    n_rows = len(reference.words)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n_rows))])
    wrong = reference.rows[put] if put.any() else hypothesis.rows[~kept]
    return Tokens(values, offsets), np.bincount(wrong, minlength=n_rows).astype(np.int64)


def _places_before(errors: WordErrors, reference: AnalysedWords, hypothesis: AnalysedWords) -> Ints:
    """Say behind which word of the output each word of the reference belongs; before a row, its first word less one."""
    found = hypothesis.words.offsets[reference.rows] - 1
    paired = np.flatnonzero(errors.reference_operations != GAP)
    found[paired] = np.flatnonzero(errors.hypothesis_operations != GAP)  # as many of each row, in order
    return np.maximum.accumulate(found) if len(found) else found


def _inflected(
    errors: WordErrors,
    reference: AnalysedWords,
    hypothesis: AnalysedWords,
    forms: Sequence[str],
    most_edits: int | None,
) -> tuple[Tokens, Ints]:
    """Exchange inflections of a base within a segment, the nearest first."""
    distance = cache(lambda ours, theirs: morpheme_distance(forms[ours], forms[theirs]))
    groups: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    for side, (classes, text) in enumerate(((errors.hypothesis, hypothesis), (errors.reference, reference))):
        places = np.flatnonzero(classes == INFLECTION)
        for place, row, base in zip(
            places.tolist(), text.rows[places].tolist(), text.bases[places].tolist(), strict=True
        ):
            groups.setdefault((row, base), ([], []))[side].append(place)
    values = hypothesis.words.values.copy()
    n_repaired = np.zeros(len(hypothesis.words), np.int64)
    ours, theirs = hypothesis.words.values.tolist(), reference.words.values.tolist()
    for (row, _), sides in groups.items():
        pairs = sorted((distance(ours[i], theirs[j]), i, j) for i, j in product(*sides))
        used: set[tuple[int, int]] = set()
        for edits, i, j in pairs:
            if (0, i) in used or (1, j) in used or (most_edits is not None and edits > most_edits):
                continue
            used |= {(0, i), (1, j)}
            values[i] = theirs[j]
            n_repaired[row] += 1
    return Tokens(values, hypothesis.words.offsets), n_repaired


def morpheme_distance(ours: str, theirs: str) -> int:
    """Count the morphemes to delete, insert or replace where words are cut at ``+``, else the letters.

    Parameters
    ----------
    ours, theirs : str
        Words.

    Returns
    -------
    int
        Levenshtein's distance.

    Examples
    --------
    >>> from steelyard.analysis import morpheme_distance
    >>> morpheme_distance("masa+lAr", "masa+lAr+dA"), morpheme_distance("dog", "dogs")
    (1, 1)
    """
    is_cut = "+" in ours or "+" in theirs
    one, other = (_PARTS.findall(word) if is_cut else list(word) for word in (ours, theirs))
    before = list(range(len(other) + 1))
    for i, part in enumerate(one, 1):
        now = [i]
        for j, another in enumerate(other, 1):
            now.append(min(before[j] + 1, now[-1] + 1, before[j - 1] + (part != another)))
        before = now
    return before[-1]
