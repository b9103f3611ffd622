"""The items and the scores that files hold, and how to read the same files again."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from steelyard.errors import DataError, SpecError
from steelyard.lab.questions.contrasts.judged import GOOD, WRONG, Judging
from steelyard.reading.directed_scores import directed
from steelyard.reading.formats import read_contrasts
from steelyard.reading.score_files import paths_read, read_score_files
from steelyard.reading.system_names import keys_of_systems
from steelyard.scored.provenance import score_inputs
from steelyard.types import ContrastivePairs, OutputScores

__all__ = ["ContrastFiles", "read_items"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContrastFiles:
    """What files there are, and how they are read."""

    paths: tuple[str, ...]
    scores: tuple[tuple[str, str], ...] = ()  # name, empty where the file says it, and path
    encoding: str = "utf-8"

    def reading(self) -> dict[str, Any]:
        """Return the same as JSON can hold it."""
        return {"of": "contrasts", **asdict(self)}

    @classmethod
    def of_reading(cls, stored: Mapping[str, Any], now: Mapping[str, str]) -> "ContrastFiles":
        """Return what was stored, with the paths where the files are now."""
        return cls(
            paths=tuple(now.get(path, path) for path in stored["paths"]),
            scores=tuple((name, now.get(path, path)) for name, path in stored["scores"]),
            encoding=stored["encoding"],
        )


def read_items(
    files: ContrastFiles,
    metrics: Sequence[str],
    lower_is_better: Sequence[str],
    langpair: str,
    higher_is_better: Sequence[str] = (),
    *,
    may_assume: bool = False,
) -> tuple[ContrastivePairs, Judging]:
    """Read the items, and the scores of their two translations."""
    items = read_contrasts(files.paths, encoding=files.encoding)
    scores: dict[str, tuple[Sequence[float], Sequence[float]]] = {}
    lower: list[str] = []
    inputs: list[dict[str, str]] = []
    found = read_score_files(files.scores, encoding=files.encoding) if files.scores else ()
    for one in found:
        if not one.name:
            raise SpecError(f"{paths_read(one)[0]} names no metric: write --scores NAME=FILE.")
        if one.name in items.scores:
            raise SpecError(f"The scores {one.name!r} stand in the items and in a file of --scores: give one of them.")
    for one in directed(found, lower_is_better, higher_is_better, may_assume=may_assume):
        scores[one.name] = _sides(one, len(items))
        inputs += score_inputs(one)
        if not one.higher_is_better:
            lower.append(one.name)
    return items, Judging(metrics, scores, lower, inputs, langpair)


def _sides(scores: OutputScores, n: int) -> tuple[Sequence[float], Sequence[float]]:
    """Take the scores of the good and of the wrong translations."""
    path = ", ".join(paths_read(scores))
    keys = keys_of_systems(scores.systems, path, (GOOD, WRONG), {GOOD: GOOD, WRONG: WRONG})
    chosen = scores.select([keys[GOOD], keys[WRONG]])
    if chosen.n_segments != n:
        raise DataError(f"{path} has scores of {chosen.n_segments:,} items, but there are {n:,}.")
    if not chosen.is_whole:
        raise DataError(f"{path} lacks the score of an item: each needs one of good and one of wrong.")
    good, wrong = chosen.values.tolist()
    return good, wrong
