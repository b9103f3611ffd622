"""Dependency F: shared dependency triples of parsed texts, with the variants of DEPEVAL."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import SetsOf, parses_of, synonym_sets, word_reader
from steelyard.metrics.parts.dependencies import Bag, Triple, match_synonyms, triples_of
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.registry import register
from steelyard.text import Corpus, Synonyms, read_synonyms
from steelyard.types import Parse, Statistics, TestSet
from steelyard.types.segment_explanation import SegmentExplanation

__all__ = ["DependencyF"]


class _Counts(NamedTuple):
    """Matched triples, and those of either side; with what was compared."""

    match: int
    n_hyp: int
    n_ref: int
    hypothesis: int = 0  # which parse of the output
    reference: int = 0  # which entry of the reference bags


@register
@dataclass(frozen=True)
class DependencyF(Metric):
    """Dependency F: the F-measure of dependency triples that output and reference share.

    What it measures
        Who does what to whom: both texts are parsed, each relation is a triple such as nsubj(resign, john), and so is
        each feature of a word, such as Number(john, Sing). The position of words does not matter, only what they depend
        on.

    When it misleads
        Where the parser errs, more so on bad output; `n_best` softens that. Labels differ between annotation schemes:
        both texts must come from the same parser, and scores with Universal Dependencies do not compare with those of
        the papers, which parse with a Lexical-Functional Grammar.

    Range and direction
        0 to 1, higher is better.

    Statistics
        match, n_hyp, n_ref (triples); with average=segment score and segments.

        Words are lemmas, or forms where there is none. Relations lose what follows a colon; roots and punctuation have
        none. Of several parses the pair with the best score counts, of several references the best one, ties to the
        first. Two texts without triples score 1, one without 0. Time grows with the product of the numbers of parses;
        with synonyms, with that of the triples of both texts.

    Parameters
    ----------
    features : tuple of str, default ("Number", "Person", "Tense")
        Features of words that are triples too; () leaves relations alone, as the papers' "predicates only".
    labelled : bool, default True
        Whether labels of relations and features count; False is the "norel" of DEPEVAL.
    partial : bool, default False
        Split each relation in two, nsubj(resign, _) and nsubj(_, john), so that one right word earns half.
    once : bool, default False
        Count equal triples once; the "one" of DEPEVAL.
    synonyms : str, default "none"
        As `steelyard.text.read_synonyms` takes it, such as ``wordnet``; words in a common set are the same. Triples
        are then matched one to one, as many as possible.
    n_best : int, default 1
        How many parses of each text to try.
    references : {"best", "union", "jackknife"}, default "best"
        Compare with each reference by itself; with the triples of all together; or with all but one together, each left
        out in turn, and average, as DEPEVAL does, so that a person's text, scored by union with the other references,
        compares with an output. With average=corpus the counts of all choices are added up.
    measure : {"f", "precision", "recall"}, default "f"
        The score; DEPEVAL reports recall.
    average : {"corpus", "segment"}, default "corpus"
        Score the sums of all segments, or average the scores of segments.
    lowercase : bool, default True
        Apply Python's `str.lower` to words first.

    Raises
    ------
    SpecError
        `n_best` is below 1.
    DataError
        A text has no parses, or words without heads.

    References
    ----------
    Owczarzak, van Genabith and Way 2007, "Labelled dependencies in machine translation evaluation", W07-0714.
    Owczarzak, van Genabith and Way 2007, "Dependency-based automatic evaluation for machine translation", W07-0411.
    Owczarzak 2009, "DEPEVAL(summ): dependency-based evaluation for automatic summaries", P09-1022.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> john, quit = Word("John", "john", head=2, deprel="nsubj"), Word("quit", "quit", head=0, deprel="root")
    >>> today = Word("today", "today", head=2, deprel="advmod")
    >>> data = sy.TestSet(
    ...     references=[["John quit today"]],
    ...     systems={"x": ["John quit"]},
    ...     parses={"reference 1": [[Parse((john, quit, today))]], "system x": [[Parse((john, quit))]]},
    ... )
    >>> round(sy.evaluate(data, metrics=["dependency-f"]).scores().scores[0].score, 4)
    0.6667
    """

    name: ClassVar[str] = "dependency-f"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "parses"
    cites: ClassVar[tuple[str, ...]] = ("owczarzak2007labelled", "owczarzak2007dependency")

    features: tuple[str, ...] = ("Number", "Person", "Tense")
    labelled: bool = True
    partial: bool = False
    once: bool = False
    synonyms: str = "none"
    n_best: int = 1
    references: Literal["best", "union", "jackknife"] = "best"
    measure: Literal["f", "precision", "recall"] = "f"
    average: Literal["corpus", "segment"] = "corpus"
    lowercase: bool = True

    def __post_init__(self) -> None:
        """Refuse options that are out of range."""
        super().__post_init__()
        if self.n_best < 1:
            raise SpecError(f"n_best must be 1 or more, not {self.n_best}.")
        object.__setattr__(self, "is_mean", self.average == "segment")

    @property
    def label(self) -> str:
        """``Dependency-F``, or precision or recall."""
        return "Dependency-F" if self.measure == "f" else f"Dependency-{self.measure}"

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K statistics."""
        return ("score", "segments") if self.average == "segment" else ("match", "n_hyp", "n_ref")

    def signature_fields(self) -> dict[str, str]:
        """Return casing, features, and what is not as in the paper."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "features": "+".join(self.features) or "none"}
        pairs |= {option: "yes" for option in ("partial", "once") if getattr(self, option)}
        if not self.labelled:
            pairs["labelled"] = "no"
        if self._synonyms is not None:
            pairs["syn"] = self._synonyms.signature
        if self.n_best > 1:
            pairs["nbest"] = str(self.n_best)
        defaults = {"references": "best", "measure": "f", "average": "corpus"}
        return pairs | {key: getattr(self, key) for key, default in defaults.items() if getattr(self, key) != default}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count triples: shape (S, N, 3), or (S, N, 2) of segment scores."""
        data, sets_of = corpus.test_set, synonym_sets(self._synonyms)
        references = self._reference_bags(data)
        counts = [
            [self._segment(hypotheses, bags, sets_of) for hypotheses, bags in zip(system, references, strict=True)]
            for system in (self._bags(data, f"system {name}") for name in data.system_names)
        ]
        values = np.array(counts).reshape(len(counts), data.n_segments, len(self.stat_names))
        if self.average == "corpus":
            values = values.astype(np.int64)
        return Statistics.from_values(values, data.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        if self.average == "segment":
            total, count = stats[..., 0], stats[..., 1]
            return ratio(total, count)
        return self._measure(stats)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the triples that match, and those that do not."""
        data, sets_of = corpus.test_set, synonym_sets(self._synonyms)
        [system] = data.system_names
        [hypotheses], [references] = self._bags(data, f"system {system}"), self._reference_bags(data)
        best = self._best(hypotheses, references, sets_of)
        number, reference = references[best.reference]
        pairs = _matched(hypotheses[best.hypothesis], reference, sets_of)
        words = [_forms(data, f"system {system}", best.hypothesis), _forms(data, f"reference {number or 1}", 0)]
        extra = hypotheses[best.hypothesis] - Counter(triple for triple, _ in pairs)
        missing = reference - Counter(triple for _, triple in pairs)
        notes = [f"matched: {one}" if one == other else f"matched: {one} with {other}" for one, other in pairs]
        notes += [f"output only: {triple}" for triple in sorted(extra.elements(), key=repr)]
        notes += [f"reference only: {triple}" for triple in sorted(missing.elements(), key=repr)]
        counts = np.array(best[:3], dtype=np.float64)
        return SegmentExplanation(
            score=float(self.score(np.array(self._segment(hypotheses, references, sets_of), dtype=np.float64))),
            hypothesis=words[0],
            reference=words[1],
            reference_number=number,
            parts=dict(zip(("match", "n_hyp", "n_ref"), counts.tolist(), strict=True)),
            notes=tuple(notes),
        )

    @cached_property
    def _synonyms(self) -> Synonyms | None:
        return None if self.synonyms == "none" else read_synonyms(self.synonyms)

    def _measure(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        match, n_hyp, n_ref = counts[..., 0], counts[..., 1], counts[..., 2]
        # 2 P R / (P + R) with P = match / n_hyp and R = match / n_ref.
        doubled = {"f": (2 * match, n_hyp + n_ref), "precision": (match, n_hyp), "recall": (match, n_ref)}
        part, whole = doubled[self.measure]
        nothing = np.where((n_hyp == 0) & (n_ref == 0), 1.0, 0.0)
        return ratio(part, whole, otherwise=nothing)

    def _bags(self, data: TestSet, text: str) -> list[list[Bag]]:
        """Return the triples of the best parses of each segment."""
        word = word_reader(self.text_reading)

        def bag(parse: Parse) -> Bag:
            return triples_of(
                parse, word, features=self.features, labelled=self.labelled, partial=self.partial, once=self.once
            )

        parses = parses_of(data, text, self.name, heads=True)
        return [[bag(parse) for parse in segment[: self.n_best]] for segment in parses]

    def _reference_bags(self, data: TestSet) -> list[list[tuple[int, Bag]]]:
        """Return, for each segment, what outputs are compared with: number of the reference (0 is all) and triples."""
        by_reference = [self._bags(data, f"reference {r + 1}") for r in range(len(data.references))]
        found = []
        for i in range(data.n_segments):
            present = [r for r, reference in enumerate(data.references) if reference[i] is not None]
            if self.references == "best":
                found.append([(r + 1, bag) for r in present for bag in by_reference[r][i]])
                continue
            choices = [present]
            if self.references == "jackknife" and len(present) > 1:
                choices = [[r for r in present if r != left_out] for left_out in present]
            found.append(
                [(0, union) for chosen in choices for union in self._unions([by_reference[r][i] for r in chosen])]
            )
        return found

    def _unions(self, bags: Sequence[Sequence[Bag]]) -> list[Bag]:
        """Join the triples of several references: those of their best parses, of their second, and so on."""
        n_parses = 1 if self.references == "jackknife" else max(len(parses) for parses in bags)
        found = []
        for k in range(n_parses):
            union = sum((parses[min(k, len(parses) - 1)] for parses in bags), Bag())
            found.append(Bag(dict.fromkeys(union, 1)) if self.once else union)
        return found

    def _segment(
        self, hypotheses: Sequence[Bag], references: Sequence[tuple[int, Bag]], sets_of: SetsOf | None
    ) -> tuple[float, ...]:
        """Return the statistics of a segment: those of the best reference, or of all choices of them."""
        choices = [[one] for one in references] if self.references == "jackknife" else [references]
        found = np.array([self._best(hypotheses, bags, sets_of)[:3] for bags in choices], dtype=np.float64)
        if self.average == "corpus":
            return tuple(found.sum(axis=0).tolist())
        return float(self._measure(found).mean()), 1.0

    def _best(
        self, hypotheses: Sequence[Bag], references: Sequence[tuple[int, Bag]], sets_of: SetsOf | None
    ) -> _Counts:
        """Compare every parse of the output with every reference bag; the first of the best pairs counts."""
        bags = [bag for _, bag in references]
        matched = _match_counts(hypotheses, bags, sets_of)
        found = [
            _Counts(int(matched[h, r]), hypothesis.total(), reference.total(), h, r)
            for r, reference in enumerate(bags)
            for h, hypothesis in enumerate(hypotheses)
        ]
        if len(found) == 1:
            return found[0]
        scores = self._measure(np.array([counts[:3] for counts in found], dtype=np.float64))
        return found[int(np.argmax(scores))]


def _match_counts(hypotheses: Sequence[Bag], references: Sequence[Bag], sets_of: SetsOf | None) -> NDArray[np.int64]:
    """Count the triples that each pair shares, shape (hypotheses, references)."""
    if sets_of is not None:
        return np.array([[len(match_synonyms(h, r, sets_of)) for r in references] for h in hypotheses])
    if len(hypotheses) == len(references) == 1:
        [[hypothesis], [reference]] = hypotheses, references
        return np.array([[sum(min(n, reference[triple]) for triple, n in hypothesis.items() if triple in reference)]])
    columns: dict[Triple, int] = {}
    for bag in (*hypotheses, *references):
        for triple in bag:
            columns.setdefault(triple, len(columns))
    counts = np.zeros((len(hypotheses) + len(references), len(columns)), dtype=np.int64)
    for row, bag in zip(counts, (*hypotheses, *references), strict=True):
        row[[columns[triple] for triple in bag]] = list(bag.values())
    ours, theirs = counts[: len(hypotheses)], counts[len(hypotheses) :]
    shared: NDArray[np.int64] = np.minimum(ours[:, None], theirs[None]).sum(axis=-1)
    return shared


def _matched(hypothesis: Bag, reference: Bag, sets_of: SetsOf | None) -> list[tuple[Triple, Triple]]:
    if sets_of is None:
        return [(triple, triple) for triple in sorted((hypothesis & reference).elements(), key=repr)]
    return match_synonyms(hypothesis, reference, sets_of)


def _forms(data: TestSet, text: str, parse: int) -> tuple[str, ...]:
    [segment] = parses_of(data, text, "dependency-f")
    return tuple(word.form for word in segment[parse].words)
