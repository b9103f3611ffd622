"""Work of one function beside a peer's: CPU seconds in this process on texts that are in memory, one core.

Each tool gets what it likes best: strings, or words in lists that are made before the clock starts. Times are the least
of several alternating runs. `ours` counts encoding, statistics and score; `kernel` is the native part alone, where the
peer's figure is for a kernel too. Word lists are read once, before the least run.

Usage: make bench, or benchmarks/run.sh functions [--runs 5] [--only NAME]
Real outputs are used where STEELYARD_TEST_DATA names their folder, else made-up ones.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from commands import real_texts
from corpus import paths_of, write_corpus

import steelyard as sy
from steelyard import _native
from steelyard.text import Corpus, Reading

Run = Callable[[], object]


@dataclass(frozen=True)
class Pair:
    """One line of the table: our function and a peer's on the same texts, where there is a peer."""

    name: str
    peer: str
    ours: Run
    theirs: Run | None
    factor: float = 1.0  # that makes the peer's work as much as ours


def seconds(run: Run) -> float:
    """Time one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


class _NoSynonyms:
    """Stands for NLTK's WordNet, which is a download: METEOR then matches equal words and stems."""

    @staticmethod
    def synsets(_word: str) -> list[object]:
        return []


def pairs_of(hypotheses: Sequence[str], references: Sequence[str]) -> list[Pair]:
    """List what is timed."""
    import jiwer
    from nltk.translate.gleu_score import corpus_gleu
    from nltk.translate.meteor_score import single_meteor_score
    from nltk.translate.nist_score import corpus_nist
    from nltk.translate.ribes_score import corpus_ribes
    from rapidfuzz.distance import Levenshtein
    from rouge_score.rouge_scorer import RougeScorer
    from sacrebleu.metrics import BLEU, CHRF, TER

    split_hypotheses, split_references = ([line.split() for line in text] for text in (hypotheses, references))
    nested = [[reference] for reference in split_references]
    numbers: dict[str, int] = {}
    ids = [[[numbers.setdefault(word, len(numbers)) for word in line] for line in text]
           for text in (split_hypotheses, split_references)]  # fmt: skip
    scorer = RougeScorer(["rouge1", "rouge2", "rougeL"])
    data = sy.TestSet(references=[references], systems={"x": hypotheses})
    encoded = {tokenize: Corpus(data).encode(Reading(tokenize)) for tokenize in ("none", "char+space")}

    def ours(*metrics: str) -> Run:
        return lambda: sy.evaluate(data, metrics=list(metrics)).scores()

    def kernel(tokenize: str) -> Run:
        distances = np.empty((1, 1, len(hypotheses)), dtype=np.int64)
        return lambda: _native.edit_distances(encoded[tokenize].arrays, distances, 1)

    def their_distances(texts: Sequence[Sequence[Sequence[object]]]) -> Run:
        return lambda: [Levenshtein.distance(a, b) for a, b in zip(*texts, strict=True)]

    def sacrebleu(metric: type) -> Run:
        return lambda: metric().corpus_score(list(hypotheses), [list(references)])

    return [
        Pair("BLEU", "sacreBLEU", ours("bleu"), sacrebleu(BLEU)),
        Pair("chrF", "sacreBLEU", ours("chrf"), sacrebleu(CHRF)),
        Pair("TER", "sacreBLEU", ours("ter"), sacrebleu(TER)),
        Pair("NIST", "nltk corpus_nist", ours("nist(tokenize=none)"), lambda: corpus_nist(nested, split_hypotheses)),
        Pair("GLEU", "nltk corpus_gleu", ours("gleu(tokenize=none)"), lambda: corpus_gleu(nested, split_hypotheses)),
        Pair("WER", "jiwer.wer", ours("wer"), lambda: jiwer.wer(list(references), list(hypotheses))),
        Pair("CER", "jiwer.cer", ours("cer"), lambda: jiwer.cer(list(references), list(hypotheses))),
        Pair("word edit distance, kernel", "rapidfuzz, lists of numbers", kernel("none"), their_distances(ids)),
        Pair(
            "character edit distance, kernel", "rapidfuzz, strings", kernel("char+space"),
            their_distances([hypotheses, references]),
        ),
        Pair(
            "ROUGE-1, -2, -L", "rouge-score", ours("rouge-1", "rouge-2", "rouge-l"),
            lambda: [scorer.score(a, b) for a, b in zip(references, hypotheses, strict=True)],
        ),
        Pair(
            "RIBES", "nltk corpus_ribes", ours("ribes(variant=paper, lowercase=False)"),
            lambda: corpus_ribes(nested, split_hypotheses),
        ),
        Pair(
            "METEOR of 2005, words and stems", "nltk single_meteor_score",
            ours("meteor-2005(without=synonym, tokenize=none, average=segments)"),
            lambda: [single_meteor_score(*texts, wordnet=_NoSynonyms())
                     for texts in zip(split_references, split_hypotheses, strict=True)],
        ),
        Pair(
            "METEOR 1.5, words, stems and synonyms", "",
            ours("meteor-1.5(without=paraphrase, function_words=none, tokenize=13a)"), None,
        ),
        Pair("IMPACT", "", ours("impact(tokenize=none)"), None),
        Pair("AILE", "", ours("aile(tokenize=none)"), None),
    ]  # fmt: skip


def print_rows(pairs: Iterable[Pair], n_runs: int, only: str) -> None:
    """Time and print one line after the other: the least of alternating runs, and the peer's by our amount of work."""
    for pair in pairs:
        if only not in pair.name:
            continue
        runs = [run for run in (pair.ours, pair.theirs) if run is not None]
        ours, *theirs = map(min, zip(*([seconds(run) for run in runs] for _ in range(n_runs)), strict=True))
        peers = f"{pair.factor * theirs[0]:.4f} | {pair.factor * theirs[0] / ours:.1f}x" if theirs else "none | "
        print(f"| {pair.name} | {pair.peer} | {ours:.4f} | {peers} |", flush=True)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="alternating runs of each function (5)")
    parser.add_argument("--only", default="", help="only lines whose name holds this")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder:
        texts = real_texts(Path(folder))
        if not texts:
            write_corpus(Path(folder), 3000, 12)
            reference, systems = paths_of(Path(folder), 3000, 12)
            texts = [reference, systems[3]]
        references, hypotheses = (path.read_text(encoding="utf-8").splitlines() for path in texts)
    print(
        f"\n{len(hypotheses):,} segments\n\n| function | peer | ours | theirs | ratio |\n|---|---|---|---|---|",
        flush=True,
    )
    print_rows(pairs_of(hypotheses, references), arguments.runs, arguments.only)


if __name__ == "__main__":
    main()
