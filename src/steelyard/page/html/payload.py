"""What the page's script needs as data: short, rounded to what is shown."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from steelyard.results.score_rows import SegmentScores

__all__ = ["Shown", "direction", "page_data", "segment_data", "text_languages"]


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


# The languages of a page's texts, where options and names of files say them: browsers choose fonts by language.


# ISO 639-1. Han characters are drawn otherwise in Chinese, Japanese and Korean, so a wrong guess would be seen.
_ISO_639_1 = """
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
    es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg
    ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn
    no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta
    te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
_CODES = frozenset(_ISO_639_1.split())
_PACKED = re.compile(r"\.(?:gz|bz2|xz|zst)$")
_ENDING = re.compile(r"\.([a-z]{2})(?:[-_]([A-Z][a-z]{3}|[A-Z]{2}))?$")
_OPTION = re.compile(r"\btrg_lang='?([a-z]{2})\b")
_PAIR = re.compile(r"([A-Za-z]{2,3})-([A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*)")
_RIGHT_TO_LEFT = frozenset(
    ("ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi")
)
_SCRIPTS = frozenset(("adlm", "arab", "hebr", "nkoo", "syrc", "thaa"))  # of ISO 15924, in lower case
_TOKENIZERS = {"zh": "zh", "ja-mecab": "ja", "ko-mecab": "ko"}


def text_languages(method: Mapping[str, Any], beside: Mapping[str, Any] | None = None) -> tuple[str, str]:
    """Return the languages of references and outputs, and of sources; empty where nothing says one, or things differ.

    What was collected beside a result has its own method, which may name the pair under ``languages``.

    Examples
    --------
    >>> from steelyard.page.html.payload import text_languages
    >>> files = {"reference 1": "ref.A.zh", "system a": "a.zh.gz", "sources": "src.en"}
    >>> text_languages({"inputs": [{"role": role, "name": name} for role, name in files.items()]})
    ('zh', 'en')
    """
    more = beside or {}
    if pair := _PAIR.fullmatch(more.get("languages") or ""):
        return pair[2].replace("_", "-"), pair[1]
    inputs = [*method.get("inputs", []), *more.get("inputs", [])]
    of_sources = _agreed([entry["name"] for entry in inputs if entry["role"].startswith("source")])
    texts = [entry["name"] for entry in inputs if entry["role"].startswith(("reference", "system"))]
    metrics = [str(metric) for metric in method.get("recipe", {}).get("metrics", ())]
    return _of_options(metrics) or _agreed(texts) or _of_tokenizers(metrics), of_sources


def direction(language: str) -> str:
    """Return the direction of a language's script, for the attribute ``dir``; of an unknown one what each text says.

    Examples
    --------
    >>> from steelyard.page.html.payload import direction
    >>> direction("he"), direction("ur-PK"), direction("de"), direction("")
    ('rtl', 'rtl', 'ltr', 'auto')
    """
    code, _, script = language.lower().partition("-")
    is_rtl = script in _SCRIPTS or (code in _RIGHT_TO_LEFT and script not in ("latn", "cyrl"))
    return "auto" if not language else "rtl" if is_rtl else "ltr"


def _of_options(metrics: Sequence[str]) -> str:
    """Read the language that -l names; sacreBLEU's metrics keep it."""
    found = {match[1] for metric in metrics if (match := _OPTION.search(metric))} & _CODES
    return found.pop() if len(found) == 1 else ""


def _agreed(names: Sequence[str]) -> str:
    """Read the language that all names of files end in."""
    endings = [_ENDING.search(_PACKED.sub("", name)) for name in names]
    found = {"-".join(filter(None, match.groups())) if match and match[1] in _CODES else "" for match in endings}
    return found.pop() if len(found) == 1 else ""


def _of_tokenizers(metrics: Sequence[str]) -> str:
    """Take the language that a tokenizer is made for."""
    found = {code for name, code in _TOKENIZERS.items() if any(f"tokenize={name}" in metric for metric in metrics)}
    return found.pop() if len(found) == 1 else ""
