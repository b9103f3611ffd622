"""What can be asked of two counted systems: what their difference hangs on, and where they differ."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from steelyard.lines import TextFile
from steelyard.metrics import Metric
from steelyard.types import CountedSet, Measurement, TestSet
from steelyard.workflows.texts import texts_of

if TYPE_CHECKING:
    from steelyard.inference.resample import Rng
    from steelyard.results import Difference, Influence

__all__ = ["PairLaboratory"]


@dataclass(frozen=True, slots=True, eq=False)
class PairLaboratory:
    """The statistics of two systems under every metric, part by part.

    `Evaluation` is what users make, `Laboratory` adds what more systems can be asked.

    Attributes
    ----------
    test_set : TestSet
        What was counted.
    measurements : tuple of Measurement
        One a metric.
    n_jobs : int
        Threads.
    segment_metrics : tuple of Metric
        How single segments are scored, for the metrics of text.
    score_inputs : tuple of dict
        Role, name and SHA-256 of every set of outside scores.
    """

    test_set: TestSet | CountedSet
    measurements: tuple[Measurement, ...]
    n_jobs: int = 1
    segment_metrics: tuple[Metric, ...] = field(default=(), repr=False)
    score_inputs: tuple[dict[str, str], ...] = field(default=(), repr=False)

    def texts(self, purpose: str) -> TestSet:
        """Return the test set where its texts are there.

        Parameters
        ----------
        purpose : str
            What needs them, as the start of a sentence.

        Returns
        -------
        TestSet
            What was counted.

        Raises
        ------
        SpecError
            The statistics were read from files, which hold no text.
        """
        return texts_of(self.test_set, purpose)

    def influence(
        self,
        *,
        top: int = 5,
        lengths: Sequence[int] = (10, 20, 30, 40),
        labels: Sequence[str] | TextFile | None = None,
        alpha: float = 0.05,
        unit: str | None = None,
    ) -> "Influence":
        """Say what the difference of these two systems hangs on: segments, documents, and kinds of segment.

        Parameters
        ----------
        top : int, default 5
            Segments of each direction to list: those without which either system would look worst.
        lengths : sequence of int, default (10, 20, 30, 40)
            Words of the reference at which ranges of lengths end, the last range being open.
        labels : sequence of str or TextFile, optional
            One a segment, such as its genre: scores are also given by label.
        alpha : float, default 0.05
            Level at which a difference is significant, for the number of units that carry this.
        unit : {"document", "segment", "block:K"}, optional
            Beside segments, what else is left out; by default documents where the test set has them.

        Returns
        -------
        Influence
            System A is the second, B the first, as in a comparison.

        Raises
        ------
        SpecError
            There are not two systems, or a choice does not exist.
        AlignmentError
            There is not one label a segment.
        """
        from steelyard.workflows.influence import influence

        return influence(
            self.test_set,
            self.measurements,
            top=top,
            lengths=lengths,
            labels=labels,
            alpha=alpha,
            unit=unit,
            score_inputs=self.score_inputs,
        )

    def diff(
        self,
        *,
        top: int = 5,
        examples: int = 3,
        by: str | Metric = "chrf",
        lengths: Sequence[int] = (10, 20, 30, 40),
        labels: Sequence[str] | TextFile | None = None,
        tokenize: str = "13a",
        word_counts: TextFile | None = None,
        alpha: float = 0.05,
        n_resamples: int = 10_000,
        unit: str | None = None,
        rng: "Rng" = 12345,
    ) -> "Difference":
        """Say where these two systems differ: kinds of segments, classes of words, n-grams, segments.

        Parameters
        ----------
        top : int, default 5
            N-grams of each kind to keep for each system.
        examples : int, default 3
            Segments to keep for each system.
        by : str or Metric, default "chrf"
            Scores single segments, for the examples.
        lengths : sequence of int, default (10, 20, 30, 40)
            Words of the reference, and of the source, at which ranges of lengths end, the last range being open.
        labels : sequence of str or TextFile, optional
            One a segment, such as its genre.
        tokenize : str, default "13a"
            Tokenizer that makes words and n-grams.
        word_counts : TextFile, optional
            Lines of a word, a tab and its count, such as in training data: words are classed by these instead of by
            how often the references have them.
        alpha : float, default 0.05
            False discovery rate of each family of questions: buckets, classes of words, n-grams.
        n_resamples : int, default 10,000
            Draws of each test of a bucket or class.
        unit : {"document", "segment", "block:K"}, optional
            What is exchanged; by default documents where the test set has them.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.

        Returns
        -------
        Difference
            System A is the second, B the first, as in a comparison.

        Raises
        ------
        SpecError
            There are not two systems, or a choice does not exist.
        AlignmentError
            There is not one label a segment.
        DataError
            The word counts cannot be read.
        """
        from steelyard.workflows.diff import diff
        from steelyard.workflows.diff_options import DiffOptions

        options = DiffOptions(
            top=top,
            examples=examples,
            by=str(by),
            lengths=tuple(lengths),
            labels=labels,
            tokenize=tokenize,
            word_counts=word_counts,
            alpha=alpha,
            n_resamples=n_resamples,
            unit=unit,
        )
        return diff(
            self.texts("Comparing word by word (diff)"),
            self.measurements,
            options,
            rng=rng,
            score_inputs=self.score_inputs,
            n_threads=self.n_jobs,
        )
