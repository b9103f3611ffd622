"""No metric scores whole sentences as words in silence: every metric is tried on scripts without spaces."""

import warnings

import pytest

import steelyard as sy
from steelyard.errors import DataError, TextWarning
from steelyard.metrics import Metric, fit, fitted_spellings
from steelyard.text import SPACELESS, cuts_words, spaceless
from tests.laws.metrics_under_law import METRICS

TEXTS = {
    "Chinese": ["我昨天去了图书馆借书。", "今天下雨，我们留在家里。", "火车晚点了两个小时。", "老师让学生写文章。"],
    "Japanese": [
        "昨日は図書館へ行きました。",
        "今日は雨が降っています。",
        "電車が二時間遅れました。",
        "先生が作文を書かせた。",
    ],
    "Thai": ["เมื่อวานฉันไปห้องสมุด", "วันนี้ฝนตกเราจึงอยู่บ้าน", "รถไฟมาช้าสองชั่วโมง", "ครูให้นักเรียนเขียนเรียงความ"],
    "Lao": ["ມື້ວານຂ້ອຍໄປຫ້ອງສະໝຸດ", "ມື້ນີ້ຝົນຕົກພວກເຮົາຢູ່ເຮືອນ", "ລົດໄຟມາຊ້າສອງຊົ່ວໂມງ", "ຄູໃຫ້ນັກຮຽນຂຽນບົດຄວາມ"],
    "Khmer": ["ម្សិលមិញខ្ញុំទៅបណ្ណាល័យ", "ថ្ងៃនេះភ្លៀងយើងនៅផ្ទះ", "រថភ្លើងមកយឺតពីរម៉ោង", "គ្រូឱ្យសិស្សសរសេរអត្ថបទ"],
    "Burmese": ["မနေ့ကစာကြည့်တိုက်သွားတယ်", "ဒီနေ့မိုးရွာလို့အိမ်မှာနေတယ်", "ရထားနှစ်နာရီနောက်ကျတယ်", "ဆရာကစာရေးခိုင်းတယ်"],
    "Tibetan": ["ཁ་སང་ངས་དཔེ་མཛོད་ཁང་ལ་ཕྱིན།", "དེ་རིང་ཆར་པ་བབས་ནས་ཁྱིམ་དུ་བསྡད།", "མེ་འཁོར་ཆུ་ཚོད་གཉིས་འགོར།", "དགེ་རྒན་གྱིས་རྩོམ་འབྲི་བཅུག"],
}
OF_TEXTS = [metric for metric in METRICS if metric.needs.startswith(("references", "alignments"))]
# Metrics that look at no word or character of the references, or at whole texts.
NOT_GRADED = {"exact-match", "zero-edit-rate", "byte-ratio", "seen", "length-ratio", "sub-goal"}


def test_the_texts_are_of_all_scripts() -> None:
    assert tuple(TEXTS) == SPACELESS
    assert {script: found.scripts for script, lines in TEXTS.items() if (found := spaceless([lines]))} == {
        script: (script,) for script in SPACELESS
    }


@pytest.mark.one_in(8)
@pytest.mark.parametrize("script", SPACELESS)
@pytest.mark.parametrize("metric", OF_TEXTS, ids=str)
def test_words_are_found_or_the_metric_is_named(metric: Metric, script: str) -> None:
    try:
        fitting = fit([str(metric)], [TEXTS[script]])
    except DataError as error:
        assert "kept 0 of" in str(error)
        return
    [fitted] = fitting.metrics
    is_fine = all(cuts_words(reading, [script]) for reading in fitted.word_readings)
    assert is_fine or any(str(fitted) in note and script in note for note in fitting.notes)
    if str(fitted) != str(metric):
        assert any(f"{metric} is computed as {fitted}" in note for note in fitting.notes)
        assert str(fitted) in fitted_spellings(str(metric))


