"""What a stored result says of how it came about, and its texts, counts and scores as they are now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from steelyard.files.reading import TextFile, read_lines
from steelyard.results.input_check import InputCheck
from steelyard.scored.stored_inputs import stored_test_set

if TYPE_CHECKING:
    from steelyard.inference.draws.resample import Progress
    from steelyard.scored import Counted
    from steelyard.types import MadeOutput, TestSet

__all__ = ["Stored"]


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """What a stored result says of how it came about, and where its inputs are now."""

    recipe: Mapping[str, Any]  # of its method
    inputs: Sequence[InputCheck]  # all of them there
    n_jobs: int = 1
    progress: "Progress | None" = None  # called with (steps done, steps in all)

    @property
    def arguments(self) -> dict[str, Any]:
        """What the workflow was told, to be changed at will."""
        return dict(self.recipe["arguments"])

    def file(self, role: str) -> TextFile:
        """Read the lines of an input."""
        path = next(check.path for check in self.inputs if check.role == role)
        return read_lines(path, self.recipe["reading"].get("encoding", "utf-8"))

    def texts(self, made: "Mapping[str, MadeOutput] | None" = None) -> "TestSet":
        """Read the test set; systems that were made of other files are given."""
        return stored_test_set(self.inputs, self.recipe["reading"], made)

    def counted(self, made: "Mapping[str, MadeOutput] | None" = None) -> "Counted":
        """Count texts, or read statistics, as then."""
        recipe = self.recipe
        if any(check.role == "statistics" for check in self.inputs):
            from steelyard.scored.statistics_files import read_counts

            stored_files = [check.path for check in self.inputs if check.role == "statistics"]
            chosen = recipe["statistics"]
            systems, metrics = chosen["systems"], chosen["metrics"]
            return read_counts(stored_files, systems=systems, metrics=metrics, n_threads=self.n_jobs)
        if recipe["reading"].get("of") == "scores":
            from steelyard.scored.score_matrix import count_items_again

            return count_items_again(recipe["reading"]["scores"], self.inputs, self.n_jobs)
        from steelyard.metrics import Fitting, parse
        from steelyard.scored import count
        from steelyard.scored.outside_scores import every_segment, given_to_count

        data = self.texts(made)
        named: list[str | tuple[str, str]] = [
            (check.role.removeprefix("scores "), check.path)
            for check in self.inputs
            if check.role.startswith("scores ")
        ]
        found = every_segment(named, data, self.names_of_systems()) if named else []
        found = [replace(one, higher_is_better=one.name not in recipe["lower_is_better"]) for one in found]
        as_then = {
            metric.name: [
                {"role": check.role, "name": check.name, "sha256": check.sha256_found or ""}
                for check in self.inputs
                if check.role in (f"scores {metric.name}", f"beside the scores {metric.name}")
            ]
            for metric in found
        }
        fitting = Fitting([parse(metric) for metric in recipe["metrics"]])
        return count(data, fitting, **given_to_count(found) | {"score_inputs": as_then}, n_threads=self.n_jobs)

    def names_of_systems(self) -> dict[str, str]:
        """Return the path of each system's output as it was then, which files of scores may know it by."""
        return {c.role.removeprefix("system "): c.name for c in self.inputs if c.role.startswith("system ")}
