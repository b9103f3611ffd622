"""Agreement of metrics with human judgements, in the shape of the tables of the AILE paper, on newer data.

Echizen'ya, Araki and Hovy 2013 compare AILE with other metrics by Spearman's correlation of system scores and Kendall's
tau of segment scores, vary alpha, beta and delta, and look at short and long segments apart. Their Japanese-English
patent data are not free to use; here are three sets of WMT:

- ja-en: general task 2022, direct assessment (z scores), 14 systems, one reference; the order of words differs most
- de-en: news task 2015, rankings of five outputs, 13 systems, one reference
- en-de: news task 2021, MQM, the 8 systems that were rated and have an output, reference A

Segment scores are compared in two ways. "All pairs" is the paper's: tau-b over every rated pair of system and segment,
so that hard and easy segments are compared too. "Same segment" compares only outputs of one segment: concordant less
discordant pairs over all pairs that people told apart. Rankings allow only this.

METEOR is version 1.5 without paraphrases, since their tables are large, with the function words and the synonyms of its
release. Where the function words are not there, all words count alike; the signatures below the table say what was
used.

Usage: STEELYARD_TEST_DATA=FOLDER python benchmarks/agreement.py [--draws 200]
FOLDER/data holds wmt22-general-ja-en, wmt15-rr-de-en, wmt21-news-en-de and, for METEOR, meteor-resources, as
tests/oracles/real_sets.py reads them.
"""

import argparse
import csv
import gzip
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau, spearmanr

import steelyard as sy
from steelyard.metrics import Meteor15, Metric, measure, parse

Floats = NDArray[np.float64]

CHUNKS = ("aile", "impact")
METEOR = "meteor-1.5"
OTHERS = ("bleu(lowercase=True)", METEOR, "ribes(tokenize=13a)", "ter(normalized=True)")
SWEEP = (
    *(f"aile(alpha={alpha})" for alpha in (0.1, 0.3, 0.5, 0.7, 0.9)),
    *(f"aile(beta={beta})" for beta in (1.0, 1.4, 1.6, 1.8, 2.0)),
    *(f"aile(delta={delta})" for delta in (0.0, 1.0, 3.0, 4.0, 5.0, 6.0)),
    *(f"aile(divisor={divisor})" for divisor in ("sqrt", "arctan")),
    "aile(collapse=True)",
    "aile(choice=leftmost)",
    "aile(gamma=one)",
)


@dataclass(frozen=True)
class HumanSet:
    """Outputs with what people said of them; segments from 0."""

    name: str
    data: sy.TestSet
    meteor: Metric
    system_scores: Floats  # (S,), higher is better
    ratings: Floats | None  # (S, N), NaN where there is none
    pairs: NDArray[np.int64]  # (P, 3): segment, better system, worse system

    def lengths(self) -> NDArray[np.int64]:
        """Count the words of output and reference together: shape (S, N)."""
        counts = [[len(line.split()) for line in text] for text in self.data.systems.values()]
        return np.array(counts) + np.array([len((line or "").split()) for line in self.data.references[0]])


# Reading


