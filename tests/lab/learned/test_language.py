"""A model knows its language by frequent letter sequences, and refuses references in another."""

from pathlib import Path

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import DataError
from steelyard.types import LearnedModel, LinearPredictor, letter_sequences
from tests.cli.running import output, run
from tests.conftest import EXAMPLES

ENGLISH = (EXAMPLES / "reference.1.en").read_text(encoding="utf-8").splitlines() * 3
GERMAN = (EXAMPLES / "source.de").read_text(encoding="utf-8").splitlines() * 3


def model_of(texts: list[str]) -> LearnedModel:
    return LearnedModel(
        "ridge", ("chrf",), (True,), np.zeros(1), np.ones(1), LinearPredictor(np.ones(1), 0.0), (),
        letter_sequences(texts),
    )  # fmt: skip


def test_another_language_is_refused_and_the_same_is_not() -> None:
    model = model_of(ENGLISH)
    assert len(model.language) == 100
    model.check_language(ENGLISH[::2] * 2, "m.json")
    with pytest.raises(DataError, match=r"m\.json learned from texts in another language: of the 100 .*, \d+ are freq"):
        model.check_language(GERMAN, "m.json")
    assert LearnedModel.from_dict(model.to_dict()).language == model.language


@pytest.mark.parametrize("texts", [GERMAN[:20], ["春眠不觉晓处处闻啼鸟"] * 3000])
def test_what_says_too_little_is_not_refused(texts: list[str]) -> None:
    model_of(texts).check_language(["夜来风雨声花落知多少"] * 3000, "m.json")
    model_of(ENGLISH).check_language(GERMAN[:20], "m.json")


def test_languages_of_real_texts_are_told_apart(test_data: Path) -> None:
    """One language in two sets of news, and three languages in one."""

    def lines(name: str) -> list[str]:
        return (test_data / "data" / name).read_text(encoding="utf-8").splitlines()

    german = model_of(lines("wmt21-news-en-de/ref.A.de"))
    german.check_language(lines("wmt14-en-de-10refs/ref.0.de"), "m.json")
    for other in ("wmt21-news-en-cs/ref.A.cs", "wmt14-en-de-10refs/src.en"):
        with pytest.raises(DataError, match="another language"):
            german.check_language(lines(other), "m.json")


def test_the_command_keeps_the_language_and_the_metric_refuses_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    systems = [EXAMPLES / "systems" / f"{name}.en" for name in ("harbour", "sparrow")]
    for name, text in (("ref", EXAMPLES / "reference.1.en"), *zip("ab", systems, strict=True)):
        Path(f"{name}.txt").write_text(text.read_text(encoding="utf-8") * 3, encoding="utf-8")
    rng = np.random.default_rng(1)
    rows = "".join(f"{a:.3f}\t{b:.3f}\n" for a, b in rng.normal(size=(len(ENGLISH), 2)))
    Path("people.tsv").write_text(f"a\tb\n{rows}", encoding="utf-8")
    words = ("ref.txt", "-i", "a.txt", "b.txt", "-m", "chrf", "--ratings", "people.tsv", "-n", "20", "-q")
    output("lab", "train", *words, "-o", "model.json", "--checks", "off")
    output("check", "result", "model.json")
    german = sy.TestSet(references=[GERMAN], systems={"mine": GERMAN[::-1]})
    with pytest.raises(DataError, match="another language"):
        sy.evaluate(german, ["learned(model=model.json)"])
    Path("de.txt").write_text("".join(f"{line}\n" for line in GERMAN), encoding="utf-8")
    outcome = run(
        "lab", "train", "apply", "model.json", "de.txt", "-i", "de.txt", "--checks", "warn", "-o", "scores.tsv"
    )
    assert (outcome.status, Path("scores.tsv").exists()) == (2, False)
    assert "another language" in outcome.err
