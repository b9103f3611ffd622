"""Scores and verdicts as a table for a paper: a row per system, a column per metric, with marks of significance."""

from collections.abc import Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from steelyard.page.latex import PREAMBLE, escaped, number, table_latex
from steelyard.page.rows import by_metric, choose_decimals, metric_names, percent_text
from steelyard.page.summary import contradiction_sentence
from steelyard.results.numbers import interval_text
from steelyard.results.pair_rows import PairRow
from steelyard.results.plurals import word_for_segment
from steelyard.results.score_rows import ScoreRow, is_higher_better

__all__ = ["paper_latex"]

_MOST_LETTERS = 10  # systems that marks can name; of more, the places that each may have say the same in less room
_BETTER, _WORSE = r"$\dagger$", r"$\ddagger$"


def paper_latex(
    scores: Sequence[ScoreRow],
    pairs: Sequence[PairRow],
    method: Mapping[str, Any],
    *,
    label: str,
    width: int | None = None,
) -> str:
    """Write scores, with what tests found about them, as one LaTeX table.

    The float has a caption, a label, the legend of the marks, and the method sentence. Pairs are empty where nothing
    was tested. By default percentages have 2 decimals, fractions 4.
    """
    of_metrics = dict(by_metric(scores))
    names = metric_names(scores)
    systems = [row.system for row in sorted(next(iter(of_metrics.values())), key=lambda row: row.rank)]
    marks = _Marks(systems, pairs, scores)
    has_intervals = not marks.legend and any(row.interval is not None for row in scores)
    cells = {
        (metric, row.system): (
            _score(row, rows, width),
            _interval(row, choose_decimals(rows, width)) if has_intervals else marks.of(row),
        )
        for metric, rows in of_metrics.items()
        for row in rows
    }
    heads = [escaped(names[metric]) + _direction(rows) for metric, rows in of_metrics.items()]
    header = " & ".join(
        [*([""] if marks.letters else []), "System", *(rf"\multicolumn{{2}}{{c}}{{{h}}}" for h in heads)]
    )
    body = []
    for system in systems:
        start = [*([marks.letters[system]] if marks.letters else []), escaped(system)]
        own = [cells.get((metric, system), ("", "")) for metric in of_metrics]
        body.append(" & ".join([*start, *(part for cell in own for part in cell)]))
    notes = list(marks.legend)
    if has_intervals:
        notes.append(rf"In brackets {escaped(percent_text(method))} intervals.")
    if any(r"\downarrow" in head for head in heads):
        notes.append(r"$\downarrow$: lower is better.")
    sentences = [
        *filter(None, [contradiction_sentence(scores, pairs)]),
        method["sentence"],
        *([s] if (s := method.get("ratings_sentence")) else []),
    ]
    n_systems, n_segments = len(systems), method["n_segments"]
    units = f" in {method['n_units']:,} {method['unit']}s" if method["unit"] != word_for_segment(method) else ""
    caption = (
        f"{_and(list(names.values()))} of {n_systems:,} system{'s' if n_systems != 1 else ''} on {n_segments:,} "
        f"{word_for_segment(method)}{'s' if n_segments != 1 else ''}{units}."
    )
    columns = ("l" if marks.letters else "") + "l" + r"r@{}l" * len(of_metrics)
    notes = [*([" ".join(notes)] if notes else []), *(escaped(sentence) for sentence in sentences)]
    return f"{PREAMBLE}\n\n{table_latex(columns, [header, *body], escaped(caption), label, notes)}"


class _Marks:
    """What stands beside the scores: letters of the systems beaten, daggers against a baseline, or places."""

    def __init__(self, systems: Sequence[str], pairs: Sequence[PairRow], scores: Sequence[ScoreRow]) -> None:
        self.letters: dict[str, str] = {}
        self.legend: list[str] = []
        self._wins: dict[tuple[str, str], set[str]] = {}
        self._baseline = _baseline(pairs)
        self._has_places = False
        for pair in pairs:
            if pair.verdict in ("better", "worse"):
                a, b = pair.system, pair.against
                winner, loser = (a, b) if pair.verdict == "better" else (b, a)
                self._wins.setdefault((pair.metric, winner), set()).add(loser)
        if self._baseline:
            name = escaped(self._baseline)
            self.legend.append(f"{_BETTER}: significantly better than {name}; {_WORSE}: significantly worse.")
        elif pairs and len(systems) <= _MOST_LETTERS:
            self.letters = dict(zip(systems, ascii_lowercase, strict=False))
            self.legend.append("Superscript letters: systems that are significantly worse.")
        elif any(row.rank_low is not None for row in scores):
            self._has_places = True
            self.legend.append("Superscripts: range of possible ranks.")
        if any(_may_be_first(row) for row in scores) and not all(_may_be_first(row) for row in scores):
            self.legend.append(
                "Bold: no other system is significantly better." if pairs else "Bold: rank 1 is possible."
            )

    def of(self, row: ScoreRow) -> str:
        """Return the marks of a score."""
        if self._baseline:
            is_better = self._baseline in self._wins.get((row.metric, row.system), ())
            is_worse = row.system in self._wins.get((row.metric, self._baseline), ())
            return _raised(_BETTER if is_better else _WORSE if is_worse else "")
        if self.letters:
            beaten = self._wins.get((row.metric, row.system), set())
            return _raised("".join(sorted(self.letters[system] for system in beaten)))
        if self._has_places and row.rank_low is not None:
            low, high = row.rank_low, row.rank_high
            return _raised(str(low) if low == high else f"{low}--{high}")
        return ""


def _raised(marks: str) -> str:
    return rf"\textsuperscript{{{marks}}}" if marks else ""


def _baseline(pairs: Sequence[PairRow]) -> str | None:
    """Return the system that every pair has, where there is one; of a single pair the earlier system."""
    shared = set.intersection(*({pair.system, pair.against} for pair in pairs)) if pairs else set()
    return pairs[0].against if pairs and pairs[0].against in shared else next(iter(shared), None)


def _score(row: ScoreRow, rows: Sequence[ScoreRow], width: int | None) -> str:
    """Show a score; bold where the system may be the first, if not all may."""
    text = number(f"{row.score:.{choose_decimals(rows, width)}f}")
    is_bold = _may_be_first(row) and not all(map(_may_be_first, rows))
    return rf"\textbf{{{text}}}" if is_bold else text


def _may_be_first(row: ScoreRow) -> bool:
    """Say whether no system is significantly better, where every pair was tested: then there are clusters."""
    return row.cluster is not None and row.rank_low == 1


def _interval(row: ScoreRow, decimals: int) -> str:
    return rf" \footnotesize {number(interval_text(row.interval, decimals))}" if row.interval else ""


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _direction(rows: Sequence[ScoreRow]) -> str:
    """Mark a metric whose best score is the lowest."""
    return r" $\downarrow$" if is_higher_better(rows) is False else ""
