"""Count every system under every metric; every question on texts takes the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from steelyard.asking import Question, name_of
from steelyard.errors import DataError, SpecError
from steelyard.files.reading import TextFile
from steelyard.metrics import Fitting, Metric, fit, measure, measure_segment_scores, parse
from steelyard.reprs import describe, listed
from steelyard.results.method import Provenance, WithRecipe
from steelyard.scored.provenance import provenance, score_input
from steelyard.scored.recipe import recipe
from steelyard.scored.threads import check_jobs
from steelyard.scored.units import Units, choose_units
from steelyard.types import CountedSet, ErrorSpan, Measurement, TestSet

if TYPE_CHECKING:
    from steelyard.inference.draws.checks import Rng
    from steelyard.inference.draws.resample import Progress
    from steelyard.reading.score_matrix.cells import Samples
    from steelyard.scored.sampling import Sampling
    from steelyard.types import Ratings

__all__ = ["Counted", "check_resources", "count"]


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A test set, counted: the statistics of every system, segment and metric."""

    # What was counted; a `CountedSet` where the counts came from statistics files, so that there are no texts.
    test_set: TestSet | CountedSet
    measurements: tuple[Measurement, ...]  # one per metric
    # How single segments are scored, for the metrics of text.
    segment_metrics: tuple[Metric, ...] = field(default=(), repr=False)
    # Role, name and SHA-256 of every set of outside scores.
    score_inputs: tuple[dict[str, str], ...] = field(default=(), repr=False)
    n_threads: int = 1  # threads that questions may use; no answer depends on it
    # Called with (steps done, steps in all) by questions that take long.
    progress: "Progress | None" = field(default=None, repr=False)
    # By metric, what outside scores have of errors that the metric marked in the outputs.
    errors: Mapping[str, tuple[ErrorSpan, ...]] = field(default_factory=dict, repr=False)
    # Of scores alone with missing ones, where both extremes are wanted: the same with these at their best, as they are
    # at their worst here.
    best: "Counted | None" = field(default=None, repr=False)
    # By metric of scores alone, how several scores of a system on an item vary, where these are their means.
    samples: "Mapping[str, Samples]" = field(default_factory=dict, repr=False)
    # By metric of scores alone, these with who gave each, where several raters did.
    ratings: "Mapping[str, Ratings]" = field(default_factory=dict, repr=False)
    # What was chosen for metrics, or does not fit them, in sentences.
    notes: tuple[str, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return describe(
            self, f"{self.test_set!r}", listed("metrics", (measurement.label for measurement in self.measurements))
        )

    def texts(self, purpose: str) -> TestSet:
        """Return the test set where its texts are there.

        `purpose`: what needs them, as the start of a sentence.
        """
        if isinstance(self.test_set, CountedSet):
            if not self.test_set.has_texts:
                raise SpecError(f"{purpose} needs texts, and there are scores alone: give references and outputs.")
            raise SpecError(
                f"{purpose} needs the texts, and statistics files hold none: give references and outputs instead."
            )
        return self.test_set

    def units(self, unit: str | None) -> Units:
        """Sum segments to the units that are resampled: see `choose_units`."""
        return choose_units(self.test_set, self.measurements, unit)

    def provenance(self, question: Question | None = None) -> Provenance:
        """Say what an answer rests on: sizes, versions, and the SHA-256 of every input, files of options with them."""
        files = [] if question is None else question.files()
        of_options = [{"role": role, "name": file.path, "sha256": file.sha256} for role, file in files]
        return provenance(self.test_set, [*self.score_inputs, *of_options])

    def recipe(self, question: Question | str, settled: Mapping[str, Any]) -> WithRecipe:
        """Say how an answer came about, so that it can be asked for again.

        `question`: with its options; the name of one that has no options yet.
        `settled`: what became of options that were left open, such as the seed and the unit.
        Returns: with the key ``recipe``; and ``reading_notes``, where something is to be said of the words of metrics.
        """
        name, options = (question, {}) if isinstance(question, str) else (name_of(question), question.recipe())
        given = {**options, **settled}
        return recipe(name, self.test_set, self.measurements, self.score_inputs, given, self.notes)

    def sampling(self, n_resamples: int, rng: "Rng") -> "Sampling":
        """Say how draws are made; a generator gives its seed here, once."""
        from steelyard.inference import check_resamples, seed_of
        from steelyard.scored.sampling import Sampling  # not needed for scores alone, nor are these two

        check_resamples(n_resamples)
        return Sampling(n_resamples, seed_of(rng), self.n_threads, self.progress)


def count(
    test_set: TestSet,
    metrics: str | Metric | Sequence[str | Metric] | Fitting = ("bleu",),
    *,
    segment_scores: Mapping[str, Mapping[str, Sequence[float]]] | None = None,
    lower_is_better: Sequence[str] = (),
    higher_is_better: Sequence[str] = (),
    may_assume: bool = False,
    score_files: Mapping[str, TextFile | tuple[str, str]] | None = None,
    score_inputs: Mapping[str, Sequence[dict[str, str]]] | None = None,
    n_threads: int = 1,
) -> Counted:
    """Count every system of a test set under every metric; `steelyard.evaluate` describes the parameters.

    Scores that rest on several files have these, with their roles, as `score_inputs`. Where nothing says which way
    outside scores go, this asks; or, where it `may_assume` so, higher is better. Metrics that were fitted to the texts
    before are taken as they are.
    """
    if not test_set.references:
        if (metrics.metrics if isinstance(metrics, Fitting) else metrics) or segment_scores:
            raise DataError(
                "There is no reference to compare the outputs with: give its file. `steelyard check files` "
                "and `steelyard lab consistency` need none."
            )
        return Counted(test_set, (), (), (), n_threads)
    if not isinstance(metrics, Fitting):
        metrics = fit([metrics] if isinstance(metrics, str | Metric) else metrics, test_set.references).said()
    chosen = metrics.metrics
    outside = dict(segment_scores or {})
    if not chosen and not outside:
        raise SpecError("There is nothing to compute: name at least one metric.")
    if not test_set.systems:
        raise SpecError("There is no system to evaluate: give the output of at least one.")
    check_jobs(n_threads)
    _check_names(chosen, outside)
    measurements = measure(test_set, chosen, n_threads=n_threads)
    of_outside = [measure_segment_scores(name, scores, test_set) for name, scores in outside.items()]
    if outside or lower_is_better or higher_is_better:
        from steelyard.reading.directions import Directions  # metrics of text say it themselves

        directions = Directions(lower_is_better, higher_is_better, may_assume=may_assume)
        lower, _ = directions.settle(
            {name: [x for row in rows.values() for x in row] for name, rows in outside.items()}
        )
        of_outside = [replace(one, higher_is_better=one.metric not in lower) for one in of_outside]
    measurements += of_outside
    inputs: list[dict[str, str]] = []
    for name, scores in outside.items():
        inputs += (score_inputs or {}).get(name) or [score_input(name, scores, (score_files or {}).get(name))]
    return Counted(test_set, tuple(measurements), tuple(chosen), tuple(inputs), n_threads, notes=metrics.notes)


def check_resources(metrics: Sequence[str]) -> None:
    """Refuse, before texts are read, metrics that lack word lists."""
    for spelling in metrics:
        parse(spelling).check_resources()


def _check_names(metrics: Sequence[Metric], outside: Mapping[str, Any]) -> None:
    """Refuse outside scores that are called like a metric."""
    taken = {str(metric) for metric in metrics} | {metric.label for metric in metrics}
    for name in outside:
        if name in taken:
            raise SpecError(
                f"The scores {name!r} have the name of a metric that is computed too. Give them another name."
            )
