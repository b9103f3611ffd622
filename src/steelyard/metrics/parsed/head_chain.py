"""Head-word chains: precision of paths down the dependency tree (HWCM)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from steelyard.metrics.parsed.sized_pieces import Pieces, SizedPieces
from steelyard.metrics.parts.annotations import column_reader
from steelyard.metrics.parts.parsed_texts import ParsedTexts, parsed_texts
from steelyard.metrics.registry import register
from steelyard.text import Corpus
from steelyard.types import Word

__all__ = ["HeadChain"]

_LETTERS = {"form": "", "lemma": "l", "upos": "c", "xpos": "c", "deprel": "r"}


@register
@dataclass(frozen=True)
class HeadChain(SizedPieces):
    """HWCM: the share of head-word chains of the output that a reference has too.

    What it measures
        Whether words depend on each other as in a reference: a chain is a path down the dependency tree, from a head to
        its dependent to a dependent of that. The precisions of chains of 1, 2, ... words are averaged, each chain
        counted at most as often as in the reference that has it most often.

    When it misleads
        On short output, since it is a precision without a penalty for what is missing; where the parser errs. Only
        texts from the same parser compare.

    Statistics
        match1 .. matchD and total1 .. totalD (chains of each length), ref_words (of the longest reference).

        Precisions are of the sums over all segments; a length without a chain in the output is left out of the average,
        see `empty`. An output without words scores 0, or 1 where the references have none either. The precision of one
        length alone is `part(metric=head-chain, of=match4, over=total4)`.

    Parameters
    ----------
    items : {"form", "lemma", "upos", "xpos", "deprel"}, default "form"
        What a chain is made of: words, tags or relations to the head.
    max_length : int, default 4
        Words of the longest chain, up to 16.
    empty : {"skip", "zero"}, default "skip"
        What a length without chains does: nothing, or a precision of 0.
    lowercase : bool, default False
        Apply Python's `str.lower` to forms and lemmas first.

    Raises
    ------
    SpecError
        `max_length` is out of range.
    DataError
        A text has no parses, or words without heads.

    References
    ----------
    Liu and Gildea 2005, "Syntactic features for evaluation of machine translation", W05-0904.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.types import Parse, Word
    >>> dogs, cats = (Word(form, head=2, deprel="nsubj") for form in ("dogs", "cats"))
    >>> sleep = Word("sleep", head=0, deprel="root")
    >>> data = sy.TestSet(
    ...     references=[["dogs sleep"]],
    ...     systems={"x": ["cats sleep"]},
    ...     parses={"reference 1": [[Parse((dogs, sleep))]], "system x": [[Parse((cats, sleep))]]},
    ... )
    >>> sy.evaluate(data, metrics=["head-chain"]).scores().scores[0].score
    0.25
    """

    name: ClassVar[str] = "head-chain"
    cites: ClassVar[tuple[str, ...]] = ("liu2005syntactic",)
    largest_option: ClassVar[str] = "max_length"

    items: Literal["form", "lemma", "upos", "xpos", "deprel"] = "form"
    max_length: int = 4
    empty: Literal["skip", "zero"] = "skip"
    lowercase: bool = False

    @property
    def label(self) -> str:
        """``HWCM-4``, with the length in force; l, c and r stand for lemmas, categories and relations."""
        return f"HWCM{_LETTERS[self.items]}-{self.max_length}"

    def signature_fields(self) -> dict[str, str]:
        """Return casing, items, longest chain, and what empty lengths do."""
        pairs = {"case": "lc" if self.lowercase else "mixed", "items": self.items, "len": str(self.max_length)}
        return pairs if self.empty == "skip" else pairs | {"empty": self.empty}

    def pieces(self, corpus: Corpus) -> tuple[ParsedTexts, Pieces]:
        """Find all paths down the trees; those through an empty item are left out."""
        texts = parsed_texts(corpus, self.name, heads=True)
        items, names = texts.column(self._reader())
        by_size, chains = [], items
        for length in range(1, self.max_length + 1):
            ends = np.flatnonzero(chains >= 0)
            by_size.append((texts.rows[ends], chains[ends], ends))
            if length < self.max_length:
                # A longer chain is the one that ends at the head, and the word.
                above = np.where(texts.heads >= 0, chains[texts.heads], -1)
                places = np.flatnonzero((above >= 0) & (items >= 0))
                chains = np.full(len(items), -1)
                chains[places] = np.unique(above[places] * len(names) + items[places], return_inverse=True)[1]
        return texts, Pieces.of(by_size)

    def spelled(self, texts: ParsedTexts, place: int, size: int) -> str:
        """Spell a chain from its last word up."""
        read, words = self._reader(), []
        for _ in range(size):
            words.append(read(texts.words[texts.kinds[place]]))
            place = int(texts.heads[place])
        return " > ".join(reversed(words))

    def _reader(self) -> Callable[[Word], str]:
        if self.items == "deprel":
            return lambda word: word.deprel
        return column_reader(self.items, self.text_reading)
