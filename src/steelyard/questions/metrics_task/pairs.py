"""Language pairs with ratings and scores of metrics: the numbers."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from steelyard.errors import AlignmentError, SpecError, SteelyardError
from steelyard.questions.metrics_task.inputs import MetricsFiles, PairFiles
from steelyard.ratings.outputs import extend
from steelyard.ratings.reading import read_people
from steelyard.reading.score_files import read_score_files
from steelyard.scored import count
from steelyard.scored.text_scores import text_scores
from steelyard.types import OutputScores, TestSet

__all__ = ["LanguagePair", "read_pairs"]


@dataclass(frozen=True, slots=True, eq=False)
class LanguagePair:
    """People and metrics on one language pair."""

    name: str
    people: OutputScores
    metrics: Sequence[OutputScores]
    weight: float = 1.0
    note: str = ""
    inputs: Sequence[Mapping[str, str]] = ()  # texts that were scored here


def read_pairs(files: MetricsFiles) -> list[LanguagePair]:
    """Read ratings and scores of every language pair."""
    return [_read(name, pair) for name, pair in files.pairs.items()]


def _read(name: str, pair: PairFiles) -> LanguagePair:
    scales = [
        one
        for path in pair.ratings
        for one in read_people(
            path, scales=[pair.scale] if pair.scale else None, scaling=pair.scaling, encoding=pair.encoding
        ).scores
    ]
    if len(scales) > 1:
        told = ", ".join(scale.name for scale in scales)
        raise SpecError(f"Task {name} has several scales: {told}. Choose one: scale = '...'.")
    [people] = scales
    scored, inputs = _of_texts(name, pair, people.systems)
    found = scored
    if pair.scores:
        n_segments = scored[0].n_segments if scored else None
        found = [*scored, *read_score_files(pair.scores, n_segments=n_segments, may_miss=True, encoding=pair.encoding)]
    metrics = []
    for one in found:
        if not one.name:
            raise SpecError(f"Task {name}: {one.files[0][0]} has no name of its metric: write NAME=FILE.")
        is_up = one.higher_is_better and one.name not in pair.lower_is_better
        metrics.append(replace(one, name=pair.names.get(one.name, one.name), higher_is_better=is_up))
    known = [one.name for one in found]
    for key, asked in (("lower_is_better", pair.lower_is_better), ("names", pair.names)):
        for wanted in asked:
            if wanted not in known:
                raise SpecError(f"Task {name}: {key} has {wanted!r}, but its metrics are {', '.join(known)}.")
    for system in pair.leave_out:
        if system not in people.systems and not any(system in metric.systems for metric in metrics):
            raise SpecError(f"Task {name}: leave_out has {system!r}, but its systems are {', '.join(people.systems)}.")
    kept = tuple(system for system in people.systems if system not in (*pair.leave_out, *pair.rated_references))
    people = people.select(kept)
    if scored:
        try:
            people = extend(people, scored[0].n_segments)
        except AlignmentError as error:
            raise AlignmentError(f"Task {name}: {error}") from None
    return LanguagePair(name, people, metrics, pair.weight, pair.note, inputs)


def _of_texts(
    name: str, pair: PairFiles, rated: Sequence[str]
) -> tuple[list[OutputScores], tuple[dict[str, str], ...]]:
    """Score the task's texts, segment by segment, and say which files they are."""
    if not pair.systems:
        return [], ()
    try:
        data = TestSet.from_files(
            references=pair.references,
            systems={_as_people(called, path, rated): path for called, path in pair.systems.items()},
            sources=pair.sources,
            encoding=pair.encoding,
        )
        found = text_scores(count(data, pair.metrics or ("bleu", "chrf")))
    except SteelyardError as error:
        raise type(error)(f"Task {name}: {error}") from None
    return found, tuple(data.inputs())


def _as_people(called: str, path: str, rated: Sequence[str]) -> str:
    """Call a system what people call it, where its file says so: Claude-3.5.ja holds Claude-3.5, not Claude-3."""
    longer = os.path.splitext(os.path.basename(path))[0]
    return longer if called not in rated and longer in rated else called
