"""METEOR 1.5."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, MissingExtraError, SpecError, unknown_name
from steelyard.fixed_order import product
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.meteor_matching import COUNTS, Counts, Matcher
from steelyard.metrics.parts.meteor_parameters import (
    LANGUAGES,
    NORMALISED,
    STAGES,
    Parameters,
    find_parameters,
    stages_of,
)
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.references import choose_reference, take_reference
from steelyard.metrics.registry import register
from steelyard.text import Corpus, MeteorLists, Reading, find_meteor_lists, get_stemmer, what_meteor_lacks
from steelyard.types import Statistics
from steelyard.types.segment_explanation import Link, SegmentExplanation

__all__ = ["Meteor15"]

_OTHER_CODES = {"cz": "cs", "se": "sv"}  # METEOR's own
_FOUND = "resources"  # synonyms that are those of the resources


@register
@dataclass(frozen=True)
class Meteor15(Metric):
    """METEOR 1.5: how many words of output and reference match, also as stems, synonyms and paraphrases, and in order.

    What it measures
        Words of the output are aligned to words of the reference that are the same, have the same stem, share a set of
        synonyms, or are part of paraphrases of each other. Precision and recall of matched words, weighted by kind of
        match and by whether they are content or function words, make a mean, and a penalty grows with the number of
        chunks that the matches fall into. Alignment and words are those of the program, meteor-1.5.jar, with ``-l``
        and ``-norm``; `search` has an alignment without its slips.

    When it misleads
        It is as good as its resources: without synonyms or paraphrases it is another metric, and the signature says
        so. Its parameters were fitted to systems of 2009 to 2013. Scores of tasks and languages are not comparable. A
        list of function words that is cut into words in another way than the texts finds nothing.

    Range and direction
        0 to 1, higher is better. A segment that is matched whole in one chunk has no penalty. An empty text scores 0,
        two empty texts too, with ``search=exact`` 1.

    Statistics
        hyp_len, ref_len and hyp_function, ref_function: words, and function words among them; then for every stage
        matched content words of output and reference, and matched function words; chunks, 0 where all is matched in
        one; hyp_matches, ref_matches. With `char_based` words count as much as they have characters, but for the last
        two. Of several references the one with the highest score counts. Time grows with the number of possible matches
        and with `beam`.

    Parameters
    ----------
    language : str, default "en"
        ISO 639-1 code (METEOR's ``cz`` and ``se`` too), or ``other``: says which stages, stemmer and parameters there
        are.
    task : {"default", "rank", "adq", "hter", "util", "li", "tune", "universal"}, default "default"
        Published parameters: fitted to ranks, to adequacy, to HTER, to usefulness for translators, for any language,
        for tuning, for any language with paraphrases. By default ``rank`` where the language has it, else ``li``.
    alpha, beta, gamma, delta : float, optional
        Weight of recall, exponent of fragmentation, largest penalty, weight of content words: in place of the task's.
    weights : tuple of float, optional
        Of the stages exact, stem, synonym and paraphrase, in place of the task's.
    without : str or tuple of str, default ()
        Stages to leave out, with a space between them: ``without="synonym paraphrase"``.
    resources : str, default ""
        Where METEOR's own word lists are: its jar, the package pycocoevalcap (a folder or a wheel), or a folder of
        METEOR's release; by default that package where it is installed. `steelyard.text.find_meteor_lists`.
    paraphrases : str, default ""
        Paraphrase table in METEOR's format, in place of that of `resources`; `steelyard.text.read_paraphrases`.
    function_words : str, default ""
        File with one function word per line, in place of that of `resources`, or ``none``: every word counts as a
        content word.
    beam : int, default 40
        Partial alignments that the search keeps.
    char_based : bool, default False
        Words count as much as they have characters, as the program's ``-ch``.
    search : {"jar", "exact"}, default "jar"
        ``jar``: the alignment of meteor-1.5.jar. It adds up halves in a whole number, so that single-word stems and
        synonyms count nothing while the search goes on, books distances on the wrong partial alignment, and treats
        words and stems with equal Java hashes as equal, such as the French ``n'`` and ``le``. ``exact``: of all
        alignments the one that covers most words, exact matches twice; then the one with fewest chunks, then with the
        shortest distances.
    tokenize : str, default ""
        Tokenizer. By default the program's ``-norm``, ``meteor:LANG:FILE``, with the abbreviations of `resources`; for
        languages without one its ``-lower``, ``space``.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        A resource of a stage is missing or cannot be read: name it, or leave the stage out.

    References
    ----------
    Denkowski and Lavie 2014, "Meteor Universal: language specific translation evaluation for any target language",
    W14-3348, doi:10.3115/v1/W14-3348.

    Examples
    --------
    >>> import steelyard as sy
    >>> lists = "without=paraphrase, synonyms=examples/synonyms.tsv, function_words=none, tokenize=meteor:en"
    >>> meteor = sy.metrics.parse(f"meteor-1.5({lists})")
    >>> score = meteor.sentence_score("the ship departs at nine", ["the ferry leaves at nine"])
    >>> score.chunks, round(score.precision, 3), round(score.score, 3)
    (0.0, 0.92, 0.92)
    """

    name: ClassVar[str] = "meteor-1.5"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    needs: ClassVar[str] = "references; word lists"
    languages: ClassVar[tuple[str, ...]] = LANGUAGES
    cites: ClassVar[tuple[str, ...]] = ("denkowski2014meteor",)
    version: ClassVar[str] = "1.5"
    renamed: ClassVar[Mapping[str, str]] = {"quirks": "search=jar, the default, or search=exact for quirks=none"}

    language: str = "en"
    task: str = "default"
    alpha: float | None = None
    beta: float | None = None
    gamma: float | None = None
    delta: float | None = None
    weights: tuple[float, ...] | None = None
    without: str | tuple[str, ...] = ()
    synonyms: str = "meteor"
    resources: str = ""
    paraphrases: str = ""
    function_words: str = ""
    beam: int = 40
    char_based: bool = False
    search: Literal["jar", "exact"] = "jar"
    lowercase: bool = True
    tokenize: str = ""

    def __post_init__(self) -> None:
        """Refuse options that do not exist or are out of range."""
        super().__post_init__()
        object.__setattr__(self, "language", _OTHER_CODES.get(self.language, self.language))
        if isinstance(self.without, str):
            object.__setattr__(self, "without", tuple(self.without.split()))
        for stage in self.without:
            if stage not in STAGES:
                raise unknown_name("stage", stage, STAGES)
        if not 1 <= self.beam <= 10_000:
            raise SpecError(f"beam must be from 1 to 10000, not {self.beam}.")
        given = self.weights
        if given is not None and (len(given) != len(STAGES) or not all(0 <= weight <= 1 for weight in given)):
            raise SpecError(
                f"weights must be four numbers from 0 to 1, one per stage ({', '.join(STAGES)}), not {given}."
            )
        for option, most in (("alpha", 1), ("beta", 100), ("gamma", 1), ("delta", 1)):
            value = getattr(self, option)
            if value is not None and not 0 <= value <= most:
                raise SpecError(f"{option} must be from 0 to {most}, not {value}.")
        if not self.stages:
            raise SpecError("No stage is left that could match words: leave out less.")
        self._find_parameters()  # refuses a task that the language does not have

    @property
    def label(self) -> str:
        """``METEOR-1.5`` and so on."""
        return self.name.upper()

    @property
    def stages(self) -> tuple[str, ...]:
        """The stages that are used."""
        return tuple(stage for stage in stages_of(self.language, self.task) if stage not in self.without)

    @property
    def parameters(self) -> Parameters:
        """The weights that are used: those of the task but for those given."""
        return self._find_parameters()

    def _find_parameters(self) -> Parameters:
        given = {option: getattr(self, option) for option in Parameters._fields}
        if None not in given.values():
            return Parameters(**given)
        published = find_parameters(self.version, self.language, self.task)
        return published._replace(**{option: value for option, value in given.items() if value is not None})

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 23 statistics."""
        return COUNTS

    def signature_fields(self) -> dict[str, str]:
        """Return parameters, stages with a hash of each resource, casing and tokenizer."""
        weights = ",".join(f"{weight:g}" for weight in self.parameters.weights)
        numbers = "/".join(f"{value:g}" for value in self.parameters[:4])
        resources: dict[str, Callable[[], str]] = {
            "stem": lambda: self._stemmer()[1],
            "synonym": lambda: self._matcher().find_synonyms().signature,
            "paraphrase": lambda: self._matcher().find_paraphrases().signature,
            "function words": lambda: self._matcher().find_function_words().signature,
        }
        stages = [f"{stage}[{_try(resources[stage])}]" if stage in resources else stage for stage in self.stages]
        pairs = {
            "lang": self.language,
            "par": f"{numbers}/{weights}",
            "stages": "+".join(stages),
            "func": "none" if self.function_words == "none" else _try(resources["function words"]),
            "case": "lc" if self.lowercase else "mixed",
            "tok": _try(lambda: self.reading_fields()["tok"]),
        }
        extras = {"beam": (self.beam, 40), "chars": (self.char_based, False), "search": (self.search, "jar")}
        return pairs | {key: str(value).lower() for key, (value, usual) in extras.items() if value != usual}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Align every output to its references: shape (S, N, 23), of the best reference."""
        counts, best = self._count(corpus)
        return Statistics.from_values(take_reference(counts, best), corpus.test_set.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score summed statistics: shape (..., 23) -> (...)."""
        return self._parts(stats)["score"]

    def explain(self, stats: NDArray[np.float64]) -> tuple[dict[str, float | tuple[float, ...]], str]:
        """Return precision, recall, their mean, the penalty and the counts."""
        counts, verbose = super().explain(stats)
        return {name: float(value) for name, value in self._parts(stats).items() if name != "score"} | counts, verbose

    def explain_segment(self, corpus: Corpus) -> SegmentExplanation:
        """Show the alignment with the reference that counts."""
        counts, best = self._count(corpus)
        reference = int(best[0, 0])
        stats = take_reference(counts, best)[0, 0].astype(np.float64)
        hypothesis, words, links = self._matcher().links(corpus, self.text_reading, reference)
        parts = {name: float(value) for name, value in self._parts(stats).items() if name != "score"}
        return SegmentExplanation(
            score=float(self.score(stats)),
            hypothesis=tuple(hypothesis),
            reference=tuple(words),
            reference_number=reference + 1,
            links=tuple(links),
            parts=parts | {"chunks": float(stats[20])},
        )

    def alignments(self, corpus: Corpus) -> Iterator[tuple[int, list[Link]]]:
        """Align the words of every output with the reference that counts."""
        return self._matcher().alignments(corpus, self.text_reading, self._count(corpus)[1])

    def _count(self, corpus: Corpus) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Count matches with every reference, and find the best one: shapes (R, S, N, 23) and (S, N)."""
        counts, is_present = self._align(corpus)
        return counts, choose_reference([-self.score(counts.astype(np.float64))], is_present)

    def _align(self, corpus: Corpus) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Count matches with every reference, once for all parameters that only weigh them."""
        self.check_resources()
        reading, lists = self.text_reading, self._lists()

        def count() -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
            counts, is_present = self._matcher().count(corpus, reading)
            counts[..., 20][_is_whole(counts)] = 0
            return counts, is_present

        search = (self.search, self.beam, self.char_based)
        return corpus.once(("meteor 1", reading, self.language, self.stages, lists, search), count)

    def _stemmer(self) -> tuple[Callable[[str], str], str]:
        return get_stemmer(self.language, f"The stage stem of {self.name}")

    def _lists(self) -> MeteorLists:
        """Return the word lists by path: those that are named, else those that are found."""
        given = {
            name: value for name in ("synonyms", "paraphrases", "function_words") if (value := getattr(self, name))
        }
        if self.synonyms == _FOUND:
            del given["synonyms"]
        return find_meteor_lists(self.resources, self.language)._replace(**given)

    def _matcher(self) -> Matcher:
        lists = self._lists()
        return Matcher(
            self.stages,
            lambda: self._stemmer()[0],
            lists.synonyms,
            lists.paraphrases,
            "" if lists.function_words == "none" else lists.function_words,
            "jar" if self.search == "jar" else "chunks",
            self.beam,
            self.char_based,
        )

    @property
    def text_reading(self) -> Reading:
        """How texts are read: by default as the program does with ``-norm``."""
        tokenize = self.tokenize or (
            f"meteor:{self.language}:{self._lists().abbreviations}" if self._is_normalised else "space"
        )
        return self.reading(tokenize, lowercase=self.lowercase)

    @property
    def _is_normalised(self) -> bool:
        return not self.tokenize and self.language in NORMALISED

    def check_resources(self) -> None:
        """Refuse to go on without what the stages need, all in one message: a stage is never dropped in silence."""
        needs = [*self.stages, "function words", *(["abbreviations"] if self._is_normalised else [])]
        if told := what_meteor_lacks(needs, self._lists(), self.language):
            raise DataError(f"{self.name} lacks {told}")

    def _parts(self, stats: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
        """Compute the score and what it is made of."""
        counts, parameters = Counts.of(stats), self.parameters
        weights = np.array(parameters.weights)
        lengths, matched = zip(
            *(
                (
                    parameters.delta * (counts.lengths[side] - counts.function_words[side])
                    + (1 - parameters.delta) * counts.function_words[side],
                    parameters.delta * product(counts.content_matches[side], weights)
                    + (1 - parameters.delta) * product(counts.function_matches[side], weights),
                )
                for side in (0, 1)
            ),
            strict=True,
        )
        precision, recall = (ratio(m, n) for m, n in zip(matched, lengths, strict=True))
        is_matched = (precision > 0) & (recall > 0)
        # 1 / ((1 - alpha) / P + alpha / R).
        mean = ratio(precision * recall, (1 - parameters.alpha) * recall + parameters.alpha * precision)
        n_words = (counts.matched_words[0] + counts.matched_words[1]) / 2
        penalty = parameters.gamma * np.power(ratio(counts.chunks, n_words), parameters.beta)
        score = np.where(is_matched, np.maximum(mean * (1 - penalty), 0.0), 0.0)
        if self.search == "exact":
            score = np.where((counts.lengths[0] == 0) & (counts.lengths[1] == 0), 1.0, score)
        return {"precision": precision, "recall": recall, "f_mean": mean, "penalty": penalty, "score": score}


def _is_whole(stats: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Say where every word of both texts is matched, in one chunk: there is nothing to penalise then."""
    matches = stats[..., 4:20].reshape(*stats.shape[:-1], len(STAGES), 2, 2).sum(axis=(-3, -2))  # of either text
    is_whole: NDArray[np.bool_] = (stats[..., 20] == 1) & (matches == stats[..., :2]).all(axis=-1)
    return is_whole


def _try(sign: Callable[[], str]) -> str:
    """Return the signature of a resource, and ``missing`` where it is: `statistics` says how to get it."""
    try:
        return sign()
    except (DataError, MissingExtraError):
        return "missing"
