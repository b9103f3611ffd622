"""A file that is not what it is read as: one sentence with the line, and what it resembles."""

import inspect
import re
from pathlib import Path

import pytest

from steelyard.errors import DataError, SteelyardError
from steelyard.reading import formats

TEXTS = {
    "read_ratings": "system\tline\tscore\na\t1\t2\n",
    "read_mqm": "system\tdoc\tseg_id\trater\tsource\ttarget\tcategory\tseverity\nA\td\t1\tr\ts\tt\tx\tno-error\n",
    "read_wmt_xml": '<?xml version="1.0"?>\n<dataset id="x">\n</dataset>\n',
    "read_wmt_sgml": '<srcset setid="x">\n</srcset>\n',
    "read_moses_nbest": "0 ||| a b ||| LM: 1 ||| 2\n1 ||| c ||| LM: 1 ||| 2\n",
    "read_conllu": "1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n",
}
READERS = {
    "read_appraise", "read_arpa", "read_check_points", "read_conllu", "read_contrasts", "read_esa",
    "read_learning_runs", "read_line_chances", "read_moses_nbest", "read_mqm", "read_output_scores", "read_patterns",
    "read_pearmut", "read_votes",
    "read_qe_spans", "read_ratings", "read_relative_rankings", "read_samples", "read_seg_rating",
    "read_seg_scores", "read_segment_scores", "read_svmlight", "read_sys_scores", "read_test_suite",
    "read_wmt_sgml", "read_wmt_xml", "read_word_alignments",
}  # fmt: skip
# A line for each segment, a cache, any text, a folder, two files that belong together, counts of ours, and what
# several formats hold.
OTHERS = {
    "read_brackets",
    "read_cached",
    "read_columns",
    "read_metrics_eval",
    "read_moses_extracted",
    "read_parses",
    "read_statistics_file",
    "read_tags",
}
# A table of ratings is one of scores, in which a metric's name is missing.
READABLE = {("read_output_scores", "read_ratings"), ("read_seg_scores", "read_ratings")}


def read(name: str, path: Path) -> object:
    reader = getattr(formats, name)
    if name == "read_appraise":
        return reader(path, ["d"])
    if name == "read_line_chances":
        return reader(path, "probability", n_segments=9)
    return reader([path]) if name == "read_wmt_sgml" else reader(str(path))


def test_every_reader_is_here() -> None:
    found = {
        name for name in formats.__all__ if name.startswith("read_") and inspect.isfunction(getattr(formats, name))
    }
    assert found == READERS | OTHERS


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("name", sorted(READERS))
def test_another_format_is_told(tmp_path: Path, name: str, kind: str) -> None:
    if name == kind or (name, kind) in READABLE:
        return
    path = tmp_path / "file.txt"
    path.write_text(TEXTS[kind], encoding="utf-8")
    with pytest.raises(SteelyardError) as caught:
        read(name, path)
    message = str(caught.value)
    assert re.search(r"line \d|has no segment|marked errors|has no reference", message), message
    assert f"({kind})" in message or "marked errors" in message, message


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))


@pytest.mark.parametrize(
    "declared",
    [f'<!DOCTYPE dataset [<!ENTITY l0 "ha">{LAUGHS}]>', '<!DOCTYPE dataset [<!ENTITY l9 SYSTEM "file:///etc/hosts">]>'],
    ids=["a billion laughs", "an external entity"],
)
def test_xml_expands_and_opens_nothing(tmp_path: Path, declared: str) -> None:
    path = tmp_path / "set.xml"
    path.write_text(f'<?xml version="1.0"?>\n{declared}\n<dataset id="&l9;"/>\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"set\.xml, line 2, column \d+: the file declares or uses an entity"):
        formats.read_wmt_xml(path)
