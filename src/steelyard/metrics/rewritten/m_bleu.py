"""M-BLEU and M-TER: metrics on references that use the output's forms of matched words."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar

from steelyard.metrics.base import Metric
from steelyard.metrics.meteor.meteor_2008 import Meteor2008
from steelyard.metrics.registry import register
from steelyard.metrics.rewritten.wrapping import WrappingMetric
from steelyard.text import Corpus, Reading, Tokenizer, get_tokenizer
from steelyard.types import TestSet

__all__ = ["MBleu", "MTer"]

Words = list[str] | None


@register
@dataclass(frozen=True)
class MBleu(WrappingMetric):
    """M-BLEU: BLEU, or any metric, that counts other forms of a word, and synonyms, as the word.

    What it measures
        What `metric` measures, but a word that the reference has in another form counts as right: words of the output
        are matched with words of each reference as METEOR of 2008 does, in the stages exact, stem and synonym, and in
        the reference every matched word is replaced by the output's. Each system is compared with references of its
        own.

    When it misleads
        A matched word of another form, tense or sense counts in full. Rewriting can only help an output, so scores are
        better than those of `metric` and not to be mixed with them.

    Range and direction
        Those of `metric`.

    Statistics
        Those of `metric`, on texts cut into words by `tokenize`. The number of words of a reference does not change.

    Parameters
    ----------
    metric : str, default "bleu"
        Any metric of words; one with options in quotes.
    language : str, default "en"
        ISO 639-1 code: of the stemmer. There are synonyms of English only.
    without : str or tuple of str, default ()
        Stages to leave out, with a space between them.
    synonyms : str, default "wordnet"
        As `steelyard.text.read_synonyms` takes it.
    beam : int, default 40
        As of METEOR.
    tokenize : str, default "13a"
        Cuts output and references into the words that are matched, and that `metric` gets with spaces between them.

    Raises
    ------
    SpecError
        An option does not exist or is out of range.
    DataError
        The synonyms are missing or cannot be read: name them, or leave the stage out.

    References
    ----------
    Agarwal and Lavie 2008, "METEOR, M-BLEU and M-TER: evaluation metrics for high-correlation with human rankings of
    machine translation output", W08-0312.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.parse("m-bleu(without=synonym)")
    >>> round(metric.sentence_score("doctors cured a patient", ["doctor cured a patient"]).score, 2)
    100.0
    """

    name: ClassVar[str] = "m-bleu"
    languages: ClassVar[tuple[str, ...]] = Meteor2008.languages
    cites: ClassVar[tuple[str, ...]] = ("agarwal2008meteor",)

    language: str = "en"
    without: str | tuple[str, ...] = ()
    synonyms: str = "wordnet"
    beam: int = 40
    tokenize: str = "13a"

    def __post_init__(self) -> None:
        """Refuse options that do not exist or are out of range."""
        super().__post_init__()
        object.__setattr__(self, "without", self._meteor().without)

    @property
    def label(self) -> str:
        """The metric's with an M, as in the paper."""
        return f"M-{self.inner.label}"

    @property
    def word_readings(self) -> tuple[Reading, ...]:
        """Its own: the metric gets words with spaces between them."""
        return (self.text_reading,)

    def fitted(self, scripts: Sequence[str], named: Container[str] = ()) -> Metric:
        """Return this with a tokenizer that fits."""
        return Metric.fitted(self, scripts, named)

    def signature_fields(self) -> dict[str, str]:
        """Return the metric with its fields, and how words were matched."""
        fields, matching = super().signature_fields(), self._meteor().signature_fields()
        if "tok" in fields:
            fields["of-tok"] = fields["tok"]
        return fields | {"match": matching["stages"], "tok": matching["tok"]}

    def changed(self, corpus: Corpus) -> dict[str, TestSet]:
        """Cut all texts into words, and rewrite the references for each system."""
        return corpus.once((MBleu, str(replace(self, metric="bleu"))), lambda: self._change(corpus))

    def change_notes(self, corpus: Corpus) -> tuple[str, ...]:
        """Say which words of the references were replaced."""
        cut = get_tokenizer(self.tokenize)
        [data] = self.changed(corpus).values()
        notes = []
        for r, ([before], [after]) in enumerate(zip(corpus.test_set.references, data.references, strict=True), 1):
            [words] = cut.tokenize([before or ""])
            pairs = zip(words, (after or "").split(" "), strict=False)
            notes += [f"reference {r}: {new} for {old}" for old, new in pairs if old != new]
        return tuple(notes)

    def _meteor(self) -> Meteor2008:
        return Meteor2008(
            language=self.language, without=self.without, synonyms=self.synonyms, beam=self.beam, tokenize=self.tokenize
        )

    def _change(self, corpus: Corpus) -> dict[str, TestSet]:
        data, cut = corpus.test_set, get_tokenizer(self.tokenize)
        references = [_cut(text, cut) for text in data.references]
        systems = {name: _cut(text, cut) for name, text in data.systems.items()}
        lowered = TestSet(
            references=[[_join(words, lowercase=True) for words in text] for text in references],
            systems={name: [_join(words, lowercase=True) or "" for words in text] for name, text in systems.items()},
        )
        partners = iter(self._meteor().matcher().partners(Corpus(lowered, corpus.n_threads), Reading("none")).tolist())
        rewritten: dict[str, list[list[str | None]]] = {name: [] for name in systems}
        for text in references:
            for name, outputs in systems.items():
                pairs = zip(text, outputs, strict=True)
                rewritten[name].append([_join(_rewrite(words, output, partners)) for words, output in pairs])
        return {
            name: replace(
                data.select(range(data.n_segments), [name]),  # without the parses of other systems
                systems={name: [_join(words) or "" for words in output]},
                references=rewritten[name],
                hashes={},
            )
            for name, output in systems.items()
        }


@register
@dataclass(frozen=True)
class MTer(MBleu):
    """M-TER: TER, or any metric, that counts other forms of a word, and synonyms, as the word.

    Parameters
    ----------
    metric : str, default "ter"
        Any metric of words; one with options in quotes.

    Examples
    --------
    >>> import steelyard as sy
    >>> metric = sy.metrics.parse("m-ter(without=synonym)")
    >>> round(metric.sentence_score("doctors cured a patient", ["doctor cured a patient"]).score, 2)
    0.0
    """

    name: ClassVar[str] = "m-ter"
    higher_is_better: ClassVar[bool] = False

    metric: str = "ter"


def _cut(text: Sequence[str | None], tokenizer: Tokenizer) -> list[Words]:
    """Cut lines into words; None stays."""
    cut = tokenizer.tokenize([line or "" for line in text])
    return [words if line is not None else None for words, line in zip(cut, text, strict=True)]


def _join(words: Words, *, lowercase: bool = False) -> str | None:
    if words is None:
        return None
    line = " ".join(words)
    return line.lower() if lowercase else line


def _rewrite(words: Words, output: Words, partners: Iterator[int]) -> Words:
    """Take the output's word in the place of each word that has a partner."""
    if words is None or output is None:
        return words
    places = islice(partners, len(words))
    return [output[place] if place >= 0 else word for word, place in zip(words, places, strict=True)]
