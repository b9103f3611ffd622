"""PRS and MPR: in which order the output has the words of the source."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.metrics.base import MeanMetric
from steelyard.metrics.parts.annotations import alignments_of, words_of
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import TestSet
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["Mpr", "Prs"]

_POSITIONS: dict[str, Callable[[Sequence[int]], float]] = {
    "first": min,
    "last": max,
    "mean": lambda places: sum(places) / len(places),
}


@dataclass(frozen=True)
class _SourceOrder(MeanMetric):
    """What both share: where the words of the source went, and the share of their pairs that keep an order.

    Range and direction
        0 to 1, higher is better.

    Parameters
    ----------
    position : {"first", "last", "mean"}, default "first"
        Where a source word is that is linked to several.

    References
    ----------
    Liu and Gildea 2007, "Source-language features and maximum correlation training for machine translation evaluation",
      N07-1006.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "alignments"

    position: Literal["first", "last", "mean"] = "first"

    @property
    def label(self) -> str:
        """Its name in capitals."""
        return self.name.upper()

    def signature_fields(self) -> dict[str, str]:
        """Return the position that counts."""
        return {"position": self.position}

    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment: shape (S, N)."""
        data = corpus.test_set
        references = self._references(data)
        scores = [
            [
                _share(self._counts(*pair))
                for pair in zip(self._positions(data, f"system {name}"), references, strict=True)
            ]
            for name in data.system_names
        ]
        return np.array(scores).reshape(len(scores), data.n_segments)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show where the source words went, and the pairs that do not count."""
        data = corpus.test_set
        [name] = data.system_names
        [positions], [references] = self._positions(data, f"system {name}"), self._references(data)
        [words] = words_of(data, "sources", str)
        is_kept = self._counts(positions, references)
        notes = [
            f"{word}: {'nowhere' if np.isnan(place) else f'word {place + 1:g}'}"
            for word, place in zip(words, positions, strict=True)
        ]
        pairs = [(i, j) for j in range(len(words)) for i in range(j)]
        notes += [f"not kept: {words[i]} before {words[j]}" for i, j in pairs if not is_kept[i, j]]
        present = [r for r, [line] in enumerate(data.references) if line is not None]
        return SegmentExplanation(
            score=_share(is_kept),
            hypothesis=tuple(data.systems[name][0].split()),
            reference=tuple((data.references[present[0]][0] or "").split()),
            reference_number=present[0] + 1 if len(present) == 1 else 0,
            parts={"kept": float(sum(is_kept[pair] for pair in pairs)), "pairs": float(len(pairs))},
            notes=tuple(notes),
        )

    @abstractmethod
    def _references(self, data: TestSet) -> list[list[NDArray[np.float64]]]:
        """Return the positions of each segment's source words in the references that count."""

    @abstractmethod
    def _counts(self, positions: NDArray[np.float64], references: list[NDArray[np.float64]]) -> NDArray[np.bool_]:
        """Say which pairs of source words count; only those above the diagonal are looked at."""

    def _positions(self, data: TestSet, text: str) -> list[NDArray[np.float64]]:
        """Return where in a text each source word went, NaN for nowhere, by segment."""
        if data.sources is None:
            raise DataError(f"{self.name} needs the source text. Give it with --sources, or TestSet(sources=...).")
        pick = _POSITIONS[self.position]
        found = []
        for words, links in zip(words_of(data, "sources", str), alignments_of(data, text, self.name), strict=True):
            places: list[list[int]] = [[] for _ in words]
            for i, j in links:
                places[i].append(j)
            found.append(np.array([float(pick(there)) if there else np.nan for there in places]))
        return found


