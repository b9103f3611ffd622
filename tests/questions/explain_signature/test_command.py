"""Signatures in words: every field of every metric is read, and what makes scores incomparable is named."""

import json

import pytest

import steelyard as sy
from steelyard.errors import SpecError
from steelyard.metrics import available
from steelyard.results import SignatureExplanation, shorten_signature
from tests.cli.running import HARBOUR, REFERENCE, output, run, sacrebleu

BLEU = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
CHRF = "chrF2|nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0"
TER = "TER|nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0"
OLD_BLEU = "BLEU+case.mixed+lang.en-de+numrefs.1+smooth.exp+test.wmt17+tok.13a+version.1.4.14 = 28.3"
OLD_CHRF = "chrF2+case.mixed+numchars.6+numrefs.1+space.False+version.1.4.14 = 0.581"


def reasons(a: str, b: str) -> list[str]:
    """Return the fields or subjects that keep two scores apart."""
    return [reason.partition(":")[0] for reason in sy.explain_signature(a, b).reasons]


@pytest.mark.parametrize("signature", [BLEU, CHRF, TER])
def test_long_and_short_forms_say_the_same(signature: str) -> None:
    name, _, fields = signature.partition("|")
    short = f"{name}|{shorten_signature(fields)}"
    assert short != signature
    assert sy.explain_signature(short).fields == sy.explain_signature(signature).fields
    assert sy.explain_signature(signature, short).is_comparable
    assert {row.effect for row in sy.explain_signature(signature, short).fields} == {"same"}


@pytest.mark.parametrize("flags", [(), ("-sh",), ("-ci", "-cin", "10"), ("-m", "chrf"), ("-m", "ter", "-sh")])
def test_what_sacrebleu_prints_is_read(flags: tuple[str, ...]) -> None:
    line = sacrebleu(REFERENCE, "-i", HARBOUR, "-f", "text", *flags)
    found = sy.explain_signature(line)
    assert found.fields[0].key == "nrefs"
    assert not any(row.means.startswith("the option") for row in found.fields)
    assert found.method["scores"] == [line.partition(" = ")[2].split()[0]]


@pytest.mark.parametrize("name", sorted(available()))
def test_our_signatures_are_read_whatever_the_metric(name: str) -> None:
    metric = available()[name]()
    signature = f"{metric.label}|{metric.signature('2')}"
    found = sy.explain_signature(signature, signature)
    assert found.method["metrics"] == [metric.label] * 2
    assert found.is_comparable
    assert "|".join(f"{row.key}:{row.value}" for row in found.fields) == metric.signature("2")
    assert SignatureExplanation.from_dict(json.loads(found.to_json())) == found


@pytest.mark.parametrize(
    ("old", "new"),
    [("tok:13a", "tok:intl"), ("case:mixed", "case:lc"), ("smooth:exp", "smooth:floor[0.1]"), ("eff:no", "eff:yes"),
     ("nrefs:1", "nrefs:2"), ("nrefs:1", "nrefs:var")],
)  # fmt: skip
def test_a_field_that_makes_another_score_is_the_reason(old: str, new: str) -> None:
    assert reasons(BLEU, BLEU.replace(old, new)) == [old.partition(":")[0]]
    assert reasons(BLEU.replace(old, new), BLEU) == [old.partition(":")[0]]


def test_fields_of_a_run_change_no_score() -> None:
    run_of = BLEU.replace("nrefs:1", "nrefs:1|bs:1000|seed:12345")
    found = sy.explain_signature(run_of, BLEU)
    assert found.is_comparable
    assert {row.key for row in found.fields if row.effect == "intervals and tests only"} == {"bs", "seed"}
    assert sy.explain_signature(run_of, run_of.replace("12345", "1")).is_comparable


def test_other_texts_and_other_metrics_are_reasons() -> None:
    one = BLEU.replace("|tok", "|lang:en-de|test:wmt17|tok")
    assert reasons(one, one.replace("wmt17", "wmt18")) == ["test"]
    assert reasons(one, one.replace("en-de", "de-en")) == ["lang"]
    assert reasons(BLEU, BLEU.replace("BLEU|", "spBLEU|")) == ["The metrics differ"]
    assert "The metrics differ" in reasons(BLEU, CHRF)
    assert reasons(CHRF, CHRF.replace("chrF2|", "chrF2++|").replace("nw:0", "nw:2")) == ["The metrics differ", "nw"]


def test_the_test_set_is_named_as_unknown_unless_both_say_it() -> None:
    one = BLEU.replace("|tok", "|lang:en-de|test:wmt17|tok")
    unknown = "Make sure that both scores are on the same segments"
    assert any(unknown in caveat for caveat in sy.explain_signature(BLEU, one).caveats)
    assert not any(unknown in caveat for caveat in sy.explain_signature(one, one).caveats)


