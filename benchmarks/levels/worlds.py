"""Scores, judgements and texts whose truth is known, drawn at random."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

import steelyard as sy
from levels.pool import read_lines
from steelyard.metrics import parse
from steelyard.reading import Judgements
from steelyard.types import Labels, OutputScores, Ratings

__all__ = [
    "SHAPES",
    "Population",
    "Scores",
    "draw_scores",
    "draw_texts",
    "judgements",
    "metrics_and_people",
    "population",
]

Rng = np.random.Generator
Array = NDArray[np.float64]
Codes = NDArray[np.int64]
DATA = Path(__file__).resolve().parents[2] / "examples"


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of systems on items, and what each system scores in truth.

    Attributes
    ----------
    values : array
        Shape (systems, items).
    truth : array
        Shape (systems,).
    documents : tuple of str, optional
        What each item belongs to, where items hang together.
    higher_is_better : bool
        The direction of the scores.
    """

    values: Array
    truth: Array
    documents: tuple[str, ...] = ()
    higher_is_better: bool = True

    def evaluation(self) -> sy.Evaluation:
        """Give the scores to the program as a file of scores would be given."""
        named = {"score": {f"s{i:03}": row.tolist() for i, row in enumerate(self.values)}}
        higher, lower = (["score"], []) if self.higher_is_better else ([], ["score"])
        documents = list(self.documents) or None
        return sy.evaluate_scores(named, documents=documents, higher_is_better=higher, lower_is_better=lower)


def normal(rng: Rng, ability: Array, n: int) -> Scores:
    """Items of different difficulty, normal errors."""
    values = ability[:, None] + rng.normal(size=n) + rng.normal(size=(len(ability), n))
    return Scores(values.round(6), ability)


def rate_of(share: float) -> Callable[[Rng, Array, int], Scores]:
    """Draw passes: normal scores of ability and difficulty, cut where the wanted share is below."""

    def draw(rng: Rng, ability: Array, n: int) -> Scores:
        threshold = ndtri(share) + ability
        latent = (rng.normal(size=n) + rng.normal(size=(len(ability), n))) / np.sqrt(2)
        truth = np.array([_below(one) for one in threshold])
        return Scores((latent < threshold[:, None]).astype(float), truth)

    return draw


@cache
def _below(threshold: float) -> float:
    from scipy.special import ndtr

    return float(ndtr(threshold))


def penalties(rng: Rng, ability: Array, n: int) -> Scores:
    """No penalty in seven of ten outputs, and some of every size in the others; hard items cost more."""
    scale = np.exp(ability)
    shape = (len(ability), n)
    values = (rng.random(shape) < 0.3) * rng.gamma(1, 1, n) * rng.gamma(1, 5, shape) * scale[:, None]
    return Scores(values.round(6), 1.5 * scale, higher_is_better=False)


def catastrophes(rng: Rng, ability: Array, n: int) -> Scores:
    """Small errors in every second system, and in the others a catastrophe in 25 outputs: equal means."""
    small = rng.poisson(1, (len(ability), n)).astype(float)
    rare = 25.0 * (rng.random(small.shape) < 0.04)
    is_rare = np.arange(len(ability)) % 2 == 1
    return Scores(np.where(is_rare[:, None], rare, small), np.ones(len(ability)), higher_is_better=False)


def clustered(rng: Rng, ability: Array, n: int) -> Scores:
    """So many documents of 2 to some 20 items, with a difficulty of their own and what suits each system."""
    sizes = 2 + rng.poisson(rng.lognormal(1, 0.7, n))
    of_item = np.repeat(np.arange(n), sizes)
    n_systems = len(ability)
    taste = rng.normal(0, 0.5, (n_systems, n))[:, of_item] + rng.normal(size=n)[of_item]
    values = ability[:, None] + taste + rng.normal(size=(n_systems, len(of_item)))
    return Scores(values.round(6), ability, tuple(f"d{i}" for i in of_item))


SHAPES: Mapping[str, Callable[[Rng, Array, int], Scores]] = {
    "normal": normal,
    "rate .5": rate_of(0.5),
    "rate .95": rate_of(0.95),
    "rate .99": rate_of(0.99),
    "penalties": penalties,
    "catastrophes": catastrophes,
    "clustered": clustered,
}


def draw_scores(rng: Rng, shape: str, n_systems: int, n_units: int, spread: float) -> Scores:
    """Draw systems of one ability, or of abilities that lie evenly within `spread`."""
    return SHAPES[shape](rng, np.linspace(-spread / 2, spread / 2, n_systems), n_units)


