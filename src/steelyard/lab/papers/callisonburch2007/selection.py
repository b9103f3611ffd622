"""Section 3.3: which constituents of the source could be judged."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from steelyard.lab.questions.replicate.answer import PaperTable
from steelyard.types import Parse, TestSet

__all__ = ["Links", "constituents", "selection_tables", "span_of"]

_SHORTEST, _LONGEST = 4, 15  # words of a constituent
_SHOWN = 5

Links = Sequence[tuple[int, int]]


def constituents(parse: Parse) -> Iterator[tuple[int, int]]:
    """Yield the subtrees of 4 to 15 words without a gap, but for the whole segment: first word, and after the last."""
    n = len(parse.words)
    low, high, size = list(range(n)), list(range(n)), [1] * n
    heads = [(word.head or 0) - 1 for word in parse.words]
    for word in range(n):
        at = heads[word]
        while at >= 0:
            low[at], high[at], size[at] = min(low[at], word), max(high[at], word), size[at] + 1
            at = heads[at]
    for word in range(n):
        length = high[word] - low[word] + 1
        if length == size[word] and _SHORTEST <= length <= _LONGEST and length < n:
            yield low[word], high[word] + 1


def span_of(links: Links, start: int, end: int) -> tuple[int, int] | None:
    """Return the words of the output that a stretch of the source is aligned with, if no link leaves the two."""
    targets = [target for source, target in links if start <= source < end]
    if not targets:
        return None
    low, high = min(targets), max(targets)
    crossing = any(low <= target <= high and not start <= source < end for source, target in links)
    return None if crossing else (low, high + 1)


def selection_tables(test_set: TestSet) -> Iterator[PaperTable]:
    """Count the constituents that every system's alignment translates in one piece, and show some."""
    parses = (test_set.parses or {}).get("sources")
    aligned: Mapping[str, Sequence[Links]] = {
        name: (test_set.alignments or {})[f"system {name}"]
        for name in test_set.system_names
        if f"system {name}" in (test_set.alignments or {})
    }
    if parses is None or len(aligned) < len(test_set.system_names) or not aligned:
        return
    n_all, n_found, lengths = 0, 0, list[int]()
    shown: list[tuple[object, ...]] = []
    held = dict.fromkeys(aligned, 0)
    for i in range(test_set.n_segments):
        given = parses[i]
        parse = given if isinstance(given, Parse) else given[0]
        for start, end in constituents(parse):
            n_all += 1
            spans = {name: span_of(links[i], start, end) for name, links in aligned.items()}
            for name, span in spans.items():
                held[name] += span is not None
            if all(span is not None for span in spans.values()):
                n_found += 1
                lengths.append(end - start)
                if len(shown) < _SHOWN:
                    source = " ".join(word.form for word in parse.words[start:end])
                    shown.append((i + 1, source, *(_words(test_set, name, i, spans[name]) for name in aligned)))
    counts = [(f"{name} in one piece", n, 100 * n / n_all if n_all else None) for name, n in held.items()]
    yield PaperTable(
        "Section 3.3",
        f"constituents of the source of {_SHORTEST} to {_LONGEST} words, by what the alignment with each output says",
        ("constituents", "number", "%"),
        (
            ("all", n_all, 100.0 if n_all else None),
            *counts,
            ("every system in one piece", n_found, 100 * n_found / n_all if n_all else None),
        ),
        "In one piece: some word is aligned, and no word of that stretch of the output with another word of the "
        "source. People are shown those of every system."
        + (f" Of {np.mean(lengths):.1f} words on average." if lengths else ""),
        (None, 0, 1),
    )
    if shown:
        yield PaperTable("Constituents", "the first that could be judged", ("line", "source", *aligned), tuple(shown))


def _words(test_set: TestSet, name: str, i: int, span: tuple[int, int] | None) -> str:
    words = test_set.systems[name][i].split()
    return "" if span is None else " ".join(words[span[0] : span[1]])
