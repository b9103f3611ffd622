"""mteval-v13a's tokenisation, slowly: its published substitution rules one after the other on the whole line."""

import re

_UNDONE = (("<skipped>", ""), ("-\n", ""), ("\n", " "), ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_SYMBOL = re.compile(r"""[ !"#$%&()*+/:;<=>?@\[\\\]^_`{|}~]""")
# Each rule consumes both characters of a match, so neighbouring marks can escape it: a look-around would not do.
_MARK_NOT_AFTER_DIGIT = re.compile("([^0-9])([.,])")
_MARK_NOT_BEFORE_DIGIT = re.compile("([.,])([^0-9])")
_DASH_AFTER_DIGIT = re.compile("([0-9])(-)")


def apply_rules(line: str) -> str:
    """Put spaces where the language-dependent part cuts a line."""
    line = _SYMBOL.sub(lambda match: f" {match[0]} ", line)
    line = _MARK_NOT_AFTER_DIGIT.sub(r"\1 \2 ", line)
    line = _MARK_NOT_BEFORE_DIGIT.sub(r" \1 \2", line)
    return _DASH_AFTER_DIGIT.sub(r"\1 \2 ", line)


def thirteen_a(line: str) -> list[str]:
    """Return the tokens of one line as mteval-v13a cuts it after trailing white space is gone."""
    line = line.rstrip()
    for old, new in _UNDONE:
        line = line.replace(old, new)
    return apply_rules(f" {line} ").split()
