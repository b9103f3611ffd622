"""Signatures: what was done to a text before its score, in sacreBLEU's notation."""

from collections.abc import Mapping

__all__ = ["extend_signature", "shorten_signature"]

_RUN = ("nrefs", "bs", "ar", "seed")  # what stands before the fields of a test set
_SHORT = {
    "nrefs": "#",
    "seed": "rs",
    "test": "t",
    "lang": "l",
    "origlang": "o",
    "subset": "S",
    "case": "c",
    "eff": "e",
    "smooth": "s",
    "space": "s",
    "version": "v",
}
_SHORT_OF_TER = {"tok": "t", "norm": "nr", "punct": "pn", "asian": "as"}


def shorten_signature(signature: str) -> str:
    """Abbreviate the keys of a signature as sacreBLEU's ``--short`` does.

    Parameters
    ----------
    signature : str
        ``key:value`` joined with ``|``.

    Returns
    -------
    str
        The same values under short keys.

    Examples
    --------
    >>> from steelyard.results import shorten_signature
    >>> shorten_signature("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:sy.0.1.0")
    '#:1|c:mixed|e:no|tok:13a|s:exp|v:sy.0.1.0'
    """
    pairs = [part.partition(":") for part in signature.split("|")]
    is_ter = any(key == "asian" for key, _, _ in pairs)  # sacreBLEU shortens the tokenizer of TER alone
    short = _SHORT | _SHORT_OF_TER if is_ter else _SHORT
    return "|".join(f"{short.get(key, key)}:{value}" for key, _, value in pairs)


def extend_signature(signature: str, fields: Mapping[str, object]) -> str:
    """Add fields of a run, such as resamples and seed, where sacreBLEU puts them: after the number of references.

    Parameters
    ----------
    signature : str
        Starts with ``nrefs`` for every metric of text.
    fields : mapping
        Such as ``{"bs": 1000, "seed": 12345}``.

    Returns
    -------
    str
        The longer signature.

    Examples
    --------
    >>> from steelyard.results import extend_signature
    >>> extend_signature("nrefs:1|case:mixed", {"bs": 1000, "seed": 12345})
    'nrefs:1|bs:1000|seed:12345|case:mixed'
    """
    parts = signature.split("|")
    at = next((i for i, part in enumerate(parts) if part.partition(":")[0] not in _RUN), len(parts))
    return "|".join([*parts[:at], *(f"{key}:{value}" for key, value in fields.items()), *parts[at:]])
