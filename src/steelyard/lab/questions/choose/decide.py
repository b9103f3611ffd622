"""Choose source by source: the matrix of one source is in memory at a time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import DataError, SpecError
from steelyard.fixed_order import product
from steelyard.lab.choosing import best_by_gain, expected_gains, merge_doubles, prune, refined_priors, summed_by_code
from steelyard.lab.questions.choose.pool import Pool
from steelyard.lab.questions.choose.question import ChooseQuestion
from steelyard.lab.questions.choose.weighing import candidate_weights, kept_candidates, relative_weights, system_weights
from steelyard.metrics import Metric, aggregated_scores, pairwise_scores

__all__ = ["Decided", "Decider", "Chosen", "decide", "subpools"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_MOST_KEPT = 100_000  # utilities of systems that are kept, to try ensembles of them: a few seconds of these


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen of a source, by its place among the source's candidates."""

    position: int
    gain: float
    margin: float
    n_effective: float


class Decider(Protocol):
    """Chooses among the members of one source's candidates."""

    def choose(self, members: Ints) -> Chosen:
        """Choose one of them, given by their places in rising order."""

    def choose_each(self, pools: Sequence[Ints]) -> Ints:
        """Choose in several pools at once, and return the places: the same as one by one."""

    def values(self) -> Floats:
        """Return what each candidate is compared by."""


@dataclass(frozen=True, slots=True, eq=False)
class ByScore:
    """Takes the highest score."""

    scores: Floats  # (K,)
    texts: Sequence[str]

    def values(self) -> Floats:
        """Return the scores."""
        return self.scores

    def choose(self, members: Ints) -> Chosen:
        """Choose one of them."""
        values = self.scores[members]
        best = int(np.argmax(values))
        others = [
            value
            for value, member in zip(values, members, strict=True)
            if self.texts[member] != self.texts[members[best]]
        ]
        is_known = others and np.isfinite(values[best])  # what nobody rated is minus infinity
        margin = float(values[best] - max(others)) if is_known else float("nan")
        return Chosen(int(members[best]), float(values[best]), margin, float("nan"))

    def choose_each(self, pools: Sequence[Ints]) -> Ints:
        """Choose in several pools."""
        return np.array([members[np.argmax(self.scores[members])] for members in pools])


@dataclass(frozen=True, slots=True, eq=False)
class ByConsensus:
    """Takes the largest expected utility; matrices are of different texts, better ones larger."""

    matrix: Floats  # (D, D), or (D, E) with evidence
    codes: Ints  # (K,)
    weights: Floats  # (K,)
    evidence: Floats | None  # (E,)
    include_self: bool
    refine: float | None
    weigh: Callable[[Ints], Floats] | None = None  # some of them among themselves

    def values(self) -> Floats:
        """Return what each candidate is compared by, before priors are refined."""
        if self.evidence is not None:
            return np.asarray(expected_gains(self.matrix, self.evidence).gains[self.codes])
        masses = summed_by_code(self.weights, self.codes)
        lightest = _lightest(self.weights, self.codes)
        found = expected_gains(self.matrix, masses, include_self=self.include_self, own=lightest)
        return np.asarray(found.gains[self.codes])

    def choose(self, members: Ints) -> Chosen:
        """Choose one of them."""
        own = self.codes[members]
        distinct, first = np.unique(own, return_index=True)
        weights = self.weights[members]
        if self.weigh is not None and not weights.sum() > 0:  # each too improbable beside those that are left out
            weights = self.weigh(members)
        masses = summed_by_code(weights, own)[distinct]
        counts = summed_by_code(np.ones(len(members)), own)[distinct]
        has_mass = masses.sum() > 0
        posterior = masses if has_mass else counts
        if self.evidence is not None:
            found = expected_gains(self.matrix[distinct], self.evidence, posterior=posterior)
        else:
            matrix = self.matrix[np.ix_(distinct, distinct)]
            lightest = _lightest(weights, own)[distinct] if has_mass else np.ones(len(distinct))
            found = expected_gains(matrix, posterior, include_self=self.include_self, own=lightest)
            if self.refine is not None:
                refined = refined_priors(found.gains, self.refine)
                found = expected_gains(matrix, refined * counts, include_self=self.include_self, own=refined)
        gain = float(found.gains[found.choice])
        return Chosen(int(members[first[found.choice]]), gain, found.margin, found.n_effective)

    def choose_each(self, pools: Sequence[Ints]) -> Ints:
        """Choose in several pools: in one product, where no rule asks twice."""
        if self.refine is not None or not (self.include_self and self.weights.all()):
            return np.array([self.choose(members).position for members in pools])
        n, n_distinct = len(self.codes), len(self.matrix)
        first, masses = np.full((len(pools), n_distinct), n), np.zeros((len(pools), n_distinct))
        for row, members in enumerate(pools):
            own = self.codes[members]
            first[row, own[::-1]] = members[::-1]  # of equal texts the first is written last
            masses[row] = np.bincount(own, weights=self.weights[members], minlength=n_distinct)
        shares = masses / masses.sum(axis=1, keepdims=True)
        if self.evidence is None:
            gains = product(shares, self.matrix.T)
        else:
            gains = np.broadcast_to(expected_gains(self.matrix, self.evidence).gains, masses.shape)
        best = best_by_gain(np.where(first < n, gains, -np.inf), shares)
        return first[np.arange(len(pools)), best]


