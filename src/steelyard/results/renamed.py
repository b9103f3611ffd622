"""Stored results of before in the words of today: pairs were of A and B, and are of a system against another."""

import types
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

__all__ = ["renamed"]

_NAMES = tuple(
    line.split()
    for line in """
    system_a system
    system_b against
    metric_a metric
    metric_b against
    bucket_a bucket
    bucket_b against
    opponent against
    delta difference
    delta_without difference_without
    delta_after difference_after
    for_a better
    for_b worse
    n_a n_ahead
    n_b n_behind
    n_a n_words
    n_b n_words_against
    n_for_a n_for_system
    n_for_b n_for_against
    run_sd_a run_sd
    run_sd_b run_sd_against
    n_only_a n_only
    n_only_b n_only_against
    a name
    a value
    means_a means
    means_b means_against
    baseline against
    b against
    score_a score
    score_b score_against
    score_a_without score_without
    score_b_without score_against_without
    changed_a changed
    changed_b changed_against
    cut_a cut
    cut_b cut_against
    matched_a matched
    matched_b matched_against
    recall_a recall
    recall_b recall_against
    precision_a precision
    precision_b precision_against
    f_a f1
    f_b f1_against
    count_a count
    count_b count_against
    units_a units_more
    units_b units_fewer
    """.strip().splitlines()
)
_SIDES = {"A": "system", "B": "against"}
_OF_SIDES = ("more", "speaks_for")


def renamed(hint: Any, stored: Any) -> Any:
    """Name the parts of a stored result, or of its rows, as fields are named now; what is known stays as it is."""
    arms = get_args(hint) if get_origin(hint) in (types.UnionType, Union) else (hint,)
    kind = arms[0]
    if isinstance(stored, list) and get_origin(kind) is tuple:
        return [renamed(get_args(kind)[0], item) for item in stored]
    if not (isinstance(stored, Mapping) and isinstance(kind, type) and is_dataclass(kind)):
        return stored
    hints, found = _hints(kind), {}
    for key, value in stored.items():
        name = key if key in hints else _name(key, hints)
        if name == "method":
            found[name] = _of_method(value)
        elif name in _OF_SIDES and isinstance(value, str):
            found[name] = _SIDES.get(value, value)
        else:
            found[name] = renamed(hints.get(name, Any), value)
    return found


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _name(key: str, known: Mapping[str, Any]) -> str:
    return next((new for old, new in _NAMES if old == key and new in known), key)


def _of_method(method: Any) -> Any:
    """Rename in a method the pair that it is about, and lists of pairs; other keys can be names of systems."""
    if isinstance(method, Mapping) and {"system_a", "system_b"} <= method.keys():
        names = dict(_NAMES)
        return {names.get(key, key): _pairs(value) for key, value in method.items()}
    return {key: _pairs(value) for key, value in method.items()} if isinstance(method, Mapping) else method


def _pairs(value: Any) -> Any:
    if isinstance(value, list):
        return [_of_method(item) for item in value]
    return {key: _pairs(item) for key, item in value.items()} if isinstance(value, Mapping) else value
