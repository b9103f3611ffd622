"""What each command says of data whose truth is known: false verdicts, coverage of every interval, and power.

The cells are a covering design for each kind of data: every pair of levels of two factors meets in one of them. A cell
draws data many times, asks the command in this process, and holds each verdict, interval and range of ranks that is
printed against the truth. Where equal systems are called different, or one is ranked behind its equal, the family is
false, however many pairs it has. A caution counts for what stands beside it.
"""

import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import steelyard as sy
from levels.covering import Cell, covering
from levels.worlds import SHAPES, Scores, draw_scores, draw_texts, judgements, metrics_and_people, population, scores_of
from steelyard.errors import SteelyardError
from steelyard.questions.metric_ensemble.answer import WEIGHTED
from steelyard.types import ContrastivePairs
from steelyard.types.suite_items import SuiteItem

__all__ = ["ASKED", "Claims", "cells", "read_pool", "run_cell"]

ALPHA = 0.05
FEWER = 5  # times: families of a cell whose answers take over 50 ms
N_DRAWS = 999
MANY = 100  # systems, whose answers take seconds
SPREADS = {"equal": 0.0, "unequal": 1.0}
TEXTS = ("example", "wmt21-news-is-en", "wmt22-general-ja-en", "wmt22-general-uk-en", "wmt23-en-de", "wmt24-esa-en-ja")
Interval = tuple[float, float] | None
Rng = np.random.Generator


@dataclass
class Claims:
    """What one answer says, held against the truth.

    Attributes
    ----------
    is_false : bool
        Whether systems that are equal were told apart, or a verdict has the wrong direction.
    caution : str
        What the answer says of its own limits.
    held : mapping of str to list of bool
        By kind of interval, whether each holds the truth.
    lengths : mapping of str to list of float
        By kind of interval, how long they are.
    found : list of bool
        For each true difference, whether a verdict is right.
    estimates : mapping of str to list of (float, float, float)
        Estimates and intervals of what has no truth but its own mean over all draws.
    """

    is_false: bool = False
    caution: str = ""
    held: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    lengths: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    found: list[bool] = field(default_factory=list)
    estimates: dict[str, list[tuple[float, float, float]]] = field(default_factory=lambda: defaultdict(list))

    def add_interval(self, kind: str, interval: Interval, truth: float) -> None:
        """Note whether an interval, if there is one, holds the truth."""
        if interval is not None:
            slack = 1e-9 * max(1.0, abs(truth))
            self.held[kind].append(interval[0] - slack <= truth <= interval[1] + slack)
            self.lengths[kind].append(interval[1] - interval[0])

    def add_verdict(self, verdict: str, truth: float) -> None:
        """Hold the verdict on a pair against its true difference, the better direction above 0."""
        says = {"better": 1, "worse": -1}.get(verdict, 0)
        if abs(truth) < 1e-12:
            self.is_false |= says != 0
        else:
            self.is_false |= says * truth < 0
            self.found.append(says * truth > 0)

    def add_pairs(self, pairs: Iterable[Any], truth: Mapping[str, float], sign: int = 1) -> None:
        """Hold verdicts and intervals of pairs of systems against what the systems score in truth."""
        together: list[bool] = []
        for pair in pairs:
            delta = truth[pair.system] - truth[pair.against]
            self.add_verdict(pair.verdict, sign * delta)
            self.add_interval("difference", pair.interval, delta)
            if (both := pair.interval_simultaneous) is not None:
                together.append(both[0] - 1e-9 <= delta <= both[1] + 1e-9)
        if together:
            self.held["all differences"].append(all(together))

    def add_scores(self, rows: Iterable[Any], truth: Mapping[str, float], sign: int = 1) -> None:
        """Hold intervals of scores, and ranges of ranks, against the truth."""
        ranges: list[bool] = []
        for row in rows:
            self.add_interval("score", row.interval, truth[row.system])
            if row.rank_low is not None:
                ahead = [sign * (one - truth[row.system]) for one in truth.values()]
                best = 1 + sum(one > 1e-12 for one in ahead)
                worst = len(ahead) - sum(one < -1e-12 for one in ahead)
                ranges.append(row.rank_low <= best and worst <= row.rank_high)
        if ranges:
            self.held["all ranks"].append(all(ranges))


