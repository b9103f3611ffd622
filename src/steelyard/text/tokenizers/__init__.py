"""Tokenizers by name; one tokenizer = one file."""

from steelyard.errors import unknown_name
from steelyard.text.tokenizers.base import Tokenizer
from steelyard.text.tokenizers.char import CHAR, CHAR_AND_INNER_SPACE, CHAR_AND_SPACE
from steelyard.text.tokenizers.chrf import CHRF
from steelyard.text.tokenizers.eed import EED_EN, EED_JA
from steelyard.text.tokenizers.intl import INTL
from steelyard.text.tokenizers.ja_mecab import JA_MECAB
from steelyard.text.tokenizers.ko_mecab import KO_MECAB
from steelyard.text.tokenizers.meteor import FAMILIES as METEOR_FAMILIES
from steelyard.text.tokenizers.meteor import make_meteor
from steelyard.text.tokenizers.none import NONE
from steelyard.text.tokenizers.rouge import ROUGE
from steelyard.text.tokenizers.space import SPACE
from steelyard.text.tokenizers.spm import SPM, SUMMARY, make_spm, refuse_download
from steelyard.text.tokenizers.tercom import TERCOM, TERCOM_VARIANTS
from steelyard.text.tokenizers.thirteen_a import THIRTEEN_A
from steelyard.text.tokenizers.zh import ZH

__all__ = ["TOKENIZER_FAMILIES", "TOKENIZERS", "Tokenizer", "get_tokenizer"]

_CHARACTERS = (CHAR, CHAR_AND_SPACE, CHAR_AND_INNER_SPACE)
_ALL = (THIRTEEN_A, INTL, ZH, JA_MECAB, KO_MECAB, *_CHARACTERS, NONE, SPACE, TERCOM, CHRF, EED_EN, EED_JA, ROUGE)
TOKENIZERS: dict[str, Tokenizer] = {tokenizer.name: tokenizer for tokenizer in _ALL}
TOKENIZER_FAMILIES = {SPM: SUMMARY, **METEOR_FAMILIES}  # spelling and summary of those that need more than a name


def get_tokenizer(name: str) -> Tokenizer:
    """Look a tokenizer up.

    Parameters
    ----------
    name : str
        As in sacreBLEU's ``--tokenize``, ``"spm:FILE"`` or ``"meteor:LANG"``.

    Returns
    -------
    Tokenizer
        The tokenizer of that name.

    Raises
    ------
    SpecError
        There is none; the message names the nearest and all.
    DataError
        The file that the name holds cannot be read.

    Examples
    --------
    >>> from steelyard.text import get_tokenizer
    >>> get_tokenizer("13a").tokenize(["Wait - 3.5, ok?"])
    [['Wait', '-', '3.5', ',', 'ok', '?']]
    """
    tokenizer = TOKENIZERS.get(name) or TERCOM_VARIANTS.get(name)
    if tokenizer is not None:
        return tokenizer
    kind, separator, argument = name.partition(":")
    if kind == "spm" and separator and argument:
        return make_spm(argument)
    if kind in ("meteor", "meteor-words") and separator:
        return make_meteor(name)
    refuse_download(name)
    raise unknown_name("tokenizer", name, [*TOKENIZERS, *TOKENIZER_FAMILIES])
