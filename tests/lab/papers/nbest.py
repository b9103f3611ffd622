"""n-best lists made of the example's systems: what a decoder would have offered, in Moses' format."""

from pathlib import Path

import numpy as np

from tests.conftest import EXAMPLES, SYSTEMS

N_SEGMENTS = 24


def write_lists(folder: Path, *, n_segments: int = N_SEGMENTS, seed: int = 1, name: str = "list.txt") -> Path:
    """Write the first segments of all systems as lists, with two features of three values."""
    generator = np.random.default_rng(seed)
    texts = [(EXAMPLES / "systems" / f"{name}.en").read_text(encoding="utf-8").splitlines() for name in SYSTEMS]
    lines = []
    for segment in range(n_segments):
        for system, text in enumerate(texts):
            noise = generator.normal(size=2).round(4)
            words = text[segment].split()
            lines.append(
                f"{segment} ||| {text[segment]} ||| lm= {noise[0] - 0.3 * system:.4f} "
                f"tm= {noise[1]:.4f} {len(words)} ||| {noise.sum():.4f}"
            )
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def write_reference(folder: Path, *, n_segments: int = N_SEGMENTS) -> Path:
    """Write as many lines of the first reference."""
    lines = (EXAMPLES / "reference.1.en").read_text(encoding="utf-8").splitlines()[:n_segments]
    path = folder / "reference.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
