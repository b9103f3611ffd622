"""What can be asked of counted systems beside scores and verdicts: of the tests, the test set, and papers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from steelyard.types import OutputScores, Ratings
from steelyard.workflows.pair_laboratory import PairLaboratory

if TYPE_CHECKING:
    from steelyard.inference.resample import Progress, Rng
    from steelyard.results import Calibration, Dependence, PowerPlan, Replication, TestAccuracy

__all__ = ["Laboratory"]


@dataclass(frozen=True, slots=True, eq=False)
class Laboratory(PairLaboratory):
    """The statistics of every system, segment and metric, and what they say of tests and test set.

    `Evaluation` is what users make; it adds scores and comparisons.

    Attributes
    ----------
    test_set : TestSet or CountedSet
        What was counted; a `CountedSet` where the counts came from statistics files, so that there are no texts.
    measurements : tuple of Measurement
        One a metric.
    n_jobs : int
        Threads.
    segment_metrics : tuple of Metric
        How single segments are scored, for the metrics of text.
    score_inputs : tuple of dict
        Role, name and SHA-256 of every set of outside scores.
    """

    def calibrate(
        self,
        tests: Sequence[str] = (),
        *,
        n_repetitions: int = 1000,
        n_resamples: int = 1000,
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
    ) -> "Calibration":
        """Measure how often tests raise false alarms, and how often they find a difference, on these systems.

        With more than two systems: how often any pair is called different that is not, after the correction over all
        pairs (max-T, or Holm's for tests without a joint null distribution). What they find `plan` says.

        Parameters
        ----------
        tests : sequence of str, default ()
            Registered tests; by default all.
        n_repetitions : int, default 1000
            Data sets a situation.
        n_resamples : int, default 1000
            Draws of each test.
        shares : sequence of float, default (0.25, 0.5, 1.0)
            Of the observed difference, at which power is measured; of two systems only.
        unit : {"document", "segment"}, optional
            What the tests exchange and resample; by default documents where the test set has them.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (tests done, tests in all).

        Returns
        -------
        Calibration
            Rates of rejection at 0.1, 0.05 and 0.01, with intervals.

        Raises
        ------
        SpecError
            A test does not exist, or there are fewer than two systems.
        """
        from steelyard.workflows.calibrate import calibrate

        return calibrate(
            self.test_set,
            self.measurements,
            tests=tests,
            n_repetitions=n_repetitions,
            n_resamples=n_resamples,
            shares=shares,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            progress=progress,
        )

    def plan(
        self,
        test: str = "randomization",
        *,
        sizes: Sequence[int] = (100, 300, 1000, 3000),
        differences: Sequence[float] = (),
        shares: Sequence[float] = (0.25, 0.5, 1.0),
        alpha: float = 0.05,
        n_repetitions: int = 500,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
    ) -> "PowerPlan":
        """Measure how often a test finds differences of several sizes in test sets of several sizes.

        Parameters
        ----------
        test : str, default "randomization"
            A registered test.
        sizes : sequence of int, default (100, 300, 1000, 3000)
            Segments, or documents, of the test sets; they may be more than there are.
        differences : sequence of float, default ()
            To look for, in the metric's points. What the second system's units contribute is shifted until the two are
            as far apart; for a test that counts units, such as the sign test, units change sides instead, and no
            difference may be above that of the systems.
        shares : sequence of float, default (0.25, 0.5, 1.0)
            The same as shares of the two systems' difference, where no differences are given. More than two systems
            need differences.
        alpha : float, default 0.05
            Level of the test; of more than two systems that of all pairs together, each pair being tested at the level
            that max-T leaves it (Bonferroni's, where the test has no joint null distribution).
        n_repetitions : int, default 500
            Test sets of each kind.
        n_resamples : int, default 1000
            Draws of each test.
        unit : {"document", "segment"}, optional
            What the test exchanges and what is drawn; by default documents where the test set has them.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (tests done, tests in all).

        Returns
        -------
        PowerPlan
            Power with intervals, of every pair; `.needed` reads sizes off it.

        Raises
        ------
        SpecError
            The test does not exist, there are fewer than two systems, or they cannot be put as far apart as asked for.
        """
        from steelyard.workflows.plan import plan

        return plan(
            self.test_set,
            self.measurements,
            test=test,
            sizes=sizes,
            shares=shares,
            differences=differences,
            alpha=alpha,
            n_repetitions=n_repetitions,
            n_resamples=n_resamples,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            progress=progress,
        )

    def dependence(
        self,
        *,
        sizes: Sequence[int] = (),
        pairs: str | Sequence[str] = "all",
        alpha: float = 0.05,
    ) -> "Dependence":
        """Say how much segments hang together, and what a test that takes them for independent gets wrong.

        Parameters
        ----------
        sizes : sequence of int, default ()
            Segments of a block; by default 2, 5, 10, 20, 50 and 100, where there are at least ten such blocks.
        pairs : str or sequence of str, default "all"
            Whose differences are looked at: ``"all"``, ``"baseline"`` or one or several ``"A:B"``.
        alpha : float, default 0.05
            Nominal level of a test of segments.

        Returns
        -------
        Dependence
            Design effects of documents, where the test set has them, and of blocks, and spreads of single scores.

        Raises
        ------
        SpecError
            A size leaves fewer than two blocks, or a pair does not exist.
        """
        from steelyard.workflows.dependence import dependence

        return dependence(
            self.test_set,
            self.measurements,
            sizes=sizes,
            pairs=pairs,
            alpha=alpha,
            score_inputs=self.score_inputs,
        )

    def replicate(
        self,
        protocol: str,
        *,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
        **options: Any,
    ) -> "Replication":
        """Run the experiment of a paper on this test set and these systems.

        Parameters
        ----------
        protocol : {"aile2013", "graham2014", "koehn2004", "riezler2005"}
            Author and year of the paper.
        n_resamples : int, default 1000
            Draws of each interval and test.
        unit : {"document", "segment", "block:K"}, optional
            What is exchanged and resampled, where the protocol leaves the choice.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (steps done, steps in all).
        **options
            Of the protocol. ``aile2013``: ``ratings``, single judgements as `Ratings`, larger ones better, of which the
            median by output counts or with ``judges="mean"`` the mean; or a sequence of `OutputScores`, one a scale.
            ``graham2014``: ``histograms``, pairs ``"A:B"`` whose pseudo-statistics are shown; ``ratings``, as for
            `test_accuracy`. ``koehn2004``: ``sizes``, segments of the small test sets, by default those of 100, 300,
            600 and 3,000 that make three sets or more; ``pairs``, as for `compare`.

            ``riezler2005``: ``pairs`` of Table 2, as for `compare` (``"baseline"``); ``levels`` of each comparison;
            ``nulls``, data sets without a difference. With ``nbest``, an `NBestLists`, systems are made from it:
            ``gold``, the metric that finds the best of each list; ``gamma``, the penalty as a share of that which
            leaves no feature; ``adds``, features added a step, by variant; ``features``, where all variants stop;
            ``ngrams``, the longest that are features; ``fewest_lists`` that an n-gram must stand in; ``folds``.

        Returns
        -------
        Replication
            Tables and figures in the form of the paper's.

        Raises
        ------
        SpecError
            There is no such protocol or option, or the test set or its systems do not fit the protocol.
        """
        from steelyard.workflows.replicate import replicate

        return replicate(
            self.test_set,
            self.measurements,
            protocol,
            options,
            n_resamples=n_resamples,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            segment_metrics=self.segment_metrics,
            n_threads=self.n_jobs,
            progress=progress,
        )

    def test_accuracy(
        self,
        ratings: "Sequence[OutputScores] | Ratings",
        tests: Sequence[str] = ("paired-bootstrap", "shifted-bootstrap", "randomization"),
        *,
        alphas: Sequence[float] = (0.05, 0.01, 0.001),
        gold_alpha: float | None = None,
        correction: str = "none",
        scales: Sequence[str] | None = None,
        n_resamples: int = 1000,
        unit: str | None = None,
        rng: "Rng" = 12345,
        progress: "Progress | None" = None,
    ) -> "TestAccuracy":
        """Say how often significance tests on metrics conclude what people do, as Graham et al. 2014.

        Parameters
        ----------
        ratings : sequence of OutputScores, or Ratings
            Mean ratings a segment, tested by randomization of documents where they are known; or single judgements,
            tested by Wilcoxon's rank-sum test, larger ones better. With two scales, such as adequacy and fluency, the
            second decides where the first does not. Systems without a rating are left out.
        tests : sequence of str, default ("paired-bootstrap", "shifted-bootstrap", "randomization")
            Registered tests. Those that need means of segment scores skip other metrics.
        alphas : sequence of float, default (0.05, 0.01, 0.001)
            Levels of one-sided tests, asked in both directions.
        gold_alpha : float, optional
            Level of people's verdicts; by default that of the test.
        correction : str, default "none"
            For asking about many pairs, of both sides; max-T becomes Holm's where a test has no joint null.
        scales : sequence of str, optional
            One or two of the ratings', the one that decides first; by default all, ``adequacy`` before others.
        n_resamples : int, default 1000
            Draws of each test.
        unit : {"document", "segment", "block:K"}, optional
            What tests exchange and resample; by default documents where the test set has them.
        rng : int or numpy.random.Generator, default 12345
            The same value repeats the result bit for bit.
        progress : callable, optional
            Called with (draws done, draws in all).

        Returns
        -------
        TestAccuracy
            Correct conclusions with intervals, differences between tests and metrics, and every verdict.

        Raises
        ------
        SpecError
            A test, scale or level does not exist, or fewer than two systems were rated.
        """
        from steelyard.workflows.test_accuracy import accuracy_of_tests

        return accuracy_of_tests(
            self.test_set,
            self.measurements,
            ratings,
            tests=tests,
            alphas=alphas,
            gold_alpha=gold_alpha,
            correction=correction,
            scales=scales,
            n_resamples=n_resamples,
            unit=unit,
            rng=rng,
            score_inputs=self.score_inputs,
            n_threads=self.n_jobs,
            progress=progress,
        )
