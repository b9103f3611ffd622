"""What the page's script needs as data: short, rounded to what is shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.page.html.languages import direction, text_languages
from steelyard.results.score_rows import SegmentScores

__all__ = ["Shown", "page_data", "segment_data"]


@dataclass(frozen=True, slots=True)
class Shown:
    """Segments to read: as `ShownSegments`, of an answer that has texts of its own."""

    numbers: tuple[int, ...]
    systems: tuple[str, ...]
    references: tuple[tuple[str | None, ...], ...]
    outputs: tuple[tuple[str, ...], ...]
    scores: tuple[SegmentScores, ...]
    sources: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    lower_is_better: tuple[str, ...] = ()
    errors: tuple[Any, ...] = ()
    items: tuple[str, ...] = ()
    words: tuple[Any, ...] = ()


def page_data(result: Any, page: Any, blocks: Sequence[Any]) -> dict[str, Any]:
    """Collect nulls and tests on buckets; what the tables show already is read from them."""
    number = {block.metric: block.number for block in blocks}
    return {
        "metrics": [
            {"name": block.name, "decimals": block.decimals, "higher": block.higher_is_better} for block in blocks
        ],
        "nulls": _nulls(result, page),
        "buckets": _buckets(result, page, number),
    }


def _buckets(result: Any, page: Any, number: Mapping[str, int]) -> list[list[Any]]:
    """Give each test by numbers: metric, dimension, bucket, systems; and what it found."""
    systems = tuple(dict.fromkeys(row.system for row in result.scores))
    buckets: dict[str, dict[str, None]] = {}
    for row in page.buckets:
        buckets.setdefault(row.dimension, {})[row.bucket] = None
    dimensions = list(buckets)
    return [
        [
            number[pair.metric],
            dimensions.index(pair.dimension),
            list(buckets[pair.dimension]).index(pair.bucket),
            systems.index(pair.system),
            systems.index(pair.against),
            float(f"{pair.difference:.6g}"),
            float(f"{pair.p_adjusted:.4g}"),
            pair.verdict,
        ]
        for pair in page.bucket_pairs
    ]


def _nulls(result: Any, page: Any) -> dict[str, Any]:
    """Give each histogram under the place of its pair among the rows of the result."""
    place = {(pair.metric, pair.system, pair.against): i for i, pair in enumerate(result.pairs)}
    return {
        str(place[row.metric, row.system, row.against]): [row.start, row.width, list(row.counts)] for row in page.nulls
    }


def segment_data(shown: Any, method: Mapping[str, Any], beside: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Collect texts and scores of segments: a block of its own, which the page reads when someone gets there.

    The methods are those of the result and of what was collected beside it.
    """
    languages = text_languages(method, beside)
    metrics: dict[str, list[SegmentScores]] = {}
    for row in shown.scores:
        metrics.setdefault(row.metric, []).append(row)
    words = {one.metric: _words(one) for one in shown.words}
    return {
        "numbers": shown.numbers,
        "items": shown.items,
        "systems": shown.systems,
        "references": shown.references,
        "outputs": shown.outputs,
        "sources": shown.sources,
        "documents": shown.documents,
        "errors": _errors(shown, ""),
        "languages": languages,
        "directions": [direction(language) for language in languages],
        "metrics": [
            {
                "name": rows[0].label if _is_only(rows[0], metrics) else metric,
                "lower": metric in shown.lower_is_better,
                "decimals": _decimals(rows),
                **_reading(rows[0].signature, metric in words),
                "scores": [[_rounded(score, _decimals(rows)) for score in row.scores] for row in rows],
                **({"errors": found} if (found := _errors(shown, metric)) else {}),
                **({"words": words[metric]} if metric in words else {}),
            }
            for metric, rows in metrics.items()
        ],
    }


def _errors(shown: Any, metric: str) -> dict[str, list[list[Any]]]:
    """Give what a metric, or people, marked in each output, under the places of its system and its segment."""
    place = {number: i for i, number in enumerate(shown.numbers)}
    found: dict[str, list[list[Any]]] = {}
    number = {system: s for s, system in enumerate(shown.systems)}
    for one in shown.errors:
        if one.metric == metric:
            more = [one.confidence, int(one.in_source)] if one.in_source else [one.confidence] if one.metric else []
            key = f"{number[one.system]} {place[one.segment]}"
            found.setdefault(key, []).append([one.start, one.end, one.severity, one.category, one.rater, *more])
    return found


def _words(one: Any) -> dict[str, Any]:
    parts = {"mark": one.mark, "keys": one.keys, "links": one.links, "against": one.against}
    return {"references": one.references, "outputs": one.outputs} | {name: part for name, part in parts.items() if part}


def _reading(signature: str, has_words: bool) -> dict[str, Any]:
    """Say how a metric cuts and compares words, as far as its signature has that.

    Without words of its own the tokenizer is "" where the script could not follow.
    """
    said = dict(part.partition(":")[::2] for part in signature.split("|"))
    tokenizer = said.get("tok", "")
    if tokenizer == "tercom" and (said.get("norm"), said.get("punct"), said.get("asian")) == ("no", "yes", "no"):
        tokenizer = "none"
    if not has_words and (said.get("stem", "no") != "no" or {"unicode", "punctuation", "view"} & set(said)):
        tokenizer = ""  # words of other texts than these, or stems, which are compared in place of them
    return {"tokenizer": tokenizer.replace("%7C", "|"), "lower_case": said.get("case") == "lc" or tokenizer == "rouge"}


def _is_only(row: SegmentScores, metrics: dict[str, list[SegmentScores]]) -> bool:
    return sum(rows[0].label == row.label for rows in metrics.values()) == 1


def _decimals(rows: Sequence[SegmentScores]) -> int:
    is_percentage = rows[0].scale == 100 if rows[0].scale else any(abs(score) >= 10 for score in rows[0].scores)
    return 1 if is_percentage else 3


def _rounded(score: float, decimals: int) -> float | int | None:
    if score != score:  # NaN: the metric has none
        return None
    value = round(score, decimals)
    return int(value) if value == int(value) else value
