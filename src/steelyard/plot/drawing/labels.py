"""Text that comes from files, made fit for a figure: printable, short, and each label another one."""

import unicodedata
from collections.abc import Sequence

__all__ = ["clean", "distinct_labels", "shorten", "shorten_middle", "signed", "width_of", "wrap"]

_WIDE = "MWm@%"


def clean(text: str) -> str:
    """Replace what no figure can show, or what would turn text round or break a line."""
    return "".join(character if character.isprintable() else "�" for character in text)


def width_of(text: str) -> int:
    """Return about how many Latin letters of mean width a text takes; letters of Chinese, Japanese and Korean two."""
    return sum(0 if unicodedata.combining(c) else 2 if c in _WIDE or _is_full(c) else 1 for c in text)


def _is_full(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def shorten(text: str, columns: int) -> str:
    """Cut a text that is wider than so many columns, and show that it was cut."""
    text = clean(text)
    if width_of(text) <= columns:
        return text
    while width_of(text) >= columns:
        text = text[:-1]
    return f"{text.rstrip()}…"


def signed(value: float) -> str:
    """Show a difference by three digits, with its sign."""
    return f"{value:+.3g}".replace("-", "−")


def shorten_middle(text: str, columns: int) -> str:
    """Cut a text that is wider than so many columns in its middle: names of versions differ at their ends."""
    text = clean(text)
    if width_of(text) <= columns:
        return text
    head, tail = text[: len(text) // 2], text[len(text) // 2 :]
    while width_of(head) + width_of(tail) >= columns:
        head, tail = (head[:-1], tail) if width_of(head) > width_of(tail) else (head, tail[1:])
    return f"{head.rstrip()}…{tail.lstrip()}"


def wrap(text: str, columns: int) -> list[str]:
    """Break a text at spaces into lines of at most so many columns; a longer word is cut."""
    lines: list[str] = []
    for word in clean(text).split():
        word = shorten(word, columns)
        if lines and width_of(lines[-1]) + 1 + width_of(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def distinct_labels(names: Sequence[str], columns: int, *, keep_ends: bool = False) -> list[str]:
    """Shorten names for a legend, at their end or in their middle; those that would look alike are numbered."""
    cut = shorten_middle if keep_ends else shorten
    labels: list[str] = []
    for name in names:
        label, n = cut(name, columns), 1
        while label in labels:
            n += 1
            label = f"{cut(name, columns - len(str(n)) - 3)} ({n})"
        labels.append(label)
    return labels
