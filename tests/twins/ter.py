"""TER, slowly: both searches for shifts over plain tables, as Snover et al. 2006 and the notes of both tools have them.

Nothing here is clever or shared with the package; that is its use.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

Words = list[str]
Table = dict[tuple[int, int], tuple[int, str]]  # by (words of the text, words of the reference): cost and last step

LONGEST_SHIFT, LONGEST_DISTANCE = 10, 50
SACREBLEU_CANDIDATES, SACREBLEU_WIDTH = 1000, 25
TERCOM_BEAM = 20


def path_of(table: Table, text: Words, reference: Words) -> tuple[int, str]:
    """Return the cost and the steps: = match, S substitution, I a word of the text alone, D one of the reference."""
    i, j = len(text), len(reference)
    cost, steps = table[i, j][0], ""
    while (i, j) != (0, 0):
        step = table[i, j][1]
        steps = step + steps
        i, j = i - (step != "D"), j - (step != "I")
    return cost, steps


def banded(text: Words, reference: Words) -> tuple[int, str]:
    """sacreBLEU: only cells near the diagonal, each computed from its three neighbours."""
    n, m = len(text), len(reference)
    table: Table = {(0, j): (j, "D") for j in range(m + 1)}
    ratio = m / n if n else 1
    width = SACREBLEU_WIDTH if ratio / 2 <= SACREBLEU_WIDTH else math.ceil(ratio / 2 + SACREBLEU_WIDTH)
    for i in range(1, n + 1):
        diagonal = math.floor(i * ratio)
        for j in range(max(0, diagonal - width), m + 1 if i == n else min(m + 1, diagonal + width)):
            ways = []
            if j and (i - 1, j - 1) in table:
                is_match = text[i - 1] == reference[j - 1]
                ways.append((table[i - 1, j - 1][0] + (not is_match), "=" if is_match else "S"))
            if (i - 1, j) in table:
                ways.append((table[i - 1, j][0] + 1, "I"))
            if (i, j - 1) in table:
                ways.append((table[i, j - 1][0] + 1, "D"))
            table[i, j] = min(ways, key=lambda way: way[0])  # the first of equals
    return path_of(table, text, reference)


def beamed(text: Words, reference: Words, beam: int = TERCOM_BEAM) -> tuple[int, str]:
    """tercom: every living cell hands its cost on; it lives within the beam of the best diagonal step into its row."""
    n, m = len(text), len(reference)
    table: Table = {(0, 0): (0, "")}

    def offer(i: int, j: int, cost: int, step: str) -> None:
        if (i, j) not in table or cost < table[i, j][0]:
            table[i, j] = (cost, step)

    best: float = math.inf
    for i in range(n + 1):
        best_below: float = math.inf
        for j in range(m + 1):
            if (i, j) not in table or (i < n and table[i, j][0] > best + beam):
                continue
            cost = table[i, j][0]
            if i < n and j < m:
                is_match = text[i] == reference[j]
                offer(i + 1, j + 1, cost + (not is_match), "=" if is_match else "S")
                best_below = min(best_below, cost + (not is_match))
            if i < n:
                offer(i + 1, j, cost + 1, "I")
            if j < m:
                offer(i, j + 1, cost + 1, "D")
        best = best_below
    return path_of(table, text, reference)


def cheapest(text: Words, reference: Words, insertion: float, deletion: float, substitution: float) -> float:
    """Return the least cost of edits without shifts."""
    table = {(0, 0): 0.0}
    for i in range(len(text) + 1):
        for j in range(len(reference) + 1):
            ways = [table[i - 1, j] + insertion] if i else []
            ways += [table[i, j - 1] + deletion] if j else []
            ways += [table[i - 1, j - 1] + substitution * (text[i - 1] != reference[j - 1])] if i and j else []
            table[i, j] = min(ways, default=0.0)
    return table[len(text), len(reference)]


@dataclass
class Alignment:
    """What a path says about words: errors on both sides, and where each word of the reference stands in the text."""

    text_errors: list[bool] = field(default_factory=list)
    reference_errors: list[bool] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, steps: str) -> "Alignment":
        found = cls()
        for step in steps:
            if step != "D":
                found.text_errors.append(step != "=")
            if step != "I":
                found.reference_errors.append(step != "=")
                found.places.append(len(found.text_errors) - 1)
        return found


def moved(words: Words, start: int, length: int, to_right: int) -> Words:
    """Move a block past so many words to the right, or to the left where negative."""
    block, rest = words[start : start + length], words[:start] + words[start + length :]
    at = start + to_right
    return rest[:at] + block + rest[at:]


def sacrebleu_candidates(text: Words, reference: Words, now: Alignment) -> Iterator[tuple[tuple[int, ...], Words]]:
    """Yield (rank after the gain, the text after the shift); the larger rank wins."""
    for start in range(len(text)):
        for j in range(len(reference)):
            if abs(j - start) > LONGEST_DISTANCE:
                continue
            for length in range(1, LONGEST_SHIFT + 1):
                block = text[start : start + length]
                if len(block) < length or reference[j : j + length] != block:
                    break
                if not any(now.text_errors[start : start + length]):
                    continue
                if not any(now.reference_errors[j : j + length]) or start <= now.places[j] < start + length:
                    continue
                before = [0 if at < 0 else now.places[at] + 1 for at in range(j - 1, j + length)]
                for place in dict.fromkeys(before):
                    to_right = place - start
                    if place > start + length:
                        to_right -= length
                    yield (length, -start, -place), moved(text, start, length, to_right)


def sacrebleu_ter(text: Words, reference: Words) -> int:
    """Return the edits that sacreBLEU 2.6 counts."""
    if not reference:
        return len(text)
    n_shifts = n_candidates = 0
    while True:
        cost, steps = banded(text, reference)
        found = []
        known: dict[tuple[str, ...], int] = {}  # several shifts may give the same text
        # All of a triple of start, place and length count, so that the limit can be passed; nothing is shifted then.
        for rank, shifted in sacrebleu_candidates(text, reference, Alignment.of(steps)):
            n_candidates += 1
            if tuple(shifted) not in known:
                known[tuple(shifted)] = banded(shifted, reference)[0]
            found.append((cost - known[tuple(shifted)], *rank, shifted))
            if n_candidates >= SACREBLEU_CANDIDATES:
                return n_shifts + cost
        if not found or max(found)[0] <= 0:
            return n_shifts + cost
        text = max(found)[-1]
        n_shifts += 1


def tercom_candidates(text: Words, reference: Words, now: Alignment) -> Iterator[tuple[int, Words]]:
    """Yield (length, the text after the shift) in tercom's order for each length."""
    for start in range(len(text)):
        at_word = [now.places[j] for j, word in enumerate(reference) if word == text[start]]
        is_open = any(
            p != start and p - start <= LONGEST_DISTANCE and start - p - 1 <= LONGEST_DISTANCE for p in at_word
        )
        for length in range(1, LONGEST_SHIFT + 1):
            block = text[start : start + length]
            matches = [j for j in range(len(reference)) if reference[j : j + length] == block]
            if not is_open or len(block) < length or not matches:
                break
            if not any(now.text_errors[start : start + length]):
                continue
            is_open = False
            for j in matches:
                place = now.places[j]
                if start <= place < start + length or abs(place - start) > LONGEST_DISTANCE:
                    continue
                is_open = True
                if not any(now.reference_errors[j : j + length]):
                    continue
                after = [-1] if j == 0 else []
                for at in range(max(j - 1, 0), j + length):
                    if now.places[at] != start and (at == j or now.places[at] != place):
                        after.append(now.places[at])
                for last in after:
                    to_right = last - start
                    if last < start:
                        to_right += 1
                    elif last >= start + length:
                        to_right += 1 - length
                    yield length, moved(text, start, length, to_right)


