"""Oracles of metrics that look at parses, or at what words are linked to in the source."""

from collections.abc import Callable, Sequence

from steelyard.types import Parse
from tests.laws.annotated import N_SOURCE_WORDS, links_of, parse_of
from tests.laws.metrics_under_law import SYNONYMS
from tests.reliability.oracles.base import Answer, Oracle
from tests.reliability.oracles.resources import drawn_words, porter_stem, sets_of
from tests.reliability.pairs import Lengths
from tests.reliability.sets import mark
from tests.twins import dependency_f, elements, entailed, head_chain, maxsim, source_features, subtrees

_USUAL = Lengths(usual=5, longest=30, share=0.02)
_ALL_PAIRS = Lengths(usual=5, longest=8, share=0.02)  # all ways to pair words are tried
_FEATURES = ("Number", "Person", "Tense")
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "ADV", "PRON", "NUM")


def of_parses() -> list[Oracle]:
    """Return those of parses."""
    known = {"words": drawn_words(), "lengths": _ALL_PAIRS}
    several = {"n_references": 2, "lengths": _USUAL}
    return [
        Oracle("content-words", "twin", _of_parses(_content_words), **several),
        Oracle("dependency-f", "twin", _of_parses(_dependencies), **several),
        Oracle("dependency-f(n_best=2, partial=True)", "twin", _dependencies_of_two, **several),
        Oracle("dupp", "twin", _of_parses(_dupp), **several),
        Oracle("dupp(pos=NOUN)", "twin", _of_parses(lambda h, *r: _dupp(h, *r, pos="NOUN")), **several),
        Oracle(f"entailment({SYNONYMS})", "twin", _of_parses(_entailed), **known),
        Oracle("head-chain", "twin", _of_parses(_head_chain), **several),
        *(Oracle(*matching, "twin", _of_parses(_elements(is_whole=True, over=over)), **several)
          for over, *matching in _spelled("matching")),
        *(Oracle(*overlap, "twin", _of_parses(_elements(is_whole=False, over=over)), **several)
          for over, *overlap in _spelled("overlap")),
        Oracle("maxsim", "twin", _of_parses(_maxsim), _ALL_PAIRS, n_references=2),
        Oracle("parse-mark", "twin", _mark, _USUAL),
        Oracle("stm", "twin", _of_parses(_subtrees), **several),
        Oracle("stm(over=dependencies)", "twin", _of_parses(_subtrees_of_words), **several),
    ]  # fmt: skip


def of_links() -> list[Oracle]:
    """Return those of links to the source."""
    return [
        Oracle("mpr", "twin", lambda h, _: source_features.monotonicity(_linked(h), N_SOURCE_WORDS, "first"), _USUAL),
        Oracle("prs", "twin", _reordering, _USUAL, n_references=2),
        Oracle("sscn", "twin", lambda *texts: _sscn(*texts, n=1), _USUAL, n_references=2),
        Oracle("sscn(n=2)", "twin", lambda *texts: _sscn(*texts, n=2), _USUAL, n_references=2),
    ]


def _of_parses(score: Answer) -> Answer:
    return lambda *texts: score(*(parse_of(text)[0] for text in texts))


def _content_words(hypothesis: Parse, *references: Parse) -> float:
    def content(parse: Parse) -> list[object]:
        return [word.lemma for word in parse.words if word.upos in _CONTENT]

    ours, scores = content(hypothesis), []
    for theirs in map(content, references):
        n = len(ours) + len(theirs)
        scores.append(2 * elements.n_shared(ours, theirs) / n if n else 0.0)
    return max(scores)


def _dependencies(hypothesis: Parse, *references: Parse) -> float:
    ours, *theirs = (
        dependency_f.triples(parse, _FEATURES, labelled=True, partial=False, once=False)
        for parse in (hypothesis, *references)
    )
    return dependency_f.measure(*dependency_f.best_counts([ours], theirs, "f"), "f")


def _dependencies_of_two(*texts: str) -> float:
    ours, *theirs = (
        [dependency_f.triples(parse, _FEATURES, labelled=True, partial=True, once=False) for parse in parse_of(text)]
        for text in texts
    )
    return dependency_f.measure(*dependency_f.best_counts(ours, [one for found in theirs for one in found], "f"), "f")


