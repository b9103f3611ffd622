"""In how many pairs of systems each metric finds a significant difference, and in which of them people do."""