def cautions(method: Mapping[str, Any]) -> str:
    """Return what a method says of its limits: warnings, and how few documents did elsewhere at worst."""
    sentence = str(method.get("sentence", ""))
    parts = [
        method.get("warning", ""),
        method.get("caution", ""),
        *method.get("warnings", []),
        sentence if "at worst" in sentence else "",
    ]
    return " ".join(part for part in parts if part)


# Scores of systems on items.


def of_scores(scores: Scores, answer: Any) -> Claims:
    """Hold an answer about scores on items against their truth."""
    truth = {f"s{i:03}": one for i, one in enumerate(scores.truth.tolist())}
    claims = Claims(caution=cautions(answer.method))
    sign = 1 if scores.higher_is_better else -1
    claims.add_pairs(getattr(answer, "pairs", ()), truth, sign)
    rows = answer.rows if hasattr(answer, "rows") else answer.scores
    claims.add_scores(rows, truth, sign)
    return claims


def by_scores(ask: Callable[[sy.Evaluation, int], Any]) -> Callable[[Rng, Cell], Claims]:
    """Draw scores as a cell says, and ask."""

    def claims(rng: Rng, cell: Cell) -> Claims:
        n_systems, n_units = cell["systems"], cell["units"]
        scores = draw_scores(rng, cell["scores"], n_systems, n_units, SPREADS[cell["truth"]])
        return of_scores(scores, ask(scores.evaluation(), int(rng.integers(2**31))))

    return claims


def gate(rng: Rng, cell: Cell) -> Claims:
    """Ask for the gate where the drop is exactly the one that is allowed: to pass or to fail is to know too much."""
    n_units = cell["units"]
    scores = draw_scores(rng, cell["scores"], 2, n_units, 0.0)
    drop = 0.5 * float(np.std(scores.values)) or 0.1
    change = np.array([[0.0], [drop]]) * (-1 if scores.higher_is_better else 1)
    worse = replace(scores, values=scores.values + change)
    answer = worse.evaluation().gate(max_drop={"score": drop}, rng=int(rng.integers(2**31)))
    return Claims(is_false=answer.verdict != "cannot tell", caution=cautions(answer.method))


def tasks(rng: Rng, cell: Cell) -> Claims:
    """Ask about tasks whose systems are equal in each, or in the mean of tasks like these."""
    n_tasks, n_units, n_systems = cell["tasks"], cell["units"], cell["systems"]
    shared = rng.normal(0, 0.7, (n_systems, n_units)) if cell["source"] == "one" else np.zeros((n_systems, n_units))
    between = 0.4 if cell["between"] == "unlike" else 0.0
    evaluations = {}
    for number in range(n_tasks):
        own = rng.normal(0, between, (n_systems, 1)) if between else np.zeros((n_systems, 1))
        values = shared + own + rng.normal(size=n_units) + rng.normal(size=(n_systems, n_units))
        evaluations[f"t{number}"] = Scores(values.round(6), np.zeros(n_systems)).evaluation()
    shares = dict.fromkeys(evaluations, "source") if cell["source"] == "one" else None
    answer = sy.campaign(evaluations, shares=shares, n_resamples=N_DRAWS, rng=int(rng.integers(2**31)))
    claims = Claims(caution=cautions(answer.method))
    for pair in answer.pairs:
        if not between:
            claims.add_verdict(pair.verdict, 0.0)
        claims.add_interval("tasks like these", pair.like_these_interval, 0.0)
    return claims


# People's judgements.


