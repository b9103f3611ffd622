"""What is measured on each set: accuracies of tests, and agreement of metrics with people."""

from pathlib import Path
from typing import Any

import numpy as np

import steelyard as sy
from replications.sets import RatedSet, read_set
from steelyard.lab.papers.aile2013.protocol import word_counts
from steelyard.meta import correlate
from steelyard.metrics import Aile, Impact, measure
from steelyard.ratings.outputs import output_scores

__all__ = ["METRICS", "aile", "graham"]

Row = dict[str, Any]

PAPER_TESTS = ("paired-bootstrap", "shifted-bootstrap", "randomization")
METEOR = "meteor-2005(without='stem synonym')"
METRICS = ("bleu", "nist", METEOR, "ter")
OF_AILE = ("aile", "bleu(lowercase=True)", "impact", METEOR, "ribes(tokenize=13a)", "ter(normalized=True)")
_OTHERS = ("chrf",)
_DRAWS = 10_000


def graham(data: Path, name: str) -> list[Row]:
    """Hold the paper's tests on its metrics against single judgements, and ours against means of documents."""
    found = read_set(data, name)
    evaluation = sy.evaluate(found.data, [*METRICS, *_OTHERS], segment_scores=found.outside)
    rows = []
    for gold, unit, correction in (
        ("judgements", "segment", "none"),
        ("means", "document", "none"),
        ("means", "document", "maxt"),
    ):
        tests = [*PAPER_TESTS, *(["t", "wilcoxon"] if found.outside and gold == "judgements" else [])]
        if correction != "none":
            tests = ["randomization"]
        accuracy = evaluation.test_accuracy(
            found.judgements if gold == "judgements" else found.means,
            tests,
            n_resamples=_DRAWS,
            unit=unit,
            correction=correction,
        )
        cell = {"set": name, "gold": gold, "unit": unit, "correction": correction}
        method = accuracy.method
        shown = {key: method[key] for key in ("n_units", "people_n_ratings", "scales")}
        shown["n_systems"] = len(method["systems"])
        for people in accuracy.people:
            rows.append({
                "kind": "people", **cell, **shown, "alpha": people.alpha, "n_pairs": people.n_pairs,
                "n_different": people.n_different, "n_by_second": people.n_by_second,
            })  # fmt: skip
        for row in accuracy.rows:
            rows.append({
                "kind": "accuracy", **cell, "alpha": row.alpha, "metric": row.label, "test": row.test,
                "n_correct": row.n_correct, "n_pairs": row.n_pairs, "low": row.low, "high": row.high, **row.counts,
            })  # fmt: skip
        for between in ("tests", "metrics"):
            compared = [row for row in accuracy.differences if row.between == between]
            if compared:
                least = min(compared, key=lambda row: row.p_value)
                rows.append({
                    "kind": "differences", **cell, "between": between, "n": len(compared),
                    "n_apart": sum(bool(row.n_only or row.n_only_against) for row in compared),
                    "most": max(abs(row.n_only - row.n_only_against) for row in compared),
                    "n_significant": sum(row.p_adjusted <= 0.05 for row in compared),
                    "least_p": least.p_value, "given": least.given, "a": least.name, "b": least.against,
                    "alpha": least.alpha,
                })  # fmt: skip
    return rows


def aile(data: Path, name: str) -> list[Row]:
    """Correlate metrics with people's medians, as `steelyard lab replicate aile2013`."""
    found = read_set(data, name)
    replication = sy.lab.replicate(sy.evaluate(found.data, list(OF_AILE)), "aile2013", ratings=found.judgements)
    rows = []
    for table in replication.paper_tables:
        for metric, *values in table.rows:
            by_scale = dict(zip(table.columns[1:], values, strict=True))
            rows += [
                {
                    "set": name,
                    "table": table.name,
                    "title": table.title,
                    "metric": metric,
                    "scale": scale,
                    "value": value,
                }
                for scale, value in by_scale.items()
            ]
    return rows + _lengths(found, name)


def _lengths(found: RatedSet, name: str) -> list[Row]:
    """Say how ratings, and scores with and without AILE's weight, fall with the number of words."""
    measured = measure(found.data, [Impact(), Aile()])
    scores = [one.scores(one.statistics.values.astype(np.float64)) for one in measured]
    words = word_counts(found.data)
    rows = []
    for medians in output_scores(found.judgements, n_segments=found.data.n_segments, judges="median"):
        ratings = medians.select(found.data.system_names).values
        is_rated = np.isfinite(ratings)
        for label, values in (("ratings", ratings), ("IMPACT", scores[0]), ("AILE", scores[1])):
            tau = correlate(values[is_rated], words[is_rated], coefficient="kendall")
            rows.append({"set": name, "table": "length", "metric": label, "scale": medians.name, "value": tau})
    return rows
