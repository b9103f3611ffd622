"""A signature that was written somewhere: its metric, fields and score."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from steelyard.errors import SpecError

__all__ = ["Signature", "read_signature"]

_LONG = {
    "#": "nrefs", "c": "case", "e": "eff", "v": "version", "rs": "seed", "l": "lang", "o": "origlang", "S": "subset",
    "nr": "norm", "pn": "punct", "as": "asian", "numrefs": "nrefs", "numchars": "nc",
}  # fmt: skip
_OLD_VALUES = {"True": "yes", "False": "no"}
_OLD = re.compile(r"[^|=+]*(\+[a-z]+\.[^+]*)+")  # before 2.0.0: BLEU+case.mixed+numrefs.1+...


@dataclass(frozen=True, slots=True)
class Signature:
    """A signature that was read."""

    metric: str  # as written, or what the fields say
    fields: Mapping[str, str]
    score: str | None

    @property
    def kind(self) -> str:
        """Return the metric without its parameters: chrF for chrF2 and chrF2++."""
        return "chrF" if self.metric.lower().startswith("chrf") else self.metric


def read_signature(text: str) -> Signature:
    """Read a signature, with the metric's name and the score where they stand beside it."""
    signature, _, score = text.strip().partition(" = ")
    signature = signature.strip()
    if "|" not in signature and _OLD.fullmatch(signature):
        name, *parts = signature.split("+")
        pairs = [part.partition(".")[::2] for part in parts]
    else:
        parts = signature.split("|")
        name = parts.pop(0) if ":" not in parts[0] else ""
        pairs = [part.partition(":")[::2] for part in parts]
    fields: dict[str, str] = {}
    is_ter = name == "TER" or any(key in ("as", "asian") for key, _ in pairs)
    is_chrf = name.lower().startswith("chrf") or any(key in ("nc", "numchars") for key, _ in pairs)
    is_bleu = "BLEU" in name or not name
    for key, value in pairs:
        if key == "s" and not is_chrf and not is_bleu:  # a parameter of another metric
            long = key
        else:
            long = _long_key(key, value, is_ter=is_ter, is_chrf=is_chrf)
        if not key or not value or long in fields:
            _refuse(text)
        fields[long] = _OLD_VALUES.get(value, value).replace("%7C", "|")
    if len(fields) < 2 or not {"nrefs", "case", "version"} & fields.keys():
        _refuse(text)
    return Signature(name.strip() or _inferred(fields), fields, score.split()[0] if score.split() else None)


def _long_key(key: str, value: str, *, is_ter: bool, is_chrf: bool) -> str:
    if key == "s":
        return "space" if is_chrf else "smooth"
    if key == "t":  # TER's tokenizer has the short name of the test set
        return "tok" if is_ter and value.startswith("tercom") else "test"
    return _LONG.get(key, key)


def _inferred(fields: Mapping[str, str]) -> str:
    """Name the metric of a signature that stands alone, by fields that only it has."""
    if "nc" in fields:
        return "chrF2++" if fields.get("nw", "0") == "2" else "chrF2"
    return "TER" if "asian" in fields else "BLEU" if "smooth" in fields else "an unnamed metric"


def _refuse(text: str) -> None:
    raise SpecError(
        f"{text!r} is not a signature: write NAME|key:value|key:value..., as sacreBLEU and Steelyard print it, such as "
        "'BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0', in quotes."
    )
