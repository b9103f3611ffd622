"""Seen: what of an output stands in a corpus of good text, or in a treebank."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import SpecError
from steelyard.files.reading import read_lines
from steelyard.metrics.base import Metric
from steelyard.metrics.parts.annotations import parses_of
from steelyard.metrics.parts.ratios import ratio
from steelyard.metrics.parts.treebank import read_treebank
from steelyard.metrics.registry import register
from steelyard.text import Corpus, get_tokenizer, prepare
from steelyard.types import Parse, Statistics, Word

__all__ = ["Seen"]


@register
@dataclass(frozen=True)
class Seen(Metric):
    r"""Seen: the share of the output's n-grams, or of its head-word chains, that a corpus has.

    What it measures
        Whether the output reads like the language, whatever it says: no reference is looked at. Of words, n-grams of a
        text are looked up, or pairs with a gap; of parses, chains from a head down to its dependents in a treebank, or
        which dependents a word of some category has ("arguments"). Albrecht and Hwa learn from such features beside
        those that compare with references.

    When it misleads
        Fluent text that says something else scores best, and so does text as short as can be. What a small corpus does
        not have need not be wrong; a parser makes trees of anything.

    Range and direction
        0 to 1, higher is better. 0 for outputs too short to have a unit.

    Statistics
        seen, units. `view` has no effect.

    Parameters
    ----------
    corpus : str, default "none"
        A file of text, a segment per line; for units of parses one in CoNLL-U.
    items : {"words", "form", "upos", "deprel", "arguments"}, default "words"
        n-grams of words; chains of forms, categories or relations; or a word's category with the relations of its
        dependents.
    length : int, default 1
        Words of an n-gram or chain.
    gap : int, default 0
        Of words, pairs with so many others between them, in place of n-grams.
    upos : str, default "any"
        Of arguments, the category looked at, such as ``VERB``.
    lowercase : bool, default False
        Apply Python's `str.lower` to words first.
    tokenize : str, default "13a"
        Tokenizer, of n-grams.

    Raises
    ------
    SpecError
        No corpus is named, or a number is out of range.
    DataError
        The corpus cannot be read, or an output has no parse.

    References
    ----------
    Albrecht and Hwa 2007, "A re-examination of machine learning approaches for sentence-level MT evaluation", P07-1111.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import steelyard as sy
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "corpus.txt")
    ...     _ = path.write_text("the cat sat\na dog sat on it")
    ...     metric = sy.metrics.Seen(corpus=str(path), length=2)
    ...     metric.sentence_score("the cat sat on mat", ["any"]).score
    0.75
    """

    name: ClassVar[str] = "seen"
    higher_is_better: ClassVar[bool] = True
    bounds: ClassVar[tuple[float, float]] = (0.0, 1.0)
    cites: ClassVar[tuple[str, ...]] = ("albrecht2007reexamination",)

    corpus: str = "none"
    items: Literal["words", "form", "upos", "deprel", "arguments"] = "words"
    length: int = 1
    gap: int = 0
    upos: str = "any"
    lowercase: bool = False
    tokenize: str = "13a"

    def __post_init__(self) -> None:
        """Refuse numbers out of range."""
        super().__post_init__()
        if self.length < 1 or self.gap < 0:
            raise SpecError(f"length must be 1 or more and gap 0 or more, not {self.length} and {self.gap}.")
        if self.items != "words":
            object.__setattr__(self, "needs", "parses")

    @property
    def stat_names(self) -> tuple[str, ...]:
        """Names of the K = 2 statistics."""
        return ("seen", "units")

    def signature_fields(self) -> dict[str, str]:
        """Return the units, the corpus and, of n-grams, casing and tokenizer."""
        units = {"items": self.items, "len": str(self.length)}
        if self.items == "words":
            units |= {"gap": str(self.gap), **self.reading_fields()}
        if self.items == "arguments":
            units["upos"] = self.upos
        return units | {"corpus": "none" if self.corpus == "none" else read_lines(self.corpus).content_sha256[:12]}

    def statistics(self, corpus: Corpus) -> Statistics:
        """Look units up: shape (S, N, 2)."""
        if self.corpus == "none":
            raise SpecError("seen needs a corpus to look units up in: write seen(corpus=FILE).")
        data = corpus.test_set
        known = corpus.once((Seen, self), lambda: self._known(corpus))
        counts = np.zeros((len(data.systems), data.n_segments, 2), np.int64)
        for s, (name, texts) in enumerate(data.systems.items()):
            if self.items == "words":
                rows = self._ngrams(texts)
            else:
                rows = [
                    list(self._of_parse(best)) for best, *_ in parses_of(data, f"system {name}", "seen", heads=True)
                ]
            for i, units in enumerate(rows):
                counts[s, i] = sum(unit in known for unit in units), len(units)
        return Statistics.from_values(counts, data.document_codes())

    def score(self, stats: NDArray[np.float64]) -> NDArray[np.float64]:
        """Divide: shape (..., 2) -> (...)."""
        return ratio(stats[..., 0], stats[..., 1])

    def _known(self, corpus: Corpus) -> set[Hashable]:
        """Return all units of the corpus."""
        if self.items == "words":
            return {unit for units in self._ngrams(read_lines(self.corpus).lines) for unit in units}
        trees = corpus.once(("treebank", self.corpus), lambda: read_treebank(self.corpus))
        return {unit for parse in trees for unit in self._of_parse(parse)}

    def _ngrams(self, texts: Sequence[str]) -> list[list[Hashable]]:
        rows = get_tokenizer(self.tokenize).tokenize(prepare(list(texts), self.text_reading))
        if self.gap:
            return [list(zip(words, words[self.gap + 1 :], strict=False)) for words in rows]
        return [list(zip(*(words[i:] for i in range(self.length)), strict=False)) for words in rows]

    def _of_parse(self, parse: Parse) -> Iterable[Hashable]:
        """Yield the units of a tree."""
        if self.items == "arguments":
            yield from _arguments(parse, self.upos)
            return
        items = [_item(word, self.items, lowercase=self.lowercase) for word in parse.words]
        for i in range(len(parse.words)):
            chain: list[str] = []
            at: int | None = i + 1
            while at and len(chain) < self.length:
                chain.append(items[at - 1])
                at = parse.words[at - 1].head
            if len(chain) == self.length:
                yield tuple(reversed(chain))


def _item(word: Word, items: str, *, lowercase: bool) -> str:
    found: str = getattr(word, items)
    return found.lower() if lowercase and items == "form" else found


def _arguments(parse: Parse, upos: str) -> Iterable[Hashable]:
    """Yield each word's category with the relations of its dependents, in alphabetical order."""
    below: list[list[str]] = [[] for _ in parse.words]
    for word in parse.words:
        if word.head and word.deprel.partition(":")[0] != "punct":
            below[word.head - 1].append(word.deprel)
    for word, relations in zip(parse.words, below, strict=True):
        if upos in ("any", word.upos):
            yield (word.upos, *sorted(relations))
