"""What is wrong in every system and segment, counted."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import (
    ERROR_CLASSES,
    AlignedErrors,
    TagEdits,
    WordErrors,
    count_units,
    find_aligned_errors,
    find_errors,
    find_tag_edits,
    rate_measurements,
    starts_block,
)
from steelyard.questions.errors.reading import Sides
from steelyard.types import Measurement, TestSet

__all__ = ["Counts", "count_errors"]

_OF_OUTPUT = ERROR_CLASSES.index("extra")  # the other classes are counted in the reference

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Errors by class, and by tag where words have some.

    Attributes
    ----------
    errors : WordErrors
        Of every word.
    units : tuple of (rows, classes, tags, words, places)
        Of the reference and of the output: the words whose class is counted there.
    by_class, blocks : array, shape (S, N, C)
        Words, and runs of them.
    by_tag : array, shape (S, N, T), or None
        Errors as WER counts them.
    aligned, edits : AlignedErrors, TagEdits, or None
        What `by_tag` was counted from, and errors among words of one tag alone.
    wholes : array, shape (S, N)
        Words of the references that were taken.
    """

    errors: WordErrors
    by_class: Ints
    blocks: Ints
    by_tag: Ints | None
    aligned: AlignedErrors | None
    edits: TagEdits | None
    wholes: Ints

    def class_measurements(self, test_set: TestSet, count: str, signature: str) -> list[Measurement]:
        """Return the rate of each class."""
        names = [(f"errors({name})" if count == "words" else f"errors({name},blocks)", name) for name in ERROR_CLASSES]
        counted = self.by_class if count == "words" else self.blocks
        return rate_measurements(
            counted, self.wholes, names, test_set.system_names, signature=signature, documents=test_set.document_codes()
        )

    def tag_measurements(self, test_set: TestSet, tags: tuple[str, ...], signature: str) -> list[Measurement]:
        """Return the part of WER that each tag has."""
        if self.by_tag is None:
            return []
        return rate_measurements(
            self.by_tag,
            self.wholes,
            [(f"wer(tag={tag})", tag) for tag in tags],
            test_set.system_names,
            signature=signature,
            documents=test_set.document_codes(),
        )


def count_errors(test_set: TestSet, sides: Sides) -> Counts:
    """Class every word, and count by system and segment."""
    reference, hypothesis = sides.reference.analysed, sides.hypothesis.analysed
    shape = (len(test_set.systems), test_set.n_segments)
    errors = find_errors(reference, hypothesis)
    by_class, blocks = (_by_class(errors, sides, shape, only_starts=only) for only in (False, True))
    wholes = reference.words.lengths.reshape(shape)
    if not sides.tag_names:
        return Counts(errors, by_class, blocks, None, None, None, wholes)
    n_tags, n_rows = len(sides.tag_names), len(reference.words)
    aligned = find_aligned_errors(reference, hypothesis)
    by_tag = count_units(reference.rows, np.where(aligned.reference, sides.reference.tags, -1), n_rows, n_tags)
    by_tag += count_units(hypothesis.rows, np.where(aligned.hypothesis, sides.hypothesis.tags, -1), n_rows, n_tags)
    edits = find_tag_edits(reference, hypothesis, sides.reference.tags, sides.hypothesis.tags, n_tags)
    return Counts(errors, by_class, blocks, by_tag.reshape(*shape, n_tags), aligned, edits, wholes)


def _by_class(errors: WordErrors, sides: Sides, shape: tuple[int, int], *, only_starts: bool) -> Ints:
    """Count words, or those that start a block: extra ones in the output, others in the reference."""
    n_classes, total = len(ERROR_CLASSES), np.zeros((shape[0] * shape[1], len(ERROR_CLASSES)), np.int64)
    for classes, side, is_output in (
        (errors.reference, sides.reference, False),
        (errors.hypothesis, sides.hypothesis, True),
    ):
        rows = side.analysed.rows
        is_counted = (classes == _OF_OUTPUT) == is_output
        if only_starts:
            is_counted &= starts_block(classes, rows)
        total += count_units(rows, np.where(is_counted, classes, -1), len(total), n_classes)
    return total.reshape(*shape, n_classes)