def _lightest(weights: Floats, codes: Ints) -> Floats:
    """Weigh the lightest output of each text: of equal texts it has the most evidence beside itself."""
    found = np.full(int(codes.max()) + 1, np.inf)
    np.minimum.at(found, codes, weights)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Decided:
    """What was chosen of every source."""

    picks: Ints  # (N,): positions among all candidates
    gains: Floats  # and margins, n_effective, (N,): as for `PickRow`; NaN where there is none
    margins: Floats
    n_effective: Floats
    values: Floats  # (C,): what each candidate was compared by: expected utilities, or scores
    n_distinct: Ints  # (N,): different texts
    agreement: Floats | None = None  # (S, S): mean utilities of systems against each other
    # by kind and size of smaller pools, what each of them would have given, shape (P, N)
    pools: Mapping[tuple[str, int], Ints] = field(default_factory=dict)
    n_pairs: int = 0  # utilities that were computed
    # of every source, where these are outputs of few systems: to ask what some of them would choose
    deciders: Sequence[Decider] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """How sources are decided; larger utilities are better by the sign."""

    pool: Pool
    asked: ChooseQuestion
    metric: Metric | None
    scores: Floats | None  # of what is chosen by score
    system_weights: Floats | None  # (C,)
    n_threads: int

    @property
    def sign(self) -> float:
        return 1.0 if self.metric is None or self.metric.higher_is_better else -1.0

    def weights(self, i: int, at: Ints) -> Floats:
        """Weigh what is left of a source's candidates, before others are asked."""
        return candidate_weights(self.pool, self.asked, self.system_weights, i, at)

    def utilities(self, i: int, a: int, texts: Sequence[str], evidence: Sequence[str], kept: Ints) -> Floats:
        """Return the utilities of the kept candidates of a source, larger ones better."""
        if self.pool.matrices is not None:
            whole = self.pool.lists.texts[a : int(self.pool.lists.offsets[i + 1])]
            if self.pool.evidence is None:
                return self.pool.matrices.matrix(i, a, whole, whole)[np.ix_(kept, kept)]
            return self.pool.matrices.matrix(i, a, whole, evidence)[kept]
        if self.metric is None:
            raise SpecError("Consensus needs a utility: add --utility METRIC, or --matrix FILE.")
        found = self.sign * pairwise_scores(self.metric, texts, evidence, n_threads=self.n_threads)
        if not np.isfinite(found).all():
            raise DataError(f"{self.metric.label} of two candidates of source {i + 1:,} is not a finite number.")
        return found