def human(test: str, raters: str | None = None) -> Callable[[Rng, Cell], Claims]:
    """Ask about equal systems that raters of different taste judged."""

    def claims(rng: Rng, cell: Cell) -> Claims:
        counts = (cell[name] for name in ("units", "systems", "raters"))
        data = judgements(rng, cell["layout"], *counts)
        answer = sy.analyse_ratings(data, test=test or None, raters=raters, n_resamples=N_DRAWS, rng=1)
        result = Claims(caution=cautions(answer.method))
        truth = {row.system: 0.0 for row in answer.scores}
        result.add_pairs(answer.pairs, truth)
        return result

    return claims


# Metrics and people.


def meta(rng: Rng, cell: Cell) -> Claims:
    """Ask which of two metrics that agree equally well agrees better, at one of two levels, each a family."""
    people, metrics = metrics_and_people(rng, cell["systems"], cell["units"], cell["spread"])
    answer = sy.meta_evaluate(people, metrics, n_resamples=200, rng=int(rng.integers(2**31)))
    claims = Claims(caution=cautions(answer.method))
    for pair in answer.pairs:
        claims.is_false |= pair.level == cell["level"] and pair.verdict in ("better", "worse")
    for row in answer.agreement:
        if row.value is not None and row.interval is not None and row.metric == "m0":
            name = ":".join(filter(None, (row.level, row.statistic, row.average)))
            claims.estimates[name].append((row.value, *row.interval))
    return claims


def ensemble(rng: Rng, cell: Cell) -> Claims:
    """Ask whether a weighted sum helps where one metric knows all that the others know."""
    people, [metric, *_] = metrics_and_people(rng, cell["systems"], cell["units"], cell["spread"])
    noise = [type(metric)(f"n{i}", metric.systems, rng.normal(size=metric.values.shape)) for i in range(3)]
    documents = [f"d{i // 4}" for i in range(metric.values.shape[1])]
    answer = sy.weigh_metrics(people, [metric, *noise], documents=documents, n_restarts=0, n_resamples=200, rng=1)
    gain = answer.gain
    return Claims(gain.metric == WEIGHTED and gain.verdict == "better", cautions(answer.method))


# Texts: documents of real test sets, drawn again.


def by_texts(ask: Callable[[sy.Evaluation, int], Any], metric: str = "bleu") -> Callable[[Rng, Cell], Claims]:
    """Draw documents, and ask about outputs that change places, or about systems as they are."""

    def claims(rng: Rng, cell: Cell) -> Claims:
        folder, name = cell["folder"], cell["texts"]
        spelled = f"{metric}(tokenize=ja-mecab)" if name.endswith("ja") and metric == "bleu" else metric
        is_equal = cell["truth"] == "equal"
        data = draw_texts(rng, population(folder, name), cell["units"], is_exchanged=is_equal)
        answer = ask(sy.evaluate(data, metrics=[spelled]), int(rng.integers(2**31)))
        result = Claims(caution=cautions(answer.method))
        scored = scores_of(folder, name, spelled)
        if is_equal:
            result.add_pairs(getattr(answer, "pairs", ()), dict.fromkeys(scored, 0.0))
        else:
            result.add_pairs(getattr(answer, "pairs", ()), scored)
            result.add_scores(answer.scores, scored)
        return result

    return claims


def errors(rng: Rng, cell: Cell) -> Claims:
    """Ask for classes of errors of systems whose outputs change places."""
    data = draw_texts(rng, population(cell["folder"], cell["texts"]), cell["units"], is_exchanged=True)
    answer = sy.evaluate(data, metrics=["wer"]).errors(n_resamples=N_DRAWS, rng=int(rng.integers(2**31)))
    claims = Claims(caution=cautions(answer.method))
    for pair in answer.pairs:
        claims.add_verdict(pair.verdict, 0.0)
        claims.add_interval("difference", pair.interval, 0.0)
    return claims


# Test suites.


def contrasts(rng: Rng, cell: Cell) -> Claims:
    """Ask about metrics that are right equally often."""
    scores = draw_scores(rng, cell["scores"], cell["systems"], cell["units"], SPREADS[cell["truth"]])
    n = scores.values.shape[1]
    pairs = ContrastivePairs(good=["x"] * n, wrong=["y"] * n)
    given = {f"s{i:03}": (row.tolist(), [0.5] * n) for i, row in enumerate(scores.values)}
    answer = sy.lab.judge_contrasts(pairs, (), segment_scores=given, n_resamples=N_DRAWS, rng=int(rng.integers(2**31)))
    return of_rates(answer, "label", scores)


