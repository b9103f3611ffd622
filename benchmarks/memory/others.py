"""Made-up boards, campaigns, runs of training, and n-best lists."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from corpus import EXAMPLES

from memory.texts import SYSTEMS, Sizes, lines_of, shuffled

N_TASKS = 4


def write_rows(name: str, header: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a table with tabs."""
    with Path(name).open("w", encoding="utf-8") as file:
        file.write("\t".join(header) + "\n")
        file.writelines("\t".join(map(str, row)) + "\n" for row in rows)


def board(sizes: Sizes) -> None:
    """Write passes and fails of S systems, a row for each item."""
    draw, n_systems = shuffled(), sizes["S"]

    def rows() -> Iterable[list[object]]:
        for i in range(sizes["N"]):
            hard = draw.gauss(0, 1)
            yield [f"q{i}", *(int(draw.gauss(j / n_systems, 1) > hard) for j in range(n_systems))]

    write_rows(f"board.{n_systems}.tsv", ["item", *(f"system{j}" for j in range(n_systems))], rows())


def campaign(sizes: Sizes) -> None:
    """Write four tasks of n items and three systems."""
    draw = shuffled()
    for task in range(N_TASKS):
        rows = ([i, *(round(draw.gauss(70 - j, 15)) for j in range(3))] for i in range(1, sizes["N"] + 1))
        write_rows(f"task{task}.tsv", ("item", "amber", "birch", "cedar"), rows)
    tasks = (f'[tasks.task{task}]\nscores = {{ grade = "task{task}.tsv" }}\n' for task in range(N_TASKS))
    Path("campaign.toml").write_text("\n".join(tasks), encoding="utf-8")


def metrics_task(sizes: Sizes) -> None:
    """Write people's ratings and three metrics' scores of n segments of three systems, on two tasks."""
    draw = shuffled()
    places = [(system, i) for system in ("amber", "birch", "cedar") for i in range(1, sizes["N"] + 1)]
    for task in ("one", "two"):
        grades = ((*place, round(draw.gauss(70, 15))) for place in places)
        write_rows(f"{task}.ratings.tsv", ("system", "line", "score"), grades)
        scores = ((*place, *(f"{draw.gauss(0, 1):.3f}" for _ in range(3))) for place in places)
        write_rows(f"{task}.metrics.tsv", ("system", "line", "oak", "maple", "willow"), scores)
    tasks = (f'[tasks.{x}]\nratings = "{x}.ratings.tsv"\nscores = "{x}.metrics.tsv"\n' for x in ("one", "two"))
    Path("metrics.toml").write_text('primary = ["oak"]\nbaseline = ["maple"]\n' + "".join(tasks), encoding="utf-8")


def runs(sizes: Sizes) -> None:
    """Write n runs of training: two systems, and seven sizes of the data."""
    draw = shuffled()
    rows = []
    for i in range(sizes["N"]):
        size = 1000 * 2 ** (i % 7)
        score = 40 - 30 * (size / 1000) ** -0.3 + draw.gauss(0, 0.3)
        rows.append((("words", "subwords")[i // 7 % 2], size, i // 14 + 1, f"{score:.2f}"))
    write_rows("runs.tsv", ("system", "size", "replicate", "score"), rows)


def lists(sizes: Sizes) -> None:
    """Write lists of C candidates: words of the outputs exchanged, two features of three values."""
    draw = shuffled()
    with Path(f"lists.{sizes['C']}.txt").open("w", encoding="utf-8") as file:
        for i, outputs in enumerate(zip(*map(lines_of, SYSTEMS), strict=True)):
            for k in range(sizes["C"]):
                words = outputs[k % len(outputs)].split()
                at = k % len(words)
                words[at], words[-1] = words[-1], words[at]
                noise = draw.gauss(0, 1)
                file.write(f"{i} ||| {' '.join(words)} ||| lm= {noise:.4f} tm= {-noise / 2:.4f} {len(words)} ||| 0\n")


def samples(sizes: Sizes) -> None:
    """Write the same candidates without numbers, a line each."""
    names = (Path(f"{name}.{sizes['C']}.txt") for name in ("lists", "samples"))
    with next(names).open(encoding="utf-8") as file, next(names).open("w", encoding="utf-8") as target:
        target.writelines(line.split(" ||| ")[1] + "\n" for line in file)


def patterns(_: Sizes) -> None:
    """Copy the patterns of the example."""
    shutil.copy(EXAMPLES / "patterns.toml", "patterns.toml")
