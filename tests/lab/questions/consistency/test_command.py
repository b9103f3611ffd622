"""`steelyard lab consistency` as people type it: the worked example, a slow twin, glossaries, real links, bad input."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError, SpecError
from steelyard.report import text
from steelyard.types import Parse, Word
from tests.cli.running import DOCUMENTS, HARBOUR, REFERENCE, TANGLE, output, run
from tests.conftest import EXAMPLES
from tests.twins.consistency import agreement, forms_by_word, herfindahl

ROWS = (  # document, source word, what the output has
    ("d1", "franchise", "frankness"), ("d1", "franchise", "deductible"), ("d1", "franchise", "deductible"),
    ("d1", "chat", "cat"), ("d1", "chat", "cats"), ("d1", "eau", "water"),
    ("d2", "chat", "cat"), ("d2", "chat", "cat"),
    ("d2", "pays", "country"), ("d2", "pays", "countries"), ("d2", "pays", "nation"),
)  # fmt: skip
GLOSSARY = ("lab", "consistency", REFERENCE, "-i", HARBOUR, TANGLE, "--sources", EXAMPLES / "source.de", "--documents",
            DOCUMENTS, "--glossary", EXAMPLES / "terms.tsv", "-n", "200")  # fmt: skip


def consistency_of(
    sources: Sequence[str],
    outputs: Sequence[str],
    links: Sequence[object],
    documents: Sequence[str] | None,
    **more: object,
) -> sy.results.Consistency:
    """Take the output for the reference too."""
    data = sy.TestSet(
        references=[outputs],
        systems={"x": outputs},
        sources=sources,
        documents=documents,
        alignments={"reference 1": links, "system x": links},
    )
    return sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), **{"frequent": 0, "n_resamples": 20, **more})


def test_the_worked_example() -> None:
    documents, sources, outputs = zip(*ROWS, strict=True)
    links = [[(0, 0)]] * len(ROWS)
    found = consistency_of(sources, outputs, links, documents).texts[1]
    assert (found.n_compared, found.shares) == (4, (0.25, 0.5, 0.25, 0.0))
    assert found.herfindahl == pytest.approx(np.mean([0.5556, 0.5, 1, 0.3333]), abs=5e-5)
    assert found.agreement == pytest.approx(np.mean([0.3333, 0, 1, 0]), abs=5e-5)
    of_prefixes = consistency_of(sources, outputs, links, documents, target_view="prefix:4").texts[1]
    assert of_prefixes.shares == (0.25, 0.75, 0.0, 0.0)  # country and countries are one, cat and cats are not


def test_random_links_give_the_counts_of_the_twin() -> None:
    rng = np.random.default_rng(5)
    sources, outputs = ([" ".join(rng.choice(list("abcdef"), 8)) for _ in range(60)] for _ in range(2))
    links = [[(int(i), int(j)) for i, j in rng.integers(0, 8, (9, 2))] for _ in range(60)]
    documents = [f"d{i // 10}" for i in range(60)]
    found = consistency_of(sources, outputs, links, documents).texts[1]
    twin = [forms for forms in forms_by_word(sources, outputs, links, documents).values() if forms.total() > 1]
    assert found.n_compared == len(twin)
    assert found.shares[0] == pytest.approx(np.mean([len(forms) == 1 for forms in twin]))
    assert found.agreement == pytest.approx(np.mean([agreement(forms) for forms in twin]))
    assert found.herfindahl == pytest.approx(np.mean([herfindahl(forms) for forms in twin]))


def test_texts_are_compared_on_the_same_words_and_differences_are_those_of_the_shares() -> None:
    data = sy.TestSet(
        references=[["k a", "k a", "l b", "l b"]],
        systems={"x": ["k a", "k c", "l b", "m b"]},
        sources=["p q", "p q", "r s", "r s"],
        documents=["d", "d", "e", "e"],
        alignments={
            "reference 1": [[(0, 0), (1, 1)]] * 4,
            "system x": [[(0, 0), (1, 1)]] * 3 + [[(0, 0)]],  # s is linked once alone
        },
    )
    found = sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), frequent=0, n_resamples=20)
    assert [(row.n_repeated, row.n_compared, row.shares[0]) for row in found.texts] == [(4, 3, 1.0), (3, 3, 1 / 3)]
    [pair] = (pair for pair in found.pairs if pair.metric == "one-form")
    assert pair.difference == pytest.approx(1 / 3 - 1)
    assert [(row.consistent, row.word, row.document, row.system_forms) for row in found.words] == [
        ("reference", "q", "d", (("a", 1), ("c", 1))),
        ("reference", "r", "e", (("l", 1), ("m", 1))),
    ]


def test_stop_words_parts_of_speech_and_frequent_words_are_left_out() -> None:
    sources, outputs, links = ["the cat ,", "the cat ,"], ["die Katze ,", "die Katze ,"], [[(0, 0), (1, 1), (2, 2)]] * 2
    rows = {
        name: consistency_of(sources, outputs, links, None, **options).texts[0].n_occurrences
        for name, options in {"marks": {}, "stop": {"stop_words": ["The"]}, "frequent": {"frequent": 1}}.items()
    }
    assert rows == {"marks": 4, "stop": 2, "frequent": 2}
    parses = [[Parse(tuple(Word(w, lemma=w, upos=t) for w, t in zip(s.split(), ("DET", "NOUN", "PUNCT"), strict=True)))]
              for s in sources]  # fmt: skip
    data = sy.TestSet(
        references=[outputs], systems={"x": outputs}, sources=sources, parses={"sources": parses},
        alignments={"reference 1": links, "system x": links},
    )  # fmt: skip
    found = sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), frequent=0, n_resamples=20)
    assert (found.texts[0].n_occurrences, "NOUN" in found.method["sentence"]) == (2, True)


def test_terms_are_right_forbidden_or_neither() -> None:
    data = sy.TestSet(
        references=[["Die Fähre, die Fähre!", "Die Fähre kam an."]],
        systems={"x": ["Das Boot, die Fähre!", "Sie kam an."]},
        sources=["The ferry, the ferry!", "A Ferry arrived."],
    )
    found = sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), glossary=["ferry\tFähre\tBoot"], n_resamples=20)
    assert [(row.n_occurrences, row.n_right, row.n_forbidden, row.forms) for row in found.terms] == [
        (3, 3, 0, (("Fähre", 3),)),
        (3, 1, 1, (("Boot", 1), ("Fähre", 1))),
    ]
    assert {row.metric: row.score for row in found.scores if row.system == "x"} == {
        "right-terms": 1 / 3, "forbidden-terms": 1 / 3, "one-form": 0.0, "agreement": 0.0,
    }  # fmt: skip
    [example] = found.examples
    assert (example.segment, example.forbidden) == (1, "Boot")
    assert (
        sy.lab.consistency(sy.evaluate(data), glossary=["ferry\tFähre"], case=True, n_resamples=20)
        .terms[0]
        .n_occurrences
        == 2
    )


def test_links_say_what_stands_in_place_of_a_target() -> None:
    links = [[(0, 0), (1, 1)]] * 2
    data = sy.TestSet(
        references=[["die Fähre", "die Fähre"]], systems={"x": ["der Kahn", "die Fähre"]}, sources=["the ferry"] * 2,
        alignments={"reference 1": links, "system x": links},
    )  # fmt: skip
    found = sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), glossary=["ferry\tFähre"], n_resamples=20)
    assert found.terms[1].forms == (("Fähre", 1), ("kahn", 1))
    assert found.terms[1].n_right == 1


def test_the_command_prints_the_stored_result_and_verify_finds_it_unchanged(tmp_path: Path) -> None:
    for name in ("ref", "a"):
        (tmp_path / f"{name}.align").write_text("0-0 1-1 2-2\n" * 120)
    links = ("lab", "consistency", REFERENCE, "-i", HARBOUR, "--sources", EXAMPLES / "source.de",
             "--documents", DOCUMENTS, "--alignments", tmp_path / "ref.align",
             tmp_path / "a.align", "--frequent", "10", "-n", "50")  # fmt: skip
    for words in (GLOSSARY, links):
        path = tmp_path / "consistency.json"
        path.write_text(output(*words, "-f", "json"), encoding="utf-8")
        stored = sy.load(path)
        assert isinstance(stored, sy.results.Consistency)
        assert text(stored) == output(*words)
        assert "Consistency is not quality" in text(stored)
        assert run("check", "result", path).status == 0


def test_the_example_glossary_tells_the_systems_apart_where_they_differ() -> None:
    found = json.loads(output(*GLOSSARY, "-f", "json"))
    rows = {row["system"]: row for row in found["texts"]}
    assert rows["reference"]["n_occurrences"] == 33
    terms = {(row["term"], row["system"]): row["n_right"] for row in found["terms"]}
    assert sum(n for (_, system), n in terms.items() if system == "tangle") == rows["tangle"]["n_right"]


def test_real_links_of_talks(test_data: Path) -> None:
    folder = test_data / "data" / "compare-mt-ted" / "slk-eng"
    names = ("ref", "sys1", "sys2")
    reference, *systems = [folder / f"{name}.tok.eng" for name in names]
    found = json.loads(
        output(
            "lab", "consistency", reference, "-i", *systems, "--sources", folder / "src.tok.slk", "--alignments",
            *(folder / f"{name}.align" for name in names), "-n", "50", "-m", "wer", "-q", "-f", "json",
        )
    )  # fmt: skip
    shares = {row["system"]: row["shares"][0] for row in found["texts"]}
    assert shares["sys1"] > shares["sys2"] > shares["reference"]  # machines are more uniform than people


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "Which words translate which is known from word alignments"),
        ({"glossary": ["a\tb"]}, "None of the 1 terms of the glossary stands in the source"),
        ({"glossary": [",\tb"], "tokenize": "rouge"}, "The term ',' of the glossary has no words."),
        ({"glossary": ["ferry\tb", "Ferry\tc"]}, "The terms 'ferry' and 'Ferry' of the glossary are one"),
        ({"glossary": ["ferry\tFähre"], "target_view": "factor:1"}, "The view 'factor:1' gives no form of a word"),
    ],
)
def test_what_cannot_be_asked_is_refused(options: dict[str, object], message: str) -> None:
    data = sy.TestSet(references=[["x"]], systems={"x": ["x"]}, sources=["the ferry"])
    with pytest.raises((SpecError, DataError), match=message):
        sy.lab.consistency(sy.evaluate(data), **options)


def test_sources_links_and_names_that_do_not_fit_are_refused() -> None:
    with pytest.raises(SpecError, match="give the sources"):
        sy.lab.consistency(sy.evaluate(sy.TestSet(references=[["x"]], systems={"x": ["x"]})), glossary=["a\tb"])
    with pytest.raises(DataError, match=r"alignments of reference 1, segment 1: the link 0-7 goes beyond the words"):
        consistency_of(["a"], ["b"], [[(0, 7)]], None)
    with pytest.raises(DataError, match="No source word is linked twice in a document"):
        consistency_of(["a b"], ["c d"], [[(0, 0)]], None)
    data = sy.TestSet(references=[["x"]], systems={"reference": ["x"]}, sources=["x"])
    with pytest.raises(SpecError, match="A system is called 'reference'"):
        sy.lab.consistency(sy.evaluate(data), glossary=["x\tx"])


EXCHANGED = {  # source, reference, output, its links
    "franchise chat": ("the deductible cat .", "the frankness cats ,", [(0, 1), (1, 2)]),
    "franchise chat .": ("a deductible cat .", "a deductible, cats .", [(0, 1), (1, 2)]),
    "franchise": ("no deductible", "no deductible", [(0, 1)]),
    "chat": ("one cat here", "one big cat here", [(0, 1), (0, 2)]),
}


def enforced(*forms: str, **more: object) -> dict[tuple[str, str], sy.results.EnforcedRow]:
    references, outputs, links = zip(*EXCHANGED.values(), strict=True)
    of_reference = [[(0, 1), (1, 2)], [(0, 1), (1, 2)], [(0, 1)], [(0, 1)]]
    data = sy.TestSet(
        references=[references],
        systems={"x": outputs},
        sources=list(EXCHANGED),
        alignments={"reference 1": of_reference, "system x": links},
    )
    found = sy.lab.consistency(
        sy.evaluate(data, metrics=["wer", "bleu"]), enforce=list(forms), frequent=0, n_resamples=20, **more
    )
    return {(row.label, row.form): row for row in found.enforced}


def test_one_form_is_enforced_and_scored() -> None:
    """By hand: the output's own forms are deductible and cats, the reference's deductible and cat."""
    rows = enforced("own", "reference")
    own, oracle = rows["WER", "own"], rows["WER", "reference"]
    texts = {
        "before": ["the frankness cats ,", "a deductible, cats .", "no deductible", "one big cat here"],
        "own": ["the deductible cats ,", "a deductible, cats .", "no deductible", "one cats here"],
        "reference": ["the deductible cat ,", "a deductible, cat .", "no deductible", "one cat here"],
    }
    references = [[reference for reference, _, _ in EXCHANGED.values()]]
    for label, metric in (("WER", sy.metrics.Wer()), ("BLEU", sy.metrics.Bleu())):
        score = {name: metric.corpus_score(lines, references).score for name, lines in texts.items()}
        for form in ("own", "reference"):
            row = rows[label, form]
            assert (row.score, row.enforced) == pytest.approx((score["before"], score[form]))
            assert row.gain == pytest.approx(row.enforced - row.score)
    assert (own.n_words, own.n_exchanged) == (2, 2)
    assert (oracle.n_words, oracle.n_exchanged) == (2, 4)


def test_words_that_are_linked_twice_are_not_exchanged() -> None:
    data = sy.TestSet(
        references=[["a b", "a b", "a b"]],
        systems={"x": ["u v", "w v", "w v"]},
        sources=["s t", "s t", "s t"],
        alignments={"reference 1": [[(0, 0), (1, 1)]] * 3, "system x": [[(0, 0), (1, 0)], *[[(0, 0), (1, 1)]] * 2]},
    )
    [row] = sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), enforce=["own"], frequent=0, n_resamples=20).enforced
    assert (row.n_exchanged, row.gain) == (0, 0.0)  # "u" is linked to both


def test_enforced_forms_are_stored_shown_and_verified(tmp_path: Path) -> None:
    references, outputs, links = zip(*EXCHANGED.values(), strict=True)
    files = {"src": list(EXCHANGED), "ref": references, "x": outputs}
    files |= {"x.align": [" ".join(f"{i}-{j}" for i, j in row) for row in links]}
    files |= {"ref.align": ["0-1 1-2", "0-1 1-2", "0-1", "0-1"]}
    for name, lines in files.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    at = {name: str(tmp_path / name) for name in files}
    words = [*f"lab consistency {at['ref']} -i {at['x']} --sources {at['src']} --frequent 0 -n 50 -m wer".split()]
    words += ["--alignments", at["ref.align"], at["x.align"], "--enforce", "own", "reference"]
    path = tmp_path / "stored.json"
    path.write_text(output(*words, "-f", "json"), encoding="utf-8")
    told = output(*words)
    assert text(sy.load(path)) == told and "verified:" in output("check", "result", path)
    assert "WER with one form for each repeated word" in told and "gain is an upper bound" in told
    assert output(*words, "-f", "csv", "--csv-table", "enforced").startswith("metric,label,form,system,n_words")


def test_terms_of_a_glossary_are_not_enforced() -> None:
    with pytest.raises(SpecError, match="Words are exchanged where they are linked"):
        enforced("own", glossary=["chat\tcat"])


def linked(n_systems: int, **more: object) -> sy.results.Consistency:
    """Ask about systems with one output, of which all words are linked."""
    names = [f"s{k}" for k in range(n_systems)]
    links = [[(0, 0), (1, 1)]] * 4
    data = sy.TestSet(
        references=[["k a", "k a", "l b", "l b"]],
        systems={name: ["k a", "k c", "l b", "m b"] for name in names},
        sources=["p q", "p q", "r s", "r s"],
        documents=["d", "d", "e", "e"],
        alignments={"reference 1": links} | {f"system {name}": links for name in names},
    )
    return sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), **{"frequent": 0, "n_resamples": 20, **more})


def test_many_differences_that_cannot_be_told_are_only_counted() -> None:
    found = linked(9)
    told = " ".join(text(found).split())
    assert f"None of {len(found.pairs):,} differences is significant; --format json has all." in told


def test_forbidden_forms_have_a_column_of_their_own() -> None:
    data = sy.TestSet(references=[["a cat"]], systems={"x": ["a kitty"]}, sources=["un chat"])
    told = text(sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), glossary=["chat\tcat\tkitty"], n_resamples=20))
    assert "forbidden" in told


def test_metrics_of_more_than_texts_score_no_exchanged_words() -> None:
    links = [[(0, 0), (1, 1)]] * 2
    data = sy.TestSet(
        references=[["the cat", "the cat"]],
        systems={"x": ["the cat", "the cat"]},
        sources=["le chat", "le chat"],
        alignments={"reference 1": links, "system x": links},
    )
    with pytest.raises(SpecError, match=r"reads sources, which exchanged words do not have: take others"):
        sy.lab.consistency(sy.evaluate(data, metrics=["byte-ratio"]), frequent=0, enforce=["own"])


def test_every_text_needs_its_links() -> None:
    links = [[(0, 0)]] * 2
    data = sy.TestSet(
        references=[["a", "a"]], systems={"x": ["b", "b"]}, sources=["c", "c"], alignments={"system x": links}
    )
    with pytest.raises(DataError, match="There is no word alignment of reference 1 with the source"):
        sy.lab.consistency(sy.evaluate(data, metrics=["wer"]), frequent=0)


def test_a_warning_stands_above_the_scores_and_enforced_words_need_a_metric() -> None:
    found = linked(2)
    warned = replace(found, method={**found.method, "warning": "few words"})
    assert "Warning: few words." in text(warned) and "Warning" not in text(found)
    links = [[(0, 0)]] * 2
    data = sy.TestSet(
        references=[["a", "a"]], systems={"x": ["b", "b"]}, sources=["c", "c"],
        alignments={"reference 1": links, "system x": links},
    )  # fmt: skip
    scores = {"mine": {"x": [1.0, 0.0]}}
    with pytest.raises(SpecError, match="are scored by metrics of text"):
        sy.lab.consistency(sy.evaluate(data, metrics=[], segment_scores=scores), frequent=0, enforce=["own"])


@pytest.mark.parametrize(
    "source", ["the president's car", "an ex-president", "president-elect", "l’president", "(president)"]
)
def test_a_term_stands_before_an_apostrophe_and_beside_a_hyphen(source: str, tmp_path: Path) -> None:
    (tmp_path / "source.txt").write_text(f"{source}\npresidents\n", encoding="utf-8")
    (tmp_path / "ours.txt").write_text("Vize-Präsident\nPräsidenten\n", encoding="utf-8")
    (tmp_path / "terms.csv").write_text("source,target\npresident,Präsident\n", encoding="utf-8")
    ours = ("-i", tmp_path / "ours.txt", "--sources", tmp_path / "source.txt", "--glossary", tmp_path / "terms.csv")
    printed = output("lab", "consistency", *ours, "-n", "20", "-q")
    assert printed.startswith("ours: 1 of 1 occurrence of terms have an allowed target")
