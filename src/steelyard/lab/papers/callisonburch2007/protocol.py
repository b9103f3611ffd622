"""Callison-Burch et al. 2007: people's agreement and speed by type of judgement, and metrics beside them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from steelyard.errors import AlignmentError, SpecError
from steelyard.lab.papers.callisonburch2007.agreement import agreement_tables
from steelyard.lab.papers.callisonburch2007.question import CallisonBurch2007
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
from steelyard.types import Parse, Rankings, Ratings, TestSet

__all__ = ["constituents", "run", "selection_tables", "span_of"]

_RANK, _CONSTITUENT = "rank", "constituent"
_SHORTEST, _LONGEST = 4, 15  # words of a constituent
_SHOWN = 5
_Links = Sequence[tuple[int, int]]


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
        "The tables of correlations have no intervals, as in the paper: `steelyard meta` has them, and tests which "
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


def constituents(parse: Parse) -> Iterator[tuple[int, int]]:
    """Yield the subtrees of 4 to 15 words without a gap, but for the whole segment: first word, and after the last."""
    n = len(parse.words)
    low, high, size = list(range(n)), list(range(n)), [1] * n
    heads = [(word.head or 0) - 1 for word in parse.words]
    for word in range(n):
        at = heads[word]
        while at >= 0:
            low[at], high[at], size[at] = min(low[at], word), max(high[at], word), size[at] + 1
            at = heads[at]
    for word in range(n):
        length = high[word] - low[word] + 1
        if length == size[word] and _SHORTEST <= length <= _LONGEST and length < n:
            yield low[word], high[word] + 1


def span_of(links: _Links, start: int, end: int) -> tuple[int, int] | None:
    """Return the words of the output that a stretch of the source is aligned with, if no link leaves the two."""
    targets = [target for source, target in links if start <= source < end]
    if not targets:
        return None
    low, high = min(targets), max(targets)
    crossing = any(low <= target <= high and not start <= source < end for source, target in links)
    return None if crossing else (low, high + 1)


def selection_tables(test_set: TestSet) -> Iterator[PaperTable]:
    """Count the constituents that every system's alignment translates in one piece, and show some."""
    parses = (test_set.parses or {}).get("sources")
    aligned: Mapping[str, Sequence[_Links]] = {
        name: (test_set.alignments or {})[f"system {name}"]
        for name in test_set.system_names
        if f"system {name}" in (test_set.alignments or {})
    }
    if parses is None or len(aligned) < len(test_set.system_names) or not aligned:
        return
    n_all, n_found, lengths = 0, 0, list[int]()
    shown: list[tuple[object, ...]] = []
    held = dict.fromkeys(aligned, 0)
    for i in range(test_set.n_segments):
        given = parses[i]
        parse = given if isinstance(given, Parse) else given[0]
        for start, end in constituents(parse):
            n_all += 1
            spans = {name: span_of(links[i], start, end) for name, links in aligned.items()}
            for name, span in spans.items():
                held[name] += span is not None
            if all(span is not None for span in spans.values()):
                n_found += 1
                lengths.append(end - start)
                if len(shown) < _SHOWN:
                    source = " ".join(word.form for word in parse.words[start:end])
                    shown.append((i + 1, source, *(_words(test_set, name, i, spans[name]) for name in aligned)))
    counts = [(f"{name} in one piece", n, 100 * n / n_all if n_all else None) for name, n in held.items()]
    yield PaperTable(
        "Section 3.3",
        f"constituents of the source of {_SHORTEST} to {_LONGEST} words, by what the alignment with each output says",
        ("constituents", "number", "%"),
        (
            ("all", n_all, 100.0 if n_all else None),
            *counts,
            ("every system in one piece", n_found, 100 * n_found / n_all if n_all else None),
        ),
        "In one piece: some word is aligned, and no word of that stretch of the output with another word of the "
        "source. People are shown those of every system."
        + (f" Of {np.mean(lengths):.1f} words on average." if lengths else ""),
        (None, 0, 1),
    )
    if shown:
        yield PaperTable("Constituents", "the first that could be judged", ("line", "source", *aligned), tuple(shown))


def _words(test_set: TestSet, name: str, i: int, span: tuple[int, int] | None) -> str:
    words = test_set.systems[name][i].split()
    return "" if span is None else " ".join(words[span[0] : span[1]])
