"""A gate on the record: its look at the test set is a line of a ledger, and has the level that is left for it."""

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any

from steelyard.choices import BOOTSTRAPPED
from steelyard.errors import DataError, SpecError
from steelyard.files import check_target
from steelyard.files.writing import append_line
from steelyard.inference import get_test, smallest_p_value
from steelyard.questions.gate.answer import Gate, GateLook
from steelyard.questions.gate.question import GateQuestion
from steelyard.reading.ledger import Ledger, Look, read_ledger
from steelyard.scored import Counted
from steelyard.types import Measurement
from steelyard.types.segment_hashes import hash_in_any_order, hash_of_segments

__all__ = ["on_record"]

_LEAST = 1e-9  # of a level: tests take none below
_MOST_DRAWS = 10_000_000
_BEYOND = 10  # draws for each that may be beyond the level
_UNSAID = ("ledger", "show_scores", "alpha")  # of what was asked


def on_record(counted: Counted, question: GateQuestion, ask: Callable[[Counted, GateQuestion], Gate]) -> Gate:
    """Ask at the level that the ledger has left, and write the look down before anybody learns of it."""
    if question.ledger is None:
        raise SpecError("There is no ledger: name its file (--ledger).")
    if question.min_score is not None:
        raise SpecError(
            "A ledger (--ledger) is for tests, and --min-score (min_score) uses the score without a test: leave one of "
            "them out."
        )
    path = question.ledger
    check_target(path)
    ledger = read_ledger(path) if os.path.lexists(path) else Ledger()
    if ledger.faults:
        first = ledger.faults[0]
        raise DataError(
            f"{path}, line {first.line}: {first.what}. Restore the whole ledger from git; `steelyard check result` "
            "lists all faults."
        )
    question = replace(question, rng=counted.sampling(1, question.rng).seed)
    of_set, of_systems, asked = (
        hash_of_segments(counted.test_set),
        _hash(counted.measurements),
        _text(counted, question),
    )
    known = ledger.known(of_set, of_systems, asked, is_shown=question.show_scores)
    due = ledger.next(of_set, question.alpha) if known is None else ledger.standing_of(known)
    level = due.level if known is None else known.level
    if level < _LEAST:
        raise DataError(
            f"{path} has no level left for another look at this test set ({due.spent:g} of {due.budget:g} is used): "
            "take a fresh test set."
        )
    gate = ask(counted, _at_level(question, level))
    has_failed = gate.verdict == "fail" if known is None else known.has_failed  # another version may see it otherwise
    if known is None:
        said = (of_set, of_systems, datetime.now(UTC).date().isoformat(), question.alpha, level)
        p = _p_value(gate, question, has_failed=has_failed)
        known = Look(ledger.heads, *said, p, has_failed, question.show_scores, due.is_guaranteed, asked)
        append_line(path, known.line)
        is_new = True
    else:
        is_new = False
    look = GateLook(
        known.hash, due.number, question.alpha, level, due.spent, known.is_guaranteed, question.show_scores, is_new,
        _can_fail(gate, question, level),
    )  # fmt: skip
    if question.show_scores:
        return replace(gate, looks=(look,))
    # one bit: which limit it was, and whether a system is certainly as good, would be more
    method: dict[str, Any] = {**counted.provenance(question), "alpha": level}
    return Gate("fail" if has_failed else "open", (), (), method, looks=(look,))


def _at_level(question: GateQuestion, level: float) -> GateQuestion:
    """Ask at this level; draws that are too few for it could never find anything."""
    n_resamples = question.n_resamples
    if (_is_tested(question) and get_test(question.test).is_resampled) or question.interval in BOOTSTRAPPED:
        n_resamples = max(question.n_draws(2), math.ceil(_BEYOND / level))
        if n_resamples > _MOST_DRAWS:
            raise SpecError(
                f"The ledger has a level of {level:.2g} for this look, which needs {n_resamples:,} draws: use a test "
                "without draws, such as t (test, --test), or a new test set."
            )
    return replace(question, ledger=None, show_scores=False, alpha=level, n_resamples=n_resamples)


def _is_tested(question: GateQuestion) -> bool:
    """Whether p decides, as it does where nothing may be lost; else intervals do."""
    drop = question.drop
    return 0 in (drop.values() if isinstance(drop, Mapping) else (drop,))


def _can_fail(gate: Gate, question: GateQuestion, level: float) -> bool:
    """Whether so many units could ever give such a p; nothing of what they hold is told."""
    if not _is_tested(question) or get_test(question.test).assumes_normal:
        return True
    return smallest_p_value(gate.method["n_units"], two_sided=question.alternative == "two-sided") <= level


def _text(counted: Counted, question: GateQuestion) -> str:
    """Say what was asked, as far as it is not what is always asked."""
    given = question.recipe()
    said = {one.name: given[one.name] for one in fields(question) if given[one.name] != one.default}
    metrics = [measurement.metric for measurement in counted.measurements]
    return json.dumps(
        {"metrics": metrics, **{name: said[name] for name in said if name not in _UNSAID}}, sort_keys=True
    )


def _hash(measurements: Sequence[Measurement]) -> str:
    """Name what was counted of the systems, in whatever order the segments stand."""
    rows = (
        json.dumps([one.metric, values.tolist()]).encode()
        for one in measurements
        for values in one.statistics.values.transpose(1, 0, 2)
    )
    return hash_in_any_order(rows)


def _p_value(gate: Gate, question: GateQuestion, *, has_failed: bool) -> str:
    """Write p where scores are shown; else on which side of the level it lies, as the next system may rest on more."""
    p_values = [one.p_adjusted for one in gate.outcomes if one.p_adjusted is not None]
    if question.show_scores and p_values:
        return f"{min(p_values):.4g}"
    return "below" if has_failed else "above"