def decide(
    pool: Pool,
    asked: ChooseQuestion,
    *,
    metric: Metric | None,
    scores: Floats | None = None,
    best_first: Sequence[int] = (),
    seed: int = 0,
    n_threads: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Decided:
    """Choose of every source, and of smaller pools.

    Scores take the place of a consensus. Systems, best first, make the pools of the best single systems.
    """
    lists = pool.lists
    rule = _Rule(pool, asked, metric, scores, system_weights(pool, asked), n_threads)
    if pool.matrices is not None and scores is None:
        pool.matrices.check(lists.sizes.tolist())
    n, systems = lists.n_segments, pool.systems
    numbers = {name: np.full(n, np.nan) for name in ("gain", "margin", "n_effective")}
    picks, n_distinct = np.zeros(n, np.int64), np.zeros(n, np.int64)
    values = np.full(len(lists.texts), np.nan)
    is_plain = scores is None and asked.decoder == "exact" and asked.keep_by_qe is None and pool.evidence is None
    agreement = np.zeros((len(systems), len(systems))) if systems and is_plain else None
    pools: dict[tuple[str, int], Ints] = {}
    rng, n_pairs = np.random.default_rng([seed, 1]), 0
    sizes = _sizes(int(np.max(lists.sizes)), asked)
    is_grid = bool(systems) and asked.keep_by_qe is None
    deciders: list[Decider] = []
    is_small = is_grid and bool(sizes) and n * len(systems) ** 2 <= _MOST_KEPT
    orders = [rng.permutation(len(systems)) for _ in range(asked.n_pools)] if is_grid else None
    for i in range(n):
        a, b = int(lists.offsets[i]), int(lists.offsets[i + 1])
        kept = kept_candidates(pool, asked, a, b)
        n_distinct[i] = len(set(lists.texts[a:b]))
        if scores is None and asked.decoder != "exact":
            own = np.random.default_rng([seed, 2, i])
            found, values[a:b][kept], more = _without_all_pairs(rule, i, a, b, kept, own)
        else:
            decider, more = _decider(rule, i, a, b, kept)
            found = decider.choose(np.arange(len(kept)))
            values[a:b][kept] = decider.values()
            deciders += [decider] if is_small else []
            if agreement is not None and isinstance(decider, ByConsensus):
                agreement += decider.matrix[np.ix_(decider.codes, decider.codes)]
            smaller = subpools(sizes, len(kept), asked.n_pools, orders, best_first, rng)
            found_there = iter(decider.choose_each([one for _, pools_of in smaller for one in pools_of]))
            for key, pools_of in smaller:
                places = pools.setdefault(key, np.zeros((len(pools_of), n), np.int64))
                places[:, i] = [a + kept[next(found_there)] for _ in pools_of]
        n_pairs += more
        picks[i] = a + kept[found.position]
        for name, row in numbers.items():
            row[i] = getattr(found, name)
        if progress is not None:
            progress(i + 1, n)
    return Decided(
        picks,
        rule.sign * numbers["gain"] if scores is None else numbers["gain"],
        numbers["margin"],
        numbers["n_effective"],
        rule.sign * values if scores is None else values,
        n_distinct,
        None if agreement is None else rule.sign * agreement / n,
        pools,
        n_pairs,
        deciders,
    )


def _decider(rule: _Rule, i: int, a: int, b: int, kept: Ints) -> tuple[Decider, int]:
    """Return what decides a source, and how many utilities were computed for it."""
    texts = [rule.pool.lists.texts[a + k] for k in kept]
    if rule.scores is not None:
        return ByScore(rule.scores[a:b][kept], texts), 0
    firsts, codes = merge_doubles(texts)
    distinct, evidence, weights = _evidence(rule, i, [texts[k] for k in firsts])
    matrix = rule.utilities(i, a, distinct, evidence, kept[firsts])
    decider = ByConsensus(
        matrix,
        codes,
        rule.weights(i, a + kept),
        weights,
        rule.system_weights is None,
        rule.asked.refine,
        lambda members: relative_weights(rule.pool, rule.asked, rule.system_weights, a + kept[members]),
    )
    return decider, matrix.size


def _evidence(rule: _Rule, i: int, distinct: list[str]) -> tuple[list[str], list[str], Floats | None]:
    """Return the texts that stand for the truth, and their weights where they are not the candidates."""
    given = rule.pool.evidence
    if given is None:
        return distinct, distinct, None
    texts = given.texts[int(given.offsets[i]) : int(given.offsets[i + 1])]
    return distinct, [*texts], np.ones(len(texts))


def _without_all_pairs(
    rule: _Rule, i: int, a: int, b: int, kept: Ints, rng: np.random.Generator
) -> tuple[Chosen, Floats, int]:
    """Decide a source by evidence that is summed up, or with candidates dropped on the way."""
    texts = [rule.pool.lists.texts[a + k] for k in kept]
    firsts, codes = merge_doubles(texts)
    distinct, evidence, given = _evidence(rule, i, [texts[k] for k in firsts])
    masses = summed_by_code(rule.weights(i, a + kept), codes)
    weights = masses if given is None else given

    def some(rows: Ints, columns: Ints) -> Floats:
        return rule.utilities(i, a, [distinct[r] for r in rows], [evidence[c] for c in columns], kept[firsts[rows]])

    if rule.asked.decoder == "pruned":
        found = prune(some, len(distinct), weights, rng=rng, posterior=masses)
        choice, gains, n_pairs = found.choice, found.gains, found.n_pairs
    else:
        if rule.metric is None:
            raise SpecError("Evidence is summed up for metrics that count n-grams: name one with --utility.")
        gains = rule.sign * aggregated_scores(rule.metric, distinct, evidence, weights, n_threads=rule.n_threads)
        choice, n_pairs = int(best_by_gain(gains, masses)), len(distinct)
    others = np.delete(gains, choice)
    margin = float(gains[choice] - others.max()) if len(others) else float("nan")
    return Chosen(int(firsts[choice]), float(gains[choice]), margin, float("nan")), gains[codes], n_pairs


def _sizes(largest: int, asked: ChooseQuestion) -> list[int]:
    """List how large smaller pools are: 1, 2, 4 and so on, and all."""
    largest = min(largest, asked.keep_by_qe or largest)
    return [*(2**k for k in range(30) if 2**k < largest), largest] if asked.n_pools and largest > 1 else []


def subpools(
    sizes: Sequence[int],
    n_candidates: int,
    n_pools: int,
    orders: Sequence[Ints] | None,
    best_first: Sequence[int],
    rng: np.random.Generator,
) -> list[tuple[tuple[str, int], list[Ints]]]:
    """List smaller pools of a source by kind and size, their members in rising order.

    Random ones grow from the same order: of systems one for all sources, else one for each. A source that has fewer
    candidates has them all.
    """
    if not sizes:
        return []
    mine = [rng.permutation(n_candidates) for _ in range(n_pools)] if orders is None else orders
    found = [
        (("random", size), [np.sort(order[:size]) for order in (mine if size < sizes[-1] else mine[:1])])
        for size in sizes
    ]
    if orders is not None and len(best_first):
        best = np.asarray(best_first, np.int64)
        found += [(("best first", size), [np.sort(best[:size])]) for size in range(1, n_candidates + 1)]
    return found
