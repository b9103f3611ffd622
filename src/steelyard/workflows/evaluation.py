"""Count every system under every metric; everything else follows from the counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from steelyard.errors import SpecError
from steelyard.lines import TextFile
from steelyard.metrics import Metric, measure, measure_segment_scores, parse
from steelyard.results import Comparison, NullRow, ReportPage, ScoreTable
from steelyard.types import CountedSet, Measurement, TestSet
from steelyard.workflows.laboratory import Laboratory
from steelyard.counted.method import score_input
from steelyard.counted.threads import check_jobs

if TYPE_CHECKING:
    from steelyard.inference import Alternative
    from steelyard.inference.resample import Progress, Rng

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True, slots=True, eq=False)
class Evaluation(Laboratory):
    """A test set, counted: the statistics of every system, segment and metric.

    Attributes
    ----------
    test_set : TestSet or CountedSet
        What was counted; a `CountedSet` where the counts came from statistics files, so that there are no texts.
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
            By default jackknife below 40 units in effect (`steelyard.inference.effective_number`), where the bootstrap
            is too short, else percentile. The last three do not resample; ``"student"`` is for means alone.
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

        if segments:
            self.texts("A score of every segment")
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
        correction: str | None = None,
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
        equivalence_margin: float | Mapping[str, float] | None = None,
        runs: Mapping[str, Sequence[str]] | None = None,
        run_swap: str = "segment",
        run_score: str = "concatenation",
        generalise_to: str | None = None,
        sequential: bool = False,
        progress: "Progress | None" = None,
    ) -> Comparison:
        """Say which systems differ.

        Parameters
        ----------
        test : str, default "randomization"
            A registered test; `steelyard.inference.registered_tests` lists them.
        correction : str, optional
            For asking about many pairs and metrics; `steelyard.inference.CORRECTIONS` lists them. By default max-T, or
            Holm's where the test has no joint null distribution. Those of
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
            By default jackknife for differences, and as for `scores` around scores.
        exact : bool, default False
            Compute randomization's p-values exactly instead of drawing exchanges: for metrics that are linear in whole
            numbers, such as TER, and WER and CER with one reference (`steelyard.inference.exact_null`).
        equivalence_margin : float or mapping of str to float, optional
            Above 0, in the unit of the score: pairs that are not found to differ are tested for a difference smaller
            than this ("within margin"). By the metric's spelling, its label or the name of outside scores, such as
            ``{"bleu": 0.5, "COMET": 0.01}``, metrics without one not being tested; a bare number only for one metric,
            or for metrics of one known scale.
        runs : mapping of str to sequence of str, optional
            Where the test set's systems are runs of fewer systems: by system, the names of its runs, equally many.
            With several references the rows of runs also say what other references would change.
        run_swap : {"segment", "independent"}, default "segment"
            One coin for a unit in all runs, or one for each run; the latter takes runs for new evidence, and its p is
            too small.
        run_score : {"concatenation", "mean"}, default "concatenation"
            Score of all runs' outputs as one text, or the mean of the runs' scores.
        generalise_to : {"both", "text"}, optional
            With runs: what verdicts are to hold for. New runs and new text alike (the default), by Student's t over the
            spread of both (`steelyard.inference.variance_split`), by default corrected by Holm; or new text for these
            very runs, by the test that is named.
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
            generalise_to=generalise_to,
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

    def report_page(
        self,
        comparison: Comparison,
        *,
        labels: Mapping[str, Sequence[str] | TextFile] | None = None,
        texts: bool = True,
    ) -> ReportPage:
        """Collect what a report of a comparison shows: `steelyard.report.html` makes a page of it.

        Parameters
        ----------
        comparison : Comparison
            Of these texts and scores, as `compare` gave it.
        labels : mapping of str to sequence of str or TextFile, optional
            Further ways to sort segments into buckets, beside the test set's metadata: by name, one label a segment.
        texts : bool, default True
            Show texts. A page without them can be shared where the texts cannot; it has the scores of segments. One
            from statistics files has no texts, and no buckets by words.

        Returns
        -------
        ReportPage
            The comparison with null distributions, agreement of metrics, tests on buckets, and segments.

        Raises
        ------
        SpecError
            The comparison is of other texts or scores.
        AlignmentError
            There is not one label a segment.

        Notes
        -----
        Null distributions are drawn again with the comparison's seed. Tests on buckets are approximate randomization
        with max-T over all buckets, pairs and metrics, whatever test the comparison used: a family of its own.
        """
        from steelyard.workflows.report_data import report_page

        return report_page(
            self.test_set,
            self.measurements,
            comparison,
            labels=labels,
            texts=texts,
            segment_metrics=self.segment_metrics,
            score_inputs=self.score_inputs,
            n_threads=self.n_jobs,
        )

    def null_distributions(self, comparison: Comparison) -> tuple[NullRow, ...]:
        """Draw again what a comparison held each difference against, as a histogram.

        Parameters
        ----------
        comparison : Comparison
            Of these texts and scores, as `compare` gave it.

        Returns
        -------
        tuple of NullRow
            One a metric and pair, with the comparison's seed; none where its test does not draw, or draws what no
            single difference has, as Tukey's.

        Raises
        ------
        SpecError
            The comparison is of other texts or scores.
        """
        from steelyard.workflows.report_data import null_distributions

        return tuple(
            null_distributions(
                self.test_set,
                self.measurements,
                comparison,
                score_inputs=self.score_inputs,
                n_threads=self.n_jobs,
            )
        )

    def _per_reference(self) -> list[list[Measurement]]:
        """Measure under each reference alone, where there are several without gaps."""
        data = self.test_set
        if isinstance(data, CountedSet):
            return []
        is_whole = all(line is not None for text in data.references for line in text)
        if len(data.references) < 2 or not is_whole or data.parses or data.alignments:
            return []
        return [
            measure(replace(data, references=[text]), self.segment_metrics, n_threads=self.n_jobs)
            for text in data.references
        ]


def evaluate(
    test_set: TestSet,
    metrics: str | Metric | Sequence[str | Metric] = ("bleu",),
    *,
    segment_scores: Mapping[str, Mapping[str, Sequence[float]]] | None = None,
    lower_is_better: Sequence[str] = (),
    score_files: Mapping[str, TextFile | tuple[str, str]] | None = None,
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
    score_files : mapping of str to TextFile or (str, str), optional
        The files that segment scores came from, or their paths and SHA-256, for provenance.
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
