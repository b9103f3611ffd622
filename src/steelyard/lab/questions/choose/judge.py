"""What selections of candidates are worth: under metrics, against references, and to people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError
from steelyard.inference import interval_from_best, seed_of
from steelyard.lab.choosing import best_of_each, corpus_oracle
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.metrics import Metric, measure, measure_segment_scores
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.results.pair_rows import PairRow
from steelyard.scored import Counted, count
from steelyard.types import CountedSet, Measurement, NBestLists, TestSet

__all__ = [
    "BASELINE",
    "CHOSEN",
    "COMBINED",
    "Judged",
    "judge_candidates",
    "judge_people",
    "judge_selections",
    "sizes_of",
]

BASELINE, CHOSEN, COMBINED = "baseline", "chosen", "combined"
_RIVAL = "system "  # before the name of one that the baseline is better than on these sources

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Selections = Mapping[str, Ints]  # by name, positions among all candidates, one for each source


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Every candidate under one metric, or by people."""

    metric: str  # and label: spelling and short name
    label: str
    statistics: Floats  # (C, K): of every candidate; they add up
    score: Callable[[Floats], Floats]  # from sums to scores
    segments: Floats  # (C,): score of each candidate by itself; NaN where there is none
    sign: float  # -1 where lower scores are better
    adds_up: bool = True  # whether statistics of other selections are the same, so that a whole can be scored from them

    def of(self, picks: Ints) -> float:
        """Score a selection as a whole."""
        return float(self.score(self.statistics[picks].sum(axis=0)))

    def extreme(self, offsets: Ints, sign: float) -> Ints:
        """Return the best selection there is, or with -1 the worst; a source without scores keeps its first one."""
        wanted = sign * self.sign
        start = best_of_each(wanted * self.segments, offsets)
        start = np.where(start < 0, offsets[:-1], start)
        if not self.adds_up or np.isnan(self.segments).any():
            return start
        return corpus_oracle(self.statistics, offsets, lambda sums: wanted * self.score(sums), start)


def judge_candidates(pool: Pool, metrics: Sequence[Metric], n_threads: int) -> list[Judged]:
    """Score every candidate against the references of its source."""
    if not pool.references or not metrics:
        return []
    rows = np.repeat(np.arange(pool.lists.n_segments), pool.lists.sizes).tolist()
    data = TestSet(
        references=[[text[row] for row in rows] for text in pool.references], systems={"candidates": pool.lists.texts}
    )
    singles = [metric.segment_metric() for metric in metrics]
    others = [single for single, metric in zip(singles, metrics, strict=True) if single != metric]
    measured = dict(zip([*metrics, *others], measure(data, [*metrics, *others], n_threads=n_threads), strict=True))
    return [
        _judged(measured[metric], measured[single], adds_up=not metric.is_corpus_bound)
        for metric, single in zip(metrics, singles, strict=True)
    ]


def _judged(whole: Measurement, single: Measurement, *, adds_up: bool) -> Judged:
    return Judged(
        whole.metric,
        whole.label,
        whole.statistics.values[0].astype(np.float64),
        whole.scores,
        single.scores(single.statistics.values[0].astype(np.float64)),
        1.0 if whole.higher_is_better else -1.0,
        adds_up,
    )


def judge_people(pool: Pool) -> Judged | None:
    """Take ratings as the scores of candidates."""
    if pool.people is None:
        return None
    if not pool.is_rated.any():
        raise DataError(
            "No source has a rating for each of its candidates, so ratings cannot evaluate the choice. Leave out "
            "systems without ratings, or --ratings."
        )
    values = pool.people.values
    statistics = np.stack([values, np.ones(len(values))], axis=-1)
    name = pool.people.name
    return Judged(name, name, statistics, lambda sums: sums[..., 0] / sums[..., 1], values, 1.0)


def judge_selections(
    pool: Pool,
    selections: Selections,
    metrics: Sequence[Metric],
    asked: ChooseQuestion,
    n_threads: int,
    combined: Sequence[str] = (),
    rivals: Selections | None = None,
) -> list[Comparison]:
    """Compare what was chosen with the baseline: under metrics on all sources, and to people on those they rated.

    Combined texts are judged by metrics alone: nobody rated them. Where the baseline is the best of several systems on
    these sources, the others are its rivals, and what is said of it is corrected for all of them.
    """
    found = []
    selections = {**selections, **{f"{_RIVAL}{name}": picks for name, picks in (rivals or {}).items()}}
    if pool.references and metrics:
        texts = {name: [pool.lists.texts[k] for k in picks] for name, picks in selections.items()}
        data = TestSet(
            references=[list(text) for text in pool.references],
            systems={**texts, COMBINED: list(combined)} if combined else texts,
            documents=None if pool.documents is None else list(pool.documents),
        )
        found.append(_compared(count(data, metrics, n_threads=n_threads), asked))
    rated = np.flatnonzero(pool.is_rated)
    if pool.people is not None and len(rated):
        values = pool.people.values
        documents = None if pool.documents is None else tuple(pool.documents[i] for i in rated.tolist())
        layout = CountedSet(tuple(selections), len(rated), documents, (1,) * len(rated), reading={"of": "scores"})
        scores = {name: values[picks[rated]].tolist() for name, picks in selections.items()}
        measured = measure_segment_scores(pool.people.name, scores, layout)
        found.append(_compared(Counted(layout, (measured,), n_threads=n_threads), asked))
    return found


def _compared(counted: Counted, asked: ChooseQuestion) -> Comparison:
    names = counted.test_set.system_names
    rivals = [name for name in names if name.startswith(_RIVAL)]
    judged = [CHOSEN, COMBINED] if COMBINED in names else [CHOSEN]
    pairs = [f"{one}:{other}" for one in judged for other in (BASELINE, *rivals)]
    question = CompareQuestion(
        pairs=(*pairs, f"{COMBINED}:{CHOSEN}") if COMBINED in names else tuple(pairs),
        unit=asked.unit,
        alpha=asked.alpha,
        n_resamples=asked.n_resamples,
        rng=seed_of(asked.rng),
    )
    found = compare(counted, question)
    if not rivals:
        return found
    signs = {one.metric: 1.0 if one.higher_is_better else -1.0 for one in counted.measurements}
    return replace(
        found,
        scores=tuple(row for row in found.scores if row.system not in rivals),
        pairs=tuple(
            _from_the_best(row, found.pairs, signs[row.metric]) if BASELINE in (row.system, row.against) else row
            for row in found.pairs
            if not {row.system, row.against} & set(rivals)
        ),
    )


def _from_the_best(row: PairRow, rows: Sequence[PairRow], sign: float) -> PairRow:
    """Say what holds of something and the best of all systems, whichever that is."""
    one = row.system if row.against == BASELINE else row.against
    around = []
    for other in rows:
        if other.metric != row.metric or one not in (other.system, other.against):
            continue
        if {other.system, other.against} == {COMBINED, CHOSEN}:
            continue
        ends, turned = other.interval_simultaneous, sign if other.system == one else -sign
        around.append(None if ends is None else (min(turned * e for e in ends), max(turned * e for e in ends)))
    whole = interval_from_best(around)
    if whole is not None:
        back = sign if row.system == one else -sign
        whole = min(back * e for e in whole), max(back * e for e in whole)
    return replace(row, interval=whole, interval_simultaneous=whole, p_value=row.p_adjusted)


def sizes_of(lists: NBestLists) -> str:
    """Say how many candidates sources have."""
    least, most = int(lists.sizes.min()), int(lists.sizes.max())
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"
