"""Rows of the answer: selections, systems, agreement, smaller pools, and the outputs themselves."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from steelyard.lab.choosing import EnsembleStep, greedy_ensemble, unlike_order
from steelyard.lab.questions.choose.answer import ChosenRow, CombinedRow, PickRow, PoolRow, SelectionRow, UtilityRow
from steelyard.lab.questions.choose.combine import Combined
from steelyard.lab.questions.choose.decide import Decided
from steelyard.lab.questions.choose.judge import BASELINE, CHOSEN, COMBINED, Judged
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.selections import scores_alone

__all__ = ["agreement_rows", "chosen_rows", "combined_rows", "pick_rows", "pool_rows", "selection_rows"]

Ints = NDArray[np.int64]


def _number(value: float) -> float | None:
    """Return a number; None where there is none, as JSON has no NaN."""
    return float(value) if math.isfinite(value) else None


def selection_rows(
    pool: Pool,
    selections: Mapping[str, Ints],
    decided: Decided,
    about: str,
    label: tuple[str, str],
    combined: Sequence[Combined] = (),
) -> tuple[SelectionRow, ...]:
    """Describe every selection: what it is, how long its outputs are, what the rule itself says of it."""
    reference = sum(len(text or "") for text in pool.references[0]) if pool.references else 0
    base = [pool.lists.texts[k] for k in selections[BASELINE]]
    told = {BASELINE: about, CHOSEN: f"by {label[1]}", "random": "a candidate drawn for each source"}

    def row(name: str, about: str, gain: float, texts: Sequence[str]) -> SelectionRow:
        total = sum(map(len, texts))
        same = np.mean([one == other for one, other in zip(texts, base, strict=True)])
        ratio = total / reference if reference else None
        return SelectionRow(name, about, _number(gain), total / len(texts), ratio, float(same))

    rows = []
    for name, picks in selections.items():
        gains = decided.gains if name == CHOSEN else decided.values[picks]
        texts = [pool.lists.texts[k] for k in picks]
        rows.append(row(name, told.get(name, "that there is"), float(gains.mean()), texts))
        if name == CHOSEN and combined:
            rows.append(row(COMBINED, "words by votes", math.nan, [one.text for one in combined]))
    return tuple(rows)


def combined_rows(pool: Pool, combined: Sequence[Combined]) -> tuple[CombinedRow, ...]:
    """Say what was made of the candidates of every source."""
    lists = pool.lists
    return tuple(
        CombinedRow(
            i,
            one.text,
            one.score,
            one.n_nulls,
            one.backbone + 1,
            lists.systems[start + one.backbone] if lists.systems else "",
        )
        for i, (one, start) in enumerate(zip(combined, lists.offsets[:-1].tolist(), strict=False), 1)
    )


def chosen_rows(pool: Pool, decided: Decided, guide: Judged | None) -> tuple[ChosenRow, ...]:
    """Count how often each system was taken, or each place; those that were not taken are systems alone.

    The guide says what each system is worth alone.
    """
    n, systems = pool.lists.n_segments, pool.systems
    places = (decided.picks - pool.lists.offsets[:-1]).tolist()
    if not systems:
        counts = {place: places.count(place) for place in sorted(set(places))}
        rows = [ChosenRow(f"candidate {place + 1}", count, count / n) for place, count in counts.items()]
        return tuple(sorted(rows, key=lambda row: -row.n_chosen))
    agreement = decided.agreement
    alone = [None] * len(systems) if guide is None else scores_alone(pool, guide)
    rows = []
    for s, name in enumerate(systems):
        others = None
        if agreement is not None and len(systems) > 1:
            others = float((agreement[s].sum() - agreement[s, s]) / (len(systems) - 1))
        count = places.count(s)
        rows.append(ChosenRow(name, count, count / n, others, alone[s]))
    return tuple(sorted(rows, key=lambda row: -row.n_chosen))


def agreement_rows(pool: Pool, decided: Decided) -> tuple[UtilityRow, ...]:
    """List mean utilities of systems against each other, rows first."""
    if decided.agreement is None:
        return ()
    return tuple(
        UtilityRow(a, b, float(decided.agreement[i, j]))
        for i, a in enumerate(pool.systems)
        for j, b in enumerate(pool.systems)
        if i != j
    )


def pool_rows(
    pool: Pool, decided: Decided, judges: Sequence[Judged], order: Sequence[int], guide: Judged | None, sign: float
) -> tuple[PoolRow, ...]:
    """Score what smaller pools would have given, under every judge; the guide says which system joins next.

    The sign turns utilities where less is better.
    """
    pools = dict(decided.pools)
    added = {("best first", size): pool.systems[s] for size, s in enumerate(order, 1)}
    if decided.deciders and guide is not None:
        for step in _greedy(pool, decided, guide):
            key = "greedy", len(step.members)
            pools[key] = _of_members(pool, decided, step.members)[np.newaxis]
            added[key] = pool.systems[step.added]
        unlike = [] if decided.agreement is None else _unlike(pool, decided, guide, sign * decided.agreement)
        for size, s in enumerate(unlike, 1):
            pools["unlike", size] = _of_members(pool, decided, unlike[:size])[np.newaxis]
            added["unlike", size] = pool.systems[s]
    rows = []
    for judge in judges:
        if not judge.adds_up:
            continue
        known = _known(pool, judge)
        for (kind, size), choices in pools.items():
            scores = [judge.of(picks[known]) for picks in choices]
            spread = float(np.mean(scores)), min(scores), max(scores)
            rows.append(
                PoolRow(kind, size, judge.metric, judge.label, *spread, len(scores), added.get((kind, size), ""))
            )
    return tuple(rows)


def _known(pool: Pool, judge: Judged) -> NDArray[np.bool_]:
    """Whether the judge scored all candidates of each source."""
    found: NDArray[np.bool_] = np.logical_and.reduceat(~np.isnan(judge.segments), pool.lists.offsets[:-1])
    return found


def _of_members(pool: Pool, decided: Decided, members: Sequence[int]) -> Ints:
    """Return what some of the systems would choose, given by their places."""
    places = np.sort(np.asarray(members, np.int64))
    return np.array(
        [
            start + decider.choose(places).position
            for start, decider in zip(pool.lists.offsets[:-1], decided.deciders, strict=True)
        ]
    )


def _greedy(pool: Pool, decided: Decided, guide: Judged) -> list[EnsembleStep]:
    known = _known(pool, guide)
    return greedy_ensemble(
        lambda members: guide.sign * guide.of(_of_members(pool, decided, members)[known]), len(pool.systems)
    )


def _unlike(pool: Pool, decided: Decided, guide: Judged, similarity: NDArray[np.float64]) -> list[int]:
    known = _known(pool, guide)
    alone = [_of_members(pool, decided, (s,))[known] for s in range(len(pool.systems))]
    return unlike_order(np.array([guide.sign * guide.of(picks) for picks in alone]), similarity)


def pick_rows(pool: Pool, decided: Decided) -> tuple[PickRow, ...]:
    """Say what was taken for every source."""
    lists = pool.lists
    return tuple(
        PickRow(
            i + 1,
            int(k - lists.offsets[i]) + 1,
            lists.systems[k] if lists.systems else "",
            lists.texts[k],
            _number(decided.gains[i]),
            _number(decided.margins[i]),
            int(lists.sizes[i]),
            int(decided.n_distinct[i]),
            _number(decided.n_effective[i]),
        )
        for i, k in enumerate(decided.picks.tolist())
    )
