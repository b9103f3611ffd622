"""What every system gets for every check-point."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steelyard.analysis import GAP, Outcomes, count_ngrams, match_ngrams
from steelyard.errors import DataError
from steelyard.lab.questions.suite.inputs import GivenPoints
from steelyard.lab.questions.suite.question import CheckPointsQuestion
from steelyard.text import get_tokenizer, parse_view
from steelyard.types import ANYTHING, CheckPoint, Labels, Tokens, Vocabulary

__all__ = ["Credited", "credit_points"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Credited:
    """What every system gets, and what was compared."""

    outcomes: Outcomes  # of all systems
    # (S, N, 2): words of the references, on average, and of the outputs; None without references
    lengths: Floats | None
    of_references: float | None  # what the references get themselves, the best of them at every point
    alternatives: Tokens  # references of the points, one after another
    owned: Ints  # (P + 1,): those of point p are rows ``owned[p]`` to ``owned[p + 1]``
    outputs: Tokens  # row s * N + i is segment i of system s, with words as they stand there
    forms: Sequence[str]  # words as they stand in the texts, by the numbers in `outputs`
    seen: Ints  # what is compared of each, by the numbers in `alternatives`


def credit_points(given: GivenPoints, question: CheckPointsQuestion) -> Credited:
    """Look for the references of every point in every output."""
    tokenizer, vocabulary = get_tokenizer(question.tokenize), Vocabulary()
    texts = [tokenizer.encode(list(text), vocabulary) for text in (*given.outputs.values(), *given.references)]
    pieces, sizes = _pieces(given.points)
    parts = tokenizer.encode(pieces, vocabulary)
    forms = vocabulary.words()
    seen = _seen(forms, question.match)
    alternatives = _join_pieces(Tokens(seen[parts.values].astype(np.int32), parts.offsets), sizes)
    owned = np.cumsum([0, *(len(point.references) for point in given.points)])
    owners = np.repeat(np.arange(len(given.points)), np.diff(owned))
    empty = np.flatnonzero(count_ngrams(alternatives) == 0)
    if len(empty):
        number = int(owners[empty[0]])
        place = given.points[number].place or f"Check-point {number + 1}"
        raise DataError(f"{place}: a reference has no word for the tokenizer {question.tokenize}.")
    segments = np.array([point.segment - 1 for point in given.points], np.int64)
    every = _stacked(texts)
    heard = Tokens(seen[every.values].astype(np.int32), every.offsets)
    matched = match_ngrams(alternatives, segments[owners], heard, given.n_segments)
    weights = np.array([w for point in given.points for w in point.weights or (1.0,) * len(point.references)])
    credit, whole = _credit(question.credit, matched, count_ngrams(alternatives), weights, owners, len(segments))
    n = len(given.outputs)
    outcomes = Outcomes(
        segments,
        Labels.of(point.category for point in given.points),
        Labels.of(point.group for point in given.points),
        credit[:n],
        whole[:n],
    )
    lengths = every.lengths.reshape(-1, given.n_segments)
    outputs = Tokens(every.values[: every.offsets[n * given.n_segments]], every.offsets[: n * given.n_segments + 1])
    return Credited(
        outcomes,
        _lengths(lengths[:n], lengths[n:]),
        _best_share(credit[n:], whole[n:]),
        alternatives,
        owned,
        outputs,
        forms,
        seen,
    )


def _pieces(points: Sequence[CheckPoint]) -> tuple[list[str], list[int]]:
    """Part references at their gaps: all pieces, and how many each reference has."""
    parted: list[list[str]] = []
    for point in points:
        for text in point.references:
            own: list[list[str]] = [[]]
            for word in text.split():
                if word == ANYTHING:
                    own.append([])
                else:
                    own[-1].append(word)
            parted.append([" ".join(words) for words in own if words])
    return [piece for own in parted for piece in own], [len(own) for own in parted]


def _join_pieces(parts: Tokens, sizes: Sequence[int]) -> Tokens:
    """Put the pieces of each reference together, with a gap between."""
    rows, lengths, at = [np.zeros(0, np.int32)], [], 0
    for size in sizes:
        own = [row for row in (parts[k] for k in range(at, at + size)) if len(row)]
        for k, row in enumerate(own):
            rows += [np.array([GAP], np.int32), row] if k else [row]
        lengths.append(sum(map(len, own)) + max(len(own) - 1, 0))
        at += size
    return Tokens(np.concatenate(rows), np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))


def _seen(forms: Sequence[str], match: str) -> Ints:
    """Number what is compared of every word."""
    look = parse_view(match).of_word if ":" in match else str.lower
    seen = forms if match == "form" or look is None else map(look, forms)
    return Labels.of(seen).codes.astype(np.int64)


def _stacked(texts: Sequence[Tokens]) -> Tokens:
    lengths = np.concatenate([text.lengths for text in texts])
    return Tokens(np.concatenate([text.values for text in texts]), np.concatenate([[0], np.cumsum(lengths)]))


def _credit(
    kind: str, matched: Ints, counts: Ints, weights: Floats, owners: Ints, n_points: int
) -> tuple[Floats, Floats]:
    """Take for every point the reference that matches best, and give credit; both have shape (systems, points)."""
    n_systems = matched.shape[1]
    credit, whole = (np.zeros((n_points, n_systems)) for _ in range(2))
    if kind == "found":
        np.maximum.at(credit, owners, (matched == counts[:, None]).astype(float))
        return credit.T, np.ones((n_systems, n_points))
    if not len(owners):
        raise DataError(
            "No check-point has a reference, so there is nothing to give credit for: with --credit found they count as "
            "not found."
        )
    share = matched / counts[:, None]
    starts = np.flatnonzero(np.diff(owners, prepend=-1))
    has_some = owners[starts]
    best = np.maximum.reduceat(weights[:, None] * share, starts)
    of_start = np.repeat(np.arange(len(starts)), np.diff([*starts, len(owners)]))
    is_best = weights[:, None] * share == best[of_start]
    places = np.where(is_best, np.arange(len(owners))[:, None], len(owners))
    chosen = np.minimum.reduceat(places, starts)  # the first of equals
    if kind == "share":
        credit[has_some], whole[has_some] = np.take_along_axis(share, chosen, 0), 1.0
    else:
        credit[has_some] = weights[chosen] * np.take_along_axis(matched, chosen, 0)
        whole[has_some] = weights[chosen] * counts[chosen]
    return credit.T, whole.T


def _lengths(outputs: Ints, references: Ints) -> Floats | None:
    if not len(references):
        return None
    mean = np.broadcast_to(references.mean(axis=0), outputs.shape)
    return np.stack([mean, outputs.astype(float)], axis=-1)


def _best_share(credit: Floats, whole: Floats) -> float | None:
    if not len(credit):
        return None
    best = (credit / np.where(whole > 0, whole, 1.0)).max(axis=0)
    is_known = whole.max(axis=0) > 0
    return float(best[is_known].mean()) if is_known.any() else None
