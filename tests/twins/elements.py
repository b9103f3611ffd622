"""Overlap and matching of linguistic elements, slowly: lists of words by type, crossed out one by one."""

import re
from collections import defaultdict
from collections.abc import Sequence

from steelyard.types import Parse

Found = list[tuple[str, list[int], int]]  # type, places of words, place of the predicate or -1


def ancestors(parse: Parse, place: int) -> list[int]:
    found = [place]
    while parse.words[found[-1]].head:
        found.append(parse.words[found[-1]].head - 1)
    return found


def elements(parse: Parse, over: str, *, outside: bool = False) -> Found:
    words = list(enumerate(parse.words))
    if over == "words":
        return [("words", [i for i, _ in words], -1)] if words else []
    if over in ("upos", "xpos"):
        return [(getattr(word, over), [i], -1) for i, word in words if getattr(word, over)]
    if over in ("chunk", "entity"):
        found: Found = []
        before = "O"
        for i, word in words:
            tag = dict(word.misc).get("CHUNK" if over == "chunk" else "NE", "O")
            if tag[0] == "I" and before[2:] == tag[2:]:
                found[-1][1].append(i)
            elif tag != "O":
                found.append((tag[2:], [i], -1))
            elif outside:
                found.append(("O", [i], -1))
            before = tag
        return found
    if over in ("noun-phrase", "name"):
        letters = "".join(
            {"DET": "d", "ADJ": "a", "NUM": "a", "NOUN": "n", "PROPN": "p"}.get(w.upos, ".") for _, w in words
        )
        pattern, name = ("d?a*[np]+", "NP") if over == "noun-phrase" else ("p+", "NE")
        return [(name, list(range(*match.span())), -1) for match in re.finditer(pattern, letters)]
    if over == "level":
        depths = [len(ancestors(parse, i)) for i, _ in words]
        return [
            (str(level), [i for i, depth in enumerate(depths) if depth >= level], -1)
            for level in range(1, max(depths, default=0) + 1)
        ]
    if over == "relation":
        return [
            (word.deprel.partition(":")[0], [j for j, _ in words if i in ancestors(parse, j)], (word.head or 0) - 1)
            for i, word in words
            if word.deprel
        ]
    if over == "phrase":
        inner = {one.parent for one in parse.constituents}
        return [
            (one.label, list(range(one.begin, one.end)), -1) for k, one in enumerate(parse.constituents) if k in inner
        ]
    fillers: Found = []
    latest: dict[tuple[str, str], int] = {}
    for i, word in words:
        for role in dict(word.misc).get("SR", "").split(","):
            predicate, _, label = role.partition(":")
            key = predicate, label.removeprefix("B-").removeprefix("I-")
            if role and (label.startswith("B-") or key not in latest):
                latest[key] = len(fillers)
                fillers.append((key[1], [], int(predicate) - 1))
            if role:
                fillers[latest[key]][1].append(i)
    return fillers


def items(parse: Parse, found: Found, *, whole: bool, items: str, same_verb: bool) -> dict[str, list[object]]:
    """Return by type what is compared."""
    bags: dict[str, list[object]] = defaultdict(list)
    for name, places, predicate in found:
        verb = parse.words[predicate].lemma if same_verb else ""
        words = [getattr(parse.words[i], items) for i in places] if items != "none" else []
        if items == "none":
            bags[name].append(verb)
        else:
            bags[name] += [(verb, *words)] if whole else [(verb, word) for word in words]
    return bags


def n_shared(ours: Sequence[object], theirs: Sequence[object]) -> int:
    left, n = list(theirs), 0
    for item in ours:
        if item in left:
            left.remove(item)
            n += 1
    return n


def fraction(measure: str, match: int, n_hyp: int, n_ref: int) -> tuple[float, int]:
    return {
        "recall": (match, n_ref),
        "precision": (match, n_hyp),
        "f": (2 * match, n_hyp + n_ref),
        "jaccard": (match, n_hyp + n_ref - match),
    }[measure]


def segment_score(
    hypothesis: dict[str, list[object]], references: Sequence[dict[str, list[object]]], measure: str, *, by_type: bool
) -> float:
    """Return the score of a segment under its best reference; one without any element is perfect if all are."""
    scores = []
    for reference in references:
        counts = [
            (
                n_shared(hypothesis.get(t, []), reference.get(t, [])),
                len(hypothesis.get(t, [])),
                len(reference.get(t, [])),
            )
            for t in {*hypothesis, *reference}
        ]
        if not by_type:
            counts = [tuple(map(sum, zip(*counts, strict=True)))] if counts else []
        shares = [part / whole for part, whole in (fraction(measure, *count) for count in counts) if whole]
        if shares:
            scores.append(sum(shares) / len(shares))
    if scores:
        return max(scores)
    return float(not any(hypothesis.values()) and not any(any(bag.values()) for bag in references))
