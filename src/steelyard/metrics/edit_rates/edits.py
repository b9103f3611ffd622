"""Edits between outputs and references: what the metrics of the word-error family share."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.edit_alignment import EditAlignment, align_texts
from steelyard.metrics.parts.references import choose_reference
from steelyard.text import Corpus, EncodedCorpus, Reading
from steelyard.types import Statistics
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["EditMetric", "EditRate", "ReferenceLength", "WordEditMetric"]

ReferenceLength = Literal["chosen", "average"]


@dataclass(frozen=True)
class EditMetric(Metric):
    """Base of metrics that are computed from hits, substitutions, deletions and insertions.

    Of several references the one with the lowest error rate counts for a segment; ties go to fewer errors, then to the
    first. Of several alignments with the fewest edits, which may differ in their hits, it takes the one that rapidfuzz
    3.14 takes, and with it jiwer 4.0.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Mer().stat_names
    ('hits', 'substitutions', 'deletions', 'insertions')
    """

    def signature_fields(self) -> dict[str, str]:
        """Return how texts are read."""
        return self.reading_fields()

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 4 statistics."""
        return ("hits", "substitutions", "deletions", "insertions")

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count operations: shape (S, N, 4)."""
        return Statistics.from_values(self.edit_counts(corpus), corpus.test_set.document_codes())

    def edit_counts(self, corpus: Corpus, reference_length: ReferenceLength = "chosen") -> NDArray[np.int64]:
        """Count operations, once for all metrics that read texts the same way: shape (S, N, 4)."""
        reading = self.text_reading
        return corpus.once(
            ("edit_counts", reading, reference_length), lambda: _count(corpus, reading, reference_length)
        )

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return the statistics and both lengths, as numbers and as text."""
        counts = dict(zip(self.stat_names, map(float, stats), strict=True))
        hits, substitutions, deletions, insertions = map(float, stats[:4])
        counts["hyp_len"] = hits + substitutions + insertions
        counts["ref_len"] = counts.get("ref_len", hits + substitutions + deletions)
        return dict(counts), "(" + " ".join(f"{name} = {value:.15g}" for name, value in counts.items()) + ")"

    def align(self, hypothesis: str, reference: str) -> EditAlignment:
        """Align one hypothesis to one reference, as this metric does.

        Parameters
        ----------
        hypothesis, reference : str
            Read as this metric reads texts.

        Returns
        -------
        EditAlignment
            Equal to jiwer's where both cut the texts alike. Takes time in proportion to the product of the lengths and
            memory in proportion to their sum.

        Raises
        ------
        AlignmentError
            An argument is not a string.

        Examples
        --------
        >>> import steelyard as sy
        >>> alignment = sy.metrics.Wer().align("doctor treated a patient", "doctor cured a patient")
        >>> [span.operation for span in alignment.operations]
        ['equal', 'substitute', 'equal']
        """
        return align_texts(hypothesis, reference, self.text_reading)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the alignment with the reference that counts."""
        explained = super().explain_segment(corpus)
        encoded = corpus.encode(self.text_reading)
        reference = int(_choose(encoded, getattr(self, "reference_length", "chosen"), corpus.n_threads)[0, 0])
        [[hypothesis]] = corpus.test_set.systems.values()
        alignment = self.align(hypothesis, corpus.test_set.references[reference][0] or "")
        links = [
            Link((h, h + 1), (r, r + 1), "equal" if span.operation == "equal" else "substitution")
            for span in alignment.operations
            if span.operation in ("equal", "substitute")
            for h, r in zip(range(span.hyp_start, span.hyp_end), range(span.ref_start, span.ref_end), strict=True)
        ]
        return replace(
            explained,
            hypothesis=alignment.hypothesis,
            reference=alignment.reference,
            reference_number=reference + 1,
            links=tuple(links),
            notes=(),
        )


@dataclass(frozen=True)
class WordEditMetric(EditMetric):
    """Base of those that edit words.

    Statistics
        hits, substitutions, deletions, insertions (words).

    Parameters
    ----------
    lowercase : bool, default False
        Apply Python's `str.lower` first.
    tokenize : str, default "none"
        Tokenizer; by default words are separated by white space.

    Raises
    ------
    SpecError
        An option does not exist.

    Examples
    --------
    >>> import steelyard as sy
    >>> str(sy.metrics.Wil(tokenize="13a"))
    'wil(tokenize=13a)'
    """

    lowercase: bool = False
    tokenize: str = "none"


@dataclass(frozen=True)
class EditRate(EditMetric):
    """Base of those that divide errors by the reference's length.

    Parameters
    ----------
    reference_length : {"chosen", "average"}, default "chosen"
        With several references: the length of the one that counts (lowest rate, then fewest errors, then the first), or
        the mean of all; then, as in TER, the one with the fewest errors counts.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.Wer().stat_names
    ('hits', 'substitutions', 'deletions', 'insertions', 'ref_len')
    """

    reference_length: ReferenceLength = "chosen"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 5 statistics."""
        return (*super().stat_names, "ref_len")

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count operations and the reference's length: shape (S, N, 5)."""
        counts = self.edit_counts(corpus, self.reference_length)
        ref_len: NDArray[np.int64] | NDArray[np.float64] = counts[..., :3].sum(axis=-1)
        if self.reference_length == "average":
            means = [_mean_reference_lengths(encoded) for _, encoded in _parts(corpus, self.text_reading)]
            ref_len = np.broadcast_to(np.concatenate(means), ref_len.shape)
        columns = np.concatenate([counts, ref_len[..., None]], axis=-1)
        return Statistics.from_values(columns, corpus.test_set.document_codes())

    def error_rate(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide errors by the reference's length, or by 1 where that is 0, as jiwer does: shape (..., 5) -> (...)."""
        ref_len = stats[..., 4]
        rate: NDArray[np.float64] = stats[..., 1:4].sum(axis=-1) / np.where(ref_len > 0, ref_len, 1.0)
        return rate

    def signature_fields(self) -> dict[str, str]:
        """Return how texts are read and, where it is not the chosen reference's, the length."""
        fields = super().signature_fields()
        return fields if self.reference_length == "chosen" else fields | {"reflen": self.reference_length}


def _count(corpus: Corpus, reading: Reading, reference_length: ReferenceLength) -> NDArray[np.int64]:
    """Count the operations that turn each segment's chosen reference into its hypotheses: shape (S, N, 4)."""
    counts = np.empty((len(corpus.test_set.systems), corpus.test_set.n_segments, 4), dtype=np.int64)
    for segments, encoded in _parts(corpus, reading):
        part = np.empty((encoded.n_systems, encoded.n_segments, 4), dtype=np.int64)
        chosen = _choose(encoded, reference_length, corpus.n_threads)
        _native.edit_counts(encoded.arrays, chosen, part, corpus.n_threads)
        counts[:, segments] = part
    counts.flags.writeable = False
    return counts


def _parts(corpus: Corpus, reading: Reading) -> Iterable[tuple[slice, EncodedCorpus]]:
    """Take words whole, since other metrics read them too, and characters in blocks."""
    if reading.tokenize.startswith("char"):
        return corpus.blocks(reading)
    return [(slice(None), corpus.encode(reading))]


def _choose(encoded: EncodedCorpus, reference_length: ReferenceLength, n_threads: int) -> NDArray[np.int64]:
    """Choose a reference for every hypothesis: shape (S, N)."""
    n_references = len(encoded.is_present)
    if n_references == 1:
        return np.zeros((encoded.n_systems, encoded.n_segments), dtype=np.int64)
    errors = np.empty((n_references, encoded.n_systems, encoded.n_segments), dtype=np.int64)
    _native.edit_distances(encoded.arrays, errors, n_threads)
    if reference_length == "average":
        return choose_reference([errors], encoded.is_present)
    rates = errors / np.maximum(encoded.reference_lengths, 1)[:, None]
    return choose_reference([rates, errors], encoded.is_present)


def _mean_reference_lengths(encoded: EncodedCorpus) -> NDArray[np.float64]:
    """Average the lengths of each segment's references: shape (N,)."""
    total = np.where(encoded.is_present, encoded.reference_lengths, 0).sum(axis=0)
    mean: NDArray[np.float64] = total / encoded.is_present.sum(axis=0)
    return mean
