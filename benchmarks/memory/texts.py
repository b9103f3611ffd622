"""Made-up texts of N segments, and what stands beside texts: sources, documents, alignments, parses, check-points."""

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from corpus import paths_of, write_corpus

LINES_A_DOCUMENT = 20
SYSTEMS = ("a", "b", "c", "d")
Sizes = Mapping[str, int]
"""How many there are of what, by the letters of the formulas."""
TAGS = ("DET", "ADJ", "NOUN", "VERB", "ADP")
RELATIONS = ("det", "amod", "nsubj", "obj", "case")


def texts(sizes: Sizes) -> None:
    """Write a reference, a second one, four systems, a source and documents."""
    folder, n = Path(), sizes["N"]
    write_corpus(folder, n, len(SYSTEMS) + 1)
    reference, systems = paths_of(folder, n, len(SYSTEMS) + 1)
    for old, new in zip((reference, *systems), ("ref", "ref2", *SYSTEMS), strict=True):
        old.rename(f"{new}.txt")
    with Path("src.txt").open("w", encoding="utf-8") as file:
        file.writelines(f"{' '.join(f'ü{word}' for word in line.split())}\n" for line in lines_of("ref"))
    with Path("docs.txt").open("w", encoding="utf-8") as file:
        file.writelines(f"document{i // LINES_A_DOCUMENT}\n" for i in range(n))


def lines_of(name: str) -> Iterator[str]:
    """Return the lines of a text, one after the other."""
    with Path(f"{name}.txt").open(encoding="utf-8") as file:
        for line in file:
            yield line.rstrip("\n")


def mean_length(name: str = "ref") -> tuple[float, float]:
    """Return bytes and words of a line in the mean."""
    counts = [(len(line), len(line.split())) for line in lines_of(name)]
    return tuple(sum(column) / len(counts) for column in zip(*counts, strict=True))


def alignments(_: Sizes) -> None:
    """Write links word by word of the source with every text."""
    for name in ("ref", "a", "b"):
        with Path(f"{name}.align").open("w", encoding="utf-8") as file:
            for source, target in zip(lines_of("src"), lines_of(name), strict=True):
                n_links = min(len(source.split()), len(target.split()))
                file.write(" ".join(f"{i}-{i}" for i in range(n_links)) + "\n")


def parses(_: Sizes) -> None:
    """Write parses, of chains of words, of the source and the texts that have alignments."""
    for name in ("src", "ref", "a", "b"):
        with Path(f"{name}.conllu").open("w", encoding="utf-8") as file:
            for line in lines_of(name):
                for i, word in enumerate(line.split()):
                    tag, relation = TAGS[len(word) % 5], RELATIONS[len(word) % 5] if i else "root"
                    file.write(f"{i + 1}\t{word}\t{word.lower()}\t{tag}\t_\tNumber=Sing\t{i}\t{relation}\t_\t_\n")
                file.write("\n")


def glossary(_: Sizes) -> None:
    """Write 100 terms, words of the source."""
    words = sorted({word for line, _ in zip(lines_of("src"), range(1000), strict=False) for word in line.split()})
    Path("terms.tsv").write_text("".join(f"{word}\t{word[1:]}\n" for word in words[:100]), encoding="utf-8")


def points(_: Sizes) -> None:
    """Write three check-points a segment."""
    with Path("points.jsonl").open("w", encoding="utf-8") as file:
        for number, line in enumerate(lines_of("ref"), 1):
            for category, word in zip(("noun", "verb", "article"), line.split(), strict=False):
                file.write(json.dumps({"segment": number, "category": category, "references": [word]}) + "\n")


def contrasts(_: Sizes) -> None:
    """Write an item of a challenge set for every segment."""
    with Path("contrasts.tsv").open("w", encoding="utf-8") as file:
        file.write("source\tgood-translation\tincorrect-translation\treference\tphenomena\tlangpair\n")
        for i, cells in enumerate(zip(*map(lines_of, ("src", "a", "b", "ref")), strict=True)):
            file.write("\t".join((*cells, f"phenomenon {i % 20}", "de-en")) + "\n")


def shuffled() -> random.Random:
    """Return what draws made-up numbers, the same every time."""
    return random.Random(12345)  # noqa: S311  # reproducible data, not secrets
