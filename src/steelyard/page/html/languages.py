"""The languages of a page's texts, where options and names of files say them: browsers choose fonts by language."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["direction", "text_languages"]

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
    >>> from steelyard.page.html.languages import text_languages
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
    >>> from steelyard.page.html.languages import direction
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
