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
        yield ("Held-out scores are too high, because they chose the features. Evaluate the weights on other lists.")


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
                f"Weights tuned on {labels[own[system]]} are significantly worse than the start by "
                f"{' and '.join(losers)}."
            )


def _length(tuning: WeightTuning) -> Iterator[str]:
    ratios = tuning.method["length_ratios"]
    before, after = ratios["start"], ratios["tuned"]
    if abs(after - 1) > abs(before - 1) + _LENGTH:
        yield (
            f"Outputs are {'longer' if after > before else 'shorter'} after tuning: the length ratio to the references "
            f"is {after:.3f}, {before:.3f} at the start."
        )


def _features(tuning: WeightTuning) -> Iterator[str]:
    constant = [row.feature for row in tuning.weights if row.held == "constant"]
    if constant:
        yield (
            f"{', '.join(constant)} {'is' if len(constant) == 1 else 'are'} constant within every list and cannot be "
            "tuned. The weight is the start weight, rescaled."
        )


def _size(tuning: WeightTuning) -> Iterator[str]:
    n = tuning.method["n_segments"]
    if n < _FEW:
        yield f"{n} segments are few for {len(tuning.weights)} weights: expect different results on other segments."
