"""The sentence for a paper on how learning curves were fitted."""

from collections.abc import Mapping

from steelyard.inference import CurveDraws
from steelyard.lab.questions.learning_curve.answer import CurvesMethod
from steelyard.metrics import package_version
from steelyard.results.plurals import counted

__all__ = ["curves_sentence"]


def curves_sentence(method: CurvesMethod, draws: Mapping[str, CurveDraws]) -> str:
    """Say how the curves were made, as a paper would."""
    sign = "+" if method["lower_is_better"] else "-"
    percent = f"{round(100 * method['confidence_level'], 6):g}%"
    weights = (
        "weighted by 1/SE^2, an SE counting as at least half the pooled one" if method["is_weighted"] else "unweighted"
    )
    sentence = (
        f"We fitted learning curves with Steelyard {package_version()} to {counted(method['n_runs'], 'run')} of "
        f"{counted(method['n_systems'], 'system')}: the mean {method['metric']} at each size, by least squares "
        f"({weights}); log: y = a + b log2 x, power: y = c {sign} A x^-B with A, B > 0, compared by AICc (Hurvich and "
        "Tsai 1989). "
    )
    if not method["is_resampled"]:
        return f"{sentence}What the curves promise has no interval, for want of several replicates at every size."
    ways = {drawn.is_whole for drawn in draws.values() if drawn.drawn_means is not None}
    how = " or ".join(
        name for is_whole, name in ((True, "as whole curves"), (False, "size by size")) if is_whole in ways
    )
    return (
        f"{sentence}Intervals ({percent}, each by itself) of means and differences are Student's t over replicates; "
        f"those of what curves promise are Student's t with the spread over {method['n_resamples']:,} resamples of the "
        f"replicates, drawn {how} (seed {method['seed']}). They are about training again on other data of the kind or "
        "with other seeds: neither another test set nor the choice of the model is in them."
    )