@pytest.mark.one_in(8)
@pytest.mark.parametrize("script", SPACELESS)
@pytest.mark.parametrize("metric", [one for one in OF_TEXTS if one.needs.startswith("references")], ids=str)
def test_a_sentence_with_a_wrong_character_is_better_than_another_sentence_or_a_warning_says_why(
    metric: Metric, script: str
) -> None:
    lines = TEXTS[script]
    near = [f"{line[:-3]}x{line[-2:]}" for line in lines]
    far = [*lines[1:], lines[0]]
    data = sy.TestSet(references=[lines], systems={"near": near, "far": far}, sources=lines)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", TextWarning)
        try:
            scores = {row.system: row.score for row in sy.evaluate(data, [str(metric)]).scores().scores}
        except DataError as error:
            assert "kept 0 of" in str(error)
            return
    if not any(" for a word" in str(one.message) or "kept" in str(one.message) for one in caught):
        assert metric.name in NOT_GRADED or scores["near"] != scores["far"]


def test_what_somebody_named_stays_and_a_value_is_never_changed() -> None:
    chinese = [TEXTS["Chinese"]]
    for spelling in (
        "bleu(tokenize=13a)",
        "nist(tokenize=13a)",
        "wer(tokenize=none)",
        "against(metric='nist(tokenize=13a)')",
        "part(metric='gleu(tokenize=13a)', of=segments, over=segments)",
    ):
        fitting = fit([spelling], chinese)
        assert "better are" in fitting.notes[0] and "zh" not in str(fitting.metrics[0])
    assert fit([sy.metrics.Bleu()], chinese).metrics == [sy.metrics.Bleu()]
    assert fit(["bleu(trg_lang=zh)", "bleu(view=char)"], chinese).notes == ()


def test_an_object_scores_as_before_and_warns() -> None:
    chinese = TEXTS["Chinese"]
    with pytest.warns(TextWarning, match="bleu takes what stands between spaces for a word"):
        score = sy.metrics.Bleu().corpus_score(chinese, [chinese])
    assert "tok:13a" in score.signature
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sy.metrics.Bleu(tokenize="zh").corpus_score(chinese, [chinese])
        sy.metrics.Bleu().corpus_score(["Ça va."], [["Ça va."]])


def test_texts_of_which_some_lines_have_no_spaces_are_said_and_nothing_is_changed() -> None:
    mixed = [*TEXTS["Thai"], *(f"Line {i} is English." for i in range(12))]
    fitting = fit(["bleu"], [mixed])
    assert list(map(str, fitting.metrics)) == ["bleu"]
    assert "in 25% of the lines Thai" in fitting.notes[0] and "score these lines by themselves" in fitting.notes[0]
    assert fit(["bleu"], [[*TEXTS["Thai"], *(f"Line {i} is English." for i in range(50))]]).notes == ()
    assert fit(["bleu"], [[*TEXTS["Thai"], *TEXTS["Chinese"]]]).metrics == [sy.metrics.Bleu(tokenize="char")]


NEPALI = ["म हिजो पुस्तकालय गएँ ।", "आज पानी परेको छ ।", "रेल दुई घण्टा ढिलो आयो ।"]


@pytest.mark.parametrize("metric", [one for one in OF_TEXTS if one.name.startswith("rouge-")], ids=str)
def test_a_tokenizer_that_keeps_nothing_gives_no_number(metric: Metric) -> None:
    data = sy.TestSet(references=[NEPALI], systems={"x": NEPALI, "y": NEPALI[::-1]})
    if "tokenize" in str(metric):
        assert sy.evaluate(data, [str(metric)]).counted.notes == ()
        return
    with pytest.raises(DataError, match=rf"its tokenizer rouge kept 0 of 13 words .* such as {metric.name}\("):
        sy.evaluate(data, [str(metric)])
    with pytest.warns(TextWarning, match="kept 0 of 13 words"):
        metric.corpus_score(NEPALI, [NEPALI])


def test_a_tokenizer_that_keeps_a_tenth_is_said_with_the_figures() -> None:
    references = [[*NEPALI, "BLEU"]]
    assert "kept 1 of 14 words of the references (7.1%)" in fit(["rouge-l"], references).notes[0]
    assert fit(["rouge-l"], [[*NEPALI, "BLEU and TER"]]).notes == ()
    assert fit(["rouge-l", "bleu"], [["...", "?!", "…"]]).notes == ()
