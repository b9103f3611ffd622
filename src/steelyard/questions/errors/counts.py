"""What is wrong in every system and segment, counted."""

from dataclasses import dataclass, replace
from functools import partial

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
    paired_inflections,
    rate_measurements,
    starts_block,
)
from steelyard.questions.errors.answer import OTHER_FORM
from steelyard.questions.errors.reading import Sides
from steelyard.types import Labels, Measurement, TestSet

__all__ = ["Counts", "Family", "count_errors"]

_OF_OUTPUT = ERROR_CLASSES.index("extra")  # the other classes are counted in the reference

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Rates that are tested together."""

    level: str  # "class", "tag", "alone", "feature": of what: see `ErrorRow`
    measurements: list[Measurement]  # one for each of C
    words: Ints  # errors, shape (S, N, C)
    blocks: Ints | None = None  # runs of them, shape (S, N, C)


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Errors by class, and by tag and feature where words have some."""

    errors: WordErrors  # of every word
    by_class: Ints  # by_class, blocks: words, and runs of them, shape (S, N, C)
    blocks: Ints
    wholes: Ints  # words of the references that were taken, shape (S, N)
    # by_tag, tag_wholes: errors as WER counts them, and words of the reference, shape (S, N, T)
    by_tag: Ints | None = None
    tag_wholes: Ints | None = None
    # aligned, edits: what `by_tag` was counted from, and errors among words of one tag alone
    aligned: AlignedErrors | None = None
    edits: TagEdits | None = None
    # inflection errors by the features that their words differ in, and those that differ in none, shape (S, N, F
    # + 1)
    by_feature: Ints | None = None

    def families(self, test_set: TestSet, sides: Sides, count: str) -> list[Family]:
        """Make all that was counted rates."""
        rates = partial(
            rate_measurements,
            systems=test_set.system_names,
            signature=f"words:{sides.words}|bases:{sides.bases}",
            documents=test_set.document_codes(),
        )
        names = [(f"errors({name})" if count == "words" else f"errors({name},blocks)", name) for name in ERROR_CLASSES]
        counted = self.by_class if count == "words" else self.blocks
        found = [Family("class", rates(counted, self.wholes, names), self.by_class, self.blocks)]
        if self.by_tag is not None and self.edits is not None and self.tag_wholes is not None:
            names = [(f"wer(tag={tag})", tag) for tag in sides.tag_names]
            found.append(Family("tag", rates(self.by_tag, self.wholes, names), self.by_tag))
            kept = np.flatnonzero(self.tag_wholes.any(axis=(0, 1)))  # tags that references have
            alone = self.edits.wer.reshape(self.by_tag.shape)[..., kept]
            names = [(f"wer(only={sides.tag_names[t]})", sides.tag_names[t]) for t in kept.tolist()]
            found.append(Family("alone", rates(alone, self.tag_wholes[..., kept], names), alone))
        if self.by_feature is not None:
            names = [(f"inflection({name})", name) for name in (*sides.feature_names, OTHER_FORM)]
            kept = np.flatnonzero(self.by_feature.any(axis=(0, 1)))
            differing = self.by_feature[..., kept]
            names = [names[k] for k in kept.tolist()]
            found.append(Family("feature", rates(differing, self.wholes, names), differing))
        return found


def count_errors(test_set: TestSet, sides: Sides) -> Counts:
    """Class every word, and count by system and segment."""
    reference, hypothesis = sides.reference.analysed, sides.hypothesis.analysed
    shape = (len(test_set.systems), test_set.n_segments)
    errors = find_errors(reference, hypothesis)
    by_class, blocks = (_by_class(errors, sides, shape, only_starts=only) for only in (False, True))
    found = Counts(errors, by_class, blocks, reference.words.lengths.reshape(shape))
    if sides.feature_names:
        found = replace(found, by_feature=_by_feature(errors, sides).reshape(*shape, -1))
    if not sides.tag_names:
        return found
    n_tags, n_rows = len(sides.tag_names), len(reference.words)
    aligned = find_aligned_errors(reference, hypothesis)
    by_tag = count_units(reference.rows, np.where(aligned.reference, sides.reference.tags, -1), n_rows, n_tags)
    by_tag += count_units(hypothesis.rows, np.where(aligned.hypothesis, sides.hypothesis.tags, -1), n_rows, n_tags)
    wholes = count_units(reference.rows, sides.reference.tags, n_rows, n_tags)
    edits = find_tag_edits(reference, hypothesis, sides.reference.tags, sides.hypothesis.tags, n_tags)
    by_tag, wholes = by_tag.reshape(*shape, n_tags), wholes.reshape(*shape, n_tags)
    return replace(found, by_tag=by_tag, tag_wholes=wholes, aligned=aligned, edits=edits)


def _by_feature(errors: WordErrors, sides: Sides) -> Ints:
    """Count inflection errors of each row by the features that both words have with other values."""
    texts = sides.reference, sides.hypothesis
    places = paired_inflections(texts[0].analysed, texts[1].analysed, errors)
    names, n_rows = sides.feature_names, len(texts[0].analysed.words)
    values = np.stack([Labels.of(one.get(name, "") for one in sides.features).codes for name in names])
    has_one = np.array([[name in one for one in sides.features] for name in names])
    first, second = (side.features[at] for side, at in zip(texts, places, strict=True))
    differs = (values[:, first] != values[:, second]) & has_one[:, first] & has_one[:, second]
    rows = texts[0].analysed.rows[places[0]]
    every = np.concatenate([differs, ~differs.any(axis=0, keepdims=True)])
    return np.stack([np.bincount(rows[is_one], minlength=n_rows) for is_one in every], axis=-1)


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
