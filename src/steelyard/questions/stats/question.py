"""What may be asked: what was counted, in a file without texts."""

from dataclasses import dataclass
from typing import ClassVar

from steelyard.asking.question import REQUIRED, Question, option

__all__ = ["StatsQuestion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsQuestion(Question):
    """What was counted, in a file without texts."""

    description: ClassVar[str] = (
        "Write the statistics of every system, segment and metric to a file, from which `score --stats`, `compare "
        "--stats` and other commands compute the same results bit for bit. The file holds no text. With --shards a "
        "test set of any size is counted part by part, on as many cores or machines as there are."
    )
    command_lines: ClassVar[tuple[str, ...]] = (
        "steelyard stats ref.txt -i baseline.txt ours.txt -m bleu chrf -o run.parquet",
        "steelyard compare --stats run.parquet",
        "steelyard stats --shards part-*.csv --reference ref --systems base ours -o counts",
    )

    output: str = option(
        REQUIRED, ".parquet (extra `tables`), .jsonl.gz or .jsonl; written anew; of --shards a folder",
        flags=("-o", "--output"), metavar="FILE",
    )  # fmt: skip
    rows: str = option(
        "auto",
        "what a row sums: segment, document, or block:K, K consecutive segments; sums are enough for score and "
        "compare; auto: segments, but of --shards whose numbers pass 256 MiB documents or blocks",
    )
    shards: tuple[str, ...] = option(
        (),
        "tables that are counted one by one into a folder of statistics; one that was counted is not counted again",
        metavar="FILE",
    )
    executor: str | None = option(
        None,
        "where shards are counted: threads:N, processes:N, dask:ADDRESS or ray:ADDRESS (extras `dask`, `ray`)",
        shown="threads:1",
    )
