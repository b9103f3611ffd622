"""Commands on texts without spaces between words: what is chosen is said, kept, and asked for again alike."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run

REFERENCE = [
    "我昨天去了图书馆借书。",
    "今天下雨，我们留在家里。",
    "火车晚点了两个小时。",
    "老师让学生写文章。",
    "他们在海边散步。",
    "妈妈做了晚饭。",
]
NEAR = [f"{line[:-2]}错{line[-1]}" for line in REFERENCE]
FAR = [*REFERENCE[:2], *REFERENCE[3:], REFERENCE[2]]
SAID = "the references are Chinese, written without spaces between words"


@pytest.fixture
def texts(tmp_path: Path) -> list[str]:
    for name, lines in (("ref", REFERENCE), ("near", NEAR), ("far", FAR)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [str(tmp_path / "ref"), "-i", str(tmp_path / "near"), str(tmp_path / "far")]


@pytest.mark.parametrize(
    "command",
    [
        "score", "compare", "plan texts", "explain errors", "explain diff", "explain influence", "board",
        "gate",
    ],
)  # fmt: skip
def test_the_tokenizer_is_chosen_said_and_kept(command: str, texts: list[str]) -> None:
    outcome = run(
        *command.split(),
        *texts,
        "-m",
        "bleu",
        "-f",
        "json",
        "--checks",
        "off",
        *["--max-drop", "bleu=1"] * (command == "gate"),
    )
    assert outcome.status in (0, 1), outcome.err
    assert f"steelyard: warning: {SAID}: bleu is computed as bleu(tokenize=zh).\n" in outcome.err
    method = json.loads(outcome.out)["method"]
    assert method["reading_notes"] == [f"{SAID}: bleu is computed as bleu(tokenize=zh)"]
    assert method["recipe"]["metrics"] == ["bleu(tokenize=zh)"]


def test_a_segment_is_explained_in_the_same_words(texts: list[str]) -> None:
    outcome = run("explain", "segment", "bleu", *texts, "--segment", "1", "-f", "json", "--checks", "off")
    assert (outcome.status, outcome.err.count("bleu is computed as bleu(tokenize=zh)")) == (0, 1)
    assert all("tokenize=zh" in one["metric"] for one in json.loads(outcome.out)["segments"])


def test_sacrebleus_signature_is_that_of_the_tokenizer(texts: list[str]) -> None:
    chosen, named = (run("score", *texts, *flags, "--checks", "off") for flags in ((), ("-tok", "zh")))
    assert chosen.out == named.out and "|tok:zh|" in chosen.out.replace("  ", "|")
    assert named.err == ""
    told = run("score", *texts, "-tok", "13a", "--checks", "off")
    assert "tok:13a" in told.out and "bleu(tokenize=13a) takes what stands between spaces for a word" in told.err
    assert run("score", *texts, "--checks", "off", "--quiet").err == ""


def test_word_errors_of_characters_are_character_errors(texts: list[str]) -> None:
    outcome = run("compare", *texts, "-m", "wer", "--checks", "off")
    assert "CER" in outcome.out and "WER" not in outcome.out


def test_words_of_questions_are_characters(texts: list[str]) -> None:
    for command in ("explain errors", "explain diff"):
        outcome = run(*command.split(), *texts, "--checks", "off", "-f", "json")
        assert f"{SAID}: the tokenizer zh makes the words" in outcome.err
        named = run(*command.split(), *texts, "--words", "13a", "--checks", "off")
        assert "the tokenizer 13a makes one word of what stands between spaces (--words zh)" in named.err


def test_kept_counts_are_chosen_by_the_plain_name(texts: list[str], tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    assert run("score", *texts, "-m", "bleu", "wer", "--keep", kept, "--checks", "off").status == 0
    outcome = run("compare", "--stats", kept, "-m", "wer")
    assert (outcome.status, outcome.err) == (0, "")
    assert "CER" in outcome.out


def test_a_result_is_verified_without_choosing_anew(texts: list[str], tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    for metrics in (["bleu"], ["nist(tokenize=13a)"]):
        found = run("compare", *texts, "-m", *metrics, "-f", "json", "--checks", "off")
        result.write_text(found.out, encoding="utf-8")
        outcome = run("check", "result", str(result))
        assert outcome.status == 0, outcome.out + outcome.err


def test_effective_documents_weigh_characters(texts: list[str], tmp_path: Path) -> None:
    documents = tmp_path / "documents"
    documents.write_text("a\na\na\nb\nb\nc\n", encoding="utf-8")
    outcome = run("compare", *texts, "--documents", str(documents), "-f", "json", "--checks", "off")
    sizes = [sum(map(len, REFERENCE[:3])), sum(map(len, REFERENCE[3:5])), len(REFERENCE[5])]
    wanted = sum(sizes) ** 2 / sum(size**2 for size in sizes)
    assert json.loads(outcome.out)["method"]["n_effective"] == pytest.approx(wanted)
