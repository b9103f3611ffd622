"""Who leads on which subset of a board: each is asked so strictly that all answers hold together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.questions.board.answer import SubsetRow, SubsetSystemRow
from steelyard.questions.board.joint import Joint, joint_of
from steelyard.questions.board.question import ALL, LEADER, BoardQuestion
from steelyard.questions.board.rows import board_rows
from steelyard.reading.score_matrix.cells import ratings_on
from steelyard.scored import Counted
from steelyard.scored.units import Units
from steelyard.types import Measurement, Ratings

__all__ = ["SubsetBoard", "subset_boards", "subset_row", "subset_system_rows"]


@dataclass(frozen=True, slots=True, eq=False)
class SubsetBoard:
    """A subset of the items, and what the draws say of it."""

    name: str  # what its items have in common
    members: NDArray[np.int64]  # places of its items
    measurement: Measurement  # of its units
    joint: Joint  # at `alpha`
    alpha: float  # the share of the level that this subset has
    n_units: int


def subset_boards(
    counted: Counted, question: BoardQuestion, units: Units, best: Units | None, m: int, ratings: Ratings | None
) -> Iterator[SubsetBoard]:
    """Rank the systems on every subset of the items, one after another; nothing where none are known.

    To pick the subset on which a system leads is to look at all: each has its share of alpha.
    """
    subsets = getattr(counted.test_set, "subsets", None)
    if subsets is None:
        return
    names = list(dict.fromkeys(subsets))
    if len(names) == len(subsets) > 1:
        raise SpecError(
            f"The subsets of the {len(subsets):,} items are all different, but a subset (--subset-by) needs several "
            "items: name another column."
        )
    if question.n_resamples + 1 < len(names) / question.alpha:
        raise SpecError(
            f"{question.n_resamples:,} draws are too few for {len(names)} subsets at {question.alpha:g} together: "
            f"use -n {int(20 * len(names) / question.alpha):,}."
        )
    # of all pairs of each subset a page would have too many
    against = LEADER if question.against == ALL else question.against
    strict = replace(question, alpha=question.alpha / len(names), against=against)
    for name, members in zip(names, _members(subsets, names), strict=True):
        part, ends = units.only(m, members), None if best is None else best.only(m, members)
        judged = None if ratings is None else ratings_on(ratings, members, len(subsets))
        joint = joint_of(part, ends, strict, counted.n_threads, None, judged)
        yield SubsetBoard(name, members, part.measurements[0], joint, strict.alpha, part.n)


def _members(subsets: Sequence[str], names: Sequence[str]) -> Iterator[NDArray[np.int64]]:
    codes = {name: i for i, name in enumerate(names)}
    of_items = np.array([codes[name] for name in subsets])
    return (np.flatnonzero(of_items == i) for i in range(len(names)))


def subset_row(board: SubsetBoard, overall: Joint) -> SubsetRow:
    """Say who leads on a subset, or who differs from the baseline on it."""
    joint, measurement, alpha = board.joint, board.measurement, board.alpha
    first = joint.ranks.index(1)
    ordered = np.sort(joint.sign * joint.scores)
    is_of_all = joint.is_of_all_pairs
    may_lead = (joint.p_best > alpha).tolist() if joint.p_best.size else [True] * len(joint.scores)
    chosen = {
        "may_lead": may_lead if is_of_all else [],
        "better": [] if is_of_all else joint.is_better[:, joint.opponent].tolist(),
        "worse": [] if is_of_all else joint.is_better[joint.opponent].tolist(),
    }
    order = np.argsort(joint.ranks, kind="stable").tolist()
    named = {
        key: tuple(measurement.systems[i] for i in order if members[i]) if members else ()
        for key, members in chosen.items()
    }
    return SubsetRow(
        metric=measurement.metric,
        label=measurement.label,
        subset=board.name,
        n_items=len(board.members),
        n_units=board.n_units,
        system=measurement.systems[first],
        score=float(joint.scores[first]),
        lead=float(ordered[-1] - ordered[-2]),
        rank_overall=overall.ranks[first],
        **named,
    )


def subset_system_rows(board: SubsetBoard, question: BoardQuestion) -> list[SubsetSystemRow]:
    """Lay out every system on a subset, against its leader or the baseline."""
    joint, measurement = board.joint, board.measurement
    opponent = measurement.systems[joint.opponent]
    pairs = {pair.system: pair for pair in joint.rows}
    rows = []
    for row in board_rows(measurement, joint, replace(question, alpha=board.alpha), None):
        pair = pairs.get(row.system)
        rows.append(
            SubsetSystemRow(
                metric=row.metric,
                label=row.label,
                subset=board.name,
                system=row.system,
                score=row.score,
                rank=row.rank,
                rank_low=row.rank_low,
                rank_high=row.rank_high,
                may_lead=row.may_lead,
                against=opponent,
                difference=None if pair is None else pair.difference,
                interval_simultaneous=None if pair is None else pair.interval_simultaneous,
                verdict=None if pair is None else pair.verdict,
            )
        )
    return rows
