"""Make test sets of any size from the bundled example: recombined references, and systems that err in several ways."""

import random
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def paths_of(folder: Path, n_segments: int, n_systems: int) -> tuple[Path, list[Path]]:
    """Name the files of a test set."""
    return folder / f"reference.{n_segments}", [folder / f"system{i:02d}.{n_segments}" for i in range(n_systems)]


def write_corpus(folder: Path, n_segments: int, n_systems: int, *, seed: int = 12345) -> None:
    """Write a reference and some systems; the same arguments give the same bytes.

    Lines are all different, so that a peer that remembers lines gains nothing it would not gain on real text.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(seed)  # noqa: S311  # reproducible data, not secrets
    lines = [
        line
        for name in ("reference.1.en", "reference.2.en")
        for line in (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
    ]
    words = [word for line in lines for word in line.split()]
    references = [_recombine(rng, lines, words) for _ in range(n_segments)]
    reference, systems = paths_of(folder, n_segments, n_systems)
    reference.write_text("".join(f"{line}\n" for line in references), encoding="utf-8")
    for number, path in enumerate(systems):
        rate = 0.05 + 0.4 * number / n_systems
        path.write_text("".join(f"{_corrupt(rng, line, words, rate)}\n" for line in references), encoding="utf-8")


def _recombine(rng: random.Random, lines: list[str], words: list[str]) -> str:
    """Join a line and part of another, a third of the words replaced: about 20 words, as news has."""
    tokens = rng.choice(lines).split() + rng.choice(lines).split()[: rng.randrange(12)]
    return " ".join(rng.choice(words) if rng.random() < 0.3 else token for token in tokens)


def _corrupt(rng: random.Random, line: str, words: list[str], rate: float) -> str:
    tokens: list[str] = []
    for token in line.split():
        kind = rng.random() / rate
        if kind >= 1:
            tokens.append(token)
        elif kind < 0.5:
            tokens.append(rng.choice(words))
        elif kind < 0.7:
            tokens += [token, rng.choice(words)]
    if len(tokens) > 2 and rng.random() < rate:
        i, j = sorted(rng.sample(range(len(tokens)), 2))
        tokens[i], tokens[j] = tokens[j], tokens[i]
    return " ".join(tokens) or rng.choice(words)


if __name__ == "__main__":
    write_corpus(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
