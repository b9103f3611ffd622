"""Statistics files: write what was counted, and read it in place of texts."""

import hashlib
import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from steelyard.errors import DataError, MissingExtraError, SpecError, SteelyardError, unknown_name
from steelyard.metrics import fitted_spellings, mean_of_segments, package_version, parse
from steelyard.reading import StatisticsFile, StoredMetric
from steelyard.reading.formats import read_statistics_file, write_statistics_file
from steelyard.reading.formats.statistics_files import files_in
from steelyard.reading.merged_statistics import merge_statistics
from steelyard.scored.counted import Counted
from steelyard.scored.shards.rows import SEGMENT, summed_rows
from steelyard.scored.threads import check_jobs
from steelyard.types import CountedSet, Measurement, Statistics, TestSet
from steelyard.types.segment_hashes import hash_of_segments

__all__ = ["counts_of", "is_counted_here", "read_counts", "statistics_of", "write_counts"]

_TOLERANCE = 1e-9  # of scores computed again: processors and C libraries differ in the last digit of `exp` and roots


def write_counts(counted: Counted, path: str | os.PathLike[str], rows: str = SEGMENT) -> StatisticsFile:
    """Write what was counted; `steelyard.write_statistics` describes the parameters."""
    stored = statistics_of(counted, os.fspath(path), rows)
    write_statistics_file(path, stored)
    return stored


def statistics_of(counted: Counted, path: str, rows: str = SEGMENT, shard: str = "") -> StatisticsFile:
    """Return what a statistics file of this name would say of what was counted; see `write_counts`.

    Of a shard, its name is part of what its segments are: two with the same references are other segments all the same.
    """
    data = counted.test_set
    if not isinstance(data, CountedSet) or data.has_texts:
        data = counted.texts("A statistics file")
    own = {str(metric): metric for metric in counted.segment_metrics}
    for spelling, metric in own.items():
        if _parsed(spelling) != metric:
            raise SpecError(
                f"The metric {spelling} cannot be had by its spelling, which is all that a statistics file keeps: "
                "register its class (steelyard.metrics.register)."
            )
    segments = _hash_of_items(data) if isinstance(data, CountedSet) else _hash_of_references(data)
    summed = summed_rows(data, counted.measurements, rows)
    return StatisticsFile(
        systems=data.system_names,
        documents=summed.documents,
        reference_words=summed.reference_words,
        metrics=tuple(_stored(measurement, measurement.metric not in own) for measurement in summed.measurements),
        references_sha256=_hash([segments, shard]) if shard else segments,
        systems_sha256=_hashes_of_items(data) if isinstance(data, CountedSet) else _hashes_of_outputs(data),
        inputs=tuple(data.inputs()),
        score_inputs=counted.score_inputs,
        reading=data.reading,
        versions={"steelyard": package_version(), "numpy": np.__version__, "python": platform.python_version()},
        path=path,
        items=data.items if isinstance(data, CountedSet) and rows == SEGMENT else None,
        rows=rows,
        segments_sha256=hash_of_segments(data),
    )


def read_counts(
    paths: Sequence[str | os.PathLike[str]],
    *,
    systems: Iterable[str] | None = None,
    metrics: Iterable[str] | None = None,
    n_threads: int = 1,
) -> Counted:
    """Read statistics in place of counting texts; `steelyard.evaluate_files` describes the parameters."""
    if isinstance(paths, str | os.PathLike) or not paths:
        raise SpecError("Give a list of statistics files, of at least one.")
    check_jobs(n_threads)
    files = [read_statistics_file(path) for one in paths for path in files_in(one)]
    return counts_of(files, systems=systems, metrics=metrics, n_threads=n_threads)