def suite(rng: Rng, cell: Cell) -> Claims:
    """Ask about systems that get an item right equally often."""
    scores = draw_scores(rng, cell["scores"], cell["systems"], cell["units"], SPREADS[cell["truth"]])
    items = [SuiteItem(i + 1, "x", right=["yes"], wrong=["no"]) for i in range(scores.values.shape[1])]
    outputs = {f"s{i:03}": ["yes" if one else "no" for one in row] for i, row in enumerate(scores.values)}
    answer = sy.lab.judge_suite(items, outputs, n_resamples=N_DRAWS, rng=int(rng.integers(2**31)))
    return of_rates(answer, "system", scores)


def of_rates(answer: Any, named: str, scores: Scores) -> Claims:
    """Hold rates of being right, and their pairs, against the truth."""
    truth = {f"s{i:03}": one for i, one in enumerate(scores.truth.tolist())}
    claims = Claims(caution=cautions(answer.method))
    for row in answer.rates:
        if getattr(row, "interval", None) is not None:
            claims.add_interval("score", row.interval, truth[getattr(row, named)])
    for pair in answer.pairs:
        delta = truth[pair.system] - truth[pair.against]
        claims.add_verdict(pair.verdict, delta)
        claims.add_interval("difference", pair.interval, delta)
    return claims


ASKED: dict[str, Callable[[Rng, Cell], Claims]] = {
    "compare": by_scores(lambda one, seed: one.compare(n_resamples=N_DRAWS, rng=seed)),
    "compare --test t": by_scores(lambda one, seed: one.compare("t", rng=seed)),
    "score -ci": by_scores(lambda one, seed: one.scores(0.95, rng=seed)),
    "board": by_scores(lambda one, seed: one.board(against="all", n_resamples=2000, rng=seed)),
    "board --test sign": by_scores(lambda one, seed: one.board(against="all", test="sign", rng=seed)),
    "gate": gate,
    "board tasks": tasks,
    "human": human(""),
    "human --raters fixed": human("", "fixed"),
    "human --test mixed-model": human("mixed-model"),
    "meta": meta,
    "meta ensemble": ensemble,
    "compare, texts": by_texts(lambda one, seed: one.compare(n_resamples=N_DRAWS, rng=seed)),
    "compare, texts, chrf": by_texts(lambda one, seed: one.compare(n_resamples=N_DRAWS, rng=seed), "chrf"),
    "score -ci, texts": by_texts(lambda one, seed: one.scores(0.95, rng=seed)),
    "explain errors": errors,
    "lab contrasts": contrasts,
    "lab suite": suite,
}  # fmt: skip
UNITS = (5, 6, 8, 12, 20, 40, 100)
RATES = tuple(shape for shape in SHAPES if shape.startswith("rate"))
DESIGNS: Sequence[tuple[Mapping[str, Sequence[object]], Callable[[Cell], bool]]] = (
    (
        {
            "command": ("compare", "compare --test t", "score -ci", "board", "board --test sign"),
            "units": UNITS, "scores": tuple(SHAPES), "systems": (2, 6, 30, 100), "truth": tuple(SPREADS),
        },
        lambda cell: (cell["command"] != "board --test sign" or cell["scores"] in RATES)
        and (cell["scores"] != "catastrophes" or cell["truth"] == "equal"),
    ),
    ({"command": ("gate",), "units": UNITS, "scores": ("normal", "penalties", "clustered")}, lambda cell: True),
    (
        {
            "command": ("board tasks",), "tasks": (3, 6, 12), "units": (6, 12, 40, 100), "systems": (2, 6, 30),
            "source": ("one", "several"), "between": ("alike", "unlike"),
        },
        lambda cell: True,
    ),
    (
        {
            "command": ("human", "human --raters fixed", "human --test mixed-model"), "raters": (2, 3, 8, 20),
            "layout": ("crossed", "split", "pooled", "nested"), "units": (6, 12, 40), "systems": (2, 6),
        },
        lambda cell: True,
    ),
    (
        {
            "command": ("meta",), "level": ("system", "segment"), "systems": (4, 6, 12, 20), "units": (20, 40, 100),
            "spread": (0.5, 1.5),
        },
        lambda cell: True,
    ),
    ({"command": ("meta ensemble",), "systems": (4, 6, 12, 20), "units": (20, 40, 100), "spread": (0.5, 1.5)},
     lambda cell: True),
    (
        {
            "command": ("compare, texts", "compare, texts, chrf", "score -ci, texts", "explain errors"),
            "texts": TEXTS, "units": (6, 8, 12, 45), "truth": tuple(SPREADS),
        },
        lambda cell: (cell["truth"] == "equal" if cell["command"] == "explain errors" else True)
        and (cell["truth"] == "unequal" if cell["command"] == "score -ci, texts" else True),
    ),
    (
        {
            "command": ("lab contrasts", "lab suite"), "units": UNITS, "scores": RATES, "systems": (2, 6),
            "truth": tuple(SPREADS),
        },
        lambda cell: True,
    ),
)  # fmt: skip


