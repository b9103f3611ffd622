"""What a metric is: statistics that add up, and a function that scores their sums."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import AlignmentError
from steelyard.metrics.parts.options import check_option, spell
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.shapes import by_reference
from steelyard.reprs import short_repr
from steelyard.text import Corpus, Reading, UnicodeForm, fitting_tokenizer, get_tokenizer, parse_view
from steelyard.types import Statistics, TestSet
from steelyard.version import __version__

if TYPE_CHECKING:
    from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["CorpusScore", "MeanMetric", "Metric", "package_version"]


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """A score with what explains it.

    Attributes
    ----------
    name : str
        The metric's label, such as ``"BLEU"``.
    score : float
        In the metric's own unit.
    signature : str
        What was done to the text, in sacreBLEU's form.
    details : mapping of str to float or tuple of float
        The parts the score is made of; they can also be read as attributes.
    verbose : str, default ""
        The same as sacreBLEU prints it.

    Examples
    --------
    >>> import steelyard as sy
    >>> result = sy.metrics.Bleu().corpus_score(["the cat sat down"], [["the cat sat down"]])
    >>> round(result.score, 9), result.bp
    (100.0, 1.0)
    """

    name: str
    score: float
    signature: str
    details: Mapping[str, float | tuple[float, ...]]
    verbose: str = ""

    __repr__ = short_repr

    def __getattr__(self, name: str) -> float | tuple[float, ...]:
        """Read a detail as an attribute."""
        details: Mapping[str, float | tuple[float, ...]] = object.__getattribute__(self, "details")
        if name not in details:
            raise AttributeError(f"{type(self).__name__} of {self.name} has no {name!r}; details: {', '.join(details)}")
        return details[name]

    def __str__(self) -> str:
        """Return sacreBLEU's text line."""
        return f"{self.name}|{self.signature} = {self.score:.2f} {self.verbose}".rstrip()


