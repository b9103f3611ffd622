"""Made-up judgements and scores of the outputs of four systems."""

from pathlib import Path

from memory.texts import LINES_A_DOCUMENT, SYSTEMS, Sizes, lines_of, shuffled

RATERS = ("ann", "bob", "cat", "dan", "eve")


def ratings(sizes: Sizes) -> None:
    """Write a judgement of each output, by one of five raters."""
    draw = shuffled()
    with Path("ratings.tsv").open("w", encoding="utf-8") as file:
        file.write("system\tdocument\tline\trater\tkind\tscore\n")
        for i in range(sizes["N"]):
            document = i // LINES_A_DOCUMENT
            for j, system in enumerate(SYSTEMS):
                rater, score = RATERS[document % 5], min(100, max(0, round(draw.gauss(70 - 5 * j, 15))))
                file.write(f"{system}\tdocument{document}\t{i + 1}\t{rater}\tSYSTEM\t{score}\n")


def scores(sizes: Sizes) -> None:
    """Write scores of two metrics, a column for each system, and people's grades likewise."""
    draw = shuffled()
    for name in ("comet", "bleurt", "human"):
        with Path(f"{name}.tsv").open("w", encoding="utf-8") as file:
            file.write("\t".join(SYSTEMS) + "\n")
            for _ in range(sizes["N"]):
                file.write("\t".join(f"{draw.gauss(0.7 - 0.05 * j, 0.15):.4f}" for j in range(len(SYSTEMS))) + "\n")


def marks(_: Sizes) -> None:
    """Write errors that two raters marked in the outputs of two systems, one each."""
    with Path("mqm.tsv").open("w", encoding="utf-8") as file:
        file.write("system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n")
        for system in ("a", "b"):
            for i, (source, target) in enumerate(zip(lines_of("src"), lines_of(system), strict=True)):
                for rater in ("ann", "bob"):
                    words = target.split()
                    at = (i + len(rater) * len(words[0])) % len(words)
                    words[at] = f"<v>{words[at]}</v>"
                    document, severity = f"document{i // LINES_A_DOCUMENT}", ("Minor", "Major")[i % 7 == 0]
                    cells = (
                        system,
                        document,
                        "1",
                        str(i + 1),
                        rater,
                        source,
                        " ".join(words),
                        "Fluency/Grammar",
                        severity,
                    )
                    file.write("\t".join(cells) + "\n")
