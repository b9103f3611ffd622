"""SSCN, PRS and MPR as the figures of the paper write them; texts with their links as "words ||| 0-0 1-1"."""

from collections.abc import Callable, Sequence
from itertools import combinations

from hypothesis import strategies as st

from steelyard.types import TestSet
from steelyard.types.annotations import Alignment
from steelyard.types.checks import BACKWARD


def words(text: str) -> list[str]:
    return text.partition("|||")[0].split()


def links(text: str, which: int = 0) -> Alignment:
    """Return the links after the first or second bar; the first stand for both where there is one."""
    parts = text.split("|||")[1:] or [""]
    pairs = (link.split("-") for link in parts[min(which, len(parts) - 1)].split())
    return tuple((int(i), int(j)) for i, j in pairs)


def aligned_set(systems: Sequence[Sequence[str]], references: Sequence[Sequence[str]], n_source: int) -> TestSet:
    texts = {f"reference {r}": text for r, text in enumerate(references, 1)}
    texts |= {f"system s{s}": text for s, text in enumerate(systems)}
    return TestSet(
        references=[[" ".join(words(line)) for line in text] for text in references],
        systems={f"s{s}": [" ".join(words(line)) for line in text] for s, text in enumerate(systems)},
        sources=[" ".join(f"f{i}" for i in range(n_source))] * len(references[0]),
        alignments={
            prefix + key: [links(line, which) for line in text]
            for which, prefix in enumerate(("", BACKWARD))
            for key, text in texts.items()
        },
    )


def source_words(text: str) -> list[tuple[set[int], ...]]:
    """Return for each word what it is linked to, by the first links and by the second."""
    both = links(text, 0), links(text, 1)
    return [tuple({i for i, place in one if place == j} for one in both) for j in range(len(words(text)))]


def agrees(hypothesis: tuple[set[int], ...], reference: tuple[set[int], ...], constraint: str) -> bool:
    one, two = (bool(ours) and ours == theirs for ours, theirs in zip(hypothesis, reference, strict=True))
    return {"none": True, "forward": one, "backward": two, "either": one or two, "both": one and two}[constraint]


def hits(
    hypothesis: str,
    references: Sequence[str],
    n: int,
    constraint: str,
    per_word: bool,
    similarity: Callable[[str, str], float],
) -> float:
    """Return the hit count of figure 1."""
    ours, our_links, total = words(hypothesis), source_words(hypothesis), 0.0
    others = [(words(reference), source_words(reference)) for reference in references]
    for i in range(len(ours) - n + 1):
        best = 0.0
        for theirs, their_links in others:
            for j in range(len(theirs) - n + 1):
                value = 0.0
                for k in range(n):
                    shift = k if per_word else 0
                    if agrees(our_links[i + shift], their_links[j + shift], constraint):
                        value += similarity(ours[i + k], theirs[j + k]) / n
                best = max(best, value)
        total += best
    return total


def position(text: str, i: int, pick: str) -> float | None:
    places = [j for source, j in links(text) if source == i]
    if not places:
        return None
    return {"first": min(places), "last": max(places), "mean": sum(places) / len(places)}[pick]


def reordering(hypothesis: str, references: Sequence[str], n_source: int, pick: str) -> float:
    """Return PRS."""
    if n_source < 2:
        return 1.0
    count = 0
    for i, j in combinations(range(n_source), 2):
        for reference in references:
            a, b, c, d = (position(text, k, pick) for text in (hypothesis, reference) for k in (i, j))
            if a is None or b is None or c is None or d is None:
                continue
            if (a == b and c == d) or (a - b) * (c - d) > 0:
                count += 1
                break
    return 2 * count / (n_source * (n_source - 1))


def monotonicity(hypothesis: str, n_source: int, pick: str) -> float:
    """Return MPR."""
    if n_source < 2:
        return 1.0
    places = [position(hypothesis, i, pick) for i in range(n_source)]
    count = sum(a is not None and b is not None and a < b for a, b in combinations(places, 2))
    return 2 * count / (n_source * (n_source - 1))


@st.composite
def aligned_texts(draw: st.DrawFn, n_source: int) -> str:
    """Draw a text with two alignments."""
    text = draw(st.lists(st.sampled_from("abc"), max_size=6))
    pair = st.tuples(st.integers(0, n_source - 1), st.integers(0, max(len(text) - 1, 0)))
    drawn = [draw(st.lists(pair, max_size=8 if text and n_source else 0, unique=True)) for _ in range(2)]
    return " ||| ".join([" ".join(text), *(" ".join(f"{i}-{j}" for i, j in one) for one in drawn)])
