"""Measure the tables of docs/howto/lab/choose-outputs.md on WMT23 English-German, and write them into the page.

Usage: python benchmarks/choose.py
STEELYARD_TEST_DATA names the folder that holds data/wmt23-en-de.
Takes about four minutes, most of them for combinations with all backbones.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "howto" / "choose-outputs.md"
BEST = ("GPT4-5shot", "ONLINE-W", "ONLINE-B")
ESTIMATES = ("MetricX-23-QE-src", "CometKiwi-XXL-src", "XCOMET-QE-Ensemble-src")
METEOR = "meteor-1.5(language=de,without=(synonym,paraphrase),function_words=none,tokenize=13a)"
COMBINATIONS = {
    "one backbone": (),
    "aligned by TER": ("--network-alignment", "ter"),
    "aligned by METEOR's stems": ("--network-alignment", METEOR),
    "all backbones": ("--backbones", "all"),
}


def main() -> None:
    """Ask every question of the page, and write the tables."""
    data = Path(os.environ["STEELYARD_TEST_DATA"]) / "data" / "wmt23-en-de"
    every = sorted((data / "sys").glob("*.de"))
    best = [data / "sys" / f"{name}.de" for name in BEST]
    scores = data / "metrics" / "seg.tsv.gz"
    asked = {
        "consensus of the 3 best, chrF": (best, ()),
        "consensus of all 12, chrF": (every, ()),
        "consensus of all 12, BLEU": (every, ("--utility", "bleu")),
        "consensus of all 12, METEOR": (every, ("--utility", "meteor-2005", "-m", "meteor-2005", "chrf", "bleu")),
        **{f"highest {name.removesuffix('-src')}": (every, ("--qe", f"{name}={scores}")) for name in ESTIMATES},
        "the 3 highest by MetricX-23-QE, then consensus": (
            every,
            ("--qe", f"{ESTIMATES[0]}={scores}", "--keep-by-qe", "3"),
        ),
    }
    rows = [
        "| chosen | MQM | against the best single system | chrF | BLEU | length ratio |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, (systems, flags) in asked.items():
        choice = chosen(data, systems, flags)
        if len(rows) == 2:
            rows.append(row_of(choice, "best single system", "baseline", ""))
        [gain] = [pair for pair in choice["pairs"] if pair["metric"] == "people"]
        low, high = gain["interval"]
        told = f"{gain['difference']:+.2f} [{low:+.2f}, {high:+.2f}], {gain['verdict']}"
        rows.append(row_of(choice, name, "chosen", told))
        if name.startswith("consensus of all 12, chrF"):
            pools = pool_table(choice)
            oracle = [
                row_of(choice, "oracle of people", "best by people", ""),
                row_of(choice, "a random system", "random", ""),
            ]
    text = PAGE.read_text(encoding="utf-8")
    for block, lines in (
        ("people", [*rows, *oracle]),
        ("pools", pools),
        ("combined", combined_table(data, best, every)),
    ):
        text = re.sub(
            rf"(<!-- measured: {block} -->\n).*?(<!-- end -->)",
            lambda found, lines=lines: "\n".join([found[1], *lines, "", found[2]]),
            text,
            flags=re.DOTALL,
        )
    PAGE.write_text(text, encoding="utf-8")


def chosen(data: Path, systems: list[Path], flags: tuple[str, ...]) -> dict:
    """Return the answer of a command."""
    words = [sys.executable, "-m", "steelyard", "lab", "choose", *systems, "--references", data / "ref.refA.de"]
    words += ["--ratings", data / "human" / "mqm.seg.tsv", "--documents", f"{data / 'docs.tsv'}:doc", *flags]
    words += ["-f", "json", "-q"]
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def row_of(choice: dict, name: str, selection: str, told: str) -> str:
    """Set a selection's scores in a row."""
    scores = {row["metric"]: row["score"] for row in choice["scores"] if row["system"] == selection}
    [ratio] = [row["length_ratio"] for row in choice["selections"] if row["selection"] == selection]
    return f"| {name} | {scores['people']:.2f} | {told} | {scores['chrf']:.2f} | {scores['bleu']:.2f} | {ratio:.3f} |"


def combined_table(data: Path, best: list[Path], every: list[Path]) -> list[str]:
    """Set what combinations reach beside the best single system and the consensus."""
    lines = ["| text | chrF | BLEU | length ratio |", "| --- | --- | --- | --- |"]
    for pool, systems in (("the 3 best", best), ("all 12", every)):
        for how, flags in COMBINATIONS.items():
            choice = chosen(data, systems, ("--combine", "network", "--pools", "0", *flags))
            named = [] if flags else [("chosen", f"consensus of {pool}, chrF")]
            named += [("combined", f"combination of {pool}, {how}")]
            for selection, name in [("baseline", "best single system"), *named] if len(lines) == 2 else named:
                scores = {row["metric"]: row["score"] for row in choice["scores"] if row["system"] == selection}
                [ratio] = [row["length_ratio"] for row in choice["selections"] if row["selection"] == selection]
                lines.append(f"| {name} | {scores['chrf']:.2f} | {scores['bleu']:.2f} | {ratio:.3f} |")
    return lines


def pool_table(choice: dict) -> list[str]:
    """Set what pools of the best systems give."""
    rows = [row for row in choice["pools"] if row["pools"] == "best first"]
    lines = ["| systems | joined by | MQM | chrF | BLEU |", "| --- | --- | --- | --- | --- |"]
    for size in (1, 2, 3, 5, 8, 12):
        found = {row["metric"]: row for row in rows if row["n_candidates"] == size}
        lines.append(
            f"| {size} | {found['people']['added']} | {found['people']['score']:.2f} | {found['chrf']['score']:.2f} | "
            f"{found['bleu']['score']:.2f} |"
        )
    return lines


if __name__ == "__main__":
    main()
