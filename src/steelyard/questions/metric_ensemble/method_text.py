"""The sentence for a paper on an ensemble of metrics, and what to know before it is used."""

from steelyard.metrics import package_version
from steelyard.questions.metric_ensemble.answer import WEIGHTED, MetricEnsembleFit

__all__ = ["ensemble_sentence", "ensemble_warnings"]

_MOVES = 0.25  # of a share, between folds
_FEW = 10  # documents or segments in a fold


def ensemble_sentence(fit: MetricEnsembleFit) -> str:
    """Say in words what was done."""
    method = fit.method
    unit = "segments" if method["n_documents"] is None else "documents"
    return (
        f"We weighted {len(fit.weights)} metrics with Steelyard {package_version()} so that the sum of their "
        f"standardised scores agrees best with ratings ({method['people']}) of {method['n_outputs']:,} outputs by "
        f"{method['by']} (Nelder-Mead, {1 + method['n_restarts']} climbs, seed {method['seed']}). Held out, each "
        f"output is scored by weights of other {unit} ({method['n_folds']} folds of consecutive {unit}). Then we "
        f"compared that sum, equal weights, and the metric that agrees best alone with all ratings ({method['best']}), "
        "with p and the interval of a difference from it corrected for the differences from each metric. "
        f"{fit.held_out.method['sentence']}"
    )


def ensemble_warnings(fit: MetricEnsembleFit) -> list[str]:
    """Return a sentence for each trap that this ensemble is in."""
    found = []
    gain = fit.gain
    if not (gain.metric == WEIGHTED and gain.verdict == "better"):
        found.append(f"No gain over {fit.method['best']} alone can be told from chance: take that, which is simpler.")
    shaky = [row.metric for row in fit.weights if row.high - row.low > _MOVES]
    if shaky:
        found.append(
            f"From fold to fold the {'share' if len(shaky) == 1 else 'shares'} of {', '.join(shaky)} "
            f"{'moves' if len(shaky) == 1 else 'move'} by more than {_MOVES:g}: metrics that hang together stand in "
            "for each other, so do not read weights as importance."
        )
    if min(row.n_segments for row in fit.folds) < _FEW:
        found.append(f"A fold has fewer than {_FEW} rated segments: its agreement says little.")
    return found
