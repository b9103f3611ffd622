"""TER: the edits, block shifts among them, that turn the output into a reference."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from steelyard import _native
from steelyard.errors import AlignmentError, SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.reprs import short_repr
from steelyard.text import Corpus, EncodedCorpus, Reading, cuts_words
from steelyard.text.tokenizers.tercom import tercom_tokenizer_name
from steelyard.types import Statistics, TestSet
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Ter", "TerAlignment", "TerShift"]

T = TypeVar("T")
TerVariant = Literal["sacrebleu", "tercom"]
_COUNTED = ("insertions", "deletions", "substitutions", "shifts")


@dataclass(frozen=True, slots=True)
class TerShift:
    """A block of words that moves.

    Attributes
    ----------
    start, length : int
        Which words, counted from 0 in the output as the shifts before have left it.
    target : int
        Where the block starts afterwards.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.TerShift(start=0, length=2, target=1).apply(["a", "b", "c"])
    ['c', 'a', 'b']
    """

    start: int
    length: int
    target: int

    def apply(self, words: Sequence[T]) -> list[T]:
        """Return the words after this shift."""
        end = self.start + self.length
        rest = [*words[: self.start], *words[end:]]
        return [*rest[: self.target], *words[self.start : end], *rest[self.target :]]


@dataclass(frozen=True, slots=True)
class TerAlignment:
    """How TER turns an output into the reference it needs fewest edits for.

    Attributes
    ----------
    reference : int
        Which of the references, from 0; among equals the first.
    hypothesis, reference_words : tuple of str
        Words as they were compared.
    shifts : tuple of TerShift
        In order.
    shifted_hypothesis : tuple of str
        The output after all shifts.
    operations : str
        What then turns it into the reference, one letter each: ``=`` keeps a word, ``S`` substitutes one, ``I`` stands
        at a word of the output that is too many, ``D`` where a word of the reference is missing.

    Examples
    --------
    >>> import steelyard as sy
    >>> alignment = sy.metrics.Ter().align("on the mat the old cat sat", ["the cat sat on the mat"])
    >>> alignment.shifts, alignment.operations
    ((TerShift(start=0, length=3, target=4),), '=I=====')
    >>> alignment.num_edits, alignment.insertions
    (2, 1)
    """

    reference: int
    hypothesis: tuple[str, ...]
    reference_words: tuple[str, ...]
    shifts: tuple[TerShift, ...]
    shifted_hypothesis: tuple[str, ...]
    operations: str

    __repr__ = short_repr

    @property
    def insertions(self) -> int:
        """Words of the output that are too many."""
        return self.operations.count("I")

    @property
    def deletions(self) -> int:
        """Words of the reference that are missing."""
        return self.operations.count("D")

    @property
    def substitutions(self) -> int:
        """Words that stand for another."""
        return self.operations.count("S")

    @property
    def num_edits(self) -> int:
        """Insertions, deletions, substitutions and shifts."""
        return self.insertions + self.deletions + self.substitutions + len(self.shifts)


@register
@dataclass(frozen=True)
class Ter(Metric):
    """TER: the edits, block shifts among them, that turn the output into a reference.

    What it measures
        How much an editor would have to do: words to insert, delete and substitute, and blocks of words to move, each
        one edit, per word of the references. A greedy search finds the moves, so that fewer edits may be possible.
        Equal to sacreBLEU 2.6 edit for edit, or to the Java tool tercom 0.10.0. With a post-edit of the very output as
        the only reference it is HTER.

    When it misleads
        A wrong ending costs as much as a wrong word, and a moved clause as little as a moved comma. Every reference
        counts for the mean length, so that an empty or a short one raises TER. In long segments few moves are found:
        sacreBLEU tries 1,000 candidates per segment. HTER compares systems only if each has post-edits of its own.

    Range and direction
        From 0 on, without an upper limit; 100 is as many edits as the references have words. Lower is better. Where no
        reference has a word it is 0 without edits and 100 with any, as in sacreBLEU (tercom prints NaN and infinity).

    Statistics
        num_edits (to the reference that needs fewest), ref_length (mean number of words of the references). With
        `costs` the cost of the edits in place of their number, and insertions, deletions, substitutions and shifts.

    Parameters
    ----------
    normalized : bool, default False
        Split punctuation off as the tokenizer ``tercom`` does. As in sacreBLEU, references are normalised twice, which
        changes a few of them (``&amp;lt;``, a possessive before a tab); tercom does so once.
    no_punct : bool, default False
        Delete the ASCII marks ``.,?:;!"()``.
    asian_support : bool, default False
        With `normalized` make every ideograph a word; with `no_punct` delete CJK and full-width marks too.
    case_sensitive : bool, default False
        Leave texts as they are instead of applying Python's `str.lower`.
    variant : {"sacrebleu", "tercom"}, default "sacrebleu"
        Whose numbers. The two differ in normalisation (tercom deletes ``<skipped>`` and cuts at kana), in white space
        beyond ASCII (words to tercom), in what limits the search, and between equally good moves. tercom's search
        has no end; here it has one, after candidates worth 1e12 cells of edit tables (1e10 where its beam misses the
        edit distance), and a segment whose table has more than 2**25 cells is searched as sacreBLEU does.
    costs : tuple of float, optional
        Of an insertion (a word too many), a deletion, a substitution and a shift, from 0 to 1,000; by default each is
        1. Shifts are looked for as if they were 1, and of the orders on the way the cheapest counts, with its cheapest
        edits. Time for a pair then grows with the product of its numbers of words, for each shift.

    Raises
    ------
    SpecError
        An option does not exist, or costs are not four numbers in their range.

    References
    ----------
    Snover et al. 2006, "A study of translation edit rate with targeted human annotation", 2006.amta-papers.25.
    Post 2018, "A call for clarity in reporting BLEU scores", W18-6319 (signatures).
    Padó et al. 2009, "Robust machine translation evaluation with entailment features", P09-1034 (costs).

    Examples
    --------
    >>> import steelyard as sy
    >>> score = sy.metrics.Ter().corpus_score(["on the mat the cat sat"], [["the cat sat on the mat"]])
    >>> round(score.score, 2), score.num_edits, score.ref_length
    (16.67, 1.0, 6.0)
    """

    name: ClassVar[str] = "ter"
    higher_is_better: ClassVar[bool] = False
    bounds: ClassVar[tuple[float, float]] = (0.0, np.inf)
    cites: ClassVar[tuple[str, ...]] = ("snover2006study", "post2018call")
    scale: ClassVar[int] = 100

    normalized: bool = False
    no_punct: bool = False
    asian_support: bool = False
    case_sensitive: bool = False
    variant: TerVariant = "sacrebleu"
    costs: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse costs that cannot be."""
        super().__post_init__()
        if self.costs is not None and not (len(self.costs) == 4 and all(0 <= cost <= 1000 for cost in self.costs)):
            raise SpecError("costs must be four numbers from 0 to 1,000: insertion, deletion, substitution and shift.")

    @property
    def label(self) -> str:
        """``TER``."""
        return "TER"

    @property
    def tokenizer_name(self) -> str:
        """The tokenizer in force."""
        return self._tokenizer_name(is_twice=False)

    @property
    def text_reading(self) -> Reading:
        """Words of tercom's normalisation; references may be read in another way."""
        return self.reading(self.tokenizer_name, lowercase=not self.case_sensitive)

    def _tokenizer_name(self, *, is_twice: bool) -> str:
        return tercom_tokenizer_name(
            normalized=self.normalized,
            no_punct=self.no_punct,
            asian_support=self.asian_support,
            as_java=self.variant == "tercom",
            is_twice=is_twice,
        )

    def fitted(self, scripts: Sequence[str], named: Container[str] = ()) -> Metric:
        """Return TER with support of Asian text for Chinese, and with characters as words for other scripts."""
        if all(cuts_words(reading, scripts) for reading in self.word_readings):
            return self
        if tuple(scripts) == ("Chinese",):
            return self if "asian_support" in named else replace(self, normalized=True, asian_support=True)
        return self if "view" in named else replace(self, view="char")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics; with costs 6."""
        return ("num_edits", "ref_length") if self.costs is None else ("cost", "ref_length", *_COUNTED)

    def signature_fields(self) -> dict[str, str]:
        """Return sacreBLEU's fields, and the variant where it is not sacreBLEU's."""
        pairs = {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": "yes" if self.normalized else "no",
            "punct": "no" if self.no_punct else "yes",
            "asian": "yes" if self.asian_support else "no",
        }
        if self.variant != "sacrebleu":
            pairs["variant"] = self.variant
        if self.costs is not None:
            pairs["costs"] = ",".join(f"{cost:g}" for cost in self.costs)
        return pairs

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count edits and words: shape (S, N, K)."""
        data = corpus.test_set
        n_counted = 1 if self.costs is None else len(_COUNTED)
        counts = np.empty((len(data.systems), data.n_segments, n_counted), dtype=np.int64)
        n_references, lengths = np.empty((2, data.n_segments), dtype=np.int64)
        for segments, encoded in self._blocks(corpus):
            part, is_tercom = np.empty_like(counts[:, segments], order="C"), self.variant == "tercom"
            if self.costs is None:
                _native.ter_edits(encoded.arrays, is_tercom, part[..., 0], corpus.n_threads)
            else:
                _native.ter_counts(encoded.arrays, is_tercom, self.costs, part, corpus.n_threads)
            counts[:, segments] = part
            n_references[segments] = encoded.is_present.sum(axis=0)  # a missing one has length 0
            lengths[segments] = encoded.reference_lengths.sum(axis=0)
        # Whole means are held as integers, which no resample rounds.
        is_whole = not (lengths % n_references).any()
        ref_length = lengths // n_references if is_whole else lengths / n_references
        cost = counts[..., 0] if self.costs is None else counts @ np.array(self.costs, np.float64)
        columns = np.stack([cost, np.broadcast_to(ref_length, cost.shape)], axis=-1)
        if self.costs is not None:
            columns = np.concatenate([columns, counts], axis=-1)
        return Statistics.from_values(columns, corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        edits, ref_length = stats[..., 0], stats[..., 1]
        without_words = np.where(edits > 0, 1.0, 0.0)
        return 100.0 * ratio(edits, ref_length, otherwise=without_words)

    def align(self, hypothesis: str, references: Sequence[str | None]) -> TerAlignment:
        """Show the edits of one segment.

        Parameters
        ----------
        hypothesis : str
            The segment's translation.
        references : sequence of str
            A flat list of its references; None where one is missing.

        Returns
        -------
        TerAlignment
            Its `num_edits` are those that the score counts.

        Raises
        ------
        AlignmentError
            An argument is not a string, or a list of strings.
        SpecError
            The edits have costs.

        Examples
        --------
        >>> import steelyard as sy
        >>> alignment = sy.metrics.Ter().align("A B C", ["a c b d", "a b d"])
        >>> alignment.reference, alignment.operations
        (1, '==S')
        """
        if isinstance(references, str) or not isinstance(references, Sequence):
            raise AlignmentError("references must be a list of strings: for a single reference pass [reference].")
        if self.costs is not None:
            raise SpecError("Edits with costs of their own are counted, but cannot be shown: leave costs out.")
        data = TestSet(references=[[reference] for reference in references], systems={"hypothesis": [hypothesis]})
        corpus = Corpus(data)
        [(_, encoded)] = self._blocks(corpus)
        vocabulary = corpus.vocabulary.words()
        [hypothesis_ids] = encoded.hypotheses
        found = []
        for r, reference_ids in enumerate(encoded.references):
            if not encoded.is_present[r, 0]:
                continue
            shifts, operations = _native.ter_alignment(hypothesis_ids, reference_ids, self.variant == "tercom")
            words = tuple(vocabulary[i] for i in hypothesis_ids)
            shifted: Sequence[str] = words
            for shift in shifts:
                shifted = TerShift(*shift).apply(shifted)
            found.append(
                TerAlignment(
                    reference=r,
                    hypothesis=words,
                    reference_words=tuple(vocabulary[i] for i in reference_ids),
                    shifts=tuple(TerShift(*shift) for shift in shifts),
                    shifted_hypothesis=tuple(shifted),
                    operations=operations,
                )
            )
        return min(found, key=lambda alignment: alignment.num_edits)  # of equal ones the first

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the shifts, and what is kept or substituted after them."""
        explained = super().explain_segment(corpus)
        if self.costs is not None:
            return explained
        [[hypothesis]] = corpus.test_set.systems.values()
        found = self.align(hypothesis, [reference[0] for reference in corpus.test_set.references])
        places: Sequence[int] = range(len(found.hypothesis))  # where each word of the shifted output came from
        notes = []
        for shift in found.shifts:
            moved = " ".join(found.hypothesis[i] for i in places[shift.start : shift.start + shift.length])
            notes.append(f"shift {moved!r} from word {shift.start + 1} to word {shift.target + 1}")
            places = shift.apply(places)
        links, h, r = [], 0, 0
        for operation in found.operations:
            if operation in "=S":
                kind = "equal" if operation == "=" else "substitution"
                links.append(Link((places[h], places[h] + 1), (r, r + 1), kind))
            h += operation != "D"
            r += operation != "I"
        return replace(
            explained,
            hypothesis=found.hypothesis,
            reference=found.reference_words,
            reference_number=found.reference + 1,
            links=tuple(sorted(links, key=lambda link: link.hypothesis)),
            notes=tuple(notes),
        )

    def _blocks(self, corpus: Corpus) -> Iterable[tuple[slice, EncodedCorpus]]:
        of_references = self.reading(self._tokenizer_name(is_twice=True), lowercase=not self.case_sensitive)
        if of_references.tokenize == self.tokenizer_name:
            return corpus.blocks(self.text_reading)
        encoded = corpus.encode(self.text_reading)
        both = corpus.once((Ter, of_references), lambda: _with_references_as(of_references, encoded, corpus))
        return [(slice(None), both)]


def _with_references_as(reading: Reading, encoded: EncodedCorpus, corpus: Corpus) -> EncodedCorpus:
    """Read the references in another way than the systems' texts."""
    data = corpus.test_set
    alone = Corpus(TestSet(references=data.references, systems={"none": [""] * data.n_segments}))
    alone.vocabulary = corpus.vocabulary
    return EncodedCorpus(encoded.hypotheses, alone.encode(reading).references, encoded.is_present)
