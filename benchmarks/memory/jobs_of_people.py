"""Commands on what people said of outputs."""

from memory import people, texts
from memory.job import Job

FOUR = {"S": 4}
TWICE = ({"N": 10_000}, {"N": 40_000})
SCORES = "--scores comet=comet.tsv bleurt=bleurt.tsv --ratings ratings.tsv"
JUDGED = (people.ratings, people.scores)
FOUR_TEXTS = {"R": 1, "S": 4, "K": 28}

PEOPLE = (
    Job(
        "human",
        "human ratings.tsv -n {B}",
        "440 N S + 30 B S",
        ({"N": 10_000, "B": 1000}, {"N": 40_000, "B": 1000}, {"N": 10_000, "B": 300_000}),
        (people.ratings,),
        symbols=FOUR,
    ),
    Job(
        "human predict",
        "human predict ratings.tsv --scores comet.tsv --sampling random",
        "320 N S",
        TWICE,
        JUDGED,
        symbols=FOUR,
    ),
    Job(
        "human spans",
        "human spans mqm.tsv --raters ann bob --texts {systems}",
        "2,600 N S A",
        TWICE,
        (texts.texts, people.marks),
        symbols={"S": 2, "A": 2},
    ),
    Job(
        "human control-items",
        "human control-items a.txt -o damaged.txt",
        "N(2 L + 80 W + 450)",
        ({"N": 1000}, {"N": 6000}, {"N": 30_000}),
        (texts.texts,),
    ),
    Job("meta", f"meta {SCORES} -n 20", "N S(170 M + 270)", TWICE, JUDGED, symbols={"S": 4, "M": 2}),
    Job("meta ensemble", f"meta ensemble {SCORES} -n 20", "N S(170 M + 450)", TWICE, JUDGED, symbols={"S": 4, "M": 2}),
    Job(
        "meta criteria",
        "meta criteria ref.txt -i {systems} -m bleu chrf --criteria ulc --ratings ratings.tsv --checks warn",
        "N((R + S)(L + 65) + 8 S K + 500 S)",
        TWICE,
        (texts.texts, people.ratings),
        symbols=FOUR_TEXTS,
    ),
    Job(
        "meta tests",
        "meta tests ref.txt -i {systems} -m bleu --ratings ratings.tsv --tests randomization -n 200 --checks warn",
        "N((R + S)(L + 65) + 17 S K + 300 S)",
        TWICE,
        (texts.texts, people.ratings),
        symbols={"R": 1, "S": 4, "K": 10},
    ),
    Job(
        "meta instruments",
        "meta instruments ref.txt -i {systems} -m bleu chrf --ratings ratings.tsv -n 200 -r 20 --checks warn",
        "N((R + S)(L + 65) + 25 S K + 300 S)",
        TWICE,
        (texts.texts, people.ratings),
        symbols=FOUR_TEXTS,
    ),
    Job("plan ratings", "plan ratings ratings.tsv --difference 5", "480 N S", TWICE, (people.ratings,), symbols=FOUR),
    Job(
        "lab train",
        "lab train ref.txt -i {systems} -m bleu chrf --ratings ratings.tsv -o model.json --checks warn",
        "N((R + S)(L + 65) + 8 S K + 150 S)",
        TWICE,
        (texts.texts, people.ratings),
        symbols=FOUR_TEXTS,
    ),
    Job(
        "lab tune",
        "lab tune ribes ref.txt -i {systems} --ratings human.tsv -p alpha --steps 0.32 --folds 2",
        "N((R + S)(L + 65) + 500 S)",
        TWICE,
        (texts.texts, people.scores),
        symbols={"R": 1, "S": 4},
    ),
)
