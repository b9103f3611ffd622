"""Systems of several runs: those of the example, and those that MultEval ships."""

from pathlib import Path
from typing import Any

import steelyard as sy
from tests.cli.running import DOCUMENTS, HARBOUR, LANTERN, PATHS, REFERENCE, SPARROW, TANGLE

RUNS = {"old": ["sparrow", "tangle"], "new": ["harbour", "lantern"]}
FOUR = ("compare", REFERENCE, "-i", HARBOUR, LANTERN, SPARROW, TANGLE, "--documents", DOCUMENTS)


def evaluation_of_four() -> sy.Evaluation:
    """Count four systems of the example, which stand for runs of two."""
    systems = {name: PATHS[name] for name in ("harbour", "lantern", "sparrow", "tangle")}
    data = sy.TestSet.from_files(references=[REFERENCE], systems=systems, documents=DOCUMENTS)
    return sy.evaluate(data, metrics=["bleu", "chrf"])


def optimised_by_multeval(test_data: Path) -> dict[str, Any]:
    """Compare the runs that MultEval ships, and their verdicts on these runs alone."""
    folder = test_data / "data" / "multeval-wmt10-de-en-opt"
    names = [f"{system}.opt{i}" for system in ("baseline", "sys1") for i in range(3)]
    data = sy.TestSet.from_files(
        references=[folder / "ref.A.en"], systems={name: folder / f"{name}.en" for name in names}
    )
    evaluation = sy.evaluate(data, metrics=["bleu(tokenize=none)", "ter"])
    runs = {"baseline": names[:3], "sys1": names[3:]}
    of_these = evaluation.compare(runs=runs, n_resamples=2000, generalise_to="text")
    return {"evaluation": evaluation, "comparison": of_these, "runs": runs}
