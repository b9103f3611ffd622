"""Callison-Burch, Osborne and Koehn 2006: orders of equal BLEU, and people's ratings of what BLEU scores alike."""

from typing import Any

import numpy as np

from steelyard.errors import SpecError
from steelyard.inference import seed_of
from steelyard.lab.papers.callisonburch2006.people import (
    bleu_figures,
    equal_counts_table,
    equal_systems_table,
    systems_tables,
)
from steelyard.lab.papers.callisonburch2006.question import CallisonBurch2006
from steelyard.lab.papers.callisonburch2006.variants import (
    examples_table,
    make_variants,
    orders_figure,
    orders_table,
    scores_table,
)
from steelyard.lab.papers.rated import RatedOutputs, rated_outputs
from steelyard.lab.questions.replicate.answer import MethodOfExperiment, PaperTable
from steelyard.lab.questions.replicate.experiment import Experiment
from steelyard.metrics import Bleu, package_version
from steelyard.ratings.recipe import rating_inputs
from steelyard.results.figure import Figure
from steelyard.scored import Counted
from steelyard.scored.sentences import describe_metrics
from steelyard.types import Measurement

__all__ = ["run"]


def run(counted: Counted, question: CallisonBurch2006) -> Experiment:
    """Count and draw orders of equal BLEU; with ratings, hold BLEU against people."""
    test_set, seed = counted.texts("Another order of outputs"), seed_of(question.rng)
    bleu, measured = _bleu(counted)
    variants = make_variants(test_set, bleu, seed, counted.n_threads)
    best = int(np.argmax(measured.scores(measured.statistics.totals())))
    tables: list[PaperTable] = [
        orders_table(variants),
        examples_table(variants, best, question.examples),
        scores_table(variants, test_set, bleu, counted.segment_metrics, counted.n_threads),
    ]
    figures: list[Figure] = [orders_figure(variants, best)]
    rated = None
    if question.ratings is not None:
        rated = rated_outputs(test_set, question.ratings, question.protocol, judges=question.judges)
        tables += systems_tables(measured, rated)
        tables.append(
            equal_systems_table(
                counted, measured, rated, unit=question.unit, n_resamples=question.n_resamples, seed=seed
            )
        )
        tables.append(equal_counts_table(measured, rated))
        figures += bleu_figures(measured, rated)
    method = _method(counted, question, measured, rated, seed)
    return Experiment(tuple(table for table in tables if table.rows), tuple(figures), method)


def _bleu(counted: Counted) -> tuple[Bleu, Measurement]:
    """Find the BLEU whose blind spots are looked at, the first one."""
    for metric, measured in zip(counted.segment_metrics, counted.measurements, strict=False):
        if type(metric) is Bleu:
            return metric, measured
    raise SpecError("The protocol callisonburch2006 is about BLEU: name it among the metrics (-m bleu chrf ter).")


def _method(
    counted: Counted, question: CallisonBurch2006, measured: Measurement, rated: RatedOutputs | None, seed: int
) -> MethodOfExperiment:
    method: Any = {**counted.provenance(), "metric": measured.metric, "seed": seed}
    sentence = (
        f"We drew another order of every output, cut where no 2-gram matches, that matches as many n-grams, seed "
        f"{seed}, with Steelyard {package_version()}: {describe_metrics(counted.measurements)}."
    )
    method["notes"] = [
        "Orders with more matches than the output's are drawn again, so that BLEU stays equal to the last digit; the "
        "paper counts such orders, too. The paper also cuts outputs where matches are clipped. Here they are cut only "
        "where a 2-gram is in no reference, which breaks no match of any length.",
        "In section 3.2 words are also replaced by other n-grams of the references. That is left out, since blanks "
        "show already that BLEU ignores words without a match. Figure 4 needs a rule-based system.",
    ]
    if rated is None:
        method["notes"].append("Figures 2 and 3 and Table 4 compare BLEU with people: add --ratings to get them.")
    else:
        systems = rated.kept.system_names
        method |= {
            "systems": list(systems),
            "left_out": [name for name in counted.test_set.system_names if name not in systems],
            "scales": [one.name for one in rated.people],
            "judges": rated.judges,
            "n_ratings": [int(np.isfinite(one.values).sum()) for one in rated.people],
            "n_resamples": question.n_resamples,
            **counted.units(question.unit).described(),
        }
        method["inputs"] = [*method["inputs"], *rating_inputs(question.ratings)]
        if method["left_out"]:
            method["notes"].append(f"Without ratings, and left out beside people: {', '.join(method['left_out'])}.")
        scales = " and ".join(method["scales"])
        several = f" Of several judgements of an output the {rated.judges} counts." if rated.judges else ""
        sentence += (
            f" People's {scales} of {len(systems)} systems: Pearson's correlation of means, and two-sided "
            f"randomization over {method['n_units']:,} {method['unit']}s, {question.n_resamples:,} draws.{several}"
        )
    method["sentence"] = sentence
    found: MethodOfExperiment = method
    return found