def counts_of(
    files: Sequence[StatisticsFile],
    *,
    systems: Iterable[str] | None = None,
    metrics: Iterable[str] | None = None,
    n_threads: int = 1,
) -> Counted:
    """Put together what statistics files say; see `read_counts`."""
    systems, metrics = (None if names is None else tuple(names) for names in (systems, metrics))
    notes: list[str] = []
    for file in files:
        for stored in file.metrics:
            _check_scores(_measurement(stored, file, notes), stored, file)
    files = _chosen(files, systems, metrics)
    _check_copies(files)
    merged, more = merge_statistics(files)
    _check_shards(files)
    names = merged.systems if systems is None else tuple(systems)
    order = [merged.systems.index(name) for name in names]
    by_metric = {stored.metric: stored for stored in merged.metrics}
    asked = list(by_metric) if metrics is None else [_key(name, list(by_metric)) for name in metrics]
    spellings = sorted(asked, key=lambda name: by_metric[name].is_outside)  # outside scores last, as from texts
    measurements = []
    for spelling in spellings:
        measurement = _measurement(by_metric[spelling], replace(merged, systems=names), [])
        statistics = Statistics(measurement.statistics.values[order], measurement.statistics.bits)
        measurements.append(replace(measurement, statistics=statistics))
    stored_files = [{"role": "statistics", "name": file.path, "sha256": file.sha256} for file in files if file.sha256]
    inputs = [*merged.inputs, *stored_files]
    data = CountedSet(
        names,
        merged.n_segments,
        merged.documents,
        merged.reference_words,
        tuple(inputs),
        merged.reading,
        tuple(dict.fromkeys([*notes, *more])),
        merged.items,
        rows=merged.rows,
        segments_sha256=merged.segments_sha256,
    )
    for measurement in measurements:  # refuses numbers that could not be summed exactly
        Statistics.from_values(measurement.statistics.values, data.document_codes())
    return Counted(data, tuple(measurements), (), merged.score_inputs, n_threads)


def is_counted_here(metadata: Mapping[str, Any], metrics: Sequence[str]) -> bool:
    """Whether a file with these metadata has these metrics, in this order, as they are here."""
    spelled = [(facts["metric"], facts["signature"]) for facts in metadata["metrics"]]
    if [metric for metric, _ in spelled] != list(metrics):
        return False
    return all(signature == parse(metric).signature(_n_references(signature)) for metric, signature in spelled)


def _n_references(signature: str) -> str:
    return dict(pair.split(":", 1) for pair in signature.split("|")).get("nrefs", "1")


def _stored(measurement: Measurement, is_outside: bool) -> StoredMetric:
    scores = measurement.scores(measurement.statistics.totals()).tolist()
    return StoredMetric(
        metric=measurement.metric,
        label=measurement.label,
        signature=measurement.signature,
        higher_is_better=measurement.higher_is_better,
        is_mean=measurement.is_mean,
        scale=measurement.scale,
        is_outside=is_outside,
        bits=tuple(measurement.statistics.bits.tolist()),
        scores=tuple(score if np.isfinite(score) else None for score in scores),
        values=measurement.statistics.values,
    )


def _measurement(stored: StoredMetric, file: StatisticsFile, notes: list[str]) -> Measurement:
    """Give statistics their score function back."""
    then = stored.signature.rpartition("version:sy.")[2]
    if then != package_version():
        notes.append(
            f"{stored.label} in {file.path} was counted by Steelyard {then}, and this is {package_version()}: its "
            "scores come out as they did then, but texts could be counted otherwise now"
        )
    score, explain, signature, bounds = mean_of_segments, None, stored.signature, None
    if not stored.is_outside:
        try:
            metric = parse(stored.metric)
            score, explain, bounds = metric.score, metric.explain, metric.bounds
            signature = metric.signature(_n_references(stored.signature))
        except (SteelyardError, MissingExtraError) as error:
            raise DataError(
                f"{file.path} has {stored.label}, spelled {stored.metric}, whose scores cannot be computed: {error}"
            ) from error
    if signature.rpartition("|version:")[0] != stored.signature.rpartition("|version:")[0]:
        raise DataError(
            f"{file.path} has {stored.metric} with the signature {stored.signature}, but here it is {signature}: word "
            "lists, tokenizers or the metric itself are others than where it was counted."
        )
    return Measurement(
        metric=stored.metric,
        label=stored.label,
        signature=stored.signature,
        statistics=Statistics(stored.values, np.array(stored.bits, dtype=np.int64)),
        score=score,
        higher_is_better=stored.higher_is_better,
        systems=file.systems,
        is_mean=stored.is_mean,
        scale=stored.scale,
        explain=explain,
        bounds=bounds,
    )


def _check_scores(measurement: Measurement, stored: StoredMetric, file: StatisticsFile) -> None:
    """Refuse statistics that do not give the scores that they gave where they were written."""
    found = measurement.scores(measurement.statistics.totals()).tolist()
    for system, then, now in zip(file.systems, stored.scores, found, strict=True):
        if then is not None and not abs(now - then) <= _TOLERANCE * max(abs(then), 1.0):
            raise DataError(
                f"{file.path}: the statistics of {stored.metric} give system {system!r} a score of {now!r}, but gave "
                f"{then!r} where they were written. The file was changed, or the metric was."
            )