def test_a_field_that_only_one_has_is_a_reason() -> None:
    assert reasons(BLEU, BLEU.replace("|tok:13a", "")) == ["tok"]
    assert reasons(BLEU, BLEU.replace("|version", "|view:char|version")) == ["view"]


def caveats(a: str, b: str) -> str:
    return " ".join(sy.explain_signature(a, b).caveats)


def test_what_is_known_of_versions_is_said() -> None:
    ours = BLEU.replace("2.6.0", "sy.0.1.0")
    assert "BLEU, chrF and TER of Steelyard equal those of sacreBLEU 2.6.0 within 1e-9" in caveats(BLEU, ours)
    assert "are unknown" in caveats(BLEU.replace("2.6.0", "2.4.0"), ours)
    assert "No change of scores after 2.0.0 is known here" in caveats(BLEU, BLEU.replace("2.6.0", "2.4.0"))
    assert "version" not in caveats(BLEU, BLEU)
    assert "The version of the second is unknown" in caveats(BLEU, BLEU.replace("|version:2.6.0", ""))
    old = OLD_BLEU.replace("1.4.14", "1.4.0")
    assert "since sacreBLEU 1.4.4, smoothing was applied to bigrams too" in caveats(old, OLD_BLEU)
    assert "1.4.4" not in caveats(OLD_BLEU, BLEU)
    assert sy.explain_signature(OLD_BLEU, BLEU).is_comparable
    assert "because releases before 2.0.0 did not write it" in caveats(OLD_BLEU, BLEU)


def test_scores_of_before_2_had_another_scale() -> None:
    found = sy.explain_signature(OLD_CHRF, CHRF)
    assert found.is_comparable is False
    assert any("from 0 to 100" in reason for reason in found.reasons)
    assert found.method["metrics"] == ["chrF2", "chrF2"]
    ours = CHRF.replace("2.6.0", "sy.0.1.0")
    assert any("from 0 to 100 in Steelyard" in reason for reason in sy.explain_signature(OLD_CHRF, ours).reasons)
    assert sy.explain_signature(OLD_CHRF, OLD_CHRF).is_comparable


def test_a_signature_without_its_metric_is_told_by_its_fields() -> None:
    for signature in (BLEU, CHRF, TER):
        name, _, fields = signature.partition("|")
        assert sy.explain_signature(fields).method["metrics"] == [name]


@pytest.mark.parametrize(
    "text", ["", "hello", "32.1", "BLEU", "a|b|c", "BLEU|tok:13a", "BLEU|case:|tok:13a", "case:lc|case:mixed|version:1"]
)
def test_what_is_no_signature_is_refused(text: str) -> None:
    with pytest.raises(SpecError, match="is not a signature"):
        sy.explain_signature(text)
    outcome = run("check", "signature", BLEU, text)
    assert (outcome.status, outcome.out) == (2, "")
    assert "is not a signature" in outcome.err


def test_the_command_says_it_by_its_status_too() -> None:
    assert output("check", "signature", f"{BLEU} = 32.1").splitlines()[0] == "BLEU = 32.1"
    assert output("check", "signature", f"{BLEU} = 32.1", f"{BLEU} = 30.9").startswith("The two scores are comparable")
    outcome = run("check", "signature", BLEU, BLEU.replace("mixed", "lc"))
    assert (outcome.status, outcome.err) == (1, "")
    assert outcome.out.startswith(
        "The two scores are not comparable (first: BLEU, second: BLEU).\n\n- case: the first has mixed (upper and lower"
    )
    assert (
        "| case | mixed | lc | another score |"
        in run("check", "signature", BLEU, BLEU.replace("mixed", "lc"), "-f", "markdown").out
    )


def test_chance_is_left_to_a_test() -> None:
    assert "`steelyard compare`" in caveats(f"{BLEU} = 32.1", f"{BLEU} = 30.9")
    assert "`steelyard compare`" not in caveats(BLEU, BLEU)
    assert "split into words before scoring" in caveats(BLEU.replace("13a", "none"), BLEU.replace("13a", "none"))


def test_metrics_without_a_release_and_tokenizers_of_others_are_told_as_far_as_they_are_known() -> None:
    wer = "WER|nrefs:1|case:mixed|tok:13a|version:2.6.0"
    assert sy.explain_signature(wer, wer.replace("2.6.0", "sy.0.1.0")).caveats
    for tokenizer, wanted in (
        ("13a", "13a "),
        ("spm:mine", "pieces of the SentencePiece model mine"),
        ("moses", "words as moses"),
    ):
        [row] = [
            row for row in sy.explain_signature(BLEU.replace("tok:13a", f"tok:{tokenizer}")).fields if row.key == "tok"
        ]
        assert row.means.startswith(wanted), row.means