def rows_of(path: Path) -> Iterator[dict[str, str]]:
    """Yield the lines of a TSV file by column."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t")


def read_texts(folder: Path, systems: Sequence[str], reference: str, language: str) -> sy.TestSet:
    """Read one reference and the outputs of some systems."""
    outputs = {name: folder / "sys" / f"{name}.{language}" for name in systems}
    return sy.TestSet.from_files(references=[folder / reference], systems=outputs)


def pairs_of(ratings: Floats) -> NDArray[np.int64]:
    """List all pairs of outputs of one segment that have different ratings."""
    better = ratings[:, None] > ratings[None]  # False where one is NaN
    worse_than, worse, segment = np.nonzero(better)
    return np.stack([segment, worse_than, worse], axis=1)


def read_rated(folder: Path, name: str, language: str, kind: str, column: str, system_column: str) -> HumanSet:
    """Read a set whose segments have ratings; systems are those with an output and a rating."""
    official = {row["system"]: float(row[system_column]) for row in rows_of(folder / "human" / f"{kind}.sys.tsv")}
    systems = [system for system in official if (folder / "sys" / f"{system}.{language}").exists()]
    data = read_texts(folder, systems, f"ref.A.{language}", language)
    ratings = np.full((len(systems), data.n_segments), np.nan)
    for row in rows_of(folder / "human" / f"{kind}.seg.tsv"):
        if row["system"] in systems and row[column] != "NA":
            ratings[systems.index(row["system"]), int(row["line"]) - 1] = float(row[column])
    return HumanSet(
        name,
        data,
        meteor_of(folder.parent, language),
        np.array([official[system] for system in systems]),
        ratings,
        pairs_of(ratings),
    )


def read_ranked(folder: Path) -> HumanSet:
    """Read rankings; joined names stand for one output, and pairs whose joined outputs differ are left out."""
    skill = {
        row["system"]: float(row["trueskill_mean"])
        for row in rows_of(folder / "human" / "rr.trueskill.tsv")
        if not row["system"].startswith("#")
    }
    systems = list(skill)
    data = read_texts(folder, systems, "ref.A.en", "en")
    pairs = []
    for row in rows_of(folder / "human" / "rr.pairs.tsv.gz"):
        segment, ranks = int(row["line"]) - 1, (int(row["rank1"]), int(row["rank2"]))
        names = [row[key].split("+") for key in ("system1", "system2")]
        is_one_output = all(len({data.systems[name][segment] for name in joined}) == 1 for joined in names)
        if ranks[0] == ranks[1] or not is_one_output:
            continue
        first, second = (systems.index(joined[0]) for joined in names)
        pairs.append((segment, first, second) if ranks[0] < ranks[1] else (segment, second, first))
    return HumanSet(
        "de-en", data, meteor_of(folder.parent, "en"), np.array(list(skill.values())), None, np.array(pairs)
    )


def read_sets(folder: Path) -> list[HumanSet]:
    """Read all three."""
    return [
        read_rated(folder / "wmt22-general-ja-en", "ja-en", "en", "da", "z", "z"),
        read_ranked(folder / "wmt15-rr-de-en"),
        read_rated(folder / "wmt21-news-en-de", "en-de", "de", "mqm", "mqm", "mean_mqm"),
    ]


def meteor_of(data: Path, language: str) -> Metric:
    """Make METEOR for a language with the resources that are there."""
    words = data / "meteor-resources" / "function-words" / {"en": "english.txt", "de": "german.txt"}[language]
    function_words = str(words) if words.exists() else "none"
    return Meteor15(language, without=("paraphrase",), function_words=function_words, search="exact", tokenize="13a")


# Scores and their agreement with people


@dataclass(frozen=True)
class Scores:
    """One metric on one set, turned so that higher is better."""

    system: Floats  # (S,)
    segment: Floats  # (S, N)


def score(metric: Metric, data: sy.TestSet) -> Scores:
    """Score systems, and segments with the metric's variant for single segments."""
    [of_systems], [of_segments] = measure(data, [metric]), measure(data, [metric.segment_metric()])
    statistics = of_segments.statistics
    sign = 1.0 if metric.higher_is_better else -1.0
    return Scores(
        sign * of_systems.scores(of_systems.statistics.totals()),
        sign * of_segments.scores(statistics.scaled(statistics.values.astype(np.float64))),
    )


def spearman(scores: Scores, human: HumanSet) -> float:
    """Correlate the ranks of systems."""
    return float(spearmanr(scores.system, human.system_scores).statistic)


def tau_all_pairs(segment: NDArray[np.generic], ratings: Floats, chosen: NDArray[np.bool_]) -> float:
    """Correlate all rated outputs that are chosen: shape (S, N)."""
    is_used = chosen & ~np.isnan(ratings)
    return float(kendalltau(segment[is_used], ratings[is_used]).statistic)


def tau_same_segment(segment: Floats, pairs: NDArray[np.int64]) -> float:
    """Count pairs of one segment that the metric orders as people do, less those it orders otherwise."""
    at, better, worse = pairs.T
    return float(np.sign(segment[better, at] - segment[worse, at]).mean())


def metric_of(name: str, human: HumanSet) -> Metric:
    """Return a metric, METEOR in the language of the set."""
    return human.meteor if name == METEOR else parse(name)


