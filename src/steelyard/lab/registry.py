"""The questions of the laboratory, in the order in which help lists them."""

from functools import partial

from steelyard.asking import entry

__all__ = ["QUESTIONS", "TOPICS"]

TOPICS = {"lab": "choose and rerank outputs, fit metrics, replicate papers"}

Entry = partial(entry.Entry, room="lab.questions")
QUESTIONS = (
    Entry("lab choose", "choose the best of several outputs, and measure what that gains", function="choose"),
    Entry("lab rerank", "fit a model that chooses among candidates", function="train_reranker"),
    Entry("lab rerank apply", "let a fitted model choose among candidates", function="rerank"),
    Entry("lab tune-weights", "tune the weights that choose among candidates", function="tune_weights"),
    Entry("lab train", "learn a metric from people's ratings, and test it on other data", function="train_metric"),
    Entry("lab train apply", "score outputs with a learned metric"),
    Entry("lab tune", "fit a metric's parameters to people's ratings", function="tune"),
    Entry("lab suite", "score words and phrases of the source by category", function="score_checkpoints"),
    Entry(
        "lab suite make",
        "make check-points from parses, word alignments and lists",
        function="make_checkpoints",
        not_again="check-points are a file that people may edit: verify the scores that rest on it",
    ),
    Entry("lab suite judge", "judge outputs by the patterns of a test suite", function="judge_suite"),
    Entry(
        "lab consistency", "measure how consistently repeated words and terms are translated", function="consistency"
    ),
    Entry(
        "lab alignments",
        "score word alignments against links that people made",
        function="score_alignments",
    ),
    Entry(
        "lab contrasts",
        "test which error types a metric detects, on good and wrong translations",
        function="judge_contrasts",
    ),
    Entry("lab paraphrase", "make further references from word alignments", function="expand_references"),
    Entry("lab learning-curve", "fit how scores grow with the training data", function="learning_curves"),
    Entry("lab replicate", "run the experiment of a paper on your own outputs", function="replicate"),
)
