"""Learn a metric from people's ratings, and say honestly what it is worth."""