def cells() -> Iterator[Cell]:
    """List what is measured, the largest boards at the end."""
    found = [cell for factors, is_possible in DESIGNS for cell in covering(factors, is_possible)]
    yield from sorted(found, key=lambda cell: cell.get("systems", 0) >= MANY)


def read_pool(folder: Path) -> Path:
    """Leave it to cells to read what they draw from."""
    return folder


def run_cell(folder: Path, cell: Cell, n_repetitions: int, seed: int) -> list[dict[str, Any]]:
    """Draw data and ask, `n_repetitions` times, or a fifth as often where answers take over 50 ms."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [{**cell, **measured(folder, cell, n_repetitions, seed)}]


def measured(folder: Path, cell: Cell, n_families: int, seed: int) -> dict[str, Any]:
    """Return counts of a cell."""
    ask = ASKED[cell["command"]]
    counts: Counter[str] = Counter()
    held: dict[str, list[float]] = defaultdict(list)
    estimates: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    lengths: dict[str, list[float]] = defaultdict(list)
    refused = ""
    number, started = 0, process_time()
    while number < n_families:
        rng = np.random.default_rng([seed, number, *map(ord, repr(sorted(cell.items())))])
        number += 1
        try:
            claims = ask(rng, {**cell, "folder": folder})
        except SteelyardError as error:
            counts["refused"] += 1
            refused = refused or str(error)
            continue
        finally:
            if number == 10 and (process_time() - started) / number > 0.05:
                n_families = max(10, n_families // FEWER)
        counts["false"] += claims.is_false
        counts["cautioned"] += bool(claims.caution)
        counts["false and cautioned"] += claims.is_false and bool(claims.caution)
        counts["true differences"] += len(claims.found)
        counts["found"] += sum(claims.found)
        for kind, each in claims.held.items():
            held[kind].append(sum(each) / len(each))
        for kind, long in claims.lengths.items():
            lengths[kind] += long
        for kind, several in claims.estimates.items():
            estimates[kind] += several
    for kind, several in estimates.items():
        value, low, high = np.array(several).T
        held[kind] = ((low <= value.mean()) & (value.mean() <= high)).astype(float).tolist()
    coverage = {
        kind: {"share": float(np.mean(shares)), "error": float(np.std(shares) / len(shares) ** 0.5), "n": len(shares)}
        for kind, shares in held.items()
    }
    return {
        "n": number,
        **counts,
        "coverage": coverage,
        "lengths": {kind: float(np.mean(long)) for kind, long in lengths.items()},
        "refusal": refused[:200],
        "ms": round(1e3 * (process_time() - started) / number, 1),
    }
