"""mteval-v14's international tokenisation, slowly: its published substitution rules one after the other."""

import regex

_RULES = (
    (regex.compile(r"(\P{N})(\p{P})"), r"\1 \2 "),
    (regex.compile(r"(\p{P})(\P{N})"), r" \1 \2"),
    (regex.compile(r"(\p{S})"), r" \1 "),
)


def intl(line: str) -> list[str]:
    """Return the tokens of one line as mteval-v14 cuts it after trailing white space is gone."""
    line = line.rstrip()
    for rule, replacement in _RULES:
        line = rule.sub(replacement, line)
    return line.split()
