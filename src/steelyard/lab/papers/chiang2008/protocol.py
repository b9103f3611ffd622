"""Chiang, DeNeefe, Chan and Ng 2008: games that a metric allows which is no sum over segments."""

from typing import Any

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import seed_of
from steelyard.lab.papers.chiang2008.deletion_game import deletion_tables
from steelyard.lab.papers.chiang2008.genre_game import MOST_GENRES, genre_tables
from steelyard.lab.papers.chiang2008.question import Chiang2008
from steelyard.lab.papers.chiang2008.sign_game import sign_tables
from steelyard.lab.papers.correlations import correlation_table
from steelyard.lab.papers.rated import RatedOutputs, rated_outputs
from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.meta import correlate
from steelyard.metrics import Bleu, package_version
from steelyard.ratings.recipe import rating_inputs
from steelyard.scored import Counted
from steelyard.scored.segment_groups import parts_by_label
from steelyard.scored.sentences import describe_metrics
from steelyard.types import Measurement

__all__ = ["run"]


def run(counted: Counted, question: Chiang2008) -> Experiment:
    """Play the three games, and hold the metrics against people where there are ratings."""
    test_set, seed = counted.texts("Deleting outputs"), seed_of(question.rng)
    if len(test_set.system_names) < 2:
        raise SpecError(
            f"The protocol chiang2008 puts outputs of one system among another's: there is "
            f"{test_set.system_names[0]} alone, give two systems or more."
        )
    if question.unit not in (None, "segment"):
        raise SpecError(
            f"The protocol chiang2008 draws single segments, as the paper does: it has no unit {question.unit!r}."
        )
    genres = None if question.genres is None else parts_by_label(question.genres, test_set.n_segments)
    if genres is not None and not 2 <= len(genres.names) <= MOST_GENRES:
        those = f"all are {genres.names[0]!r}" if len(genres.names) == 1 else f"there are {len(genres.names):,}"
        raise SpecError(f"The game of genres (genres, --genres) takes 2 to {MOST_GENRES} different labels: {those}.")
    measurements, metrics = counted.measurements, counted.segment_metrics
    place = next((i for i, metric in enumerate(metrics) if isinstance(metric, Bleu)), None)
    lengths = None if place is None else measurements[place]
    tables: list[PaperTable] = []
    rated = None
    if question.ratings is not None:
        rated = rated_outputs(test_set, question.ratings, question.protocol, judges=question.judges)
        tables.append(_correlations(measurements, rated))
    tables += sign_tables(measurements, lengths)
    if genres is not None:
        tables += genre_tables(measurements, genres, lengths)
    if metrics:
        tables += deletion_tables(
            test_set,
            measurements[: len(metrics)],
            metrics,
            place or 0,
            n_resamples=question.n_resamples,
            seed=seed,
            n_threads=counted.n_threads,
        )
    method: Any = {
        **counted.provenance(question),
        "systems": list(test_set.system_names),
        "unit": "segment",
        "n_units": test_set.n_segments,
        "n_resamples": question.n_resamples,
        "seed": seed,
        "genres": [] if genres is None else list(genres.names),
    }
    method["notes"] = _notes(question)
    if rated is not None:
        _tell_of_people(method, rated, question)
    method["sentence"] = _sentence(counted, question, rated)
    told: MethodOfExperiment = method
    return Experiment(tuple(table for table in tables if table.rows), (), told)


def _correlations(measurements: tuple[Measurement, ...], rated: RatedOutputs) -> PaperTable:
    """Correlate systems' scores with people's means: Table 1."""
    means = [one.of_systems() for one in rated.people]
    lines = []
    for measured in measurements:
        scores = measured.scores(measured.statistics.totals())[rated.rows]
        signed = scores if measured.higher_is_better else -scores
        lines.append((measured.label, [correlate(signed, mean, coefficient="spearman") for mean in means]))
    return correlation_table(
        "Table 1",
        f"Spearman's rank correlation of {len(rated.rows)} systems' scores with people's means",
        rated.people,
        lines,
        note="Scores that are better if lower have their sign changed, as in the paper.",
    )


def _tell_of_people(method: dict[str, Any], rated: RatedOutputs, question: Chiang2008) -> None:
    systems = rated.kept.system_names
    method |= {
        "left_out": [name for name in method["systems"] if name not in systems],
        "scales": [one.name for one in rated.people],
        "judges": rated.judges,
        "n_ratings": [int(np.isfinite(one.values).sum()) for one in rated.people],
    }
    method["inputs"] = [*method["inputs"], *rating_inputs(question.ratings)]
    if method["left_out"]:
        method["notes"].append(f"Without ratings, and not in Table 1: {', '.join(method['left_out'])}.")


def _notes(question: Chiang2008) -> list[str]:
    notes = [
        "In the paper systems were trained to exploit a metric: to be verbose, or to delete words. Here nothing is "
        "trained: outputs are combined in other ways, and the tables show what a metric rewards.",
        "Texts with one output replaced are not independent. For metrics that are no sums over segments the sign test "
        "tests no hypothesis about the systems; use `steelyard compare` for that.",
        "Word deletion (section 3.3) needs a decoder, and is left out.",
    ]
    if question.genres is None:
        notes.append("The test on genres (section 3.2, Tables 3 to 5) needs --genres, one label per line.")
    if question.ratings is None:
        notes.append("Table 1 compares metrics with people: add --ratings to get it.")
    return notes


def _sentence(counted: Counted, question: Chiang2008, rated: RatedOutputs | None) -> str:
    several = (
        "" if rated is None or not rated.judges else f" Of several judgements of an output the {rated.judges} counts."
    )
    return (
        f"The games of Chiang et al. (2008) on {len(counted.test_set.system_names)} systems and "
        f"{counted.test_set.n_segments:,} segments with Steelyard {package_version()}: "
        f"{describe_metrics(counted.measurements)}; paired bootstrap over segments with {question.n_resamples:,} "
        f"draws, seed {seed_of(question.rng)}.{several}"
    )