def _dupp(hypothesis: Parse, *references: Parse, pos: str = "") -> float:
    known = [word.form.lower() for reference in references for word in reference.words]
    if not hypothesis.words:
        return float(not known)
    found = [word for word in hypothesis.words if word.upos.startswith(pos) and word.form.lower() in known]
    return len(found) / len(hypothesis.words)


def _entailed(hypothesis: Parse, reference: Parse) -> Sequence[float]:
    return entailed.scores(hypothesis, reference, porter_stem, sets_of)


def _head_chain(hypothesis: Parse, *references: Parse) -> float:
    counts = head_chain.counts(hypothesis, references, "form", 4)
    return head_chain.score(*counts, skips=True, reference_is_empty=not any(one.words for one in references))


def _subtrees(hypothesis: Parse, *references: Parse) -> float:
    trees = [
        ([one.parent for one in parse.constituents], [one.label for one in parse.constituents])
        for parse in (hypothesis, *references)
    ]
    return _of_trees(trees)


def _subtrees_of_words(hypothesis: Parse, *references: Parse) -> float:
    trees = [
        ([(word.head or 0) - 1 for word in parse.words], [word.deprel for word in parse.words])
        for parse in (hypothesis, *references)
    ]
    return _of_trees(trees)


def _of_trees(trees: Sequence[tuple[list[int], list[str]]]) -> float:
    counts = subtrees.counts(trees[0], trees[1:], 4)
    return head_chain.score(*counts, skips=True, reference_is_empty=not any(labels for _, labels in trees[1:]))


def _spelled(name: str) -> list[tuple[str, str]]:
    return [(over, f"{name}(over={over})") for over in ("upos", "noun-phrase", "entity", "chunk", "role", "level")]


def _elements(over: str, *, is_whole: bool) -> Callable[..., float]:
    def score(*parses: Parse) -> float:
        ours, *theirs = (
            elements.items(parse, elements.elements(parse, over), whole=is_whole, items="lemma", same_verb=False)
            for parse in parses
        )
        return elements.segment_score(ours, theirs, "recall", by_type=True)

    return score


def _maxsim(hypothesis: Parse, *references: Parse) -> float:
    def kept(parse: Parse) -> list[maxsim.Item]:
        return [(word.lemma, word.upos) for word in parse.words if any(map(str.isalnum, word.lemma))]

    def of_one(ours: list[maxsim.Item], theirs: list[maxsim.Item]) -> float:
        components: list[float | None] = []
        for n in (1, 2, 3):
            sizes = [max(len(side) - n + 1, 0) for side in (ours, theirs)]
            total = maxsim.matched(ours, theirs, n, lambda a, b: False) if all(sizes) else 0.0
            components.append(maxsim.f_mean(total, *sizes, 0.9) if any(sizes) else None)
        return maxsim.average(components, strict=False)

    return sum(of_one(kept(hypothesis), kept(reference)) for reference in references) / len(references)


def _mark(hypothesis: str, _reference: str) -> float:
    found = mark(hypothesis)
    return 100 / abs(found) if found else 0.0


def _linked(text: str, numbers: dict[str, int] | None = None) -> str:
    """Write a text as the twin reads it, with a number for each word."""
    numbers = {} if numbers is None else numbers
    words = [str(numbers.setdefault(word.lower(), len(numbers))) for word in text.split()]
    return f"{' '.join(words)} ||| {' '.join(f'{i}-{j}' for i, j in links_of(text))}"


def _reordering(hypothesis: str, *references: str) -> float:
    return source_features.reordering(_linked(hypothesis), [*map(_linked, references)], N_SOURCE_WORDS, "first")


def _sscn(hypothesis: str, *references: str, n: int) -> float:
    numbers: dict[str, int] = {}
    ours, *theirs = (_linked(text, numbers) for text in (hypothesis, *references))
    n_words, *lengths = (len(source_features.words(text)) for text in (ours, *theirs))
    mean_length = sum(lengths) / len(lengths)
    if not n_words:
        return float(not mean_length)
    hits = source_features.hits(ours, theirs, n, "forward", False, lambda a, b: float(a == b))
    return hits / n_words * (min(1.0, n_words / mean_length) if mean_length else 1.0)
