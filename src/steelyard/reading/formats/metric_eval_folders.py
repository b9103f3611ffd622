"""Where a test set in mt-metrics-eval's layout keeps ratings and the scores of metrics of a language pair."""

import os
import re
from dataclasses import dataclass
from pathlib import Path

from steelyard.errors import DataError
from steelyard.reprs import short_repr

__all__ = ["MetricScoreFiles", "find_metric_scores", "languages_of"]

_GOLD = ("mqm", "wmt-mqm", "esa", "wmt-appraise", "da-sqm", "wmt-z", "wmt-raw", "wmt")  # those of experts first
_END = ".seg.score"


@dataclass(frozen=True, slots=True)
class MetricScoreFiles:
    """The files of a language pair that metrics are judged by.

    Examples
    --------
    >>> from steelyard.reading.formats import MetricScoreFiles
    >>> MetricScoreFiles("wmt23/human-scores/en-de.mqm.seg.score", (), ("refA",)).references
    ('refA',)
    """

    ratings: str  # path of people's scores of segments
    # ``NAME=PATH`` of every metric, without what it was compared with: ``chrF`` of ``chrF-refA.seg.score``.
    scores: tuple[str, ...]
    references: tuple[str, ...]  # names of the references, which are rated as systems
    # Metrics that have scores of whole systems and none of segments, against the same references.
    of_systems_alone: tuple[str, ...] = ()

    __repr__ = short_repr


def languages_of(folder: str | os.PathLike[str]) -> list[str]:
    r"""List the language pairs of a test set that have ratings of segments and scores of metrics.

    `folder`: with ``human-scores/LP.NAME.seg.score`` and ``metric-scores/LP/METRIC-REFERENCE.seg.score``.
    Returns: such as ``en-de``, in order.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import languages_of
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("human-scores/en-de.mqm.seg.score", "metric-scores/en-de/chrF-refA.seg.score"):
    ...         path = pathlib.Path(folder, name)
    ...         path.parent.mkdir(parents=True)
    ...         _ = path.write_text("a\t0.5\n")
    ...     languages_of(folder)
    ['en-de']
    """
    root = Path(folder)
    rated = {path.name.partition(".")[0] for path in (root / "human-scores").glob(f"*{_END}")}
    scored = {path.parent.name for path in (root / "metric-scores").glob(f"*/*{_END}")}
    found = sorted(rated & scored)
    if not found:
        raise DataError(
            f"{root} is no test set of mt-metrics-eval: no language pair has human-scores/LP.NAME.seg.score and "
            "metric-scores/LP/METRIC-REFERENCE.seg.score."
        )
    return found


def find_metric_scores(folder: str | os.PathLike[str], languages: str) -> MetricScoreFiles:
    r"""Find ratings and the scores of metrics of a language pair, with one reference or none.

    Returns: ratings by MQM where there are, then by other ways of rating. Scores against the first reference, and of
    metrics that take none (``-src``); those against other references are left.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from steelyard.reading.formats import find_metric_scores
    >>> names = ("chrF-refA", "chrF-refB", "CometKiwi-src")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for name in ("human-scores/en-de.mqm.seg.score", *(f"metric-scores/en-de/{n}.seg.score" for n in names)):
    ...         path = pathlib.Path(folder, name)
    ...         path.parent.mkdir(parents=True, exist_ok=True)
    ...         _ = path.write_text("a\t0.5\n")
    ...     [text.partition("=")[0] for text in find_metric_scores(folder, "en-de").scores]
    ['CometKiwi', 'chrF']
    """
    root = Path(folder)
    rated = {
        path.name[len(languages) + 1 : -len(_END)]: path
        for path in sorted((root / "human-scores").glob(f"{languages}.*{_END}"))
    }
    if not rated:
        raise DataError(f"{root} has no ratings of {languages}: human-scores/{languages}.NAME{_END}.")
    gold = next((name for name in _GOLD if name in rated), next(iter(rated)))
    by_reference = _by_reference(root / "metric-scores" / languages, _END)
    references = sorted(name for name in by_reference if re.fullmatch(r"ref[A-Z]", name))
    files = {name: path for against in ("src", *references[:1]) for name, path in by_reference.get(against, [])}
    if not files:
        raise DataError(f"{root} has no scores of metrics for {languages}: metric-scores/{languages}/NAME-refA{_END}.")
    scores = tuple(f"{name}={path}" for name, path in sorted(files.items()))
    of_systems = _by_reference(root / "metric-scores" / languages, ".sys.score")
    alone = sorted(
        {name for against in ("src", *references[:1]) for name, _ in of_systems.get(against, [])} - files.keys()
    )
    texts = {path.name[len(languages) + 1 : -4] for path in (root / "references").glob(f"{languages}.*.txt")}
    return MetricScoreFiles(str(rated[gold]), scores, tuple(sorted(texts | set(references))), tuple(alone))


def _by_reference(folder: Path, end: str) -> dict[str, list[tuple[str, Path]]]:
    """Find files by what their metrics were compared with: name of the metric, and path."""
    found: dict[str, list[tuple[str, Path]]] = {}
    for path in sorted(folder.glob(f"*{end}")):
        name, _, against = path.name[: -len(end)].rpartition("-")
        found.setdefault(against, []).append((name or against, path))
    return found
