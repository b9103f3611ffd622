"""How many ratings are needed, and what few of them say with a metric's help."""
