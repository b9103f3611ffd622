"""Tables of docs/explanation/replications.md from what was measured: each stands between two comments that name it.

The accuracy of every test on every metric is in a CSV file beside the page.
"""

import csv
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from replications.sets import SETS

__all__ = ["IN_PAPER", "pages", "write"]

_FOLDER = Path(__file__).resolve().parents[2] / "docs" / "explanation"
Row = dict[str, Any]
IN_PAPER = ("BLEU", "NIST", "METEOR-2005", "TER")
_ALPHAS = (0.05, 0.01, 0.001)
_OUTCOMES = ("same", "neither", "people alone", "test alone", "opposite")


def write(measured: Path) -> None:
    """Write the page and the CSV file again."""
    for path, text in pages(measured).items():
        path.write_text(text, encoding="utf-8")


def pages(measured: Path) -> dict[Path, str]:
    """Return the CSV file, and the page with every block filled; a block without a table is a KeyError."""
    graham, aile = (json.loads((measured / f"{name}.json").read_text(encoding="utf-8")) for name in ("graham", "aile"))
    tables = dict(_tables(graham, aile))
    page = _FOLDER / "replications.md"
    filled = re.sub(
        r"(<!-- measured: (.+?) -->\n).*?(<!-- end -->)",
        lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}",
        page.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    return {page: filled, _FOLDER / "replications" / "accuracy.csv": _accuracy_csv(_where(graham, kind="accuracy"))}


def _accuracy_csv(rows: Iterable[Row]) -> str:
    """Lay out every test on every metric, with its accuracy in %."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    shares = ("accuracy", "low", "high")
    writer.writerow(
        ("set", "people", "unit", "correction", "level", "metric", "test", "correct", "pairs", *shares, *_OUTCOMES)
    )
    keys = ("set", "gold", "unit", "correction", "alpha", "metric", "test", "n_correct", "n_pairs")
    for row in rows:
        writer.writerow((*(row[key] for key in keys), *_shares(row), *(row[key] for key in _OUTCOMES)))
    return file.getvalue()


def _tables(graham: Sequence[Row], aile: Sequence[Row]) -> Iterator[tuple[str, str]]:
    judged = _where(graham, gold="judgements")
    yield "sets", _sets(judged, _where(graham, gold="means", correction="none"))
    yield "people", _people(judged)
    yield "differences", _differences(_where(judged, kind="differences"))
    at_5 = _where(judged, kind="accuracy", alpha=0.05, test="randomization")
    yield "accuracy", _accuracies(at_5)
    yield "counts", _counts(at_5)
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
    for name in SETS:
        by_metric = {row["metric"]: row for row in _where(rows, set=name)}
        cells = (f"{by_metric[metric]['n_correct']}: {_accuracy(by_metric[metric])}" for metric in IN_PAPER)
        lines.append((name, *cells))
    return _markdown(("set", *IN_PAPER), lines)


def _accuracy(row: Row) -> str:
    share, low, high = _shares(row)
    return f"{share} [{low}, {high}]"


def _shares(row: Row) -> tuple[str, str, str]:
    shares = (row["n_correct"] / row["n_pairs"], row["low"], row["high"])
    share, low, high = (f"{100 * share:.1f}" for share in shares)
    return share, low, high


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
    lines = []
    for name in SETS:
        for metric in ("BLEU", "METEOR-2005"):
            [row] = _where(rows, set=name, metric=metric)
            lines.append((name, metric, *(f"{row[key]}" for key in _OUTCOMES)))
    return _markdown(("set", "metric", *_OUTCOMES), lines)


def _documents(graham: Sequence[Row]) -> str:
    ways = (
        {"gold": "judgements"}, {"gold": "means", "correction": "none"}, {"gold": "means", "correction": "maxt"},
    )  # fmt: skip
    lines = []
    for name in SETS:
        parts = [_where(graham, set=name, alpha=0.05, **way) for way in ways]
        decided = (_where(part, kind="people")[0] for part in parts)
        lines.append((name, "*people tell apart*", *(f"{row['n_different']} of {row['n_pairs']}" for row in decided)))
        of_bleu = (_where(part, test="randomization", metric="BLEU")[0] for part in parts)
        lines.append((name, "BLEU", *(f"{row['n_correct']}" for row in of_bleu)))
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
    table = [columns, ["---"] * len(columns), *lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in table) + "\n"
