"""Test sets of drawn cases, with what metrics need besides texts: made up, always the same for a text."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

import steelyard as sy
from steelyard.metrics import Metric, measure, parse
from steelyard.types import Parse
from steelyard.types.checks import BACKWARD
from tests.laws.annotated import N_SOURCE_WORDS, links_of, parse_of
from tests.reliability.pairs import Case

FILE = "{FILE}"  # no path has this in it


def scores_of(spelling: str, cases: Sequence[Case]) -> NDArray[np.float64]:
    """Return the score of each case, as of a text of one segment."""
    hypotheses, *references = (list(side) for side in zip(*cases, strict=True))
    if FILE not in spelling:
        return _scores(spelling, hypotheses, references)
    with TemporaryDirectory() as folder:
        path = Path(folder, "texts.txt")
        path.write_text("\n".join([*references.pop(), ""]), encoding="utf-8")
        return _scores(spelling.replace(FILE, repr(str(path))), hypotheses, references)


def _scores(spelling: str, hypotheses: list[str], references: list[list[str]]) -> NDArray[np.float64]:
    metric = parse(spelling)
    data = _annotated(metric, sy.TestSet(references=references, systems={"x": hypotheses}))
    [measured] = measure(data, [metric])
    return measured.scores(measured.statistics.values.astype(np.float64))[0]


def _annotated(metric: Metric, data: sy.TestSet) -> sy.TestSet:
    """Give a metric what it needs, and no more: a million times that would be slow."""
    texts = {f"reference {r}": text for r, text in enumerate(data.references, 1)}
    texts |= {f"system {name}": text for name, text in data.systems.items()}
    if metric.needs == "sources":
        return replace(data, sources=[line or "" for line in data.references[-1]])
    if metric.needs == "parses":
        parses = {key: [parse_of(line or "") for line in text] for key, text in texts.items()}
        return replace(data, parses=parses if metric.name != "parse-mark" else _marked(texts, parses))
    if metric.needs == "alignments":
        links = {key: [links_of(line or "") for line in text] for key, text in texts.items()}
        sources = [" ".join(f"s{i}" for i in range(N_SOURCE_WORDS))] * data.n_segments
        return replace(data, sources=sources, alignments=links | {BACKWARD + key: one for key, one in links.items()})
    return data


def _marked(
    texts: Mapping[str, Sequence[str | None]], parses: Mapping[str, Sequence[Sequence[Parse]]]
) -> dict[str, list[list[Parse]]]:
    """Give parses a mark of the parser's."""
    return {
        key: [
            [replace(one, score=mark(line or "")) for one in of_line]
            for line, of_line in zip(text, parses[key], strict=True)
        ]
        for key, text in texts.items()
    }


def mark(text: str) -> float:
    """Return the mark of a text's parses, such as a log likelihood; of some it is 0."""
    return -(crc32(text.encode("utf-8", "surrogatepass")) % 1000) / 8
