"""What a file looks like, judged by its first lines."""

import bz2
import gzip
import lzma
import os
import re
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["also_resembles", "resembles"]

_HEAD = 2**16
_OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_SCORE_LINE = re.compile(rf"[^\t]+[\t ]+(?:{_NUMBER}|None)")
_SPANS_LINE = re.compile(r"[^\t]+\t(?:None|\{.*\})")
_APPRAISE = re.compile(r"[^,]+,[^,]+,\d+,[A-Z]+,[^,]+,[^,]+,[^,]+,[^,]+,(?:True|False),.*")
_PHARAOH = re.compile(r"(?:\d+[-?]\d+ ?)+")


def _names(lines: Sequence[str]) -> set[str]:
    return {name.strip().strip('"').lower() for name in re.split(r"[\t,]", lines[0])}


def _has(*names: str) -> Callable[[Sequence[str]], bool]:
    return lambda lines: set(names) <= _names(lines)


def _every(pattern: re.Pattern[str]) -> Callable[[Sequence[str]], bool]:
    return lambda lines: all(pattern.fullmatch(line) for line in lines[:20] if line)


def _tagged(*tags: str) -> Callable[[Sequence[str]], bool]:
    return lambda lines: any(f"<{tag}" in "\n".join(lines).lower() for tag in tags)


def _is_rating(lines: Sequence[str]) -> bool:
    names = _names(lines)
    lines_named = names & {"line", "sid", "segment", "seg_id"}
    return bool("system" in names and lines_named and names & {"score", "z", "raw", "mqm", "da_z", "human"})


def _is_xml(lines: Sequence[str]) -> bool:
    return lines[0].lstrip().startswith("<?xml") or _tagged("dataset")(lines)


# What it is called, who reads it, and how it is told. More than one may fit.
_FORMATS: tuple[tuple[str, str, Callable[[Sequence[str]], bool]], ...] = (
    ("MQM ratings, one marked error a row", "read_mqm", _has("system", "category", "severity", "target")),
    ("ESA judgements with spans", "read_esa", _has("system", "line", "errors_json")),
    ("spans of mt-metrics-eval (.seg.rating)", "read_seg_rating", _every(_SPANS_LINE)),
    ("an export of Appraise", "read_appraise", _every(_APPRAISE)),
    ("relative rankings in pairs", "read_relative_rankings", _has("system1id", "system1rank", "system2id")),
    ("relative rankings in pairs", "read_relative_rankings", _has("system1", "rank1", "system2", "rank2")),
    ("ratings with named columns", "read_ratings", _is_rating),
    ("scores of mt-metrics-eval (.seg.score, .sys.score)", "read_seg_scores", _every(_SCORE_LINE)),
    ("a WMT test set in XML", "read_wmt_xml", _is_xml),
    ("a test set in SGML", "read_wmt_sgml", _tagged("srcset", "refset", "tstset")),
    ("JSON, an object a line", "read_samples", lambda lines: lines[0].lstrip().startswith("{")),
    ("JSON", "read_samples", lambda lines: lines[0].lstrip().startswith("[")),
    ("n-best lists of Moses", "read_moses_nbest", lambda lines: lines[0].count("|||") >= 2),
    ("CoNLL-U", "read_conllu", lambda lines: any(line.count("\t") == 9 and line.startswith("1\t") for line in lines)),
    ("word alignments", "read_pharaoh", _every(_PHARAOH)),
)


def resembles(path: str | os.PathLike[str]) -> tuple[str, ...]:
    """Name the formats that a file looks like.

    Parameters
    ----------
    path : path-like
        ``.gz``, ``.bz2`` and ``.xz`` work.

    Returns
    -------
    tuple of str
        Such as ``"ESA judgements with spans (read_esa)"``, likeliest first; empty where nothing fits, or the file
        cannot be read as text.
    """
    name = os.fspath(path)
    opener: Callable[..., Any] = next((opener for suffix, opener in _OPENERS.items() if name.endswith(suffix)), open)
    try:
        with opener(name, "rb") as file:
            head = file.read(_HEAD)
        lines = head.decode("utf-8-sig", errors="ignore").replace("\r\n", "\n").split("\n")
    except (OSError, EOFError, lzma.LZMAError, ValueError):
        return ()
    lines = lines[:-1] if len(head) == _HEAD and len(lines) > 1 else lines
    if not lines[0].strip():
        return ()
    return tuple(dict.fromkeys(f"{what} ({reader})" for what, reader, fits in _FORMATS if fits(lines)))


def also_resembles(path: str, reader: str = "") -> str:
    """Return the sentence that ends the message on a file that is not what `reader` reads; "" where nothing fits."""
    found = [name for name in resembles(path) if not name.endswith(f"({reader})")]
    return f" The file resembles {', or '.join(found)}." if found else ""
