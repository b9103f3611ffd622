"""The questions of the core, in the order in which help lists them."""

from steelyard.asking.entry import QuestionEntry

__all__ = ["QUESTIONS", "TOPICS"]

TOPICS = {
    "plan": "compute how many segments or ratings a study needs",
    "explain": "show where systems differ, and what made a score",
    "check": "check files, results, tests and this installation",
}
"""Words that ask nothing by themselves: the word of a question follows."""

QUESTIONS = (
    QuestionEntry("score", "score systems"),
    QuestionEntry("compare", "test which systems differ"),
    QuestionEntry(
        "compare --report",
        folder="report_page",
        not_again="a page shows another result: verify that one, as --format json writes it",
    ),
    QuestionEntry("gate", "pass or fail: is a system certainly worse than the first, or its score too low?"),
    QuestionEntry("board", "rank many systems on the same items, with confidence sets for the ranks"),
    QuestionEntry("board items", "estimate item difficulty and discrimination, and how many items are enough", "items"),
    QuestionEntry("board tasks", "compare systems over many tasks", "campaign", function="campaign"),
    QuestionEntry("human", "test which systems people prefer, from their ratings", function="analyse_ratings"),
    QuestionEntry("human predict", "estimate people's scores from few ratings and a metric", "powered_ratings"),
    QuestionEntry(
        "human spans",
        "measure how far two raters or campaigns mark the same errors",
        "marked_spans",
        function="compare_spans",
        not_again="it rests on two files of judgements and on texts: run the command once more",
    ),
    QuestionEntry(
        "human control-items",
        "make degraded copies of outputs to detect careless raters",
        "control_items",
        function="control_items",
    ),
    QuestionEntry("meta", "measure how far metrics agree with people", function="meta_evaluate"),
    QuestionEntry("meta tests", "measure how far significance tests agree with people", "test_accuracy"),
    QuestionEntry(
        "meta instruments", "count the significant differences between systems by each metric, beside people's"
    ),
    QuestionEntry(
        "meta ensemble",
        "fit the weighted sum of metrics that agrees best with people",
        "metric_ensemble",
        function="weigh_metrics",
    ),
    QuestionEntry(
        "meta criteria",
        "judge metrics by criteria beside correlation",
        "metric_criteria",
        function="judge_metrics",
        not_again="it rests on texts and on ratings, which are stored apart: run the command once more",
    ),
    QuestionEntry("meta tasks", "rank metrics over several language pairs", "metrics_task", function="metrics_task"),
    QuestionEntry("plan texts", "compute how large a test set must be to find a difference", "plan"),
    QuestionEntry("plan ratings", "compute how many ratings a difference needs, and of which segments", "plan_ratings"),
    QuestionEntry("explain segment", "show what made the score of a segment", "explain", function="explain"),
    QuestionEntry("explain diff", "show where two systems differ: segments, words, n-grams", "diff"),
    QuestionEntry("explain errors", "show which words are wrong, and in what way", "errors"),
    QuestionEntry("explain influence", "list the segments that influence a difference most", "influence"),
    QuestionEntry("explain references", "measure what each reference adds, and how many are enough", "references"),
    QuestionEntry("check files", "look for mistakes in the files of a test set", "lint", function="lint"),
    QuestionEntry(
        "check result",
        "compute a stored result again, and list what changed",
        "verify",
        function="verify",
        not_again="a verification says how things were when it was made: verify the result that it is about once more",
    ),
    QuestionEntry("check level", "measure how often tests are wrong on your own outputs", "calibrate"),
    QuestionEntry("check dependence", "estimate how correlated the segments of a document are", "dependence"),
    QuestionEntry(
        "check signature",
        "explain a signature, or whether two allow a comparison",
        "explain_signature",
        function="explain_signature",
    ),
    QuestionEntry(
        "check installation",
        "test whether this installation computes what it should",
        "selftest",
        function="selftest",
        not_again="it tells of a machine: run it there once more",
    ),
    QuestionEntry("metrics", "list metrics, tokenizers and views, or describe one"),
)
