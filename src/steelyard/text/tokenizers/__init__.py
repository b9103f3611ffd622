"""Tokenizers by name; one tokenizer = one file, imported when it is first used."""

from collections.abc import Mapping, Sequence

from steelyard.errors import unknown_name
from steelyard.lazy import LazyMapping
from steelyard.text.tokenizers.base import Tokenizer

__all__ = ["TOKENIZER_FAMILIES", "TOKENIZERS", "Tokenizer", "fitting_tokenizer", "get_tokenizer", "reads_case"]

TOKENIZERS: Mapping[str, Tokenizer] = LazyMapping(
    __name__,
    {
        "13a": "thirteen_a.THIRTEEN_A",
        "intl": "intl.INTL",
        "zh": "zh.ZH",
        "ja-mecab": "ja_mecab.JA_MECAB",
        "ko-mecab": "ko_mecab.KO_MECAB",
        "char": "char.CHAR",
        "char+space": "char.CHAR_AND_SPACE",
        "char+inner-space": "char.CHAR_AND_INNER_SPACE",
        "none": "none.NONE",
        "space": "space.SPACE",
        "tercom": "tercom.TERCOM",
        "chrf": "chrf.CHRF",
        "eed-en": "eed.EED_EN",
        "eed-ja": "eed.EED_JA",
        "rouge": "rouge.ROUGE",
    },
)
# Spelling and summary of those that need more than a name.
TOKENIZER_FAMILIES: Mapping[str, str] = LazyMapping(
    __name__,
    {
        "spm:FILE": "spm.SUMMARY",
        "meteor:LANG:FILE": "meteor.SUMMARY",
        "meteor-words:LANG:FILE": "meteor.SUMMARY_OF_WORDS",
    },
)


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
    tokenizer = TOKENIZERS.get(name)
    if tokenizer is not None:
        return tokenizer
    kind, separator, argument = name.partition(":")
    if name.startswith("tercom+"):
        from steelyard.text.tokenizers.tercom import TERCOM_VARIANTS

        if name in TERCOM_VARIANTS:
            return TERCOM_VARIANTS[name]
    if reads_case(name) and separator:
        from steelyard.text.tokenizers.meteor import make_meteor

        return make_meteor(name)
    from steelyard.text.tokenizers.spm import find_downloaded, make_spm

    if kind == "spm" and separator and argument:
        return make_spm(argument)
    downloaded = find_downloaded(name)
    if downloaded is not None:
        return downloaded
    raise unknown_name("tokenizer", name, [*TOKENIZERS, *TOKENIZER_FAMILIES])


def reads_case(name: str) -> bool:
    """Say whether a tokenizer looks at capitals, and takes them away by itself: it gets texts with theirs."""
    return name.partition(":")[0] in ("meteor", "meteor-words")


def fitting_tokenizer(scripts: Sequence[str]) -> str:
    """Name the tokenizer for scripts without spaces between words where nobody named one: the same on every machine.

    Parameters
    ----------
    scripts : sequence of str
        Of `steelyard.text.SPACELESS`.

    Returns
    -------
    str
        ``"zh"`` for Chinese, ``"char"`` for the others.

    Examples
    --------
    >>> from steelyard.text import fitting_tokenizer
    >>> fitting_tokenizer(["Chinese"]), fitting_tokenizer(["Thai"])
    ('zh', 'char')
    """
    return "zh" if tuple(scripts) == ("Chinese",) else "char"
