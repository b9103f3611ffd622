"""HWCM, the head-word chain metric: paths down the dependency tree that output and references share."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import parses_of, word_reader
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.results.segment_explanation import SegmentExplanation
from steelyard.text import Corpus
from steelyard.types import Parse, Statistics, TestSet

__all__ = ["HeadChain"]

_LONGEST_CHAIN = 16
_LETTERS = {"form": "", "lemma": "l", "upos": "c", "xpos": "c", "deprel": "r"}

Chains = Counter[tuple[str, ...]]


@register
@dataclass(frozen=True)
class HeadChain(Metric):
    """HWCM: the share of head-word chains of the output that a reference has too.

    What it measures
        Whether words hang together as in a reference: a chain is a path down the dependency tree, from a head to its
        dependent to a dependent of that. The precisions of chains of 1, 2, ... words are averaged, each chain counted
        at most as often as in the reference that has it most often.

    When it misleads
        On short output, since it is a precision without a penalty for what is missing; where the parser errs. Only
        texts from the same parser compare.

    Range and direction
        0 to 1, higher is better.

    Statistics
        match1 .. matchD and total1 .. totalD (chains of each length), ref_words (of the longest reference).

        Precisions are of the sums over all segments; a length of which the output has no chain is left out of the
        average, see `empty`. An output without words scores 0, or 1 where the references have none either.

    Parameters
    ----------
    items : {"form", "lemma", "upos", "xpos", "deprel"}, default "form"
        What a chain is made of: words, tags or relations to the head.
    max_length : int, default 4
        Words of the longest chain, up to 16.
    empty : {"skip", "zero"}, default "skip"
        What a length without chains does: nothing, or a precision of 0.
    lowercase : bool, default False
        Apply Python's `str.lower` to forms and lemmas first.

    Raises
    ------
    SpecError
        `max_length` is out of range.
    DataError
        A text has no parses, or words without heads.

    References
    ----------
    Liu and Gildea 2005, "Syntactic features for evaluation of machine translation", W05-0904.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> dogs, cats = (Word(form, head=2, deprel="nsubj") for form in ("dogs", "cats"))
    >>> sleep = Word("sleep", head=0, deprel="root")
    >>> data = sy.TestSet(
    ...     references=[["dogs sleep"]],
    ...     systems={"x": ["cats sleep"]},
    ...     parses={"reference 1": [[Parse((dogs, sleep))]], "system x": [[Parse((cats, sleep))]]},
    ... )
    >>> sy.evaluate(data, metrics=["head-chain"]).scores().scores[0].score
    0.25
    """

    name: ClassVar[str] = "head-chain"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"

    items: Literal["form", "lemma", "upos", "xpos", "deprel"] = "form"
    max_length: int = 4
    empty: Literal["skip", "zero"] = "skip"
    lowercase: bool = False

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        if not 1 <= self.max_length <= _LONGEST_CHAIN:
            raise SpecError(f"max_length must be from 1 to {_LONGEST_CHAIN}, not {self.max_length}.")

    @property
    def label(self) -> str:
        """``HWCM-4``, with the length in force; l, c and r stand for lemmas, categories and relations."""
        return f"HWCM{_LETTERS[self.items]}-{self.max_length}"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 D + 1 statistics."""
        lengths = range(1, self.max_length + 1)
        return (*(f"match{n}" for n in lengths), *(f"total{n}" for n in lengths), "ref_words")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, items, longest chain, and what empty lengths do."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "items": self.items, "len": str(self.max_length)}
        return pairs if self.empty == "skip" else pairs | {"empty": self.empty}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count chains: shape (S, N, 2 D + 1)."""
        data = corpus.test_set
        references = self._references(data)
        counts = [
            [self._count(chains, *reference) for chains, reference in zip(system, references, strict=True)]
            for system in (self._chains(data, f"system {name}") for name in data.system_names)
        ]
        shape = (len(counts), data.n_segments, len(self.stat_names))
        return Statistics.from_values(np.array(counts, dtype=np.int64).reshape(shape), data.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Average precisions: shape (..., K) -> (...)."""
        match, total = stats[..., : self.max_length], stats[..., self.max_length : -1]
        precision = ratio(match, total)
        n_lengths = (total > 0).sum(axis=-1) if self.empty == "skip" else np.full(stats.shape[:-1], self.max_length)
        has_words = total[..., 0] > 0
        nothing = np.where(stats[..., -1] == 0, 1.0, 0.0)
        scores: NDArray[np.float64] = np.divide(precision.sum(axis=-1), n_lengths, out=nothing, where=has_words)
        return scores

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the chains that match, and those that do not."""
        data = corpus.test_set
        [system] = data.system_names
        [chains], [(allowed, n_words)] = self._chains(data, f"system {system}"), self._references(data)
        counts = np.array(self._count(chains, allowed, n_words), dtype=np.float64)
        present = [r for r, [reference] in enumerate(data.references) if reference is not None]
        kinds = {"matched": chains & allowed, "output only": chains - allowed}
        return SegmentExplanation(
            score=float(self.score(counts)),
            hypothesis=_forms(data, f"system {system}"),
            reference=_forms(data, f"reference {present[0] + 1}"),
            reference_number=present[0] + 1 if len(present) == 1 else 0,
            parts=dict(zip(self.stat_names, counts.tolist(), strict=True)),
            notes=tuple(
                f"{kind}: {' > '.join(chain)}"
                for kind, bag in kinds.items()
                for chain in sorted(bag.elements(), key=lambda chain: (len(chain), chain))
            ),
        )

    def _chains(self, data: TestSet, text: str) -> list[Chains]:
        """Return the chains of each segment, in its best parse."""
        word = word_reader(self.text_reading)

        def item_list(parse: Parse) -> list[str]:
            if self.items == "form":
                return [word(w.form) for w in parse.words]
            if self.items == "lemma":
                return [word(w.lemma or w.form) for w in parse.words]
            return [getattr(w, self.items) for w in parse.words]

        segments = parses_of(data, text, self.name, heads=True)
        return [chains_of(item_list(best), [w.head for w in best.words], self.max_length) for best, *_ in segments]

    def _references(self, data: TestSet) -> list[tuple[Chains, int]]:
        """Return, for each segment, how often each chain may count, and the words of the longest reference."""
        by_reference = [self._chains(data, f"reference {r + 1}") for r in range(len(data.references))]
        found = []
        for i in range(data.n_segments):
            bags = [by_reference[r][i] for r, reference in enumerate(data.references) if reference[i] is not None]
            allowed = Chains()
            for bag in bags:
                # A union of multisets keeps the largest count: BLEU's clipping over references.
                allowed |= bag
            found.append((allowed, max(sum(count for chain, count in bag.items() if len(chain) == 1) for bag in bags)))
        return found

    def _count(self, chains: Chains, allowed: Chains, n_words: int) -> list[int]:
        match, total = [0] * self.max_length, [0] * self.max_length
        for chain, count in chains.items():
            total[len(chain) - 1] += count
            match[len(chain) - 1] += min(count, allowed.get(chain, 0))
        return [*match, *total, n_words]


def chains_of(items: Sequence[str], heads: Sequence[int | None], max_length: int) -> Chains:
    """Return all paths down the trees with up to `max_length` words; those through an empty item are left out."""
    chains = Chains()
    for place in range(1, len(items) + 1):
        chain: tuple[str, ...] = ()
        above: int | None = place
        while above and len(chain) < max_length and items[above - 1]:
            chain = (items[above - 1], *chain)
            chains[chain] += 1
            above = heads[above - 1]
    return chains


def _forms(data: TestSet, text: str) -> tuple[str, ...]:
    [[best, *_]] = parses_of(data, text, "head-chain")
    return tuple(word.form for word in best.words)
