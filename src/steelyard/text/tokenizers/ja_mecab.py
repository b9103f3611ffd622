"""MeCab's words for Japanese."""

from typing import Any

from steelyard.errors import needs_extra
from steelyard.text.tokenizers.base import Tokenizer
from steelyard.text.tokenizers.mecab import cut_lines

__all__ = ["JA_MECAB"]


def _tagger() -> Any:
    """Load MeCab: cheap enough to do at each call."""
    with needs_extra("ja", "The tokenizer 'ja-mecab'"):
        import ipadic
        import MeCab
    return MeCab.Tagger(f"{ipadic.MECAB_ARGS} -Owakati")


JA_MECAB = Tokenizer(
    name="ja-mecab",
    summary='words of Japanese by MeCab with IPADIC, as in sacreBLEU; needs `pip install "steelyard[ja]"`',
    rewrite=lambda lines: cut_lines(_tagger(), lines),
    identify=lambda: f"ja-mecab-{_tagger().version()}-IPA",
    scripts=("Japanese",),
)
