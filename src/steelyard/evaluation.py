"""The Python door: count a test set, and ask."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from steelyard.counted import Counted, count
from steelyard.counted.statistics_files import read_counts, write_counts
from steelyard.data import StatisticsFile
from steelyard.files.reading import TextFile
from steelyard.metrics import Metric
from steelyard.papers.registry import PAPERS, ask_paper
from steelyard.progress import shown_progress
from steelyard.questions import entry_named, load_part, question_class
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.describe import asked_by, describes_options
from steelyard.questions.report_page.answer import ReportPage
from steelyard.questions.score.answer import ScoreTable
from steelyard.results.null_row import NullRow
from steelyard.short_repr import listed, told
from steelyard.types import CountedSet, Measurement, OutputScores, Ratings, TestSet

if TYPE_CHECKING:
    from steelyard.inference import Alternative
    from steelyard.inference.draws.resample import Progress, Rng
    from steelyard.questions.calibrate.answer import Calibration
    from steelyard.questions.dependence.answer import Dependence
    from steelyard.questions.diff.answer import Difference
    from steelyard.questions.errors.answer import Errors
    from steelyard.questions.influence.answer import Influence
    from steelyard.questions.plan.answer import PowerPlan
    from steelyard.questions.replicate.answer import Replication
    from steelyard.questions.test_accuracy.answer import TestAccuracy

__all__ = ["Evaluation", "evaluate", "evaluate_files", "evaluate_scores", "write_statistics"]


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
        return told(
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

    def _ask(self, name: str, options: dict[str, Any], *also: object) -> Any:
        """Ask a question, its options being parameters of a method; some are about more than what was counted."""
        entry = entry_named(name)
        with shown_progress(options.get("progress")) as progress:
            counted = replace(self.counted, progress=progress)
            return load_part(entry, "compute").compute(counted, *also, asked_by(question_class(entry), options))

    @describes_options("score")
    def scores(
        self,
        confidence_level: float | None = None,
        *,
        n_resamples: int = 1000,
        rng: "Rng" = 12345,
        unit: str | None = None,
        interval: str | None = None,
        segments: bool = False,
        progress: "Progress | bool | None" = None,
    ) -> ScoreTable:
        """Score every system.

        {options}

        Returns
        -------
        ScoreTable
            One row per metric and system.
        """
        return cast("ScoreTable", self._ask("score", locals()))

    @describes_options("compare")
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
        progress: "Progress | bool | None" = None,
    ) -> Comparison:
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
        return cast("Comparison", self._ask("compare", locals()))

    @describes_options("compare --report")
    def report_page(
        self,
        comparison: "Comparison | Difference",
        *,
        labels: Mapping[str, Sequence[str] | TextFile] | None = None,
        texts: bool = True,
        languages: str | None = None,
    ) -> ReportPage:
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
        return cast("ReportPage", self._ask("compare --report", locals(), comparison))

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

    @describes_options("errors")
    def errors(
        self,
        *,
        examples: int = 1,
        top: int = 5,
        count: str = "words",
        base: str = "",
        tokenize: str = "13a",
        pairs: str | Sequence[str] = "all",
        alpha: float = 0.05,
        n_resamples: int = 10_000,
        unit: str | None = None,
        rng: "Rng" = 12345,
    ) -> "Errors":
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
        return cast("Errors", self._ask("errors", locals()))

    @describes_options("influence")
    def influence(
        self,
        *,
        top: int = 5,
        lengths: Sequence[int] = (10, 20, 30, 40),
        alpha: float = 0.05,
        unit: str | None = None,
        labels: Sequence[str] | TextFile | None = None,
    ) -> "Influence":
        """Say what the difference of these two systems hangs on: segments, documents, and kinds of segment.

        {options}

        Returns
        -------
        Influence
            System A is the second, B the first, as in a comparison.

        Raises
        ------
        SpecError
            There are not two systems, or a choice does not exist.
        AlignmentError
            There is not one label per segment.
        """
        return cast("Influence", self._ask("influence", locals()))

    @describes_options("diff")
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

        {options}

        Returns
        -------
        Difference
            System A is the second, B the first, as in a comparison.

        Raises
        ------
        SpecError
            There are not two systems, or a choice does not exist.
        AlignmentError
            There is not one label per segment.
        DataError
            The word counts cannot be read.
        """
        return cast("Difference", self._ask("diff", locals()))

    @describes_options("dependence")
    def dependence(
        self,
        *,
        sizes: Sequence[int] = (),
        pairs: str | Sequence[str] = "all",
        alpha: float = 0.05,
    ) -> "Dependence":
        """Say how much segments hang together, and what a test that takes them for independent gets wrong.

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
        return cast("Dependence", self._ask("dependence", locals()))

    @describes_options("plan")
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
        progress: "Progress | bool | None" = None,
    ) -> "PowerPlan":
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
        return cast("PowerPlan", self._ask("plan", locals()))

    @describes_options("calibrate")
    def calibrate(
        self,
        tests: Sequence[str] = (),
        *,
        n_repetitions: int = 1000,
        n_resamples: int = 1000,
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | bool | None" = None,
    ) -> "Calibration":
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
        return cast("Calibration", self._ask("calibrate", locals()))

    @describes_options("meta --tests")
    def test_accuracy(
        self,
        ratings: "Sequence[OutputScores] | Ratings",
        tests: Sequence[str] = ("paired-bootstrap", "shifted-bootstrap", "randomization"),
        *,
        alphas: Sequence[float] = (0.05, 0.01, 0.001),
        gold_alpha: float | None = None,
        correction: str = "none",
        scales: Sequence[str] | None = None,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | bool | None" = None,
    ) -> "TestAccuracy":
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
        return cast("TestAccuracy", self._ask("meta --tests", locals(), ratings))

    @describes_options("replicate", {name: [*paper.own().values()] for name, paper in PAPERS.items()})
    def replicate(
        self,
        protocol: str,
        *,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | bool | None" = None,
        **options: Any,
    ) -> "Replication":
        """Run the experiment of a paper on this test set and these systems.

        {options}

        Returns
        -------
        Replication
            Tables and figures in the form of the paper's.

        Raises
        ------
        SpecError
            There is no such protocol or option, or the test set or its systems do not fit the protocol.
        """
        from steelyard.questions.replicate.compute import compute

        question = ask_paper(protocol=protocol, n_resamples=n_resamples, unit=unit, rng=rng, **options)
        with shown_progress(progress) as shown:
            return compute(replace(self.counted, progress=shown), question)


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
        Scores that other tools gave: metric name to system name to a number per segment. They take part in everything.
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
    return Evaluation(
        count(
            test_set,
            metrics,
            segment_scores=segment_scores,
            lower_is_better=lower_is_better,
            score_files=score_files,
            n_threads=n_jobs,
        )
    )


def evaluate_scores(
    scores: Any,
    *,
    columns: Mapping[str, str] | None = None,
    names: Sequence[str] | None = None,
    systems: Sequence[str] | None = None,
    metrics: Sequence[str] | None = None,
    documents: str | os.PathLike[str] | Sequence[str] | None = None,
    missing: str = "refuse",
    worst: float | Mapping[str, float] | None = None,
    best: float | Mapping[str, float] | None = None,
    repeats: str = "refuse",
    items_in_columns: bool = False,
    lower_is_better: Sequence[str] = (),
    encoding: str = "utf-8",
    n_jobs: int = 1,
) -> Evaluation:
    """Evaluate scores of systems on items, without any text: an LLM judge's grades, pass or fail, a metric's scores.

    Parameters
    ----------
    scores : path-like, sequence of path-like, frame, or mapping of str to any of these
        A frame (pandas, Polars, PyArrow, a list of mappings, a mapping of columns, which may be NumPy arrays) has a row
        for each item and a column for each system; or a row for each item and system, with columns that name both. A
        file has the same as CSV, TSV, JSON, JSON Lines or Parquet, or holds one system, which is called as the file
        is; logs of harnesses are read too. The keys of a mapping name the metrics.
    columns : mapping of str to str, optional
        Column by role (item, system, document, reason, score), where its name does not say it.
    names : sequence of str, optional
        Of the systems, where each has a file.
    systems, metrics : sequence of str, optional
        Those to keep, in this order; by default all.
    documents : path-like or sequence of str, optional
        What items belong together: the document of each, in the order in which they first stand; or a file of these, or
        of a table with ids of items.
    missing : {"refuse", "worst", "drop-item", "bounds"}, default "refuse"
        What becomes of missing scores, which are never 0: an error that counts them; the worst score in their place;
        items that any system lacks are left out; or, in `compare`, a difference must hold with them at both ends.
    worst, best : float or mapping of str to float, optional
        The ends of the scale, of all metrics or by metric, for missing scores; by default the worst and the best score
        of any system.
    repeats : {"refuse", "first", "last", "mean"}, default "refuse"
        What becomes of a second score of a system on an item.
    items_in_columns : bool, default False
        Whether each row is a system and each column of numbers an item or a task.
    lower_is_better : sequence of str, default ()
        Metrics of which lower is better.
    encoding : str, default "utf-8"
        Of files.
    n_jobs : int, default 1
        Threads; no result depends on it.

    Returns
    -------
    Evaluation
        As `steelyard compare --scores` counts them. `.test_set.notes` says what one should know of what was read. What
        needs texts says so.

    Raises
    ------
    DataError
        Scores are missing and no rule is named, one stands twice, or is no number.
    AlignmentError
        Rows without ids, or documents, differ in length.
    SpecError
        A system, metric, column or rule does not exist, or nothing tells what the columns are.

    Notes
    -----
    Items without ids are taken to be the same in the same row of all frames and files. Leaving items out misleads where
    scores are missing because the item is hard.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0, 1, 1, 1, 1], "theirs": [0, 0, 1, 0, 0, 0, 1, 0]}
    >>> pair = sy.evaluate_scores({"solved": solved}).compare().pairs[0]
    >>> pair.system_a, pair.delta, pair.p_value, pair.verdict, pair.reason
    ('theirs', -0.625, 0.0625, 'cannot tell', '8 items, of which 5 differ, cannot give p below 0.0625')
    """
    from steelyard.counted.missing_scores import MissingRule, end_by_metric  # not needed for texts
    from steelyard.counted.scores_alone import count_items
    from steelyard.data.scores_alone.given import given_scores

    return Evaluation(
        count_items(
            given_scores(scores),
            columns=columns,
            names=names,
            systems=systems,
            metrics=metrics,
            documents=os.fspath(documents) if isinstance(documents, os.PathLike) else documents,
            rule=MissingRule(missing, end_by_metric("worst", worst), end_by_metric("best", best)),
            repeats=repeats,
            items_in_columns=items_in_columns,
            lower_is_better=lower_is_better,
            encoding=encoding,
            n_threads=n_jobs,
        )
    )


def write_statistics(evaluation: Evaluation, path: str | os.PathLike[str]) -> StatisticsFile:
    """Write the statistics of an evaluation, so that `evaluate_files` gives the same results without the texts.

    Parameters
    ----------
    evaluation : Evaluation
        Counted from texts.
    path : path-like
        ``.parquet`` (extra `tables`), ``.jsonl.gz`` or ``.jsonl``; written anew.

    Returns
    -------
    StatisticsFile
        What was written: numbers, names and hashes, and no text.

    Raises
    ------
    SpecError
        The name ends otherwise, the evaluation came from files itself, or a metric cannot be had by its spelling.
    MissingExtraError
        Parquet needs Polars.
    DataError
        The file cannot be written.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> data = sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b c d", "e"], "y": ["a b c d", "e f"]})
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "run.jsonl.gz")
    ...     _ = sy.write_statistics(sy.evaluate(data, metrics=["bleu", "chrf"]), path)
    ...     [round(row.score, 2) for row in sy.evaluate_files([path]).scores().scores if row.metric == "chrf"]
    [91.49, 100.0]
    """
    return write_counts(evaluation.counted, path)


def evaluate_files(
    paths: Sequence[str | os.PathLike[str]],
    *,
    systems: Sequence[str] | None = None,
    metrics: Sequence[str] | None = None,
    n_jobs: int = 1,
) -> Evaluation:
    """Evaluate from statistics files in place of texts.

    Parameters
    ----------
    paths : sequence of path-like
        Of one test set: files about the same references add systems and metrics, files about others add segments.
    systems : sequence of str, optional
        Names of those to take, in the order to have them in; by default all, as the files name them.
    metrics : sequence of str, optional
        Spellings, or names of outside scores, of those to take; by default all.
    n_jobs : int, default 1
        Threads; no result depends on it.

    Returns
    -------
    Evaluation
        What `evaluate` gives for the texts, number for number. What needs texts says so: scores of every segment, and
        texts beside influential segments.

    Raises
    ------
    DataError
        A file is no statistics file or damaged, two contradict each other, a metric is another one here, or shards
        cannot be put together, as NIST weighs each segment by the references of all.
    AlignmentError
        A system lacks a metric, or segments that others have.
    SpecError
        A system or metric is in no file.
    MissingExtraError
        A Parquet file needs Polars.

    Notes
    -----
    The functions that turn statistics into scores are those of the Steelyard that reads, found by the metric's
    spelling. The file keeps each metric's signature and each system's score; where these come out otherwise, the file
    is refused. A metric with word lists or a tokenizer of its own files needs these files to be there.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for system in ("x", "y"):
    ...         data = sy.TestSet(references=[["a b c d", "e f"]], systems={system: ["a b c d", "e " + system]})
    ...         _ = sy.write_statistics(sy.evaluate(data, metrics=["ter"]), pathlib.Path(folder, f"{system}.jsonl"))
    ...     merged = sy.evaluate_files(sorted(pathlib.Path(folder).iterdir()))
    >>> merged.test_set.system_names
    ('x', 'y')
    """
    return Evaluation(read_counts(paths, systems=systems, metrics=metrics, n_threads=n_jobs))
