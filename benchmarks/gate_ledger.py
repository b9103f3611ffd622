"""How often a history of gates on one test set fails wrongly, with a ledger and without; and what an anchor stops.

Usage: python benchmarks/gate_ledger.py [--histories 2000] [--looks 500]

Systems have a true quality; an item adds its own difficulty and each system's luck with it. A failed gate is wrong
where the new system is worse than neither the one in use nor the anchor. Tests are Student's, both limits by Holm.
"""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

import steelyard as sy
from steelyard.reading.ledger import level_of

__all__ = ["History", "drift", "rate_of_climbers", "rate_of_wrong_failures"]

Array = NDArray[np.float64]
Levels = Literal["ledger", "constant"]
ALPHA, ITEMS = 0.05, 100
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


class History:
    """The levels of H histories at once, as the verdicts of each make them."""

    def __init__(self, n: int, levels: Levels = "ledger") -> None:
        self.levels: Levels = levels
        self.budget, self.spent, self.step = np.full(n, ALPHA), np.zeros(n), np.ones(n, dtype=np.int64)

    def level(self) -> Array:
        """Return the level of each history's next look."""
        if self.levels == "constant":
            return np.full(len(self.budget), ALPHA)
        known: dict[tuple[float, float, int], float] = {}
        keys = zip(self.budget.tolist(), self.spent.tolist(), self.step.tolist(), strict=True)
        return np.array([known.get(key) or known.setdefault(key, level_of(*key)) for key in keys])

    def look(self, level: Array, has_failed: NDArray[np.bool_]) -> None:
        """Write a look down."""
        self.budget = np.where(has_failed, level, self.budget)
        self.spent = np.where(has_failed, 0.0, self.spent + level)
        self.step = np.where(has_failed, 1, self.step + 1)


def fails(new: Array, old: Array, anchor: Array, level: Array) -> NDArray[np.bool_]:
    """Say of each history whether its gate fails: new is significantly below either, by Holm of two."""
    worst = np.minimum(_t(new - old), _t(new - anchor))
    found: NDArray[np.bool_] = 2 * 2 * stdtr(new.shape[1] - 1, worst) <= level
    return found


def _t(differences: Array) -> Array:
    sd = differences.std(axis=1, ddof=1)
    means = differences.mean(axis=1)
    t: Array = np.divide(means, sd / np.sqrt(differences.shape[1]), out=np.zeros_like(means), where=sd > 0)
    return t


# What the next system is, from the last verdict alone: its true quality, and how much of the luck of the system in use
# it keeps. Qualities are in standard deviations of luck.


def equal(look: int, has_failed: NDArray[np.bool_], quality: Array) -> tuple[Array, Array]:
    """Every system is as good as the one in use, and owes nothing to it."""
    return quality, np.zeros(len(quality))


def careful(look: int, has_failed: NDArray[np.bool_], quality: Array) -> tuple[Array, Array]:
    """After a failed gate something new is tried, else the system in use is changed a little."""
    return quality, np.where(has_failed, 0.0, 0.9)


def careless(look: int, has_failed: NDArray[np.bool_], quality: Array) -> tuple[Array, Array]:
    """Every tenth system is truly worse, unless the last gate failed: many failures are right."""
    return np.where(has_failed | (look % 10 != 0), quality, quality - 0.6), np.zeros(len(quality))


STRATEGIES: dict[str, Callable[[int, NDArray[np.bool_], Array], tuple[Array, Array]]] = {
    "equal": equal,
    "careful": careful,
    "careless": careless,
}


def rate_of_wrong_failures(
    strategy: str, n_looks: int, n_histories: int, seed: int = 1, levels: Levels = "ledger"
) -> tuple[float, float]:
    """Return the share of histories with a wrong failure, and the mean number of right ones."""
    rng = np.random.default_rng(seed)
    history = History(n_histories, levels)
    anchor = rng.standard_normal((n_histories, ITEMS))
    old, quality = anchor.copy(), np.zeros(n_histories)
    has_failed, is_wrong, n_right = np.zeros(n_histories, dtype=bool), np.zeros(n_histories, dtype=bool), 0
    for look in range(n_looks):
        wanted, kept = STRATEGIES[strategy](look, has_failed, quality)
        luck = rng.standard_normal(old.shape)
        new = wanted[:, None] + kept[:, None] * (old - quality[:, None]) + np.sqrt(1 - kept**2)[:, None] * luck
        level = history.level()
        has_failed = fails(new, old, anchor, level)
        is_true = (wanted < quality) | (wanted < 0)  # the anchor has quality 0
        is_wrong |= has_failed & ~is_true
        n_right += int((has_failed & is_true).sum())
        history.look(level, has_failed)
        old, quality = np.where(has_failed[:, None], old, new), np.where(has_failed, quality, wanted)
    return float(is_wrong.mean()), n_right / n_histories


