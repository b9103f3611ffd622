"""The heading of a page: what was found, in two lines on a desk and four on a phone."""

import re

__all__ = ["MOST_CHARACTERS", "heading"]

MOST_CHARACTERS = 108  # four lines of a phone's 390 pixels, at about 30 characters each, less ragged ends
_FEWEST = 20  # characters that a list must have room for
_SENTENCE = re.compile(r"(?<=[^.\s]{2}\.) (?=[A-Z])")
_ASIDE = re.compile(r" \([^()]*\)")
_HIDDEN = re.compile(r"(?:and )?(\d+) more")


def heading(found: str, most: int = MOST_CHARACTERS) -> str:
    """Shorten what was found to a heading; the page has it in full below where this is not all of it.

    Examples
    --------
    >>> from steelyard.page.html.heading import heading
    >>> heading("BLEU: one > two, three (rank 2-3) > four > five; 9 of 10 pairs differ significantly.", 50)
    'BLEU: one > two, three (rank 2-3) > four > five.'
    >>> heading("It agrees best (0.98), but not significantly better than 3 others: one, two, three. More.", 60)
    'It agrees best, but not significantly better than 3 others.'
    """
    sentence = _SENTENCE.split(found.split("\n")[0])[0]
    if len(sentence) <= most:
        return sentence
    text = sentence.removesuffix(".")
    head, colon, items = text.rpartition(": ")
    if "; " in items and " significantly" in items.rpartition("; ")[2]:  # how many pairs differ: the names say more
        items = items.rpartition("; ")[0]
        text = f"{head}: {items}"
        if len(text) < most:
            return f"{text}."
    if colon and len(head) < most - _FEWEST:
        room = most - len(head) - 3
        first_clause = items.partition("; ")[0]
        if " > " in items:  # groups of systems, and what is to be said of them
            return f"{head}: {_first(first_clause, ' > ', room)}."
        if "; " in items and ", " not in _ASIDE.sub("", first_clause):  # pairs of systems
            return f"{head}: {_first(items, '; ', room)}."
        if "; " in items:
            return f"{head}: {_first(first_clause, ', ', room)}."
    text = _ASIDE.sub("", text)
    while len(text) > most and ": " in text[20:]:
        text = text.rpartition(": ")[0]
    for end in ("; ", ", which "):
        text = text if len(text) <= most else text.partition(end)[0]
    return f"{text}." if len(text) <= most else f"{text[: most - 2].rsplit(' ', 1)[0]} …"


def _first(items: str, separator: str, most: int) -> str:
    """Keep the first items, at least a part of one, and count the others."""
    parts = items.split(separator)
    last = _HIDDEN.fullmatch(parts[-1])
    n_items = len(parts) if last is None else len(parts) - 1 + int(last[1])
    named = parts if last is None else parts[:-1]
    for n_kept in range(len(named), 0, -1):
        more = f"{separator}{n_items - n_kept:,} more" if n_kept < n_items else ""
        text = separator.join(named[:n_kept]) + more
        if len(text) <= most:
            return text
    more = f"{separator}{n_items - 1:,} more" if n_items > 1 else ""
    short = _ASIDE.sub("", named[0])
    room = max(12, most - len(more))
    return (short if len(short) <= room else f"{short[: room - 1]}…") + more
