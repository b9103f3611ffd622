"""Parses written short: words as form/lemma/tag/head/relation/features, such as John/john/NOUN/2/subj/Number=sg."""

from collections.abc import Sequence

from hypothesis import strategies as st

from steelyard.metrics import Metric, measure
from steelyard.types import Measurement, Parse, TestSet, Word


def parse(text: str) -> Parse:
    """Read words; empty fields and fields left out at the end are not annotated."""
    words = []
    for token in text.split():
        form, lemma, tag, head, relation, features = (*token.split("/"), *[""] * 5)[:6]
        feats = tuple((name, value) for name, _, value in (pair.partition("=") for pair in features.split("|") if pair))
        words.append(Word(form, lemma, tag, tag, feats, int(head) if head else None, relation))
    return Parse(tuple(words))


def annotated_set(systems: Sequence[Sequence[str]], references: Sequence[Sequence[str | None]]) -> TestSet:
    """Make a test set of texts written short; several parses of a segment are separated by " || "."""
    texts = {f"reference {r}": text for r, text in enumerate(references, 1)}
    texts |= {f"system s{s}": text for s, text in enumerate(systems)}
    parses = {key: [[parse(one) for one in (line or "").split(" || ")] for line in text] for key, text in texts.items()}

    def words(line: str | None) -> str | None:
        return None if line is None else " ".join(word.form for word in parse(line.split(" || ")[0]).words)

    return TestSet(
        references=[[words(line) for line in text] for text in references],
        systems={f"s{s}": [words(line) or "" for line in text] for s, text in enumerate(systems)},
        parses=parses,
    )


def measured(
    metric: Metric, systems: Sequence[Sequence[str]], references: Sequence[Sequence[str | None]]
) -> Measurement:
    """Measure texts written short."""
    [measurement] = measure(annotated_set(systems, references), [metric])
    return measurement


def score(metric: Metric, hypotheses: Sequence[str], references: Sequence[Sequence[str | None]]) -> float:
    """Score one system written short."""
    measurement = measured(metric, [hypotheses], references)
    return float(measurement.scores(measurement.statistics.totals())[0])


@st.composite
def short_parses(draw: st.DrawFn, max_length: int = 6, max_parses: int = 1) -> str:
    """Draw parses with few lemmas and relations, so that triples repeat."""
    length = draw(st.integers(0, max_length))

    def one() -> str:
        order = draw(st.permutations(range(1, length + 1)))
        heads = {
            word: draw(st.sampled_from([0, *order[:i]])) for i, word in enumerate(order)
        }  # a word comes after its head
        return " ".join(
            "/".join(
                [
                    f"w{word}",
                    draw(st.sampled_from("abcd")),
                    draw(st.sampled_from(["NOUN", "VERB"])),
                    str(heads[word]),
                    draw(st.sampled_from(["nsubj", "obj", "obl:x", "punct", "root"])),
                    draw(st.sampled_from(["", "Number=Sing", "Number=Plur|Tense=Past"])),
                ]
            )
            for word in range(1, length + 1)
        )

    return " || ".join(one() for _ in range(draw(st.integers(1, max_parses))))
