"""Metrics are held against these raters: said in the first line and in the method, in the words of `human`."""

from pathlib import Path

import numpy as np
import pytest

from tests.cli.running import output, run

NAMES = ("ann", "bob", "cyd")


def written(folder: Path, *, with_raters: bool = True) -> tuple[str, str]:
    """Write scores of five systems by a metric, and ratings of three people."""
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(5, 30)) + np.arange(5)[:, None] / 4
    head, ratings = "system\tsegment\trater\tscore", []
    for s, n, r in np.ndindex(5, 30, 3):
        score = 50 + 10 * quality[s, n] + rng.normal(0, 5)
        ratings.append(f"s{s}\t{n + 1}\t{NAMES[r] if with_raters else ''}\t{score:.2f}")
    metric = [f"s{s}\t{n + 1}\t{quality[s, n] + rng.normal():.3f}" for s, n in np.ndindex(5, 30)]
    (folder / "r.tsv").write_text("\n".join([head, *ratings]) + "\n", encoding="utf-8")
    (folder / "m.tsv").write_text("\n".join(["system\tline\tscore", *metric]) + "\n", encoding="utf-8")
    return str(folder / "r.tsv"), str(folder / "m.tsv")


@pytest.mark.parametrize("raters", [(), ("--raters", "fixed")])
def test_the_first_line_and_the_method_say_so(raters: tuple[str, ...], tmp_path: Path) -> None:
    ratings, metric = written(tmp_path)
    how = ("--scores", f"m={metric}", "--ratings", ratings, "-q", "--higher-is-better", "m", *raters)
    said = output("meta", *how)
    assert said.startswith("To compare systems (5 systems, these raters): ")
    assert "means over 3 raters. Agreement is with these raters" in " ".join(said.split())


def test_raters_who_are_not_named_are_not_told_of(tmp_path: Path) -> None:
    ratings, metric = written(tmp_path, with_raters=False)
    said = output("meta", "--scores", f"m={metric}", "--ratings", ratings, "-q", "--higher-is-better", "m")
    assert "raters" not in said.splitlines()[0] and "taken as fixed" not in said


def test_raters_like_these_are_refused(tmp_path: Path) -> None:
    ratings, metric = written(tmp_path)
    found = run(
        "meta", "--scores", f"m={metric}", "--ratings", ratings, "--raters", "sampled", "--higher-is-better", "m"
    )
    assert found.status == 2 and "compared with the mean of these raters" in found.err


def test_tests_of_metrics_too(tmp_path: Path) -> None:
    systems = [str(path) for path in sorted(Path("examples/systems").iterdir())]
    how = ("meta", "tests", "examples/reference.1.en", "-i", *systems, "--ratings", "examples/ratings.tsv", "-n", "100")
    said = output(*how, "-q")
    assert "(these raters)" in " ".join(said.split("\n\n")[0].split()) and "Agreement is with these raters" in " ".join(
        said.split()
    )
    assert run(*how, "--raters", "sampled").status == 2
