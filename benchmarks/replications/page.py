"""Tables of docs/explanation/replications.md from what was measured: each stands between two comments that name it."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from replications.sets import SETS

__all__ = ["IN_PAPER", "PAGE", "filled", "write"]

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "replications.md"
Row = dict[str, Any]
_SHORT = {
    "paired-bootstrap": "paired bootstrap", "shifted-bootstrap": "bootstrap", "randomization": "randomization",
}  # fmt: skip
IN_PAPER = ("BLEU", "NIST", "METEOR-2005", "TER")
_ALPHAS = (0.05, 0.01, 0.001)


def write(measured: Path) -> None:
    """Write the page again."""
    PAGE.write_text(filled(measured), encoding="utf-8")


def filled(measured: Path) -> str:
    """Return the page with every block filled; a block that nothing was measured for is a KeyError."""
    tables = dict(_tables(measured))
    return re.sub(
        r"(<!-- measured: (.+?) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}",
        PAGE.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )


def _tables(measured: Path) -> Iterator[tuple[str, str]]:
    graham, aile = (json.loads((measured / f"{name}.json").read_text(encoding="utf-8")) for name in ("graham", "aile"))
    judged = _where(graham, gold="judgements")
    yield "sets", _sets(judged, _where(graham, gold="means", correction="none"))
    yield "people", _people(judged)
    for name in SETS:
        yield f"graham, {name}", _accuracies(_where(judged, kind="accuracy", set=name))
    yield "differences", _differences(_where(judged, kind="differences"))
    yield "counts", _counts(_where(judged, kind="accuracy", alpha=0.05, test="randomization"))
    yield "documents", _documents(graham)
    yield "learned", _learned(_where(judged, kind="accuracy", set="en-de"))
    for table, name in (("Tables 3, 5 and 6", "systems"), ("Table 4", "segments")):
        yield name, _correlations(_where(aile, table=table))
    yield "parameters", _correlations(_where(aile, table="Table 2", scale="Total Avg."), "parameters")
    yield "weight", _weight(aile)
    yield "length", _correlations(_where(aile, table="length"))


def _where(rows: Iterable[Row], **wanted: object) -> list[Row]:
    return [row for row in rows if wanted.items() <= row.items()]


def _sets(judged: Sequence[Row], means: Sequence[Row]) -> str:
    lines = []
    for name, source in SETS.items():
        [row] = _where(judged, kind="people", set=name, alpha=0.05)
        [by_document] = _where(means, kind="people", set=name, alpha=0.05)
        lines.append((
            name, f"`{source.folder}`", f"{row['n_systems']}", f"{row['n_pairs']}", f"{row['n_units']:,}",
            f"{by_document['n_units']:,}", f"{row['people_n_ratings']:,}", ", then ".join(row["scales"]),
        ))  # fmt: skip
    return _markdown(("set", "folder", "systems", "pairs", "segments", "documents", "judgements", "scale"), lines)


def _people(judged: Sequence[Row]) -> str:
    lines = []
    for name in SETS:
        found = {row["alpha"]: row for row in _where(judged, kind="people", set=name)}
        cells = (f"{found[alpha]['n_different']} of {found[alpha]['n_pairs']}" for alpha in _ALPHAS)
        lines.append((name, *cells))
    return _markdown(("set", *(f"at {alpha:g}" for alpha in _ALPHAS)), lines)


def _accuracies(rows: Sequence[Row]) -> str:
    lines = []
    for alpha in _ALPHAS:
        for metric in IN_PAPER:
            found = {row["test"]: row for row in _where(rows, alpha=alpha, metric=metric)}
            cells = (f"{found[test]['n_correct']} | {_accuracy(found[test])}" for test in _SHORT)
            lines.append((f"{alpha:g}", metric, *cells))
    columns = (f"{label}: conc. | acc. (%)" for label in _SHORT.values())
    return _markdown(("α", "metric", *columns), lines)


def _accuracy(row: Row) -> str:
    return f"{100 * row['n_correct'] / row['n_pairs']:.1f} [{100 * row['low']:.1f}, {100 * row['high']:.1f}]"


def _differences(rows: Sequence[Row]) -> str:
    lines = []
    for between in ("tests", "metrics"):
        for name in SETS:
            [row] = _where(rows, between=between, set=name)
            lines.append((
                between, name, f"{row['n']}", f"{row['n_apart']}", f"{row['most']}", f"{row['least_p']:.3g}",
                f"{row['n_significant']}",
            ))  # fmt: skip
    columns = ("between", "set", "comparisons", "not identical", "pairs apart at most", "least p", "significant (Holm)")
    return _markdown(columns, lines)


def _counts(rows: Sequence[Row]) -> str:
    names = ("same", "neither", "people alone", "test alone", "opposite")
    lines = []
    for name in SETS:
        for row in _where(rows, set=name):
            lines.append((name, row["metric"], *(f"{row[key]}" for key in names)))
    return _markdown(("set", "metric", *names), lines)


def _documents(graham: Sequence[Row]) -> str:
    ways = (
        {"gold": "judgements"}, {"gold": "means", "correction": "none"}, {"gold": "means", "correction": "maxt"},
    )  # fmt: skip
    lines = []
    for name in SETS:
        parts = [_where(graham, set=name, alpha=0.05, **way) for way in ways]
        decided = (_where(part, kind="people")[0] for part in parts)
        lines.append((name, "*people tell apart*", *(f"{row['n_different']} of {row['n_pairs']}" for row in decided)))
        by_metric = [{row["metric"]: row for row in _where(part, test="randomization")} for part in parts]
        for metric in by_metric[0]:
            lines.append((name, metric, *(f"{one[metric]['n_correct']}" for one in by_metric)))
    return _markdown(("set", "correct of", "single segments", "documents", "documents, max-T"), lines)


def _learned(rows: Sequence[Row]) -> str:
    lines = []
    for alpha in _ALPHAS:
        found = _where(rows, alpha=alpha, metric="COMET")
        lines.append((f"{alpha:g}", *(f"{row['n_correct']}: {_accuracy(row)}" for row in found)))
        tests = [row["test"] for row in found]
    return _markdown(("α", *(f"`{test}`" for test in tests)), lines)


def _correlations(rows: Sequence[Row], label: str = "metric") -> str:
    columns = list(dict.fromkeys((row["set"], row["scale"]) for row in rows))
    lines = []
    for metric in dict.fromkeys(row["metric"] for row in rows):
        found = {(row["set"], row["scale"]): row["value"] for row in _where(rows, metric=metric)}
        lines.append((metric, *(f"{found[column]:.4f}" for column in columns)))
    return _markdown((label, *(_column(*column) for column in columns)), lines)


def _column(name: str, scale: str) -> str:
    return f"{name} {scale}" if name == "TED" and scale != "Total Avg." else name


def _weight(aile: Sequence[Row]) -> str:
    lines = []
    for table, kind in (("Table 7", "long"), ("Table 8", "short")):
        rows = _where(aile, table=table)
        for name, scale in dict.fromkeys((row["set"], row["scale"]) for row in rows):
            if scale == "Avg.":
                continue
            found = {row["metric"]: row for row in _where(rows, set=name, scale=scale)}
            using, without = found["AILE using weight"], found["AILE without weight"]
            size = str(using["title"]).split(": ", 1)[1].replace(" of output and reference", "")
            gain = using["value"] - without["value"]
            lines.append((
                kind, _column(name, scale), size, f"{using['value']:.4f}", f"{without['value']:.4f}", f"{gain:+.4f}",
            ))  # fmt: skip
    return _markdown(("segments", "set", "which", "with weight", "without", "gain"), lines)


def _markdown(columns: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    header = "| " + " | ".join(columns) + " |"
    n = header.count("|") - 1
    return "\n".join([header, "|" + " --- |" * n, *("| " + " | ".join(line) + " |" for line in lines)]) + "\n"