# Tables


def print_agreement(title: str, names: Sequence[str], sets: Sequence[HumanSet]) -> None:
    """Print one line per metric: systems, segments of all pairs, segments of the same pair."""
    rated = [(human, human.ratings) for human in sets if human.ratings is not None]
    groups = [("systems", sets), ("all pairs", [human for human, _ in rated]), ("same segment", sets)]
    columns = [f"{human.name} {group}" for group, members in groups for human in members]
    print(f"\n{title}\n\n| metric | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name in names:
        found = {human.name: score(metric_of(name, human), human.data) for human in sets}
        values = [spearman(found[human.name], human) for human in sets]
        for human, ratings in rated:
            everything = np.ones(ratings.shape, dtype=np.bool_)
            values.append(tau_all_pairs(found[human.name].segment, ratings, everything))
        values += [tau_same_segment(found[human.name].segment, human.pairs) for human in sets]
        print(f"| `{name}` | {' | '.join(f'{value:.4f}' for value in values)} |", flush=True)


def print_lengths(sets: Sequence[HumanSet], n_draws: int) -> None:
    """Print what the weight of AILE gains on short and on long segments, and how all scores depend on length."""
    print(
        "\nShort and long\n\n| set | words of output and reference | ratings | AILE | IMPACT | gain, 95% interval ",
        end="",
    )
    print("| length and ratings | length and AILE | length and IMPACT |\n|---|---|---|---|---|---|---|---|---|")
    for human in sets:
        if human.ratings is None:
            continue
        both = [score(parse(name), human.data).segment for name in CHUNKS]
        lengths = human.lengths()
        is_rated = ~np.isnan(human.ratings)
        mean = lengths[is_rated].mean()
        for label, chosen in ((f"up to {mean:.1f}", lengths <= mean), (f"above {mean:.1f}", lengths > mean)):
            taus = [tau_all_pairs(segment, human.ratings, chosen) for segment in both]
            low, high = gain_interval(both, human.ratings, chosen, n_draws)
            of_length = [tau_all_pairs(lengths, human.ratings, chosen)]
            of_length += [tau_all_pairs(segment, lengths.astype(np.float64), chosen & is_rated) for segment in both]
            print(
                f"| {human.name} | {label} | {(chosen & is_rated).sum():,} | {taus[0]:.4f} | {taus[1]:.4f} "
                f"| {taus[0] - taus[1]:+.4f} ({low:+.4f} to {high:+.4f}) "
                f"| {' | '.join(f'{tau:+.4f}' for tau in of_length)} |",
                flush=True,
            )


def gain_interval(both: Sequence[Floats], ratings: Floats, chosen: NDArray[np.bool_], n_draws: int) -> Floats:
    """Draw segments again and again, and return where the middle 95% of the gains in tau lie."""
    rng = np.random.default_rng(2013)
    gains = []
    for _ in range(n_draws):
        drawn = rng.integers(0, ratings.shape[1], ratings.shape[1])
        first, second = (tau_all_pairs(segment[:, drawn], ratings[:, drawn], chosen[:, drawn]) for segment in both)
        gains.append(first - second)
    return np.quantile(gains, (0.025, 0.975))


def main() -> None:
    """Print the tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=200, help="bootstrap draws for the gain of the weight (200)")
    arguments = parser.parse_args()
    folder = os.environ.get("STEELYARD_TEST_DATA")
    if not folder:
        raise SystemExit("Set STEELYARD_TEST_DATA to the folder that holds data/: see the top of this file.")
    sets = read_sets(Path(folder) / "data")
    for human in sets:
        rated = 0 if human.ratings is None else int((~np.isnan(human.ratings)).sum())
        print(
            f"{human.name}: {len(human.data.systems)} systems, {rated:,} ratings, {len(human.pairs):,} pairs told apart"
        )
    print_agreement("Metrics", [*CHUNKS, *OTHERS], sets)
    print()
    for human in sets:
        print(f"{METEOR}, {human.name}: {human.meteor.signature('1')}")
    print_lengths(sets, arguments.draws)
    print_agreement("Parameters of AILE", SWEEP, sets)


if __name__ == "__main__":
    main()
