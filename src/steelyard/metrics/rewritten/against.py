"""Any metric against other texts than the references, such as another system's outputs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from steelyard.errors import AlignmentError
from steelyard.files.reading import TextFile, read_lines
from steelyard.metrics.registry import register
from steelyard.metrics.rewritten.wrapping import WrappingMetric
from steelyard.text import Corpus
from steelyard.types import Statistics, TestSet

__all__ = ["Against"]


@register
@dataclass(frozen=True)
class Against(WrappingMetric):
    """Against: another metric, with the lines of a file in the place of the references.

    What it measures
        How alike outputs are to another text under `metric`: to outputs of another system, which serve as pseudo
        references where people wrote none, or few. Albrecht and Hwa learn from several systems' outputs, each as a
        separate feature, because likeness to a weak system means something else than likeness to a strong one.

    When it misleads
        An output is not good for being like another: errors that systems share are rewarded, and a system better than
        the pseudo reference is punished for it. A system that was built from the same model has an unfair advantage.

    Range and direction
        Those of `metric`.

    Statistics
        Those of `metric`.

    Parameters
    ----------
    metric : str, default "bleu"
        Which metric; one with options in quotes: ``against(metric='chrf(word_order=2)', references=online.txt)``.
    references : str, default "none"
        A file with a line for each segment. Without, the references stay.

    Raises
    ------
    SpecError
        An option does not exist.
    DataError
        The file cannot be read.
    AlignmentError
        It has more or fewer lines than there are segments.

    References
    ----------
    Albrecht and Hwa 2007, "Regression for sentence-level MT evaluation with pseudo references", P07-1038.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "other.txt")
    ...     _ = path.write_text("a dog ran")
    ...     metric = sy.metrics.Against(metric="wer", references=str(path))
    >>> metric.sentence_score("a dog ran", ["the dog ran"]).score
    0.0
    """

    name: ClassVar[str] = "against"
    cites: ClassVar[tuple[str, ...]] = ("albrecht2007pseudo",)

    references: str = "none"

    def __post_init__(self) -> None:
        """Refuse options that do not fit, and read the file."""
        super().__post_init__()
        object.__setattr__(self, "_text", None if self.references == "none" else read_lines(self.references))

    @property
    def text(self) -> TextFile | None:
        """What stands in the place of the references."""
        text: TextFile | None = self.__dict__["_text"]
        return text

    @property
    def label(self) -> str:
        """The metric's, marked."""
        return f"{self.inner.label}-against"

    def signature_fields(self) -> dict[str, str]:
        """Return the metric with its fields, and what it is compared with."""
        return {**super().signature_fields(), "against": self.text.content_sha256[:12] if self.text else "references"}

    def changed(self, corpus: Corpus) -> dict[str, TestSet] | None:
        """Exchange the references, for all systems alike."""
        if self.text is None:
            return None
        data = corpus.test_set
        if len(self.text.lines) != data.n_segments:
            raise AlignmentError(
                f"{self.references} has {len(self.text.lines):,} lines, but there are {data.n_segments:,} segments: "
                "each needs one to be compared with."
            )
        return {name: _against(data, {name: texts}, self.text) for name, texts in data.systems.items()}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Count as the metric does, all systems at once: shape (S, N, K)."""
        changed = self.changed(corpus)
        if changed is None or self.text is None:
            return self.inner.statistics(corpus)
        data = _against(corpus.test_set, corpus.test_set.systems, self.text)
        other = corpus.once(("against", self.references), lambda: Corpus(data, corpus.n_threads))
        return self.inner.statistics(other)


def _against(data: TestSet, systems: Mapping[str, Sequence[str]], text: TextFile) -> TestSet:
    return replace(data, systems=dict(systems), references=[list(text.lines)], hashes={})
