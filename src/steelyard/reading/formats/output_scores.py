"""Scores of outputs that others made, in whatever layout the field keeps them."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from steelyard.choices import SCORE_FORMATS
from steelyard.errors import AlignmentError, DataError, SpecError, unknown_name
from steelyard.files.names import default_names
from steelyard.reading.formats.judges.error_spans import comet_errors, comet_texts
from steelyard.reading.formats.metrics_task import read_metrics_task
from steelyard.reading.formats.score_tables import read_score_table
from steelyard.reading.formats.seg_score import read_score_pairs, score_name
from steelyard.reading.formats.segment_scores import read_segment_scores
from steelyard.reading.logged_scores import HowScored
from steelyard.reading.resemblance import first_lines, logged_scores, score_layout
from steelyard.reading.score_folders import files_of_folder
from steelyard.types import OutputScores

__all__ = ["on_outputs_of", "read_output_scores", "with_system_scores"]

_Place = Callable[[str, int], str]  # where the score of a system on a segment should stand


@dataclass(frozen=True, slots=True)
class _Read:
    """What a file holds, and where."""

    scores: list[OutputScores]
    place: _Place


def read_output_scores(
    path: str | os.PathLike[str],
    *,
    name: str = "",
    systems: Sequence[str] | None = None,
    higher_is_better: bool | None = None,
    n_segments: int | None = None,
    counts_from: int = 1,
    languages: str | None = None,
    may_miss: bool = True,
    unnamed: str = "",
    encoding: str = "utf-8",
) -> list[OutputScores]:
    r"""Read scores of segments or systems, by one metric or by many.

    `path`: the layout is told from the file: a TSV whose first line names the systems; a TSV, CSV, JSON Lines or
    Parquet table with the columns system, line (or segment, sid, seg_id) and one or more columns of scores;
    ``.seg.score`` and ``.sys.score`` of mt-metrics-eval; lines of the WMT metrics task: METRIC LP TESTSET SYSTEM
    SEGMENT SCORE for segments, without SEGMENT for systems; COMET's JSON and what it prints; what `model.predict`
    returns; a number per line; predictions of MetricX; answers of GEMBA; logs of lm-evaluation-harness, Inspect and
    HELM, records of Every Eval Ever, and annotations of AlpacaEval.
    `name`: what to call the metric, where the file holds one; the one to read, where it holds several.
    `systems`: those to keep, in this order; by default all, in the order of the file.
    `higher_is_better`: the direction; by default as the file tells it, and up where it tells none.
    `n_segments`: of the test set; by default as many as the file reaches.
    `counts_from`: the number of the first line of the test set, in tables.
    `may_miss`: whether an output without a score is NaN, or an error.
    `unnamed`: what to call the system of a file that names none; by default as the file is called.
    Returns: one per metric, in the order of the file. With scores of systems alone there are no segments. A name is
    ``""`` where neither the file nor `name` says it. Where several raters judged an output, the value is their mean.

    Published line numbers of some campaigns count within documents or in another order than the texts: look at what
    comes with the file. Marked errors are no scores: `read_mqm` reads them.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import read_output_scores
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "metrics.tsv")
    ...     _ = path.write_text("system\tline\tMINE\tYOURS\na\t1\t0.5\t7\na\t2\t0.25\tNA\n")
    ...     scores = read_output_scores(path)
    >>> [(metric.name, metric.values.tolist()) for metric in scores]
    [('MINE', [[0.5, 0.25]]), ('YOURS', [[7.0, nan]])]
    """
    [file, *others] = files_of_folder(os.fspath(path), name, languages)
    if others:
        raise SpecError(f"{os.fspath(path)} has {1 + len(others)} files of scores: read_score_files reads them all.")
    layout = score_layout(file)
    of_tables: dict[str, Any] = {"counts_from": counts_from, "languages": languages, "encoding": encoding}
    unnamed = unnamed or default_names([file])[0]
    if layout in SCORE_FORMATS:
        scores_of: list[OutputScores] = logged_scores(layout, file, HowScored(name, unnamed))
        read = _Read(scores_of, _place_of(scores_of))
    elif layout == "table":
        read = _Read(*read_score_table(file, metric=name, **of_tables))
    elif layout == "task":
        read = _Read(*read_metrics_task(file, languages=languages))
    elif layout == "pairs":
        read = _from_pairs(file)
    else:
        read = _from_columns(file, layout, systems, may_miss)
    scores = [_sized(metric, n_segments, file) for metric in _named(read.scores, name, file)]
    if systems is not None:
        scores = [metric.select(systems) for metric in scores]
    if not may_miss:
        _check_whole(scores, read.place, file)
    how = {"path": file, "name": name, **of_tables}
    if layout in SCORE_FORMATS:
        how["unnamed"] = unnamed
    return [
        replace(
            metric,
            higher_is_better=metric.higher_is_better if higher_is_better is None else higher_is_better,
            reading={"of": "scores", **how, "place": i},
        )
        for i, metric in enumerate(scores)
    ]


def _place_of(scores: Sequence[OutputScores]) -> _Place:
    items = next((metric.items for metric in scores if metric.items is not None), None)
    return lambda _, segment: f"on segment {segment + 1}" if items is None else f"on item {items[segment]!r}"


def _from_columns(path: str, layout: str, systems: Sequence[str] | None, may_miss: bool) -> _Read:
    by_system, file = read_segment_scores(path, may_miss=may_miss, systems=systems)
    lengths = {len(column) for column in by_system.values()}
    if len(lengths) > 1:
        first, *others = by_system
        odd = next(name for name in others if len(by_system[name]) != len(by_system[first]))
        raise AlignmentError(
            f"{path} has {len(by_system[odd])} scores for system {odd!r}, but {len(by_system[first])} for {first!r}."
        )
    is_comet = layout == "lists" and any('"COMET"' in line for line in first_lines(path))
    values = np.array(list(by_system.values()), np.float64).reshape(len(by_system), max(lengths, default=0))
    start = "segment", 1
    if layout == "columns":
        start = "line", 2
    scores = OutputScores(
        "COMET" if is_comet else "",
        tuple(by_system),
        values,
        files=((file.path, file.sha256),),
        errors=comet_errors(file, list(by_system)) if is_comet else (),
        texts=comet_texts(file, list(by_system)) if is_comet else {},
    )
    return _Read([scores], lambda system, segment: f"at {start[0]} {segment + start[1]}")


def _from_pairs(path: str) -> _Read:
    by_system, firsts, file = read_score_pairs(path)
    name, kind = score_name(path)
    values = np.array(list(by_system.values()), np.float64)
    if kind == "sys" and values.shape[1] > 1:
        system = next(iter(by_system))
        raise DataError(f"{path}, line {firsts[system] + 1}: the system {system!r} stands twice.")
    is_of_systems = kind != "seg" and values.shape[1] == 1
    scores = OutputScores(
        name,
        tuple(by_system),
        values[:, :0] if is_of_systems else values,
        system_scores=values[:, 0] if is_of_systems else None,
        files=((file.path, file.sha256),),
    )
    return _Read([scores], lambda system, segment: f"at line {firsts[system] + segment}")


def _named(scores: list[OutputScores], name: str, path: str) -> list[OutputScores]:
    if not name:
        return scores
    if len(scores) == 1:
        return [replace(scores[0], name=name)]
    found = [metric for metric in scores if metric.name == name]
    if not found:
        raise unknown_name(f"column of scores in {path}:", name, [metric.name for metric in scores])
    return found


def _sized(scores: OutputScores, n_segments: int | None, path: str) -> OutputScores:
    """Give the scores the segments of the test set; those that the file does not reach have none."""
    n, is_of_systems = scores.n_segments, not scores.n_segments and scores.system_scores is not None
    if n_segments is None or n == n_segments or is_of_systems:
        return scores
    if n > n_segments:
        raise AlignmentError(f"{path} has scores for segment {n}, but there are {n_segments} segments.")
    more = ((0, 0), (0, n_segments - n))
    documents, counts = scores.documents, scores.counts
    return replace(
        scores,
        values=np.pad(scores.values, more, constant_values=np.nan),
        documents=None if documents is None else documents + ("",) * (n_segments - n),
        counts=None if counts is None else np.pad(counts, more),
    )


def _check_whole(scores: Sequence[OutputScores], place: _Place, path: str) -> None:
    for metric in scores:
        missing = np.argwhere(np.isnan(metric.values))
        if len(missing):
            system, segment = metric.systems[missing[0, 0]], int(missing[0, 1])
            what = f"{metric.name}: " if len(scores) > 1 else ""
            n_more = len(missing) - 1
            more = f", the first of {n_more + 1:,} scores that are missing" if n_more else ""
            raise DataError(
                f"{path}: {what}system {system!r} has no score {place(system, segment)}{more}. Every segment needs a "
                "score."
            )


def with_system_scores(segments: Sequence[OutputScores], systems: Sequence[OutputScores]) -> list[OutputScores]:
    """Join what two files say of the same metrics: scores of segments, and scores of whole systems.

    `segments`: scores of segments, one per metric.
    `systems`: scores of systems, one per metric.
    Returns: the metrics of `segments`, with `system_scores` where `systems` has the metric: NaN for a system it lacks.
    Metrics that score systems alone follow, without scores of segments. Systems are those of the first of `segments`.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.reading.formats import with_system_scores
    >>> from steelyard.types import OutputScores
    >>> bleu = OutputScores("BLEU", ("a", "b"), np.array([[10.0, 30.0], [20.0, 20.0]]))
    >>> corpus = OutputScores("BLEU", ("b", "a"), np.empty((2, 0)), system_scores=np.array([21.0, 18.0]))
    >>> with_system_scores([bleu], [corpus])[0].of_systems().tolist()
    [18.0, 21.0]
    """
    found = {metric.name: metric for metric in systems}
    if len(found) < len(systems):
        raise SpecError(f"The scores of systems name a metric twice: {', '.join(metric.name for metric in systems)}.")
    if not any(metric.name in found for metric in segments):
        raise SpecError(
            f"No metric has scores of segments ({', '.join(metric.name for metric in segments) or 'none'}) and of "
            f"systems ({', '.join(found) or 'none'})."
        )
    joined = [_joined(metric, found[metric.name]) if metric.name in found else metric for metric in segments]
    names = {metric.name for metric in segments}
    return joined + [on_outputs_of(metric, segments[0]) for metric in systems if metric.name not in names]


def on_outputs_of(metric: OutputScores, other: OutputScores) -> OutputScores:
    """Give scores of whole systems the systems and segments of another metric, without scores of these segments.

    NaN stands for a system that `metric` lacks.

    Examples
    --------
    >>> import numpy as np
    >>> from steelyard.reading.formats.output_scores import on_outputs_of
    >>> from steelyard.types import OutputScores
    >>> bleu = OutputScores("BLEU", ("b", "a"), np.empty((2, 0)), system_scores=np.array([21.0, 18.0]))
    >>> on_outputs_of(bleu, OutputScores("chrF", ("a", "b"), np.ones((2, 5)))).of_systems().tolist()
    [18.0, 21.0]
    """
    return replace(
        metric,
        systems=other.systems,
        values=np.full(other.values.shape, np.nan),
        system_scores=_in_order(metric, other.systems),
        documents=other.documents,
        counts=None,
        reading=_with(metric.reading, "on", other.reading),
    )


def _joined(metric: OutputScores, systems: OutputScores) -> OutputScores:
    return replace(
        metric,
        system_scores=_in_order(systems, metric.systems),
        files=tuple(dict.fromkeys((*metric.files, *systems.files))),
        reading=_with(metric.reading, "system_scores", systems.reading),
    )


def _with(
    reading: Mapping[str, object] | None, key: str, other: Mapping[str, object] | None
) -> dict[str, object] | None:
    return None if reading is None or other is None else {**reading, key: dict(other)}


def _in_order(scores: OutputScores, systems: Sequence[str]) -> NDArray[np.float64]:
    by_name = dict(zip(scores.systems, scores.of_systems().tolist(), strict=True))
    return np.array([by_name.get(system, np.nan) for system in systems], np.float64)
