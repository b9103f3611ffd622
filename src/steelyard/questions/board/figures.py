"""Figures of a board: the ranks that each system may have."""

from steelyard.questions.board.answer import Board, BoardRow
from steelyard.results.figure import Figure, Series, figure_name, named_apart

__all__ = ["draw"]


def draw(board: Board) -> tuple[Figure, ...]:
    """Show the ranks that each system may have.

    ``ranks-METRIC`` for each metric; none where systems were compared with one of them alone.

    Examples
    --------
    >>> import steelyard as sy
    >>> from steelyard.plot import figures_of
    >>> board = sy.evaluate_scores("examples/judge.csv", missing="drop-item").board()
    >>> [figure.name for figure in figures_of(board)]
    ['ranks-score']
    """
    figures = []
    for metric in dict.fromkeys(row.metric for row in board.rows):
        rows, _ = board.of_metric(metric)
        if rows[0].rank_low is None:
            continue
        groups = {
            "may be the best": [(i, row) for i, row in enumerate(rows, 1) if row.may_lead],
            "others": [(i, row) for i, row in enumerate(rows, 1) if not row.may_lead],
        }
        figures.append(
            Figure(
                figure_name("ranks", metric),
                f"{rows[0].label}: possible ranks of each system",
                "intervals",
                "place by score",
                "rank",
                tuple(_series(name, members) for name, members in groups.items() if members),
                note="Ranges are simultaneous for all systems, in the order of the table.",
            )
        )
    return tuple(named_apart(figures))


def _series(name: str, members: list[tuple[int, BoardRow]]) -> Series:
    return Series(
        name,
        tuple(float(place) for place, _ in members),
        tuple(float(row.rank) for _, row in members),
        tuple(float(row.rank_low or row.rank) for _, row in members),
        tuple(float(row.rank_high or row.rank) for _, row in members),
    )
