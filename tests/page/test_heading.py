"""Headings: what was found, short enough for two lines on a desk and four on a phone."""

import pytest

from steelyard.page.html.render import MOST_CHARACTERS, heading


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        ("y and x do not differ significantly (BLEU -12.34, p = 1.0000, 2 segments).", None),
        (
            "chrF2 and TER disagree significantly on 9 of 66 pairs: Lan-BridgeMT and ZengHuiMT (chrF2 against TER); "
            "ONLINE-M and ZengHuiMT; AIRC and ONLINE-B; 6 more.",
            "chrF2 and TER disagree significantly on 9 of 66 pairs: Lan-BridgeMT and ZengHuiMT; 8 more.",
        ),
        (
            "TER: ONLINE-W > ONLINE-A (rank 2-5), GPT4-5shot (2-6), ONLINE-Y (2-6) > ONLINE-M, "
            "Lan-BridgeMT (7-8) > ZengHuiMT > 5 more; 60 of 66 pairs differ significantly (170 documents).",
            "TER: ONLINE-W > ONLINE-A (rank 2-5), GPT4-5shot (2-6), ONLINE-Y (2-6) > 7 more.",
        ),
        (
            "To compare systems (12 systems, these raters): GEMBA-MQM-src agrees best: soft accuracy 0.980 "
            "[0.905, 0.995]. It is not significantly better than one, two and 64 more. That is all.",
            "To compare systems: GEMBA-MQM-src agrees best: soft accuracy 0.980 [0.905, 0.995].",
        ),
        (
            "BLEU and chrF tell some pairs apart: one-system, another-system, a-third-system, a-fourth-system, "
            "a-fifth-system; others cannot be told.",
            "BLEU and chrF tell some pairs apart: one-system, another-system, a-third-system, a-fourth-system, 1 more.",
        ),
        (
            "BLEU: 12 systems from a-system (rank 1-6) to another-system (7-12); 35 of 66 pairs differ significantly "
            "(60 segments, raters like these).",
            "BLEU: 12 systems from a-system (rank 1-6) to another-system (7-12).",
        ),
        ("ours (A) and theirs (B) differ in 5 of 9 segments (55.6%).\nOf 2 tests", None),
    ],
)
def test_a_heading_keeps_what_it_can(found: str, shown: str | None) -> None:
    assert heading(found) == (shown or found.split("\n")[0])


@pytest.mark.parametrize("name", ["x" * 500, "a > b; c, d: e (f) 3 more", "very " * 90, "渡し船" * 90])
def test_no_name_makes_a_heading_long(name: str) -> None:
    for found in (
        f"BLEU: {name} > {name}; all 3 pairs differ significantly (9 segments).",
        f"{name} is better than {name} (BLEU +1.00, p = 0.0100, 9 segments).",
        f"{name} and {name} disagree significantly on the pair: {name} and {name}.",
        f"{name} (A) and {name} (B) differ in 5 of 9 segments.",
    ):
        assert 0 < len(heading(found)) <= MOST_CHARACTERS
