"""Raters that were sampled: both errors by hand, what is refused, and how often equal systems are called different."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import t as student

import steelyard as sy
from steelyard.errors import DataError, SpecError, SteelyardError
from steelyard.questions.human.answer import RatingsAnalysis
from steelyard.questions.human.page import summary
from steelyard.reading import Judgements
from steelyard.types import Labels, Ratings
from tests.cli.running import output, run

RATINGS = Path("examples/ratings.tsv")


def labels(codes: NDArray[np.int64], prefix: str) -> Labels:
    return Labels.of([f"{prefix}{code}" for code in codes])


def judged(grid: NDArray[np.int64], scores: NDArray[np.float64], per_document: int = 5) -> Judgements:
    """Return judgements from rows of (segment, system, rater) and their scores."""
    segments, systems, raters = grid.T
    ratings = Ratings(
        systems=labels(systems, "s"),
        segments=segments,
        documents=labels(segments // per_document, "d"),
        raters=labels(raters, "r"),
        scales=Labels.all_of("score", len(grid)),
        scores=scores,
        kinds=Labels.all_of("system", len(grid)),
    )
    return Judgements(ratings=ratings, format="ratings")


def crossed(n_segments: int, n_systems: int, n_raters: int) -> NDArray[np.int64]:
    return np.array([*np.ndindex(n_segments, n_systems, n_raters)], dtype=np.int64)


def split(n_segments: int, n_systems: int, n_raters: int) -> NDArray[np.int64]:
    grid = crossed(n_segments, n_systems, 1)
    grid[:, 2] = grid[:, 0] // 5 % n_raters
    return grid


def drawn(grid: NDArray[np.int64], rng: np.random.Generator, taste: float) -> NDArray[np.float64]:
    """Equal systems; raters of another severity and taste; noise."""
    segments, systems, raters = grid.T
    tastes = rng.normal(0, taste, (raters.max() + 1, systems.max() + 1))
    severity, difficulty = rng.normal(0, 5, raters.max() + 1), rng.normal(0, 8, segments.max() + 1)
    noise = rng.normal(0, 10, len(grid))
    found: NDArray[np.float64] = 50 + difficulty[segments] + severity[raters] + tastes[raters, systems] + noise
    return found


def variance(parts: list[tuple[Any, float, float]], n_first: int) -> tuple[float, float]:
    """Sum up, by cluster, what judgements of the first system and then of the second add, and how much they weigh."""
    sums: dict[Any, float] = {}
    held: dict[Any, list[float]] = {}
    for i, (cluster, added, weight) in enumerate(parts):
        sums[cluster] = sums.get(cluster, 0.0) + added
        held.setdefault(cluster, [0.0, 0.0])[int(i >= n_first)] += weight
    a, b = np.array([*held.values()]).T
    effective, shared = 4 / ((a + b) @ (a + b)), a @ b / ((a @ a) * (b @ b)) ** 0.5
    degrees = effective - 2 + shared
    return sum(v * v for v in sums.values()) * effective / degrees, degrees


def first_line(found: RatingsAnalysis) -> str:
    [sentence] = summary(found)
    return sentence


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_both_errors_are_those_of_sums_over_documents_raters_and_both(average: str) -> None:
    judgements = sy.read_judgements(RATINGS, lines="number")
    found = sy.analyse_ratings(judgements, average=average, segments="all")
    ratings = judgements.ratings
    assert ratings is not None
    named = zip(
        (ratings.systems.names[code] for code in ratings.systems.codes), ratings.segments,
        (ratings.documents.names[code] for code in ratings.documents.codes),
        (ratings.raters.names[code] for code in ratings.raters.codes),
        (ratings.kinds.names[code] for code in ratings.kinds.codes), ratings.scores, strict=True,
    )  # fmt: skip
    rows = [(*row[:4], row[5]) for row in named if row[4] in ("system", "repeat")]
    for pair in found.errors:
        parts: list[tuple[str, str, float, float]] = []
        for sign, system in ((1, pair.system), (-1, pair.against)):
            own = [row for row in rows if row[0] == system]
            counts = {segment: sum(row[1] == segment for row in own) for segment in {row[1] for row in own}}
            share = [1 / len(own) if average == "micro" else 1 / len(counts) / counts[row[1]] for row in own]
            mean = sum(w * row[4] for w, row in zip(share, own, strict=True))
            parts += [(row[2], row[3], sign * w * (row[4] - mean), w) for w, row in zip(share, own, strict=True)]

        n_first = sum(row[0] == pair.system for row in rows)
        documents, df = variance([(part[0], *part[2:]) for part in parts], n_first)
        raters, df_raters = variance([part[1:] for part in parts], n_first)
        cells, _ = variance([(part[:2], *part[2:]) for part in parts], n_first)
        both = max(documents + raters - cells, documents, raters)
        assert pair.these_raters == pytest.approx(documents**0.5)
        assert pair.raters_like_these == pytest.approx(both**0.5)
        expected = both**2 / (documents**2 / df + raters**2 / df_raters)
        assert pair.degrees_of_freedom == pytest.approx(max(expected, min(df, df_raters)))


def test_the_rows_rest_on_the_second_error() -> None:
    found = sy.analyse_ratings(RATINGS, correction="none")
    assert found.method.get("test") == "two-way" and found.method.get("raters") == "sampled"
    for row, error in zip(found.pairs, found.errors, strict=True):
        assert row.interval is not None
        half = student.isf(0.025, error.degrees_of_freedom) * error.raters_like_these
        assert row.interval == pytest.approx((row.difference - half, row.difference + half))
        p = 2 * student.sf(abs(row.difference) / error.raters_like_these, error.degrees_of_freedom)
        assert row.p_value == pytest.approx(p) and (row.verdict in ("better", "worse")) == (p <= 0.05)


def test_raters_that_are_nested_in_systems_are_refused_unless_they_are_fixed() -> None:
    grid = crossed(40, 3, 2)
    grid[:, 2] += 2 * grid[:, 1]
    judgements = judged(grid, drawn(grid, np.random.default_rng(1), 2.0))
    with pytest.raises(DataError, match=r"^The raters of 's0', 's1', 's2' rated no other system"):
        sy.analyse_ratings(judgements)
    assert first_line(sy.analyse_ratings(judgements, raters="fixed")).endswith(", these raters).")
    with pytest.raises(SteelyardError):
        sy.analyse_ratings(judgements, test="two-way")


def test_one_rater_is_fixed_and_no_rater_is_unknown() -> None:
    grid = crossed(40, 2, 1)
    judgements = judged(grid, drawn(grid, np.random.default_rng(1), 2.0))
    alone = sy.analyse_ratings(judgements)
    assert (alone.method.get("test"), alone.method.get("raters")) == ("randomization", "fixed")
    assert first_line(alone).endswith(", these raters).")
    assert judgements.ratings is not None
    nobody = replace(judgements, ratings=replace(judgements.ratings, raters=Labels.all_of("", len(grid))))
    assert sy.analyse_ratings(nobody).method.get("raters") == "unknown"
    for given in (judgements, nobody):
        with pytest.raises(SpecError, match="Raters like these need two of them at least"):
            sy.analyse_ratings(given, raters="sampled")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--test", "two-way", "--raters", "fixed"), "leave out --raters fixed"),
        (("--test", "randomization", "--raters", "sampled"), "is for these raters alone"),
        (("--correction", "maxt"), "Unknown correction of the test two-way 'maxt'"),
    ],
)
def test_what_does_not_go_together_is_refused(options: tuple[str, ...], message: str) -> None:
    refused = run("human", str(RATINGS), *options)
    assert refused.status == 2 and message in refused.err


def test_the_page_shows_both_errors_and_says_for_whom() -> None:
    text = output("human", str(RATINGS))
    assert (
        "raters like these)." in " ".join(text.split("\n\n")[0].split())
        and "error, these raters  error, new raters" in text
    )
    assert "Use --scaling z to standardise scores by rater" in " ".join(text.split())
    fixed = output("human", str(RATINGS), "--raters", "fixed")
    assert "these raters)." in " ".join(fixed.split("\n\n")[0].split()) and "error, new raters" not in fixed


@pytest.mark.parametrize(
    ("grid", "taste"),
    [(crossed(30, 2, 3), 6.0), (split(150, 2, 3), 8.0)],
    ids=["all raters judge all", "raters share segments out"],
)
def test_equal_systems_are_rarely_called_different(grid: NDArray[np.int64], taste: float) -> None:
    """The test itself is simulated in tests/inference/test_two_way.py; this is the whole way from judgements."""
    rng, n_sets = np.random.default_rng(3), 40
    wrong = [0, 0]
    for _ in range(n_sets):
        judgements = judged(grid, drawn(grid, rng, taste))
        for i, raters in enumerate((None, "fixed")):
            found = sy.analyse_ratings(judgements, raters=raters, n_resamples=200)
            wrong[i] += any(row.verdict != "cannot tell" for row in found.pairs)
    assert wrong[0] <= 4, "2 of 40, and two standard errors"
    assert wrong[1] >= 10, "with raters forgotten the test would be caught"


def test_scores_that_were_standardised_before_need_no_scaling(tmp_path: Path) -> None:
    """The warning on raters' scales is for scores as they were given."""
    table = RATINGS.read_text(encoding="utf-8")
    assert "Use --scaling z" in output("human", RATINGS)
    (tmp_path / "z.tsv").write_text(table.replace("score", "z", 1), encoding="utf-8")
    assert "Use --scaling z" not in output("human", tmp_path / "z.tsv")
