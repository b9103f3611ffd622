"""How similar words are, learned from a word-aligned text and its source: Liu and Gildea 2006 (P06-2070)."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from steelyard.types import Alignment

__all__ = ["learn_similarities"]


def learn_similarities(
    sources: Sequence[Sequence[str]], texts: Sequence[Sequence[str]], links: Sequence[Alignment], *, most: int = 100
) -> dict[str, dict[str, float]]:
    """Compare words by the source words that they translate: sim(e, e') = sum over f of p(e | f) p(e' | f).

    Parameters
    ----------
    sources, texts : sequence of sequence of str
        The words of N segments.
    links : sequence
        Their word alignments; p(e | f) is the share of e among the links of f.
    most : int, default 100
        How many similar words a word keeps, itself among them; theirs are divided by their sum.

    Returns
    -------
    dict of str to dict of str to float
        Similar words of each word that has others, the most similar first: what the metric ``sia`` reads from a file.

    Examples
    --------
    >>> from steelyard.text import learn_similarities
    >>> sources, texts = [["voiture"]] * 4, [["car"], ["car"], ["auto"], ["auto"]]
    >>> learn_similarities(sources, texts, [((0, 0),)] * 4)
    {'auto': {'auto': 0.5, 'car': 0.5}, 'car': {'auto': 0.5, 'car': 0.5}}
    """
    by_source: dict[str, Counter[str]] = defaultdict(Counter)
    for source, text, segment in zip(sources, texts, links, strict=True):
        for i, j in segment:
            by_source[source[i]][text[j]] += 1
    products: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for counts in by_source.values():
        total = counts.total()
        for word, count in counts.items():
            for other, other_count in counts.items():
                products[word][other] += count / total * (other_count / total)
    similar = {}
    for word in sorted(products):
        kept = sorted(products[word].items(), key=lambda entry: (-entry[1], entry[0]))[:most]
        if any(other != word for other, _ in kept):
            whole = sum(value for _, value in kept)
            similar[word] = {other: value / whole for other, value in kept}
    return similar
