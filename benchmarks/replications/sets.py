"""The sets of texts with people's judgements that the replication page looks at."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import steelyard as sy
from steelyard.ratings.marked_errors import scored_marks
from steelyard.ratings.outputs import output_scores
from steelyard.reading.formats import read_mqm, read_ratings
from steelyard.types import ErrorMarks, Labels, OutputScores, Ratings

__all__ = ["SETS", "RatedSet", "read_set"]

_ACCURACY = ("accuracy", "terminology", "non-translation")


@dataclass(frozen=True)
class RatedSet:
    """Texts, single judgements with larger ones better, and their means; systems are those that people rated."""

    data: sy.TestSet
    judgements: Ratings
    means: tuple[OutputScores, ...]
    outside: Mapping[str, Mapping[str, Sequence[float]]]


@dataclass(frozen=True)
class _Source:
    """Where a set lies, and who reads its judgements."""

    folder: str
    language: str
    reference: str
    judgements: Callable[[Path], Ratings]
    documents: str = "docs.tsv"
    comet: bool = False


def _direct_assessment(folder: Path) -> Ratings:
    return read_ratings(folder / "human" / "da.judgements.tsv.gz")


def _mqm(folder: Path) -> Ratings:
    return read_ratings(folder / "human" / "mqm.seg.tsv", may_miss=True)


def _two_scales(folder: Path) -> Ratings:
    """Add marks of accuracy up for adequacy, all others for fluency, as Google weighs them."""
    ids = [line.split("\t") for line in (folder / "segments.tsv").read_text(encoding="utf-8").splitlines()]
    places = {name: ids[0].index(name) for name in ("line", "seg_id")}
    lines = {row[places["seg_id"]]: int(row[places["line"]]) - 1 for row in ids[1:]}
    marks = read_mqm(folder / "human" / "ratings.tsv.gz", lines=lines, strict=False)
    names = np.array([name.lower().startswith(_ACCURACY) for name in (*marks.categories.names, "")])
    is_accuracy = names[marks.categories.codes]
    parts = [_only(marks, is_accuracy), _only(marks, ~is_accuracy)]
    n = len(parts[0])
    scales = Labels(("adequacy", "fluency"), np.repeat(np.arange(2, dtype=np.int32), n))
    both = np.tile(np.arange(n), 2)
    first = parts[0]
    return replace(
        first,
        systems=first.systems.take(both),
        segments=first.segments[both],
        documents=first.documents.take(both),
        raters=first.raters.take(both),
        kinds=first.kinds.take(both),
        scales=scales,
        scores=-np.concatenate([part.scores for part in parts]),
    )


def _only(marks: ErrorMarks, counted: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Ratings:
    """Let some marks cost nothing; the judgements stay."""
    severities = (*marks.severities.names, "no-error")
    names = tuple(dict.fromkeys(severities))
    free = names.index("no-error")
    codes = np.where(counted, marks.severities.codes, free).astype(np.int32)
    return scored_marks(replace(marks, severities=Labels(names, codes)), "google")


SETS = {
    "en-de": _Source("wmt23-en-de", "de", "ref.refA.de", _mqm, comet=True),
    "is-en": _Source("wmt21-news-is-en", "en", "ref.A.en", _direct_assessment),
    "uk-en": _Source("wmt22-general-uk-en", "en", "ref.A.en", _direct_assessment),
    "ja-en": _Source("wmt22-general-ja-en", "en", "ref.A.en", _direct_assessment),
    "TED": _Source("mqm-ted2021-en-de", "de", "ref.A.de", _two_scales, documents="segments.tsv"),
}


def read_set(data: Path, name: str) -> RatedSet:
    """Read texts and judgements; documents are those of the set."""
    source = SETS[name]
    folder = data / source.folder
    judgements = source.judgements(folder)
    texts = {path.name[: -len(source.language) - 1]: path for path in sorted((folder / "sys").iterdir())}
    rated = {judgements.systems.names[code] for code in np.unique(judgements.systems.codes)}
    systems = {system: path for system, path in texts.items() if system in rated}
    test_set = sy.TestSet.from_files(references=[folder / source.reference], systems=systems)
    documents = _documents(folder / source.documents)
    if len(documents) != test_set.n_segments:
        raise ValueError(f"{folder}: {len(documents)} documents of {test_set.n_segments} lines.")
    placed = replace(test_set, documents=documents)
    means = output_scores(judgements, n_segments=test_set.n_segments)
    return RatedSet(placed, judgements, means, _comet(folder, systems) if source.comet else {})


def _documents(path: Path) -> list[str]:
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    place = next(i for i, name in enumerate(rows[0]) if name in ("doc", "document", "talk", "docid"))
    return [row[place] for row in rows[1:]]


def _comet(folder: Path, systems: Mapping[str, Path]) -> dict[str, dict[str, list[float]]]:
    """Read COMET's scores of segments, as the metrics task had them."""
    import gzip

    with gzip.open(folder / "metrics" / "seg.tsv.gz", "rt", encoding="utf-8") as file:
        header = file.readline().rstrip("\n").split("\t")
        column = header.index("COMET-refA")
        found: dict[str, list[float]] = {system: [] for system in systems}
        for line in file:
            row = line.rstrip("\n").split("\t")
            if row[0] in found:
                found[row[0]].append(float(row[column]))
    return {"COMET": found}
