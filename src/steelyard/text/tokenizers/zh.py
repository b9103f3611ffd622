"""The tokenizer that sacreBLEU takes for Chinese."""

from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["ZH"]

# Exactly sacreBLEU 2.6's `zh`, its slips among it: ideographs beyond the first plane are no Chinese, and typographic
# punctuation, arrows and mathematical symbols are (native/text.cpp).
ZH = Tokenizer(
    name="zh",
    summary="makes every Chinese character a token, CJK punctuation too, and cuts what stands between as `13a` does",
    native="zh",
    scripts=("Chinese",),
)
