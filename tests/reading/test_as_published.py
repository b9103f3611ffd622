"""Tables as campaigns published them: blanks between columns, and lines that end at CR CR LF."""

from pathlib import Path

import numpy as np
import pytest

from steelyard.reading import read_judgements
from steelyard.reading.formats import read_output_scores

# google/wmt-mqm-human-evaluation, 2020 and 2021: blanks, and a tab before the score in 2021.
OF_2020 = "system mqm_avg_score seg_id\neTranslation.737 -2.333333 1\neTranslation.737 -3.333333 2\n"
OF_2021 = "system mqm_avg_score seg_id\nFacebook-AI\t-5.000000 1\nFacebook-AI\tNone 2\n"
# WMT21 and WMT22, direct assessment: single judgements, and means of outputs.
SINGLE = (
    "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n"
    "H1\tM1\tuk\ten\tad\t0\tOnline-Y.3\t1001\tSYSTEM\t906\t0.5\t2315.0\n"
    "H1\tM1\tuk\ten\tad\t0\tPROMT.5\t1002\tREPEAT\t610\t0.75\t2315.0\n"
    "H1\tM1\tuk\ten\tad\t0\tPROMT.5\t1003\tBAD_REF\t12\t-1.25\t2315.0\n"
    "H1\tM2\tuk\ten\tad\t0\tOnline-A.6\t1004\tREF\t52\t0.25\t2315.0\n"
)
MEANS = "SYS SID RAW.SCR Z.SCR N \nOnline-Y.3 1 82 0.25 1 \nOnline-Y.3 2 75.5 0.5 2 \n"


def write(folder: Path, text: str) -> Path:
    path = folder / "table"
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize(("text", "scores"), [(OF_2020, [-2.333333, -3.333333]), (OF_2021, [-5.0, None])])
def test_averages_of_mqm(tmp_path: Path, text: str, scores: list[float | None]) -> None:
    path = write(tmp_path, text)
    [found] = read_output_scores(path)
    assert found.name == "mqm_avg_score"
    assert [None if np.isnan(score) else score for score in found.values[0]] == scores
    judged = read_judgements(path).ratings
    assert judged is not None and judged.scores.tolist() == [score for score in scores if score is not None]


def test_single_judgements_of_direct_assessment(tmp_path: Path) -> None:
    found = read_judgements(write(tmp_path, SINGLE)).ratings
    assert found is not None and found.raters.names == ("M1", "M2")
    assert found.kinds.values == ("system", "repeat", "degraded", "reference")
    assert found.systems.values[0] == "Online-Y.3" and found.segments.tolist() == [905, 609, 11, 51]


def test_means_of_direct_assessment(tmp_path: Path) -> None:
    path = write(tmp_path, MEANS)
    assert {metric.name: metric.values.tolist() for metric in read_output_scores(path)} == {
        "RAW.SCR": [[82, 75.5]],
        "Z.SCR": [[0.25, 0.5]],
    }
    judged = read_judgements(path, scales=["Z.SCR"]).ratings
    assert judged is not None and judged.scores.tolist() == [0.25, 0.5]


def test_rankings_of_wmt15_end_at_cr_cr_lf(tmp_path: Path) -> None:
    head = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
    rows = ["fre,eng,766,766,judge44,a.4105.fr-en.txt,3,b.0.fr-en.txt,2,8074"]
    found = read_judgements(write(tmp_path, "".join(f"{row}\r\r\n" for row in [head, *rows]))).rankings
    assert found is not None and len(found) == 1 and found.ranks.tolist() == [3, 2]
    assert found.systems.values == ("a.4105.fr-en.txt", "b.0.fr-en.txt") and found.segments.tolist() == [765]
