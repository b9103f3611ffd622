"""The Python door: what can be asked of what was counted; `evaluating` makes it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from steelyard.asking import entry_named, load_part, question_class
from steelyard.asking.doors import asks, question_from
from steelyard.errors import DataError
from steelyard.metrics import Metric
from steelyard.progress import shown_progress
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.report_page.answer import ReportPage
from steelyard.questions.score.answer import ScoreTable
from steelyard.reprs import describe, listed
from steelyard.results.null_row import NullRow
from steelyard.scored import Counted
from steelyard.scored.shards.rows import require_segments
from steelyard.types import CountedSet, Measurement, OutputScores, Ratings, TestSet

if TYPE_CHECKING:
    from steelyard.questions.board.answer import Board
    from steelyard.questions.calibrate.answer import Calibration
    from steelyard.questions.dependence.answer import Dependence
    from steelyard.questions.diff.answer import Difference
    from steelyard.questions.errors.answer import Errors
    from steelyard.questions.gate.answer import Gate
    from steelyard.questions.influence.answer import Influence
    from steelyard.questions.instruments.answer import Instruments
    from steelyard.questions.items.answer import ItemAnalysis
    from steelyard.questions.plan.answer import PowerPlan
    from steelyard.questions.references.answer import ReferenceReport
    from steelyard.questions.test_accuracy.answer import TestAccuracy

__all__ = ["Evaluation"]


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """A test set, counted, and what can be asked of it: made by `evaluate`, `evaluate_scores` or `evaluate_files`.

    Attributes
    ----------
    counted : Counted
        The statistics of every system, segment and metric.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c d", "e f"]})
    >>> evaluation = sy.evaluate(data, metrics=["bleu"])
    >>> [(row.system, round(row.score, 2)) for row in evaluation.scores().scores]
    [('x', 81.87), ('y', 100.0)]
    """

    counted: Counted

    def __repr__(self) -> str:
        return describe(
            self,
            f"{self.counted.test_set!r}",
            listed("metrics", (measurement.label for measurement in self.measurements)),
        )

    @property
    def test_set(self) -> TestSet | CountedSet:
        """What was counted; a `CountedSet` where there are no texts: of scores alone, or from statistics files."""
        return self.counted.test_set

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """The statistics, one measurement per metric."""
        return self.counted.measurements

    @property
    def segment_metrics(self) -> tuple[Metric, ...]:
        """How single segments are scored, for the metrics of text."""
        return self.counted.segment_metrics

    @property
    def score_inputs(self) -> tuple[dict[str, str], ...]:
        """Role, name and SHA-256 of every set of outside scores."""
        return self.counted.score_inputs

    @property
    def n_jobs(self) -> int:
        """Threads; no result depends on them."""
        return self.counted.n_threads

    def texts(self, purpose: str) -> TestSet:
        """Return the test set with its texts; where there are none, SpecError, which begins with the purpose."""
        return self.counted.texts(purpose)

    def ask(self, name: str, options: dict[str, Any], *also: object) -> Any:
        """Ask a question by the name of its command; some are about more than what was counted.

        Parameters
        ----------
        name : str
            Such as ``"explain errors"``.
        options : dict
            By name, all of them; what is no option of the question is left aside.
        *also : object
            What else the question is about.

        Returns
        -------
        Result
            The answer, as the method or function of the question gives it.
        """
        entry = entry_named(name)
        takes = question_class(entry).takes
        if "no references" not in takes and isinstance(self.test_set, TestSet) and not self.test_set.references:
            raise DataError(f"There is no reference, and {name} needs one: give it to the test set.")
        if "sums" not in takes:
            require_segments(self.test_set, name)
        if options.get("executor") is not None:
            from steelyard.inference.draws.executors import drawn_on  # not needed for scores alone

            with drawn_on(options["executor"]):
                return self.ask(name, {**options, "executor": None}, *also)
        with shown_progress(options.get("progress")) as progress:
            counted = replace(self.counted, progress=progress)
            return load_part(entry, "compute").compute(counted, *also, question_from(question_class(entry), options))

    @asks("score", "progress", positional=("confidence_level",))
    def scores(self, **options: Any) -> ScoreTable:
        """Score every system.

        {options}

        Returns
        -------
        ScoreTable
            One row per metric and system.
        """
        return cast("ScoreTable", self.ask("score", options))

    @asks("compare", "executor", "progress", positional=("test", "correction"))
    def compare(self, **options: Any) -> Comparison:
        """Say which systems differ.

        {options}

        Returns
        -------
        Comparison
            One row per metric and pair, one per metric and system.

        Raises
        ------
        SpecError
            A name or option does not exist, there are fewer than two systems, or a metric has no exact null.
        """
        return cast("Comparison", self.ask("compare", options))

    @asks("gate", "executor", "progress", positional=("max_drop", "min_score"))
    def gate(self, **options: Any) -> "Gate":
        """Say whether a system is certainly worse than the first, or scores less than is asked.

        {options}

        Returns
        -------
        Gate
            The verdict, an outcome for each limit, and the comparison or the scores that they rest on.

        Raises
        ------
        SpecError
            As for `compare`; one system alone needs `min_score` and has no drop.
        """
        return cast("Gate", self.ask("gate", options))

    @asks("board", "progress")
    def board(self, **options: Any) -> "Board":
        """Rank many systems on the same items, and say what the ranks are worth.

        {options}

        Returns
        -------
        Board
            One row per metric and system, with the ranks that it may have; each system's difference from the leader or
            the baseline, or all differences; and the items.

        Raises
        ------
        SpecError
            There are fewer than two systems, or none of the name to compare with.
        """
        return cast("Board", self.ask("board", options))

    @asks("board items")
    def items(self, **options: Any) -> "ItemAnalysis":
        """Say what each item tells of the systems, and what fewer items would.

        {options}

        Returns
        -------
        ItemAnalysis
            One row per metric and item; abilities of systems where curves were fitted; boards of fewer items.

        Raises
        ------
        SpecError
            There is one system or one item, scores have other ranges, or shorter boards have more items.
        """
        return cast("ItemAnalysis", self.ask("board items", options))

    @asks("compare --report")
    def report_page(self, comparison: "Comparison | Difference", **options: Any) -> ReportPage:
        """Collect what a report of a comparison shows: `steelyard.report.html` makes a page of it.

        Parameters
        ----------
        comparison : Comparison or Difference
            Of these texts and scores, as `compare` or `diff` gave it.
        {options}

        Returns
        -------
        ReportPage
            The comparison with null distributions, agreement of metrics, tests on buckets, and segments; a difference
            with the segments whose outputs differ.

        Raises
        ------
        SpecError
            The comparison is of other texts or scores.
        AlignmentError
            There is not one label per segment.

        Notes
        -----
        Null distributions are drawn again with the comparison's seed. Tests on buckets are approximate randomization
        with max-T over all buckets, pairs and metrics, whatever test the comparison used: a family of its own.
        """
        return cast("ReportPage", self.ask("compare --report", options, comparison))

    def null_distributions(self, comparison: Comparison) -> tuple[NullRow, ...]:
        """Draw again what a comparison held each difference against, as a histogram.

        Parameters
        ----------
        comparison : Comparison
            Of these texts and scores, as `compare` gave it.

        Returns
        -------
        tuple of NullRow
            One per metric and pair, with the comparison's seed; none where its test does not draw, or draws what no
            single difference has, as Tukey's.

        Raises
        ------
        SpecError
            The comparison is of other texts or scores.
        """
        from steelyard.questions.report_page.compute import null_distributions

        return null_distributions(self.counted, comparison)

    @asks("explain errors")
    def errors(self, **options: Any) -> "Errors":
        """Say which words of these systems are wrong, and in what way.

        {options}

        Returns
        -------
        Errors
            With parses of all texts by part of speech, too.

        Raises
        ------
        SpecError
            A choice does not exist, or a view gives no base forms.
        """
        return cast("Errors", self.ask("explain errors", options))

    @asks("explain references")
    def references(self, **options: Any) -> "ReferenceReport":
        """Say what each reference adds, how many are enough, and what references of machines do to scores.

        {options}

        Returns
        -------
        ReferenceReport
            Under every metric of text.

        Raises
        ------
        SpecError
            There is one reference, or kinds do not fit.
        """
        return cast("ReferenceReport", self.ask("explain references", options))

    @asks("explain influence")
    def influence(self, **options: Any) -> "Influence":
        """Say what the difference of these two systems hangs on: segments, documents, and kinds of segment.

        {options}

        Returns
        -------
        Influence
            The second system is compared with the first, as in a comparison.

        Raises
        ------
        SpecError
            There are not two systems, or a choice does not exist.
        AlignmentError
            There is not one label per segment.
        """
        return cast("Influence", self.ask("explain influence", options))

    @asks("explain diff")
    def diff(self, **options: Any) -> "Difference":
        """Say where these two systems differ: kinds of segments, classes of words, n-grams, segments.

        {options}

        Returns
        -------
        Difference
            The second system is compared with the first, as in a comparison.

        Raises
        ------
        SpecError
            There are not two systems, or a choice does not exist.
        AlignmentError
            There is not one label per segment.
        DataError
            The word counts cannot be read.
        """
        return cast("Difference", self.ask("explain diff", options))

    @asks("check dependence")
    def dependence(self, **options: Any) -> "Dependence":
        """Say how much segments depend on each other, and what a test that takes them for independent gets wrong.

        {options}

        Returns
        -------
        Dependence
            Design effects of documents, where the test set has them, and of blocks, and spreads of single scores.

        Raises
        ------
        SpecError
            A size leaves fewer than two blocks, or a pair does not exist.
        """
        return cast("Dependence", self.ask("check dependence", options))

    @asks("plan texts", "progress", positional=("test",))
    def plan(self, **options: Any) -> "PowerPlan":
        """Measure how often a test finds differences of several sizes in test sets of several sizes.

        {options}

        Returns
        -------
        PowerPlan
            Power with intervals, of every pair; `.needed` reads sizes off it.

        Raises
        ------
        SpecError
            The test does not exist, there are fewer than two systems, or they cannot be put as far apart as asked for.
        """
        return cast("PowerPlan", self.ask("plan texts", options))

    @asks("check level", "progress", positional=("tests",))
    def calibrate(self, **options: Any) -> "Calibration":
        """Measure how often tests raise false alarms, and how often they find a difference, on these systems.

        With more than two systems: how often any pair is called different that is not, after the correction over all
        pairs (max-T, or Holm's for tests without a joint null distribution). What they find `plan` says.

        {options}

        Returns
        -------
        Calibration
            Rates of rejection at 0.1, 0.05 and 0.01, with intervals.

        Raises
        ------
        SpecError
            A test does not exist, or there are fewer than two systems.
        """
        return cast("Calibration", self.ask("check level", options))

    @asks("meta tests", "progress", positional=("tests",))
    def test_accuracy(self, ratings: "Sequence[OutputScores] | Ratings", **options: Any) -> "TestAccuracy":
        """Say how often significance tests on metrics conclude what people do, as Graham et al. 2014.

        Parameters
        ----------
        ratings : sequence of OutputScores, or Ratings
            Mean ratings per segment, tested by randomization of documents where they are known; or single judgements,
            tested by Wilcoxon's rank-sum test, larger ones better. With two scales, such as adequacy and fluency, the
            second decides where the first does not. Systems without a rating are left out.
        {options}

        Returns
        -------
        TestAccuracy
            Correct conclusions with intervals, differences between tests and metrics, and every verdict.

        Raises
        ------
        SpecError
            A test, scale or level does not exist, or fewer than two systems were rated.
        """
        return cast("TestAccuracy", self.ask("meta tests", options, ratings))

    @asks("meta instruments", "progress")
    def instruments(self, ratings: "Sequence[OutputScores] | Ratings", **options: Any) -> "Instruments":
        """Count the significant differences between systems by each metric, with the same test, beside people's.

        Parameters
        ----------
        ratings : sequence of OutputScores, or Ratings
            As for `test_accuracy`, which tests them in the same way.
        {options}

        Returns
        -------
        Instruments
            A row per metric, with false verdicts where there is no difference; and McNemar's test between every two
            metrics. Pairs share systems and are not independent: its p-values describe these pairs.

        Raises
        ------
        SpecError
            A test or scale does not exist or does not fit the metrics, or fewer than two systems were rated.
        """
        return cast("Instruments", self.ask("meta instruments", options, ratings))
