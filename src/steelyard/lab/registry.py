"""The questions of the laboratory, in the order in which help lists them."""

from functools import partial

from steelyard.asking import entry

__all__ = ["QUESTIONS", "TOPICS"]

TOPICS = {"lab": "choose and rerank outputs, fit metrics, replicate papers"}

QuestionEntry = partial(entry.QuestionEntry, room="lab.questions")
QUESTIONS = (
    QuestionEntry("lab choose", "choose the best of several outputs, and measure what that gains", function="choose"),
    QuestionEntry("lab rerank", "fit a model that chooses among candidates", function="train_reranker"),
    QuestionEntry("lab rerank apply", "let a fitted model choose among candidates", function="rerank"),
    QuestionEntry("lab tune-weights", "tune the weights that choose among candidates", function="tune_weights"),
    QuestionEntry(
        "lab train", "learn a metric from people's ratings, and test it on other data", function="train_metric"
    ),
    QuestionEntry("lab train apply", "score outputs with a learned metric"),
    QuestionEntry("lab tune", "fit a metric's parameters to people's ratings", function="tune"),
    QuestionEntry("lab suite", "score words and phrases of the source by category", function="score_checkpoints"),
    QuestionEntry(
        "lab suite make",
        "make check-points from parses, word alignments and lists",
        function="make_checkpoints",
        not_again="check-points are a file that people may edit: verify the scores that rest on it",
    ),
    QuestionEntry("lab suite judge", "judge outputs by the patterns of a test suite", function="judge_suite"),
    QuestionEntry(
        "lab consistency", "measure how consistently repeated words and terms are translated", function="consistency"
    ),
    QuestionEntry(
        "lab alignments", "score word alignments against links that people made", function="score_alignments"
    ),
    QuestionEntry(
        "lab contrasts",
        "test which error types a metric detects, on good and wrong translations",
        function="judge_contrasts",
    ),
    QuestionEntry("lab paraphrase", "make further references from word alignments", function="expand_references"),
    QuestionEntry("lab learning-curve", "fit how scores grow with the training data", function="learning_curves"),
    QuestionEntry("lab replicate", "run the experiment of a paper on your own outputs", function="replicate"),
)