def judgements(rng: Rng, layout: str, n_documents: int, n_systems: int, n_raters: int) -> Judgements:
    """Draw ratings of equal systems by raters of another severity and taste, five segments a document."""
    n_segments = 5 * n_documents
    grid = np.array([*np.ndindex(n_segments, n_systems, n_raters if layout == "crossed" else 1)], dtype=np.int64)
    segments, systems, raters = grid.T
    if layout == "split":
        raters = segments // 5 % n_raters
    elif layout == "pooled":
        raters = rng.integers(n_raters, size=len(grid))
    elif layout == "nested":
        raters = systems * n_raters + rng.integers(n_raters, size=len(grid))
    n = int(raters.max()) + 1
    severity, taste, difficulty = rng.normal(0, 5, n), rng.normal(0, 2, (n, n_systems)), rng.normal(0, 8, n_segments)
    scores = 50 + difficulty[segments] + severity[raters] + taste[raters, systems] + rng.normal(0, 10, len(grid))
    ratings = Ratings(
        systems=_labels("s", systems),
        segments=segments,
        documents=_labels("d", segments // 5),
        raters=_labels("r", raters),
        scales=Labels.all_of("score", len(grid)),
        scores=scores,
        kinds=Labels.all_of("system", len(grid)),
    )
    return Judgements(ratings=ratings, format="ratings")


def _labels(prefix: str, codes: Codes) -> Labels:
    return Labels.of([f"{prefix}{code}" for code in codes])


def metrics_and_people(
    rng: Rng, n_systems: int, n_segments: int, spread: float, n_metrics: int = 2
) -> tuple[OutputScores, list[OutputScores]]:
    """Draw people's scores, and metrics that agree with them equally well."""
    shape = (n_systems, n_segments)
    truth = rng.normal(0, spread, (n_systems, 1)) + rng.normal(size=(1, n_segments)) + rng.normal(size=shape)
    names = tuple(f"s{i}" for i in range(n_systems))
    people = OutputScores("people", names, truth + rng.normal(0, 0.7, shape))
    own = rng.normal(0, 0.25, (n_metrics, n_systems, 1))
    return people, [OutputScores(f"m{i}", names, truth + own[i] + rng.normal(0, 1.5, shape)) for i in range(n_metrics)]


@dataclass(frozen=True, eq=False)
class Population:
    """All documents of a test set, taken for all text there is, and what systems score on it.

    Attributes
    ----------
    reference : list of str
    systems : dict of str to list of str
    rows : list of array
        The segments of each document.
    """

    reference: list[str]
    systems: dict[str, list[str]]
    rows: list[Codes]


@cache
def population(folder: Path, name: str) -> Population:
    """Read the bundled example, or a set of the folder of real ones."""
    if name == "example":
        ids = read_lines(DATA / "documents.txt")
        reference = read_lines(DATA / "reference.1.en")
        systems = {path.stem: read_lines(path) for path in sorted((DATA / "systems").glob("*.en"))[:4]}
    else:
        root = folder / "data" / name
        ids = [line.split("\t")[-1] for line in read_lines(root / "docs.tsv")[1:]]
        suffix = name[-2:]
        reference = read_lines(next(iter(sorted(root.glob(f"ref*.{suffix}")))))
        systems = {path.stem: read_lines(path) for path in sorted((root / "sys").glob(f"*.{suffix}"))[:4]}
    codes = np.unique(ids, return_inverse=True)[1]
    return Population(reference, systems, [np.flatnonzero(codes == code) for code in range(codes.max() + 1)])


def draw_texts(rng: Rng, whole: Population, n_documents: int, *, is_exchanged: bool) -> sy.TestSet:
    """Draw documents with replacement; where they are exchanged, the systems of each change places at random."""
    drawn = rng.integers(len(whole.rows), size=n_documents)
    names = list(whole.systems)
    reference: list[str] = []
    documents: list[str] = []
    systems: dict[str, list[str]] = {name: [] for name in names}
    for number, one in enumerate(drawn):
        order = rng.permutation(len(names)) if is_exchanged else np.arange(len(names))
        for row in whole.rows[one]:
            reference.append(whole.reference[row])
            documents.append(f"d{number}")
            for place, name in enumerate(names):
                systems[name].append(whole.systems[names[order[place]]][row])
    return sy.TestSet(references=[reference], systems=systems, documents=documents)


@cache
def scores_of(folder: Path, name: str, metric: str) -> dict[str, float]:
    """Return what each system scores on a whole population: the truth of test sets drawn from it."""
    whole = population(folder, name)
    data = sy.TestSet(references=[whole.reference], systems=whole.systems)
    table = sy.evaluate(data, metrics=[parse(metric)]).scores()
    return {row.system: row.score for row in table.scores}
