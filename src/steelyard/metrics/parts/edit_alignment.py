"""Alignments with the fewest edits, to look at."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import AlignmentError
from steelyard.reprs import short_repr
from steelyard.text import Corpus, Reading
from steelyard.types import TestSet

__all__ = ["EditAlignment", "EditSpan", "align_texts"]

Operation = Literal["equal", "substitute", "delete", "insert"]

_OPERATIONS: tuple[Operation, ...] = ("equal", "substitute", "delete", "insert")  # by the kernel's code


@dataclass(frozen=True, slots=True)
class EditSpan:
    """A run of equal operations in an alignment, in the form of jiwer's ``AlignmentChunk``.

    Attributes
    ----------
    operation : {"equal", "substitute", "delete", "insert"}
        What turns the reference's span into the hypothesis's.
    ref_start, ref_end : int
        Words ``reference[ref_start:ref_end]``; none where words are inserted.
    hyp_start, hyp_end : int
        Words ``hypothesis[hyp_start:hyp_end]``; none where words are deleted.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Wer().align("a dog", "dog").operations[0]
    EditSpan(operation='insert', ref_start=0, ref_end=0, hyp_start=0, hyp_end=1)
    """

    operation: Operation
    ref_start: int
    ref_end: int
    hyp_start: int
    hyp_end: int


@dataclass(frozen=True, slots=True)
class EditAlignment:
    """One alignment of a hypothesis to a reference with the fewest edits.

    Attributes
    ----------
    hypothesis, reference : tuple of str
        The words, or characters, that were aligned.
    hits, substitutions, deletions, insertions : int
        How many there are; deletions are words of the reference without a partner.
    operations : tuple of EditSpan
        From the beginning to the end.

    Examples
    --------
    >>> import steelyard as sy
    >>> alignment = sy.metrics.Wer().align("the cat sat down now", "the black cat sits down")
    >>> alignment.hits, alignment.substitutions, alignment.deletions, alignment.insertions
    (3, 1, 1, 1)
    >>> for span in alignment.operations:
    ...     print(span.operation, alignment.reference[span.ref_start : span.ref_end])
    equal ('the',)
    delete ('black',)
    equal ('cat',)
    substitute ('sits',)
    equal ('down',)
    insert ()
    """

    hypothesis: tuple[str, ...]
    reference: tuple[str, ...]
    hits: int
    substitutions: int
    deletions: int
    insertions: int
    operations: tuple[EditSpan, ...]

    __repr__ = short_repr


def align_texts(hypothesis: str, reference: str, reading: Reading) -> EditAlignment:
    """Align one hypothesis to one reference with the fewest edits; of several such alignments rapidfuzz's is taken.

    Examples
    --------
    >>> from steelyard.metrics.parts.edit_alignment import align_texts
    >>> from steelyard.text import Reading
    >>> align_texts("a b", "b", Reading()).insertions
    1
    """
    for name, text in (("hypothesis", hypothesis), ("reference", reference)):
        if not isinstance(text, str):
            raise AlignmentError(f"{name} must be one string, not {type(text).__name__}.")
    corpus = Corpus(TestSet(references=[[reference]], systems={"hypothesis": [hypothesis]}))
    encoded = corpus.encode(reading)
    codes = _native.edit_operations(encoded.hypotheses.values, encoded.references.values)
    words = corpus.vocabulary.words()
    hits, substitutions, deletions, insertions = np.bincount(codes, minlength=len(_OPERATIONS)).tolist()
    return EditAlignment(
        hypothesis=tuple(words[i] for i in encoded.hypotheses.values.tolist()),
        reference=tuple(words[i] for i in encoded.references.values.tolist()),
        hits=hits,
        substitutions=substitutions,
        deletions=deletions,
        insertions=insertions,
        operations=_spans(codes),
    )


def _spans(codes: NDArray[np.uint8]) -> tuple[EditSpan, ...]:
    """Join equal operations that follow each other."""
    ends = np.flatnonzero(np.diff(codes, append=np.uint8(len(_OPERATIONS)))) + 1
    in_reference = np.concatenate([[0], np.cumsum(codes != _OPERATIONS.index("insert"))])
    in_hypothesis = np.concatenate([[0], np.cumsum(codes != _OPERATIONS.index("delete"))])
    spans, start = [], 0
    for end in ends.tolist():
        reference, hypothesis = in_reference[[start, end]].tolist(), in_hypothesis[[start, end]].tolist()
        spans.append(EditSpan(_OPERATIONS[codes[start]], *reference, *hypothesis))
        start = end
    return tuple(spans)
