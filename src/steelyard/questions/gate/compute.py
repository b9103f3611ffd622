"""Pass or fail: differences from the baseline, and scores, beside what is allowed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from steelyard.errors import SpecError, unknown_name
from steelyard.questions.compare.answer import Comparison
from steelyard.questions.compare.by_metric import by_metric
from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import ByMetric
from steelyard.questions.gate.answer import Gate
from steelyard.questions.gate.looks import on_record
from steelyard.questions.gate.question import GateQuestion
from steelyard.questions.score.compute import compute as score
from steelyard.questions.score.question import ScoreQuestion
from steelyard.results.gate_outcome import GateOutcome, GateVerdict, gate_verdict
from steelyard.results.pair_rows import PairRow, Verdict
from steelyard.results.score_rows import ScoreRow
from steelyard.scored import Counted
from steelyard.types import Measurement

__all__ = ["compute", "outcome_of_pair"]

_OF_TEST: dict[str, GateVerdict] = {"better": "pass", "equivalent": "pass", "within margin": "pass", "worse": "fail"}
_TURNED: dict[str, Verdict] = {"better": "worse", "worse": "better"}
Limits = Mapping[str, float]


def compute(counted: Counted, question: GateQuestion) -> Gate:
    """Say whether a system is significantly worse than allowed, or scores less than asked; with a ledger, on record."""
    return _ask(counted, question) if question.ledger is None else on_record(counted, question, _ask)


def _ask(counted: Counted, question: GateQuestion) -> Gate:
    measurements = counted.measurements
    drops, floors = _drops(question.drop, measurements), _floors(question.min_score, measurements)
    if len(counted.test_set.system_names) == 1:
        return _of_one(counted, question, floors)
    names = counted.test_set.system_names if question.runs is None else tuple(question.runs)
    old = {names[0], question.anchor}
    found = _compared(counted, question, names)
    rising = {measurement.metric for measurement in measurements if measurement.higher_is_better}
    outcomes = [
        *(
            outcome_of_pair(row, drops[row.metric], is_better_higher=row.metric in rising, anchor=question.anchor)
            for row in found.pairs
            if row.metric in drops
        ),
        *(_of_score(row, floors[row.metric]) for row in found.scores if row.metric in floors and row.system not in old),
    ]
    return Gate(gate_verdict(outcomes), tuple(outcomes), found.scores, found.method, found.pairs, found.runs)


def _compared(counted: Counted, question: GateQuestion, names: Sequence[str]) -> Comparison:
    """Compare new systems with the first one and with the anchor: one family, so that both hold together."""
    first, anchor = names[0], question.anchor
    if anchor is None or anchor == first:
        return compare(counted, question)
    if anchor not in names:
        raise unknown_name("anchor", anchor, names)
    new = [name for name in names if name not in (first, anchor)]
    if not new:
        raise SpecError(
            f"There is no new system beside {first} and the anchor {anchor}: give its file after that of {first}."
        )
    asked = replace(question, anchor=None, pairs=[f"{one}:{old}" for old in (first, anchor) for one in new])
    found = compare(counted, asked)
    recipe = counted.recipe(question, {**found.method["recipe"]["arguments"], "pairs": "baseline", "anchor": anchor})
    return replace(found, method={**found.method, **recipe})


def _of_one(counted: Counted, question: GateQuestion, floors: Limits) -> Gate:
    """Look at the scores of one system."""
    [name] = counted.test_set.system_names
    if question.drop is not None:
        raise SpecError(
            f"There is no baseline for {name}: give its file first (-i BASELINE NEW), or use --min-score X (min_score) "
            "without a drop."
        )
    if counted.best is not None:
        raise SpecError(
            "--missing bounds needs two systems, and there is one: use another rule, such as --missing worst."
        )
    seed = counted.sampling(question.n_bootstrap, question.rng).seed
    scored = ScoreQuestion(
        confidence_level=1 - question.alpha,
        n_resamples=question.n_bootstrap,
        rng=seed,
        unit=question.unit,
        interval=question.interval,
    )
    table = score(counted, scored)
    outcomes = [_of_score(row, floors[row.metric]) for row in table.scores if row.metric in floors]
    settled = {"unit": table.method["recipe"]["arguments"]["unit"], "rng": seed}
    method: dict[str, Any] = {**table.method, **counted.recipe(question, settled)}
    return Gate(gate_verdict(outcomes), tuple(outcomes), table.scores, method)


def _drops(given: ByMetric | None, measurements: Sequence[Measurement]) -> Limits:
    """Give each metric what it may lose; nothing is nothing on every scale."""
    if given is None:
        return {}
    if given == 0:
        return {measurement.metric: 0.0 for measurement in measurements}
    return by_metric(given, measurements, "largest drop", "--max-drop")


def _floors(given: ByMetric | None, measurements: Sequence[Measurement]) -> Limits:
    """Give each metric the worst score that is allowed."""
    return {} if given is None else by_metric(given, measurements, "least score", "--min-score")


def outcome_of_pair(row: PairRow, drop: float, *, is_better_higher: bool, anchor: str | None = None) -> GateOutcome:
    """Hold a difference against what may be lost: where that is nothing, the test decides, else the interval."""
    if row.system == anchor:  # it stands after the new system
        row = _turned(row)
    verdict = _beside(row, drop, is_better_higher) if drop else _OF_TEST.get(row.verdict, "cannot tell")
    return GateOutcome(
        row.metric,
        row.label,
        row.system,
        row.against,
        row.difference,
        row.interval_simultaneous,
        drop,
        verdict,
        is_better_higher,
        None if drop else row.p_adjusted,
        row.against == anchor,
    )


def _turned(row: PairRow) -> PairRow:
    """Say the same with the two exchanged, as far as a gate looks at it."""
    ends = row.interval_simultaneous
    return replace(
        row,
        system=row.against,
        against=row.system,
        difference=-row.difference,
        interval_simultaneous=None if ends is None else (-ends[1], -ends[0]),
        verdict=_TURNED.get(row.verdict, row.verdict),
    )


def _beside(row: PairRow, drop: float, is_better_higher: bool) -> GateVerdict:
    """Say on which side of the limit the whole simultaneous interval lies: it holds for the family together."""
    if row.interval_simultaneous is None:
        return "cannot tell"
    low, high = row.interval_simultaneous if is_better_higher else (-end for end in row.interval_simultaneous[::-1])
    return "fail" if high < -drop else "pass" if low >= -drop else "cannot tell"


def _of_score(row: ScoreRow, worst: float) -> GateOutcome:
    """Hold a score against the worst one that is allowed."""
    is_kept = row.score <= worst if row.higher_is_better is False else row.score >= worst
    return GateOutcome(
        row.metric,
        row.label,
        row.system,
        "",
        row.score,
        row.interval,
        worst,
        "pass" if is_kept else "fail",
        row.higher_is_better is not False,
    )
