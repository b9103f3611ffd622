"""From the numbers of a figure to a chart."""
