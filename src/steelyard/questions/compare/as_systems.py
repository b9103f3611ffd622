"""Whatever was counted, tested as scores of systems are; a single one is scored."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steelyard.questions.compare.compute import compute as compare
from steelyard.questions.compare.question import CompareQuestion
from steelyard.questions.score.compute import compute as score
from steelyard.questions.score.question import ScoreQuestion
from steelyard.results.pair_rows import PairRow
from steelyard.results.score_rows import ScoreRow
from steelyard.scored import Counted

__all__ = ["AsSystems", "test_as_systems"]


class AsSystems(NamedTuple):
    """What came out, without pairs for a single system."""

    scores: Sequence[ScoreRow]
    pairs: tuple[PairRow, ...]
    method: Mapping[str, Any]


def test_as_systems(
    counted: Counted, asked: Any, seed: int, *, interval: str | None = None, family: str = "pairs-and-metrics"
) -> AsSystems:
    """Estimate, and test every two; the question has the options pairs, alpha, unit and n_resamples."""
    shared: dict[str, Any] = {"unit": asked.unit, "interval": interval, "rng": seed}
    if asked.n_resamples is not None:
        shared["n_resamples"] = asked.n_resamples
    if len(counted.test_set.system_names) == 1:
        table = score(counted, ScoreQuestion(confidence_level=1 - asked.alpha, **shared))
        return AsSystems(table.scores, (), table.method)
    found = compare(counted, CompareQuestion(pairs=asked.pairs, alpha=asked.alpha, family=family, **shared))
    return AsSystems(found.scores, found.pairs, found.method)
