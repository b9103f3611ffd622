"""What one should know before tuned weights are used."""

from collections.abc import Iterator

from steelyard.lab.questions.tune_weights.answer import WeightTuning

__all__ = ["weights_warnings"]

_FEW = 100  # segments
_LENGTH = 0.03  # of the ratio of lengths, further from 1 than at the start


def weights_warnings(tuning: WeightTuning) -> list[str]:
    """Return a sentence for each trap that these weights are in."""
    return [*_selected(tuning), *_own_column(tuning), *_length(tuning), *_features(tuning), *_size(tuning)]


def _selected(tuning: WeightTuning) -> Iterator[str]:
    """Flag scores of folds that chose the features before they judged them."""
    if tuning.selected:
        yield (
            "The features were chosen by what they brought where they were held out, so what is held out is too good: "
            "judge the weights on other lists."
        )


def _own_column(tuning: WeightTuning) -> Iterator[str]:
    """Flag metrics that gain by being tuned to while others certainly lose."""
    labels = {row.metric: row.label for row in tuning.scores}
    own = {f"tuned on {row.label}": row.metric for row in tuning.scores} | {"tuned": tuning.method["metric"]}
    for system in dict.fromkeys(row.system for row in tuning.held_out):
        rows = [row for row in tuning.held_out if row.system == system]
        gains = any(row.metric == own.get(system) and row.difference and row.verdict != "worse" for row in rows)
        losers = [row.label for row in rows if row.verdict == "worse" and row.metric != own.get(system)]
        if gains and losers:
            yield (
                f"Tuned on {labels[own[system]]}, the output is certainly worse than at the start by "
                f"{' and '.join(losers)}: the tuned metric wins its own column."
            )


def _length(tuning: WeightTuning) -> Iterator[str]:
    ratios = tuning.method["length_ratios"]
    before, after = ratios["start"], ratios["tuned"]
    if abs(after - 1) > abs(before - 1) + _LENGTH:
        yield (
            f"The output became {'longer' if after > before else 'shorter'}: {after:.3f} words for each of the "
            f"reference's, {before:.3f} at the start."
        )


def _features(tuning: WeightTuning) -> Iterator[str]:
    constant = [row.feature for row in tuning.weights if row.held == "constant"]
    if constant:
        yield (
            f"{', '.join(constant)} never {'differs' if len(constant) == 1 else 'differ'} within a list and "
            "cannot be tuned: the weight is that of the start, rescaled with the others."
        )


def _size(tuning: WeightTuning) -> Iterator[str]:
    n = tuning.method["n_segments"]
    if n < _FEW:
        yield f"{n} segments are few to tune {len(tuning.weights)} weights on: others will choose otherwise."
