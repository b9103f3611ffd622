"""Make an evaluation: of texts, of scores alone, or from statistics files."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steelyard.evaluation import Evaluation
from steelyard.files.reading import TextFile
from steelyard.metrics import Metric
from steelyard.reading import StatisticsFile
from steelyard.scored import count
from steelyard.scored.statistics_files import counts_of, read_counts, write_counts
from steelyard.types import TestSet
from steelyard.types.reading import Reading, value_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from steelyard.progress import Progress
    from steelyard.scored.shards.shard import ShardSource

__all__ = ["evaluate", "evaluate_files", "evaluate_scores", "evaluate_shards", "write_statistics"]


def evaluate(
    test_set: TestSet,
    metrics: str | Metric | Sequence[str | Metric] = ("bleu",),
    *,
    segment_scores: Mapping[str, Mapping[str, Sequence[float]]] | None = None,
    lower_is_better: Sequence[str] = (),
    higher_is_better: Sequence[str] = (),
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
    lower_is_better, higher_is_better : sequence of str, default ()
        Names in `segment_scores` of which lower, or higher, is better, where the names do not say it.
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
    >>> pair.system, pair.verdict
    ('orator', 'worse')
    """
    return Evaluation(
        count(
            value_of(test_set, "a table of texts"),
            metrics,
            segment_scores=segment_scores,
            lower_is_better=lower_is_better,
            higher_is_better=higher_is_better,
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
    subsets: str | os.PathLike[str] | Sequence[str] | None = None,
    missing: str = "refuse",
    worst: float | Mapping[str, float] | None = None,
    best: float | Mapping[str, float] | None = None,
    repeats: str = "refuse",
    items_in_columns: bool = False,
    lower_is_better: Sequence[str] = (),
    higher_is_better: Sequence[str] = (),
    no_answer: Sequence[str | float] = (),
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
        Column by role (item, system, document, subset, reason, score), where its name does not say it.
    names : sequence of str, optional
        Of the systems, where each has a file.
    systems, metrics : sequence of str, optional
        Those to keep, in this order; by default all.
    documents : path-like or sequence of str, optional
        What items belong together: the document of each, in the order in which they first stand; or a file of these, or
        of a table with ids of items.
    subsets : path-like or sequence of str, optional
        The kind of each item, such as its topic, for `board`: as documents, but a column of a table must be named.
    missing : {"refuse", "worst", "drop-item", "bounds"}, default "refuse"
        What becomes of missing scores, which are never 0: an error that counts them; the worst score in their place;
        items that any system lacks are left out; or, in `compare`, a difference must hold with them at both ends.
    worst, best : float or mapping of str to float, optional
        The ends of the scale, of all metrics or by metric, for missing scores, and for intervals by range
        (`steelyard.inference.betting_intervals`) in `compare` and `board`; by default the worst and the best score
        of any system.
    repeats : {"refuse", "first", "last", "mean"} or str, default "refuse"
        What becomes of a second score of a system on an item. ``"pass@k"``: the chance that one of k tries passes;
        ``"pass^k"``: that all k do.
    items_in_columns : bool, default False
        Whether each row is a system and each column of numbers an item or a task.
    lower_is_better, higher_is_better : sequence of str, default ()
        Metrics of which lower, or higher, is better, where neither their names nor their files say it. Keys of a
        mapping and columns that nothing is known of are asked about; passes of 1 and 0 are not.
    no_answer : sequence of str or float, default ()
        Values that mean that there is no score, such as -1; ``"error"``, the score of a row that names an error;
        ``"none"``, every value is a score.
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
    AskError
        Scores can be read in several ways; the message says how to choose one.

    Notes
    -----
    Items without ids are taken to be the same in the same row of all frames and files. Leaving items out misleads where
    scores are missing because the item is hard.

    Examples
    --------
    >>> import steelyard as sy
    >>> solved = {"ours": [1, 1, 1, 0, 1, 1, 1, 1], "theirs": [0, 0, 1, 0, 0, 0, 1, 0]}
    >>> pair = sy.evaluate_scores({"solved": solved}).compare().pairs[0]
    >>> pair.system, pair.difference, pair.p_value, pair.verdict, pair.reason
    ('theirs', -0.625, 0.0625, 'cannot tell', '8 items, of which 5 differ, cannot give p below 0.0625')
    """
    from steelyard.reading.score_matrix.inputs import HowScores, given_scores
    from steelyard.scored.missing_scores import MissingRule, end_by_metric  # not needed for texts
    from steelyard.scored.score_matrix import count_items
    from steelyard.scored.threads import check_jobs

    check_jobs(n_jobs)
    how = HowScores(
        columns=columns or {},
        names=names,
        systems=systems,
        metrics=metrics,
        documents=os.fspath(documents) if isinstance(documents, os.PathLike) else documents,
        subsets=os.fspath(subsets) if isinstance(subsets, os.PathLike) else subsets,
        repeats=repeats,
        items_in_columns=items_in_columns,
        no_answer=tuple(map(str, no_answer)),
        lower_is_better=lower_is_better,
        higher_is_better=higher_is_better,
        encoding=encoding,
    )
    if isinstance(scores, Reading):
        value_of(scores, "scores")
        scores, how = scores.given, replace(how, **scores.how)
    rule = MissingRule(missing, end_by_metric("worst", worst), end_by_metric("best", best))
    return Evaluation(count_items(given_scores(scores), how, rule, n_threads=n_jobs))


def evaluate_shards(
    shards: "Iterable[ShardSource]",
    metrics: str | Metric | Sequence[str | Metric] = ("bleu",),
    *,
    executor: "Executor | None" = None,
    folder: str | os.PathLike[str] | None = None,
    rows: str = "segment",
    reference: str | Sequence[str] = (),
    systems: str | Sequence[str] = (),
    columns: Mapping[str, str] | None = None,
    encoding: str = "utf-8",
    n_jobs: int = 1,
    progress: "Progress | bool | None" = None,
) -> Evaluation:
    """Count a test set part by part, wherever an executor runs, and add the parts up exactly.

    Parameters
    ----------
    shards : iterable of path-like, TestSet or callable
        The parts: tables, as `TestSet.from_table` reads them, or patterns of their names; texts; or what makes texts
        where they are counted. All have the same systems. What other processes are to count must be such as `pickle`
        can send.
    metrics : str, Metric or sequence of them, default ("bleu",)
        As for `evaluate`.
    executor : concurrent.futures.Executor, optional
        Threads, processes, or those of a cluster, such as ``dask.distributed.Client().get_executor()``; by default one
        shard after the other here. No result depends on it.
    folder : path-like, optional
        Keep the statistics of each shard in a file of its name in here, for `evaluate_files`. A table that was counted
        before, alike, is not counted again.
    rows : str, default "segment"
        What is kept: every segment; sums of each ``"document"``; or sums of ``"block:K"``, K consecutive segments.
        ``"auto"`` keeps segments while the numbers of all shards take up to 256 MiB, else documents, or blocks that do.
    reference, systems, columns, encoding
        As for `TestSet.from_table`.
    n_jobs : int, default 1
        Threads for what is asked afterwards; no result depends on it.
    progress : bool or callable, optional
        Called with (shards done, shards in all); True shows a bar.

    Returns
    -------
    Evaluation
        What `evaluate` gives for all texts at once, number for number, where statistics are whole numbers, as those of
        BLEU, chrF and TER are; others are rounded to a grid that hangs on how many segments there are.

    Raises
    ------
    SpecError
        There is no shard, two share a name, or a metric weighs each segment by the references of all, as NIST does.
    DataError, AlignmentError
        A shard cannot be read, or has other systems than others.

    Notes
    -----
    Memory is that of the shards which are counted at once, and of all rows: with sums of blocks it hardly grows with
    the segments. Blocks and documents end with their shard, and are then what `compare` resamples; with blocks of
    neighbours an interval holds where texts of different blocks have nothing to do with each other. Some hundred
    blocks are enough.

    Examples
    --------
    >>> from concurrent.futures import ThreadPoolExecutor
    >>> import steelyard as sy
    >>> parts = [sy.TestSet(references=[["a b c d", "e f"]], systems={"x": ["a b", text]}) for text in ("e f", "e")]
    >>> with ThreadPoolExecutor(2) as threads:
    ...     evaluation = sy.evaluate_shards(parts, ["chrf"], executor=threads)
    >>> evaluation.test_set.n_segments, round(evaluation.scores().scores[0].score, 2)
    (4, 53.49)
    """
    from steelyard.progress import shown_progress
    from steelyard.scored.shards.counting import count_shards  # not needed where there is one part
    from steelyard.scored.shards.shard import shards_of

    with shown_progress(progress) as advance:
        found = count_shards(
            shards_of(shards, reference=reference, systems=systems, columns=columns, encoding=encoding),
            [metrics] if isinstance(metrics, str | Metric) else metrics,
            rows=rows,
            folder=folder,
            executor=executor,
            advance=advance,
        )
    paths = [shard.path for shard in found if shard.path is not None]
    if paths:
        return Evaluation(read_counts(paths, n_threads=n_jobs))
    return Evaluation(counts_of([shard.file for shard in found if shard.file is not None], n_threads=n_jobs))


def write_statistics(evaluation: Evaluation, path: str | os.PathLike[str], *, rows: str = "segment") -> StatisticsFile:
    """Write the statistics of an evaluation, so that `evaluate_files` gives the same results without the texts.

    Parameters
    ----------
    evaluation : Evaluation
        Counted from texts.
    path : path-like
        ``.parquet`` (extra `tables`), ``.jsonl.gz`` or ``.jsonl``; written anew.
    rows : str, default "segment"
        As for `evaluate_shards`.

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
    return write_counts(evaluation.counted, path, rows)


def evaluate_files(
    paths: Sequence[str | os.PathLike[str]],
    *,
    systems: Iterable[str] | None = None,
    metrics: Iterable[str] | None = None,
    n_jobs: int = 1,
) -> Evaluation:
    """Evaluate from statistics files in place of texts.

    Parameters
    ----------
    paths : sequence of path-like
        Of one test set: files about the same references add systems and metrics, files about others add segments. A
        folder stands for all statistics files in it, by their names.
    systems : iterable of str, optional
        Names of those to take, in the order to have them in; by default all, as the files name them.
    metrics : iterable of str, optional
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
