"""Which systems people rated and metrics scored, and which are left out."""

from collections.abc import Sequence

import numpy as np

from steelyard.types import OutputScores

__all__ = ["LeftOut", "left_out_text", "scored_systems", "shared_systems"]

LeftOut = tuple[tuple[str, str], ...]
"""Systems that do not take part, and why."""

_NAMED = 3


def shared_systems(
    scales: Sequence[OutputScores], metrics: Sequence[OutputScores] = (), *, among: Sequence[str] | None = None
) -> tuple[list[str], LeftOut]:
    """Find the systems that people rated on every scale and every metric scored.

    Of the others it says why they are left out. By default all systems are looked at that are named somewhere, people's
    first.
    """
    rated = [_known_systems(scale) for scale in scales]
    scored = {metric.name: _known_systems(metric) for metric in metrics}
    everywhere = among or dict.fromkeys(name for scores in (*scales, *metrics) for name in scores.systems)
    kept, left_out = [], []
    for system in everywhere:
        lacking = [name for name, names in scored.items() if system not in names]
        if not all(system in names for names in rated):
            left_out.append((system, "not rated by people"))
        elif lacking:
            rest = f" and {len(lacking) - _NAMED} more" if len(lacking) > _NAMED else ""
            left_out.append((system, f"not scored by {', '.join(lacking[:_NAMED])}{rest}"))
        else:
            kept.append(system)
    return kept, tuple(left_out)


def scored_systems(people: OutputScores, metrics: Sequence[OutputScores]) -> tuple[Sequence[str], LeftOut]:
    """Leave out the rated systems that a metric did not score, such as a reference that it scores against.

    All stay where fewer than two would.
    """
    systems, left_out = shared_systems((), metrics, among=people.systems)
    return (systems, left_out) if len(systems) > 1 else (people.systems, ())


def left_out_text(left_out: Sequence[dict[str, str]]) -> str:
    """Say which systems do not take part, and why, as a method tells it."""
    return f"Left out: {', '.join('{system} ({reason})'.format(**entry) for entry in left_out)}."


def _known_systems(scores: OutputScores) -> set[str]:
    is_known = np.isfinite(scores.values).any(axis=1) & np.isfinite(scores.of_systems())
    return {name for name, known in zip(scores.systems, is_known, strict=True) if known}