def tercom_ter(text: Words, reference: Words, beam: int = TERCOM_BEAM) -> int:
    """Return the edits that tercom 0.10.0 counts."""
    if not text or not reference:
        return len(text) + len(reference)
    n_shifts = 0
    while True:
        cost, steps = beamed(text, reference, beam)
        found = list(tercom_candidates(text, reference, Alignment.of(steps)))
        best, best_gain = None, 0
        for wanted in range(LONGEST_SHIFT, 0, -1):
            for length, shifted in found:
                if length != wanted or best_gain > 2 * wanted:  # two edits a word are thought to be the most
                    continue
                gain = cost - beamed(shifted, reference, beam)[0]
                if gain > best_gain:
                    best, best_gain = shifted, gain
        if best is None:
            return n_shifts + cost
        text, n_shifts = best, n_shifts + 1


VARIANTS: dict[str, Callable[[Words, Words], int]] = {"sacrebleu": sacrebleu_ter, "tercom": tercom_ter}


def replay(words: Sequence[str], operations: str, reference: Sequence[str]) -> list[str]:
    """Apply edit operations to a shifted text: what comes out should be the reference."""
    text, other = iter(words), iter(reference)
    out = []
    for operation in operations:
        if operation == "I":
            next(text)
        elif operation == "=":
            out.append(next(text))
            next(other)
        else:
            out.append(next(other))
            if operation == "S":
                next(text)
    return [*out, *text]
