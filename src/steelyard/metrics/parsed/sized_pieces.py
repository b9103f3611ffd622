"""What chains of heads and subtrees share: precisions of pieces of each size, averaged over sizes."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.bags import Bags
from steelyard.metrics.parts.parsed_texts import ParsedTexts
from steelyard.metrics.parts.ratios import ratio
from steelyard.text import Corpus
from steelyard.types import Statistics
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["Pieces", "SizedPieces"]

_LARGEST = 16
Array = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Pieces of all texts; equal ones of a size have equal numbers."""

    # rows, sizes, numbers, places: shape (n,): the row as in `ParsedTexts`, the size from 1, the piece, and the place
    # of the node it is known by
    rows: Codes
    sizes: Codes
    numbers: Codes
    places: Codes

    @classmethod
    def of(cls, by_size: list[tuple[Codes, Codes, Codes]]) -> "Pieces":
        """Join the rows, numbers and places of the pieces of size 1, of size 2, and so on."""
        sizes = np.repeat(np.arange(1, len(by_size) + 1), [len(rows) for rows, _, _ in by_size])
        rows, numbers, places = (np.concatenate(column) for column in zip(*by_size, strict=True))
        return cls(rows, sizes, numbers, places)


@dataclass(frozen=True)
class SizedPieces(Metric):
    """Base of metrics that average the precisions of pieces of several sizes; subclasses find the pieces.

    Range and direction
        0 to 1, higher is better.

    Raises
    ------
    SpecError
        The largest size is out of range.
    DataError
        A text has no parses, or they lack what is looked for.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"
    largest_option: ClassVar[str]

    def __post_init__(self) -> None:
        """Refuse a size that is out of range."""
        super().__post_init__()
        if not 1 <= self.largest <= _LARGEST:
            raise SpecError(f"{self.largest_option} must be from 1 to {_LARGEST}, not {self.largest}.")

    @property
    def largest(self) -> int:
        """The largest size."""
        largest: int = getattr(self, self.largest_option)
        return largest

    @property
    def skips_empty(self) -> bool:
        """Whether a size without pieces is left out of the mean: the option `empty`."""
        return bool(getattr(self, "empty", "skip") == "skip")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 D + 1 statistics."""
        sizes = range(1, self.largest + 1)
        return (*(f"match{n}" for n in sizes), *(f"total{n}" for n in sizes), "ref_words")

    @abstractmethod
    def pieces(self, corpus: Corpus) -> tuple[ParsedTexts, Pieces]:
        """Find the pieces of all texts."""

    @abstractmethod
    def spelled(self, texts: ParsedTexts, place: int, size: int) -> str:
        """Spell a piece."""

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count pieces: shape (S, N, 2 D + 1)."""
        texts, bags = self._bags(corpus)
        n, data, shape = texts.n_segments, corpus.test_set, (texts.n_segments, self.largest)
        allowed = self._allowed(corpus, bags)
        words = np.stack([bags.between(r * n, (r + 1) * n).totals(shape)[:, 0] for r in range(len(data.references))])
        is_present = np.array([[line is not None for line in text] for text in data.references])
        ref_words = np.where(is_present, words, 0).max(axis=0)[:, None]
        counts = []
        for s in range(len(data.references), len(texts.keys)):
            system = bags.between(s * n, (s + 1) * n)
            counts.append(np.concatenate([system.shared(allowed, shape), system.totals(shape), ref_words], axis=-1))
        values = np.array(counts, dtype=np.int64).reshape(len(counts), n, len(self.stat_names))
        return Statistics.from_values(values, data.document_codes())

    def score(self, stats: Array) -> Array:
        """Average precisions: shape (..., K) -> (...)."""
        match, total = stats[..., : self.largest], stats[..., self.largest : -1]
        precision = ratio(match, total)
        n_sizes = (total > 0).sum(axis=-1) if self.skips_empty else np.full(stats.shape[:-1], self.largest)
        nothing = np.where(stats[..., -1] == 0, 1.0, 0.0)
        scores: Array = np.divide(precision.sum(axis=-1), n_sizes, out=nothing, where=total[..., 0] > 0)
        return scores

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the pieces that match, and those that do not."""
        statistics = self.statistics(corpus)
        sums = statistics.scaled(statistics.totals())[0]
        texts, bags = self._bags(corpus)
        system = bags.between(len(texts.keys) - 1, len(texts.keys))
        matched = system.found_in(self._allowed(corpus, bags))
        present = [r for r, [reference] in enumerate(corpus.test_set.references) if reference is not None]
        notes = []
        for kind, counts in (("matched", matched), ("output only", system.counts - matched)):
            found = [
                (size, self.spelled(texts, place, size + 1), count)
                for size, place, count in zip(
                    system.types.tolist(), system.places.tolist(), counts.tolist(), strict=True
                )
            ]
            notes += [f"{kind}: {piece}" for _, piece, count in sorted(found) for _ in range(count)]
        forms = [tuple(word.form for word in texts.parses[row].words) for row in (len(texts.keys) - 1, present[0])]
        return SegmentExplanation(
            score=float(self.score(sums)),
            hypothesis=forms[0],
            reference=forms[1],
            reference_number=present[0] + 1 if len(present) == 1 else 0,
            parts=dict(zip(self.stat_names, sums.tolist(), strict=True)),
            notes=tuple(notes),
        )

    def _bags(self, corpus: Corpus) -> tuple[ParsedTexts, Bags]:
        texts, pieces = self.pieces(corpus)
        bags = Bags.of(pieces.rows, pieces.sizes - 1, pieces.numbers)
        return texts, Bags(bags.rows, bags.types, bags.items, bags.counts, pieces.places[bags.places])

    def _allowed(self, corpus: Corpus, bags: Bags) -> Bags:
        """Return how often each piece may count: as often as in the reference that has it most often."""
        data, n = corpus.test_set, corpus.test_set.n_segments
        is_present = [np.array([line is not None for line in text]) for text in data.references]
        return Bags.union([bags.between(r * n, (r + 1) * n).where(kept) for r, kept in enumerate(is_present)])
