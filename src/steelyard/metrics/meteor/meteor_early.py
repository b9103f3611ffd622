"""What METEOR of 2005, 2007 and 2008 share: unigrams matched stage by stage, with the fewest crossings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, MissingExtraError, SpecError, unknown_name
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.meteor_matching import Matcher
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.text import Corpus, get_stemmer, porter_stem
from steelyard.types import Statistics
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["EarlyMeteor", "EarlyParameters"]

_STAGES = ("exact", "stem", "synonym")
_OF_STAGE = (4, 8, 12)  # matched words of the output among the aligner's counts: content, and function two further


class EarlyParameters(NamedTuple):
    """Weight of recall, exponent of fragmentation, largest penalty."""

    alpha: float
    beta: float
    gamma: float


@dataclass(frozen=True)
class EarlyMeteor(Metric):
    """Base of the three versions.

    What it measures
        Words of the output are matched to words of the reference in stages: the same word, the same stem, synonyms. A
        stage uses the words that earlier stages left, and matches as many as it can; of several ways the one with the
        fewest crossing matches counts, then the one with the fewest chunks, then with the shortest distances. A mean of
        precision and recall, with most weight on recall, is lowered by a penalty for the number of chunks: runs of
        matches that are adjacent, and in the same order, in both texts.

    When it misleads
        Words of equal form that mean other things match. Versions and parameters are not comparable with each other:
        the signature names them.

    Range and direction
        0 to 1, higher is better. A copy of the reference scores a little less than 1: it is one chunk, and a chunk
        costs something, most in short texts. Nothing matched scores 0, two empty texts 1.

    Statistics
        exact, stem, synonym (matched words of each stage), hyp_len, ref_len, chunks; the corpus score is that of their
        sums. With ``average=segments``: score, segments. Of several references the one with the highest score counts.
        Time grows with `beam` and with the number of possible matches.

    Parameters
    ----------
    alpha, beta, gamma : float, optional
        Weight of recall, exponent of fragmentation and largest penalty, in place of the published ones.
    without : str or tuple of str, default ()
        Stages to leave out, with a space between them.
    beam : int, default 40
        Partial alignments that the search for the fewest crossings keeps; the authors say of their search only what
        it looks for.
    average : {"corpus", "segments"}, default "corpus"
        Score sums over the corpus, or average the scores of segments, as some papers and packages do.
    tokenize : str, default "13a"
        Tokenizer; the papers keep the words they are given, as ``none`` does.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The synonyms are missing or cannot be read: name them, or leave the stage out.
    """

    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "references; word lists"
    published: ClassVar[dict[str, dict[str, EarlyParameters]]]  # by language, then by tuning

    language: str = "en"
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    without: str | tuple[str, ...] = ()
    synonyms: str = "wordnet"
    beam: int = 40
    average: Literal["corpus", "segments"] = "corpus"
    lowercase: bool = True
    tokenize: str = "13a"

    def __post_init__(self) -> None:
        """Refuse options that do not exist or are out of range."""
        super().__post_init__()
        if self.language not in self.published:
            raise unknown_name(f"language of {self.name}", self.language, self.published)
        if isinstance(self.without, str):
            object.__setattr__(self, "without", tuple(self.without.split()))
        for stage in self.without:
            if stage not in _STAGES:
                raise unknown_name("stage", stage, _STAGES)
        if not 1 <= self.beam <= 10_000:
            raise SpecError(f"beam must be from 1 to 10000, not {self.beam}.")
        for option, most in (("alpha", 1), ("beta", 100), ("gamma", 1)):
            value = getattr(self, option)
            if value is not None and not 0 <= value <= most:
                raise SpecError(f"{option} must be from 0 to {most}, not {value}.")
        if not self.stages:
            raise SpecError("No stage is left that could match words: leave out less.")

    @property
    def label(self) -> str:
        """``METEOR-2005`` and so on."""
        return self.name.upper()

    @property
    def tuning(self) -> str:
        """Which of the published parameters of a language are used."""
        return "original"

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that are used; there are synonyms of English only."""
        known = _STAGES if self.language == "en" else _STAGES[:2]
        return tuple(stage for stage in known if stage not in self.without)

    @property
    def parameters(self) -> EarlyParameters:
        """The parameters that are used: the published ones but for those given."""
        given = {option: getattr(self, option) for option in EarlyParameters._fields}
        published = self.published[self.language][self.tuning]
        return published._replace(**{option: value for option, value in given.items() if value is not None})

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K statistics."""
        if self.average == "segments":
            return ("score", "segments")
        return ("exact", "stem", "synonym", "hyp_len", "ref_len", "chunks")

    def signature_fields(self) -> dict[str, str]:
        """Return parameters, stages with a hash of each resource, average, casing and tokenizer."""
        resources: dict[str, Callable[[], str]] = {
            "stem": lambda: self._stemmer()[1],
            "synonym": lambda: self.matcher().find_synonyms().signature,
        }
        stages = []
        for stage in self.stages:
            try:
                stages.append(f"{stage}[{resources[stage]()}]" if stage in resources else stage)
            except (DataError, MissingExtraError):  # `statistics` says how to get it
                stages.append(f"{stage}[missing]")
        pairs = {
            "lang": self.language,
            "par": "/".join(f"{value:g}" for value in self.parameters),
            "stages": "+".join(stages),
            "avg": self.average,
            **self.reading_fields(),
        }
        return pairs | ({"beam": str(self.beam)} if self.beam != 40 else {})

    def statistics(self, corpus: Corpus) -> Statistics:
        """Align every output to its references: shape (S, N, K), of the best reference."""
        counts, best = self._count(corpus)
        chosen = take_reference(counts, best)
        if self.average == "segments":
            scores = self._score(chosen.astype(np.float64))
            columns = np.stack([scores, np.ones(scores.shape)], axis=-1)
            return Statistics.from_values(columns, corpus.test_set.document_codes())
        return Statistics.from_values(chosen, corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., K) -> (...)."""
        if self.average == "segments":
            total, count = stats[..., 0], stats[..., 1]
            return ratio(total, count)
        return self._score(stats)

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the alignment with the reference that counts."""
        counts, best = self._count(corpus)
        stats = take_reference(counts, best)[0, 0].astype(np.float64)
        hypothesis, reference, links = self.matcher().links(corpus, self.text_reading, int(best[0, 0]))
        parts = {name: float(value) for name, value in self._parts(stats).items()}
        return SegmentExplanation(
            score=float(self._score(stats)),
            hypothesis=tuple(hypothesis),
            reference=tuple(reference),
            reference_number=int(best[0, 0]) + 1,
            links=tuple(links),
            parts=parts | {"chunks": float(stats[5])},
        )

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return precision, recall, their mean and the penalty, and the counts."""
        counts, verbose = super().explain(stats)
        if self.average == "segments":
            return counts, verbose
        return {name: float(value) for name, value in self._parts(stats).items()} | counts, verbose

    def alignments(self, corpus: Corpus) -> Iterator[tuple[int, list[Link]]]:
        """Align the words of every output with the reference that counts."""
        return self.matcher().alignments(corpus, self.text_reading, self._count(corpus)[1])

    def _count(self, corpus: Corpus) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count matches with every reference, and find the best one: shapes (R, S, N, 6) and (S, N)."""
        columns, is_present = self._align(corpus)
        return columns, choose_reference([-self._score(columns.astype(np.float64))], is_present)

    def _align(self, corpus: Corpus) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Count matches with every reference, once for all parameters that only weigh them."""
        reading = self.text_reading

        def count() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
            counts, is_present = self.matcher().count(corpus, reading)
            matches = [counts[..., place] + counts[..., place + 2] for place in _OF_STAGE]
            return np.stack([*matches, counts[..., 0], counts[..., 1], counts[..., 20]], axis=-1), is_present

        key = ("early meteor", reading, self.language, self.stages, self.synonyms, self.beam)
        return corpus.once(key, count)

    def _stemmer(self) -> tuple[Callable[[str], str], str]:
        if self.language == "en":
            return porter_stem, "porter"
        return get_stemmer(self.language, f"The stage stem of {self.name}")

    def check_resources(self) -> None:
        """Refuse to go on without the stemmer of the language."""
        if "stem" in self.stages:
            self._stemmer()

    def matcher(self) -> Matcher:
        """Return the aligner with its resources."""
        return Matcher(self.stages, lambda: self._stemmer()[0], self.synonyms, "", "", "crossings", self.beam)

    def _parts(self, stats: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        alpha, beta, gamma = self.parameters
        matches = stats[..., 0] + stats[..., 1] + stats[..., 2]
        precision, recall = ratio(matches, stats[..., 3]), ratio(matches, stats[..., 4])
        # P R / (alpha P + (1 - alpha) R): with alpha 0.9 the 10 P R / (R + 9 P) of 2005.
        mean = ratio(precision * recall, alpha * precision + (1 - alpha) * recall)
        penalty = gamma * np.power(ratio(stats[..., 5], matches), beta)
        return {"precision": precision, "recall": recall, "f_mean": mean, "penalty": penalty}

    def _score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        parts = self._parts(stats)
        score = parts["f_mean"] * (1 - parts["penalty"])
        return np.where((stats[..., 3] == 0) & (stats[..., 4] == 0), 1.0, score)