def _check_copies(files: Sequence[StatisticsFile]) -> None:
    """Refuse two shards of one table: its segments would count twice."""
    known: dict[tuple[str, ...], StatisticsFile] = {}
    for file in files:
        if "table" not in file.reading:
            continue
        first = known.setdefault(tuple(sorted({entry["sha256"] for entry in file.inputs})), file)
        if first.references_sha256 != file.references_sha256:
            raise DataError(
                f"{first.path} and {file.path} were counted from the same table (equal SHA-256 of "
                f"{file.inputs[0]['name']}), whose segments would count twice: delete one."
            )


def _check_shards(files: Sequence[StatisticsFile]) -> None:
    """Refuse shards under metrics that weigh a segment by the references of all others."""
    first = files[0]
    other = next((file for file in files if file.references_sha256 != first.references_sha256), None)
    bound = next(
        (m for file in files for m in file.metrics if not m.is_outside and parse(m.metric).is_corpus_bound), None
    )
    if other is not None and bound is not None:
        raise DataError(
            f"{first.path} and {other.path} are about different segments, and {bound.label} weighs each segment by the "
            f"references of all: count all segments at once, or leave {bound.label} out (-m)."
        )


def _chosen(
    files: Sequence[StatisticsFile], systems: Sequence[str] | None, metrics: Sequence[str] | None
) -> list[StatisticsFile]:
    """Leave out what was not asked for, and files of which nothing is left."""
    known = list(dict.fromkeys(system for file in files for system in file.systems))
    spelled = list(dict.fromkeys(stored.metric for file in files for stored in file.metrics))
    for kind, names, valid in (("system", systems, known), ("metric", metrics, spelled)):
        for i, name in enumerate(names or ()):
            key = _key(name, valid) if kind == "metric" else name
            if key not in valid:
                raise unknown_name(f"{kind} in the statistics:", name, valid)
            if name in (names or ())[:i]:
                raise SpecError(f"The {kind} {name!r} is asked for twice.")
        if names is not None and not names:
            raise SpecError(f"Ask for at least one {kind}.")
    wanted = known if systems is None else list(systems)
    keys = spelled if metrics is None else [_key(name, spelled) for name in metrics]
    chosen = []
    for file in files:
        rows = [i for i, system in enumerate(file.systems) if system in wanted]
        kept = [replace(stored, values=stored.values[rows]) for stored in file.metrics if stored.metric in keys]
        if rows and kept:
            chosen.append(
                replace(
                    file,
                    systems=tuple(file.systems[i] for i in rows),
                    systems_sha256=tuple(file.systems_sha256[i] for i in rows),
                    metrics=tuple(kept),
                    inputs=tuple(e for e in file.inputs if _owner(e["role"], file.systems) in (None, *wanted)),
                    score_inputs=tuple(e for e in file.score_inputs if e["role"].removeprefix("scores ") in keys),
                )
            )
    return chosen


def _owner(role: str, systems: Sequence[str]) -> str | None:
    """Return the system whose text or annotation an input is, if any."""
    owners = [system for system in systems if role.endswith(f"system {system}")]
    return max(owners, key=len, default=None)


def _key(name: str, spelled: Sequence[str]) -> str:
    """Spell a metric as files do; names of outside scores stay as they are."""
    try:
        known = fitted_spellings(name)
    except SteelyardError:
        return name
    return next((one for one in known if one in spelled), known[0])


def _parsed(spelling: str) -> object:
    try:
        return parse(spelling)
    except SteelyardError:
        return None


def _hash_of_references(data: TestSet) -> str:
    return _hash([list(text) for text in data.references])


def _hashes_of_outputs(data: TestSet) -> tuple[str, ...]:
    return tuple(_hash(list(text)) for text in data.systems.values())


def _hash_of_items(data: CountedSet) -> str:
    """Say which items these are, as references do where there are texts."""
    return _hash([data.n_segments, list(data.items or ())])


def _hashes_of_items(data: CountedSet) -> tuple[str, ...]:
    """Say that a system is the same on the same items: there is no output to tell by."""
    return tuple(_hash([_hash_of_items(data), system]) for system in data.system_names)


def _hash(lines: object) -> str:
    return hashlib.sha256(json.dumps(lines).encode()).hexdigest()
