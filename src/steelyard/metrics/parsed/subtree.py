"""STM: precision of subtrees of several depths."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.metrics.parsed.sized_pieces import Pieces, SizedPieces
from steelyard.metrics.parts.annotations import column_reader
from steelyard.metrics.parts.marked_runs import refuse_unannotated
from steelyard.metrics.parts.parsed_texts import ParsedTexts, number_rows, parsed_texts
from steelyard.metrics.registry import register
from steelyard.text import Corpus

__all__ = ["Stm"]

Codes = NDArray[np.int64]


class _Nodes(NamedTuple):
    """Nodes of all trees: row, parent (-1 for none) and label of each, a sister after those before it."""

    rows: Codes
    parents: Codes
    labels: Codes
    names: tuple[str, ...]


@register
@dataclass(frozen=True)
class Stm(SizedPieces):
    """STM, the subtree metric: the share of the output's subtrees that a reference has too.

    What it measures
        Whether sentences are built as in a reference, whatever the words: a subtree of depth d is a node with all that
        is below it down to d levels, labels alone. The precisions of depths 1, 2, ... are averaged, each subtree
        counted at most as often as in the reference that has it most often. Trees are constituents down to parts of
        speech (CP-STM in the papers of Giménez and Màrquez), or dependencies.

    When it misleads
        Where the parser errs; on short output, since it is a precision. Of the deepest subtrees hardly any match: the
        more depths, the closer all scores.

    Statistics
        match1 .. matchD and total1 .. totalD (subtrees of each depth), ref_words (nodes of the largest reference).

        Precisions are of the sums over all segments; a depth without a subtree in the output is left out of the
        average, see `empty`. An output without nodes scores 0, or 1 where the references have none either. The
        precision of one depth alone is `part(metric=stm, of=match4, over=total4)`.

    Parameters
    ----------
    over : {"phrases", "dependencies"}, default "phrases"
        Constituents, in brackets; or words with their heads, with the dependents in their order.
    items : {"deprel", "upos", "xpos", "lemma", "form"}, default "deprel"
        Labels of dependencies: relations, tags or words. Constituents have their own.
    max_depth : int, default 4
        Levels of the deepest subtree, up to 16.
    empty : {"skip", "zero"}, default "skip"
        What a depth without subtrees does: nothing, or a precision of 0.
    lowercase : bool, default False
        Apply Python's `str.lower` to forms and lemmas first.

    References
    ----------
    Liu and Gildea 2005, "Syntactic features for evaluation of machine translation", W05-0904.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.reading.formats import tree_of
    >>> from steelyard.types import Parse, Word
    >>> def parse(text):
    ...     words, tags, constituents = tree_of(text)
    ...     return [[Parse(tuple(Word(word, xpos=tag) for word, tag in zip(words, tags)), constituents=constituents)]]
    >>> data = sy.TestSet(
    ...     references=[["they left here"]],
    ...     systems={"x": ["they saw it"]},
    ...     parses={
    ...         "reference 1": parse("(S (NP (PRON they)) (VP (V left) (ADV here)))"),
    ...         "system x": parse("(S (NP (PRON they)) (VP (V saw) (PRON it)))"),
    ...     },
    ... )
    >>> round(sy.evaluate(data, metrics=["stm"]).scores().scores[0].score, 4)
    0.5
    """

    name: ClassVar[str] = "stm"
    cites: ClassVar[tuple[str, ...]] = ("liu2005syntactic",)
    largest_option: ClassVar[str] = "max_depth"

    over: Literal["phrases", "dependencies"] = "phrases"
    items: Literal["deprel", "upos", "xpos", "lemma", "form"] = "deprel"
    max_depth: int = 4
    empty: Literal["skip", "zero"] = "skip"
    lowercase: bool = False

    @property
    def label(self) -> str:
        """``STM-4``, with the depth in force; D-STM where the trees are dependencies."""
        return f"{'' if self.over == 'phrases' else 'D-'}STM-{self.max_depth}"

    def signature_fields(self) -> dict[str, str]:
        """Return trees, labels, depth, and what empty depths do."""
        pairs = {"over": self.over, "depth": str(self.max_depth)}
        if self.over == "dependencies":
            pairs |= {"case": "lc" if self.lowercase else "mixed", "items": self.items}
        return pairs if self.empty == "skip" else pairs | {"empty": self.empty}

    def pieces(self, corpus: Corpus) -> tuple[ParsedTexts, Pieces]:
        """Find the subtrees of every depth."""
        texts = parsed_texts(corpus, self.name, heads=self.over == "dependencies")
        nodes = self._nodes(texts)
        heights = _heights(nodes.parents)
        children = np.argsort(nodes.parents, kind="stable")[int((nodes.parents < 0).sum()) :]
        n_children = np.bincount(nodes.parents[children], minlength=len(heights))
        # A leaf is its label at every depth; what has something below it gets a number behind those of the labels.
        inner = np.flatnonzero(n_children)
        offsets = np.concatenate([[0], np.cumsum(1 + n_children[inner])])
        values = np.repeat(nodes.labels[inner], 1 + n_children[inner])
        is_child = np.ones(len(values), dtype=bool)
        is_child[offsets[:-1]] = False
        by_size, codes = [], nodes.labels
        for depth in range(1, self.max_depth + 1):
            places = np.flatnonzero(heights >= depth)
            by_size.append((nodes.rows[places], codes[places], places))
            values[is_child] = codes[children]
            codes = nodes.labels.copy()
            codes[inner] = len(nodes.names) + number_rows(values, offsets)
        return texts, Pieces.of(by_size)

    def spelled(self, texts: ParsedTexts, place: int, size: int) -> str:
        """Spell a subtree in brackets."""
        nodes = self._nodes(texts)

        def spell(node: int, depth: int) -> str:
            below = np.flatnonzero(nodes.parents == node).tolist() if depth > 1 else []
            label = nodes.names[nodes.labels[node]]
            return f"({' '.join([label, *(spell(child, depth - 1) for child in below)])})" if below else label

        return spell(place, size)

    def _nodes(self, texts: ParsedTexts) -> _Nodes:
        if self.over == "phrases":
            return _constituents(texts, self.name)
        read: Callable[..., str] = column_reader(self.items, self.text_reading)
        labels, names = texts.column(lambda word: read(word) or "_")
        return _Nodes(texts.rows, texts.heads, labels, names)


def _constituents(texts: ParsedTexts, metric: str) -> _Nodes:
    has_tree = np.repeat([bool(parse.constituents) for parse in texts.parses], np.diff(texts.offsets))
    refuse_unannotated(
        texts, has_tree, metric, "constituents", 'give them in brackets, or as "# constituency = (S ...)" in CoNLL-U'
    )
    known: dict[str, int] = {}
    n_before, rows, parents, labels = 0, [], [], []
    for row, parse in enumerate(texts.parses):
        for one in parse.constituents:
            rows.append(row)
            parents.append(one.parent + n_before if one.parent >= 0 else -1)
            labels.append(known.setdefault(one.label or "_", len(known)))
        n_before += len(parse.constituents)
    columns = np.array([rows, parents, labels], dtype=np.int64)
    return _Nodes(columns[0], columns[1], columns[2], tuple(known))


def _heights(parents: Codes) -> Codes:
    """Return how many levels there are from each node down, 1 for a leaf."""
    heights = np.ones(len(parents), dtype=np.int64)
    above, level = parents, 1
    while (above >= 0).any():
        level += 1
        heights[above[above >= 0]] = level  # a longer way down is found later
        above = np.where(above >= 0, parents[above], -1)
    return heights
