"""How many pairs of systems each metric tells apart, and which of them people tell apart, too."""
