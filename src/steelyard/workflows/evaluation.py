"""Count every system under every metric; everything else follows from the counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from steelyard.errors import SpecError
from steelyard.lines import TextFile
from steelyard.metrics import Metric, measure, measure_segment_scores, parse
from steelyard.results import Comparison, ScoreTable
from steelyard.types import Measurement, TestSet
from steelyard.workflows.method import score_input
from steelyard.workflows.threads import check_jobs

if TYPE_CHECKING:
    from steelyard.inference import Alternative
    from steelyard.inference.resample import Progress, Rng
    from steelyard.results import Calibration, Dependence, Influence, PowerPlan, Replication

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation:
    """A test set, counted: the statistics of every system, segment and metric.

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

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c d", "e f"]})
    >>> evaluation = sy.evaluate(data, metrics=["bleu"])
    >>> [(row.system, round(row.score, 2)) for row in evaluation.scores().scores]
    [('x', 81.87), ('y', 100.0)]
    """

    test_set: TestSet
    measurements: tuple[Measurement, ...]
    n_jobs: int = 1
    segment_metrics: tuple[Metric, ...] = field(default=(), repr=False)
    score_inputs: tuple[dict[str, str], ...] = field(default=(), repr=False)

    def scores(
        self,
        confidence_level: float | None = None,
        *,
        n_resamples: int = 1000,
        rng: "Rng" = 12345,
        unit: str | None = None,
        interval: str | None = None,
        segments: bool = False,
        progress: "Progress | None" = None,
    ) -> ScoreTable:
        """Score every system.

        Parameters
        ----------
        confidence_level : float, optional
            Such as 0.95; without it no interval is computed.
        n_resamples : int, default 1000
            Of the bootstrap.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        unit : {"document", "segment", "block:K"}, optional
            What is resampled; by default documents where the test set has them. ``"block:10"``: ten consecutive
            segments.
        interval : {"percentile", "basic", "normal", "bca", "jackknife", "delta", "student"}, optional
            By default jackknife below 40 units, where the bootstrap is too short, else percentile. The last three do
            not resample; ``"student"`` is for means alone.
        segments : bool, default False
            Also score every segment.
        progress : callable, optional
            Called with (resamples done, resamples in all).

        Returns
        -------
        ScoreTable
            One row a metric and system.
        """
        from steelyard.workflows.score import score

        return score(
            self.test_set,
            self.measurements,
            confidence_level=confidence_level,
            n_resamples=n_resamples,
            rng=rng,
            unit=unit,
            interval=interval,
            segment_metrics=self.segment_metrics if segments else (),
            score_inputs=self.score_inputs,
            n_threads=self.n_jobs,
            progress=progress,
        )

    def compare(
        self,
        test: str = "randomization",
        correction: str = "maxt",
        *,
        n_resamples: int | None = None,
        rng: "Rng" = 12345,
        alternative: "Alternative" = "two-sided",
        alpha: float = 0.05,
        pairs: str | Sequence[str] = "all",
        family: str = "pairs-and-metrics",
        unit: str | None = None,
        interval: str | None = None,
        exact: bool = False,
        equivalence_margin: float | None = None,
        runs: Mapping[str, Sequence[str]] | None = None,
        run_swap: str = "segment",
        run_score: str = "concatenation",
        sequential: bool = False,
        progress: "Progress | None" = None,
    ) -> Comparison:
        """Say which systems differ.

        Parameters
        ----------
        test : str, default "randomization"
            A registered test; `steelyard.inference.registered_tests` lists them.
        correction : str, default "maxt"
            For asking about many pairs and metrics; `steelyard.inference.CORRECTIONS` lists them. Those of
            `steelyard.inference.PROCEDURES` test all pairs at once and take the place of the test, too.
        n_resamples : int, optional
            Draws of the test and of the bootstrap; by default 10,000.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        alternative : {"two-sided", "better", "worse"}, default "two-sided"
            One-sided: system A, the later one, is better (or worse) in the metric's direction.
        alpha : float, default 0.05
            Family-wise error rate; intervals have level 1 - alpha.
        pairs : str or sequence of str, default "all"
            ``"all"``, ``"baseline"`` (each system with the first) or one or several ``"A:B"``.
        family : {"pairs-and-metrics", "pairs"}, default "pairs-and-metrics"
            What is corrected together: all differences, or those of each metric.
        unit : {"document", "segment", "block:K"}, optional
            What is exchanged and resampled; by default documents where the test set has them. ``"block:10"``: ten
            consecutive segments.
        interval : {"percentile", "basic", "normal", "bca", "jackknife", "delta", "student"}, optional
            By default jackknife below 40 units, else percentile; as for `scores`.
        exact : bool, default False
            Compute randomization's p-values exactly instead of drawing exchanges: for metrics that are linear in whole
            numbers, such as TER, and WER and CER with one reference (`steelyard.inference.exact_null`).
        equivalence_margin : float, optional
            Above 0, in the unit of every metric: pairs that are not found to differ are tested for a difference smaller
            than this ("within margin").
        runs : mapping of str to sequence of str, optional
            Where the test set's systems are runs of fewer systems: by system, the names of its runs, equally many.
            With several references the rows of runs also say what other references would change.
        run_swap : {"segment", "independent"}, default "segment"
            One coin for a unit in all runs, or one for each run; the latter takes runs for new evidence, and its p is
            too small.
        run_score : {"concatenation", "mean"}, default "concatenation"
            Score of all runs' outputs as one text, or the mean of the runs' scores.
        sequential : bool, default False
            Stop drawing exchanges as soon as every verdict is decided (`steelyard.inference.sequential_families`; a
            single difference: `besag_clifford`). `n_resamples` is then the most, by default 100,000, for a single
            difference 10,000; the bootstrap takes at most 10,000.
        progress : callable, optional
            Called with (draws done, draws in all).

        Returns
        -------
        Comparison
            One row a metric and pair, one a metric and system.

        Raises
        ------
        SpecError
            A name or option does not exist, there are fewer than two systems, or a metric has no exact null.
        """
        from steelyard.workflows.compare import compare
        from steelyard.workflows.comparison_plan import Plan

        plan = Plan(
            test=test,
            correction=correction,
            n_resamples=n_resamples,
            alternative=alternative,
            alpha=alpha,
            pairs=pairs,
            family=family,
            unit=unit,
            interval=interval,
            exact=exact,
            equivalence_margin=equivalence_margin,
            runs=runs,
            run_swap=run_swap,
            run_score=run_score,
            sequential=sequential,
        )
        return compare(
            self.test_set,
            self.measurements,
            plan,
            rng=rng,
            score_inputs=self.score_inputs,
            per_reference=() if runs is None else self._per_reference(),
            n_threads=self.n_jobs,
            progress=progress,
        )

    def _per_reference(self) -> list[list[Measurement]]:
        """Measure under each reference alone, where there are several without gaps."""
        data = self.test_set
        is_whole = all(line is not None for text in data.references for line in text)
        if len(data.references) < 2 or not is_whole or data.parses or data.alignments:
            return []
        return [
            measure(replace(data, references=[text]), self.segment_metrics, n_threads=self.n_jobs)
            for text in data.references
        ]

    def calibrate(
        self,
        tests: Sequence[str] = (),
        *,
        n_repetitions: int = 1000,
        n_resamples: int = 1000,
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
    ) -> "Calibration":
        """Measure how often tests raise false alarms, and how often they find a difference, on these two systems.

        Parameters
        ----------
        tests : sequence of str, default ()
            Registered tests; by default all.
        n_repetitions : int, default 1000
            Data sets a situation.
        n_resamples : int, default 1000
            Draws of each test.
        shares : sequence of float, default (0.25, 0.5, 1.0)
            Of the observed difference, at which power is measured.
        unit : {"document", "segment"}, optional
            What the tests exchange and resample; by default documents where the test set has them.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (tests done, tests in all).

        Returns
        -------
        Calibration
            Rates of rejection at 0.1, 0.05 and 0.01, with intervals.

        Raises
        ------
        SpecError
            A test does not exist, or there are not two systems.
        """
        from steelyard.workflows.calibrate import calibrate

        return calibrate(
            self.test_set,
            self.measurements,
            tests=tests,
            n_repetitions=n_repetitions,
            n_resamples=n_resamples,
            shares=shares,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            progress=progress,
        )

    def plan(
        self,
        test: str = "randomization",
        *,
        sizes: Sequence[int] = (100, 300, 1000, 3000),
        differences: Sequence[float] = (),
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        alpha: float = 0.05,
        n_repetitions: int = 500,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
    ) -> "PowerPlan":
        """Measure how often a test finds differences of several sizes in test sets of several sizes.

        Parameters
        ----------
        test : str, default "randomization"
            A registered test.
        sizes : sequence of int, default (100, 300, 1000, 3000)
            Segments, or documents, of the test sets; they may be more than there are.
        differences : sequence of float, default ()
            To look for, in the metric's points, at most that of the two systems.
        shares : sequence of float, default (0.25, 0.5, 1.0)
            The same as shares of the two systems' difference, where no differences are given.
        alpha : float, default 0.05
            Level of the test.
        n_repetitions : int, default 500
            Test sets of each kind.
        n_resamples : int, default 1000
            Draws of each test.
        unit : {"document", "segment"}, optional
            What the test exchanges and what is drawn; by default documents where the test set has them.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (tests done, tests in all).

        Returns
        -------
        PowerPlan
            Power with intervals; `.needed` reads sizes off it.

        Raises
        ------
        SpecError
            The test does not exist, there are not two systems, or they are not as far apart as asked for.
        """
        from steelyard.workflows.plan import plan

        return plan(
            self.test_set,
            self.measurements,
            test=test,
            sizes=sizes,
            shares=shares,
            differences=differences,
            alpha=alpha,
            n_repetitions=n_repetitions,
            n_resamples=n_resamples,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            progress=progress,
        )

    def dependence(
        self,
        *,
        sizes: Sequence[int] = (),
        pairs: str | Sequence[str] = "all",
        alpha: float = 0.05,
    ) -> "Dependence":
        """Say how much segments hang together, and what a test that takes them for independent gets wrong.

        Parameters
        ----------
        sizes : sequence of int, default ()
            Segments of a block; by default 2, 5, 10, 20, 50 and 100, where there are at least ten such blocks.
        pairs : str or sequence of str, default "all"
            Whose differences are looked at: ``"all"``, ``"baseline"`` or one or several ``"A:B"``.
        alpha : float, default 0.05
            Nominal level of a test of segments.

        Returns
        -------
        Dependence
            Design effects of documents, where the test set has them, and of blocks, and spreads of single scores.

        Raises
        ------
        SpecError
            A size leaves fewer than two blocks, or a pair does not exist.
        """
        from steelyard.workflows.dependence import dependence

        return dependence(
            self.test_set,
            self.measurements,
            sizes=sizes,
            pairs=pairs,
            alpha=alpha,
            score_inputs=self.score_inputs,
        )

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

    def replicate(
        self,
        protocol: str,
        *,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
        **options: Any,
    ) -> "Replication":
        """Run the experiment of a paper on this test set and these systems.

        Parameters
        ----------
        protocol : {"graham2014", "koehn2004", "riezler2005"}
            Author and year of the paper.
        n_resamples : int, default 1000
            Draws of each interval and test.
        unit : {"document", "segment", "block:K"}, optional
            What is exchanged and resampled, where the protocol leaves the choice.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (steps done, steps in all).
        **options
            Of the protocol. ``graham2014``: ``histograms``, pairs ``"A:B"`` whose pseudo-statistics are shown.
            ``koehn2004``: ``sizes``, segments of the small test sets, by default those of 100, 300, 600 and 3,000 that
            make three sets or more; ``pairs``, as for `compare`.

            ``riezler2005``: ``pairs`` of Table 2, as for `compare` (``"baseline"``); ``levels`` of each comparison;
            ``nulls``, data sets without a difference. With ``nbest``, an `NBestLists`, systems are made from it:
            ``gold``, the metric that finds the best of each list; ``gamma``, the penalty as a share of that which
            leaves no feature; ``adds``, features added a step, by variant; ``features``, where all variants stop;
            ``ngrams``, the longest that are features; ``fewest_lists`` that an n-gram must stand in; ``folds``.

        Returns
        -------
        Replication
            Tables and figures in the form of the paper's.

        Raises
        ------
        SpecError
            There is no such protocol or option, or the test set or its systems do not fit the protocol.
        """
        from steelyard.workflows.replicate import replicate

        return replicate(
            self.test_set,
            self.measurements,
            protocol,
            options,
            n_resamples=n_resamples,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            n_threads=self.n_jobs,
            progress=progress,
        )


def evaluate(
    test_set: TestSet,
    metrics: str | Metric | Sequence[str | Metric] = ("bleu",),
    *,
    segment_scores: Mapping[str, Mapping[str, Sequence[float]]] | None = None,
    lower_is_better: Sequence[str] = (),
    score_files: Mapping[str, TextFile] | None = None,
    n_jobs: int = 1,
) -> Evaluation:
    """Count every system of a test set under every metric.

    Parameters
    ----------
    test_set : TestSet
        Aligned texts.
    metrics : str, Metric or sequence of them, default ("bleu",)
        Spellings such as ``"bleu(tokenize=char)"``, or values.
    segment_scores : mapping, optional
        Scores that other tools gave: metric name to system name to one number a segment. They take part in everything.
    lower_is_better : sequence of str, default ()
        Names in `segment_scores` for which lower is better.
    score_files : mapping of str to TextFile, optional
        The files that segment scores came from, for provenance.
    n_jobs : int, default 1
        Threads; no result depends on it.

    Returns
    -------
    Evaluation
        With `.scores()` and `.compare()`.

    Raises
    ------
    SpecError
        A metric does not exist, stands twice, or there is none.
    AlignmentError
        Segment scores do not fit the systems and segments.

    Examples
    --------
    >>> import steelyard as sy
    >>> data = sy.TestSet.from_files(
    ...     references=["examples/reference.1.en", "examples/reference.2.en"],
    ...     systems={"harbour": "examples/systems/harbour.en", "orator": "examples/systems/orator.en"},
    ...     documents="examples/documents.txt",
    ... )
    >>> pair = sy.evaluate(data, metrics=["bleu"]).compare().pairs[0]
    >>> pair.system_a, pair.verdict
    ('orator', 'worse')
    """
    given = [metrics] if isinstance(metrics, str | Metric) else metrics
    chosen = [parse(metric) if isinstance(metric, str) else metric for metric in given]
    outside = dict(segment_scores or {})
    if not chosen and not outside:
        raise SpecError("There is nothing to compute: name at least one metric.")
    if not test_set.systems:
        raise SpecError("There is no system to evaluate: give the output of at least one.")
    check_jobs(n_jobs)
    for name in lower_is_better:
        if name not in outside:
            raise SpecError(
                f"lower_is_better names {name!r}, which is not among the scores: {', '.join(outside) or 'none'}."
            )
    taken = {str(metric) for metric in chosen} | {metric.label for metric in chosen}
    for name in outside:
        if name in taken:
            raise SpecError(
                f"The scores {name!r} have the name of a metric that is computed too. Give them another name."
            )
    measurements = measure(test_set, chosen, n_threads=n_jobs)
    measurements += [
        measure_segment_scores(name, scores, test_set, higher_is_better=name not in lower_is_better)
        for name, scores in outside.items()
    ]
    score_inputs = tuple(score_input(name, scores, (score_files or {}).get(name)) for name, scores in outside.items())
    return Evaluation(test_set, tuple(measurements), n_jobs, tuple(chosen), score_inputs)
