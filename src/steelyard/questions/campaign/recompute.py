"""Put the stored tasks together again."""

from steelyard.questions.campaign.compute import compute
from steelyard.questions.campaign.inputs import CampaignFiles
from steelyard.questions.campaign.question import CampaignQuestion
from steelyard.questions.campaign.tasks import read_tasks
from steelyard.results.base import Result
from steelyard.scored.stored import Stored

__all__ = ["recompute"]


def recompute(stored: Stored) -> Result:
    """Put the stored tasks together again."""
    reading = stored.recipe["reading"]
    files = CampaignFiles.of_reading(reading, {check.name: check.path for check in stored.inputs})
    question = CampaignQuestion.of_recipe(stored.arguments, stored.file)
    tasks = read_tasks(files, question.metrics, stored.n_jobs)
    return compute(tasks, question, files.reading(), n_threads=stored.n_jobs, progress=stored.progress)
