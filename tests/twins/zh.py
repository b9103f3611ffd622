"""sacreBLEU's tokenisation of Chinese, slowly: spaces around Chinese characters, then mteval-v13a's rules."""

import re

from tests.twins.thirteen_a import apply_rules

# Ranges as they work in sacreBLEU: of two that were meant for the planes beyond the first, one is U+2001 to U+2A6D, and
# the other lies within the radicals.
_CHINESE = re.compile(
    "(["
    "\u3400-\u4db5\u4e00-\u9fbb"  # ideographs
    "\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9"  # compatibility ideographs
    "\u2e80-\u2eff\u2f00-\u2fdf\u2ff0-\u2fff\u31c0-\u31ef"  # radicals, structure, strokes
    "\u3000-\u303f\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef"  # punctuation, full and half width
    "\u3100-\u312f\u31a0-\u31bf"  # phonetic
    "\u3200-\u33ff\u2001-\u2a6d"  # enclosed, squared; general punctuation to mathematical operators
    "])"
)


def zh(line: str) -> list[str]:
    """Return the tokens of one line."""
    return apply_rules(_CHINESE.sub(r" \1 ", line.strip())).split()