@dataclass(frozen=True)
class Metric(ABC):
    """Base of every metric: a frozen value whose fields are its options.

    A metric's spelling is ``name`` or ``name(option=value, ...)``; `str` gives it, `steelyard.metrics.parse` reads it.
    Subclasses set the class attributes and define `stat_names`, `statistics`, `score` and `signature_fields`; where the
    score is a mean over segments they derive from `MeanMetric`.

    Attributes
    ----------
    name : str
        Spelling without options, such as ``"bleu"``.
    higher_is_better : bool
        Direction.
    bounds : tuple of float
        Least and greatest score.
    is_mean : bool, default False
        True when K = 2 and the score is the first sum over the second, the number of segments.
    needs : str, default "references"
        What it is computed from, besides the output: references, parses or word alignments.
    languages : tuple of str
        ISO 639-1 codes of those that it has resources or published parameters for; empty where it has none of any.
    cites : tuple of str
        BibTeX keys of the literature that a report with the metric should cite.
    bibtex : str
        Entries of these keys, a blank line between them, of a metric of another package; those of ours stand in
        ``page/references.bib``.
    scale : int, default 1
        100 where scores are printed as percentages: those of sacreBLEU and their relatives.
    is_corpus_bound : bool, default False
        True when a segment's statistics depend on the references of the other segments too. Resamples and subsets then
        keep the statistics of the whole test set; measured by themselves, their segments would have others.
    renamed : mapping of str to str, default {}
        Options by their former names, and what is written now.

    Parameters
    ----------
    unicode_form : {"none", "NFC", "NFKC"}, default "none"
        Bring all texts to this normal form first.
    remove_punctuation : bool, default False
        Delete every character of Unicode's punctuation categories first (``P*``; symbols such as ``$`` stay).
    view : str, default "words"
        What counts as a word: ``words``, ``char``, ``stem:LANGUAGE``, ``lemma:LANGUAGE``, ``factor:K`` or
        ``split:MARK``, ``prefix:N``; `steelyard.text.VIEWS` says what each is.

    Examples
    --------
    >>> import steelyard as sy
    >>> str(sy.metrics.Bleu(lowercase=True))
    'bleu(lowercase=True)'
    """

    name: ClassVar[str]
    higher_is_better: ClassVar[bool]
    bounds: ClassVar[tuple[float, float]]
    is_mean: ClassVar[bool] = False
    needs: ClassVar[str] = "references"
    languages: ClassVar[tuple[str, ...]] = ()
    cites: ClassVar[tuple[str, ...]] = ()
    bibtex: ClassVar[str] = ""
    scale: ClassVar[int] = 1
    is_corpus_bound: ClassVar[bool] = False
    renamed: ClassVar[Mapping[str, str]] = {}

    unicode_form: UnicodeForm = field(default="none", kw_only=True)
    remove_punctuation: bool = field(default=False, kw_only=True)
    view: str = field(default="words", kw_only=True)

    def __getstate__(self) -> dict[str, object]:
        """Leave out what was read or computed once from the options: another process does so for itself."""
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    def __post_init__(self) -> None:
        """Refuse wrong types, unknown views and tokenizers; lists become tuples, and NumPy's numbers Python's."""
        for option in fields(self):
            value = getattr(self, option.name)
            if isinstance(value, list | np.ndarray):
                object.__setattr__(self, option.name, tuple(value))
            elif isinstance(value, np.generic):
                object.__setattr__(self, option.name, value.item())
            check_option(option.name, getattr(self, option.name), option.type)
        parse_view(self.view)
        if tokenize := getattr(self, "tokenize", None):
            get_tokenizer(tokenize)

    @property
    def label(self) -> str:
        """Short name for tables and signatures, such as ``BLEU``."""
        return self.name

    @property
    @abstractmethod
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K statistics."""

    @abstractmethod
    def statistics(self, corpus: Corpus) -> Statistics:
        """Count: statistics of every system and segment, shape (S, N, K)."""

    @abstractmethod
    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics, vectorised: shape (..., K) -> (...)."""

    @abstractmethod
    def signature_fields(self) -> dict[str, str]:
        """Options as sacreBLEU's signature prints them, such as ``{"tok": "13a"}``."""

    def reading(self, tokenize: str, *, lowercase: bool = False) -> Reading:
        """Say how this metric reads texts: with a tokenizer and casing of its own, and the options every metric has."""
        return Reading(tokenize, lowercase, self.unicode_form, self.remove_punctuation, self.view)

    def check_resources(self) -> None:
        """Refuse to go on, before texts are read, where a word list or package is missing; most need none."""
        for metric in self.inner_metrics:
            metric.check_resources()

    @property
    def text_reading(self) -> Reading:
        """How texts are read: by the options `tokenize` and `lowercase`, as far as the metric has them."""
        return self.reading(getattr(self, "tokenize", "none"), lowercase=getattr(self, "lowercase", False))

    @property
    def inner_metrics(self) -> "tuple[Metric, ...]":
        """Other metrics whose scores this one is made of."""
        return ()

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """The ways in which texts are cut into words; none where characters, whole texts or parses are compared."""
        if self.inner_metrics:
            return tuple(reading for metric in self.inner_metrics for reading in metric.word_readings)
        return (self.text_reading,) if self.needs.startswith(("references", "alignments")) else ()

    @property
    def has_tokenizer(self) -> bool:
        """Whether an option says what its words are."""
        return any(option.name == "tokenize" for option in fields(self))

    def fitted(self, scripts: Sequence[str], named: Container[str] = ()) -> "Metric":
        """Return this metric with a tokenizer that finds words in texts without spaces between them.

        Parameters
        ----------
        scripts : sequence of str
            Of the texts, from `steelyard.text.SPACELESS`.
        named : container of str, default ()
            Options that somebody chose: they stay as they are.

        Returns
        -------
        Metric
            The same where its words fit, or no option of it says what words are.
        """
        if not self.has_tokenizer or "tokenize" in named:
            return self
        from steelyard.text import cuts_words  # which few texts need

        if all(cuts_words(reading, scripts) for reading in self.word_readings):
            return self
        changes: dict[str, Any] = {"tokenize": fitting_tokenizer(scripts)}
        return replace(self, **changes)

    def reading_fields(self) -> dict[str, str]:
        """Return casing and tokenizer as signatures print them."""
        reading = self.text_reading
        return {"case": "lc" if reading.lowercase else "mixed", "tok": get_tokenizer(reading.tokenize).signature}

    def compared_word(self, word: str) -> str:
        """Return what is compared in place of a word that was read, such as its stem: by default the word."""
        return word

    def alignments(self, corpus: Corpus) -> "Iterator[tuple[int, list[Link]]] | None":
        """Align the words of outputs by more than that they are the same.

        Parameters
        ----------
        corpus : Corpus
            Texts.

        Returns
        -------
        iterator of (int, list of Link), or None
            System by system, for each segment the reference that counts, from 0, and what was matched with it. None
            for a metric that knows no other match than of words that are the same.
        """
        return None

    def segment_metric(self) -> "Metric":
        """Return the variant that scores single segments: itself, unless single segments need other options."""
        return self

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return the parts of one score, from statistics of shape (K,), as numbers and as sacreBLEU's verbose text."""
        return {name: float(value) for name, value in zip(self.stat_names, stats, strict=True)}, ""

    def explain_segment(self, corpus: Corpus) -> "SegmentExplanation":
        """Show what made the score of a single segment.

        Metrics that match words say which; by default there are the texts and the parts of the score.

        Parameters
        ----------
        corpus : Corpus
            Of one system and one segment.

        Returns
        -------
        SegmentExplanation
            With the score that `statistics` and `score` give the segment.
        """
        from steelyard.types.segment_explanation import SegmentExplanation  # not needed for scores

        statistics = self.statistics(corpus)
        sums = statistics.scaled(statistics.totals())[0]
        parts, verbose = self.explain(sums)
        data = corpus.test_set
        [[hypothesis]] = data.systems.values()
        present = [r for r, [reference] in enumerate(data.references) if reference is not None]
        reference = data.references[present[0]][0] or ""
        return SegmentExplanation(
            score=float(self.score(sums)),
            hypothesis=tuple(hypothesis.split()),
            reference=tuple(reference.split()),
            reference_number=present[0] + 1 if len(data.references) == 1 else 0,
            parts=parts,
            notes=(verbose,) if verbose else (),
        )

    def signature(self, reference_count: str) -> str:
        """Return the signature: ``nrefs``, the metric's own fields, and the version of Steelyard."""
        pairs = {"nrefs": reference_count, **self.signature_fields()}
        if self.unicode_form != "none":
            pairs["unicode"] = self.unicode_form
        if self.remove_punctuation:
            pairs["punctuation"] = "removed"
        if self.view != "words":
            pairs["view"] = parse_view(self.view).signature
        pairs["version"] = f"sy.{__version__}"
        return "|".join(f"{key}:{value.replace('|', '%7C')}" for key, value in pairs.items())

    def corpus_score(self, hypotheses: Sequence[str], references: Sequence[Sequence[str | None] | str]) -> CorpusScore:
        """Score one system's output.

        Parameters
        ----------
        hypotheses : sequence of str
            One string per segment, N in all.
        references : sequence of sequence of str or None
            ``[reference][segment]``, as in sacreBLEU, whenever every inner list has length N; otherwise
            ``[segment][reference]`` when the outer list has length N.

        Returns
        -------
        CorpusScore
            The score with its parts and signature.

        Raises
        ------
        AlignmentError
            The shapes fit neither reading.
        DataError
            The metric needs parses or word alignments, which strings do not have.

        Examples
        --------
        >>> import steelyard as sy
        >>> score = sy.metrics.Bleu().corpus_score(["the cat sat here", "a dog ran"], [["the cat sat", "the dog ran"]])
        >>> round(score.score, 2)
        51.7
        """
        data = TestSet(references=by_reference(hypotheses, references), systems={"hypothesis": hypotheses})
        from steelyard.text import warn_of_misfit  # once more than ASCII is scored

        warn_of_misfit(self, data.references)
        corpus = Corpus(data)
        statistics = self.statistics(corpus)
        sums = statistics.scaled(statistics.totals())[0]
        details, verbose = self.explain(sums)
        return CorpusScore(
            self.label, float(self.score(sums)), self.signature(corpus.reference_count), details, verbose
        )

    def sentence_score(self, hypothesis: str, references: Sequence[str | None]) -> CorpusScore:
        """Score one segment against its references.

        Parameters
        ----------
        hypothesis : str
            The segment's translation.
        references : sequence of str
            A flat list of its references.

        Returns
        -------
        CorpusScore
            The score under this metric's own options.

        Raises
        ------
        AlignmentError
            An argument is not a string, or a list of strings.

        Examples
        --------
        >>> import steelyard as sy
        >>> bleu = sy.metrics.Bleu(effective_order=True)
        >>> round(bleu.sentence_score("a dog ran", ["the dog ran", "a dog runs"]).score, 2)
        79.37
        """
        if not isinstance(hypothesis, str):
            raise AlignmentError(f"hypothesis must be one string, not {type(hypothesis).__name__}.")
        if isinstance(references, str) or not isinstance(references, Sequence):
            raise AlignmentError("references must be a list of strings: for a single reference pass [reference].")
        return self.corpus_score([hypothesis], [[reference] for reference in references])

    def __str__(self) -> str:
        """Return the spelling: name and the options that differ from their defaults."""
        options = [
            f"{option.name}={spell(getattr(self, option.name))}"
            for option in fields(self)
            if getattr(self, option.name) != option.default
        ]
        return f"{self.name}({', '.join(options)})" if options else self.name


@dataclass(frozen=True)
class MeanMetric(Metric):
    """Base of metrics whose score is the mean of segment scores; subclasses define `segment_scores`.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.parse("exact-match")
    >>> metric.stat_names, metric.is_mean
    (('score', 'segments'), True)
    """

    is_mean: ClassVar[bool] = True

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics."""
        return ("score", "segments")

    @abstractmethod
    def segment_scores(self, corpus: Corpus) -> NDArray[np.float64]:
        """Score every segment of every system: shape (S, N)."""

    def statistics(self, corpus: Corpus) -> Statistics:
        """Score every segment: statistics of shape (S, N, 2)."""
        scores = self.segment_scores(corpus)
        return Statistics.from_values(
            np.stack([scores, np.ones(scores.shape)], axis=-1), corpus.test_set.document_codes()
        )

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Average: shape (..., 2) -> (...); no segment at all scores 0."""
        total, count = stats[..., 0], stats[..., 1]
        return ratio(total, count)


def package_version() -> str:
    """Return the installed version of Steelyard.

    Returns
    -------
    str
        Such as ``"0.1.0"``.

    Examples
    --------
    >>> import steelyard as sy
    >>> sy.metrics.package_version() == sy.__version__
    True
    """
    return __version__