@register
@dataclass(frozen=True)
class Prs(_SourceOrder):
    """PRS, pairwise reordering similarity: source word pairs in the same order as in a reference.

    What it measures
        Whether the output moves the words of the source as a reference does, whatever words it uses: of all pairs of
        source words, the share that goes in the same order, or to one word, in the output and in some reference.

    When it misleads
        It ignores the words: wrong words in the right order are perfect. Errors of the alignment count as errors of the
        output.

    Statistics
        score, segments.

        Source words are what blanks separate. Pairs with a word that is not linked, in the output or in every
        reference, do not count as right; a source of fewer than two words scores 1. Time and memory grow with the
        square of the number of source words. `view`, `unicode_form` and `remove_punctuation` have no effect.

    Raises
    ------
    DataError
        There is no source, or a text has no alignment with it.

    Examples
    --------
    >>> import steelyard as sy
    >>> straight, crossed = ((0, 0), (1, 1), (2, 2), (3, 3)), ((0, 0), (1, 2), (2, 1), (3, 3))
    >>> data = sy.TestSet(
    ...     references=[["a b c d"]],
    ...     systems={"x": ["a c b d"]},
    ...     sources=["1 2 3 4"],
    ...     alignments={"reference 1": [straight], "system x": [crossed]},
    ... )
    >>> round(sy.evaluate(data, metrics=["prs"]).scores().scores[0].score, 4)
    0.8333
    """

    name: ClassVar[str] = "prs"
    cites: ClassVar[tuple[str, ...]] = ("liu2007source",)

    def _references(self, data: TestSet) -> list[list[NDArray[np.float64]]]:
        by_reference = [self._positions(data, f"reference {r + 1}") for r in range(len(data.references))]
        return [
            [places[i] for places, lines in zip(by_reference, data.references, strict=True) if lines[i] is not None]
            for i in range(data.n_segments)
        ]

    def _counts(self, positions: NDArray[np.float64], references: list[NDArray[np.float64]]) -> NDArray[np.bool_]:
        (before, same), *others = ((p[:, None] < p, p[:, None] == p) for p in (positions, *references))
        is_kept = np.zeros(before.shape, dtype=np.bool_)
        for other_before, other_same in others:  # NaN is neither before nor the same
            is_kept |= (before & other_before) | (before.T & other_before.T) | (same & other_same)
        return is_kept


@register
@dataclass(frozen=True)
class Mpr(_SourceOrder):
    """MPR, monotonic pairwise ratio: source word pairs that keep their order in the output.

    What it measures
        How far the output follows the order of the source: of all pairs of source words, the share that comes in the
        same order in the output. References play no part.

    When it misleads
        Where the languages order words differently: then good output scores low. It ignores the words.

    Range and direction
        0 to 1, higher is better; a copy of a reference gets what the reference gets.

    Statistics
        score, segments.

        Source words are what blanks separate. Pairs with a word that is not linked do not count as kept, nor do two
        that go to one word; a source of fewer than two words scores 1. Time and memory grow with the square of the
        number of source words. `view`, `unicode_form` and `remove_punctuation` have no effect.

    Raises
    ------
    DataError
        There is no source, or an output has no alignment with it.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(
    ...     references=[["a b c d"]],
    ...     systems={"x": ["a c b d"]},
    ...     sources=["1 2 3 4"],
    ...     alignments={"system x": [[(0, 0), (1, 2), (2, 1), (3, 3)]]},
    ... )
    >>> round(sy.evaluate(data, metrics=["mpr"]).scores().scores[0].score, 4)
    0.8333
    """

    name: ClassVar[str] = "mpr"
    cites: ClassVar[tuple[str, ...]] = ("liu2007source",)

    def _references(self, data: TestSet) -> list[list[NDArray[np.float64]]]:
        return [[] for _ in range(data.n_segments)]

    def _counts(self, positions: NDArray[np.float64], references: list[NDArray[np.float64]]) -> NDArray[np.bool_]:
        is_kept: NDArray[np.bool_] = positions[:, None] < positions[None, :]
        return is_kept


def _share(is_kept: NDArray[np.bool_]) -> float:
    """Return the share of pairs above the diagonal."""
    n = len(is_kept)
    return float(np.triu(is_kept, 1).sum() / (n * (n - 1) / 2)) if n > 1 else 1.0