def rate_of_climbers(kind: str, n_looks: int, n_histories: int, seed: int = 1) -> float:
    """Return the share of histories with a wrong failure where scores are shown, and all systems are equally good.

    ``"best"`` releases what scores best so far. ``"mixing"`` looks at single systems first; with the last look it puts
    a mixture of those below the median against one of those above, which is as good.
    """
    rng = np.random.default_rng(seed)
    history = History(n_histories)
    anchor = rng.standard_normal((n_histories, ITEMS))
    old, is_wrong = anchor.copy(), np.zeros(n_histories, dtype=bool)
    seen = []
    for _ in range(n_looks - (kind == "mixing")):
        new, level = rng.standard_normal(old.shape), history.level()
        has_failed = fails(new, old, anchor, level)
        is_wrong |= has_failed
        history.look(level, has_failed)
        if kind == "mixing":
            seen.append(new)
        else:
            old = np.where((new.mean(axis=1) > old.mean(axis=1))[:, None], new, old)
    if kind == "mixing":
        all_seen = np.stack(seen)
        means = all_seen.mean(axis=2)
        above = means > np.median(means, axis=0)
        new, old = (
            np.where(part[:, :, None], all_seen, 0.0).sum(axis=0) / part.sum(axis=0)[:, None]
            for part in (~above, above)
        )
        is_wrong |= fails(new, old, old, history.level())
    return float(is_wrong.mean())


def drift(n_releases: int = 11, n_resamples: int = 2000, seed: int = 1) -> list[tuple[float, str, str]]:
    """Damage the outputs of a real system a little more with each release, as far as a gate stays open.

    Returns by release the BLEU lost since the first, the verdict of the gate on the release before, and the verdict of
    the gate that also has the first as its anchor.
    """
    rng = np.random.default_rng(seed)
    references = [(EXAMPLES / f"reference.{i}.en").read_text(encoding="utf-8").splitlines() for i in (1, 2)]
    first = (EXAMPLES / "systems" / "harbour.en").read_text(encoding="utf-8").splitlines()

    def gate(anchor: str | None = None, **systems: list[str]) -> "sy.results.Gate":
        data = sy.TestSet(references=references, systems=systems)
        return sy.evaluate(data).gate(anchor=anchor, n_resamples=n_resamples)

    found, old = [], first
    for _ in range(n_releases):
        new = old
        while True:
            worse = _damaged(new, rng)
            if gate(old=old, new=worse).verdict == "fail":
                break
            new = worse
        one = gate(old=old, new=new)
        both = (
            gate(anchor="first", old=old, first=first, new=new) if old is not first else gate("old", old=old, new=new)
        )
        lost = gate(old=first, new=new).outcomes[0].value
        found.append((-lost, one.verdict, both.verdict))
        old = new
    return found


def _damaged(lines: list[str], rng: np.random.Generator) -> list[str]:
    """Drop a word of a segment."""
    while True:
        at = int(rng.integers(len(lines)))
        words = lines[at].split()
        if len(words) > 3:
            del words[int(rng.integers(len(words)))]
            return [*lines[:at], " ".join(words), *lines[at + 1 :]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--histories", type=int, default=2000)
    parser.add_argument("--looks", type=int, default=500)
    given = parser.parse_args()
    n = given.looks, given.histories
    print(f"{given.histories:,} histories of {given.looks} looks; share with a wrong failure (right ones in a history)")
    for name in STRATEGIES:
        wrong, right = rate_of_wrong_failures(name, *n)
        plain, _ = rate_of_wrong_failures(name, *n, levels="constant")
        print(f"verdicts alone, {name:8}  ledger {wrong:.2%} ({right:.1f}), every look at {ALPHA:g} {plain:.2%}")
    for name in ("best", "mixing"):
        for n_looks in (50, given.looks) if name == "best" else (20, 50, 100):
            print(f"scores shown, {name}, {n_looks} looks: {rate_of_climbers(name, n_looks, given.histories // 4):.2%}")
    print("release  BLEU lost  gate on the last  with the anchor")
    for i, (lost, one, both) in enumerate(drift(), 1):
        print(f"{i:7}  {lost:9.2f}  {one:16}  {both}")


if __name__ == "__main__":
    main()
