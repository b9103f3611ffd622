"""Made-up annotation for the laws: the same text always gets the same parse and the same links to its source."""

from collections.abc import Sequence
from functools import cache, lru_cache
from zlib import crc32

import numpy as np

from steelyard.metrics import Metric, measure
from steelyard.metrics.parts.shapes import by_reference
from steelyard.types import Constituent, Parse, TestSet, Word
from steelyard.types.annotations import Alignment
from steelyard.types.checks import BACKWARD

_RELATIONS = ("nsubj", "obj", "det", "advmod", "punct")
_TAGS = (("NOUN", "NN"), ("VERB", "VBD"), ("DET", "DT"), ("PUNCT", "."))
_ENTITIES = ("B-PER", "I-PER", "B-LOC", "O")
_NUMBERS = ("Sing", "Plur")
N_SOURCE_WORDS = 4


@cache
def parse_of(text: str) -> tuple[Parse, ...]:
    """Return two parses: relations, tags and features depend on the word, heads on the place."""
    words = text.split()
    phrases = (
        Constituent("S", 0, len(words), -1),
        *(Constituent(_TAGS[_code(word) % 4][1], i, i + 1, 0) for i, word in enumerate(words)),
    )

    def parse(is_chain: bool) -> Parse:
        heads = [i if is_chain else (i + 1) // 2 for i in range(len(words))]
        return Parse(tuple(map(_word, words, heads)), rank=1 + is_chain, constituents=phrases)

    return (parse(False), parse(True)) if words else (Parse(),)


@lru_cache(2**16)  # made-up texts repeat their words, and a word costs as much as all else of a parse
def _word(form: str, head: int) -> Word:
    code = _code(form)
    return Word(
        form=form,
        lemma=form.lower(),
        upos=_TAGS[code % 4][0],
        xpos=_TAGS[code % 4][1],
        feats=(("Number", _NUMBERS[code % 2]),),
        head=head,
        deprel=_RELATIONS[code % 5] if head else "root",
        misc=(("NE", _ENTITIES[code % 4]), ("CHUNK", _ENTITIES[code % 3]), ("SR", f"1:{_ENTITIES[code % 2]}")),
    )


def _code(word: str) -> int:
    return crc32(word.encode("utf-8", "surrogatepass"))


@cache
def links_of(text: str) -> Alignment:
    """Link every word to a source word that depends on the word alone, and every source word to some word."""
    codes = [_code(word) for word in text.split()]
    links = [(code % N_SOURCE_WORDS, j) for j, code in enumerate(codes)]
    free = [i for i in range(N_SOURCE_WORDS) if codes and i not in dict(links)]
    return (*links, *((i, (codes[0] + i) % len(codes)) for i in free))


def forget(*, words: bool = False) -> None:
    """Let go of what was made up for texts; their words come back in others, and are kept unless asked for."""
    parse_of.cache_clear()
    links_of.cache_clear()
    if words:
        _word.cache_clear()


def needs_annotation(metric: Metric) -> bool:
    """Say whether a metric needs what `annotated` gives."""
    return metric.needs in ("parses", "alignments", "sources")


def annotated(metric: Metric, data: TestSet) -> TestSet:
    """Give a metric that needs more than texts what it needs."""
    if not needs_annotation(metric):
        return data
    texts = {f"reference {i}": text for i, text in enumerate(data.references, 1)}
    texts |= {f"system {name}": text for name, text in data.systems.items()}
    return TestSet(
        references=data.references,
        systems=data.systems,
        sources=[" ".join(f"s{i}" for i in range(N_SOURCE_WORDS))] * data.n_segments,
        documents=data.documents,
        parses={key: [parse_of(line or "") for line in text] for key, text in texts.items()},
        alignments={
            prefix + key: [links_of(line or "") for line in text]
            for prefix in ("", BACKWARD)
            for key, text in texts.items()
        },
    )


def corpus_score(metric: Metric, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]) -> float:
    """Score one system, as `Metric.corpus_score` does for metrics of texts."""
    if not needs_annotation(metric):
        return metric.corpus_score(hypotheses, references).score
    data = TestSet(references=by_reference(hypotheses, references), systems={"x": hypotheses})
    [measured] = measure(annotated(metric, data), [metric])
    [score] = measured.scores(measured.statistics.totals())
    return float(np.float64(score))


def sentence_score(metric: Metric, hypothesis: str, references: Sequence[str | None]) -> float:
    """Score one segment, as `Metric.sentence_score` does for metrics of texts."""
    return corpus_score(metric, [hypothesis], [[reference] for reference in references])
