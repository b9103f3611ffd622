"""Headings: what was found, short enough for two lines on a desk and four on a phone."""

import pytest

from steelyard.page.html.heading import MOST_CHARACTERS, heading


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ("BLEU cannot tell any of the 2 systems apart.", "BLEU cannot tell any of the 2 systems apart."),
        (
            "chrF2 and TER contradict each other on 9 of 66 pairs: Lan-BridgeMT and ZengHuiMT (chrF2 against TER); "
            "ONLINE-M and ZengHuiMT; AIRC and ONLINE-B; 6 more.",
            "chrF2 and TER contradict each other on 9 of 66 pairs: Lan-BridgeMT and ZengHuiMT; 8 more.",
        ),
        (
            "TER tells 9 groups apart: ONLINE-W > ONLINE-A (rank 2-5), GPT4-5shot (2-6), ONLINE-Y (2-6) > ONLINE-M, "
            "Lan-BridgeMT (7-8) > ZengHuiMT > 5 more; inside the groups 1 of 12 pairs differ, too.",
            "TER tells 9 groups apart: ONLINE-W > ONLINE-A (rank 2-5), GPT4-5shot (2-6), ONLINE-Y (2-6) > 7 more.",
        ),
        (
            "To compare systems: GEMBA-MQM-src agrees best (soft accuracy 0.980 [0.905, 0.995]), but 12 systems are "
            "too few to name a winner: it cannot be told from 66 of the 67 others: one, two and 64 more. That is all.",
            "To compare systems: GEMBA-MQM-src agrees best, but 12 systems are too few to name a winner.",
        ),
        (
            "BLEU and chrF tell some pairs apart: one-system, another-system, a-third-system, a-fourth-system, "
            "a-fifth-system; others cannot be told.",
            "BLEU and chrF tell some pairs apart: one-system, another-system, a-third-system, a-fourth-system, 1 more.",
        ),
        ("ours (A) and theirs (B) differ in 5 of 9 segments (55.6%).\nOf 2 tests", None),
    ],
)
def test_a_heading_keeps_what_it_can(found: str, shown: str | None) -> None:
    assert heading(found) == (shown or found.split("\n")[0])


@pytest.mark.parametrize("name", ["x" * 500, "a > b; c, d: e (f) 3 more", "very " * 90, "渡し船" * 90])
def test_no_name_makes_a_heading_long(name: str) -> None:
    for found in (
        f"BLEU tells 2 groups apart: {name} > {name}.",
        f"{name} and {name} contradict each other on the only pair: {name} and {name}.",
        f"{name} (A) and {name} (B) differ in 5 of 9 segments.",
    ):
        assert 0 < len(heading(found)) <= MOST_CHARACTERS
