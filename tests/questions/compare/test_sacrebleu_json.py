"""`--format sacrebleu`: the keys, nesting and scores of sacreBLEU's own JSON of systems beside a baseline."""

import json

import pytest

from tests.cli.running import HARBOUR, LANTERN, ORATOR, REFERENCE, TANGLE, output, run, sacrebleu, shape


def test_pairs_with_the_baseline_have_sacrebleus_keys_and_scores() -> None:
    argv = (REFERENCE, "-i", HARBOUR, LANTERN, TANGLE)
    ours = json.loads(output("compare", *argv, "--names", *argv[2:], "-f", "sacrebleu", "-q"))
    theirs = json.loads(sacrebleu(*argv, "--paired-ar"))
    assert shape(ours) == shape(theirs)
    assert [row["system"] for row in ours] == [row["system"] for row in theirs]
    assert [row["BLEU"]["score"] for row in ours] == pytest.approx([row["BLEU"]["score"] for row in theirs], abs=1e-9)
    for our, their in zip(ours[1:], theirs[1:], strict=True):  # 10,000 draws each: at most .005 standard error
        assert our["BLEU"]["p_value"] == pytest.approx(their["BLEU"]["p_value"], abs=0.03)
    assert ours[1]["BLEU"]["p_value"] > 0.3
    assert ours[2]["BLEU"]["p_value"] == theirs[2]["BLEU"]["p_value"] == 1 / 10_001  # no draw is as extreme


@pytest.mark.parametrize("flag", ["-par", "--paired-ar"])
def test_sacrebleus_paired_flag_asks_for_the_baseline(flag: str) -> None:
    argv = (REFERENCE, "-i", HARBOUR, LANTERN, TANGLE, "-f", "json")
    expected = output("compare", *argv, "--pairs", "baseline", "-n", "500")
    assert output("compare", *argv, flag, "-parn", "500") == expected


def test_json_of_a_comparison_has_the_metrics_in_sacrebleus_order() -> None:
    argv = (REFERENCE, "-i", HARBOUR, ORATOR, "-m", "ter", "bleu", "chrf", "--paired-ar", "--paired-ar-n", "50")
    ours = json.loads(output("compare", *argv, "-q", "--format", "sacrebleu"))
    theirs = json.loads(sacrebleu(*argv, "-f", "json"))
    assert [list(row) for row in ours] == [list(row) for row in theirs]
    for mine, yours in zip(ours, theirs, strict=True):
        for metric in ("TER", "BLEU", "chrF2"):
            assert mine[metric]["score"] == pytest.approx(yours[metric]["score"], abs=1e-9)


def test_two_metrics_of_one_label_do_not_swallow_each_other() -> None:
    metrics = ("-m", "bleu", "bleu(tokenize=char)", "-f", "sacrebleu")
    paired = run("compare", REFERENCE, "-i", HARBOUR, ORATOR, *metrics)
    assert paired.status == 2 or all(len(row) == 3 for row in json.loads(paired.out))
