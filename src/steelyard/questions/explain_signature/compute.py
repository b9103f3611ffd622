"""Say in words what a signature means, and whether the scores of two may be compared."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from steelyard.asking.doors import asks, question_from
from steelyard.errors import SpecError
from steelyard.metrics import package_version
from steelyard.questions.explain_signature.answer import Effect, SignatureExplanation, SignatureField, SignatureMethod
from steelyard.questions.explain_signature.facts import RELEASES, RUN_FIELDS, TEXT_FIELDS, meaning, release_number
from steelyard.questions.explain_signature.question import SignatureQuestion

__all__ = ["compute", "explain_signature"]

_EQUAL_RELEASE = (2, 6, 0)  # whose BLEU, chrF and TER the tests hold ours to
_NOT_WRITTEN_BEFORE_2 = ("eff", "nw", "norm", "punct")
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


@asks("check signature", positional=("a", "b"))
def explain_signature(**options: Any) -> SignatureExplanation:
    """Say in words what a signature means, or whether the scores of two may be compared.

    {options}

    Returns
    -------
    SignatureExplanation
        Field by field; with two, why the scores may not be compared, and what the signatures leave open.

    Raises
    ------
    SpecError
        It is not a signature.

    Notes
    -----
    A signature names what was done to a text, and mostly not which text it was: two scores that may be compared still
    have to be of the same test set, and a difference between them may be chance. How much a field changes a score
    depends on the text, so nothing is said of that. Of releases of sacreBLEU, what changed is known from its release
    notes up to 2.0.0; Steelyard's BLEU, chrF and TER are held to those of 2.6.0 by tests.

    References
    ----------
    Post 2018, "A Call for Clarity in Reporting BLEU Scores", W18-6319.

    Examples
    --------
    >>> import steelyard as sy
    >>> one = "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"
    >>> sy.explain_signature(one, "chrF2|#:1|c:mixed|e:yes|nc:6|nw:0|s:no|v:sy.0.1.0").is_comparable
    True
    """
    return compute(question_from(SignatureQuestion, options))


def compute(question: SignatureQuestion) -> SignatureExplanation:
    """Read one signature or two, and hold them against each other."""
    one = read_signature(question.a)
    if question.b is None:
        rows = tuple(
            SignatureField(key, value, None, meaning(one.kind, key, value), "", "") for key, value in one.fields.items()
        )
        return SignatureExplanation(rows, _method(question, one))
    two = read_signature(question.b)
    rows = tuple(_rows(one, two))
    reasons = (
        [] if one.metric == two.metric else [f"The metrics differ: the first is {one.metric}, the second {two.metric}."]
    )
    caveats: list[str] = []
    for row in rows:
        if row.effect in ("another score", "other texts"):
            reasons.append(
                f"{row.key}: the first has {row.value} ({row.means}), "
                f"the second has {row.against} ({row.means_against})."
            )
        elif row.effect == "not said" and row.key not in TEXT_FIELDS:
            _judge_missing(row, one, two, reasons, caveats)
    _judge_versions(one, two, reasons, caveats)
    if not reasons:
        caveats += _open_questions(rows, one, two)
    return SignatureExplanation(rows, _method(question, one, two), tuple(reasons), tuple(caveats))


def _method(question: SignatureQuestion, *signatures: Signature) -> SignatureMethod:
    return {
        "n_segments": None,
        "versions": {"steelyard": package_version()},
        "inputs": [],
        "metrics": [signature.metric for signature in signatures],
        "scores": [signature.score for signature in signatures],
        "signatures": ["|".join(f"{key}:{value}" for key, value in s.fields.items()) for s in signatures],
        "recipe": {"command": "check signature", "reading": {}, "arguments": question.recipe()},
    }


def _rows(one: Signature, two: Signature) -> Iterator[SignatureField]:
    for key in dict.fromkeys([*one.fields, *two.fields]):
        a, b = one.fields.get(key), two.fields.get(key)
        means = "" if a is None else meaning(one.kind, key, a)
        means_against = "" if b is None else meaning(two.kind, key, b)
        if a == b:
            yield SignatureField(key, a, b, means, means_against, "same")
        elif key in RUN_FIELDS:
            yield SignatureField(key, a, b, means, means_against, "intervals and tests only")
        elif a is None or b is None:
            yield SignatureField(key, a, b, means, means_against, "not said")
        elif key == "version":
            yield SignatureField(key, a, b, means, means_against, "version")
        else:
            effect: Effect = "other texts" if key in TEXT_FIELDS else "another score"
            yield SignatureField(key, a, b, means, means_against, effect)


def _judge_missing(row: SignatureField, one: Signature, two: Signature, reasons: list[str], caveats: list[str]) -> None:
    """Say what it means that one signature has a field and the other has not."""
    silent, value, means = (
        ("the first", row.against, row.means_against) if row.value is None else ("the second", row.value, row.means)
    )
    other = "the second" if silent == "the first" else "the first"
    release = release_number((one if silent == "the first" else two).fields.get("version", ""))
    if row.key == "version":
        caveats.append(f"The version of {silent} is unknown.")
    elif row.key in _NOT_WRITTEN_BEFORE_2 and release is not None and release < (2, 0, 0):
        caveats.append(
            f"{row.key}: {silent} does not have it, because releases before 2.0.0 did not write it; {other}: {means}."
        )
    else:
        reasons.append(f"{row.key}: {silent} does not have it, {other} has {value} ({means}).")


def _judge_versions(one: Signature, two: Signature, reasons: list[str], caveats: list[str]) -> None:
    """Say what is known of two versions."""
    a, b = one.fields.get("version"), two.fields.get("version")
    if a is None or b is None or a == b:
        return
    releases = [release_number(a), release_number(b)]
    if None not in releases:
        low, high = sorted(release for release in releases if release is not None)
        for release in RELEASES:
            number = release_number(release.version) or ()
            if low < number <= high and one.kind in release.metrics:
                sentence = f"version: since sacreBLEU {release.version}, {release.change}."
                (reasons if release.is_everywhere else caveats).append(sentence)
        if high > (2, 0, 0):
            caveats.append(
                f"version: {a} and {b}. No change of scores after 2.0.0 is known here, but there may be some."
            )
        return
    others = [release for release in releases if release is not None]
    if others and one.kind in ("BLEU", "chrF", "TER"):
        if others == [_EQUAL_RELEASE]:
            caveats.append("version: BLEU, chrF and TER of Steelyard equal those of sacreBLEU 2.6.0 within 1e-9.")
        elif others[0] < (2, 0, 0) and one.kind != "BLEU":
            reasons.append("version: scores are from 0 to 1 before sacreBLEU 2.0.0, and from 0 to 100 in Steelyard.")
        else:
            caveats.append(
                f"version: Steelyard is tested against sacreBLEU 2.6.0; differences between {a} and {b} are unknown."
            )
    else:
        caveats.append(f"version: differences between {a} and {b} are unknown.")


def _open_questions(rows: tuple[SignatureField, ...], one: Signature, two: Signature) -> Iterator[str]:
    shared = {row.key for row in rows if row.effect == "same"}
    if "test" not in shared:
        yield "Make sure that both scores are on the same segments: the signatures do not name the test set."
    if one.fields.get("tok") in ("none", "space"):
        yield "The texts were split into words before scoring. The scores are comparable only if the same tool did it."
    if one.score is not None and two.score is not None:
        yield "To test whether the difference is significant, run `steelyard compare` on the outputs."
