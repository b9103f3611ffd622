"""How often what is said of a board is right, on made-up boards whose true ranks are known.

The bound is the 99.9 % point of the number of misses if each board missed with the rate that the page gives; seeds are
fixed.
"""

import boards
import pytest
from scipy import stats

pytestmark = pytest.mark.levels

N_BOARDS = 150
SITUATIONS = {one.name: one for one in boards.made_up() if len(one.truth) < 100}


@pytest.mark.parametrize("name", SITUATIONS)
def test_ranges_of_ranks_and_leaders_hold_as_documented(name: str) -> None:
    found = boards.measure(SITUATIONS[name], N_BOARDS)
    most = stats.binom.ppf(0.999, N_BOARDS, 0.06) / N_BOARDS
    assert 1 - found.ranges_hold <= most
    assert 1 - found.leader_held <= stats.binom.ppf(0.999, N_BOARDS, 0.05) / N_BOARDS


def test_a_spread_board_says_something() -> None:
    found = boards.measure(SITUATIONS["20 x 500 pass or fail, spread"], 50)
    assert found.width < 8 and found.n_may_lead < 5
