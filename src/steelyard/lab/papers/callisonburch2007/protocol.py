"""Callison-Burch et al. 2007: people's agreement and speed by type of judgement, and metrics beside them."""

from typing import Any

import numpy as np

from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.papers.callisonburch2007.agreement import agreement_tables
from steelyard.lab.papers.callisonburch2007.question import CallisonBurch2007
from steelyard.lab.papers.callisonburch2007.selection import selection_tables
from steelyard.lab.papers.callisonburch2007.systems import (
    correlations_table,
    counts_table,
    scores_by_type,
    shared_systems,
    systems_table,
)
from steelyard.lab.papers.callisonburch2007.timing import read_times, times_figure, times_table
from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.metrics import package_version
from steelyard.ratings.recipe import rating_inputs
from steelyard.reading import Judgements
from steelyard.results.figure import Figure
from steelyard.scored import Counted
from steelyard.scored.sentences import describe_metrics
from steelyard.types import Rankings, Ratings, TestSet

__all__ = ["run"]

_RANK, _CONSTITUENT = "rank", "constituent"


def run(counted: Counted, question: CallisonBurch2007) -> Experiment:
    """Compare types of judgement, and metrics with each."""
    test_set = counted.texts("The experiment of the workshop of 2007")
    rankings = {
        name: _rankings(given, flag, test_set)
        for name, given, flag in (
            (_RANK, question.rankings, "rankings"),
            (_CONSTITUENT, question.constituents, "constituents"),
        )
        if given is not None
    }
    ratings = question.ratings
    if ratings is None and not rankings:
        raise SpecError(
            "The protocol callisonburch2007 compares people's judgements: give ratings (--ratings FILE), rankings "
            "(--rankings FILE), or both."
        )
    by_type, counts = scores_by_type(ratings, rankings)
    if not by_type:
        raise SpecError(
            "The protocol callisonburch2007 found no judgement of an output in the ratings (--ratings FILE)."
        )
    systems = shared_systems(by_type, test_set.system_names)
    singles = ratings if isinstance(ratings, Ratings) else None
    tables: list[PaperTable] = [
        counts_table(counts, by_type, _raters(singles, rankings)),
        *agreement_tables(singles, rankings, _as_judged(question), test_set.systems),
    ]
    figures: tuple[Figure, ...] = ()
    if question.times is not None:
        times = read_times(question.times)
        tables.append(times_table(times))
        figures = (times_figure(times),)
    tables += [correlations_table(counted.measurements, by_type, systems), systems_table(by_type, systems)]
    tables += selection_tables(test_set)
    method: Any = {
        **counted.provenance(question),
        "systems": systems,
        "left_out": [name for name in test_set.system_names if name not in systems],
        "scales": list(by_type),
        "n_ratings": list(counts.values()),
    }
    inputs = [*(rating_inputs(ratings) if ratings is not None else [])]
    inputs += [
        {"role": name, "name": path, "sha256": sha256} for name, one in rankings.items() for path, sha256 in one.files
    ]
    method["inputs"] = [*method["inputs"], *inputs]
    method["notes"] = _notes(question, tables, method["left_out"])
    method["sentence"] = _sentence(counted, method)
    told: MethodOfExperiment = method
    return Experiment(tuple(table for table in tables if table.rows), figures, told)


def _rankings(given: Any, flag: str, test_set: TestSet) -> Rankings:
    """Return the rankings of a file, which must be about lines of the test set."""
    found = given.rankings if isinstance(given, Judgements) else given
    if not isinstance(found, Rankings):
        raise SpecError(f"There are no rankings in the file of {flag} (--{flag}): scores go with --ratings.")
    last = int(found.segments.max(initial=-1)) + 1
    if last > test_set.n_segments:
        raise AlignmentError(
            f"People ranked outputs of line {last:,} (--{flag}), but the test set has {test_set.n_segments:,} lines."
        )
    return found


def _as_judged(question: CallisonBurch2007) -> dict[str, Rankings]:
    """Return rankings in which systems of one output are one, where a file joins them."""
    given = {_RANK: question.rankings, _CONSTITUENT: question.constituents}
    return {
        name: one.as_judged for name, one in given.items() if isinstance(one, Judgements) and one.as_judged is not None
    }


def _raters(ratings: Ratings | None, rankings: dict[str, Rankings]) -> dict[str, int]:
    """Count who judged, by type, where that is known."""
    found = {}
    if ratings is not None and (ratings.raters.codes >= 0).all():
        for scale, name in enumerate(ratings.scales.names or ("score",)):
            rows = (ratings.scales.codes == scale) | (not ratings.scales.names)
            found[name] = len(np.unique(ratings.raters.codes[rows]))
    return found | {name: len(np.unique(one.raters.codes)) for name, one in rankings.items()}


def _notes(question: CallisonBurch2007, tables: list[PaperTable], left_out: list[str]) -> list[str]:
    names = {table.name for table in tables}
    notes = [
        "P(E) is one in as many labels as there are, as in the paper. Labels that are rare count as likely by chance, "
        "so K is higher than Cohen's where one is common; `steelyard human` has others.",
        "The tables of correlations have no intervals, as the paper's: `steelyard meta` has them, and tests which "
        "metrics differ.",
    ]
    if question.times is None:
        notes.append("Section 6.2 and figure 4 (seconds) are here with --times.")
    if "Section 3.3" not in names:
        notes.append(
            "Which constituents could be judged (section 3.3) is here with --source-parses and --alignments of every "
            "system."
        )
    if left_out:
        notes.append(f"Not judged in every way, and left out of correlations: {', '.join(left_out)}.")
    return notes


def _sentence(counted: Counted, method: Any) -> str:
    judged = ", ".join(f"{name} ({n:,})" for name, n in zip(method["scales"], method["n_ratings"], strict=True))
    return (
        f"The protocol of Callison-Burch et al. (2007) with Steelyard {package_version()}: judgements of "
        f"{len(method['systems'])} systems on {method['n_segments']:,} segments by {judged}; "
        f"{describe_metrics(counted.measurements)}."
    )
